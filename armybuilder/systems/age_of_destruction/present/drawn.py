"""Areas and sectors of the table as SVG paths: in inches from the top left corner, y downwards."""

from collections.abc import Iterable
from math import cos, radians, sin

from armybuilder.systems.age_of_destruction.present.shapes import Point, down
from rules import age_of_destruction as aod


def area(loops: Iterable[tuple[Point, ...]], depth: float) -> str:
    """Outlines as one path, to be filled by the rule evenodd."""
    return "".join(f"M{_pairs(loop, depth)}Z" for loop in loops)


def _pairs(loop: Iterable[Point], depth: float) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in (_short(point, depth) for point in loop))


def _short(point: Point, depth: float) -> Point:
    return round(point[0], 2), round(depth - point[1], 2)


def sector(part: aod.Sector, depth: float) -> str:
    """A part of a ring, or of a disc where it begins at its middle."""
    if part.degrees >= 360:
        return _ring(part, depth)
    half = part.degrees / 2
    large = int(part.degrees > 180)
    (x1, y1), (x2, y2) = (_at(part, side, part.maximum, depth) for side in (-half, half))
    outer = f"M{x1:g},{y1:g}A{part.maximum:g},{part.maximum:g} 0 {large} 1 {x2:g},{y2:g}"
    if not part.minimum:
        x, y = _short(part.at, depth)
        return f"{outer}L{x:g},{y:g}Z"
    (x3, y3), (x4, y4) = (_at(part, side, part.minimum, depth) for side in (half, -half))
    inner = f"L{x3:g},{y3:g}A{part.minimum:g},{part.minimum:g} 0 {large} 0 {x4:g},{y4:g}Z"
    return outer + inner


def circle(at: Point, radius: float, depth: float) -> str:
    """A disc."""
    x, y = down(at, depth)
    r = f"{radius:g}"
    top, turn = f"M{x:g},{y - radius:g}", f"A{r},{r} 0 1 1"
    return f"{top}{turn} {x:g},{y + radius:g}{turn} {x:g},{y - radius:g}Z"


def _ring(part: aod.Sector, depth: float) -> str:
    inner = circle(part.at, part.minimum, depth) if part.minimum else ""
    return circle(part.at, part.maximum, depth) + inner


def _at(part: aod.Sector, side: float, inches: float, depth: float) -> Point:
    turned = radians(part.facing + side)
    x, y = part.at[0] + inches * sin(turned), part.at[1] + inches * cos(turned)
    return _short((x, y), depth)
