"""The planning commander: he counts what units are worth as games end, keeps to his budget, and is
wary of ways."""

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from rules.age_of_destruction.bots import PlanningCommander, SearchingCommander
from rules.age_of_destruction.bots import searching as module
from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.planning import LEARNED
from rules.age_of_destruction.bots.prospects import Foresight
from rules.age_of_destruction.bots.searching import BUDGET, MOST_WAYS, Ways
from rules.age_of_destruction.bots.worth import loss, price, staying, worth
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.outfit import outfits
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import NothingLegal, explain
from rules.core.dice import SeededDice
from rules.tests.skirmishes import read, scenario, tank
from rules.tests.test_commanders_manners import fought
from rules.tests.test_play_playouts import position

SETUP = read(position(3))
#: The equipment of a unit that is heavily damaged from the first.
SALVAGE = {"attack": ("black", "square")}


def field_of(*units: dict[str, Any]) -> Field:
    """A moment of a small skirmish."""
    begun = read(scenario(list(units)))
    return Field(begun.setup, begun.state)


def position_of(*units: dict[str, Any]) -> float:
    """What a position is worth to red."""
    field = field_of(*units)
    commander = PlanningCommander(SeededDice(1))
    appraisal = Appraisal(field, "red", Foresight(LEARNED.leanings.scale), LEARNED.leanings)
    return commander._value(appraisal, field)


def test_every_click_until_heavy_damage_takes_as_much() -> None:
    for outfit in outfits(SETUP.setup).values():
        values = [staying(outfit, click) for click in range(1, len(outfit.figure.unit.dial) + 2)]
        assert values == sorted(values, reverse=True)
        assert (values[0], values[-1]) == (outfit.figure.value, 0.0)
        steps = [one - other for one, other in pairwise(values)]
        functional = outfit.salvage.count(False)
        assert steps[: functional - 1] == pytest.approx([steps[0]] * (functional - 1))


def test_first_clicks_and_pushes_are_dearer_to_him_than_to_the_searching_one() -> None:
    tired = field_of(tank("r1", (18, 10), tokens=1)).piece("r1")
    assert loss(tired, 1, staying) > loss(tired, 1, worth)
    assert price(tired, scale=staying) > price(tired)


def test_damage_and_danger_lower_what_a_position_is_worth() -> None:
    fresh = position_of(tank("r1", (18, 10)), tank("b1", (18, 26), 180))
    assert position_of(tank("r1", (18, 10), click=3), tank("b1", (18, 26), 180)) < fresh
    assert position_of(tank("r1", (18, 10)), tank("b1", (18, 26), 180, click=3)) > fresh
    aside = position_of(tank("r1", (18, 10)), tank("b1", (18, 16), 0))
    aimed = position_of(tank("r1", (18, 10)), tank("b1", (18, 16), 180))
    assert aimed < aside


def test_a_way_must_bring_more_than_it_seems_to() -> None:
    field = field_of(tank("r1", (18, 10)), tank("b1", (18, 26), 180))
    due = PlanningCommander(SeededDice(1))._due
    assert due(field, Move(unit="r1")) == LEARNED.for_a_way * field.setup.build_total > 0
    wreck = field_of(tank("r1", (18, 10), equipment=SALVAGE), tank("b1", (18, 26), 180))
    assert wreck.piece("r1").is_salvage
    assert due(wreck, Move(unit="r1")) == 0
    assert SearchingCommander(SeededDice(1))._due(field, Move(unit="r1")) == 0


@pytest.mark.parametrize("budget", [0, 5, BUDGET])
def test_he_looks_at_no_more_positions_than_he_may(
    budget: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual, looked_at = module.ways, [0]

    def counting(field: Field, order: Order, most: int) -> Ways:
        found = usual(field, order, most)
        looked_at[0] += len(found)
        return found

    monkeypatch.setattr(module, "ways", counting)
    for setup, state, _ in fought("greedy", 1)[::4]:
        if open_question(state) is None:
            looked_at[0] = 0
            order = PlanningCommander(SeededDice(1), budget).choose(setup, state, state.active)
            assert looked_at[0] <= budget
            assert explain(setup, state, order) == ()
    assert MOST_WAYS < BUDGET


def test_the_same_position_is_played_the_same_way() -> None:
    one, other = (
        PlanningCommander(SeededDice(lot)).choose(SETUP.setup, replace(SETUP.state), "red")
        for lot in (1, 2)
    )
    assert one == other


def test_orders_that_would_get_the_game_stuck_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_way_on(field: Field, *asked: object) -> None:
        raise NothingLegal(field.state.active, field.state)

    monkeypatch.setattr(module, "ways", no_way_on)
    order = PlanningCommander(SeededDice(1)).choose(SETUP.setup, SETUP.state, "red")
    assert explain(SETUP.setup, SETUP.state, order) == ()
