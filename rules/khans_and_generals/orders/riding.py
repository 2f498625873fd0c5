"""What getting into the saddle and out of it share (KG-016)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import UnitOrder, no
from rules.khans_and_generals.records.profile import MOUNTED_TYPES


def rides(piece: Piece) -> bool:
    """Whether a unit has something to ride."""
    return piece.profile.type in MOUNTED_TYPES


def riding_faults(field: Field, order: UnitOrder, *, mounted: bool) -> Iterator[Violation]:
    """Why a unit cannot be `mounted`, or dismounted, by an order."""
    piece = field.piece(order.unit)
    if not rides(piece):
        yield no("TARGET_WRONG", "KG-016", unit=order.unit)
    elif piece.unit.mounted is mounted:
        yield no("NOTHING_TO_DO", "KG-016")
