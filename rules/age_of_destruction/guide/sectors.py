"""What lies in the arcs of a unit and in the ranges of its weapons (rules AOD-FACING, RANGED)."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.moment.aiming import common_range
from rules.age_of_destruction.moment.piece import Piece
from rules.core.geometry import Point


class Sector(msgspec.Struct, frozen=True):
    """A part of a ring around a place: between two inches, so many degrees wide around a direction.

    `name`: "front" or "rear" for an arc, a weapon's slot or "artillery" for its range.
    """

    name: str
    at: Point
    facing: float
    degrees: float
    minimum: float
    maximum: float


def sectors(piece: Piece) -> Iterator[Sector]:
    """The ranges of a unit on the table, as conditions limit them, then both of its arcs as far as
    the longest of them."""
    front = (piece.at, piece.now.facing, piece.figure.front)
    longest = piece.figure.shape.length
    for slot, weapon in piece.weapons.items():
        if weapon.range_type == "melee" or weapon.maximum <= 0:
            continue
        most = common_range(weapon, piece.field)
        longest = max(longest, most)
        yield Sector(slot, *front, weapon.minimum, most)
    far = piece.unit.artillery_range or 0
    if piece.unit.is_artillery and far:
        nearest = common_range(piece.weapons["primary"], piece.field)
        yield Sector("artillery", *front, nearest, far)
    yield Sector("front", *front, 0, longest)
    yield Sector("rear", piece.at, piece.now.facing + 180, piece.figure.rear, 0, longest)
