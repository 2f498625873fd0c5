"""Ways of a model on foot round what stands and lies in its way, and how far they lead.

What may be gone straight is asked of `walk.Walk`; between such pieces ways bend at corners just
outside of bases, walls and edges.
"""

from collections.abc import Iterator
from math import inf

import msgspec

from rules.core.contours import Value, contours
from rules.core.geometry import (
    Box,
    Point,
    Polygon,
    ahead,
    area,
    box_around,
    boxes_meet,
    distance,
    grown,
)
from rules.core.geometry import box as box_of
from rules.core.refusals import Refusals
from rules.warzone.ground import LOST, TOUCH
from rules.warzone.moment import Moment
from rules.warzone.position import Leg
from rules.warzone.refusals import REFUSALS
from rules.warzone.walk import ENEMY_GAP, Walk

#: Corners round a base, and round a corner of terrain; how far outside of it they are.
AROUND_BASE, AROUND_CORNER = 12, 8
OUTSIDE_BASE, OUTSIDE_CORNER = 1.04, 1.09
#: Inches from the edge of terrain at which the middle of a base is clear of it.
OFF_EDGE = 0.03
#: Inches between the places that are looked at, at least, and how many of them a reach spans.
FINE, PLACES = 0.5, 18
#: Inches beyond its own to which it is known how far a model would have to go.
BEYOND = 1.0
#: Square inches that are too few to be drawn.
SPECK = 0.02


class Road(msgspec.Struct, frozen=True):
    """A way by its points, the start among them."""

    points: tuple[Point, ...]
    length: float


class Roads:
    """The ways of one model within some inches; `pushes` goes through small enemies."""

    def __init__(self, now: Moment, unit: str, inches: float, *, pushes: bool = False) -> None:
        self.inches = inches
        self.unit = unit
        self.pushes = pushes
        self.start = now.model(unit).at
        self.now = _near(now, unit, inches + BEYOND)
        self._found: dict[Point, tuple[float, Point | None]] | None = None

    def to(self, place: Point) -> Road | None:
        """The shortest way found to a place, also to one where it may not end."""
        if self._goes(self.start, place, alone=True):
            return Road((self.start, place), distance(self.start, place))
        far = self.inches + BEYOND
        for inches, corner in sorted(
            (known + distance(corner, place), corner)
            for corner, (known, _) in self._corners.items()
            if known + distance(corner, place) <= far
        ):
            if corner != self.start and self._goes(corner, place):
                return Road((*self._way_to(corner), place), inches)
        return None

    def rests(self, place: Point) -> bool:
        """Whether a way may end at a place."""
        return self._walk().rests(place)

    def region(self) -> tuple[Polygon, ...]:
        """The outlines of where a way may end."""
        if self.inches <= LOST:
            return ()
        x, y = self.start
        around = (x - self.inches, x + self.inches, y - self.inches, y + self.inches)
        return outlines(self._value, around, max(FINE, 2 * self.inches / PLACES))

    def _value(self, place: Point) -> float:
        left = self.inches - distance(self.start, place)
        if left < 0:
            return left
        if not self.rests(place):
            return -inf
        road = self.to(place)
        return self.inches - road.length if road else -inf

    def _walk(self) -> Walk:
        return Walk(self.now, self.unit, Refusals(REFUSALS), pushes=self.pushes)

    def _goes(self, start: Point, end: Point, *, alone: bool = False) -> bool:
        """Whether a straight piece may be gone; `alone` it may aim at the nearest enemy
        (WZ-011)."""
        if self._walk().passes(start, end):
            return True
        if not alone or self.pushes:
            return False
        walk = self._walk()
        walk.go((Leg(travel=(end,)),), inf, clears=True)
        return not walk.refusals.violations

    # --- Corners ---

    @property
    def _corners(self) -> dict[Point, tuple[float, Point | None]]:
        """How far every corner is, and from which one it is reached."""
        if self._found is None:
            self._found = self._search()
        return self._found

    def _search(self) -> dict[Point, tuple[float, Point | None]]:
        left = {p for p in self._candidates() if distance(self.start, p) <= self.inches + BEYOND}
        open_ones: dict[Point, tuple[float, Point | None]] = {self.start: (0.0, None)}
        done: dict[Point, tuple[float, Point | None]] = {}
        while open_ones:
            corner = min(open_ones, key=lambda each: (open_ones[each][0], each))
            done[corner] = inches, _ = open_ones.pop(corner)
            left.discard(corner)
            for other in left:
                longer = inches + distance(corner, other)
                known = open_ones.get(other)
                if longer > self.inches + BEYOND or (known and known[0] <= longer):
                    continue
                if self._goes(corner, other):
                    open_ones[other] = (longer, corner)
        return done

    def _way_to(self, corner: Point) -> tuple[Point, ...]:
        way = [corner]
        while (before := self._corners[way[-1]][1]) is not None:
            way.append(before)
        return tuple(reversed(way))

    def _candidates(self) -> Iterator[Point]:
        """Places round which a way may bend."""
        now, radius = self.now, self.now.radius(self.unit)
        for other in now.others(self.unit):
            if not now.is_mate(self.unit, other) or self.pushes:
                reach = (radius + now.radius(other) + 2 * TOUCH) * OUTSIDE_BASE
                yield from _ring(now.model(other).at, reach, AROUND_BASE)
        for piece in now.setup.pieces.values():
            for corner in piece.polygon:
                yield from _ring(corner, radius * OUTSIDE_CORNER, AROUND_CORNER)
                yield from _ring(corner, OFF_EDGE, AROUND_CORNER)


def outlines(value: Value, around: Box, fine: float) -> tuple[Polygon, ...]:
    """The outlines of a region, specks left out."""
    found = contours(value, grown(around, 2 * fine), fine, 0)
    return tuple(loop for loop in found if abs(area(loop)) > SPECK)


def _ring(middle: Point, reach: float, count: int) -> Iterator[Point]:
    for step in range(count):
        yield ahead(middle, 360 * (step + 0.5) / count, reach)


def _near(now: Moment, unit: str, inches: float) -> Moment:
    """The same moment without what lies too far away to matter on ways of so many inches."""
    at = now.model(unit).at
    far = inches + now.radius(unit) + ENEMY_GAP + 1
    reach = box_around([at], far)
    pieces = {
        name: piece
        for name, piece in now.setup.pieces.items()
        if boxes_meet(box_of(piece.polygon), reach)
    }
    units = {
        other: model
        for other, model in now.state.units.items()
        if other == unit or now.apart(unit, at, other) <= far
    }
    setup = msgspec.structs.replace(now.setup, pieces=pieces)
    return Moment(setup, msgspec.structs.replace(now.state, units=units))
