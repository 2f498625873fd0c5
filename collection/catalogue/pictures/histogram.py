"""How many there are of each size, as bars on a line."""

from collections.abc import Sequence

from collection.catalogue.pictures.shapes import Box, Picture

BAR, GAP, HEIGHT = 10.0, 2.0, 48.0
#: One figure among hundreds can still be seen.
LOWEST = 1.5


def histogram(counts: Sequence[int]) -> Picture:
    """A bar for each count, from left to right, in the role "bar"."""
    most = max(counts, default=0) or 1
    heights = [max(count / most * HEIGHT, LOWEST) if count else 0 for count in counts]
    bars = tuple(
        Box("bar", index * (BAR + GAP), HEIGHT - height, BAR, height)
        for index, height in enumerate(heights)
    )
    return Picture(len(counts) * (BAR + GAP) - GAP, HEIGHT, bars)
