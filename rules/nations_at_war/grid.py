"""Where the hexes of a map lie on the ground, and what people call them."""

import re
from collections.abc import Iterable
from math import sqrt

from rules.core.geometry import Point, Polygon
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.state import HexMap

#: From the middle of a hex to its corners, where neighbours are one apart.
CORNER = 1 / sqrt(3)
STEP = sqrt(3) / 2
#: The corners of a hex around its middle, in halves along and half corners across, in order.
AROUND = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))
NUMBER = re.compile(r"\d{4}")
AXIAL = re.compile(r"\[?\s*(-?\d{1,4})\s*[,;]\s*(-?\d{1,4})\s*\]?")

Knot = tuple[int, int]


class Grid:
    """The hexes of a map on the ground, y upwards.

    A hex is called by its column and row as they are printed on maps of war games, two digits
    each: 0304 is the third column, the fourth row.
    """

    def __init__(self, layout: str, hexes: Iterable[Hex]) -> None:
        self._hexes = frozenset(hexes)
        self._pointy = layout == "pointy"
        places = [self._raw(at) for at in self._hexes]
        self._left = min(x for x, _ in places) - self._reach[0]
        self._top = max(y for _, y in places) + self._reach[1]
        self.width = round(max(x for x, _ in places) - self._left + self._reach[0], 3)
        self.depth = round(self._top - min(y for _, y in places) + self._reach[1], 3)
        counted = [self._counted(at) for at in self._hexes]
        self._first = min(c for c, _ in counted) - 1, min(r for _, r in counted) - 1
        self._named = {self.number(at): at for at in self._hexes}

    @property
    def _reach(self) -> Point:
        """How far a hex reaches from its middle, across and along."""
        return (0.5, CORNER) if self._pointy else (CORNER, 0.5)

    @classmethod
    def of(cls, board: HexMap) -> "Grid":
        """The hexes of a map."""
        return cls(board.layout, board.hexes)

    def middle(self, at: Hex) -> Point:
        """The middle of a hex."""
        x, y = self._raw(at)
        return round(x - self._left, 3), round(self._top - y, 3)

    def corners(self, at: Hex) -> Polygon:
        """The corners of a hex."""
        return tuple(self._place(knot) for knot in self._knots(at))

    def at(self, place: Point) -> Hex:
        """The hex of the map whose middle is nearest to a place."""
        x, y = place

        def apart(at: Hex) -> tuple[float, Hex]:
            middle = self.middle(at)
            return (middle[0] - x) * (middle[0] - x) + (middle[1] - y) * (middle[1] - y), at

        return min(self._hexes, key=apart)

    def outline(self, hexes: Iterable[Hex]) -> tuple[Polygon, ...]:
        """The outlines of some hexes taken together, by the even-odd rule."""
        edges: set[tuple[Knot, Knot]] = set()
        for at in hexes:
            knots = self._knots(at)
            for edge in zip(knots, (*knots[1:], knots[0]), strict=True):
                if edge[::-1] in edges:
                    edges.remove(edge[::-1])
                else:
                    edges.add(edge)
        onward: dict[Knot, list[Knot]] = {}
        for start, end in sorted(edges):
            onward.setdefault(start, []).append(end)
        return tuple(self._loops(onward))

    def _loops(self, onward: dict[Knot, list[Knot]]) -> Iterable[Polygon]:
        while onward:
            first = knot = next(iter(onward))
            loop = []
            while True:
                loop.append(self._place(knot))
                ends = onward[knot]
                following = ends.pop()
                if not ends:
                    del onward[knot]
                knot = following
                if knot == first:
                    break
            yield tuple(loop)

    # --- What hexes are called ------------------------------------------------------------------

    def number(self, at: Hex) -> str:
        """What a hex is called: its column and row from 01."""
        column, row = self._counted(at)
        return f"{column - self._first[0]:02}{row - self._first[1]:02}"

    def called(self, at: Hex) -> str:
        """The number of a hex of the map; of one beyond it the place itself."""
        return self.number(at) if at in self._hexes else f"{at[0]}, {at[1]}"

    def named(self, text: str) -> Hex | None:
        """The hex of the map that is meant by its number or by `q, r`; None for none."""
        text = text.strip()
        if NUMBER.fullmatch(text):
            return self._named.get(text)
        if found := AXIAL.fullmatch(text):
            at = int(found[1]), int(found[2])
            return at if at in self._hexes else None
        return None

    def _counted(self, at: Hex) -> tuple[int, int]:
        """Column and row, counted from anywhere."""
        q, r = at
        return (q + r // 2, r) if self._pointy else (q, r + q // 2)

    # --- Where they lie ---------------------------------------------------------------------------

    def _raw(self, at: Hex) -> Point:
        """The middle of a hex, y downwards, as maps count their rows."""
        q, r = at
        return (q + r / 2, r * STEP) if self._pointy else (q * STEP, r + q / 2)

    def _knots(self, at: Hex) -> tuple[Knot, ...]:
        """The corners of a hex by whole numbers, the same for all hexes that share one."""
        q, r = at
        along, across = (2 * q + r, 3 * r) if self._pointy else (2 * r + q, 3 * q)
        return tuple((along + a, across + b) for a, b in AROUND)

    def _place(self, knot: Knot) -> Point:
        """Where a corner lies on the ground."""
        along, across = knot[0] / 2, knot[1] * CORNER / 2
        x, y = (along, across) if self._pointy else (across, along)
        return round(x - self._left, 3), round(self._top - y, 3)
