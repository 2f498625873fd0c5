"""Movement formations: the plan for all members, judged and carried out (rules AOD-FORM-004 to 011,
AOD-BREAK-010)."""

from collections.abc import Callable, Collection, Container, Iterator, Mapping

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.orders.approaches import DIRECTIONS, SHARES, spot
from rules.age_of_destruction.orders.groups import able_to_form, groups, names
from rules.age_of_destruction.state.legs import Leg, Legs
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.contact import try_break_away
from rules.age_of_destruction.steps.formations import MARCH, is_one_group
from rules.age_of_destruction.steps.legs import take_legs
from rules.age_of_destruction.steps.movement import (
    Pace,
    Walk,
    legs_of_held,
    planned_pace,
    planned_walk,
)
from rules.age_of_destruction.steps.resolution import Resolution
from rules.core.angles import sine_and_cosine
from rules.core.drawing import Draw

#: The members of a march in their order, each with its legs.
Ways = tuple[tuple[str, Legs], ...]


def common_speed(field: Field, members: Collection[str]) -> int:
    """The speed of the slowest member, which is that of all (AOD-FORM-006)."""
    return min(speed(field.piece(unit_id)).total for unit_id in members)


def refuse_march(
    field: Field, piece: Piece, ways: Ways, on: Container[str], refusals: Refusals
) -> None:
    """The moves of the members, taken one after the other."""
    for unit_id, legs in ways:
        if any(leg.shoot for leg in legs):
            refusals.add("NO_ATTACK_ON_MARCH", unit_id)
    for fitted in piece.permitting("free_captives"):
        if fitted.name in on:
            refusals.add("CANNOT_MARCH_WITH", piece.id, name=fitted.name)
    refuse_plan(field, ways, piece.id, refusals)


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


# --- What comes of it ---------------------------------------------------------------------------


def march(res: Resolution, leader: str, ways: Ways, choices: Mapping[str, str]) -> None:
    """Every member in contact tries to break away, then each moves in turn (AOD-FORM-009)."""
    members = [unit_id for unit_id, _ in ways]
    slowest = common_speed(res.field, members)
    free = [unit_id for unit_id in members if try_break_away(res, res.piece(unit_id), run=False)]
    for unit_id, legs in _after_break_away(res, leader, ways, free):
        pace = planned_pace(res.field, res.piece(unit_id), legs, Pace(slowest=slowest))
        take_legs(res, res.piece(unit_id), legs, pace, choices, free=unit_id in free)


def _after_break_away(res: Resolution, leader: str, ways: Ways, free: list[str]) -> Ways:
    """The march as it was told, or another where those who stay behind make it impossible."""
    members = [unit_id for unit_id, _ in ways]
    held, refusals = set(members) - set(free), Refusals()
    if held:
        refuse_plan(res.field, ways, leader, refusals, held)
    if not refusals.violations:
        return ways
    player = res.piece(leader).owner
    answer = res.ask(Question("march", player, leader, options=tuple(free)))
    return tuple((unit_id, answer.member_legs.get(unit_id, ())) for unit_id in members)


# --- What may be tried --------------------------------------------------------------------------


def samples(
    field: Field, player: str, draw: Draw
) -> Iterator[tuple[str, tuple[str, ...], dict[str, Legs]]]:
    """Who leads, the members and their legs: the same way for all, the foremost first; no unit
    leads that is in another group."""
    grouped: set[str] = set()
    walkers = [p for p in able_to_form(field, player) if p.unit.type in MARCH.types]
    for group in groups(field, walkers, MARCH.most):
        if len(group) < MARCH.least or group[0].id in grouped:
            continue
        grouped.update(names(group))
        reach = min(speed(piece).total for piece in group)
        for direction in draw(DIRECTIONS):
            members = names(sorted(group, key=_behind(direction)))
            for share in draw(SHARES) if reach else ():
                legs: dict[str, Legs] = {
                    piece.id: (Leg(travel=(spot(piece.at, direction, reach * share),)),)
                    for piece in group
                }
                yield group[0].id, members, legs


def _behind(direction: float) -> Callable[[Piece], float]:
    """How far behind others a unit is, seen in a direction of march."""
    east, north = sine_and_cosine(direction)
    return lambda piece: -(piece.at[0] * east + piece.at[1] * north)
