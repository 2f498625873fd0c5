"""Reading tables and terrain from files; raises Unreadable for what the rules exclude."""

from typing import Any

from rules.age_of_destruction.table.impossible import Impossible
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.core.codec import Node, refuse_twice
from rules.core.geometry import Point, Polygon, edges, is_simple

#: Inches; larger tables, farther places, longer outlines and more elements are nobody's game.
LARGEST_TABLE = 200
FARTHEST = 1000
MOST_CORNERS = 200
MOST_TERRAIN = 60
#: Inches along each side of the usual battlefield (AOD-SETUP-002).
USUAL_SIDE = 36.0
KINDS = ("clear", "hindering", "blocking", "shallow_water", "deep_water")


def read_table(node: Node) -> Table:
    """The table of a scenario with the terrain on it."""
    table = node.optional("table", lambda n: n)
    return Table(
        width=table.get("width").number(1, LARGEST_TABLE) if table else USUAL_SIDE,
        depth=table.get("depth").number(1, LARGEST_TABLE) if table else USUAL_SIDE,
        terrain=node.optional("terrain", read_elements) or (),
    )


def read_elements(node: Node) -> tuple[Terrain, ...]:
    """Several terrain elements, each with a name of its own."""
    items = list(node.items())
    if len(items) > MOST_TERRAIN:
        raise node.refuse("OUT_OF_RANGE", found=len(items), low=0, high=MOST_TERRAIN)
    elements = tuple(_read_element(item) for item in items)
    refuse_twice(node, [element.id for element in elements])
    return elements


def _read_element(node: Node) -> Terrain:
    kind: Any = node.get("kind").one_of(KINDS)
    elevated = node.optional("elevated", Node.boolean) or False
    abrupt = node.optional("abrupt", Node.boolean) or False
    access = node.optional("access", lambda n: tuple(read_point(i) for i in n.items())) or ()
    element = Terrain(
        id=node.get("id").text(),
        kind=kind,
        polygon=read_polygon(node.get("polygon")),
        elevated=elevated,
        abrupt=abrupt,
        access=access,
    )
    faults = {
        "WATER_ELEVATED": element.is_water and elevated,
        "FLAT_CLEAR_TERRAIN": kind == "clear" and not elevated,
        "ABRUPT_NOT_ELEVATED": abrupt and not elevated,
        "ABRUPT_WITHOUT_ACCESS": abrupt and not access,
    }
    for code, wrong in faults.items():
        if wrong:
            raise Impossible(node.path, code)
    return element


def read_polygon(node: Node) -> Polygon:
    """An outline that does not cross itself; a corner may be given twice in a row."""
    items = list(node.items())
    given = tuple(read_point(item) for item in items[: MOST_CORNERS + 1])
    corners = [corner for corner, following in edges(given) if corner != following]
    if len(items) > MOST_CORNERS or len(corners) < 3:
        raise node.refuse("OUT_OF_RANGE", found=len(items), low=3, high=MOST_CORNERS)
    if not is_simple(tuple(corners)):
        raise Impossible(node.path, "OUTLINE_CROSSES")
    return tuple(corners)


def read_point(node: Node) -> Point:
    """Two numbers."""
    values = list(node.items())
    if len(values) != 2:
        raise node.refuse("OUT_OF_RANGE", found=len(values), low=2, high=2)
    return values[0].number(-FARTHEST, FARTHEST), values[1].number(-FARTHEST, FARTHEST)
