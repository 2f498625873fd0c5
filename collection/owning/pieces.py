"""Rows that name a piece, and texts of a piece with its variant."""

from typing import Protocol

from collection.catalogue.pieces import Piece, find_piece


class Keyed(Protocol):
    """A row that names a piece."""

    system: str
    set_code: str
    number: str
    variant: str


def piece_of(row: Keyed) -> Piece:
    """The piece a row is about."""
    return Piece(row.system, row.set_code, row.number, row.variant)


def piece_named(system: str, text: str) -> Piece | None:
    """The piece whose text this is: "AOD-033", or "AOD-033 limited edition" with its variant."""
    catalogue_id, _space, variant = text.partition(" ")
    return find_piece(system, catalogue_id, variant)
