"""Starting edges and deployment zones (AOD-SETUP-003 to AOD-SETUP-005)."""

from collections.abc import Sequence
from typing import Literal, get_args

from rules.age_of_destruction.state.setup import Player, Setup
from rules.age_of_destruction.table.terrain import Table
from rules.core.geometry import Polygon
from rules.core.kept import of_a_moment

#: Inches a zone reaches into the table and stays away from the other edges.
ZONE_DEPTH = 3.0
ZONE_MARGIN = 8.0

#: The edges clockwise from the first player's.
Edge = Literal["south", "west", "north", "east"]
EDGES: tuple[str, ...] = get_args(Edge)
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def zone(table: Table, edge: str) -> Polygon:
    """The deployment zone along an edge."""
    across = edge in ("south", "north")
    long_side, depth = (table.width, table.depth) if across else (table.depth, table.width)
    low, high = ZONE_MARGIN, long_side - ZONE_MARGIN
    near, far = (0.0, ZONE_DEPTH) if edge in ("south", "west") else (depth - ZONE_DEPTH, depth)
    corners = ((low, near), (high, near), (high, far), (low, far))
    return corners if across else tuple((y, x) for x, y in corners)


@of_a_moment
def zone_of(setup: Setup, player_id: str) -> Polygon | None:
    """A player's deployment zone, None for one who has none."""
    player = setup.player(player_id)
    if player.zone:
        return player.zone
    return zone(setup.table, player.edge) if player.edge else None


def has_room_for_zones(table: Table) -> bool:
    """Whether zones along the edges have an extent and keep apart."""
    return min(table.width, table.depth) > 2 * ZONE_MARGIN


def usual_edges(players: Sequence[str]) -> dict[str, str]:
    """Opposite edges for two players, else clockwise; none for more than there are edges."""
    if len(players) == 2:
        return dict(zip(players, ("south", "north"), strict=True))
    return dict(zip(players, EDGES, strict=False)) if len(players) <= len(EDGES) else {}


def edges_fit(players: Sequence[Player]) -> bool:
    """Whether every player has an edge, only team-mates share one, and two face each other."""
    if not all(player.edge in EDGES for player in players):
        return False
    shared = any(
        one.edge == other.edge and one.team != other.team for one in players for other in players
    )
    facing = len(players) != 2 or players[0].edge == OPPOSITE[players[1].edge]
    return facing and not shared
