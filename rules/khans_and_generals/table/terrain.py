"""Kinds of terrain and what each does (section 6 of the rules), and pieces of it on the table."""

import itertools
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from rules.core.codec import Unreadable
from rules.core.geometry import (
    Box,
    Point,
    along,
    box,
    cuts,
    distance,
    edges,
    inside,
    is_simple,
    point_to_segment,
    segment_to_segment,
    strictly_inside,
)
from rules.khans_and_generals.records.profile import UnitClass
from rules.khans_and_generals.table.bases import TOLERANCE, Base

TerrainKind = Literal[
    "open",
    "scrub",
    "woods",
    "rocks",
    "marsh",
    "shallow_water",
    "ice",
    "deep_water",
    "cliff",
    "road",
    "dirt_road",
    "crops",
    "built_up",
    "hill",
    "zone",
    "obstacle",
]
Standing = Literal["outside", "edge", "depth"]
#: Corners inside that put a base on the edge of an area; with all of them it is in depth.
EDGE_CORNERS, ALL_CORNERS = 2, 4

ROADS = ("road", "dirt_road")
WATERS = ("shallow_water", "deep_water")
NEVER_ENTERED = ("deep_water", "cliff")
#: What everybody may stand on without its being difficult (KG-026).
NOT_DIFFICULT = ("open", "road", "dirt_road", "hill", "built_up", "zone", "obstacle")
#: Fire does not cross these (KG-045).
FIREBREAKS = ("road", "dirt_road", "cliff", "shallow_water", "deep_water", "ice")


class Kind(msgspec.Struct, frozen=True):
    """One row of the terrain table. `sight` is the visibility coefficient, `ignites` the modifier
    of the ignition test, None where nothing burns."""

    defence: int = 0
    movement: int = 0
    movement_mounted: int | None = None
    movement_percent: int = 0
    sight: float = 200
    barred: tuple[str, ...] = ()
    barred_in_depth: tuple[str, ...] = ()
    open_order: bool = False
    charge: bool = True
    hides: tuple[str, ...] = ()
    ignites: int | None = 0
    minor_order: bool = False


_FOOT = ("line", "hq", "support")
KINDS: dict[str, Kind] = {
    "open": Kind(),
    "scrub": Kind(defence=2, movement=-5, sight=60, hides=_FOOT, ignites=3),
    "woods": Kind(
        defence=4,
        movement=-10,
        sight=10,
        barred_in_depth=("vehicle",),
        open_order=True,
        charge=False,
        hides=(*_FOOT, "artillery"),
        ignites=2,
    ),
    "rocks": Kind(
        defence=1,
        movement=-5,
        movement_mounted=-10,
        sight=60,
        barred_in_depth=("vehicle",),
        open_order=True,
        charge=False,
        hides=_FOOT,
        ignites=-2,
    ),
    "marsh": Kind(
        movement=-10,
        sight=80,
        barred=("vehicle", "artillery", "mounted"),
        open_order=True,
        charge=False,
        hides=_FOOT,
        ignites=None,
    ),
    "shallow_water": Kind(
        defence=-1, movement_percent=-50, charge=False, ignites=None, minor_order=True
    ),
    "ice": Kind(
        defence=-3,
        movement=-10,
        barred=("vehicle",),
        charge=False,
        ignites=None,
        minor_order=True,
    ),
    "deep_water": Kind(ignites=None),
    "cliff": Kind(ignites=None),
    "road": Kind(ignites=None),
    "dirt_road": Kind(ignites=None),
    "crops": Kind(ignites=0),
    "built_up": Kind(),
    "hill": Kind(),
    "zone": Kind(),
    "obstacle": Kind(),
}
#: Formations that terrain with open order allows (the terrain table).
OPEN_ORDER = ("standard", "disordered", "loose", "skirmish")
CROPS_IN_SUMMER = 4
LIGHT_IGNITES, HEAVY_IGNITES = 2, -1
#: What the shell's d8 must not exceed where the data is silent (KG-039).
DESTROYED_ON = {"light": 4, "heavy": 2}

Coordinate = Annotated[float, msgspec.Meta(ge=-10_000, le=10_000)]
Corner = tuple[Coordinate, Coordinate]
Outline = Annotated[tuple[Corner, ...], msgspec.Meta(max_length=200)]


class Terrain(msgspec.Struct, frozen=True, dict=True):
    """One piece of terrain; obstacles and zones carry their own values."""

    id: str
    kind: TerrainKind
    polygon: Outline = ()
    line: Outline = ()
    ridge: Outline = ()
    high: bool = False
    weight: Literal["light", "heavy"] = "light"
    height: Literal["low", "high"] = "low"
    defence: int = 0
    movement: int = 0
    blocks: bool = False
    calibre: int = 0
    destroyed_on: int | None = None
    indestructible: bool = False
    bars: tuple[UnitClass, ...] = ()

    @cached_property
    def bounds(self) -> Box:
        """The smallest box around it."""
        return box((*self.polygon, *self.line))

    def misses(self, start: Point, end: Point) -> bool:
        """Whether a straight line is nowhere near."""
        left, right, low, high = self.bounds
        (x, y), (to_x, to_y) = start, end
        return (
            (x < left and to_x < left)
            or (x > right and to_x > right)
            or (y < low and to_y < low)
            or (y > high and to_y > high)
        )

    @property
    def row(self) -> Kind:
        """Its row of the terrain table."""
        return KINDS[self.kind]

    @property
    def is_work(self) -> bool:
        """Whether it is a zone or an obstacle."""
        return self.kind in ("zone", "obstacle")

    @property
    def like_woods(self) -> bool:
        """Whether sight ends in it as in woods (KG-069)."""
        return self.kind == "woods" or (self.kind == "built_up" and self.high)

    @property
    def is_difficult(self) -> bool:
        """Whether it is difficult terrain."""
        return self.kind not in NOT_DIFFICULT

    @property
    def sides(self) -> list[tuple[Point, Point]]:
        """The straight pieces of its border, or of its line."""
        if self.polygon:
            return list(edges(self.polygon))
        return list(zip(self.line, self.line[1:], strict=False))

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it or on its border."""
        return bool(self.polygon) and inside(point, self.polygon)

    def standing(self, base: Base) -> Standing:
        """Whether a base is outside, on the edge or in depth (KG-036)."""
        if not self.polygon:
            return "outside"
        left, right, low, high = self.bounds
        (x, y), reach = base.at, base.reach + TOLERANCE
        if x < left - reach or x > right + reach or y < low - reach or y > high + reach:
            return "outside"
        if base.is_round:
            rim = min(point_to_segment(base.at, a, b) for a, b in edges(self.polygon))
            if rim <= base.radius + TOLERANCE:
                return "edge"
            return "depth" if inside(base.at, self.polygon) else "outside"
        number = sum(self.near(corner) for corner in base.corners)
        if number < EDGE_CORNERS:
            return "outside"
        return "depth" if number == ALL_CORNERS else "edge"

    def near(self, point: Point) -> bool:
        """Whether a point lies in it or touches its border."""
        return inside(point, self.polygon) or any(
            point_to_segment(point, a, b) <= TOLERANCE for a, b in edges(self.polygon)
        )

    def length_inside(self, start: Point, end: Point) -> float:
        """How much of a straight line lies in it."""
        if not self.polygon or self.misses(start, end):
            return 0.0
        shares = cuts(start, end, self.polygon)
        total = distance(start, end)
        return sum(
            (other - one) * total
            for one, other in itertools.pairwise(shares)
            if strictly_inside(along(start, end, (one + other) / 2), self.polygon)
        )

    def entered_at(self, start: Point, end: Point) -> float | None:
        """How far along a straight line it is first crossed, None if never."""
        if self.misses(start, end):
            return None
        if self.line:
            crossed = [
                distance(start, meeting)
                for a, b in self.sides
                if (meeting := _meeting(start, end, a, b)) is not None
            ]
            return min(crossed, default=None)
        shares = cuts(start, end, self.polygon)
        total = distance(start, end)
        for one, other in itertools.pairwise(shares):
            middle = along(start, end, (one + other) / 2)
            if (other - one) * total > TOLERANCE and strictly_inside(middle, self.polygon):
                return one * total
        return None

    def gap(self, base: Base) -> float:
        """From a base to its nearest point, 0 where they meet."""
        if self.polygon and inside(base.at, self.polygon):
            return 0.0
        if base.is_round:
            rim = min(point_to_segment(base.at, a, b) for a, b in self.sides)
            return max(0.0, rim - base.radius)
        return min(
            segment_to_segment(a, b, c, d) for a, b in self.sides for c, d in edges(base.corners)
        )

    def stops_sight(self, start: Point, end: Point) -> bool:
        """Whether a line crosses its ridge or, where it blocks, itself (KG-040, KG-073)."""
        ridge = zip(self.ridge, self.ridge[1:], strict=False)
        if any(segment_to_segment(start, end, a, b) <= 1e-9 for a, b in ridge):
            return True
        return self.blocks and self.entered_at(start, end) is not None


def _meeting(start: Point, end: Point, a: Point, b: Point) -> Point | None:
    """Where two straight lines cross."""
    dx, dy, ex, ey = end[0] - start[0], end[1] - start[1], b[0] - a[0], b[1] - a[1]
    determinant = dx * ey - dy * ex
    if abs(determinant) < 1e-12:
        return None
    share = ((a[0] - start[0]) * ey - (a[1] - start[1]) * ex) / determinant
    other = ((a[0] - start[0]) * dy - (a[1] - start[1]) * dx) / determinant
    if 1e-9 < share <= 1 and 0 <= other <= 1:
        return along(start, end, share)
    return None


def check_terrain(piece: Terrain, path: str) -> None:
    """Raise Unreadable for a piece without an outline, or with one that crosses itself."""
    if piece.line and piece.is_work:
        if len(piece.line) < 2:
            raise Unreadable(f"{path}.line", "OUT_OF_RANGE", found=len(piece.line), low=2, high=200)
        return
    if len(piece.polygon) < 3:
        count: Any = len(piece.polygon)
        if not count:
            raise Unreadable(f"{path}.polygon", "MISSING", field="polygon")
        raise Unreadable(f"{path}.polygon", "OUT_OF_RANGE", found=count, low=3, high=200)
    if not is_simple(piece.polygon):
        raise Unreadable(f"{path}.polygon", "MISFIT", reason="the outline crosses itself")
