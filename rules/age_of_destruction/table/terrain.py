"""The battlefield: terrain elements and what they are to a moving unit (AOD-TERRAIN, AOD-MODE)."""

from functools import cached_property
from typing import Literal

import msgspec

from rules.core.geometry import (
    EPSILON,
    Box,
    Outline,
    Point,
    Polygon,
    box_around,
    box_within,
    boxes_meet,
    inside,
    overlaps,
    strictly_inside,
    wholly_inside,
)

Kind = Literal["clear", "hindering", "blocking", "shallow_water", "deep_water"]
Level = Literal["ground", "cruising"]
Hold = Literal["clear", "hindering", "blocking"]

#: What water and hindering terrain are to a mode on the move, where not as the kind's name says
#: (AOD-MODE-003 to AOD-MODE-008, AOD-QUAD-001, AOD-VTOL-002).
_EXCEPTIONS: dict[str, dict[str, Hold]] = {
    "foot": {},
    "aquatic": {"shallow_water": "clear", "deep_water": "clear"},
    "hover": {"hindering": "blocking", "shallow_water": "clear", "deep_water": "clear"},
    "tracked": {"hindering": "clear", "shallow_water": "clear"},
    "wheeled": {"shallow_water": "blocking"},
    "mech": {"shallow_water": "clear", "deep_water": "hindering"},
    "quad_mech": {"shallow_water": "clear", "deep_water": "hindering"},
    "vtol": {"hindering": "blocking", "shallow_water": "clear", "deep_water": "clear"},
}
_USUAL: dict[str, Hold] = {
    "clear": "clear",
    "hindering": "hindering",
    "blocking": "blocking",
    "shallow_water": "hindering",
    "deep_water": "blocking",
}

#: Modes that stay on the surface of deep water (AOD-MODE-005, AOD-VTOL-002).
FLOATING_MODES = ("hover", "vtol")


class Terrain(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """One terrain element. `access`: points where an abrupt elevation may be entered and left."""

    id: str
    kind: Kind
    polygon: Polygon
    elevated: bool = False
    abrupt: bool = False
    access: tuple[Point, ...] = ()

    @property
    def is_water(self) -> bool:
        """Whether it is water of any depth (AOD-WATER-001)."""
        return self.kind in ("shallow_water", "deep_water")

    @cached_property
    def box(self) -> Box:
        """The smallest box around the element."""
        return box_around(self.polygon)

    def occupied_by(self, dot: Point) -> bool:
        """Whether a unit with its dot here stands in this element (AOD-TERRAIN-002)."""
        x, y = dot
        left, right, low, high = self.box
        return left < x < right and low < y < high and strictly_inside(dot, self.polygon)

    def holds(self, outline: Outline) -> bool:
        """Whether no part of a base is outside the element."""
        return box_within(outline.box(), self.box) and wholly_inside(outline, self.polygon)

    def near(self, box: Box) -> bool:
        """Whether the element's own box meets another box; a cheap first question."""
        return boxes_meet(self.box, box)


class Table(msgspec.Struct, frozen=True, omit_defaults=True, dict=True):
    """The battlefield in inches, with its terrain."""

    width: float
    depth: float
    terrain: tuple[Terrain, ...] = ()

    @property
    def middle(self) -> Point:
        """The centre of the battlefield."""
        return (self.width / 2, self.depth / 2)

    @property
    def names(self) -> list[str]:
        """The names of the elements."""
        return [element.id for element in self.terrain]

    def with_terrain(self, more: tuple[Terrain, ...]) -> "Table":
        """The table with more elements on it."""
        if not more:
            return self
        return msgspec.structs.replace(self, terrain=(*self.terrain, *more))

    def holds(self, outline: Outline) -> bool:
        """Whether a whole base is on the battlefield (AOD-MOVE-009)."""
        left, right, low, high = outline.box()
        edge = 1e-6
        return (
            left >= -edge
            and low >= -edge
            and right <= self.width + edge
            and high <= self.depth + edge
        )

    def has(self, point: Point) -> bool:
        """Whether a point is on the battlefield, its edge included."""
        x, y = point
        return -EPSILON <= x <= self.width + EPSILON and -EPSILON <= y <= self.depth + EPSILON

    @cached_property
    def elevations(self) -> tuple[Terrain, ...]:
        """The elevated elements but for those that lie on another, as a wood does on a hill."""
        elevated = [t for t in self.terrain if t.elevated]
        return tuple(
            element
            for index, element in enumerate(elevated)
            if not any(
                _lies_on(element, other) and (index > place or not _lies_on(other, element))
                for place, other in enumerate(elevated)
                if place != index
            )
        )

    def elevation_at(self, dot: Point) -> Terrain | None:
        """The elevation a unit with its dot here stands on (AOD-ELEV-001)."""
        return next((t for t in self.elevations if t.occupied_by(dot)), None)

    def water_at(self, dot: Point) -> Terrain | None:
        """The water a unit with its dot here stands in; where waters overlap, the deep one."""
        return next((t for t in self._waters if t.occupied_by(dot)), None)

    @cached_property
    def _waters(self) -> tuple[Terrain, ...]:
        waters = (element for element in self.terrain if element.is_water)
        return tuple(sorted(waters, key=lambda element: element.kind != "deep_water"))

    def under(self, outline: Outline) -> list[Terrain]:
        """The elements a base overlaps with any part."""
        return [t for t in self.near(outline.box()) if overlaps(outline, t.polygon)]

    def near(self, box: Box) -> list[Terrain]:
        """The elements whose own boxes meet a box; a cheap first question."""
        left, right, low, high = box
        return [
            element
            for element, (from_x, to_x, from_y, to_y) in self._boxes
            if from_x <= right and to_x >= left and from_y <= high and to_y >= low
        ]

    @cached_property
    def _boxes(self) -> tuple[tuple[Terrain, Box], ...]:
        return tuple((element, element.box) for element in self.terrain)


def _lies_on(element: Terrain, other: Terrain) -> bool:
    return all(inside(corner, other.polygon) for corner in element.polygon)


def hold_of(kind: Kind, mode: str, tracked_shallow: Hold = "clear") -> Hold:
    """What a kind of terrain is to a speed mode on the move at ground level (AOD-MODE-001)."""
    if kind == "shallow_water" and mode == "tracked":
        return tracked_shallow
    return _EXCEPTIONS[mode].get(kind, _USUAL[kind])
