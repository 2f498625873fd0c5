"""Move and Run (KG-087 to KG-093)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.orders.moving import sample_ways, way_faults
from rules.khans_and_generals.steps.locking import lock_in_contact
from rules.khans_and_generals.steps.movement import NEVER_RUN, Legs, Plan, march
from rules.khans_and_generals.steps.resolution import Resolution

RUN_FACTOR = 2


class Move(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Go along some legs; further moves of the turn count on."""

    legs: Legs
    run: bool = False


def plan(field: Field, order: Move) -> Plan:
    """What the way means."""
    factor = RUN_FACTOR if order.run else 1
    return Plan(field, field.piece(order.unit), order.legs, factor=factor)


def explain(field: Field, order: Move) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if piece.unit.deployed:
        yield no("NOT_DEPLOYED", "KG-059")
    if order.run and piece.unit.formation in NEVER_RUN:
        yield no("RUN_FORBIDDEN", "KG-175", formation=piece.unit.formation)
    yield from way_faults(plan(field, order))


def carry_out(res: Resolution, order: Move) -> None:
    """Go; whoever ends in contact with an enemy attacks him (KG-096)."""
    march(res, order.unit, plan(res.field, order), run=order.run)
    lock_in_contact(res, order.unit)


def candidates(field: Field, piece: Piece) -> Iterator[Move]:
    """Ways worth trying."""
    for legs in sample_ways(field, piece):
        yield Move(unit=piece.id, legs=legs)
    for legs in sample_ways(field, piece):
        yield Move(unit=piece.id, legs=legs, run=True)


KIND = OrderKind(Move, "move", explain, carry_out, candidates, moves=True, in_fire=True)
