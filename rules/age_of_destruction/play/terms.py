"""The terms of a game: those an event brings, and how they differ from the standard game's (rules
AOD-STD-001 to AOD-STD-006). Nothing here refuses a game; players may agree on any terms."""

from typing import Any

from rules.age_of_destruction.army.battle_group import read_event_choice
from rules.age_of_destruction.army.event import STANDARD
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.codec import Node


def with_event(node: Node) -> Node:
    """A file's object with the battlefield, the time and the one build total of its event, as far
    as it does not name them itself; raises Unreadable for an event that is none."""
    event = node.optional("event", read_event_choice)
    if event is None:
        return node
    brought: dict[str, Any] = {}
    if {"width", "depth"} <= event.table.keys():
        brought["table"] = {side: event.table[side] for side in ("width", "depth")}
    if "minutes" in event.table:
        brought["time_limit"] = event.table["minutes"]
    if len(event.build_totals) == 1:
        brought["build_total"] = event.build_totals[0]
    named = {key: value for key, value in node.object().items() if value is not None}
    return Node(brought | named, node.path)


def departures(setup: Setup, state: State) -> tuple[str, ...]:
    """In what a game differs from the standard game; nothing for a standard one.

    Terrain is counted for all players together, as no piece on the table is anybody's.
    """
    standard, table = STANDARD.table, setup.table
    terrain = _terrain(setup, state)
    departs = {
        "battlefield": (table.width, table.depth) != (standard["width"], standard["depth"]),
        "build_total": setup.build_total not in STANDARD.build_totals,
        "time_limit": setup.limits.minutes != standard["minutes"],
        "turn_limit": setup.limits.turns is not None,
        "terrain": len(terrain) != standard["terrain_per_player"] * len(setup.players),
        "elevated_terrain": any(element.elevated for element in terrain),
        "deep_water": any(element.kind == "deep_water" for element in terrain),
    }
    return tuple(name for name, departed in departs.items() if departed)


def _terrain(setup: Setup, state: State) -> tuple[Terrain, ...]:
    """The terrain of a game: on the table and still beside it."""
    pool = state.preparation.pool if state.preparation else ()
    return (*setup.table.terrain, *state.laid, *pool)
