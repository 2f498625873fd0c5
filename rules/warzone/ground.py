"""The ground: how high it is at a point, and what a straight way passes."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from rules.core.geometry import (
    Outline,
    Point,
    along,
    cuts,
    distance,
    edges,
    inside,
    nearest_on_segment,
    strictly_inside,
)
from rules.warzone.position import Block, Gap, Piece, Table

#: Inches within which something is "at" a place, and by which bases may miss each other.
NEAR = 0.05
TOUCH = 0.01
#: What floating point may lose of a maximum.
LOST = 1e-6
#: Models farther apart in height do not meet.
LEVEL = 0.5


class Stretch(msgspec.Struct, frozen=True):
    """A piece of a straight way over ground of one height."""

    start: Point
    end: Point
    ground: float


class Ground:
    """A table with its terrain."""

    def __init__(self, table: Table, pieces: dict[str, Piece]) -> None:
        self.table = table
        self.pieces = pieces
        self.blocks = tuple(piece for piece in pieces.values() if isinstance(piece, Block))
        self.gaps = tuple(piece for piece in pieces.values() if isinstance(piece, Gap))

    def surface(self, at: Point) -> float:
        """The height of the ground: the highest block, else minus the depth of a gap, else 0."""
        heights = [block.height for block in self.blocks if inside(at, block.polygon)]
        if heights:
            return max(heights)
        return self.floor(at)

    def floor(self, at: Point) -> float:
        """The height of the ground without what rises from it."""
        depths = [gap.depth for gap in self.gaps if strictly_inside(at, gap.polygon)]
        return 0.0 - max(depths, default=0.0)

    def can_stand(self, at: Point) -> bool:
        """Whether a model can stand at a point: on no block without a top."""
        height = self.surface(at)
        return not any(
            not block.top and block.height == height and inside(at, block.polygon)
            for block in self.blocks
        )

    def on_table(self, at: Point, radius: float) -> bool:
        """Whether a base lies on the table."""
        return all(
            radius - LOST <= place <= size - radius + LOST
            for place, size in zip(at, (self.table.width, self.table.depth), strict=True)
        )

    def stretches(self, start: Point, end: Point) -> Iterator[Stretch]:
        """A straight way in pieces over ground of one height each."""
        rims = [piece.polygon for piece in self.blocks] + [piece.polygon for piece in self.gaps]
        shares = sorted({share for rim in rims for share in cuts(start, end, rim)})
        for one, other in pairwise(shares or [0.0, 1.0]):
            if (other - one) * distance(start, end) > LOST:
                middle = along(start, end, (one + other) / 2)
                yield Stretch(
                    along(start, end, one), along(start, end, other), self.surface(middle)
                )


def overlap(between: float) -> bool:
    """Whether two bases overlap, by the inches between their edges."""
    return between < -TOUCH - LOST


def meet(between: float) -> bool:
    """Whether two bases touch or overlap, by the inches between their edges."""
    return between <= TOUCH + LOST


def disc(at: Point, radius: float) -> Outline:
    """A round base."""
    return Outline(at, at, radius)


def nearest_on_rim(at: Point, polygon: tuple[Point, ...]) -> Point:
    """The point of a polygon's rim nearest to a point."""
    return min(
        (nearest_on_segment(at, one, other) for one, other in edges(polygon)),
        key=lambda point: distance(at, point),
    )
