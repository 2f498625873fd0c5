"""Prepare flaming arrows for the next shot (KG-042)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.steps.resolution import Resolution


class FlamingArrows(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Set arrows alight."""


def explain(field: Field, order: FlamingArrows) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if not any(weapon.kind == "muscle" for weapon in piece.profile.weapons):
        yield no("CANNOT_SHOOT", "KG-042")
    elif piece.unit.flaming:
        yield no("NOTHING_TO_DO", "KG-042")


def carry_out(res: Resolution, order: FlamingArrows) -> None:
    """The next shot carries fire."""
    res.change("arrows_lit", order.unit, "KG-042", flaming=True)


def candidates(field: Field, piece: Piece) -> Iterator[FlamingArrows]:
    """For archers."""
    yield FlamingArrows(unit=piece.id)


KIND = OrderKind(FlamingArrows, "minor", explain, carry_out, candidates)
