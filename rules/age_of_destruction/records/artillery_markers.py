"""What is printed on the markers of an artillery unit (AOD-ARTY-002)."""

import msgspec

from rules.core.codec import Node

FACES = range(1, 7)
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


def read_marker(node: Node) -> ArtilleryMarker:
    """Read a marker; raises Unreadable, also for a drift table that leaves out failed totals."""
    target = node.get("target").integer(low=1, high=99)
    ring = node.get("direction_by_black_die")
    return ArtilleryMarker(
        minimum_attack=node.get("minimum_attack").integer(low=0, high=99),
        minimum_damage=node.get("minimum_damage").integer(low=0, high=99),
        target=target,
        blast_radius=node.get("blast_radius").integer(low=1, high=36),
        drift=_read_drift(node.get("drift"), target),
        ring=tuple(_read_direction(ring.get(str(face))) for face in FACES),
    )


def _read_drift(node: Node, target: int) -> tuple[DriftRow, ...]:
    """Rows without a gap, from the highest total that fails downwards."""
    rows = []
    highest = target - 1
    for item in node.items():
        numbers = [number.integer(low=0, high=99) for number in item.items()]
        if len(numbers) != 3 or numbers[1] != highest or numbers[0] > highest:
            raise item.refuse("MISFIT", reason=f"a row of drift ends at the total {highest}")
        rows.append(DriftRow(*numbers))
        highest = numbers[0] - 1
    if not rows:
        raise node.refuse("MISFIT", reason="a marker has a table of drift")
    return tuple(rows)


def _read_direction(node: Node) -> int:
    degrees = node.integer(low=0, high=359)
    if degrees % RING_STEP:
        raise node.refuse("MISFIT", reason=f"a ring has a direction every {RING_STEP} degrees")
    return degrees
