"""Commanders let infantry ride where that brings it faster to use."""

from typing import Any

import pytest

from rules.age_of_destruction.bots import COMMANDERS, fight
from rules.age_of_destruction.bots.contest import read_fighter, set_up_contest
from rules.age_of_destruction.bots.contest.game import begin
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.state.events import Boarded, Disembarked
from rules.core.dice import SeededDice
from rules.core.geometry import distance
from rules.tests.army import group
from rules.tests.skirmishes import aboard, catalogue, read, scenario, squad, tank, weapon

Json = dict[str, Any]
#: A transport with two infantry units of a group that has little else.
RIDERS = group("AOD-055", "AOD-027", "AOD-032", "AOD-061", total=150)


def carrier(at: tuple[float, float], facing: float = 0) -> Json:
    """A hover transport for two, faster than anybody on foot."""
    gun = weapon("primary", "ballistic", 2)
    return tank("r1", at, facing, mode="hover", speed=14, transport_capacity=2, gun=gun)


def chosen(name: str, *units: Json) -> Order:
    """The order a commander gives for red, which is legal."""
    before = read(scenario(list(units), build_total=150, orders_left=1))
    order = COMMANDERS[name](SeededDice(1)).choose(before.setup, before.state, "red")
    assert explain(before.setup, before.state, order) == ()
    return order


def legs(order: Order) -> dict[str, Any]:
    """What the legs of a move do."""
    assert isinstance(order, Move)
    return {
        what: value
        for leg in order.legs
        for what in ("travel", "board", "disembark")
        if (value := getattr(leg, what)) is not None
    }


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_who_stands_behind_a_transport_far_from_everybody_comes_aboard(name: str) -> None:
    order = chosen(
        name,
        carrier((18, 5)),
        squad("r2", (18, 2.875)),
        squad("b1", (18, 34), 180),
    )
    done = legs(order)
    assert done["board"] == ("r2",)
    assert done["travel"][-1][1] > 8


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_who_waited_behind_a_transport_and_is_gone_is_not_thought_of(name: str) -> None:
    units = [carrier((18, 5)), squad("r2", (18, 2.875)), squad("b1", (18, 34), 180)]
    before = read(scenario(units, build_total=150, orders_left=1))
    gone = Field(before.setup, before.state).moved("r2", at=None, eliminated=True)
    assert gone.state.units["r1"].behind_at_start == ("r2",)
    order = COMMANDERS[name](SeededDice(1)).choose(before.setup, gone.state, "red")
    assert "board" not in legs(order)


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching"])
def test_passengers_are_put_down_where_they_can_shoot(name: str) -> None:
    order = chosen(
        name,
        carrier((18, 14)),
        aboard(squad("r2", (18, 3)), "r1"),
        squad("b1", (18, 23), 180, gun=weapon("primary", "ballistic", 1)),
    )
    done = legs(order)
    assert [landing.unit for landing in done["disembark"]] == ["r2"]
    assert distance(done["disembark"][0].at, (18, 23)) <= 6


@pytest.mark.parametrize("name", ["greedy", "drilled", "searching", "planning"])
def test_passengers_ride_on_while_everybody_is_far(name: str) -> None:
    order = chosen(
        name,
        carrier((18, 2)),
        aboard(squad("r2", (18, 3)), "r1"),
        squad("b1", (18, 34), 180),
    )
    done = legs(order)
    assert "disembark" not in done
    assert done["travel"][-1][1] > 10


def test_infantry_begins_the_game_aboard_what_is_faster_and_fights_on_foot() -> None:
    groups = (read_fighter(RIDERS, catalogue()),) * 2
    contest = set_up_contest(groups, ("greedy", "greedy"), 5, catalogue(), turns=12)
    start = begin(contest, 0, catalogue())
    commander = COMMANDERS["greedy"](SeededDice(1))
    both = {player.id: commander for player in start.setup.players}
    taken = list(fight(start.setup, start.state, both, SeededDice(1)))
    aboard_at_first = [t.order for t in taken if isinstance(t.order, Deploy) and t.order.aboard]
    assert len(aboard_at_first) == 2
    happened = [event for t in taken for event in t.events]
    assert any(isinstance(event, Disembarked) and not event.forced for event in happened)
    assert all(event.transport for event in happened if isinstance(event, Boarded))
