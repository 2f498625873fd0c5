"""A battle whose armies stand already: drawn up by their commanders, written into its start."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.deploy import Deploy, waiting, zone_depth
from rules.khans_and_generals.orders.trap import Trap
from rules.khans_and_generals.play.scenario import read_scenario
from rules.khans_and_generals.starting.drawing_up import next_order

Document = dict[str, Any]


def drawn_up(
    start: Mapping[str, Any], seats: Collection[str], lot: int, *, trappers: Collection[str] = ()
) -> Document:
    """The start with some players' armies drawn up, traps of those who are `trappers` laid; with
    both, the battle begins at once, else the other one sets up (KG-059, KG-064)."""
    scenario = read_scenario(start)
    setup, state = scenario.setup, scenario.state
    places: dict[str, Deploy] = {}
    for player in setup.players:
        while player in seats:
            order = next_order(setup, state, player, lot, traps=player in trappers)
            if isinstance(order, Trap):
                lying = (*state.traps.get(player, ()), order.unit)
                state = msgspec.structs.replace(state, traps={**state.traps, player: lying})
                continue
            if not isinstance(order, Deploy):
                break
            places[order.unit] = order
            unit = msgspec.structs.replace(
                state.units[order.unit], at=order.at, facing=order.facing % 360
            )
            state = msgspec.structs.replace(state, units={**state.units, order.unit: unit})
    units = [
        {**unit, "at": list(places[unit["id"]].at), "facing": places[unit["id"]].facing % 360}
        if unit["id"] in places
        else unit
        for unit in start["units"]
    ]
    field = Field(setup, state)
    left = [player for player in setup.players if waiting(field, player)]
    late = {f"{p} 0": [unit.id for unit in waiting(field, p)] for p in left if p in seats}
    reserves = {**start.get("reserves", {}), **late}
    laid = {player: list(group) for player, group in state.traps.items()}
    made = {**start, "units": units, "reserves": reserves, **({"traps": laid} if laid else {})}
    still = [player for player in left if player not in seats]
    if still:
        return {**made, "active": still[-1]}
    return {**made, "stage": "change", "active": setup.players[0]}


def zones(start: Mapping[str, Any]) -> dict[str, float]:
    """How deep each player's zone is, in centimetres from his edge (KG-058)."""
    scenario = read_scenario(start)
    field = Field(scenario.setup, scenario.state)
    return {player: zone_depth(field, player) for player in scenario.setup.players}
