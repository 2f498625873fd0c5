"""Random games: invariants hold at every step; saving, restoring and undoing lose nothing."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.invariants import broken_invariants, ordered_twice
from rules.age_of_destruction.play.rules import explain, legal_orders
from rules.age_of_destruction.play.saved_game import (
    Skirmish,
    read_state,
    replay_game,
    start_game,
    write_game,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.core.saved_game import fingerprint
from rules.tests.skirmishes import (
    catalogue,
    heat_dial,
    mech,
    quad,
    read,
    scenario,
    squad,
    tank,
    vtol,
    woods,
)

TERRAIN = [
    woods("wood", (10, 14), (15, 19)),
    woods("pond", (2, 15), (8, 19), kind="shallow_water"),
    woods("lake", (28, 14), (33, 20), kind="deep_water"),
    woods("rock", (17, 17), (19, 19), kind="blocking"),
    woods("hill", (20, 10), (26, 16), kind="clear", elevated=True),
]
SYMBOLS = {
    "speed": ("green", "red", "blue", "black"),
    "attack": ("green", "blue", "grey"),
    "defense": ("green", "red", "blue", "black", "grey"),
    "primary_damage": ("green", "red", "blue", "black", "grey"),
    "secondary_damage": ("green", "red", "blue", "black", "grey"),
}
HOT: list[dict[str, Any]] = [
    {"colors": {"primary_damage": "yellow", "speed": "yellow"}, "speed_mod": -1},
    {"colors": {"secondary_damage": "red", "speed": "red"}, "primary_damage_mod": -1},
    {"colors": {"primary_damage": "black", "speed": "black"}},
]


def army(side: str, row: float, facing: float, chance: random.Random) -> list[dict[str, Any]]:
    """Seven units in a row with equipment drawn at random."""
    makers = (mech, quad, squad, tank, vtol, squad, mech)
    units = []
    for index, make in enumerate(makers):
        values = list(SYMBOLS) if make in (mech, quad) else list(SYMBOLS)[:4]
        shape = chance.choice(("square", "circle"))
        equipment = {
            value: (chance.choice(SYMBOLS[value]), shape)
            for value in values
            if chance.random() < 0.5
        }
        fields: dict[str, Any] = {"equipment": equipment, "clicks": 6, "defense": 15}
        if make in (mech, quad):
            fields["heat_dial"] = heat_dial(*HOT)
        units.append(make(f"{side}{index}", (4 + 4.5 * index, row), facing, **fields))
    return units


def position(seed: int) -> dict[str, Any]:
    """Two armies not far from each other."""
    chance = random.Random(seed)
    units = army("r", 5, 0, chance) + army("b", 12.5, 180, chance)
    data = scenario(units, terrain=TERRAIN, build_total=600, prompts="ask")
    for unit in data["units"]:
        if unit["unit"]["speed_mode"] == "vtol" and chance.random() < 0.5:
            unit["level"] = "cruising"
    return data


#: Orders that end a turn or the game, given only for want of others.
PASSING = {"EndStage", "Withdraw", "EndGame", "TimeUp"}


def choose(setup: Setup, state: State, chance: random.Random) -> Any:
    """A legal order at random, attacks before moves."""
    question = open_question(state)
    player = question.player if question else state.active
    legal = legal_orders(setup, state, player)
    assert legal, "somebody always has an order"
    kinds = sorted({type(order).__name__ for order in legal})
    kind = chance.choice([k for k in kinds if k not in PASSING] or ["EndStage"])
    return chance.choice([order for order in legal if type(order).__name__ == kind])


def played(
    seed: int, steps: int, start_at: Callable[[int], dict[str, Any]] = position
) -> tuple[Setup, Skirmish, dict[str, Any]]:
    """A game of some random orders, its invariants checked at every step."""
    chance = random.Random(seed)
    start = start_at(seed)
    setup = read(start).setup
    game = start_game(start, catalogue(), SeededDice(seed))
    ordered: set[str] = set()
    for _ in range(steps):
        order = choose(setup, game.state, chance)
        assert explain(setup, game.state, order) == ()
        assert ordered_twice(game.play(order), ordered) == []
        assert broken_invariants(setup, game.state) == []
        restored = read_state(msgspec.json.decode(msgspec.json.encode(game.state)))
        assert fingerprint(restored) == fingerprint(game.state)
        if game.state.stage == "over":
            break
    return setup, game, start


@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_invariants_and_replay(seed: int) -> None:
    _, game, start = played(seed, 45)
    record = write_game(game, start, scheme="pcg32", seed=seed)
    state, difference = replay_game(record, catalogue())
    assert difference is None
    assert fingerprint(state) == fingerprint(game.state)
    while game.steps:
        game.undo()
    assert fingerprint(game.state) == fingerprint(read(start).state)


def test_a_replay_names_the_first_difference() -> None:
    _, game, start = played(1, 12)
    record = write_game(game, start)
    rolled = next(i for i, step in enumerate(game.steps) if step.faces)
    record["faces"][rolled].append(1)
    _, difference = replay_game(record, catalogue())
    assert difference is not None
    assert difference.step == rolled
    record["faces"][rolled] = []
    _, difference = replay_game(record, catalogue())
    assert difference is not None
    assert difference.step == rolled


def test_an_undone_order_does_not_bring_its_dice_back() -> None:
    _, game, _ = played(2, 20)
    step = game.undo()
    while not step.faces:
        step = game.undo()
    again = game.play(step.order)
    assert step.events != again or step.faces != game.steps[-1].faces or len(step.faces) < 3


BROKEN: list[dict[str, dict[str, Any]]] = [
    {"r0": {"at": (4.0, 12.0)}},
    {"r0": {"at": (0.5, 5.0)}},
    {"r0": {"heat": 9}},
    {"r0": {"heat": -1}},
    {"r0": {"click": 0}},
    {"r0": {"click": 7}},
    {"r0": {"tokens": -1}},
    {"r0": {"shutdown": True, "tokens": 1}},
    {"r0": {"eliminated": True}},
    {"r2": {"captive_of": "b2"}},
    {"r2": {"captive_of": "b2", "at": None}, "r5": {"captive_of": "b2", "at": None}},
    {"r2": {"aboard": "r3"}},
    {"r2": {"aboard": "r3", "at": None}, "r3": {"eliminated": True, "at": None}},
]


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_the_invariants_notice_what_is_broken(broken: dict[str, dict[str, Any]]) -> None:
    data = read(position(0))
    assert broken_invariants(data.setup, data.state) == []
    state = data.state
    for unit_id, changes in broken.items():
        state = state.with_unit(unit_id, **changes)
    assert broken_invariants(data.setup, state) != []


def test_a_second_order_in_a_turn_is_noticed() -> None:
    _, game, _ = played(0, 8)
    paid = [event for step in game.steps for event in step.events]
    assert ordered_twice(paid, set()) == []
    orders = [event for event in paid if type(event).__name__ == "OrderPaid"]
    assert ordered_twice(orders * 2, set()) != []
