"""Bases on the table: their corners and sides, what lies in front of them, how far they are apart.

Lengths in centimetres; angles in degrees, 0 = +y, clockwise. Comparisons have a tolerance of
0.01 cm in favour of the order; bases touch when they are apart by at most 0.05 cm.
"""

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Literal

from rules.core.angles import direction, sine_and_cosine, span
from rules.core.geometry import (
    Point,
    Polygon,
    ahead,
    along,
    bearing,
    distance,
    edges,
    inside,
    point_to_segment,
    segment_to_segment,
    segments_cross,
)

TOLERANCE = 0.01
CONTACT = 0.05

Side = Literal["front", "flank", "rear"]
Pivot = Literal["centre", "front", "front_left", "front_right", "rear_left", "rear_right"]


def within(length: float, limit: float) -> bool:
    """Whether a length keeps a limit."""
    return length <= limit + TOLERANCE


class Base:
    """A base, or the hull of a vehicle, at its place."""

    def __init__(
        self, at: Point, facing: float, size: tuple[float, float], is_round: bool = False
    ) -> None:
        self.at = at
        self.facing = facing
        self.size = size
        self.is_round = is_round

    def moved(self, at: Point, facing: float) -> "Base":
        """The same base elsewhere."""
        return Base(at, facing, self.size, self.is_round)

    def ahead(self, centimetres: float) -> "Base":
        """The same base moved straight on."""
        return self.moved(ahead(self.at, self.facing, centimetres), self.facing)

    @property
    def radius(self) -> float:
        """The radius of a round base."""
        return self.size[0] / 2

    @property
    def reach(self) -> float:
        """No point of the base is farther from its centre."""
        return self.radius if self.is_round else span(*self.size) / 2

    def _point(self, right: float, forward: float) -> Point:
        return ahead(ahead(self.at, self.facing, forward), self.facing + 90, right)

    @cached_property
    def corners(self) -> Polygon:
        """Front left, front right, rear right, rear left; of a round base every 90° between."""
        if self.is_round:
            return tuple(ahead(self.at, self.facing + turn, self.radius) for turn in _DIAGONALS)
        right, forward = self.size[0] / 2, self.size[1] / 2
        return (
            self._point(-right, forward),
            self._point(right, forward),
            self._point(right, -forward),
            self._point(-right, -forward),
        )

    @cached_property
    def middles(self) -> Polygon:
        """The middles of the sides: front, right, rear, left."""
        if self.is_round:
            return tuple(ahead(self.at, self.facing + turn, self.radius) for turn in _STRAIGHT)
        return tuple(along(one, other, 0.5) for one, other in edges(self.corners))

    @property
    def front(self) -> Point:
        """The middle of the front edge, from which radii are measured (KG-006, KG-009)."""
        return self.middles[0]

    @cached_property
    def rim(self) -> Polygon:
        """The points that lines of sight join: corners and middles (KG-071)."""
        return (*self.corners, *self.middles)

    def pivot(self, about: Pivot) -> Point:
        """A point a base may turn about (KG-088)."""
        if about == "centre":
            return self.at
        return self.front if about == "front" else self.corners[_CORNERS.index(about)]

    def turned(self, degrees: float, about: Pivot) -> "Base":
        """The base after a turn, clockwise."""
        pivot = self.pivot(about)
        way = distance(pivot, self.at)
        at = ahead(pivot, bearing(pivot, self.at) + degrees, way) if way else self.at
        return self.moved(at, (self.facing + degrees) % 360)

    def side_towards(self, point: Point) -> Side:
        """The sector a point lies in; on a diagonal the better one for the base (KG-013)."""
        turn = abs((bearing(self.at, point) - self.facing + 180) % 360 - 180)
        half = 45.0 if self.is_round else direction(*self.size)
        if turn <= half + _ON_LINE:
            return "front"
        return "flank" if turn <= 180 - half + _ON_LINE else "rear"

    def distance(self, other: "Base") -> float:
        """Between the nearest middles of sides; of round bases the nearest point (KG-007)."""
        ones = (self.at,) if self.is_round else self.middles
        others = (other.at,) if other.is_round else other.middles
        between = min(distance(one, another) for one in ones for another in others)
        spared = sum(base.radius for base in (self, other) if base.is_round)
        return max(0.0, between - spared)

    def to_point(self, point: Point) -> float:
        """From the nearest point of the base to a point, 0 inside."""
        if self.is_round:
            return max(0.0, distance(self.at, point) - self.radius)
        if inside(point, self.corners):
            return 0.0
        return min(point_to_segment(point, a, b) for a, b in edges(self.corners))

    def gap(self, other: "Base") -> float:
        """What is between two bases, negative where they overlap."""
        if self.is_round:
            return other._gap_to_disc(self.at) - self.radius
        if other.is_round:
            return self._gap_to_disc(other.at) - other.radius
        apart = max(_apart(self, other), _apart(other, self))
        if apart <= 0:
            return apart
        return min(
            segment_to_segment(a, b, c, d)
            for a, b in edges(self.corners)
            for c, d in edges(other.corners)
        )

    def _gap_to_disc(self, centre: Point) -> float:
        if self.is_round:
            return distance(self.at, centre) - self.radius
        rim = min(point_to_segment(centre, a, b) for a, b in edges(self.corners))
        return -rim if inside(centre, self.corners) else rim

    def touches(self, other: "Base") -> bool:
        """Whether two bases are in contact (KG-010)."""
        if distance(self.at, other.at) > self.reach + other.reach + CONTACT:
            return False
        return self.gap(other) <= CONTACT

    def overlaps(self, other: "Base") -> bool:
        """Whether two bases cover common ground, beyond what touching allows."""
        if distance(self.at, other.at) > self.reach + other.reach:
            return False
        return self.gap(other) < -CONTACT

    def crossed_by(self, start: Point, end: Point) -> bool:
        """Whether a straight line runs through the inside of the base."""
        inner = TOLERANCE
        if point_to_segment(self.at, start, end) > self.reach:
            return False
        if self.is_round:
            return point_to_segment(self.at, start, end) < self.radius - inner
        half = (self.size[0] / 2 - inner, self.size[1] / 2 - inner)
        return _crosses_box(self._local(start), self._local(end), half)

    def _local(self, point: Point) -> Point:
        """A point seen from the centre: to the right, forward."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        sine, cosine = sine_and_cosine(self.facing)
        return (x * cosine - y * sine, x * sine + y * cosine)


_DIAGONALS = (-45.0, 45.0, 135.0, 225.0)
_STRAIGHT = (0.0, 90.0, 180.0, 270.0)
_CORNERS = ("front_left", "front_right", "rear_right", "rear_left")
#: Degrees within which a point is on the line between two sectors.
_ON_LINE = 1e-6


@lru_cache(maxsize=4096)
def base_at(at: Point, facing: float, size: tuple[float, float], is_round: bool) -> Base:
    """A base at its place; the same one for units that have not moved since."""
    return Base(at, facing, size, is_round)


def _apart(one: Base, other: Base) -> float:
    """How far a rectangle lies beyond the sides of another, negative where it does not."""
    places = [one._local(corner) for corner in other.corners]
    right, forward = one.size[0] / 2, one.size[1] / 2
    return max(
        min(x for x, _ in places) - right,
        -right - max(x for x, _ in places),
        min(y for _, y in places) - forward,
        -forward - max(y for _, y in places),
    )


def _crosses_box(start: Point, end: Point, half: tuple[float, float]) -> bool:
    """Whether a segment has a piece inside the box about the origin."""
    enters, leaves = 0.0, 1.0
    for axis in (0, 1):
        way = end[axis] - start[axis]
        if abs(way) < 1e-12:
            if abs(start[axis]) >= half[axis]:
                return False
            continue
        low, high = sorted(((-half[axis] - start[axis]) / way, (half[axis] - start[axis]) / way))
        enters, leaves = max(enters, low), min(leaves, high)
    return leaves - enters > 1e-9


def joined_without_crossing(segments: Iterable[tuple[int, int, Point, Point]]) -> bool:
    """Whether two of some segments from corner to corner join different corners of both bases and
    do not cross (KG-072)."""
    found = list(segments)
    return any(
        one[0] != other[0]
        and one[1] != other[1]
        and not segments_cross(one[2], one[3], other[2], other[3])
        for index, one in enumerate(found)
        for other in found[index + 1 :]
    )
