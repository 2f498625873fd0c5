"""Bases on the table: what paths and lines of fire see of units, and which touch each other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from rules.core.geometry import Box, Outline, Point, box_around, boxes_meet, distance, in_box

#: Inches two bases may be apart and still touch, and a path may pass a forced stop.
TOLERANCE = 0.02


class Base(msgspec.Struct, frozen=True, gc=False):
    """One base. `type` is its unit's ("infantry", "vehicle", "mech"), `reach` half its length,
    `elevation` the id of the one it stands on, None at cruising level too."""

    id: str
    at: Point
    outline: Outline
    box: Box
    reach: float
    type: str = ""
    cruising: bool = False
    submerged: bool = False
    elevation: str | None = None

    @property
    def is_mech(self) -> bool:
        """Whether it is a 'Mech's, of either kind."""
        return self.type == "mech"

    def touches(self, other: "Base") -> bool:
        """Whether two bases touch (AOD-CONTACT-001 to 004); none does at cruising level."""
        if self.cruising or other.cruising or self.id == other.id:
            return False
        reach = self.reach + other.reach + 2 * TOLERANCE
        return distance(self.at, other.at) < reach and self.outline.gap(other.outline) <= TOLERANCE


class Line(msgspec.Struct, frozen=True):
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
        self._touching: dict[str, tuple[str, ...]] = {}
        #: Lines of fire between them that are known already.
        self.lines: dict[tuple[str, str], Line] = {}

    def __iter__(self) -> Iterator[Base]:
        return iter(self.by_unit.values())

    def beside(self, unit_id: str) -> Iterable[Base]:
        """All bases but one."""
        return (base for base in self if base.id != unit_id)

    def overlapping(self, outline: Outline, least: float) -> Iterator[Base]:
        """The bases an outline overlaps by more than some inches."""
        box = outline.box()
        for base in self:
            if boxes_meet(base.box, box) and outline.gap(base.outline) < -least:
                yield base

    def touching(self, unit_id: str) -> tuple[str, ...]:
        """The units whose bases touch one on the table."""
        found = self._touching.get(unit_id)
        if found is None:
            base = self.by_unit[unit_id]
            found = tuple(other.id for other in self if base.touches(other))
            self._touching[unit_id] = found
        return found

    def touching_near(self, path: Sequence[Point], some: Iterable[Base]) -> list[tuple[Base, Base]]:
        """The pairs among some bases that touch, each once, as far as they stand near a path."""
        around = box_around(path, 2 * max((base.reach for base in self), default=0.0) + TOLERANCE)
        near = [base for base in some if in_box(base.at, around)]
        return [
            (one, other)
            for index, one in enumerate(near)
            for other in near[index + 1 :]
            if other.id in self.touching(one.id)
        ]

    def later(self, moved: Mapping[str, Base | None], order: Iterable[str]) -> "Bases":
        """The bases at another moment, with those that have `moved` (None: off the table) and all
        in some order; what is known of the contacts of others is kept."""
        known: dict[str, Base | None] = {**self.by_unit, **moved}
        if known.keys() != self.by_unit.keys():
            known = {unit_id: known.get(unit_id) for unit_id in order}
        bases = Bases({unit_id: base for unit_id, base in known.items() if base is not None})
        arrived = [base for base in moved.values() if base is not None]
        for unit_id, found in list(self._touching.items()):
            if unit_id in moved or not moved.keys().isdisjoint(found):
                continue
            base = self.by_unit[unit_id]
            if not any(base.touches(other) for other in arrived):
                bases._touching[unit_id] = found
        return bases
