"""The shortest ways of a dot round what it may not cross (rules AOD-MOVE, TERRAIN, ELEV).

Paths are judged by their dot, so walls are the bases and the terrain themselves, not grown by a
base. A way bends at corners that lie a little outside of walls: it is legal, and longer than the
shortest one by no more than what going round a base by `SIDES` corners adds (some hundredths).
"""

from collections.abc import Iterable, Iterator, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Protocol

from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.table.bases import TOLERANCE, Base
from rules.age_of_destruction.table.path import Mover
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.angles import sine_and_cosine, span
from rules.core.geometry import (
    EPSILON,
    Box,
    Outline,
    Point,
    Polygon,
    along,
    area,
    box_around,
    distance,
    edges,
    grown,
    point_to_segment,
    segment_to_segment,
    wholly_inside,
)

#: Corners of a way round a base, and inches by which they keep clear of a wall.
SIDES = 12
CLEAR = 0.01
#: Inches between the places at which terrain with a dent is looked at.
LOOK = 0.2


class Wall(Protocol):
    """What a way may not cross."""

    box: Box
    corners: tuple[Point, ...]

    def bars(self, one: Point, other: Point) -> bool:
        """Whether a straight piece may not be gone to its end."""


class Around:
    """A base, passed outside its rim (AOD-MOVE-003)."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.box = outline.box()
        self.corners = tuple(_round(outline))

    def bars(self, one: Point, other: Point) -> bool:
        """Whether a piece meets the interior."""
        rim = self.outline
        if rim.start == rim.end:
            return point_to_segment(rim.start, one, other) < rim.radius - EPSILON
        return rim.crossed_by(one, other)


def _round(outline: Outline) -> Iterator[Point]:
    """Corners around an outline, counter-clockwise, whose sides do not meet it."""
    turn = 360.0 / SIDES
    far = outline.radius / sine_and_cosine(turn / 2)[1] + CLEAR
    dx, dy = outline.end[0] - outline.start[0], outline.end[1] - outline.start[1]
    long = span(dx, dy)
    east, north = (dx / long, dy / long) if long else (0.0, 1.0)
    for step in range(SIDES):
        sine, cosine = sine_and_cosine(turn * (step + 0.5))
        ahead, left = far * cosine, -far * sine
        x, y = outline.end if ahead >= 0 else outline.start
        yield x + ahead * east + left * north, y + ahead * north - left * east


class Between:
    """The line between the dots of two touching bases (AOD-MOVE-004)."""

    def __init__(self, one: Base, other: Base) -> None:
        self.ends = (one.at, other.at)
        self.box = box_around(self.ends)
        self.corners: tuple[Point, ...] = ()

    def bars(self, one: Point, other: Point) -> bool:
        """Whether a piece reaches the line."""
        return segment_to_segment(one, other, *self.ends) < EPSILON


class Solid:
    """Terrain whose interior is closed (AOD-TERRAIN-014), or an elevation a way goes round."""

    def __init__(self, polygon: Polygon) -> None:
        self.box = box_around(polygon)
        self.sides = [(a, b) for a, b in edges(polygon)]
        self.corners = _outside(polygon, CLEAR)

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


class Hold:
    """Terrain that stops a base once it holds the whole of it, or where it does so `at_edge` its
    dot (AOD-TERRAIN-006, 007, AOD-ELEV-002)."""

    def __init__(self, polygon: Polygon, shape: Shape, *, at_edge: bool = False) -> None:
        self.box = box_around(polygon)
        self.polygon = polygon
        self.half = 0.0 if at_edge else shape.width / 2
        self.reach = 0.0 if at_edge else (shape.length - shape.width) / 2
        self.planes = _planes(polygon)
        core = _within(polygon, self.planes, self.half - CLEAR) if self.planes else ()
        self.corners = core if self.planes else _outside(polygon, CLEAR)
        self.open = bool(self.planes) and not core

    def bars(self, one: Point, other: Point) -> bool:
        """Whether the move ends before the end of a piece."""
        if self.open:
            return False
        whole = distance(one, other)
        if whole < EPSILON:
            return False
        if not self.planes:
            return self._bars_by_looking(one, other, whole)
        enters = self.entered(one, other, whole)
        return enters is not None and enters < whole - TOLERANCE / 2

    def entered(self, one: Point, other: Point, whole: float) -> float | None:
        """The inches of a piece after which a base is held, None where it never is."""
        east, north = (other[0] - one[0]) / whole, (other[1] - one[1]) / whole
        enters, leaves = 0.0, whole
        for x, y, offset in self.planes:
            ahead = x * east + y * north
            depth = x * one[0] + y * one[1] + offset - self.half - abs(ahead) * self.reach
            if abs(ahead) < EPSILON:
                if depth < 0:
                    return None
            elif ahead > 0:
                enters = max(enters, -depth / ahead)
            else:
                leaves = min(leaves, -depth / ahead)
        return enters if enters <= leaves else None

    def _bars_by_looking(self, one: Point, other: Point, whole: float) -> bool:
        east, north = (other[0] - one[0]) / whole, (other[1] - one[1]) / whole
        count = int(whole / LOOK) + 1
        for step in range(1, count + 1):
            x, y = along(one, other, step / count)
            if self.reach or self.half:
                back = (x - self.reach * east, y - self.reach * north)
                front = (x + self.reach * east, y + self.reach * north)
                if wholly_inside(Outline(back, front, self.half), self.polygon):
                    return step < count
            elif wholly_inside(Outline((x, y), (x, y), 0.0), self.polygon):
                return step < count
        return False


#: The inside of a straight side: its inward direction, and what makes depths of it.
Plane = tuple[float, float, float]


def _planes(polygon: Polygon) -> tuple[Plane, ...]:
    """The insides of all sides of a convex polygon, none for one with a dent."""
    turned = 1.0 if area(polygon) > 0 else -1.0
    planes = []
    for (ax, ay), (bx, by) in edges(polygon):
        long = span(bx - ax, by - ay)
        x, y = -turned * (by - ay) / long, turned * (bx - ax) / long
        planes.append((x, y, -(x * ax + y * ay)))
    dented = any(x * px + y * py + c < -EPSILON for x, y, c in planes for px, py in polygon)
    return () if dented else tuple(planes)


def _within(polygon: Polygon, planes: Sequence[Plane], depth: float) -> tuple[Point, ...]:
    """What of a convex polygon lies so deep in it, counter-clockwise; nothing where it is thin."""
    corners = list(polygon if area(polygon) > 0 else polygon[::-1])
    for x, y, offset in planes:
        kept: list[Point] = []
        for index, corner in enumerate(corners):
            before = corners[index - 1]
            here = x * corner[0] + y * corner[1] + offset - depth
            there = x * before[0] + y * before[1] + offset - depth
            if (here >= 0) != (there >= 0):
                kept.append(along(before, corner, there / (there - here)))
            if here >= 0:
                kept.append(corner)
        corners = kept
    return tuple(corners)


def _outside(polygon: Polygon, inches: float) -> tuple[Point, ...]:
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
        found.append((x + inches * east / out, y + inches * north / out))
    return tuple(found)


# --- Ways ---------------------------------------------------------------------------------------


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
        self.walls = [wall for wall in walls if _meet(wall.box, around)]
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


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[1] and one[1] >= other[0] and one[2] <= other[3] and one[3] >= other[2]


def walls_of(
    bases: Iterable[Base],
    pairs: Iterable[tuple[Base, Base]],
    solid: Iterable[Terrain],
    holding: Iterable[Terrain],
    mover: Mover,
) -> list[Wall]:
    """The walls a mover meets: bases it may not cross, the pairs of them it may not slip between,
    closed terrain, and terrain that stops it."""
    walls: list[Wall] = [Around(base.outline) for base in bases]
    walls += [Between(one, other) for one, other in pairs]
    walls += [Solid(element.polygon) for element in solid]
    at_edge = mover.stops_at_edge
    walls += [Hold(element.polygon, mover.shape, at_edge=at_edge) for element in holding]
    return walls


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
