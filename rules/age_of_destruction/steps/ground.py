"""What a unit meets on its way, and where it may come to rest: the ground as its mode finds it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.steps.movement import Pace, barring_bases, slips_between
from rules.age_of_destruction.table.path import stopping
from rules.age_of_destruction.table.routes import Hold, walls_of
from rules.age_of_destruction.table.terrain import Level, Terrain
from rules.core.angles import sine_and_cosine, span
from rules.core.geometry import (
    Box,
    Outline,
    Point,
    Polygon,
    boxes_meet,
    edges,
    grown,
    inside,
    point_to_segment,
    segment_to_segment,
)
from rules.core.routes import Routes, Wall

#: Directions in which a base longer than wide is tried.
TURNED = tuple(sine_and_cosine(22.5 * step) for step in range(8))
#: Inches beyond which it does not matter how far off something is, and that are room enough.
FAR, ENOUGH = 1.5, 0.75


class Ground:
    """The ground as one unit finds it that moves at a pace and a level."""

    def __init__(self, piece: Piece, pace: Pace, level: Level | None = None) -> None:
        field = piece.field
        self.piece, self.table = piece, field.table
        self.level: Level = level or piece.now.level
        self.mover = piece.mover(jumps=pace.jumps, level=self.level)
        self.shape = piece.figure.shape
        self.others = [base for base in field.bases if base.id != piece.id]
        self._barring = barring_bases(field, piece, pace, self.level, field.bases)
        self._slips = slips_between(piece)
        closed = [] if self.mover.cruising else list(self.table.terrain)
        self.blocking = [t for t in closed if self.mover.hold(t) == "blocking"]
        self.elevations = [t for t in self.table.elevations if t in closed]
        self.holding: list[Terrain] = stopping(self.table.terrain, piece.outline, self.mover)

    @property
    def home(self) -> list[Terrain]:
        """The elevations the unit stands on."""
        return [t for t in self.elevations if t.occupied_by(self.piece.at)]

    @property
    def others_high(self) -> list[Terrain]:
        """The other elevations."""
        return [t for t in self.elevations if not t.occupied_by(self.piece.at)]

    @property
    def solid(self) -> list[Terrain]:
        """The terrain a way goes round: what blocks it, and elevations, on which it would end."""
        if self.mover.ignores_terrain:
            return []
        return [*self.blocking, *self.others_high]

    def walls(self) -> list[Wall]:
        """What a way may not cross."""
        pairs = [] if self._slips else self.piece.field.bases.pairs(self._barring)
        return walls_of(self._barring, pairs, self.solid, self.holding, self.mover)

    def routes(self, most: float, start: Point | None = None) -> Routes:
        """The shortest ways of up to some inches from where the unit is, or from elsewhere."""
        size = (self.table.width, self.table.depth)
        return Routes(start or self.piece.at, self.walls(), size, most)

    def room(self, box: Box) -> "Room":
        """What is near a part of the table, for asking of many places in it where to rest."""
        return Room(self, box)


class _Near(NamedTuple):
    """What a base may meet that turns at a place."""

    bases: list[Outline]
    closed: "list[_Edged]"
    whole: "list[_Edged]"


class Room:
    """The room there is to come to rest in a part of the table."""

    def __init__(self, ground: Ground, box: Box) -> None:
        shape = ground.shape
        self.short, self.long = shape.width / 2, shape.length / 2
        self.size = (ground.table.width, ground.table.depth)
        near = grown(box, self.long + FAR)
        self.bases = [b.outline for b in ground.others if boxes_meet(b.box, near)]
        jumps = ground.mover.ignores_terrain
        closed = [*ground.blocking, *(() if jumps else ground.others_high)]
        self.closed = [_Edged(t.polygon) for t in closed if t.near(near)]
        here = ground.elevations if jumps else ground.home
        self.whole = [_Edged(t.polygon) for t in here if t.near(near)]
        self.either = jumps
        rest = self.long - self.short
        self.turned = [(rest * sine, rest * cosine) for sine, cosine in TURNED] if rest else []

    def left(self, at: Point) -> float:
        """The inches a base may be shifted from here before something is in its way, whatever way
        it looks; below 0 where it has no room."""
        near = _Near([], [], [])
        free = self._free(at, near)
        if not self.turned or free >= self.long:
            return free - self.long
        if free < self.short:
            return free - self.short
        return self._turning(at, near)

    def _free(self, at: Point, near: _Near) -> float:
        """Inches to what is nearest; what turning might meet is put down as near."""
        x, y = at
        turning = self.long + ENOUGH
        width, depth = self.size
        free = min(x, width - x, y, depth - y, FAR + self.long)
        for rim in self.bases:
            if rim.start == rim.end:
                apart = span(x - rim.start[0], y - rim.start[1]) - rim.radius
            else:
                apart = point_to_segment(at, rim.start, rim.end) - rim.radius
            if apart < turning:
                near.bases.append(rim)
            if apart < free:
                free = apart
        for polygon in self.closed:
            apart = polygon.outside(at, at)
            if apart < turning:
                near.closed.append(polygon)
            free = min(free, apart)
        for polygon in self.whole:
            apart = -polygon.outside(at, at)
            if abs(apart) < turning:
                near.whole.append(polygon)
            free = min(free, abs(apart) if self.either else apart)
        return free

    def _turning(self, at: Point, near: _Near) -> float:
        """Inches to what is nearest where it looks the way it has most room, or room enough."""
        x, y = at
        best = -self.long
        for index, (east, north) in enumerate(self.turned):
            back, front = (x - east, y - north), (x + east, y + north)
            free = self._along(back, front, near, best)
            if free > best:
                best = free
                if best > ENOUGH:
                    self.turned.insert(0, self.turned.pop(index))
                    break
        return best

    def _along(self, back: Point, front: Point, near: _Near, least: float) -> float:
        """Inches between a base and what is nearest, or something not above `least`."""
        radius, (width, depth) = self.short, self.size
        free = (
            min(
                *(back[0], front[0], width - back[0], width - front[0]),
                *(back[1], front[1], depth - back[1], depth - front[1]),
            )
            - radius
        )
        for rim in near.bases:
            if free <= least:
                return free
            if rim.start == rim.end:
                apart = point_to_segment(rim.start, back, front)
            else:
                apart = segment_to_segment(back, front, rim.start, rim.end)
            free = min(free, apart - rim.radius - radius)
        if free <= least:
            return free
        for polygon in near.closed:
            free = min(free, polygon.outside(back, front) - radius)
        for polygon in near.whole:
            apart = -polygon.outside(back, front)
            free = min(free, (abs(apart) if self.either else apart) - radius)
        return free


class _Edged:
    """A polygon with its sides."""

    def __init__(self, polygon: Polygon) -> None:
        self.polygon, self.sides = polygon, list(edges(polygon))

    def outside(self, back: Point, front: Point) -> float:
        """Inches from a segment to the polygon; below 0 where it lies in it, with its ends both."""
        if back == front:
            near = min(point_to_segment(back, a, b) for a, b in self.sides)
            return -near if inside(back, self.polygon) else near
        near = min(segment_to_segment(back, front, a, b) for a, b in self.sides)
        return -near if inside(back, self.polygon) else near


def held_boxes(walls: Iterable[Wall]) -> Iterator[Box]:
    """The boxes of terrain that stops moves, at whose rim the way ends at once."""
    return (wall.box for wall in walls if isinstance(wall, Hold) and not wall.open)
