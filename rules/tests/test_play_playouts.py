"""Random games: invariants hold at every step; saving, restoring and undoing lose nothing."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.skirmish.explain import explain
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.legal import legal_orders
from rules.age_of_destruction.skirmish.play import open_question
from rules.age_of_destruction.skirmish.saved_game import (
    Skirmish,
    fingerprint,
    replay_game,
    start_game,
    write_game,
)
from rules.age_of_destruction.skirmish.setup import Setup
from rules.age_of_destruction.skirmish.state import State
from rules.age_of_destruction.skirmish.transport import spaces
from rules.core.dice import SeededDice
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


def keeps_invariants(setup: Setup, state: State) -> None:
    """What must be true of every state (engine invariants)."""
    field = Field(setup, state)
    for piece in field.on_table:
        assert setup.table.holds(piece.outline), piece.id
        for other in field.on_table:
            if other.id < piece.id:
                assert piece.outline.gap(other.outline) >= -0.03, (piece.id, other.id)
        if piece.cruising:
            assert not piece.touching
    for unit_id, unit in state.units.items():
        figure = setup.figures[unit_id]
        assert 0 <= unit.heat <= len(figure.unit.heat_dial)
        assert 1 <= unit.click <= len(figure.unit.dial) + 1
        assert unit.eliminated or unit.click <= len(figure.unit.dial)
        assert not unit.eliminated or (unit.at is None and unit.tokens == 0)
        assert unit.tokens >= 0
        assert unit.eliminated or not unit.shutdown or unit.tokens >= 2
        keeps_company(field, unit_id)
    assert state.orders_left >= 0


def keeps_company(field: Field, unit_id: str) -> None:
    """Captives touch the one unit that holds them; passengers have no place of their own."""
    units = field.state.units
    unit = units[unit_id]
    riders = [field.piece(passenger) for passenger in field.piece(unit_id).passengers]
    assert sum(map(spaces, riders)) <= field.piece(unit_id).unit.capacity
    if riders and field.state.under_way is None:
        assert not (unit.captive_of or field.piece(unit_id).is_salvage)
    assert sum(other.captive_of == unit_id for other in units.values()) <= 1
    if unit.captive_of is not None:
        assert not units[unit.captive_of].eliminated
        if unit.at is not None:
            assert field.piece(unit_id).touches(field.piece(unit.captive_of))
    if unit.aboard is not None:
        assert unit.at is None
        assert not units[unit.aboard].eliminated


def one_order_each(happened: Any, ordered: set[str]) -> set[str]:
    """The units ordered so far this turn, none of them twice."""
    for event in happened:
        if type(event).__name__ == "TurnStarted":
            ordered = set()
        if type(event).__name__ == "OrderPaid":
            given = {event.unit, *event.members}
            assert not given & ordered
            ordered = ordered | given
    return ordered


#: Orders that end a turn or the game, given only for want of others.
PASSING = {"EndStage", "Withdraw", "EndGame"}


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
        ordered = one_order_each(game.play(order), ordered)
        keeps_invariants(setup, game.state)
        restored = msgspec.json.decode(msgspec.json.encode(game.state), type=State)
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
    record["orders"][rolled]["faces"].append(1)
    _, difference = replay_game(record, catalogue())
    assert difference is not None
    assert difference.step == rolled
    record["orders"][rolled]["faces"] = []
    _, difference = replay_game(record, catalogue())
    assert difference is not None
    assert difference.step == rolled


def test_an_undone_order_does_not_bring_its_dice_back() -> None:
    _, game, _ = played(2, 20)
    step = game.steps[-1]
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
    keeps_invariants(data.setup, data.state)
    state = data.state
    for unit_id, changes in broken.items():
        state = state.with_unit(unit_id, **changes)
    with pytest.raises(AssertionError):
        keeps_invariants(data.setup, state)


def test_a_second_order_in_a_turn_is_noticed() -> None:
    setup, game, _ = played(0, 8)
    paid = [event for step in game.steps for event in step.events]
    assert one_order_each(paid, set()) <= set(setup.figures)
    with pytest.raises(AssertionError):
        one_order_each([e for e in paid if type(e).__name__ == "OrderPaid"] * 2, set())
