"""Where ways onto elevations and off them end: on a rim, wholly on or wholly off (AOD-ELEV-002)."""

import itertools
from collections.abc import Iterator
from math import ceil

import msgspec

from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.standing import refuse_standing
from rules.age_of_destruction.steps.ground import Ground
from rules.age_of_destruction.table.routes import Hold
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.geometry import (
    Point,
    Polygon,
    ahead,
    along,
    bearing,
    distance,
    edges,
    middle,
    overlaps,
)
from rules.core.routes import Routes

#: Inches between the places at which an edge is crossed on trial, and half the width of a rim.
APART, HALF = 0.5, 0.12
#: How far outside of an edge a climb begins, as a share of its distance from the middle.
OUTSIDE = 0.005
#: Inches by which a base is surely on an elevation or off it, within what the rules allow.
SURELY = 0.004
HALVINGS = 12


class Climb(msgspec.Struct, frozen=True):
    """A way over the edge of an elevation: all its points, its inches, the last of them its end."""

    element: str
    way: tuple[Point, ...]
    inches: float

    @property
    def at(self) -> Point:
        """Where it ends."""
        return self.way[-1]


def climbs(ground: Ground, routes: Routes, inches: float) -> Iterator[list[Climb]]:
    """The ways up or down of some inches at most, by runs of neighbours along an edge."""
    if ground.mover.ignores_terrain:
        return
    home = ground.home
    for element in ground.elevations:
        hold = Hold(element.polygon, ground.shape)
        if not hold.planes:
            continue
        run: list[Climb] = []
        for edge in _crossings(element):
            climb = _climb(ground, routes, element, hold, edge, down=element in home)
            if climb and climb.inches <= inches and _has_room(ground, climb):
                run.append(climb)
            elif run:
                yield run
                run = []
        if run:
            yield run


def rims(found: Iterator[list[Climb]]) -> list[Polygon]:
    """Narrow strips along the ends of climbs."""
    strips = []
    for run in found:
        dots = [climb.at for climb in run]
        if len(dots) == 1:
            dots = [ahead(dots[0], 90, -HALF), ahead(dots[0], 90, HALF)]
        courses = [bearing(a, b) for a, b in itertools.pairwise(dots)]
        courses.append(courses[-1])
        left = [ahead(dot, course - 90, HALF) for dot, course in zip(dots, courses, strict=True)]
        right = [ahead(dot, course + 90, HALF) for dot, course in zip(dots, courses, strict=True)]
        strips.append((*right, *reversed(left)))
    return strips


def _crossings(element: Terrain) -> Iterator[Point]:
    """Where an edge may be crossed: at the access points of an abrupt one (AOD-ELEV-011)."""
    if element.abrupt:
        yield from element.access
        return
    for one, other in edges(element.polygon):
        count = max(ceil(distance(one, other) / APART), 1)
        for step in range(count):
            yield along(one, other, (step + 0.5) / count)


def _climb(
    ground: Ground, routes: Routes, element: Terrain, hold: Hold, edge: Point, *, down: bool
) -> Climb | None:
    """The way straight over an edge until the base is wholly across."""
    before = edge if down else along(edge, middle(element.polygon), -OUTSIDE)
    found = routes.last_corner(before)
    if found is None or found[0].at == before:
        return None
    corner, gone = found
    course = bearing(corner.at, before)
    further = _off(ground, element, edge, course) if down else _on(hold, before, course)
    if further is None:
        return None
    end = ahead(before, course, further + SURELY)
    return Climb(element.id, (*corner.way, end), gone + further + SURELY)


def _on(hold: Hold, edge: Point, course: float) -> float | None:
    """The inches from an edge after which an elevation holds the whole base."""
    beyond = hold.box[1] - hold.box[0] + hold.box[3] - hold.box[2]
    return hold.entered(edge, ahead(edge, course, beyond), beyond)


def _off(ground: Ground, element: Terrain, edge: Point, course: float) -> float:
    """The inches from an edge after which no part of a base is on an elevation."""
    on, off = 0.0, ground.shape.length * 2
    for _ in range(HALVINGS):
        half = (on + off) / 2
        if overlaps(ground.shape.outline(ahead(edge, course, half), course), element.polygon):
            on = half
        else:
            off = half
    return off


def _has_room(ground: Ground, climb: Climb) -> bool:
    """Whether no other base and nothing else keeps the unit from resting at the end."""
    outline = ground.shape.outline(climb.at, bearing(climb.way[-2], climb.at))
    refusals = Refusals()
    refuse_standing(ground.piece.field, ground.piece.id, outline, ground.mover, refusals)
    return not refusals.violations
