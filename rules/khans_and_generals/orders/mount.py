"""Get into the saddle (KG-016)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.records.profile import MOUNTED_TYPES
from rules.khans_and_generals.steps.resolution import Resolution


class Mount(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Get into the saddle."""


def explain(field: Field, order: Mount) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if piece.profile.type not in MOUNTED_TYPES:
        yield no("TARGET_WRONG", "KG-016", unit=order.unit)
    elif piece.unit.mounted is True:
        yield no("NOTHING_TO_DO", "KG-016")


def carry_out(res: Resolution, order: Mount) -> None:
    """Done; a formation that the change forbids is lost (KG-094)."""
    lost = "skirmish"
    formation = res.unit(order.unit).formation
    kept = "standard" if formation == lost else formation
    res.change("mount", order.unit, "KG-016", mounted=True, formation=kept)


def candidates(field: Field, piece: Piece) -> Iterator[Mount]:
    """For whoever rides."""
    if piece.profile.type in MOUNTED_TYPES:
        yield Mount(unit=piece.id)


KIND = OrderKind(Mount, "major", explain, carry_out, candidates)
