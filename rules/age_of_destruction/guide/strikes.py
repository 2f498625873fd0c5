"""Everything a unit might do to one other in a single order, after whatever way it needs."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.guide.courses import Course, course_into_contact, course_to
from rules.age_of_destruction.guide.options import OF_THE_PLACE, Option, options
from rules.age_of_destruction.guide.reach import Gait
from rules.age_of_destruction.moment.aiming import common_range
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.steps.movement import allowance
from rules.core.geometry import along, distance

#: Inches by which a unit that comes nearer to shoot stays within its range.
WITHIN = 0.1
#: What is ordered by pointing somewhere, or to a formation.
POINTED = frozenset({"move", "run", "face", "artillery", "march", "formation"})
#: What is said against a way and may not hold for another one that is no shorter.
OF_THE_WAY = OF_THE_PLACE - {"OFF_TABLE"}


def strikes(field: Field, unit_id: str, target_id: str) -> tuple[Option, ...]:
    """The options of a unit that are about one other, those that need a way with the one that leads
    round what is in the way."""
    piece, target = field.piece(unit_id), field.piece(target_id)
    if piece.now.at is None or target.now.at is None:
        return ()
    found = [
        option
        for option in options(field.setup, field.state, unit_id)
        if option.target == target_id or (target_id in option.units and target_id != unit_id)
    ]
    return (
        *(_led(field, piece, target, option) for option in found),
        *_salvos(field, piece, target),
    )


def _salvos(field: Field, piece: Piece, target: Piece) -> Iterator[Option]:
    """Long-range fire of a gun with its marker on an opponent (AOD-ARTY-002)."""
    if piece.unit.is_artillery and target.team != piece.team:
        order = Ranged(unit=piece.id, mode="artillery", markers=(target.at,))
        refused = explain(field.setup, field.state, order)
        yield Option("artillery", order, target.id, refused=refused)


def of_itself(field: Field, unit_id: str) -> tuple[Option, ...]:
    """The options of a unit that are about no opponent and can be ordered as they are, where it
    stands: cooling, changes of level, passengers, equipment, repairs of friends that restore
    something."""
    team = field.piece(unit_id).team
    return tuple(
        option
        for option in options(field.setup, field.state, unit_id)
        if option.legal
        and option.kind not in POINTED
        and (not option.target or field.piece(option.target).team == team)
        and (option.odds is None or option.odds.restored > 0)
    )


def _led(field: Field, piece: Piece, target: Piece, option: Option) -> Option:
    """An option that is refused for its way, with another one where that makes it legal."""
    if option.legal or any(v.code not in OF_THE_WAY for v in option.refused):
        return option
    for order in _after_a_way(piece, target, option.order):
        if not explain(field.setup, field.state, order):
            return msgspec.structs.replace(option, order=order, refused=(), from_elsewhere=False)
    return option


def _after_a_way(piece: Piece, target: Piece, order: Order) -> Iterator[Order]:
    """The same order along a way into contact, or into range."""
    if not isinstance(order, SpecialAttack | Assault):
        return
    gait = Gait(order.form, order.pace, float(allowance(piece, order.pace).total))
    if isinstance(order, Assault) and order.kind == "ranged":
        for course in _into_range(piece, target, order, gait):
            yield msgspec.structs.replace(order, legs=course.legs)
        return
    course_there = course_into_contact(piece, gait, target)
    if course_there is None:
        return
    if isinstance(order, SpecialAttack):
        path = course_there.points[1:]
        yield msgspec.structs.replace(order, path=path, facing=course_there.facing)
    else:
        yield msgspec.structs.replace(order, legs=course_there.legs)


def _into_range(piece: Piece, target: Piece, order: Assault, gait: Gait) -> Iterator[Course]:
    """Ways that bring a target into range and before the unit: a turn, or as near as it needs."""
    weapon = piece.weapons.get(order.weapon or "primary")
    far = distance(piece.at, target.at)
    if weapon is None or not far:
        return
    most = common_range(weapon, piece.field) - WITHIN
    near = min(far, max(most, weapon.minimum + WITHIN))
    if far - near <= gait.inches:
        place = along(target.at, piece.at, near / far)
        yield course_to(piece, gait, place, look=target.at)
