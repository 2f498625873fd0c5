"""Places and outlines of a game's picture as SVG has them: from its top left, y downwards."""

from collections.abc import Iterable

from rules import Region

Point = tuple[float, float]


def down(at: Point, depth: float) -> Point:
    """A place counted from the top."""
    return short(at[0]), short(depth - at[1])


def short(number: float, places: int = 3) -> float:
    """A measure with no more places than are seen, whole where it can be."""
    shortened = round(number, places)
    return int(shortened) if shortened == int(shortened) else shortened


def outline(corners: Iterable[Point], depth: float) -> str:
    """Corners as `points` of a polygon."""
    return " ".join(f"{x:g},{y:g}" for x, y in (down(corner, depth) for corner in corners))


def area(region: Region, depth: float) -> str:
    """Outlines as one path, to be filled by the rule evenodd."""
    return "".join(f"M{outline(loop, depth)}Z" for loop in region if loop)
