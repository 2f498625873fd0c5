"""The outline of a region that is known point by point."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, isfinite, sqrt

from rules.core.geometry import Box, Point, Polygon, along, point_to_segment

#: Above 0 inside of a region and below 0 outside, by no more than the inches to its outline.
Value = Callable[[Point], float]

#: How near to 0 a point of the outline is looked for, and in how many steps at most.
NEAR, STEPS = 0.02, 5
#: Inches by which the outline may be cut short between two points.
STRAIGHT = 0.02

_Edge = tuple[int, int, bool]


def contours(
    value: Value, box: Box, fine: float, halvings: int, busy: Callable[[Box], bool] | None = None
) -> list[Polygon]:
    """The outlines of a region within a box whose rim lies outside of it; holes run clockwise.

    What is smaller than `fine` may be missed. Squares of `fine` times two to the power of
    `halvings` are divided where the outline may pass, and wherever they are `busy`, as by the
    values alone a jump of them would be overlooked.
    """
    return _Tracing(value, fine).trace(box, 1 << halvings, busy)


class _Tracing:
    """The lattice on which one region is looked at."""

    def __init__(self, value: Value, fine: float) -> None:
        self.value, self.fine = value, fine
        self.known: dict[tuple[int, int], float] = {}
        self.points: dict[_Edge, Point] = {}
        self.follows: dict[_Edge, _Edge] = {}

    def trace(self, box: Box, most: int, busy: Callable[[Box], bool] | None) -> list[Polygon]:
        left, right, low, high = (edge / self.fine for edge in box)
        for x in range(floor(left / most) * most, ceil(right), most):
            for y in range(floor(low / most) * most, ceil(high), most):
                self._divide(x, y, most, busy)
        return [loop for loop in map(_straightened, self._loops()) if len(loop) > 2]

    def _divide(self, x: int, y: int, size: int, busy: Callable[[Box], bool] | None) -> None:
        if size == 1:
            self._cell(x, y)
            return
        fine, half = self.fine, size / 2
        middle = ((x + half) * fine, (y + half) * fine)
        if abs(self.value(middle)) > half * fine * sqrt(2.0) and not (
            busy and busy((x * fine, (x + size) * fine, y * fine, (y + size) * fine))
        ):
            return
        step = size // 2
        for i in (x, x + step):
            for j in (y, y + step):
                self._divide(i, j, step, busy)

    def _at(self, x: int, y: int) -> float:
        found = self.known.get((x, y))
        if found is None:
            found = self.known[x, y] = self.value((x * self.fine, y * self.fine))
        return found

    def _cell(self, x: int, y: int) -> None:
        """Where the outline passes through a square, the inside to its left."""
        inside = [self._at(i, j) >= 0 for i, j in ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))]
        if all(inside) or not any(inside):
            return
        rim: list[_Edge] = [(x, y, True), (x + 1, y, False), (x, y + 1, True), (x, y, False)]
        leaves = [k for k in range(4) if inside[k] and not inside[(k + 1) % 4]]
        enters = [k for k in range(4) if not inside[k] and inside[(k + 1) % 4]]
        if len(leaves) == 2 and not self._holds_middle(x, y):
            enters = [next(k for k in ((one - 1) % 4,) if k in enters) for one in leaves]
        elif len(leaves) == 2:
            enters = [(one + 1) % 4 for one in leaves]
        for one, other in zip(leaves, enters, strict=True):
            self.follows[rim[one]] = rim[other]
            self._point(rim[one])
            self._point(rim[other])

    def _holds_middle(self, x: int, y: int) -> bool:
        return self.value(((x + 0.5) * self.fine, (y + 0.5) * self.fine)) >= 0

    def _point(self, edge: _Edge) -> None:
        """Where the outline crosses the side of a square."""
        if edge in self.points:
            return
        x, y, across = edge
        one, other = (x, y), (x + 1, y) if across else (x, y + 1)
        ends = [(self._at(*end), (end[0] * self.fine, end[1] * self.fine)) for end in (one, other)]
        ends.sort(key=lambda end: -end[0])
        (much, within), (little, without) = ends
        for _ in range(STEPS):
            share = much / (much - little) if isfinite(little) else 0.5
            at = along(within, without, min(max(share, 0.1), 0.9))
            found = self.value(at)
            if found >= 0:
                much, within = found, at
                if found < NEAR:
                    break
            else:
                little, without = found, at
        self.points[edge] = within

    def _loops(self) -> Iterator[list[Point]]:
        left = dict(self.follows)
        while left:
            first, edge = next(iter(left.items()))
            del left[first]
            loop = [self.points[first]]
            while edge in left:
                loop.append(self.points[edge])
                edge = left.pop(edge)
            if edge != first:
                loop.append(self.points[edge])
            yield loop


def _straightened(loop: Sequence[Point]) -> Polygon:
    """A loop without the points that lie between two others."""
    kept = list(loop)
    index, left = 0, len(kept)
    while left and len(kept) > 3:
        index %= len(kept)
        before, after = kept[index - 1], kept[(index + 1) % len(kept)]
        if point_to_segment(kept[index], before, after) < STRAIGHT / 4:
            del kept[index]
        else:
            index += 1
        left -= 1
    return tuple(kept)
