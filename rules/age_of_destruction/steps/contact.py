"""Contact with opponents on a move: left by breaking away, met by free spins (rules AOD-BREAK,
AOD-SPIN)."""

from collections.abc import Sequence

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.movement import break_away, gripping
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import offer_to_switch_off


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
    if not touched:
        return
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
