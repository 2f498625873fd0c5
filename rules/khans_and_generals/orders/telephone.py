"""Lay a telephone line (KG-019, KG-059)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import OFF_MAP
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no, target_faults
from rules.khans_and_generals.steps.resolution import Resolution


class Telephone(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Prepare a line to a unit of the own side, or off the map."""

    to: str


def explain(field: Field, order: Telephone) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    if order.to != OFF_MAP:
        faults = list(target_faults(field, order.to))
        yield from faults
        if faults:
            return
        if field.piece(order.to).is_enemy(piece) or order.to == order.unit:
            yield no("TARGET_WRONG", "KG-019", unit=order.to)
    if piece.profile.class_ != "support" and not piece.profile.has("telephone"):
        yield no("TARGET_WRONG", "KG-019", unit=order.unit)
    if {(order.unit, order.to), (order.to, order.unit)} & set(field.state.lines):
        yield no("NOTHING_TO_DO", "KG-019")


def carry_out(res: Resolution, order: Telephone) -> None:
    """The line is laid."""
    lines = (*res.state.lines, (order.unit, order.to))
    res.emit("line_laid", "KG-019", unit=order.unit, table={"lines": lines}, to=order.to)


def candidates(field: Field, piece: Piece) -> Iterator[Telephone]:
    """Off the map, and to the own HQ."""
    if piece.profile.class_ == "support" or piece.profile.has("telephone"):
        yield Telephone(unit=piece.id, to=OFF_MAP)
        if piece.unit.hq is not None:
            yield Telephone(unit=piece.id, to=piece.unit.hq)


KIND = OrderKind(Telephone, "major", explain, carry_out, candidates, prepares=True)
