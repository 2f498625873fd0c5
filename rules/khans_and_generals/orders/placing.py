"""Placing units on the table: what every placement asks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import no
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.table.bases import Base
from rules.khans_and_generals.table.terrain import KINDS, NEVER_ENTERED


class PlacedUnit(msgspec.Struct, frozen=True):
    """A unit with its place."""

    unit: str
    at: Place
    facing: float = 0


def placed_first(order: Mapping[str, Any]) -> str:
    """The unit that an order as it is written, rightly or not, places first; "" for none."""
    places = order.get("places")
    first = places[0] if isinstance(places, list | tuple) and places else None
    return str(first.get("unit", "")) if isinstance(first, Mapping) else ""


def placed(field: Field, where: PlacedUnit) -> Piece:
    """A unit as it would stand there."""
    piece = field.piece(where.unit)
    unit = msgspec.structs.replace(piece.unit, at=where.at, facing=where.facing % 360)
    return Piece(field, unit)


def place_faults(field: Field, places: Sequence[PlacedUnit]) -> Iterator[Violation]:
    """Why units cannot stand where they would: off the table, in barred terrain."""
    for where in places:
        piece = placed(field, where)
        if not field.on_table(piece.base):
            yield no("PLACE_FORBIDDEN", "KG-092", unit=where.unit)
        for terrain, standing in piece.standings:
            if is_barred(piece, terrain.kind) or (
                standing == "depth" and piece.profile.class_ in terrain.row.barred_in_depth
            ):
                yield no("TERRAIN_BARRED", "KG-026", terrain=terrain.id)


def crowding_faults(
    field: Field, places: Sequence[PlacedUnit], *, among_friends: bool = True
) -> Iterator[Violation]:
    """Units that would stand on others (KG-092); without `among_friends` only on each other:
    friends on the table make room."""
    placed_now = {where.unit for where in places}
    present = [p.base for p in field.present if p.id not in placed_now]
    bases: list[Base] = present if among_friends else []
    for where in places:
        piece = placed(field, where)
        if any(base.overlaps(piece.base) for base in bases):
            yield no("PLACE_FORBIDDEN", "KG-092", unit=where.unit)
        bases.append(piece.base)


def is_barred(piece: Piece, kind: str) -> bool:
    """Whether a kind of terrain is closed to a unit."""

    names = {piece.profile.class_, "mounted" if piece.is_horse else ""}
    return kind in NEVER_ENTERED or bool(names & set(KINDS[kind].barred))


def unknown_faults(field: Field, names: Sequence[str]) -> Iterator[Violation]:
    """Names that are no units."""
    for name in names:
        if name not in field.state.units:
            yield no("UNIT_UNKNOWN", "KG-059", unit=name)
