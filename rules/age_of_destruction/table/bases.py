"""Bases on the table: what paths and lines of fire see of units, and which touch each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

import msgspec

from rules.core.geometry import Box, Outline, Point, box_around, boxes_meet, distance, grown
from rules.core.kept import kept

#: Inches two bases may be apart and still touch, and a path may pass a forced stop.
TOLERANCE = 0.02


class Base(msgspec.Struct, frozen=True, gc=False):
    """One base. `type` is its unit's ("infantry", "vehicle", "mech"), `reach` half its length,
    `elevation` the id of the one it stands on and `water` the kind it stands in, None at cruising
    level too."""

    id: str
    at: Point
    outline: Outline
    box: Box
    reach: float
    type: str = ""
    cruising: bool = False
    submerged: bool = False
    elevation: str | None = None
    water: str | None = None

    @property
    def is_mech(self) -> bool:
        """Whether it is a 'Mech's, of either kind."""
        return self.type == "mech"

    def touches(self, other: "Base") -> bool:
        """Whether two bases touch (AOD-CONTACT-001 to 004); none does at cruising level."""
        if self.cruising or other.cruising or self.id == other.id:
            return False
        return self.is_near(other) and self.outline.gap(other.outline) <= TOLERANCE

    def is_near(self, other: "Base") -> bool:
        """Whether two bases are near enough to touch if they look towards each other."""
        return distance(self.at, other.at) < self.reach + other.reach + 2 * TOLERANCE


class LineOfFire(msgspec.Struct, frozen=True, gc=False):
    """A line of fire: what blocks it and the hindering terrain that counts on it.

    Ids of terrain elements and of units.
    """

    blocking_terrain: tuple[str, ...] = ()
    blocking_bases: tuple[str, ...] = ()
    hindering: tuple[str, ...] = ()

    @property
    def blocked(self) -> bool:
        """Whether no direct attack is possible along it (AOD-LOF-005)."""
        return bool(self.blocking_terrain or self.blocking_bases)


class Bases:
    """All bases at one moment, by their units in file order; contacts are found when asked for."""

    def __init__(self, by_unit: dict[str, Base]) -> None:
        self.by_unit = by_unit
        self._lines: dict[tuple[str, str], LineOfFire] = {}
        #: A moment before, and the bases that have moved since as they were and as they are.
        self._past: Bases | None = None
        self._changed: list[Base] = []
        self._touching: dict[str, tuple[str, ...]] = {}

    def __iter__(self) -> Iterator[Base]:
        return iter(self.by_unit.values())

    def line(self, ends: tuple[str, str]) -> LineOfFire | None:
        """A line of fire between two of them that has been looked along, now or before anything
        moved that it passes by; None for one that nobody has looked along."""
        found = self._lines.get(ends)
        if found is None and self._past is not None:
            found = self._past._lines.get(ends)
            if found is not None and self._stands_by(ends):
                self._lines[ends] = found
            else:
                found = None
        return found

    def keep_line(self, ends: tuple[str, str], line: LineOfFire) -> None:
        """Remember a line of fire that has been looked along."""
        self._lines[ends] = line

    def _stands_by(self, ends: tuple[str, str]) -> bool:
        """Whether nothing at the ends of a line or beside it has moved."""
        along = box_around(self.by_unit[unit_id].at for unit_id in ends)
        return not any(base.id in ends or boxes_meet(base.box, along) for base in self._changed)

    def overlapping(self, outline: Outline, least: float) -> Iterator[Base]:
        """The bases an outline overlaps by more than some inches."""
        return (base for base in self.near(outline.box()) if outline.gap(base.outline) < -least)

    def near(self, box: Box) -> list[Base]:
        """The bases whose own boxes meet a box."""
        left, right, low, high = box
        found = []
        for base in self:
            from_x, to_x, from_y, to_y = base.box
            if from_x <= right and to_x >= left and from_y <= high and to_y >= low:
                found.append(base)
        return found

    def beside(self, unit_id: str) -> list[str]:
        """The units whose bases are near enough to touch one, at whatever level."""
        base = self.by_unit[unit_id]
        around = self._around(base)
        return [other.id for other in around if other is not base and base.is_near(other)]

    def touching(self, unit_id: str) -> tuple[str, ...]:
        """The units whose bases touch one on the table."""
        found = self._touching.get(unit_id)
        if found is None:
            base = self.by_unit[unit_id]
            around = self._around(base)
            found = tuple(other.id for other in around if base.touches(other))
            self._touching[unit_id] = found
        return found

    def _around(self, base: Base) -> list[Base]:
        """The bases, itself among them, with their dots in a box that all near enough to touch one
        share; a cheap first question."""
        x, y = base.at
        near = base.reach + self.longest + 2 * TOLERANCE
        left, right, low, high = x - near, x + near, y - near, y + near
        found = []
        for other in self:
            at_x, at_y = other.at
            if left < at_x < right and low < at_y < high:
                found.append(other)
        return found

    @kept
    def longest(self) -> float:
        """The longest reach of all bases, or of those that have been on the table lately."""
        return max((base.reach for base in self), default=0.0)

    def near_way(self, around: Box) -> list[Base]:
        """The bases so near a way in a box that it may cross them or pass between them and
        another."""
        return self.near(grown(around, 2 * self.longest + TOLERANCE))

    def pairs(self, some: Sequence[Base]) -> list[tuple[Base, Base]]:
        """The pairs among some bases that touch, each once."""
        return [
            (one, other)
            for index, one in enumerate(some)
            for other in some[index + 1 :]
            if other.id in self.touching(one.id)
        ]

    def later(self, moved: Mapping[str, Base | None], order: Iterable[str]) -> "Bases":
        """The bases at another moment, with those that have `moved` (None: off the table) and all
        in some order; what is known of the contacts of others is kept."""
        known: dict[str, Base | None] = {**self.by_unit, **moved}
        if None in moved.values() or len(known) > len(self.by_unit):
            known = {unit_id: base for unit_id in order if (base := known.get(unit_id))}
        bases = Bases(cast("dict[str, Base]", known))
        there = [base for base in moved.values() if base is not None]
        bases.longest = max(self.longest, *(base.reach for base in there), 0.0)
        were = [self.by_unit[unit_id] for unit_id in moved if unit_id in self.by_unit]
        bases._touching = {
            unit_id: touched
            for unit_id, touched in self._touching.items()
            if unit_id not in moved and moved.keys().isdisjoint(touched)
        }
        met = [other for base in there for other in bases.touching(base.id)]
        for unit_id in met:
            if unit_id not in moved:
                bases._touching.pop(unit_id, None)
        bases._past, bases._changed = self, [*were, *there]
        if self._past is not None:
            self._past._past = None
        return bases
