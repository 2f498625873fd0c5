"""Terrain as it is printed: what is drawn into an outline so that it reads as wood, rock, roof,
rubble, water or height. The same element is always drawn alike."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, ceil, cos, hypot, pi, sin, sqrt
from zlib import crc32

from armybuilder.skirmishes.present.drawn import Point
from armybuilder.skirmishes.present.drawn import short as shortened

#: How much is drawn into one outline at most; a larger one has it farther apart.
MOST = 160
#: Drawings of trees, `tree-1` and on.
TREES = 3
#: Grains between trees, chips of rubble, strokes of rock and lines of a roof.
TREE_STEP, CHIP_STEP, STROKE_STEP, ROOF_STEP = 1.1, 0.62, 0.3, 0.34
#: How far, in steps, a place may be from its row and column altogether.
UNEVEN = 0.7
#: Grains trees and chips keep from the edge.
TREE_ROOM, CHIP_ROOM = 0.5, 0.28
#: How far towards the middle lines of height lie.
HEIGHTS = (0.7, 0.4)

Polygon = tuple[Point, ...]


@dataclass(frozen=True)
class Tree:
    """One tree: which drawing, and where it stands."""

    drawing: int
    at: Point


@dataclass(frozen=True)
class Print:
    """What is drawn into an outline: `style` is "trees", "chips", "rock", "roof", "height", "water"
    or "" for nothing; `strokes` is a path to be drawn, `solids` one to be filled, `lines` are
    outlines of heights."""

    style: str
    strokes: str = ""
    solids: str = ""
    lines: tuple[Polygon, ...] = ()
    trees: tuple[Tree, ...] = ()


def printed(
    name: str, style: str, polygon: Polygon, *, elevated: bool = False, grain: float = 1
) -> Print:
    """How an element of terrain is printed in a style, "" for plainly; its outline as the picture
    has it, `grain` what its trees and stones are as large as."""
    lines = tuple(towards_middle(polygon, share) for share in HEIGHTS)
    match style:
        case "trees":
            trees = tuple(_trees(name, polygon, grain))
            return Print(style, trees=trees, lines=lines[:1] if elevated else ())
        case "chips":
            return Print(style, solids="".join(_chips(name, polygon, grain)))
        case "rock":
            return Print(style, strokes="".join(_strokes(name, polygon, grain)), lines=lines)
        case "roof":
            return Print(style, strokes="".join(_roof(polygon, grain)))
        case "height":
            return Print(style, lines=lines)
        case "water":
            return Print(style, lines=lines[:1])
        case _:
            return Print(style)


def short(number: float) -> float:
    """A measure with no more places than are seen of what is drawn in great numbers."""
    return shortened(number, 2)


def towards_middle(polygon: Polygon, share: float) -> Polygon:
    """An outline shrunk to a share of itself."""
    x, y = _middle(polygon)
    return tuple((short(x + (a - x) * share), short(y + (b - y) * share)) for a, b in polygon)


def _trees(name: str, polygon: Polygon, grain: float) -> Iterator[Tree]:
    """Trees in rows that are none, those behind first."""
    spots = _spots(name, polygon, TREE_STEP * grain, TREE_ROOM * grain)
    for number, at in enumerate(sorted(spots, key=lambda spot: spot[1])):
        yield Tree(1 + int(_chance(name, number, "tree") * TREES), at)


def _chips(name: str, polygon: Polygon, grain: float) -> Iterator[str]:
    """Stones lying about, four corners each."""
    for number, (x, y) in enumerate(_spots(name, polygon, CHIP_STEP * grain, CHIP_ROOM * grain)):
        turn = _chance(name, number, "turn") * pi
        size = (0.07 + 0.2 * _chance(name, number, "size") ** 2) * grain
        corners = (
            (x + size * cos(turn + each * pi / 2), y + size * sin(turn + each * pi / 2) * 0.8)
            for each in range(4)
        )
        yield "M" + "L".join(f"{short(a)} {short(b)}" for a, b in corners) + "Z"


def _strokes(name: str, polygon: Polygon, grain: float) -> Iterator[str]:
    """Short strokes from the edge inward, as long as chance has it."""
    number = 0
    for (x, y), (dx, dy), length in _edges(polygon):
        steps = max(ceil(length / (STROKE_STEP * grain)), 1)
        for step in range(steps):
            along = (step + 0.5) * length / steps
            deep = (0.22 + 0.26 * _chance(name, number, "deep")) * grain
            number += 1
            a, b = x + dx * along, y + dy * along
            yield f"M{short(a)} {short(b)}l{short(-dy * deep)} {short(dx * deep)}"


def _roof(polygon: Polygon, grain: float) -> Iterator[str]:
    """Lines along the longest side, a ridge, and a wall across."""
    _from, (ux, uy), _length = max(_edges(polygon), key=lambda edge: edge[2])
    x, y = _middle(polygon)
    for turned, offsets in (
        ((ux, uy), _rows(polygon, (ux, uy), ROOF_STEP * grain)),
        ((-uy, ux), (0.0,)),
    ):
        dx, dy = turned
        for offset in offsets:
            through = (x - dy * offset, y + dx * offset)
            ends = sorted(_crossings(polygon, through, turned))
            for start, end in zip(ends[::2], ends[1::2], strict=False):
                (a, b), (c, d) = (
                    (short(through[0] + dx * way), short(through[1] + dy * way))
                    for way in (start, end)
                )
                yield f"M{a} {b}L{c} {d}"


def _rows(polygon: Polygon, along: Point, step: float) -> list[float]:
    """How far from the middle the lines of a roof lie, the ridge at 0 among them."""
    x, y = _middle(polygon)
    off = [(b - y) * along[0] - (a - x) * along[1] for a, b in polygon]
    first, last = ceil(min(off) / step), int(max(off) / step)
    return [row * step for row in range(first, last + 1)]


def _crossings(polygon: Polygon, through: Point, along: Point) -> Iterator[float]:
    """Where a line crosses an outline, in inches along it."""
    (x, y), (dx, dy) = through, along
    for (a, b), (ex, ey), length in _edges(polygon):
        across = dx * ey - dy * ex
        if abs(across) > 1e-9:
            way = ((a - x) * ey - (b - y) * ex) / across
            on_edge = ((a - x) * dy - (b - y) * dx) / across
            if 0 <= on_edge < length:
                yield way


def _spots(name: str, polygon: Polygon, step: float, room: float) -> list[Point]:
    """Places in an outline, about so far apart and with room to its edge."""
    step = max(step, sqrt(abs(_area(polygon)) / MOST))
    xs, ys = zip(*polygon, strict=True)
    left, top = min(xs), min(ys)
    rows, columns = ceil((max(ys) - top) / step) + 1, ceil((max(xs) - left) / step) + 1
    found = []
    for row in range(rows):
        for column in range(columns):
            number = row * 64 + column
            x = left + (column + row % 2 / 2 + (_chance(name, number, "x") - 0.5) * UNEVEN) * step
            y = top + (row + (_chance(name, number, "y") - 0.5) * UNEVEN) * step
            if _holds(polygon, (x, y), room):
                found.append((short(x), short(y)))
    return found


def _holds(polygon: Polygon, spot: Point, room: float) -> bool:
    """Whether a place lies inside an outline with room to its edge."""
    x, y = spot
    inside = False
    for (a, b), (dx, dy), length in _edges(polygon):
        c, d = a + dx * length, b + dy * length
        along = min(max((x - a) * dx + (y - b) * dy, 0), length)
        if hypot(x - a - dx * along, y - b - dy * along) < room:
            return False
        if (b > y) != (d > y) and x < (c - a) * (y - b) / (d - b) + a:
            inside = not inside
    return inside


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point, float]]:
    """Every side: where it begins, its direction, how long it is; the inside lies to the left of
    the way round as the picture has it, downwards."""
    ordered = polygon if _area(polygon) > 0 else polygon[::-1]
    for (a, b), (c, d) in zip(ordered, (*ordered[1:], ordered[0]), strict=True):
        length = hypot(c - a, d - b)
        if length:
            turn = atan2(d - b, c - a)
            yield (a, b), (cos(turn), sin(turn)), length


def _area(polygon: Polygon) -> float:
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return sum(a * d - c * b for (a, b), (c, d) in pairs) / 2


def _middle(polygon: Polygon) -> Point:
    xs, ys = zip(*polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _chance(name: str, number: int, what: str) -> float:
    """A number from 0 to 1 that hangs on nothing but what it is for."""
    return crc32(f"{name} {number} {what}".encode()) / 2**32
