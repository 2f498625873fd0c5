"""One combat value over all clicks as a small line; several figures lie over one another."""

from collections.abc import Sequence

from collection.catalogue.pictures.shapes import Line, Picture, Shape
from collection.catalogue.present.values import DIAL_POSITIONS

WIDTH, HEIGHT = 144.0, 40.0
MARGIN = 3.0
CLICK = (WIDTH - 2 * MARGIN) / DIAL_POSITIONS


def sparkline(series: Sequence[Sequence[int]]) -> Picture:
    """Draw the values of each figure, the first click at the left, 0 at the foot; every picture has
    the same width, so that a shorter dial ends earlier.

    Lines take the roles "series-1", "series-2" and so on.
    """
    highest = max((value for values in series for value in values), default=0) or 1
    lines: list[Shape] = [Line("axis", ((MARGIN, HEIGHT - 1), (WIDTH - MARGIN, HEIGHT - 1)))]
    lines += [
        Line(f"series-{number}", _steps(values, highest)) for number, values in enumerate(series, 1)
    ]
    return Picture(WIDTH, HEIGHT, tuple(lines))


def _steps(values: Sequence[int], highest: int) -> tuple[tuple[float, float], ...]:
    """A level piece for each click, joined by falls and rises."""
    tops = [HEIGHT - MARGIN - value / highest * (HEIGHT - 2 * MARGIN) for value in values]
    return tuple(
        (MARGIN + (index + side) * CLICK, top) for index, top in enumerate(tops) for side in (0, 1)
    )
