"""What the dot of a unit may not cross on its way (rules AOD-MOVE, TERRAIN, ELEV).

Paths are judged by their dot, so walls are the bases and the terrain themselves, not grown by a
base. Going round a base by `SIDES` corners makes a way longer by some hundredths.
"""

from collections.abc import Iterable, Iterator, Sequence

from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.table.bases import TOLERANCE, Base
from rules.age_of_destruction.table.path import Mover
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.angles import sine_and_cosine, span
from rules.core.geometry import (
    EPSILON,
    Outline,
    Point,
    Polygon,
    along,
    area,
    box_around,
    distance,
    edges,
    point_to_segment,
    segment_to_segment,
    wholly_inside,
)
from rules.core.routes import CLEAR, Solid, Wall, outside

#: Corners of a way round a base.
SIDES = 12
#: Inches between the places at which terrain with a dent is looked at.
LOOK = 0.2


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
        self.corners = core if self.planes else outside(polygon, CLEAR)
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
