"""Skirmishes between battle groups: from two lists to a table, and there and back through JSON."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.age_of_destruction import BattleGroup, read_group
from rules.age_of_destruction.bots import RandomCommander, fight
from rules.age_of_destruction.play.opening import (
    Agreement,
    Side,
    opening,
    pool_by_lot,
    pool_of,
    records_named,
    swapped,
    terrain_pieces,
)
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.play.saved_game import (
    read_events,
    read_state,
    write_events,
    write_state,
)
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.state.events import AnyEvent
from rules.core.dice import SeededDice
from rules.core.saved_game import fingerprint
from rules.tests.skirmishes import catalogue

SAMPLES = Path(__file__).parents[2] / "fixtures" / "samples"
GROUPS = SAMPLES / "groups"


def group(name: str, **changes: Any) -> BattleGroup:
    return read_group(json.loads((GROUPS / f"{name}.json").read_text("utf-8")) | changes)


def between(red: BattleGroup, blue: BattleGroup, **agreed: Any) -> Scenario:
    sides = (Side("red", red), Side("blue", blue))
    agreement = Agreement(build_total=300, **agreed)
    return read_scenario(
        opening(sides, agreement, catalogue()) | {"dice": [], "orders": []}, catalogue()
    )


def test_every_copy_of_a_figure_is_a_unit_called_by_its_seat_and_number() -> None:
    wolves, oath = group("steel-wolves-300"), group("swordsworn-300")
    setup = between(wolves, oath).setup
    red = [figure for figure in setup.figures.values() if figure.owner == "red"]
    assert [figure.id for figure in red] == [f"R{n}" for n in range(1, len(red) + 1)]
    assert len(red) == sum(entry.count for entry in wolves.units)


def test_gear_pilots_and_recruitment_come_along() -> None:
    falcons = group("jade-falcon-300-recruited")
    setup = between(falcons, group("swordsworn-300")).setup
    carried = {card.id for figure in setup.figures.values() for card in figure.cards}
    wanted = {choice.card for entry in falcons.units for choice in (*entry.gear, *entry.pilots)}
    assert wanted and wanted <= carried


@pytest.mark.rule("AOD-CARD-025")
def test_planetary_conditions_stay_hidden_until_terrain_lies() -> None:
    stormy = group("steel-wolves-300", cards=["AOD-PC-005"])
    pool = pool_of(pool_by_lot(3, players=2))
    game = between(stormy, group("swordsworn-300"), pool=pool, turn_limit=1)
    commanders = dict.fromkeys(("red", "blue"), RandomCommander(SeededDice(5)))
    games = fight(game.setup, game.state, commanders, SeededDice(9))
    states = [game.state, *(taken.state for taken in games)]
    assert states[0].preparation is not None
    assert states[0].preparation.conditions == ("AOD-PC-005",)
    for state in states:
        laying = state.preparation is not None and state.preparation.step in ("pool", "terrain")
        assert state.conditions == (() if laying else ("AOD-PC-005",))


@pytest.mark.rule("AOD-STD-005", "AOD-STD-006")
@pytest.mark.parametrize("seed", range(12))
def test_a_standard_pool_is_two_pieces_each_without_hills_and_deep_water(seed: int) -> None:
    names = pool_by_lot(seed, players=2)
    assert len(set(names)) == 4
    for piece in pool_of(names):
        assert not piece.get("elevated") and piece["kind"] != "deep_water"


def test_every_piece_of_terrain_can_be_brought() -> None:
    names = list(terrain_pieces())
    for start in range(0, len(names), 4):
        pool = pool_of(names[start : start + 4])
        read = between(group("steel-wolves-300"), group("swordsworn-300"), pool=pool)
        assert read.state.preparation is not None
        assert len(read.state.preparation.pool) == len(pool)


@pytest.mark.parametrize("named", ["red", {"id": "red"}])
def test_any_start_is_played_again_with_sides_swapped(named: Any) -> None:
    """Also one in which players are no more than seats, or brought no card."""
    for path in sorted((SAMPLES / "scenarios").glob("*.json")):
        start = json.loads(path.read_text("utf-8")) | {"dice": [], "orders": []}
        if "red" in start["players"] and not isinstance(named, str):
            start["players"] = [{"id": seat} for seat in start["players"]]
        read_scenario(start, catalogue())
        again = read_scenario(swapped(start), catalogue())
        assert len(again.setup.figures) == len(start["units"])


def test_null_names_no_record() -> None:
    sides = (Side("red", group("steel-wolves-300")), Side("blue", group("swordsworn-300")))
    start = opening(sides, Agreement(build_total=300), catalogue())
    start |= {"conditions": None, "dice": [], "orders": []}
    start["players"] = [player | {"cards": None} for player in start["players"]]
    start["units"] = [unit | {"gear": None, "pilot": None} for unit in start["units"]]
    read_scenario(start, catalogue())
    assert records_named(start) == {unit["unit"] for unit in start["units"]}


def test_states_and_events_survive_json_at_every_step_of_a_game() -> None:
    pool = pool_of(pool_by_lot(3, players=2))
    game = between(group("steel-wolves-300"), group("swordsworn-300"), pool=pool, turn_limit=4)
    chance = SeededDice(5)
    commanders = dict.fromkeys(("red", "blue"), RandomCommander(chance))
    state, seen = game.state, 0
    for taken in fight(game.setup, game.state, commanders, SeededDice(9)):
        kept = json.loads(json.dumps(write_state(taken.state)))
        assert fingerprint(read_state(kept)) == fingerprint(taken.state)
        happened: tuple[AnyEvent, ...] = advance(game.setup, state, taken.order, SeededDice(1))[1]
        assert read_events(json.loads(json.dumps(write_events(happened)))) == happened
        state, seen = read_state(kept), seen + 1
    assert state.stage == "over" and seen > 20
