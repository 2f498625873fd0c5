"""The planning commander: he keeps to his budget, values what dice bring, and plays turns."""

from typing import Any

import pytest

from rules.age_of_destruction.bots import PlanningCommander
from rules.age_of_destruction.bots import planning as module
from rules.age_of_destruction.bots.appraisal import Appraisal, Leanings
from rules.age_of_destruction.bots.drill.value import Vantages, value
from rules.age_of_destruction.bots.drill.watch import Watch
from rules.age_of_destruction.bots.planning import (
    BUDGET,
    FIGURES,
    GIVEN,
    LIKED,
    MOST_WAYS,
    Plan,
    budget_for,
)
from rules.age_of_destruction.bots.prospects import Prospects
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.play.rules import NothingLegal, explain
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.tests.skirmishes import read, scenario, tank
from rules.tests.test_commanders_manners import fought
from rules.tests.test_play_playouts import position
from rules.tools.bench_games import start

SETUP = read(position(3))


def worth(*units: dict[str, Any]) -> float:
    """What a position is worth to red."""
    begun = read(scenario(list(units)))
    field = Field(begun.setup, begun.state)
    return value(Appraisal(field, "red", Prospects(), Leanings()), field, Vantages())


def test_a_place_is_weighed_again_once_what_it_follows_from_has_changed() -> None:
    begun = read(scenario([tank("r1", (18, 10)), tank("r2", (30, 4)), tank("b1", (18, 16), 180)]))
    field, vantages = Field(begun.setup, begun.state), Vantages()

    def hopes(there: Field) -> float:
        return vantages.of(Watch(there, "red"), there.piece("r1")).here.hope

    first = vantages.of(Watch(field, "red"), field.piece("r1"))
    assert hopes(field) > 0
    aside = field.moved("r2", at=(31, 4))
    assert vantages.of(Watch(aside, "red"), aside.piece("r1")) is first
    assert hopes(field.moved("b1", at=(18, 34))) == 0
    assert hopes(field.moved("r2", at=(18, 13), level="ground")) == 0
    assert hopes(field) > 0


class Counted:
    """The nodes of a plan, as they are spent."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.valued, self.given = 0, 0
        usual, reply = Plan._value, Plan.__init__

        def valuing(plan: Plan, state: State) -> float:
            self.valued += 1
            return usual(plan, state)

        def beginning(plan: Plan, field: Field, player: str, budget: int, order: Any) -> None:
            def giving(there: Field, whose: str) -> Order:
                self.given += 1
                found: Order = order(there, whose)
                return found

            reply(plan, field, player, budget, giving)

        monkeypatch.setattr(Plan, "_value", valuing)
        monkeypatch.setattr(Plan, "__init__", beginning)

    @property
    def nodes(self) -> int:
        """What was spent."""
        return self.valued + GIVEN * self.given


@pytest.mark.parametrize("budget", [0, 5, 30, BUDGET])
def test_he_spends_no_more_nodes_than_he_has(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    for setup, state, _ in fought("greedy", 1)[::4]:
        if open_question(state) is None:
            counted.valued = counted.given = 0
            order = PlanningCommander(SeededDice(1), budget).choose(setup, state, state.active)
            assert counted.nodes <= budget_for(Field(setup, state), budget)
            assert explain(setup, state, order) == ()
    if budget == BUDGET:
        assert counted.given > 0


def test_with_more_figures_on_the_table_he_has_fewer_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thirty a side: what a node costs grows with them, an order's time does not."""
    counted = Counted(monkeypatch)
    begun = read(start(30) | {"dice": [], "orders": []})
    field = Field(begun.setup, begun.state)
    assert len(field.on_table) == 60
    assert budget_for(field, BUDGET) == BUDGET * FIGURES // 60
    PlanningCommander(SeededDice(1)).choose(begun.setup, begun.state, "red")
    assert 0 < counted.nodes <= BUDGET * FIGURES // 60


def test_the_same_position_is_played_the_same_way() -> None:
    one, other = (
        PlanningCommander(SeededDice(lot)).choose(SETUP.setup, SETUP.state, "red") for lot in (1, 2)
    )
    assert one == other


def test_damage_and_danger_lower_what_a_position_is_worth() -> None:
    fresh = worth(tank("r1", (18, 10)), tank("b1", (18, 26), 180))
    assert worth(tank("r1", (18, 10), click=3), tank("b1", (18, 26), 180)) < fresh
    assert worth(tank("r1", (18, 10)), tank("b1", (18, 26), 180, click=3)) > fresh
    aside = worth(tank("r1", (18, 10)), tank("b1", (18, 16), 0))
    aimed = worth(tank("r1", (18, 10)), tank("b1", (18, 16), 180))
    assert aimed < aside


def test_orders_that_would_get_the_game_stuck_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_way_on(field: Field, *asked: object) -> None:
        raise NothingLegal(field.state.active, field.state)

    monkeypatch.setattr(module, "ways", no_way_on)
    order = PlanningCommander(SeededDice(1)).choose(SETUP.setup, SETUP.state, "red")
    assert explain(SETUP.setup, SETUP.state, order) == ()


def test_what_gets_stuck_later_is_judged_by_what_comes_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_way_on(field: Field, *asked: object) -> None:
        raise NothingLegal(field.state.active, field.state)

    monkeypatch.setattr(module, "played", no_way_on)
    order = PlanningCommander(SeededDice(1)).choose(SETUP.setup, SETUP.state, "red")
    assert not isinstance(order, EndStage)


def test_only_so_many_ways_are_looked_at() -> None:
    assert LIKED * MOST_WAYS > BUDGET > MOST_WAYS
