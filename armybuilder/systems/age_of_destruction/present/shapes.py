"""Points of the table as SVG has them: in inches from the top left corner, y downwards."""

from collections.abc import Iterable

Point = tuple[float, float]


def down(point: Point, depth: float) -> Point:
    """A point of the table counted from the top."""
    return round(point[0], 3), round(depth - point[1], 3)


def outline(points: Iterable[Point], depth: float) -> str:
    """Points as `points` of a polygon or a polyline."""
    return " ".join(f"{x},{y}" for x, y in (down(point, depth) for point in points))
