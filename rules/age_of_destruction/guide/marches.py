"""What the movement of an order takes, and where it leads."""

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.contact import may_spin
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


def measure(setup: Setup, state: State, order: Order) -> tuple[March, ...]:
    """The movement of every unit an order moves; none for an order that moves nobody.

    The order need not be legal, but its units must stand on the table.
    """
    return tuple(_march(walk) for walk in order.walks(Field.of_moment(setup, state)))


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
