"""Points, discs, capsules and polygons on a plane, in inches and degrees.

Degrees run clockwise from the direction of growing y. Comparisons with printed values are
inclusive; `EPSILON` absorbs what floating point loses.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import fsum
from typing import TypeAlias

import msgspec

from rules.core.angles import direction, sine_and_cosine, span

EPSILON = 1e-6

Point: TypeAlias = tuple[float, float]
#: The smallest and largest x, then y.
Box: TypeAlias = tuple[float, float, float, float]


def distance(one: Point, other: Point) -> float:
    """Inches from point to point."""
    return span(other[0] - one[0], other[1] - one[1])


def bearing(one: Point, other: Point) -> float:
    """Degrees, 0 to below 360, in which `other` lies from `one`."""
    return direction(other[0] - one[0], other[1] - one[1])


def ahead(start: Point, degrees: float, inches: float) -> Point:
    """The point some inches away in a direction."""
    sine, cosine = sine_and_cosine(degrees)
    return (start[0] + inches * sine, start[1] + inches * cosine)


def turn_between(one: float, other: float) -> float:
    """The angle between two directions, 0 to 180 degrees."""
    return abs((one - other + 180) % 360 - 180)


def middle(polygon: Sequence[Point]) -> Point:
    """The point amid the corners of a polygon."""
    xs, ys = zip(*polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def along(start: Point, end: Point, share: float) -> Point:
    """The point at a share (0 to 1) of the way."""
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def length(path: Sequence[Point]) -> float:
    """Inches along a path of straight pieces."""
    return fsum(map(distance, path, path[1:]))


def box_around(points: Iterable[Point], margin: float = 0.0) -> Box:
    """The smallest box that holds some points, made larger by a margin on every side."""
    return grown(box(points), margin)


def grown(box: Box, margin: float) -> Box:
    """A box made larger by a margin on every side."""
    left, right, low, high = box
    return left - margin, right + margin, low - margin, high + margin


def in_box(point: Point, box: Box) -> bool:
    """Whether a point lies in a box, its sides included."""
    return box[0] <= point[0] <= box[1] and box[2] <= point[1] <= box[3]


def span_in_box(one: Point, other: Point, box: Box) -> tuple[float, float] | None:
    """The shares of a segment between which it lies in a box, None where it does not."""
    enters, leaves = 0.0, 1.0
    for start, end, low, high in (
        (one[0], other[0], box[0], box[1]),
        (one[1], other[1], box[2], box[3]),
    ):
        way = end - start
        if way == 0:
            if not low <= start <= high:
                return None
            continue
        shares = sorted(((low - start) / way, (high - start) / way))
        enters, leaves = max(enters, shares[0]), min(leaves, shares[1])
    return (enters, leaves) if enters <= leaves else None


def boxes_meet(one: Box, other: Box) -> bool:
    """Whether two boxes share a point."""
    return one[0] <= other[1] and one[1] >= other[0] and one[2] <= other[3] and one[3] >= other[2]


def box_within(one: Box, other: Box) -> bool:
    """Whether a box lies in another, their sides apart by no more than `EPSILON`."""
    return (
        one[0] >= other[0] - EPSILON
        and one[1] <= other[1] + EPSILON
        and one[2] >= other[2] - EPSILON
        and one[3] <= other[3] + EPSILON
    )


def point_to_segment(point: Point, start: Point, end: Point) -> float:
    """Inches from a point to the nearest point of a segment."""
    x, y = point[0] - start[0], point[1] - start[1]
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square < EPSILON * EPSILON:
        return span(x, y)
    share = (x * dx + y * dy) / square
    if share <= 0:
        return span(x, y)
    if share >= 1:
        return span(x - dx, y - dy)
    return span(x - share * dx, y - share * dy)


def nearest_on_segment(point: Point, start: Point, end: Point) -> Point:
    """The point of a segment nearest to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    if square < EPSILON * EPSILON:
        return start
    share = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square
    return along(start, end, min(1.0, max(0.0, share)))


def _side(one: Point, other: Point, point: Point) -> float:
    return (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])


def segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments cross in their interiors; touching at an end or lying along does not."""
    one, two = _side(a, b, c), _side(a, b, d)
    three, four = _side(c, d, a), _side(c, d, b)
    return (
        min(abs(one), abs(two), abs(three), abs(four)) > EPSILON
        and (one > 0) != (two > 0)
        and (three > 0) != (four > 0)
    )


def segment_to_segment(a: Point, b: Point, c: Point, d: Point) -> float:
    """Inches between two segments, 0 where they cross; a segment may be a point."""
    if a == b:
        return point_to_segment(a, c, d)
    if c == d:
        return point_to_segment(c, a, b)
    if segments_cross(a, b, c, d):
        return 0.0
    return min(
        point_to_segment(a, c, d),
        point_to_segment(b, c, d),
        point_to_segment(c, a, b),
        point_to_segment(d, a, b),
    )


class Outline(msgspec.Struct, frozen=True, gc=False):
    """The outline of a base: everything within `radius` of the segment from `start` to `end`.

    A disc's segment is a point; a capsule's lies along the heading.
    """

    start: Point
    end: Point
    radius: float

    def gap(self, other: "Outline") -> float:
        """Inches between two outlines, negative where they overlap."""
        between = segment_to_segment(self.start, self.end, other.start, other.end)
        return between - self.radius - other.radius

    def crossed_by(self, start: Point, end: Point) -> bool:
        """Whether a segment meets the interior; touching the rim does not count."""
        return segment_to_segment(self.start, self.end, start, end) < self.radius - EPSILON

    def holds(self, point: Point) -> bool:
        """Whether a point is in the interior."""
        return point_to_segment(point, self.start, self.end) < self.radius - EPSILON

    def box(self) -> Box:
        """The smallest box around it."""
        (x, y), (to_x, to_y), radius = self.start, self.end, self.radius
        return (
            (x if x < to_x else to_x) - radius,
            (to_x if x < to_x else x) + radius,
            (y if y < to_y else to_y) - radius,
            (to_y if y < to_y else y) + radius,
        )


Polygon: TypeAlias = tuple[Point, ...]


def edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    """The sides of a polygon, the last one closing it."""
    return zip(polygon, (*polygon[1:], *polygon[:1]), strict=True)


def is_simple(polygon: Polygon) -> bool:
    """Whether a polygon has an area and its sides meet at its corners only."""
    sides = list(edges(polygon))
    last = len(sides) - 1
    if last < 2 or abs(area(polygon)) <= EPSILON:
        return False
    for i, one in enumerate(sides):
        for j, other in enumerate(sides[i + 1 :], start=i + 1):
            if j == i + 1 and _folds_back(*one, other[1]):
                return False
            if j == last and i == 0 and _folds_back(*other, one[1]):
                return False
            if 1 < j - i < last and _sides_meet(one, other):
                return False
    return True


def _folds_back(before: Point, corner: Point, after: Point) -> bool:
    return turn_between(bearing(corner, before), bearing(corner, after)) < EPSILON


def _sides_meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    left, right, low, high = box(one)
    from_x, to_x, from_y, to_y = box(other)
    apart = (
        left > to_x + EPSILON
        or right < from_x - EPSILON
        or low > to_y + EPSILON
        or high < from_y - EPSILON
    )
    return not apart and segment_to_segment(*one, *other) <= EPSILON


def area(polygon: Polygon) -> float:
    """Square inches, positive for points listed counter-clockwise."""
    return fsum(a[0] * b[1] - b[0] * a[1] for a, b in edges(polygon)) / 2


def inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in a polygon or on its rim."""
    return _odd_crossings(point, polygon) or _on_rim_of(point, polygon)


def strictly_inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in the open interior of a polygon."""
    return _odd_crossings(point, polygon) and not _on_rim_of(point, polygon)


def _on_rim_of(point: Point, polygon: Polygon) -> bool:
    x, y = point
    b = polygon[-1]
    for corner in polygon:
        a, b = b, corner
        if (
            (a[0] - x > EPSILON and b[0] - x > EPSILON)
            or (x - a[0] > EPSILON and x - b[0] > EPSILON)
            or (a[1] - y > EPSILON and b[1] - y > EPSILON)
            or (y - a[1] > EPSILON and y - b[1] > EPSILON)
        ):
            continue
        if point_to_segment(point, a, b) <= EPSILON:
            return True
    return False


def _odd_crossings(point: Point, polygon: Polygon) -> bool:
    x, y = point
    odd = False
    ax, ay = polygon[-1]
    for bx, by in polygon:
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
        ax, ay = bx, by
    return odd


def cuts(start: Point, end: Point, polygon: Polygon) -> list[float]:
    """The shares of a segment at which it meets the sides of a polygon, in order, with 0 and 1."""
    shares = {0.0, 1.0}
    dx, dy = end[0] - start[0], end[1] - start[1]
    for (ax, ay), (bx, by) in edges(polygon):
        ex, ey = bx - ax, by - ay
        determinant = dx * ey - dy * ex
        if abs(determinant) < EPSILON * EPSILON:
            for corner in ((ax, ay), (bx, by)):
                shares.add(_share_of(corner, start, end))
            continue
        share = ((ax - start[0]) * ey - (ay - start[1]) * ex) / determinant
        other = ((ax - start[0]) * dy - (ay - start[1]) * dx) / determinant
        if -EPSILON <= share <= 1 + EPSILON and -EPSILON <= other <= 1 + EPSILON:
            shares.add(min(1.0, max(0.0, share)))
    return sorted(shares)


def _share_of(point: Point, start: Point, end: Point) -> float:
    total = distance(start, end)
    if total < EPSILON:
        return 0.0
    return distance(start, nearest_on_segment(point, start, end)) / total


def crosses_interior(start: Point, end: Point, polygon: Polygon) -> bool:
    """Whether a segment meets the open interior of a polygon; running along its rim does not."""
    shares = cuts(start, end, polygon)
    return any(
        strictly_inside(along(start, end, (one + other) / 2), polygon)
        for one, other in pairwise(shares)
    )


def overlaps(outline: Outline, polygon: Polygon) -> bool:
    """Whether an outline and a polygon share interior."""
    if strictly_inside(along(outline.start, outline.end, 0.5), polygon):
        return True
    return any(
        segment_to_segment(outline.start, outline.end, a, b) < outline.radius - EPSILON
        for a, b in edges(polygon)
    )


def touches(outline: Outline, polygon: Polygon, tolerance: float) -> bool:
    """Whether an outline overlaps a polygon or its rim is within a tolerance of it."""
    if strictly_inside(along(outline.start, outline.end, 0.5), polygon):
        return True
    return any(
        segment_to_segment(outline.start, outline.end, a, b) <= outline.radius + tolerance
        for a, b in edges(polygon)
    )


def wholly_inside(outline: Outline, polygon: Polygon) -> bool:
    """Whether no part of an outline is outside a polygon."""
    if not (inside(outline.start, polygon) and inside(outline.end, polygon)):
        return False
    return all(
        segment_to_segment(outline.start, outline.end, a, b) >= outline.radius - EPSILON
        for a, b in edges(polygon)
    )


def nearer_than(inches: float, one: Polygon, other: Polygon) -> bool:
    """Whether two polygons are less than some inches apart, or overlap."""
    if inside(one[0], other) or inside(other[0], one):
        return True
    reach = inches - EPSILON
    left, right, low, high = box(other)
    near = [
        (a, b)
        for a, b in edges(one)
        if max(a[0], b[0]) > left - reach
        and min(a[0], b[0]) < right + reach
        and max(a[1], b[1]) > low - reach
        and min(a[1], b[1]) < high + reach
    ]
    return any(segment_to_segment(a, b, c, d) < reach for a, b in near for c, d in edges(other))


def inches_to(point: Point, polygon: Polygon) -> float:
    """Inches from a point to a polygon, 0 inside."""
    if inside(point, polygon):
        return 0.0
    return min(point_to_segment(point, a, b) for a, b in edges(polygon))


def inches_to_box(point: Point, box: Box) -> float:
    """Inches from a point to a box, 0 inside."""
    left, right, low, high = box
    x, y = point
    return span(max(left - x, x - right, 0.0), max(low - y, y - high, 0.0))


def is_box(polygon: Polygon) -> bool:
    """Whether a polygon is a box with its sides along the axes."""
    left, right, low, high = box(polygon)
    corners = {(left, low), (right, low), (right, high), (left, high)}
    return len(polygon) == 4 and set(polygon) == corners


def box(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """The smallest and largest x, then y."""
    xs, ys = zip(*points, strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def rim(outline: Outline, steps: int = 72) -> Iterator[Point]:
    """Points on the rim of an outline, evenly by angle."""
    middle = along(outline.start, outline.end, 0.5)
    for step in range(steps):
        yield _on_rim(outline, middle, 360 / steps * step)


def _on_rim(outline: Outline, middle: Point, degrees: float) -> Point:
    """Where a ray from the middle leaves the outline; found by halving."""
    sine, cosine = sine_and_cosine(degrees)
    low = 0.0
    high = outline.radius + distance(outline.start, outline.end)
    for _ in range(40):
        half = (low + high) / 2
        point = (middle[0] + half * sine, middle[1] + half * cosine)
        if point_to_segment(point, outline.start, outline.end) <= outline.radius:
            low = half
        else:
            high = half
    return ahead(middle, degrees, low)
