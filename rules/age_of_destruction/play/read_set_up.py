"""Players as files have them, and the set-up of a scenario that begins with it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from rules.age_of_destruction.moment.zones import (
    ZONE_MARGIN,
    Edge,
    edges_fit,
    has_room_for_zones,
    usual_edges,
)
from rules.age_of_destruction.play.enlisting import PlayedCardRecord, played_cards
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Player
from rules.age_of_destruction.state.state import Preparation
from rules.age_of_destruction.steps.laying import POOL_SHARE
from rules.age_of_destruction.table.impossible import Impossible
from rules.age_of_destruction.table.reading import (
    MOST_TERRAIN,
    Corners,
    TerrainRecord,
    elements_of,
    polygon_of,
)
from rules.age_of_destruction.table.terrain import Table, Terrain
from rules.core.codec import NAMES, Node, Unreadable
from rules.core.geometry import Polygon
from rules.core.naming import refuse_twice
from rules.core.typed import Written

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
#: What a player writes for a zone who may deploy wherever there is room.
ANYWHERE = "anywhere"


class PlayerRecord(Written, frozen=True):
    """A player with the cards of the whole group; `zone` is an outline, or "anywhere"."""

    id: str
    team: str | None = None
    edge: Edge | None = None
    zone: Corners | str | None = None
    cards: tuple[PlayedCardRecord | str, ...] = ()


Players = Annotated[
    tuple[PlayerRecord | str, ...], Meta(min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS)
]


class PoolRecord(TerrainRecord, frozen=True, kw_only=True):
    """A terrain element of the pool, which may name its player."""

    owner: str | None = None


Pool = Annotated[tuple[PoolRecord, ...], Meta(max_length=MOST_TERRAIN)]


def players_of(records: Players, data: Any, catalogue: Catalogue) -> tuple[Player, ...]:
    """The players in seating order, by name or as objects with the cards of their groups, two at
    least (AOD-UNIT-028); without any edge or zone they take the usual edges."""
    players = tuple(
        _player(record, data[index], f"$.players[{index}]", catalogue)
        for index, record in enumerate(records)
    )
    refuse_twice("$.players", (player.id for player in players))
    if any(player.edge or _names_zone(r) for player, r in zip(players, records, strict=True)):
        return players
    edges = usual_edges([player.id for player in players])
    return tuple(
        msgspec.structs.replace(player, edge=edges.get(player.id, "")) for player in players
    )


def _player(record: PlayerRecord | str, data: Any, path: str, catalogue: Catalogue) -> Player:
    if isinstance(record, str):
        return Player(record, record)
    return Player(
        id=record.id,
        team=record.team or record.id,
        edge=record.edge or "",
        zone=_zone(record.zone, f"{path}.zone"),
        cards=played_cards(record.cards, data.get("cards"), f"{path}.cards", catalogue),
    )


def _zone(zone: tuple[tuple[float, ...], ...] | str | None, path: str) -> Polygon:
    if zone is None or zone == ANYWHERE:
        return ()
    if isinstance(zone, str):
        raise Unreadable(path, "WRONG_TYPE", expected=NAMES[list], found=NAMES[str])
    return polygon_of(zone, path)


def _names_zone(record: PlayerRecord | str) -> bool:
    return isinstance(record, PlayerRecord) and record.zone is not None


def preparation_of(
    records: Players,
    pool: Pool,
    active: str | None,
    players: tuple[Player, ...],
    table: Table,
    conditions: tuple[str, ...],
) -> Preparation:
    """Where a set-up begins: the pool, and the first player where `active` names one."""
    _refuse_zones(records, players, table)
    pieces = _pool(pool, players)
    refuse_twice("$.pool", (piece.id for piece in pieces), taken=table.names)
    if active is not None:
        Node(active, "$.active").one_of(tuple(player.id for player in players))
    return Preparation(step="pool", first=active or "", pool=pieces, conditions=conditions)


def _refuse_zones(records: Players, players: tuple[Player, ...], table: Table) -> None:
    """Everybody has a zone of the scenario's own, or everybody one along an edge."""
    own = [_names_zone(record) for record in records]
    if all(own):
        return
    if any(own) or not edges_fit(players):
        raise Impossible("$.players", "EDGES_UNFIT")
    if not has_room_for_zones(table):
        raise Impossible("$.table", "TABLE_TOO_SMALL", inches=2 * ZONE_MARGIN)


def _pool(records: Pool, players: tuple[Player, ...]) -> tuple[Terrain, ...]:
    """Up to three pieces of every player (AOD-SETUP-006); a piece may name its `owner`."""
    names = tuple(player.id for player in players)
    most = POOL_SHARE * len(players)
    pool = elements_of(records, "$.pool")
    if len(pool) > most:
        raise Unreadable("$.pool", "OUT_OF_RANGE", found=len(pool), low=0, high=most)
    owners = [record.owner for record in records]
    for index, owner in enumerate(owners):
        if owner is not None:
            Node(owner, f"$.pool[{index}].owner").one_of(names)
    for player in names:
        found = owners.count(player)
        if found > POOL_SHARE:
            facts = {"player": player, "found": found, "most": POOL_SHARE}
            raise Impossible("$.pool", "POOL_SHARE", **facts)
    return pool
