"""The legs of a move taken stop by stop (rules AOD-MOVE, AOD-RUN, AOD-VTOL, AOD-CARRY)."""

from collections.abc import Iterator, Mapping, Sequence

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Leg, Shot
from rules.age_of_destruction.steps.attacks import attack_if_legal
from rules.age_of_destruction.steps.capture import lead
from rules.age_of_destruction.steps.contact import free_spins
from rules.age_of_destruction.steps.declare import ranged_attack
from rules.age_of_destruction.steps.movement import Pace, Walk, allowance, legs_of_held
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.unloading import board, disembark
from rules.core.geometry import Point, length
from rules.core.tally import Part


def heat_of_run(res: Resolution, unit_id: str) -> None:
    """One heat for running unless equipment waives it (AOD-RUN-003)."""
    piece = res.piece(unit_id)
    waiver = next(iter(piece.permitting("run_without_heat")), None)
    if waiver:
        res.use(piece, waiver)
    else:
        res.heat(unit_id, "run")


def shot_on_move(piece: Piece, shot: Shot, choices: Mapping[str, str]) -> Attack:
    """The attack of a shot within a move that makes some choices."""
    return ranged_attack(piece, shot.targets, shot.weapon, "move", choices=choices)


def take_legs(
    res: Resolution,
    piece: Piece,
    legs: tuple[Leg, ...],
    pace: Pace,
    choices: Mapping[str, str],
    *,
    free: bool,
) -> None:
    """Take the legs stop by stop; a unit that failed to break away only turns, if it may.

    A VTOL that its own shot on the way brings down stays where it comes down (AOD-VTOL-006), and
    one that it leaves no room for the rest of its way stays where it is (AOD-VTOL-012).
    """
    if pace.jumps and piece.jump and free:
        res.use(piece, piece.jump)
    if not free:
        legs = legs_of_held(piece, legs)
    pending: list[Leg] = []
    for index, leg in enumerate(legs):
        if (shot := leg.shoot) is not None:
            _stop(res, piece.id, pending, pace)
            pending = []
            shooter = res.piece(piece.id)
            attack_if_legal(res, shot_on_move(shooter, shot, choices), shot.split)
            after = res.piece(piece.id)
            brought_down = shooter.cruising and not after.cruising
            if brought_down or not _goes_on(res, after, legs[index + 1 :], pace):
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
    moved_on = travel(res, unit_id, legs, pace)
    free_spins(res, unit_id, spinless=() if moved_on else touched)


def travel(res: Resolution, unit_id: str, legs: Sequence[Leg], pace: Pace) -> bool:
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
