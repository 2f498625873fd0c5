"""Where pieces of terrain may be laid (AOD-SETUP-012 to AOD-SETUP-014)."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.core.angles import sine_and_cosine
from rules.core.geometry import EPSILON, Point, Polygon, nearer_than

#: Zones by the player they belong to.
Zones = tuple[tuple[str, Polygon], ...]

#: Elements that come to lie on the table, and inches between them and everything else.
MOST_ELEMENTS = 4
TERRAIN_MARGIN = 3
#: Pieces a player puts into the pool (AOD-SETUP-006).
POOL_SHARE = 3
#: Places along each side of the table at which room is looked for, and the directions tried there.
PLACES = 36
FACINGS = tuple(float(facing) for facing in range(0, 360, 45))


def laid(piece: Terrain, at: Point, facing: float) -> Terrain:
    """A piece of the pool moved to a place and turned clockwise."""
    sine, cosine = sine_and_cosine(facing)

    def moved(point: Point) -> Point:
        x, y = point
        return (at[0] + x * cosine + y * sine, at[1] - x * sine + y * cosine)

    return msgspec.structs.replace(
        piece,
        polygon=tuple(moved(point) for point in piece.polygon),
        access=tuple(moved(point) for point in piece.access),
    )


def kept_clear(field: Field) -> Zones:
    """The zones the active player's pieces stay away from, by whose they are (AOD-SETUP-013)."""
    own_counts = field.ruling("terrain_clear_of_own_zone")
    players = [p.id for p in field.setup.players if own_counts or p.id != field.state.active]
    zones = [(player, zone_of(field.setup, player)) for player in players]
    return tuple((player, zone) for player, zone in zones if zone)


class Crowded(msgspec.Struct, frozen=True):
    """What lies less than 3 inches from a piece: elements, players' zones, the edge."""

    elements: tuple[str, ...]
    zones: tuple[str, ...]
    edge: bool

    def __bool__(self) -> bool:
        return bool(self.elements or self.zones or self.edge)


def crowding(table: Table, zones: Zones, polygon: Polygon) -> Crowded:
    """What is too near for a piece (AOD-SETUP-013)."""
    return Crowded(
        elements=tuple(
            e.id for e in table.terrain if nearer_than(TERRAIN_MARGIN, polygon, e.polygon)
        ),
        zones=tuple(p for p, zone in zones if nearer_than(TERRAIN_MARGIN, polygon, zone)),
        edge=any(_edge_distance(table, point) < TERRAIN_MARGIN - EPSILON for point in polygon),
    )


def _edge_distance(table: Table, point: Point) -> float:
    x, y = point
    return min(x, y, table.width - x, table.depth - y)


def room_for(field: Field, piece: Terrain) -> tuple[Point, float] | None:
    """A place and a facing for a piece, None where none was found (AOD-SETUP-014)."""
    return _room(field.table, kept_clear(field), piece)


@lru_cache(maxsize=256)
def _room(table: Table, zones: Zones, piece: Terrain) -> tuple[Point, float] | None:
    for facing in FACINGS:
        turned = laid(piece, (0.0, 0.0), facing)
        for at in _places(table, turned.polygon):
            if not crowding(table, zones, laid(piece, at, facing).polygon):
                return at, facing
    return None


def _places(table: Table, polygon: Polygon) -> Iterator[Point]:
    """Points evenly over the table at which a turned piece keeps away from the edges."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    for x in _steps(TERRAIN_MARGIN - min(xs), table.width - TERRAIN_MARGIN - max(xs)):
        for y in _steps(TERRAIN_MARGIN - min(ys), table.depth - TERRAIN_MARGIN - max(ys)):
            yield x, y


def _steps(low: float, high: float) -> list[float]:
    if high < low - EPSILON:
        return []
    return [low + (high - low) * index / PLACES for index in range(PLACES + 1)]
