"""Get out of the saddle (KG-016)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder
from rules.khans_and_generals.orders.riding import rides, riding_faults
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.riding import seated


class Dismount(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Get out of the saddle."""


def explain(field: Field, order: Dismount) -> Iterator[Violation]:
    """Why not."""
    yield from riding_faults(field, order, mounted=False)


def carry_out(res: Resolution, order: Dismount) -> None:
    """Done."""
    fields = seated(res.unit(order.unit), mounted=False)
    res.change("dismount", order.unit, "KG-016", **fields)


def candidates(field: Field, piece: Piece) -> Iterator[Dismount]:
    """For whoever rides."""
    if rides(piece):
        yield Dismount(unit=piece.id)


KIND = OrderKind(Dismount, "major", explain, carry_out, candidates)
