"""Moves, assaults and special attacks carried out (rules AOD-MOVE to AOD-RAM)."""

from collections.abc import Iterator, Sequence

from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.orders.explain_moves import captive_beside, planned_pace, special_legs
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.orders import Assault, Charge, DeathFromAbove, Leg, Move, Ram
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.attacks import attack_if_legal, make_attack
from rules.age_of_destruction.steps.capture import lead
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.dealing import charge_recoil
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack, special_attack
from rules.age_of_destruction.steps.elimination import eliminate
from rules.age_of_destruction.steps.movement import (
    Pace,
    Walk,
    allowance,
    break_away,
    gripping,
    legs_of_held,
)
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import offer_to_switch_off
from rules.age_of_destruction.steps.unloading import board, disembark
from rules.core.geometry import Point, length
from rules.core.tally import Part


def carry_out_move(res: Resolution, order: Move) -> None:
    """A move order, with a run, levels and a shot."""
    piece = res.piece(order.unit)
    if _take_over(res, order):
        return
    shoots = any(leg.shoot for leg in order.legs)
    pace = planned_pace(res.field, piece, order.legs, Pace(run=order.run, shoots=shoots))
    free = try_break_away(res, piece, run=order.run)
    if order.run and free:
        heat_of_run(res, piece.id)
    take_legs(res, order, piece.id, order.legs, pace, free=free)


def carry_out_assault(res: Resolution, order: Assault) -> None:
    """Move, then attack (AOD-ASSAULT-002); one heat more (AOD-ASSAULT-005)."""
    piece = res.piece(order.unit)
    pace = Pace(ranged_assault=order.kind == "ranged")
    pace = planned_pace(res.field, piece, order.legs, pace)
    res.heat(piece.id, "assault")
    take_legs(res, order, piece.id, order.legs, pace, free=True)
    if not order.all_targets:
        return
    piece = res.piece(order.unit)
    if order.kind == "ranged":
        attack_if_legal(res, ranged_attack(piece, order, "assault"), order.split)
    else:
        attack_if_legal(res, close_attack(res.field, piece, order, "assault"), None)


def carry_out_special(
    res: Resolution, order: Charge | DeathFromAbove | Ram, kind: AttackKind
) -> None:
    """Move into contact and strike; what it costs the attacker comes after the damage."""
    start = res.field
    piece = start.piece(order.unit)
    pace = Pace(run=kind == "charge", jumps=kind == "death_from_above")
    if pace.jumps and piece.jump:
        res.use(piece, piece.jump)
    free = try_break_away(res, piece, run=pace.run)
    if not free:
        return
    if kind == "charge":
        heat_of_run(res, piece.id)
        res.heat(piece.id, "special_attack")
    elif kind == "death_from_above" and (clicks := res.field.ruling("dfa_special_attack_heat")):
        res.heat(piece.id, "special_attack", clicks)
    _travel(res, piece.id, special_legs(order), pace)
    attack = special_attack(kind, order, start, res.field)
    from_behind = special_attack("ram", order, start, res.field).from_behind
    startled = kind == "death_from_above" or from_behind
    free_spins(res, piece.id, spinless=(order.target,) if startled else ())
    value = damage_value(piece, "primary_damage")
    result = make_attack(res, attack, None)
    _recoil(res, order, attack, value, hit=bool(result.hits))


def _recoil(
    res: Resolution,
    order: Charge | DeathFromAbove | Ram,
    attack: Attack,
    value: int,
    *,
    hit: bool,
) -> None:
    """AOD-CHARGE-006, AOD-DFA-004 and AOD-RAM-005; `value` is the damage value it began with."""
    attacker, kind = res.piece(order.unit), attack.kind
    if attacker.now.eliminated:
        return
    if kind == "charge":
        target = res.piece(order.target)
        braced = [f for f in target.working if f.item.full_recoil(attack)]
        for fitted in braced:
            res.use(target, fitted)
        charged = charge_recoil(value, full=bool(braced))
        damage(res, attacker.id, charged, "charge", "AOD-CHARGE-006")
    elif kind == "ram":
        damage(res, attacker.id, 1, "ram", "AOD-RAM-005")
    else:
        clicks = 1 if hit else 2
        for fitted in attacker.working:
            clicks = fitted.item.recoil(kind, clicks, hit=hit)
        if clicks:
            damage(res, attacker.id, clicks, "death_from_above", "AOD-DFA-004")
        target = res.piece(order.target)
        if not hit and target.is_mech and not target.now.eliminated:
            free_spins(res, attacker.id, only=target.id)


def heat_of_run(res: Resolution, unit_id: str) -> None:
    """One heat for running unless equipment waives it (AOD-RUN-003)."""
    piece = res.piece(unit_id)
    waiver = next((f for f in piece.working if f.item.waives_run_heat), None)
    if waiver:
        res.use(piece, waiver)
    else:
        res.heat(unit_id, "run")


def _take_over(res: Resolution, order: Move) -> bool:
    """A unit gives itself up and the captive beside it changes sides."""
    piece = res.piece(order.unit)
    chosen = next((f for f in piece.working if f.item.frees_captives and f.name in order.on), None)
    captive = captive_beside(piece)
    if chosen is None or captive is None:
        return False
    res.use(piece, chosen)
    rules = ("AOD-CONTACT-007", "AOD-CAPTURE-017")
    captor = captive.now.captive_of or ""
    res.emit(events.Freed(unit=captive.id, captor=captor, owner=piece.owner, rules=rules))
    eliminate(res, piece.id, chosen.name, "AOD-EQUIP-003", by=captive.owner)
    return True


def try_break_away(res: Resolution, piece: Piece, *, run: bool) -> bool:
    """Try to leave contact (AOD-BREAK); True when the unit may go."""
    if not piece.opponents_in_contact:
        return True
    for other in piece.opponents_in_contact:
        offer_to_switch_off(res, other, tuple(f.name for f in gripping(other, piece)))
    piece = res.piece(piece.id)
    try_ = break_away(piece, jumps=piece.jump is not None and not run)
    die: tuple[int, ...] = ()
    success = True
    if try_.needed is not None:
        die = res.roll(1)
        success = die[0] >= try_.needed
        for owner, fitted in try_.used:
            res.use(owner, fitted)
    res.emit(
        events.BreakAwayRolled(
            unit=piece.id,
            dice=die,
            needed=try_.needed or 0,
            success=success,
            rules=("AOD-BREAK-001",) if die else ("AOD-BREAK-006", "AOD-BREAK-007"),
        )
    )
    if success and piece.mode == "mech":
        for other in piece.opponents_in_contact:
            if other.is_infantry:
                damage(res, other.id, 1, "break_away", "AOD-BREAK-008", source=piece.id)
    return success


def take_legs(
    res: Resolution,
    order: Move | Assault,
    unit_id: str,
    legs: tuple[Leg, ...],
    pace: Pace,
    *,
    free: bool,
) -> None:
    """Take the legs stop by stop; a unit that failed to break away only turns, if it may.

    A VTOL that its own shot on the way brings down stays where it comes down (AOD-VTOL-006), and
    one that it leaves no room for the rest of its way stays where it is (AOD-VTOL-012).
    """
    piece = res.piece(unit_id)
    if pace.jumps and piece.jump and free:
        res.use(piece, piece.jump)
    if not free:
        legs = legs_of_held(piece, legs)
    pending: list[Leg] = []
    for index, leg in enumerate(legs):
        if leg.shoot is not None and isinstance(order, Move):
            _stop(res, piece.id, pending, pace)
            pending = []
            shooter = res.piece(piece.id)
            attack = ranged_attack(shooter, leg.shoot, "move", order.choices)
            attack_if_legal(res, attack, leg.shoot.split)
            shot = res.piece(piece.id)
            brought_down = shooter.cruising and not shot.cruising
            if brought_down or not _goes_on(res, shot, legs[index + 1 :], pace):
                return
        elif leg.board is not None:
            board(res, piece.id, leg.board)
        elif leg.disembark is not None:
            _stop(res, piece.id, pending, pace)
            pending = []
            disembark(res, piece.id, leg.disembark)
        elif leg.captive is not None:
            _stop(res, piece.id, pending, pace)
            pending = []
            lead(res, piece.id, leg.captive)
        elif leg.travel is not None and any(one.rotate is not None for one in pending):
            _stop(res, piece.id, pending, pace)
            pending = [leg]
        else:
            pending.append(leg)
    _stop(res, piece.id, pending, pace)


def _goes_on(res: Resolution, piece: Piece, legs: tuple[Leg, ...], pace: Pace) -> bool:
    """Whether the rest of a way is still possible after a shot, which is told where it is not:
    units that it has made leave a transport may stand there by now."""
    if piece.now.eliminated:
        return False
    refusals = Refusals()
    walk = Walk(piece.field, piece, pace, refusals)
    walk.take(_without_the_unloaded(piece, legs))
    walk.stop()
    if refusals.violations:
        codes = refusals.codes
        res.emit(events.WayDropped(unit=piece.id, codes=codes, rules=("AOD-VTOL-012",)))
    return not refusals.violations


def _without_the_unloaded(piece: Piece, legs: tuple[Leg, ...]) -> Iterator[Leg]:
    """Legs that put down no passenger but those who are still aboard."""
    for leg in legs:
        landings = tuple(one for one in leg.disembark or () if one.unit in piece.passengers)
        if landings:
            yield Leg(disembark=landings)
        elif leg.disembark is None:
            yield leg


def _stop(res: Resolution, unit_id: str, legs: list[Leg], pace: Pace) -> None:
    """Take a unit to its next stop; whoever it has come to touch there may spin."""
    piece = res.piece(unit_id)
    if not legs or piece.now.eliminated:
        return
    touched = [other.id for other in piece.opponents_in_contact]
    moved_on = _travel(res, unit_id, legs, pace)
    free_spins(res, unit_id, spinless=() if moved_on else touched)


def _travel(res: Resolution, unit_id: str, legs: list[Leg] | tuple[Leg, ...], pace: Pace) -> bool:
    """Move a unit to its next stop; True when its dot is elsewhere."""
    start = res.piece(unit_id)
    path: list[Point] = [start.at]
    parts: tuple[Part, ...] = allowance(start, pace).parts
    facing = None
    for leg in legs:
        if leg.travel is not None:
            path += leg.travel
        elif leg.rotate is not None:
            facing = leg.rotate % 360
        elif leg.level is not None and leg.level != res.piece(unit_id).now.level:
            res.emit(events.LevelChanged(unit=unit_id, level=leg.level, rules=("AOD-VTOL-003",)))
    inches = length(path)
    if inches:
        res.emit(
            events.Moved(
                unit=unit_id,
                at=path[-1],
                path=tuple(path),
                inches=round(inches, 6),
                facing=facing,
                allowance=parts,
                rules=("AOD-MOVE-001", "AOD-MOVE-002"),
            )
        )
    elif facing is not None:
        res.emit(events.Turned(unit=unit_id, facing=facing, rules=("AOD-FACING-002",)))
    return path[-1] != path[0]


def free_spins(
    res: Resolution, mover_id: str, *, spinless: Sequence[str] = (), only: str = ""
) -> None:
    """Let the opponents a mover has come to touch turn (AOD-SPIN); the `spinless` may not.

    Owners clockwise from the active player, each in the sequence he likes (AOD-SPIN-005).
    """
    touched = [
        other
        for other in res.piece(mover_id).opponents_in_contact
        if other.id not in spinless and only in ("", other.id) and may_spin(other)
    ]
    for player in (res.state.active, *res.setup.after(res.state.active)):
        waiting = [other.id for other in touched if other.owner == player]
        while waiting:
            question = Question(
                "free_spin", player, waiting[0], options=tuple(waiting), about=mover_id
            )
            answer = res.ask(question)
            spinner = answer.unit or question.unit
            waiting.remove(spinner)
            if answer.facing is not None:
                _spin(res, spinner, answer.facing)


def _spin(res: Resolution, unit_id: str, facing: float) -> None:
    rules = ("AOD-SPIN-001", "AOD-SPIN-002")
    res.emit(events.Turned(unit=unit_id, facing=facing % 360, free=True, rules=rules))


def may_spin(piece: Piece) -> bool:
    """AOD-SPIN-003."""
    biped_or_infantry = piece.is_infantry or (piece.is_mech and not piece.is_quad)
    return biped_or_infantry and not piece.now.shutdown
