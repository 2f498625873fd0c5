"""The shortest ways of a point round what it may not cross.

A way bends at corners that lie a little outside of walls: it is legal where the shortest is, and
longer than that by hardly anything.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Protocol

from rules.core.angles import span
from rules.core.geometry import (
    EPSILON,
    Box,
    Point,
    Polygon,
    along,
    area,
    box_around,
    boxes_meet,
    distance,
    edges,
    grown,
)

#: How far a corner of a way keeps clear of a wall.
CLEAR = 0.01


class Wall(Protocol):
    """What a way may not cross."""

    box: Box
    corners: tuple[Point, ...]

    def bars(self, one: Point, other: Point) -> bool:
        """Whether a straight piece may not be gone to its end."""


class Solid:
    """A polygon whose interior is closed, for ways that begin outside of it."""

    def __init__(self, polygon: Polygon) -> None:
        self.box = box_around(polygon)
        self.sides = [(a, b) for a, b in edges(polygon)]
        self.corners = outside(polygon, CLEAR)

    def bars(self, one: Point, other: Point) -> bool:
        """Whether a piece meets a side."""
        (px, py), (qx, qy) = one, other
        dx, dy = qx - px, qy - py
        for (ax, ay), (bx, by) in self.sides:
            start = dx * (ay - py) - dy * (ax - px)
            end = dx * (by - py) - dy * (bx - px)
            if (start > 0) == (end > 0):
                continue
            ex, ey = bx - ax, by - ay
            if (ex * (py - ay) - ey * (px - ax) > 0) != (ex * (qy - ay) - ey * (qx - ax) > 0):
                return True
        return False


def outside(polygon: Polygon, gap: float) -> tuple[Point, ...]:
    """The corners of a polygon a little outside of it, counter-clockwise, without its dents."""
    corners = list(polygon if area(polygon) > 0 else polygon[::-1])
    found = []
    for index, (x, y) in enumerate(corners):
        ax, ay = corners[index - 1]
        bx, by = corners[(index + 1) % len(corners)]
        one, two = span(x - ax, y - ay), span(bx - x, by - y)
        if (x - ax) * (by - y) - (y - ay) * (bx - x) <= 0:
            continue
        east = (x - ax) / one - (bx - x) / two
        north = (y - ay) / one - (by - y) / two
        out = span(east, north)
        found.append((x + gap * east / out, y + gap * north / out))
    return tuple(found)


class Corner:
    """A place at which a way bends: how far it is to here, over which corner before, and on which
    side of the way the wall lies (1 left, -1 right); the start lies at no wall."""

    __slots__ = ("after", "at", "before", "far", "previous", "side")

    def __init__(
        self, at: Point, far: float, previous: "Corner | None", before: Point, after: Point
    ) -> None:
        self.at, self.far, self.previous = at, far, previous
        self.before, self.after = before, after
        self.side = 0
        if previous is not None:
            left = _turn(previous.at, at, before) + _turn(previous.at, at, after)
            self.side = 1 if left > 0 else -1

    def bends_to(self, point: Point) -> bool:
        """Whether a way that goes on to a point bends round the wall here."""
        if self.previous is None:
            return True
        return (
            _turn(self.previous.at, self.at, point) * self.side >= -EPSILON
            and _turn(self.at, point, self.before) * self.side >= -EPSILON
            and _turn(self.at, point, self.after) * self.side >= -EPSILON
        )

    @property
    def way(self) -> tuple[Point, ...]:
        """The way from the start to here."""
        before = self.previous.way if self.previous else ()
        return (*before, self.at)


def _turn(one: Point, two: Point, three: Point) -> float:
    """Above 0 where the third point lies left of the way from the first to the second."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


class Routes:
    """The shortest ways from a start among walls on a table of some size, up to a length."""

    def __init__(
        self, start: Point, walls: Sequence[Wall], size: tuple[float, float], most: float
    ) -> None:
        self.start, self.size, self.most = start, size, most
        around = grown((start[0], start[0], start[1], start[1]), most)
        self.walls = [wall for wall in walls if boxes_meet(wall.box, around)]
        self.corners = self._settled()

    def open(self, one: Point, other: Point) -> bool:
        """Whether a straight piece crosses no wall."""
        left, right = (one[0], other[0]) if one[0] < other[0] else (other[0], one[0])
        low, high = (one[1], other[1]) if one[1] < other[1] else (other[1], one[1])
        for wall in self.walls:
            box = wall.box
            if (
                box[0] <= right
                and box[1] >= left
                and box[2] <= high
                and box[3] >= low
                and wall.bars(one, other)
            ):
                return False
        return True

    def last_corner(self, to: Point, most: float = inf) -> tuple[Corner, float] | None:
        """The last corner of the shortest way to a point and its inches, None where none leads
        there within `most`."""
        first = self.corners[0]
        straight = distance(self.start, to)
        if straight > most:
            return None
        if self.open(self.start, to):
            return first, straight
        x, y = to
        likely = []
        for corner in self.corners[1:]:
            at = corner.at
            total = corner.far + span(at[0] - x, at[1] - y)
            if total <= most:
                likely.append((total, corner))
        likely.sort(key=_by_inches)
        for total, corner in likely:
            if corner.bends_to(to) and self.open(corner.at, to):
                return corner, total
        return None

    def way_to(self, to: Point) -> tuple[Point, ...] | None:
        """The shortest way to a point, None where none leads there."""
        found = self.last_corner(to)
        return (*found[0].way, to) if found else None

    def _settled(self) -> list[Corner]:
        """All corners that ways go round, the nearest first."""
        start = Corner(self.start, 0.0, None, self.start, self.start)
        settled: list[Corner] = []
        done: set[Point] = set()
        waiting: list[tuple[float, int, Corner]] = [(0.0, 0, start)]
        count = 0
        while waiting:
            _, _, corner = heappop(waiting)
            if corner.at in done:
                continue
            done.add(corner.at)
            settled.append(corner)
            for near in self._next(corner, done):
                count += 1
                heappush(waiting, (near.far, count, near))
        return settled

    def _next(self, corner: Corner, done: set[Point]) -> Iterator[Corner]:
        """The corners to which a way goes straight on from one."""
        width, depth = self.size
        for wall in self.walls:
            points = wall.corners
            for index, at in enumerate(points):
                if at in done or not (0 <= at[0] <= width and 0 <= at[1] <= depth):
                    continue
                before, after = points[index - 1], points[(index + 1) % len(points)]
                far = corner.far + distance(corner.at, at)
                if far > self.most or not corner.bends_to(at):
                    continue
                sides = _turn(corner.at, at, before), _turn(corner.at, at, after)
                if min(sides) < -EPSILON and max(sides) > EPSILON:
                    continue
                if self.open(corner.at, at):
                    yield Corner(at, far, corner, before, after)


def _by_inches(found: tuple[float, Corner]) -> float:
    return found[0]


def cut(route: Sequence[Point], inches: float) -> tuple[Point, ...]:
    """The first inches of a way."""
    path = [route[0]]
    for corner in route[1:]:
        piece = distance(path[-1], corner)
        if piece >= inches:
            return (*path, along(path[-1], corner, inches / piece) if piece else corner)
        path.append(corner)
        inches -= piece
    return tuple(path)
