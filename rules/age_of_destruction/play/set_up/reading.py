"""Reading players, and the set-up of a scenario that begins with it."""

import msgspec

from rules.age_of_destruction.moment.zones import (
    EDGES,
    ZONE_MARGIN,
    edges_fit,
    has_room_for_zones,
    usual_edges,
)
from rules.age_of_destruction.play.enlisting import read_played_cards
from rules.age_of_destruction.play.set_up.laying import POOL_SHARE
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Player
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.table.impossible import Impossible
from rules.age_of_destruction.table.reading import read_elements, read_polygon
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.core.codec import Node, refuse_twice
from rules.core.geometry import Polygon

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
#: What a player writes for a zone who may deploy wherever there is room.
ANYWHERE = "anywhere"


def read_players(node: Node, catalogue: Catalogue) -> tuple[Player, ...]:
    """The players in seating order, by name or as objects with the cards of their groups, two at
    least (AOD-UNIT-028); without any edge or zone they take the usual edges."""
    items = list(node.items())
    if not FEWEST_PLAYERS <= len(items) <= MOST_PLAYERS:
        low, high = FEWEST_PLAYERS, MOST_PLAYERS
        raise node.refuse("OUT_OF_RANGE", found=len(items), low=low, high=high)
    players = tuple(_read_player(item, catalogue) for item in items)
    refuse_twice(node, [player.id for player in players])
    if any(player.edge or _names_zone(item) for player, item in zip(players, items, strict=True)):
        return players
    edges = usual_edges([player.id for player in players])
    return tuple(
        msgspec.structs.replace(player, edge=edges.get(player.id, "")) for player in players
    )


def _read_player(node: Node, catalogue: Catalogue) -> Player:
    if isinstance(node.value, str):
        return Player(node.text(), node.text())
    name = node.get("id").text()
    return Player(
        id=name,
        team=node.optional("team", Node.text) or name,
        edge=node.optional("edge", lambda n: n.one_of(EDGES)) or "",
        zone=node.optional("zone", _read_zone) or (),
        cards=node.optional("cards", lambda n: read_played_cards(n, catalogue)) or (),
    )


def _read_zone(node: Node) -> Polygon:
    return () if node.value == ANYWHERE else read_polygon(node)


def _names_zone(node: Node) -> bool:
    return isinstance(node.value, dict) and node.value.get("zone") is not None


def read_preparation(
    node: Node, players: tuple[Player, ...], table: Table, conditions: tuple[str, ...]
) -> Preparation:
    """Where a set-up begins: the pool, and the first player where `active` names one."""
    _refuse_zones(node.get("players"), players, table)
    pool = node.optional("pool", lambda n: _read_pool(n, players)) or ()
    if pool:
        refuse_twice(node.get("pool"), [piece.id for piece in pool], table.names)
    names = tuple(player.id for player in players)
    first = node.optional("active", lambda n: n.one_of(names)) or ""
    return Preparation(step="pool", first=first, pool=pool, conditions=conditions)


def _refuse_zones(node: Node, players: tuple[Player, ...], table: Table) -> None:
    """Everybody has a zone of the scenario's own, or everybody one along an edge."""
    own = [_names_zone(item) for item in node.items()]
    if all(own):
        return
    if any(own) or not edges_fit(players):
        raise Impossible(node.path, "EDGES_UNFIT")
    if not has_room_for_zones(table):
        raise Impossible("$.table", "TABLE_TOO_SMALL", inches=2 * ZONE_MARGIN)


def _read_pool(node: Node, players: tuple[Player, ...]) -> tuple[Terrain, ...]:
    """Up to three pieces of every player (AOD-SETUP-006); a piece may name its `owner`."""
    names = tuple(player.id for player in players)
    most = POOL_SHARE * len(players)
    pool = read_elements(node)
    if len(pool) > most:
        raise node.refuse("OUT_OF_RANGE", found=len(pool), low=0, high=most)
    owners = [item.optional("owner", lambda n: n.one_of(names)) for item in node.items()]
    for player in names:
        if owners.count(player) > POOL_SHARE:
            raise Impossible(
                node.path,
                "POOL_SHARE",
                player=player,
                found=owners.count(player),
                most=POOL_SHARE,
            )
    return pool
