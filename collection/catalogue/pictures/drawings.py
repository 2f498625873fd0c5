"""The drawings of figures and factions as shapes, read from the sprites the pages show.

Both know a drawing by the id of its group in the sprite; a figure stands on its grid at 88.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element, parse

from django.contrib.staticfiles import finders

from collection.catalogue.pictures.paths import Outline, Point, outlines
from collection.catalogue.pictures.shapes import Line, Polygon, Region, Shape, on_circle

#: Where figures stand, and the corners of a mark's grid.
GROUND = 88.0
MARK_SIZE = 24.0
#: How large figures of each type are beside each other, and what lies between them.
BESIDE = {"mech": 1.0, "vehicle": 0.8, "infantry": 0.62}
GAP = 9.0
#: How far the second ink lies beside the first, to the left and up.
REGISTER = (-3.2, -1.8)
#: Degrees from corner to corner of a circle.
CIRCLE_STEP = 15

_SVG = "{http://www.w3.org/2000/svg}"
_LAST_NUMBER = re.compile(r"([\d.]+)\)?$")
_SCALE = re.compile(r"translate\(12 12\) scale\(([\d.]+)\) translate\(-12 -12\)")


@dataclass(frozen=True)
class Part:
    """One shape of a drawing: its layer ("far", "near", "holes", "cuts", "spot"), and the width of
    the line around it, 0 without one."""

    layer: str
    outline: Outline
    line: float


@dataclass(frozen=True)
class Standing:
    """A drawing in a row: `left` and `scale` place its grid, whose zero is at `left`."""

    drawing: str
    left: float
    scale: float


@dataclass(frozen=True)
class Row:
    """Figures side by side on one ground, in units of a 'Mech's grid."""

    figures: tuple[Standing, ...]
    width: float
    height: float


@cache
def silhouette(name: str) -> tuple[Part, ...]:
    """The parts of a figure's drawing in painting order; raises KeyError for a name of none."""
    return tuple(
        Part(layer.get("class", ""), outline, _line_of(element, layer))
        for layer in _sprite("silhouettes")[name]
        for element in layer
        for outline in _outlines_of(element)
    )


@cache
def mark(name: str) -> tuple[tuple[Outline, ...], ...]:
    """The outlines of a faction's blank and of its cut; raises KeyError for a name of none."""
    return tuple(tuple(_outlines_of(element)) for element in _sprite("marks")[name])


def line_up(figures: Sequence[tuple[str, str]]) -> Row:
    """Figures, each a drawing and a type, side by side from the left."""
    placed: list[Standing] = []
    width = height = 0.0
    for drawing, kind in figures:
        scale = BESIDE.get(kind, BESIDE["vehicle"])
        left, top, right = _extent(drawing)
        if placed:
            width += GAP
        placed.append(Standing(drawing, width - left * scale, scale))
        width += (right - left) * scale
        height = max(height, (GROUND - top) * scale)
    return Row(tuple(placed), width, height)


def standing(figure: Standing, spot: str, left: float, ground: float, scale: float) -> list[Shape]:
    """A figure of a row whose zero is at (left, ground), `scale` units a unit of the row; `spot` is
    the role of its second ink."""
    size = figure.scale * scale

    def place(point: Point) -> Point:
        return (left + figure.left * scale + point[0] * size, ground + (point[1] - GROUND) * size)

    def beside(point: Point) -> Point:
        return place((point[0] + REGISTER[0], point[1] + REGISTER[1]))

    parts = silhouette(figure.drawing)
    shadow = [part for part in parts if part.layer in ("far", "near", "spot")]
    return [
        *(Polygon(spot, part.outline.moved(beside).points) for part in shadow),
        *(shape for part in parts for shape in _inked(part, spot, place, size)),
    ]


def faction_mark(name: str, spot: str, x: float, y: float, size: float) -> list[Shape]:
    """A faction's mark with its upper left corner at (x, y)."""
    scale = size / MARK_SIZE

    def place(point: Point) -> Point:
        return (x + point[0] * scale, y + point[1] * scale)

    blank, cut = (tuple(each.moved(place).points for each in part) for part in mark(name))
    return [Region(spot, blank), Region("on-spot", cut)]


def _inked(part: Part, spot: str, place: Callable[[Point], Point], size: float) -> Iterator[Shape]:
    outline = part.outline.moved(place)
    filled = {"far": "far", "near": "ink", "holes": "cut", "spot": spot}.get(part.layer)
    if filled:
        yield Polygon(filled, outline.points)
    if part.line:
        ends = outline.points[:1] if outline.closed else ()
        yield Line("parting", (*outline.points, *ends), part.line * size)


@cache
def _extent(name: str) -> tuple[float, float, float]:
    """The left, upper and right edge of a drawing."""
    points = [point for part in silhouette(name) for point in part.outline.points]
    return min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points)


@cache
def _sprite(name: str) -> dict[str, Element]:
    """The groups of a sprite by their ids."""
    file = finders.find(f"pictures/{name}.svg")
    root = parse(str(file)).getroot()  # noqa: S314 - the file is the program's own
    return {group.get("id", ""): group for group in root.iterfind(f"{_SVG}defs/{_SVG}g")}


def _outlines_of(element: Element) -> Iterator[Outline]:
    kind = element.tag.removeprefix(_SVG)
    if kind == "path":
        yield from _scaled(outlines(element.get("d", "")), element.get("transform", ""))
        return
    x, y = float(element.get("cx", 0)), float(element.get("cy", 0))
    rx = float(element.get("rx") or element.get("r") or 0)
    ry = float(element.get("ry") or element.get("r") or 0)
    around = (on_circle(0, 0, 1, angle) for angle in range(0, 360, CIRCLE_STEP))
    yield Outline(tuple((x + dx * rx, y + dy * ry) for dx, dy in around), True)


def _scaled(drawn: Sequence[Outline], transform: str) -> Iterator[Outline]:
    """A mark's cut is scaled about the middle of the mark."""
    found = _SCALE.fullmatch(transform)
    scale = float(found[1]) if found else 1.0
    middle = MARK_SIZE / 2 * (1 - scale)
    for outline in drawn:
        yield outline.moved(lambda point: (point[0] * scale + middle, point[1] * scale + middle))


def _line_of(element: Element, layer: Element) -> float:
    """The width of the line around a shape; a layer's own holds for all in it."""
    if not layer.get("stroke") or layer.get("class") == "spot":
        return 0.0
    width = element.get("stroke-width") or layer.get("stroke-width") or "1"
    found = _LAST_NUMBER.search(width)
    return float(found[1]) if found else 1.0
