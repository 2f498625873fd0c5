"""Scenarios that begin with the set-up: `"stage": "setup"`, a `pool` of terrain, units off table.

`active` is the first player; without it the players roll for the first turn.
"""

from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import SYSTEM
from rules.age_of_destruction.catalogue import Catalogue
from rules.age_of_destruction.set_up import preparation
from rules.age_of_destruction.set_up.preparation import Deploy, PlaceTerrain, Preparation
from rules.age_of_destruction.set_up.zones import edges_fit, usual_edges
from rules.age_of_destruction.skirmish import events, rulings
from rules.age_of_destruction.skirmish import scenario as play_scenario
from rules.age_of_destruction.skirmish.enlisting import enlisted
from rules.age_of_destruction.skirmish.evolve import evolve
from rules.age_of_destruction.skirmish.orders import AnyOrder, EndStage, read_order
from rules.age_of_destruction.skirmish.play import Outcome, Refusal, resolve
from rules.age_of_destruction.skirmish.refusals import Refusals
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.setup import Player, Setup
from rules.age_of_destruction.skirmish.state import State, UnitState
from rules.age_of_destruction.skirmish.turns import start_turn
from rules.core.codec import Node, Unreadable
from rules.core.dice import DiceRunOut, ScriptedDice
from rules.core.violations import Violation

_SET_UP_ORDERS: dict[str, type[Deploy] | type[PlaceTerrain]] = {
    "deploy": Deploy,
    "place_terrain": PlaceTerrain,
}
FileOrder = AnyOrder | Deploy | PlaceTerrain


def begins_with_set_up(data: Any) -> bool:
    """Whether a parsed scenario starts before the first turn."""
    return isinstance(data, dict) and data.get("stage") == "setup"


def play_set_up(data: Any, catalogue: Catalogue) -> Outcome:
    """Set a scenario up and play what follows; raises Unreadable."""
    node = Node(data)
    node.get("format").one_of((play_scenario.FORMAT,))
    node.get("system").one_of((SYSTEM,))
    dice = ScriptedDice([face.integer(low=1, high=6) for face in node.get("dice").items()])
    orders = [_read_any_order(item.value, item.path) for item in node.get("orders").items()]
    ready, happened = _first_player(node, _read_preparation(node, catalogue), dice)
    refused: list[Refusal] = []
    taken = 0
    for taken, order in enumerate(orders, start=1):
        violations = _explain(ready, order)
        if violations or not isinstance(order, (Deploy, PlaceTerrain, EndStage)):
            refused.append(Refusal(taken - 1, violations))
            continue
        ready = preparation.prepare(ready, order)
        happened += _events(ready, order)
        if ready.is_done:
            break
    if not ready.is_done:
        state = State(
            turn=0, active=ready.active, stage="setup", orders_left=0, units=_all_units(ready)
        )
        return Outcome(ready.setup, state, tuple(happened), tuple(refused), dice.left)
    return _play_on(node, ready, orders[taken:], dice, happened, refused, taken)


def _read_any_order(value: Any, path: str) -> FileOrder:
    kind = value.get("order") if isinstance(value, dict) else None
    known = _SET_UP_ORDERS.get(kind) if isinstance(kind, str) else None
    if known is None:
        return read_order(value, path)
    if value.get("aboard"):
        raise Unreadable(f"{path}.aboard", "NOT_PLAYED", field="aboard")
    try:
        return msgspec.convert(value, known)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at `$")
        raise Unreadable(path + where.rstrip("`"), "MISFIT", reason=reason) from error


def _read_preparation(node: Node, catalogue: Catalogue) -> Preparation:
    players = _with_edges(node.get("players"), catalogue)
    build_total = play_scenario.read_build_total(node.get("build_total"))
    units = play_scenario.read_units(node.get("units"), catalogue, players, placed=False)
    setup = Setup(
        table=play_scenario.read_table(node),
        players=players,
        figures=enlisted(
            node.get("units"), [figure for figure, _ in units], players, build_total, catalogue
        ),
        build_total=build_total,
        rulings=node.optional("rulings", play_scenario.read_rulings) or rulings.complete({}),
        alliances=play_scenario.read_release(node, catalogue),
    )
    pool = node.optional(
        "pool", lambda n: tuple(play_scenario.read_terrain(item) for item in n.items())
    )
    if pool:
        most = preparation.POOL_SHARE * len(players)
        if len(pool) > most:
            raise node.get("pool").refuse("OUT_OF_RANGE", found=len(pool), low=0, high=most)
        names = [piece.id for piece in (*setup.table.terrain, *pool)]
        play_scenario.refuse_twice(node.get("pool"), names)
    stage = "terrain" if pool else "deployment"
    return Preparation(setup, first=players[0].id, pool=pool or (), stage=stage)


def _with_edges(node: Node, catalogue: Catalogue) -> tuple[Player, ...]:
    players = play_scenario.read_players(node, catalogue)
    if not any(player.edge for player in players):
        edges = usual_edges([player.id for player in players])
        players = tuple(
            msgspec.structs.replace(player, edge=edges.get(player.id, "")) for player in players
        )
    if not edges_fit(players):
        raise node.refuse(
            "IMPOSSIBLE_POSITION", reason="the starting edges do not fit (AOD-SETUP-003)"
        )
    return players


def _first_player(
    node: Node, ready: Preparation, dice: ScriptedDice
) -> tuple[Preparation, list[events.AnyEvent]]:
    names = [player.id for player in ready.setup.players]
    named = node.optional("active", lambda n: n.one_of(tuple(names)))
    if named:
        return msgspec.structs.replace(ready, first=named), []
    try:
        first, rounds = preparation.roll_first_player(names, dice)
    except DiceRunOut as error:
        raise Unreadable("$.dice", "DICE_RUN_OUT", order=0) from error
    rolled = events.FirstPlayerRolled(player=first, rounds=tuple(rounds), rules=("AOD-SETUP-011",))
    return msgspec.structs.replace(ready, first=first), [rolled]


def _explain(ready: Preparation, order: FileOrder) -> tuple[Violation, ...]:
    if isinstance(order, (Deploy, PlaceTerrain, EndStage)):
        return preparation.explain(ready, order)
    refusals = Refusals()
    refusals.add("WRONG_STAGE")
    return tuple(refusals.violations)


def _events(ready: Preparation, order: Deploy | PlaceTerrain | EndStage) -> list[events.AnyEvent]:
    if isinstance(order, Deploy):
        unit = ready.units[order.unit]
        return [
            events.UnitDeployed(
                unit=order.unit,
                at=order.at,
                facing=unit.facing,
                level=unit.level,
                rules=("AOD-SETUP-018", "AOD-SETUP-019"),
            )
        ]
    if isinstance(order, PlaceTerrain):
        lying = ready.setup.table.terrain[-1]
        rules = ("AOD-SETUP-012", "AOD-SETUP-013")
        return [events.TerrainPlaced(piece=lying.id, polygon=lying.polygon, rules=rules)]
    return []


def _all_units(ready: Preparation) -> dict[str, UnitState]:
    return {name: ready.units.get(name, UnitState()) for name in ready.setup.figures}


def _play_on(
    node: Node,
    ready: Preparation,
    orders: list[FileOrder],
    dice: ScriptedDice,
    happened: list[events.AnyEvent],
    refused: list[Refusal],
    taken: int,
) -> Outcome:
    """Begin the first turn and play the orders that are left (AOD-SETUP-023)."""
    state = State(turn=0, active=ready.first, stage="setup", orders_left=0, units=_all_units(ready))
    res = Resolution(ready.setup, state, EndStage(), dice)
    try:
        start_turn(res, ready.first)
    except DiceRunOut as error:
        raise Unreadable("$.dice", "DICE_RUN_OUT", order=taken) from error
    for event in res.events:
        state = evolve(state, event)
    late = [index for index, o in enumerate(orders) if isinstance(o, (Deploy, PlaceTerrain))]
    if late:
        path = f"$.orders[{taken + late[0]}]"
        raise Unreadable(path, "IMPOSSIBLE_POSITION", reason="the set-up is over")
    scenario = play_scenario.Scenario(
        setup=ready.setup,
        state=state,
        dice=(),
        orders=tuple(o for o in orders if not isinstance(o, (Deploy, PlaceTerrain))),
        asks=node.optional("prompts", lambda n: n.one_of(("auto", "ask"))) == "ask",
    )
    played = resolve(scenario, dice, taken)
    return msgspec.structs.replace(
        played,
        events=(*happened, *res.events, *played.events),
        refused=(*refused, *played.refused),
    )
