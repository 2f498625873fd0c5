"""Make a machine gun, a mortar or a gun ready to move (KG-018, KG-059)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder
from rules.khans_and_generals.orders.deploying import can_set_up, deploying_faults
from rules.khans_and_generals.steps.resolution import Resolution


class PackUp(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Make a machine gun, a mortar or a gun ready to move."""


def explain(field: Field, order: PackUp) -> Iterator[Violation]:
    """Why not."""
    yield from deploying_faults(field, order, deployed=False)


def carry_out(res: Resolution, order: PackUp) -> None:
    """Done."""
    res.change("pack_up", order.unit, "KG-059", deployed=False)


def candidates(field: Field, piece: Piece) -> Iterator[PackUp]:
    """For whoever has the order by type."""
    if can_set_up(piece):
        yield PackUp(unit=piece.id)


KIND = OrderKind(PackUp, "major", explain, carry_out, candidates, prepares=True)
