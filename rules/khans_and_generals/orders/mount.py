"""Get into the saddle (KG-016)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder
from rules.khans_and_generals.orders.riding import rides, riding_faults
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.riding import seated


class Mount(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Get into the saddle."""


def explain(field: Field, order: Mount) -> Iterator[Violation]:
    """Why not."""
    yield from riding_faults(field, order, mounted=True)


def carry_out(res: Resolution, order: Mount) -> None:
    """Done."""
    fields = seated(res.unit(order.unit), mounted=True)
    res.change("mount", order.unit, "KG-016", **fields)


def candidates(field: Field, piece: Piece) -> Iterator[Mount]:
    """For whoever rides."""
    if rides(piece):
        yield Mount(unit=piece.id)


KIND = OrderKind(Mount, "major", explain, carry_out, candidates)
