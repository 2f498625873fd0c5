"""Tables and terrain as files have them; raises Unreadable for what the rules exclude."""

from typing import Annotated

from msgspec import Meta

from rules.age_of_destruction.table.impossible import Impossible
from rules.age_of_destruction.table.terrain import Kind, Table, Terrain
from rules.core.codec import Unreadable
from rules.core.geometry import Point, Polygon, edges, is_simple
from rules.core.naming import refuse_twice
from rules.core.typed import Written

#: Inches; larger tables, farther places, longer outlines and more elements are nobody's game.
LARGEST_TABLE = 200
FARTHEST = 1000
MOST_CORNERS = 200
MOST_TERRAIN = 60
#: Inches along each side of the usual battlefield (AOD-SETUP-002).
USUAL_SIDE = 36.0

Side = Annotated[float, Meta(ge=1, le=LARGEST_TABLE)]
Coordinate = Annotated[float, Meta(ge=-FARTHEST, le=FARTHEST)]
#: Two numbers.
Place = Annotated[tuple[Coordinate, ...], Meta(min_length=2, max_length=2)]
Corners = Annotated[tuple[Place, ...], Meta(min_length=3, max_length=MOST_CORNERS)]


class TableRecord(Written, frozen=True):
    """A table, in inches."""

    width: Side
    depth: Side


class TerrainRecord(Written, frozen=True, kw_only=True):
    """One terrain element."""

    kind: Kind
    elevated: bool = False
    abrupt: bool = False
    access: tuple[Place, ...] = ()
    id: str
    polygon: Corners


Elements = Annotated[tuple[TerrainRecord, ...], Meta(max_length=MOST_TERRAIN)]


def table_of(record: TableRecord | None, terrain: tuple[TerrainRecord, ...]) -> Table:
    """The table of a scenario with the terrain on it."""
    record = record or TableRecord(USUAL_SIDE, USUAL_SIDE)
    return Table(record.width, record.depth, elements_of(terrain, "$.terrain"))


def elements_of(records: tuple[TerrainRecord, ...], path: str) -> tuple[Terrain, ...]:
    """Several terrain elements, each with a name of its own."""
    elements = tuple(_element(record, f"{path}[{index}]") for index, record in enumerate(records))
    refuse_twice(path, (element.id for element in elements))
    return elements


def _element(record: TerrainRecord, path: str) -> Terrain:
    element = Terrain(
        id=record.id,
        kind=record.kind,
        polygon=polygon_of(record.polygon, f"{path}.polygon"),
        elevated=record.elevated,
        abrupt=record.abrupt,
        access=tuple(point_of(place) for place in record.access),
    )
    faults = {
        "WATER_ELEVATED": element.is_water and element.elevated,
        "FLAT_CLEAR_TERRAIN": element.kind == "clear" and not element.elevated,
        "ABRUPT_NOT_ELEVATED": element.abrupt and not element.elevated,
        "ABRUPT_WITHOUT_ACCESS": element.abrupt and not element.access,
    }
    for code, wrong in faults.items():
        if wrong:
            raise Impossible(path, code)
    return element


def polygon_of(given: tuple[tuple[float, ...], ...], path: str) -> Polygon:
    """An outline that does not cross itself; a corner may be given twice in a row."""
    points = tuple(point_of(place) for place in given)
    corners = tuple(corner for corner, following in edges(points) if corner != following)
    if len(corners) < 3:
        raise Unreadable(path, "OUT_OF_RANGE", found=len(given), low=3, high=MOST_CORNERS)
    if not is_simple(corners):
        raise Impossible(path, "OUTLINE_CROSSES")
    return corners


def point_of(place: tuple[float, ...]) -> Point:
    """A place as a point."""
    x, y = place
    return x, y
