"""Hexes in axial coordinates [q, r]."""

from collections.abc import Iterator

Hex = tuple[int, int]

#: The six neighbours, in the order in which they are looked at.
DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


def neighbours(at: Hex) -> Iterator[Hex]:
    """The six hexes around one."""
    q, r = at
    return ((q + dq, r + dr) for dq, dr in DIRECTIONS)


def distance(one: Hex, other: Hex) -> int:
    """Steps from one hex to another, the first not counted (NW-022)."""
    dq, dr = other[0] - one[0], other[1] - one[1]
    return max(abs(dq), abs(dr), abs(dq + dr))
