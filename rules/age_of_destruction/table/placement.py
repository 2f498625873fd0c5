"""Where a base can be put so that it just touches another one."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec

from rules.age_of_destruction.records.bases import Shape
from rules.core.geometry import Outline, Point, ahead

#: A dot and the facing that goes with it.
Pose = tuple[Point, float]

#: Degrees between the directions looked in, and how often a place is narrowed down by halves.
STEP = 3
HALVINGS = 40


def _around(start: float) -> Iterator[float]:
    """Directions clockwise once around."""
    return (start + step for step in range(0, 360 + STEP, STEP))


class Beside(msgspec.Struct, frozen=True):
    """The places of a shape against a base with its dot here; discs keep the facing."""

    base: Outline
    dot: Point
    shape: Shape
    facing: float

    def first(
        self, start: float, fits: Callable[[Pose], bool], *, roughly: bool = False
    ) -> Pose | None:
        """The first tangent pose that fits, clockwise from a direction once around; `roughly`:
        within three degrees of it."""
        unfit = start
        for direction in _around(start):
            for facing in self._facings(direction):
                pose = self.tangent(direction, facing)
                if fits(pose):
                    exact = roughly or direction == start
                    return pose if exact else self._narrowed(unfit, direction, facing, fits)
            unfit = direction
        return None

    def touching_too(self, other: Outline, start: float) -> Iterator[Pose]:
        """The tangent poses that just touch another base as well, clockwise from a direction."""
        for one, next_one in pairwise(_around(start)):
            for facing in self._facings(next_one):
                gaps = [self._gap(direction, facing, other) for direction in (one, next_one)]
                if min(gaps) < 0 <= max(gaps):
                    overlapping, clear = (one, next_one) if gaps[0] < 0 else (next_one, one)
                    yield self._just_clear(overlapping, clear, facing, other)

    def _just_clear(self, overlapping: float, clear: float, facing: float, other: Outline) -> Pose:
        for _ in range(HALVINGS):
            half = (overlapping + clear) / 2
            if self._gap(half, facing, other) < 0:
                overlapping = half
            else:
                clear = half
        return self.tangent(clear, facing)

    def _gap(self, direction: float, facing: float, other: Outline) -> float:
        return self.shape.outline(*self.tangent(direction, facing)).gap(other)

    def tangent(self, direction: float, facing: float) -> Pose:
        """The pose that just touches the base, in a direction from its dot."""
        left, right, low, high = self.base.box()
        overlapping, clear = 0.0, right - left + high - low + self.shape.length
        for _ in range(HALVINGS):
            half = (overlapping + clear) / 2
            if self.shape.outline(ahead(self.dot, direction, half), facing).gap(self.base) < 0:
                overlapping = half
            else:
                clear = half
        return ahead(self.dot, direction, clear), facing

    def _facings(self, direction: float) -> tuple[float, ...]:
        """A base longer than wide may also point away from the other one."""
        if self.shape.length <= self.shape.width:
            return (self.facing,)
        return self.facing, direction % 360

    def _narrowed(
        self, unfit: float, fit: float, facing: float, fits: Callable[[Pose], bool]
    ) -> Pose:
        """The first pose that fits after a direction in which none does."""
        for _ in range(HALVINGS):
            half = (unfit + fit) / 2
            if fits(self.tangent(half, facing)):
                fit = half
            else:
                unfit = half
        return self.tangent(fit, facing)
