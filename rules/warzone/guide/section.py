"""A view from the side: the ground under a straight line, who stands on it, and a way along it."""

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from rules.core.geometry import (
    Point,
    ahead,
    along,
    bearing,
    cuts,
    distance,
    inside,
    point_to_segment,
)
from rules.core.hands import Way
from rules.warzone.ground import LOST
from rules.warzone.moment import Moment
from rules.warzone.position import Block, Gap, Passage, Posture

#: Inches from the line within which a model is seen in the section beside its own base.
BESIDE = 0.5
#: Inches that are shown behind a model and before it, where nothing says how far.
BEHIND, BEFORE = 4.0, 9.0


class Surface(msgspec.Struct, frozen=True):
    """Ground of one height between two distances along the line; `name` is the piece it is of."""

    start: float
    end: float
    height: float
    name: str = ""
    stands: bool = True


class Beam(msgspec.Struct, frozen=True):
    """Something low overhead between two distances, and what is clear below it."""

    start: float
    end: float
    height: float
    name: str


class Body(msgspec.Struct, frozen=True):
    """A model seen from the side: the middle of its base along the line, the height it is at, its
    Size there."""

    unit: str
    along: float
    aside: float
    elevation: float
    hangs: float
    tall: float
    base: float
    posture: Posture


class Mark(msgspec.Struct, frozen=True):
    """A place along the line at a height."""

    along: float
    height: float


class Section(msgspec.Struct, frozen=True):
    """What a line over the table cuts; distances are inches from its start, heights over the table.

    `path` is a way along it, as far as it lies on the line.
    """

    start: Point
    end: Point
    surfaces: tuple[Surface, ...]
    beams: tuple[Beam, ...]
    bodies: tuple[Body, ...]
    path: tuple[Mark, ...] = ()

    @property
    def length(self) -> float:
        """Inches along the line."""
        return distance(self.start, self.end)

    def along(self, at: Point) -> float:
        """How far along the line a place of the table lies."""
        return _along(self.start, self.end, at)

    @property
    def low(self) -> float:
        """The lowest ground."""
        return min((each.height for each in self.surfaces), default=0.0)

    @property
    def high(self) -> float:
        """The highest thing."""
        heights = [each.height for each in self.surfaces]
        heights += [body.elevation + body.hangs + body.tall for body in self.bodies]
        return max(heights, default=0.0)


def section_of(
    now: Moment, unit: str, towards: Point | None = None, way: Way | None = None
) -> Section:
    """The section through a model: along its way, else towards a place, else as it faces. Raises
    KeyError for a model there is not."""
    start, end = _line(now, unit, way.at if way else towards)
    return Section(
        start,
        end,
        tuple(_surfaces(now, start, end)),
        tuple(_beams(now, start, end)),
        tuple(_bodies(now, unit, start, end)),
        tuple(_path(now, unit, way, start, end)) if way else (),
    )


def _line(now: Moment, unit: str, towards: Point | None) -> tuple[Point, Point]:
    """From some inches behind the model to some beyond the place, within the table."""
    model = now.model(unit)
    far = distance(model.at, towards) if towards else 0.0
    looks = bearing(model.at, towards) if towards and far > LOST else model.facing
    before = max(BEFORE, far + BEHIND)
    start, end = ahead(model.at, looks, -BEHIND), ahead(model.at, looks, before)
    return _held(now, model.at, start), _held(now, model.at, end)


def _held(now: Moment, inside: Point, end: Point) -> Point:
    """The last point of a line on the table."""
    share = 1.0
    for place, last, size in zip(
        inside, end, (now.setup.table.width, now.setup.table.depth), strict=True
    ):
        if last < 0:
            share = min(share, place / (place - last))
        elif last > size:
            share = min(share, (size - place) / (last - place))
    return along(inside, end, max(share, 0.0))


def _surfaces(now: Moment, start: Point, end: Point) -> Iterator[Surface]:
    for stretch in now.ground.stretches(start, end):
        middle = along(stretch.start, stretch.end, 0.5)
        yield Surface(
            distance(start, stretch.start),
            distance(start, stretch.end),
            stretch.ground,
            _name(now, middle, stretch.ground),
            now.ground.can_stand(middle),
        )


def _name(now: Moment, at: Point, ground: float) -> str:
    """The piece whose ground it is."""
    for piece in now.setup.pieces.values():
        level = piece.height if isinstance(piece, Block) else 0.0
        if isinstance(piece, Gap):
            level = -piece.depth
        if not isinstance(piece, Passage) and level == ground and inside(at, piece.polygon):
            return piece.id
    return ""


def _beams(now: Moment, start: Point, end: Point) -> Iterator[Beam]:
    whole = distance(start, end)
    for piece in now.setup.pieces.values():
        if not isinstance(piece, Passage):
            continue
        for one, other in pairwise(cuts(start, end, piece.polygon)):
            if other - one > LOST and inside(along(start, end, (one + other) / 2), piece.polygon):
                yield Beam(one * whole, other * whole, piece.clearance, piece.id)


def _bodies(now: Moment, unit: str, start: Point, end: Point) -> Iterator[Body]:
    """Those whose bases the line passes over or nearly, the farthest aside first."""
    found = []
    for other in (*now.others(unit), unit):
        model, radius = now.model(other), now.radius(other)
        aside = point_to_segment(model.at, start, end)
        if aside > radius + BESIDE:
            continue
        hangs = model.climbing.height if model.climbing else 0.0
        found.append(
            Body(
                other,
                _along(start, end, model.at),
                aside,
                model.elevation,
                hangs,
                now.height(other),
                now.profile(other).base,
                model.posture,
            )
        )
    yield from sorted(found, key=lambda body: (body.unit == unit, -body.aside))


def _along(start: Point, end: Point, at: Point) -> float:
    """How far along a line a place lies."""
    whole = distance(start, end)
    if whole <= LOST:
        return 0.0
    across = (at[0] - start[0]) * (end[0] - start[0]) + (at[1] - start[1]) * (end[1] - start[1])
    return across / whole


#: How high a jump is drawn over its edges, in inches.
LEAP = 0.8


def _path(now: Moment, unit: str, way: Way, start: Point, end: Point) -> Iterator[Mark]:
    """A way as it is seen from the side: steps and drops straight, a climb up its wall, a jump in
    an arc."""
    kind = str(way.order["order"]) if way.order else ""
    level = now.hangs_at(unit)
    places = [_along(start, end, at) for at in way.points]
    if kind == "arrange":
        yield Mark(places[-1], now.ground.surface(way.at))
        return
    yield Mark(places[0], level)
    if kind == "climb":
        hold = now.model(unit).climbing
        top = now.model(unit).elevation + way.spent + (hold.height if hold else 0.0)
        foot = places[0] + (places[-1] - places[0]) / 2
        yield from (Mark(foot, level), Mark(foot, top), Mark(places[-1], top))
    elif kind == "jump" and len(places) > 3:
        near, far = places[1], places[2]
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            rise = 4 * LEAP * share * (1 - share)
            yield Mark(near + (far - near) * share, level + rise)
        yield Mark(places[-1], level)
    elif kind == "drop":
        if len(places) > 2:
            yield Mark(places[1], level)
        yield Mark(places[-1], now.ground.surface(way.at))
    else:
        for one, other in pairwise(way.points):
            yield from _walked(now, one, other, start, end)


def _walked(now: Moment, one: Point, other: Point, start: Point, end: Point) -> Iterator[Mark]:
    for stretch in now.ground.stretches(one, other):
        yield Mark(_along(start, end, stretch.start), stretch.ground)
        yield Mark(_along(start, end, stretch.end), stretch.ground)
