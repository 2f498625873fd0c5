"""Movement formations: the plan for all members, judged and carried out (rules AOD-FORM-004 to 011,
AOD-BREAK-010)."""

from collections.abc import Collection, Iterator

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.state.legs import Legs
from rules.age_of_destruction.steps.formations import is_one_group
from rules.age_of_destruction.steps.movement import Pace, Walk, legs_of_held, planned_walk

#: The members of a march in their order, each with its legs.
Ways = tuple[tuple[str, Legs], ...]


def common_speed(field: Field, members: Collection[str]) -> int:
    """The speed of the slowest member, which is that of all (AOD-FORM-006)."""
    return min(speed(field.piece(unit_id)).total for unit_id in members)


def refuse_plan(
    field: Field,
    ways: Ways,
    leader: str,
    refusals: Refusals,
    held: Collection[str] = (),
) -> None:
    """What is wrong with a march on paper; members `held` by opponents only turn, if they may."""
    members = [unit_id for unit_id, _ in ways]
    slowest = common_speed(field, members)
    for unit_id, legs in ways:
        piece = field.piece(unit_id)
        if unit_id in held:
            legs = legs_of_held(piece, legs)
        field = planned_walk(field, piece, legs, Pace(slowest=slowest), refusals).there
        aboard = [member for member in members if field.piece(member).now.aboard]
        if aboard:
            refusals.add("MEMBER_ABOARD", *aboard)
            return
    if not is_one_group([field.piece(unit_id) for unit_id in members]):
        refusals.add("MARCH_DIVIDED", leader)


def plan_walks(field: Field, ways: Ways) -> Iterator[Walk]:
    """The ways of the members one after the other, legal or not."""
    slowest = common_speed(field, [unit_id for unit_id, _ in ways])
    for unit_id, legs in ways:
        pace = Pace(slowest=slowest)
        walk = planned_walk(field, field.piece(unit_id), legs, pace, Refusals())
        field = walk.there
        yield walk
