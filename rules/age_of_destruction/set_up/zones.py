"""Starting edges and deployment zones (AOD-SETUP-003 to AOD-SETUP-005)."""

from collections.abc import Sequence

from rules.age_of_destruction.skirmish.setup import Player
from rules.age_of_destruction.table.terrain import Table
from rules.core.geometry import Point, Polygon, edges, inside, point_to_segment, segment_to_segment

#: Inches a zone reaches into the table and stays away from the other edges.
ZONE_DEPTH = 3.0
ZONE_MARGIN = 8.0

#: The edges clockwise from the first player's.
EDGES = ("south", "west", "north", "east")
OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def zone(table: Table, edge: str) -> Polygon:
    """The deployment zone along an edge."""
    across = edge in ("south", "north")
    long_side, depth = (table.width, table.depth) if across else (table.depth, table.width)
    low, high = ZONE_MARGIN, long_side - ZONE_MARGIN
    near, far = (0.0, ZONE_DEPTH) if edge in ("south", "west") else (depth - ZONE_DEPTH, depth)
    corners = ((low, near), (high, near), (high, far), (low, far))
    return corners if across else tuple((y, x) for x, y in corners)


def usual_edges(players: Sequence[str]) -> dict[str, str]:
    """Opposite edges for two players, else clockwise."""
    if len(players) == 2:
        return dict(zip(players, ("south", "north"), strict=True))
    return dict(zip(players, EDGES, strict=False))


def edges_fit(players: Sequence[Player]) -> bool:
    """Whether every player has an edge, only team-mates share one, and two face each other."""
    if not all(player.edge in EDGES for player in players):
        return False
    shared = any(
        one.edge == other.edge and one.team != other.team for one in players for other in players
    )
    facing = len(players) != 2 or players[0].edge == OPPOSITE[players[1].edge]
    return facing and not shared


def polygon_distance(one: Polygon, other: Polygon) -> float:
    """Inches between two polygons, 0 where they touch or overlap."""
    if inside(one[0], other) or inside(other[0], one):
        return 0.0
    return min(segment_to_segment(*a, *b) for a in edges(one) for b in edges(other))


def distance_to(point: Point, polygon: Polygon) -> float:
    """Inches from a point to a polygon, 0 inside."""
    if inside(point, polygon):
        return 0.0
    return min(point_to_segment(point, a, b) for a, b in edges(polygon))
