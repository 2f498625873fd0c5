"""Open or close the hatches (KG-086, KG-135)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.steps.resolution import Resolution


class Hatches(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Open or close them."""

    open: bool


def explain(field: Field, order: Hatches) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if not piece.profile.is_vehicle:
        yield no("TARGET_WRONG", "KG-135", unit=order.unit)
    elif (piece.unit.hatches == "open") == order.open:
        yield no("NOTHING_TO_DO", "KG-135")


def carry_out(res: Resolution, order: Hatches) -> None:
    """Turn the handle."""
    res.change("hatches", order.unit, "KG-086", hatches="open" if order.open else "closed")


def candidates(field: Field, piece: Piece) -> Iterator[Hatches]:
    """The other way."""
    if piece.profile.is_vehicle:
        yield Hatches(unit=piece.id, open=piece.unit.hatches == "closed")


KIND = OrderKind(Hatches, "minor", explain, carry_out, candidates)
