"""What is printed on the markers of an artillery unit (AOD-ARTY-002)."""

from typing import Annotated

import msgspec
from msgspec import Meta

from rules.core.codec import Unreadable
from rules.core.typed import Written

#: A printed number.
Stat = Annotated[int, Meta(ge=0, le=99)]
Degrees = Annotated[int, Meta(ge=0, le=359)]
#: Degrees between the directions a ring can print.
RING_STEP = 60


class DriftRow(msgspec.Struct, frozen=True, gc=False):
    """The inches a salvo drifts when the failed total lies between two numbers, both included."""

    lowest: int
    highest: int
    inches: int


class ArtilleryMarker(msgspec.Struct, frozen=True, gc=False):
    """One kind of marker: `target` is the difficulty of the attack total, `blast_radius` in inches.

    `drift` has the highest totals first; `ring` the degrees clockwise from the arrow for the faces
    1 to 6 of the black die.
    """

    minimum_attack: int
    minimum_damage: int
    target: int
    blast_radius: int
    drift: tuple[DriftRow, ...]
    ring: tuple[int, ...]

    def drift_distance(self, total: int) -> int:
        """The inches for a failed total; the last row for totals below every row."""
        return next(
            (row.inches for row in self.drift if total >= row.lowest), self.drift[-1].inches
        )

    def drift_direction(self, black_die: int) -> int:
        """The degrees from the arrow for a face of the black die."""
        return self.ring[black_die - 1]


class Ring(Written, frozen=True):
    """The degrees from the arrow for each face of the black die."""

    one: Degrees = msgspec.field(name="1")
    two: Degrees = msgspec.field(name="2")
    three: Degrees = msgspec.field(name="3")
    four: Degrees = msgspec.field(name="4")
    five: Degrees = msgspec.field(name="5")
    six: Degrees = msgspec.field(name="6")


class MarkerRecord(Written, frozen=True):
    """A marker as files have it: rows of drift are lowest total, highest total and inches."""

    target: Annotated[int, Meta(ge=1, le=99)]
    minimum_attack: Stat
    minimum_damage: Stat
    blast_radius: Annotated[int, Meta(ge=1, le=36)]
    drift: tuple[tuple[Stat, ...], ...]
    direction_by_black_die: Ring


def marker_of(record: MarkerRecord, path: str) -> ArtilleryMarker:
    """The marker of a record; raises Unreadable for a drift table that leaves out failed totals."""
    ring = msgspec.structs.asdict(record.direction_by_black_die)
    for face, degrees in enumerate(ring.values(), 1):
        if degrees % RING_STEP:
            reason = f"a ring has a direction every {RING_STEP} degrees"
            raise Unreadable(f"{path}.direction_by_black_die.{face}", "MISFIT", reason=reason)
    return ArtilleryMarker(
        minimum_attack=record.minimum_attack,
        minimum_damage=record.minimum_damage,
        target=record.target,
        blast_radius=record.blast_radius,
        drift=_drift(record, f"{path}.drift"),
        ring=tuple(ring.values()),
    )


def _drift(record: MarkerRecord, path: str) -> tuple[DriftRow, ...]:
    """Rows without a gap, from the highest total that fails downwards."""
    rows = []
    highest = record.target - 1
    for index, numbers in enumerate(record.drift):
        if len(numbers) != 3 or numbers[1] != highest or numbers[0] > highest:
            reason = f"a row of drift ends at the total {highest}"
            raise Unreadable(f"{path}[{index}]", "MISFIT", reason=reason)
        rows.append(DriftRow(*numbers))
        highest = numbers[0] - 1
    if not rows:
        raise Unreadable(path, "MISFIT", reason="a marker has a table of drift")
    return tuple(rows)
