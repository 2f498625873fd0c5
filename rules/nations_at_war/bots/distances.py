"""How many movement points lie between hexes and the places somebody wants to reach."""

from collections.abc import Iterable
from heapq import heappop, heappush

from rules.nations_at_war.hexes import Hex, neighbours
from rules.nations_at_war.state import HexMap

#: Farther than any place that can be reached.
OUT_OF_REACH = 1000.0


def points_to(board: HexMap, goals: Iterable[Hex], movement_class: str | None) -> dict[Hex, float]:
    """The points it takes a movement class from every hex to the nearest of some goals; hexes from
    which no way is known are left out."""
    heap = [(0.0, goal) for goal in sorted(goals)]
    found: dict[Hex, float] = {}
    while heap:
        spent, at = heappop(heap)
        if at in found:
            continue
        found[at] = spent
        cost = entering(board, at, movement_class)
        if cost is None:
            continue
        for before in neighbours(at):
            if before in board.hexes and before not in found:
                heappush(heap, (spent + cost, before))
    return found


def entering(board: HexMap, at: Hex, movement_class: str | None) -> float | None:
    """What a hex costs a class; None where it cannot be entered or nobody said (NW-028)."""
    try:
        return board.cost(at, movement_class)
    except KeyError:
        return None
