"""Where and when units may be deployed (AOD-SETUP-018 to AOD-SETUP-022, Infiltrate)."""

import math
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.state.state import UnitState
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.age_of_destruction.table.path import Mover, unfit_terrain
from rules.age_of_destruction.table.terrain import Level, Table
from rules.core.geometry import EPSILON, Outline, Point, Polygon, bearing, box, inches_to, inside

#: Inches between the places at which room for a base is looked for.
SPACING = 0.5
#: Places along each direction, however large the table is.
MOST_STEPS = 80


class Area(msgspec.Struct, frozen=True):
    """Where a unit's dot may be: in a zone (None for anywhere), or within a `reach` of inches of it
    and then outside the zones of opponents."""

    zone: Polygon | None
    reach: int | None = None
    opposing: tuple[Polygon, ...] = ()

    def is_out_of_reach(self, at: Point) -> bool:
        """Whether a place is too far from the zone."""
        if self.zone is None:
            return False
        return inches_to(at, self.zone) > (self.reach or 0) + EPSILON

    def is_opposing(self, at: Point) -> bool:
        """Whether a place lies in an opponent's zone."""
        return any(inside(at, zone) for zone in self.opposing)


def at_start(field: Field, unit_id: str) -> Piece:
    """A unit as it will begin, wherever that is (AOD-SETUP-015, AOD-SETUP-016)."""
    return Piece(field, field.setup.figures[unit_id], UnitState(at=(0.0, 0.0)))


def infiltrating(field: Field, unit_id: str) -> list[str]:
    """The equipment by which a unit may deploy last and farther out."""
    return [f.name for f in at_start(field, unit_id).working if "infiltrate" in f.item.permits]


def is_deployed(field: Field, unit_id: str) -> bool:
    """Whether a unit is on the table or aboard a transport, or has found no place."""
    unit = field.state.units[unit_id]
    return unit.at is not None or unit.aboard is not None or unit.eliminated


def to_deploy(field: Field, player: str, step: str) -> list[str]:
    """A player's units whose time to be deployed is a step of the set-up."""
    return [
        unit_id
        for unit_id, figure in field.setup.figures.items()
        if figure.owner == player
        and not is_deployed(field, unit_id)
        and bool(infiltrating(field, unit_id)) == (step == "infiltration")
    ]


def area_of(field: Field, unit_id: str, step: str) -> Area:
    """Where a unit may be deployed in a step (AOD-SETUP-019)."""
    piece = at_start(field, unit_id)
    own = zone_of(field.setup, piece.owner)
    if step != "infiltration":
        return Area(own)
    opponents = [p.id for p in field.setup.players if p.team != piece.team]
    zones = [zone_of(field.setup, opponent) for opponent in opponents]
    return Area(
        zone=own,
        reach=speed(piece).total * (2 if piece.is_infantry else 1),
        opposing=tuple(zone for zone in zones if zone),
    )


class Ground(msgspec.Struct, frozen=True):
    """All that decides where one unit may be put; `others` are the bases there by their units."""

    table: Table
    area: Area
    mover: Mover
    others: tuple[tuple[str, Outline], ...]

    def faults(self, at: Point, facing: float) -> Iterator[tuple[str, str]]:
        """The codes of what is wrong with a place, and what is in the way there, "" for nothing
        (AOD-SETUP-019, AOD-SETUP-020)."""
        outline = self.mover.shape.outline(at, facing)
        if not self.table.holds(outline):
            yield "OFF_TABLE", ""
        for other, base in self.others:
            if outline.gap(base) < -TOLERANCE:
                yield "ENDS_ON_BASE", other
        for element in unfit_terrain(self.table, outline, self.mover):
            yield "ENDS_ON_TERRAIN", element
        if self.area.is_out_of_reach(at):
            yield "OUTSIDE_ZONE" if self.area.reach is None else "OUTSIDE_REACH", ""
        if self.area.is_opposing(at):
            yield "IN_OPPOSING_ZONE", ""

    def places(self, spacing: float) -> Iterator[tuple[Point, float]]:
        """Places without fault, some inches apart, each with a facing towards the enemy or along
        the edge."""
        for at in _grid(self._extent(), spacing):
            ahead = round(bearing(at, self.table.middle) / 90) * 90.0 % 360
            for facing in (ahead, (ahead + 90) % 360):
                if not any(self.faults(at, facing)):
                    yield at, facing
                    break

    def _extent(self) -> tuple[float, float, float, float]:
        """The smallest and largest x, then y, at which a place may be."""
        if self.area.zone is None:
            return (0.0, self.table.width, 0.0, self.table.depth)
        left, right, low, high = box(self.area.zone)
        reach = self.area.reach or 0
        return (
            max(left - reach, 0.0),
            min(right + reach, self.table.width),
            max(low - reach, 0.0),
            min(high + reach, self.table.depth),
        )


def ground_for(field: Field, unit_id: str, step: str, level: Level = "ground") -> Ground:
    """The ground on which a unit may be deployed in a step of the set-up."""
    mover = at_start(field, unit_id).mover()
    return Ground(
        table=field.table,
        area=area_of(field, unit_id, step),
        mover=msgspec.structs.replace(mover, cruising=level == "cruising"),
        others=tuple((p.id, p.outline) for p in field.on_table if p.id != unit_id),
    )


@lru_cache(maxsize=1024)
def room_on(ground: Ground) -> tuple[Point, float] | None:
    """A place and a facing for a unit, None where none was found."""
    return next(ground.places(SPACING), None)


def _grid(extent: tuple[float, float, float, float], spacing: float) -> Iterator[Point]:
    left, right, low, high = extent
    for y in _steps(low, high, spacing):
        for x in _steps(left, right, spacing):
            yield x, y


def _steps(low: float, high: float, spacing: float) -> list[float]:
    count = min(max(1, math.ceil((high - low) / spacing)), MOST_STEPS)
    return [low + (high - low) * index / count for index in range(count + 1)]
