"""What the movement of an order takes, and where it leads."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.explain_marches import common_speed
from rules.age_of_destruction.orders.explain_moves import planned_walk, special_legs
from rules.age_of_destruction.orders.moves import may_spin
from rules.age_of_destruction.state.orders import (
    AnyOrder,
    Assault,
    Charge,
    DeathFromAbove,
    Leg,
    Move,
    Ram,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.movement import Pace, Walk, allowance, break_away
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import Point
from rules.core.tally import Tally


class March(msgspec.Struct, frozen=True):
    """The movement of one unit, legal or not: `inches` spent of the `allowance`, and where it ends.

    `needs`: the face with which it breaks away first, None for no roll. `touches`: the opponents
    it comes into contact with, `spins`: those of them who may then turn freely (AOD-SPIN-001).
    """

    unit: str
    inches: float
    allowance: Tally
    at: Point
    facing: float
    level: Level
    jumps: bool = False
    needs: int | None = None
    touches: tuple[str, ...] = ()
    spins: tuple[str, ...] = ()


def measure(setup: Setup, state: State, order: AnyOrder) -> tuple[March, ...]:
    """The movement of every unit an order moves; none for an order that moves nobody.

    The order need not be legal, but its units must stand on the table.
    """
    return tuple(_march(walk) for walk in _walks(Field.of_moment(setup, state), order))


def _walks(field: Field, order: AnyOrder) -> Iterator[Walk]:
    if isinstance(order, Move) and order.in_formation:
        slowest = common_speed(field, order)
        for unit_id in order.members:
            legs, pace = order.legs_of(unit_id), Pace(slowest=slowest)
            walk = planned_walk(field, field.piece(unit_id), legs, pace, Refusals())
            field = walk.there
            yield walk
    elif isinstance(order, Move):
        shoots = any(leg.shoot for leg in order.legs)
        yield _walk(field, order.unit, order.legs, Pace(run=order.run, shoots=shoots))
    elif isinstance(order, Assault):
        pace = Pace(ranged_assault=order.kind == "ranged")
        yield _walk(field, order.unit, order.legs, pace)
    elif isinstance(order, Charge | DeathFromAbove | Ram):
        pace = Pace(run=isinstance(order, Charge), jumps=isinstance(order, DeathFromAbove))
        walk = Walk(field, field.piece(order.unit), pace, Refusals())
        walk.take(special_legs(order))
        yield walk


def _walk(field: Field, unit_id: str, legs: tuple[Leg, ...], pace: Pace) -> Walk:
    return planned_walk(field, field.piece(unit_id), legs, pace, Refusals())


def _march(walk: Walk) -> March:
    piece, there = walk.piece, walk.there.piece(walk.piece.id)
    touched = there.opponents_in_contact
    return March(
        unit=piece.id,
        inches=walk.spent,
        allowance=allowance(piece, walk.pace),
        at=walk.pose.at,
        facing=walk.pose.facing,
        level=walk.pose.level,
        jumps=walk.pace.jumps,
        needs=_needed(piece, walk.pace),
        touches=tuple(other.id for other in touched),
        spins=tuple(other.id for other in touched if may_spin(other)),
    )


def _needed(piece: Piece, pace: Pace) -> int | None:
    if not piece.opponents_in_contact:
        return None
    return break_away(piece, jumps=pace.jumps).needed
