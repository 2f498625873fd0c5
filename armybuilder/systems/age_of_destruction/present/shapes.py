"""Points of the table as SVG has them: in inches from the top left corner, y downwards."""

from collections.abc import Iterable

Point = tuple[float, float]


def short(number: float, places: int = 2) -> float:
    """A measure with no more places than are seen, whole where it can be: a table has many."""
    shortened = round(number, places)
    return int(shortened) if shortened == int(shortened) else shortened


def down(point: Point, depth: float) -> Point:
    """A point of the table counted from the top."""
    return short(point[0], 3), short(depth - point[1], 3)


def outline(points: Iterable[Point], depth: float) -> str:
    """Points as `points` of a polygon or a polyline."""
    return " ".join(f"{x},{y}" for x, y in (down(point, depth) for point in points))
