"""Why a movement formation may not move as it is told (rules AOD-FORM-004 to 011)."""

from collections.abc import Collection

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.orders.explain_moves import planned_walk, refuse_run
from rules.age_of_destruction.state.orders import Move
from rules.age_of_destruction.steps.formations import is_one_group
from rules.age_of_destruction.steps.movement import Pace, legs_of_held


def refuse_march(field: Field, piece: Piece, order: Move, refusals: Refusals) -> None:
    """Everything wrong with the moves of the members, taken one after the other."""
    if order.run:
        refuse_run(piece, refusals)
    for unit_id in order.members:
        if any(leg.shoot for leg in order.legs_of(unit_id)):
            refusals.add("NO_ATTACK_ON_MARCH", unit_id)
    for fitted in piece.working:
        if fitted.item.frees_captives and fitted.name in order.on:
            refusals.add("CANNOT_MARCH_WITH", piece.id, name=fitted.name)
    refuse_plan(field, order, refusals)


def refuse_legs_of_others(order: Move, refusals: Refusals) -> None:
    """Only those move who are ordered to (AOD-FORM-005)."""
    for unit_id in order.member_legs:
        if unit_id not in order.units:
            refusals.add("LEGS_OF_NO_MEMBER", unit_id)


def common_speed(field: Field, order: Move) -> int:
    """The speed of the slowest member, which is that of all (AOD-FORM-006)."""
    return min(speed(field.piece(unit_id)).total for unit_id in order.members)


def refuse_plan(field: Field, order: Move, refusals: Refusals, held: Collection[str] = ()) -> None:
    """What is wrong with a march on paper; members `held` by opponents only turn, if they may."""
    slowest = common_speed(field, order)
    for unit_id in order.members:
        piece, legs = field.piece(unit_id), order.legs_of(unit_id)
        if unit_id in held:
            legs = legs_of_held(piece, legs)
        field = planned_walk(field, piece, legs, Pace(slowest=slowest), refusals).there
        aboard = [member for member in order.members if field.piece(member).now.aboard]
        if aboard:
            refusals.add("MEMBER_ABOARD", *aboard)
            return
    if not is_one_group([field.piece(unit_id) for unit_id in order.members]):
        refusals.add("MARCH_DIVIDED", order.unit)
