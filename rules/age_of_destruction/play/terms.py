"""The terms of a game: those an event brings, and how they differ from the standard game's (rules
AOD-STD-001 to AOD-STD-006). Nothing here refuses a game; players may agree on any terms."""

from collections.abc import Mapping
from typing import Any

from rules.age_of_destruction.army.event import STANDARD, EventFormat
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.table.terrain import Terrain


def with_event(data: Mapping[str, Any], event: EventFormat | None) -> dict[str, Any]:
    """A file's object with the battlefield, the time and the one build total of its event, as far
    as it does not name them itself."""
    if event is None:
        return dict(data)
    brought: dict[str, Any] = {}
    if {"width", "depth"} <= event.table.keys():
        brought["table"] = {side: event.table[side] for side in ("width", "depth")}
    if "minutes" in event.table:
        brought["time_limit"] = event.table["minutes"]
    if len(event.build_totals) == 1:
        brought["build_total"] = event.build_totals[0]
    return brought | {key: value for key, value in data.items() if value is not None}


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
