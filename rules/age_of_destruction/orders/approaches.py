"""Straight ways and places a unit may try, as short as a player writes them."""

from collections.abc import Iterator
from math import trunc

import msgspec

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.legs import Leg
from rules.core.drawing import Draw
from rules.core.geometry import Point, ahead, bearing, distance

#: Directions in which movement is sampled, and shares of the allowance.
DIRECTIONS = tuple(range(0, 360, 45))
SHARES = (1.0, 0.5)
#: Inches left between bases that are to touch.
SKIN = 0.005
#: Steps and decimals of sampled inches and degrees.
FINEST, DECIMALS = 0.001, 3


def destinations(piece: Piece, reach: int, draw: Draw) -> Iterator[Point]:
    """Places on the table all around, at full and half reach."""
    table = piece.field.table
    for direction in draw(DIRECTIONS) if reach > 0 else ():
        for share in draw(SHARES):
            place = spot(piece.at, piece.now.facing + direction, reach * share)
            if table.has(place):
                yield place


def spot(start: Point, degrees: float, inches: float) -> Point:
    """A place some inches away in a direction and not farther, as short as a player writes it."""
    x, y = ahead((0.0, 0.0), degrees, inches)
    return round(start[0] + _cut(x), 6), round(start[1] + _cut(y), 6)


def _cut(inches: float) -> float:
    return trunc(inches / FINEST) * FINEST


def heading(start: Point, end: Point) -> float:
    """The direction of a place, as short as a player writes it."""
    return round(bearing(start, end), DECIMALS)


def gap(piece: Piece, target: Piece, facing: float) -> float:
    """Inches to go in a direction until the bases nearly touch; no step is longer than what is
    still between them."""
    inches, left, most = 0.0, SKIN, distance(piece.at, target.at)
    while left > SKIN / 2 and inches < most:
        outline = piece.figure.shape.outline(ahead(piece.at, facing, inches), facing)
        left = max(outline.gap(target.outline), 0.0)
        inches += left
    return min(inches, most)


class Approach(msgspec.Struct, frozen=True):
    """A straight way and the direction in which a unit looks at its end."""

    end: Point
    facing: float

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The way as legs."""
        return (Leg(travel=(self.end,)), Leg(rotate=self.facing))


def straight_at(piece: Piece, other: Piece) -> Approach | None:
    """The straight way into contact with another unit, legal or not; None where they touch."""
    towards = heading(piece.at, other.at)
    inches = gap(piece, other, towards) - SKIN
    if inches <= 0:
        return None
    end = spot(piece.at, towards, inches)
    looks = heading(end, other.at) if distance(end, other.at) > SKIN else heading(piece.at, end)
    return Approach(end, looks)
