"""Take position in a zone or along an obstacle (KG-038)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import within

FARTHEST = 5


class Position(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Occupy a zone or an obstacle."""

    terrain: str


def explain(field: Field, order: Position) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    work = next((t for t in field.terrain if t.id == order.terrain and t.is_work), None)
    if work is None or not piece.on_foot:
        yield no("TARGET_WRONG", "KG-038", unit=order.terrain)
    elif not within(work.gap(piece.base), FARTHEST):
        yield no("TOO_FAR", "KG-038", length=round(work.gap(piece.base), 2), left=FARTHEST)
    elif piece.unit.in_position == order.terrain:
        yield no("NOTHING_TO_DO", "KG-038")


def carry_out(res: Resolution, order: Position) -> None:
    """Occupy it."""
    res.change("in_position", order.unit, "KG-038", in_position=order.terrain)


def candidates(field: Field, piece: Piece) -> Iterator[Position]:
    """Every zone and obstacle."""
    for terrain in field.terrain:
        if terrain.is_work:
            yield Position(unit=piece.id, terrain=terrain.id)


KIND = OrderKind(Position, "minor", explain, carry_out, candidates)
