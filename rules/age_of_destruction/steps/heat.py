"""Heat dials: heating, cooling, rolls, shutdown and restart (rules AOD-HEAT, VENT, SHUT)."""

from rules.age_of_destruction.moment.ability import HeatEffect
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.tally import Part

#: Tokens that mark a shut-down 'Mech (AOD-SHUT-003).
SHUTDOWN_TOKENS = 2


def change_heat(
    res: Resolution, unit_id: str, parts: list[Part], *rules: str, by_energy: bool = False
) -> None:
    """Apply all heat and cooling of one cause at once, then roll (AOD-HEAT-004 to 007).

    A stunned 'Mech with no heat to lose waits for its owner's turn (AOD-SHUT-006, AOD-VENT-003).
    """
    due = sum(part.value for part in parts)
    piece = res.piece(unit_id) if due else None
    if piece is None or not piece.is_mech or piece.now.eliminated:
        return
    if piece.now.shutdown and due > 0:
        return
    turned = turn_dial(res, piece, tuple(parts), rules, by_energy)
    if due < 0 and not piece.now.shutdown and not _rolls_after_cooling(res):
        return
    if turned or (piece.now.shutdown and piece.now.heat == 0 and not piece.now.stunned):
        settle(res, unit_id)


def _rolls_after_cooling(res: Resolution) -> bool:
    return all(condition.rolls_after_cooling for condition in res.field.conditions)


def turn_dial(
    res: Resolution,
    piece: Piece,
    parts: tuple[Part, ...],
    rules: tuple[str, ...] = (),
    by_energy: bool = False,
) -> bool:
    """Turn a heat dial between its ends; True when it shows another position."""
    top = len(piece.unit.heat_dial)
    heat = min(max(piece.now.heat + sum(part.value for part in parts), 0), top)
    res.emit(
        events.HeatChanged(
            unit=piece.id,
            heat=heat,
            parts=parts,
            by_energy=by_energy,
            rules=rules or ("AOD-HEAT-001", "AOD-HEAT-004"),
        )
    )
    return heat != piece.now.heat


def settle(res: Resolution, unit_id: str) -> None:
    """Roll what the heat dial shows until no more heat comes of it (AOD-HEAT-006)."""
    piece = res.piece(unit_id)
    if piece.now.shutdown:
        _restart(res, piece)
        return
    while not _shut_down_by_heat(res, unit_id):
        if res.piece(unit_id).now.rolls_no_more:
            return
        heat = _roll_effects(res, res.piece(unit_id))
        piece = res.piece(unit_id)
        if not heat or piece.now.eliminated or piece.now.shutdown:
            return
        if not turn_dial(res, piece, tuple(heat), ("AOD-HEAT-006",)):
            return


def _shut_down_by_heat(res: Resolution, unit_id: str) -> bool:
    """AOD-SHUT-001."""
    if res.piece(unit_id).heat_position is not None:
        return False
    shut_down(res, unit_id, "AOD-SHUT-001")
    return True


def shut_down(res: Resolution, unit_id: str, *rules: str, stunned: bool = False) -> None:
    """Stop a 'Mech and mark it."""
    res.emit(events.ShutDown(unit=unit_id, tokens=SHUTDOWN_TOKENS, stunned=stunned, rules=rules))


def _roll_effects(res: Resolution, piece: Piece) -> list[Part]:
    """Roll every effect that shows and apply the results together; the heat that comes of it.

    Heat that comes with a shutdown is applied first, as both happen at once (AOD-HEAT-007).
    """
    heat: list[Part] = []
    clicks, stops = 0, False
    for column, effect in piece.heat_effects:
        fails_on = _fails_on(res, piece, column, effect)
        if not fails_on:
            continue
        if roll_effect(res, piece, effect, fails_on):
            value = damage_value(piece, column) if column.endswith("_damage") else 0
            outcome = effect.failed(value)
            clicks += outcome.damage
            stops = stops or outcome.shutdown
            if outcome.heat:
                heat.append(Part(effect.name, outcome.heat))
    if clicks:
        damage(res, piece.id, clicks, "heat_effect", "AOD-HEAT-005", "AOD-PUSH-003")
    if stops and not res.piece(piece.id).now.eliminated:
        if heat:
            turn_dial(res, res.piece(piece.id), tuple(heat), ("AOD-HEAT-007",))
        shut_down(res, piece.id, "AOD-SHUT-003")
    return heat


def _fails_on(res: Resolution, piece: Piece, column: str, effect: HeatEffect) -> int:
    """The highest face on which an effect of a column fails: equipment there, or of the pilot, may
    better it."""
    fails_on = effect.fails_on
    for fitted in piece.working:
        if fitted.value in ("", column) and (better := fitted.item.fails_on(effect)) < fails_on:
            fails_on = better
            res.use(piece, fitted)
    return fails_on


def roll_effect(res: Resolution, piece: Piece, effect: HeatEffect, fails_on: int) -> bool:
    """Roll one effect that fails up to a face; True when it failed."""
    die = res.roll(1)
    failed = die[0] <= fails_on
    res.emit(
        events.HeatRolled(
            unit=piece.id,
            effect=effect.name,
            dice=die,
            failed=failed,
            rules=("AOD-HEAT-005", "AOD-HEAT-007"),
        )
    )
    return failed


def _restart(res: Resolution, piece: Piece) -> None:
    """A shut-down 'Mech at the start of its heat dial starts again; elsewhere it may roll an effect
    that restarts it, and rolls nothing else (AOD-SHUT-006, 007, 009)."""
    if piece.now.heat == 0:
        res.emit(events.Restarted(unit=piece.id, rules=("AOD-SHUT-006", "AOD-SHUT-008")))
        return
    for _, effect in piece.heat_effects:
        if not effect.restarts:
            continue
        if res.ruling("restart_roll_optional"):
            question = Question(
                "choose", piece.owner, piece.id, options=("roll", "stay"), about="restart"
            )
            if res.ask(question).choice == "stay":
                return
        if not roll_effect(res, piece, effect, effect.fails_on):
            res.emit(
                events.Restarted(
                    unit=piece.id,
                    rolled=True,
                    rules=("AOD-SHUT-007", "AOD-SHUT-008", "AOD-SHUT-009"),
                )
            )
