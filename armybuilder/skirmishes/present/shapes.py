"""Points of the table as SVG has them: in inches from the top left corner, y downwards."""

from collections.abc import Iterable, Sequence

Point = tuple[float, float]


def down(point: Point, depth: float) -> Point:
    """A point of the table counted from the top."""
    return round(point[0], 3), round(depth - point[1], 3)


def middle_of(polygon: Sequence[Point]) -> Point:
    """The point amid the corners of a polygon."""
    xs, ys = zip(*polygon, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def outline(points: Iterable[Point], depth: float) -> str:
    """Points as `points` of a polygon or a polyline."""
    return " ".join(f"{x},{y}" for x, y in (down(point, depth) for point in points))
