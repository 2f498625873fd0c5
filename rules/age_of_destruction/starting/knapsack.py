"""The most liked copies of figures for every sum of points at once."""

from collections import Counter
from collections.abc import Sequence

#: What another copy of the same figure is still worth, from the second on.
AGAIN = 0.8


class Knapsack:
    """For each sum of points up to a limit the best choice of copies that comes to exactly it.

    `best[points]` is what the choice is worth, below 0 where nothing comes to that sum.
    """

    def __init__(
        self, figures: Sequence[tuple[str, int, int, float]], limit: int, spare: int = 0
    ) -> None:
        """`figures` are ids with points, copies there may be, and what one point is worth; `spare`
        are the points `about` may leave."""
        self.best = [-1.0] * (limit + 1)
        self.best[0] = 0.0
        self._taken: list[tuple[str, int, bytearray]] = []
        for item, points, copies, worth in figures:
            value = points * worth
            for _ in range(min(copies, limit // points)):
                self._add(item, points, value)
                value *= AGAIN
        self._about = [
            max(range(max(total - spare, 0), total + 1), key=self.best.__getitem__)
            for total in range(limit + 1)
        ]

    def _add(self, item: str, points: int, value: float) -> None:
        best, taken = self.best, bytearray(len(self.best))
        for total in range(len(best) - 1, points - 1, -1):
            before = best[total - points]
            if before >= 0 and before + value > best[total]:
                best[total] = before + value
                taken[total] = 1
        self._taken.append((item, points, taken))

    def about(self, total: int) -> tuple[int, float]:
        """The sum that is worth most and at most the spare points below another; its worth."""
        points = self._about[total]
        return points, self.best[points]

    def chosen(self, total: int) -> Counter[str]:
        """The copies that come to a sum which something comes to."""
        counts: Counter[str] = Counter()
        for item, points, taken in reversed(self._taken):
            if taken[total]:
                counts[item] += 1
                total -= points
        return counts
