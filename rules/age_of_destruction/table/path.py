"""Whether a path may be taken and where it must stop (rules AOD-MOVE, TERRAIN, ELEV).

A path is the way of the dot in straight pieces; the area the base sweeps is not tested.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

import msgspec

from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.table.bases import TOLERANCE, Base
from rules.age_of_destruction.table.terrain import Hold, Table, Terrain, hold_of
from rules.core.geometry import (
    EPSILON,
    Box,
    Outline,
    Point,
    along,
    bearing,
    box_around,
    boxes_meet,
    crosses_interior,
    cuts,
    distance,
    grown,
    in_box,
    inside,
    overlaps,
    rim,
    segment_to_segment,
    span_in_box,
    strictly_inside,
    touches,
)

#: Inches between the places at which a forced stop is looked for, and the parts of them looked at
#: where a base just fits.
STEP = 0.1
FINER = 8


class Mover(msgspec.Struct, frozen=True, gc=False):
    """How a unit takes its way: its base and mode, and what it need not care for.

    `stops_at_edge`: hindering terrain stops it as soon as its dot enters (AOD-TERRAIN-007).
    """

    shape: Shape
    mode: str
    cruising: bool = False
    jumps: bool = False
    tracked_shallow: Hold = "clear"
    stops_at_edge: bool = False

    @property
    def ignores_terrain(self) -> bool:
        """Whether terrain has no effect on the way (AOD-VTOL-007)."""
        return self.cruising or self.jumps

    def hold(self, element: Terrain) -> Hold:
        """What an element is to this unit where it may not be ignored."""
        return hold_of(element.kind, self.mode, self.tracked_shallow)


def pieces(path: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight pieces of a path."""
    return pairwise(path)


def crossed_bases(path: Sequence[Point], around: Box, bases: Iterable[Base]) -> list[str]:
    """The bases whose interior a path crosses, with the box around it (AOD-MOVE-003)."""
    return [
        base.id
        for base in bases
        if boxes_meet(base.box, around)
        and any(base.outline.crossed_by(one, other) for one, other in pieces(path))
    ]


def slips_between(
    path: Sequence[Point], touching: Iterable[tuple[Base, Base]]
) -> list[tuple[str, str]]:
    """The pairs of touching bases a path passes between (AOD-MOVE-004).

    A path that only reaches the line between their dots counts: the next piece may go on from it.
    """
    return [
        (one.id, other.id)
        for one, other in touching
        if any(segment_to_segment(a, b, one.at, other.at) < EPSILON for a, b in pieces(path))
    ]


def crossed_terrain(near: Iterable[Terrain], path: Sequence[Point], mover: Mover) -> list[str]:
    """The elements near a path that block this mode and are entered (AOD-TERRAIN-014)."""
    if mover.ignores_terrain:
        return []
    return [
        element.id
        for element in near
        if mover.hold(element) == "blocking"
        and any(crosses_interior(one, other, element.polygon) for one, other in pieces(path))
    ]


def missed_access(near: Iterable[Terrain], path: Sequence[Point], mover: Mover) -> list[str]:
    """The abrupt elevations near a path whose edge is crossed away from an access point
    (AOD-ELEV-011)."""
    if mover.ignores_terrain:
        return []
    return [
        element.id
        for element in near
        if element.abrupt
        and any(
            min((distance(at, gate) for gate in element.access), default=99.0) > TOLERANCE * 5
            for one, other in pieces(path)
            for at in _edge_crossings(one, other, element)
        )
    ]


def _edge_crossings(one: Point, other: Point, element: Terrain) -> list[Point]:
    """Where the part of a straight piece that is inside an element meets its edge."""
    within = [
        pair
        for pair in pairwise(cuts(one, other, element.polygon))
        if strictly_inside(along(one, other, (pair[0] + pair[1]) / 2), element.polygon)
    ]
    ends = [along(one, other, share) for pair in within for share in pair]
    return [end for end in ends if not strictly_inside(end, element.polygon)]


def starts_hindered(table: Table, base: Base, mover: Mover) -> bool:
    """Whether any part of a base touches terrain that hinders its mode (AOD-TERRAIN-008)."""
    return not mover.ignores_terrain and any(
        mover.hold(element) == "hindering" and touches(base.outline, element.polygon, 0.0)
        for element in table.near(base.box)
    )


class Stop(msgspec.Struct, frozen=True, gc=False):
    """A place beyond which a path may not go on: inches along it, why, and the element."""

    inches: float
    cause: str
    element: str


def forced_stop(table: Table, path: Sequence[Point], facing: float, mover: Mover) -> Stop | None:
    """The first place where the move must end, None when nothing stops it.

    Wholly inside hindering terrain for a move begun partly outside it (AOD-TERRAIN-006 to 009),
    wholly on an elevation or wholly off one (AOD-ELEV-002).
    """
    if mover.ignores_terrain or len(path) < 2:
        return None
    margin = mover.shape.length / 2
    near = table.near(box_around(path, margin))
    if not near:
        return None
    elevations = [t for t in table.elevations if t in near]
    start = mover.shape.outline(path[0], facing)
    hindering = stopping(near, start, mover)
    # The first sample off an elevation tells of the descent, and lies up to a step outside.
    zones = [element.box for element in hindering]
    zones += [grown(element.box, margin + STEP) for element in elevations]
    if not zones:
        return None
    climbs = [_Climb(element, start, path[0]) for element in elevations]

    def cause(outline: Outline, dot: Point) -> tuple[str, str] | None:
        if _held(outline, dot, hindering, mover):
            return "crossed" if mover.stops_at_edge else "hindering", _holding(outline, hindering)
        for climb in climbs:
            if found := climb.cause(outline, dot):
                return found, climb.element.id
        return None

    travelled = 0.0
    for one, other in pieces(path):
        heading = bearing(one, other)
        whole = distance(one, other)
        count = max(1, math.ceil(whole / STEP))
        met = partial(_met, cause, one, other, mover)
        for step in _steps_within(zones, one, other, count):
            dot = along(one, other, step / count)
            outline = mover.shape.outline(dot, heading)
            before, at = whole * (step - 1) / count, whole * step / count
            found = cause(outline, dot)
            if not found and whole and _just_fits(outline, hindering, mover):
                at = next(filter(met, _finely(before, at)), at)
                found = met(at)
            if found:
                return Stop(travelled + _narrowed(before, at, met), *found)
            for climb in climbs:
                climb.note(dot)
        travelled += whole
    return None


def _steps_within(zones: Sequence[Box], one: Point, other: Point, count: int) -> Iterator[int]:
    """The steps of a straight piece, without its start and with its end, that lie in some zone."""
    spans = [span for zone in zones if (span := span_in_box(one, other, zone))]
    if not spans:
        return
    first = max(1, math.floor(min(span[0] for span in spans) * count))
    last = min(count, math.ceil(max(span[1] for span in spans) * count))
    for step in range(first, last + 1):
        dot = along(one, other, step / count)
        if any(in_box(dot, zone) for zone in zones):
            yield step


def stopping(elements: Iterable[Terrain], start: Outline, mover: Mover) -> list[Terrain]:
    """The hindering terrain that stops a move; none where it began in it (AOD-TERRAIN-009)."""
    if mover.ignores_terrain:
        return []
    hindering = [t for t in elements if mover.hold(t) == "hindering"]
    if mover.stops_at_edge:
        goes_on = any(overlaps(start, element.polygon) for element in hindering)
    else:
        goes_on = inside_union(start, hindering)
    return [] if goes_on else hindering


def _held(outline: Outline, dot: Point, hindering: Sequence[Terrain], mover: Mover) -> bool:
    """Whether hindering terrain stops a base here."""
    if mover.stops_at_edge:
        return any(element.occupied_by(dot) for element in hindering)
    return inside_union(outline, hindering)


def _just_fits(outline: Outline, hindering: Sequence[Terrain], mover: Mover) -> bool:
    """Whether hindering terrain may have held a base since the last sample: it now holds all of it
    but a rim."""
    slim = msgspec.structs.replace(outline, radius=outline.radius - STEP)
    return not mover.stops_at_edge and inside_union(slim, hindering)


def _finely(low: float, high: float) -> Iterator[float]:
    """Inches between two samples."""
    return (low + (high - low) * part / FINER for part in range(1, FINER))


def _met(
    cause: Callable[[Outline, Point], tuple[str, str] | None],
    one: Point,
    other: Point,
    mover: Mover,
    inches: float,
) -> tuple[str, str] | None:
    dot = along(one, other, inches / distance(one, other))
    return cause(mover.shape.outline(dot, bearing(one, other)), dot)


def _narrowed(low: float, high: float, met: Callable[[float], object]) -> float:
    """The first inch at which something is met, somewhere between two samples."""
    while high - low > TOLERANCE / 8:
        half = (low + high) / 2
        if met(half):
            high = half
        else:
            low = half
    return high


class _Climb:
    """One elevation on the way: whether the base is wholly on it, and whether the dot is."""

    def __init__(self, element: Terrain, outline: Outline, dot: Point) -> None:
        self.element = element
        self.on = element.holds(outline)
        self.dot_on = element.occupied_by(dot)

    def cause(self, outline: Outline, dot: Point) -> str | None:
        """Why the move ends here, if it does."""
        if not self.on and not self.dot_on and not self.element.near(outline.box()):
            return None
        if self.on:
            return None if overlaps(outline, self.element.polygon) else "descended"
        if self.element.holds(outline):
            return "climbed"
        return "too_small" if self.dot_on and not self.element.occupied_by(dot) else None

    def note(self, dot: Point) -> None:
        """Keep whether the dot is on the elevation."""
        self.dot_on = self.element.occupied_by(dot)


def inside_union(outline: Outline, elements: Sequence[Terrain]) -> bool:
    """Whether no part of a base is outside some elements taken together."""
    if any(t.holds(outline) for t in elements):
        return True
    under = [t for t in elements if t.near(outline.box())]
    if len(under) < 2:
        return False
    points = [*rim(outline), outline.start, outline.end]
    return all(any(inside(point, t.polygon) for t in under) for point in points)


def _holding(outline: Outline, elements: Sequence[Terrain]) -> str:
    return next(t.id for t in elements if overlaps(outline, t.polygon))


def unfit_terrain(table: Table, outline: Outline, mover: Mover) -> list[str]:
    """The elements on which the base may not come to rest (AOD-TERRAIN-014, AOD-ELEV-003)."""
    if mover.cruising:
        return []
    return [
        element.id
        for element in table.under(outline)
        if mover.hold(element) == "blocking"
        or (element in table.elevations and not element.holds(outline))
    ]
