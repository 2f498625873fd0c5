"""Change of formation (KG-094)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.records.profile import Formation as Name
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.terrain import OPEN_ORDER


class Formation(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Draw up anew."""

    formation: Name


def available(piece: Piece, formation: str, *, mounted: bool) -> bool:
    """Whether a unit may adopt a formation at all (KG-094)."""
    if formation == "disordered" or piece.profile.class_ not in ("line", "hq", "support"):
        return False
    if formation == "standard":
        return True
    if piece.profile.class_ == "support":
        return formation == "column"
    if (formation == "skirmish" and mounted) or (formation == "wedge" and not mounted):
        return False
    return formation in piece.profile.formations


def explain(field: Field, order: Formation) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    yield from faults(piece, order.formation)
    if piece.unit.formation == order.formation:
        yield no("NOTHING_TO_DO", "KG-094")


def faults(piece: Piece, formation: str) -> Iterator[Violation]:
    """Why a unit cannot have a formation where it stands."""
    if not available(piece, formation, mounted=piece.is_mounted):
        yield no("FORMATION_UNAVAILABLE", "KG-094", formation=formation)
    elif formation not in OPEN_ORDER and any(t.row.open_order for t in piece.areas):
        yield no("FORMATION_FORBIDDEN", "KG-094", formation=formation)


def carry_out(res: Resolution, order: Formation) -> None:
    """Draw up."""
    res.change("formation_changed", order.unit, "KG-094", formation=order.formation)


def candidates(field: Field, piece: Piece) -> Iterator[Formation]:
    """Every other formation of the card, each once: line units have the column on theirs."""
    for formation in dict.fromkeys(("standard", "column", *piece.profile.formations)):
        yield Formation(unit=piece.id, formation=formation)


KIND = OrderKind(Formation, "major", explain, carry_out, candidates, prepares=True)
