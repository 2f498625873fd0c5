"""What orders that move a unit share: the reasons against a way, and ways worth trying."""

from collections.abc import Iterator, Sequence

from rules.core.geometry import along, bearing, distance
from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import most_minor, no
from rules.khans_and_generals.steps.movement import WIDEST_TURN, Leg, Plan, straight
from rules.khans_and_generals.table.bases import TOLERANCE

#: Centimetres before contact to which a search for it is exact.
EXACT = 0.01


def way_faults(plan: Plan) -> Iterator[Violation]:
    """Why a unit cannot go this way."""
    unit = plan.piece.unit
    if unit.turned + plan.turn > WIDEST_TURN + TOLERANCE:
        yield no("TURN_TOO_WIDE", "KG-088", turned=unit.turned + plan.turn)
    barred = plan.barred
    if barred is not None:
        yield no("TERRAIN_BARRED", "KG-026", terrain=barred.id)
    if plan.takes_minor and unit.minor >= most_minor(plan.piece):
        yield no("ORDER_SPENT", "KG-093", unit=unit.id)
    if plan.burning:
        yield no("BURNING", "KG-045", "KG-047")
    if plan.blocked:
        yield no("PATH_BLOCKED", "KG-090", "KG-092")
    if plan.too_far and barred is None:
        yield no("TOO_FAR", "KG-087", length=round(plan.way.length, 2), left=round(plan.left, 2))


def straight_faults(legs: Sequence[Leg]) -> Iterator[Violation]:
    """Why legs are not one straight line (KG-089)."""
    if not straight(legs):
        yield no("NOT_STRAIGHT", "KG-089")


def facing_leg(piece: Piece, target: Piece) -> tuple[Leg, ...]:
    """The turn that faces a target, none where it faces it already."""
    turn = (bearing(piece.base.at, target.base.at) - piece.unit.facing + 180) % 360 - 180
    turn = round(turn, 2)
    return (Leg(rotate=turn),) if abs(turn) > 0.5 else ()


def may_reach(piece: Piece, target: Piece, factor: int = 1) -> bool:
    """Whether a target is not too far to come into contact with, whatever the way; True does not
    say that it can be reached."""
    works = sum(max(0, t.movement) for t in piece.field.terrain if t.is_work)
    gap = distance(piece.base.at, target.base.at) - piece.base.reach - target.base.reach
    return gap <= (piece.movement + works) * factor + 1


def into_contact(piece: Piece, target: Piece) -> tuple[Leg, ...]:
    """A turn towards a target and a straight line into contact with it."""
    legs = facing_leg(piece, target)
    base = piece.base.turned(legs[0].rotate or 0, "centre") if legs else piece.base
    low, high = 0.0, distance(base.at, target.base.at)
    while high - low > EXACT / 4:
        middle = (low + high) / 2
        at = along(piece.base.at, target.base.at, middle / distance(base.at, target.base.at))
        if base.moved(at, base.facing).gap(target.base) > 0.0:
            low = middle
        else:
            high = middle
    share = low / distance(base.at, target.base.at)
    at = along(base.at, target.base.at, share)
    return (*legs, Leg(travel=((round(at[0], 3), round(at[1], 3)),)))


def sample_ways(field: Field, piece: Piece) -> Iterator[tuple[Leg, ...]]:
    """A few ways worth trying: straight on, towards the nearest enemy, away from him, a turn."""
    enemies = sorted(field.enemies(piece.owner), key=lambda e: piece.base.distance(e.base))
    reach = piece.movement
    for share in (0.5, 0.24):
        ahead = piece.base.ahead(reach * share)
        yield (Leg(travel=(ahead.at,)),)
    for enemy in enemies[:2]:
        turn = facing_leg(piece, enemy)
        if turn:
            yield turn
        gap = distance(piece.base.at, enemy.base.at)
        if gap > 0:
            for step in (min(reach, gap - 12), reach / 3, -reach / 2):
                if abs(step) > 1:
                    yield (*turn, Leg(travel=(along(piece.base.at, enemy.base.at, step / gap),)))
