"""Set up a machine gun, a mortar or a gun (KG-018, KG-059)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder
from rules.khans_and_generals.orders.deploying import can_set_up, deploying_faults
from rules.khans_and_generals.steps.resolution import Resolution


class SetUp(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Set up a machine gun, a mortar or a gun."""


def explain(field: Field, order: SetUp) -> Iterator[Violation]:
    """Why not."""
    yield from deploying_faults(field, order, deployed=True)


def carry_out(res: Resolution, order: SetUp) -> None:
    """Done."""
    res.change("set_up", order.unit, "KG-059", deployed=True)


def candidates(field: Field, piece: Piece) -> Iterator[SetUp]:
    """For whoever has the order by type."""
    if can_set_up(piece):
        yield SetUp(unit=piece.id)


KIND = OrderKind(SetUp, "major", explain, carry_out, candidates, prepares=True)
