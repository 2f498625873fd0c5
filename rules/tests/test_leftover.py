"""When a turn is spent, and when a question about equipment changes nothing."""

from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.guide import answer_matters
from rules.age_of_destruction.guide.leftover import anything_left, still_to_order
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.rules import advance, explain
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.tests.skirmishes import Json, mech, ranged, read, scenario, squad, tank


def after(units: list[Json], order: Json | None = None, **fields: Any) -> tuple[Any, State]:
    found = read(scenario(units, **fields))
    if order is None:
        return found.setup, found.state
    given = read_order(order)
    assert not explain(found.setup, found.state, given)
    return found.setup, advance(found.setup, found.state, given, SeededDice(1))[0]


def ordered(setup: Any, state: State, *units: str) -> State:
    for unit in units:
        state = state.with_unit(unit, ordered="move")
    return state


@pytest.mark.rule("AOD-TURN-010", "AOD-TURN-011")
def test_a_turn_with_units_that_may_still_act_is_not_spent() -> None:
    setup, state = after([squad("r1", (18, 10)), squad("r2", (22, 10)), tank("b1", (18, 30))])
    assert anything_left(setup, state)
    assert anything_left(setup, ordered(setup, state, "r1"))
    assert not anything_left(setup, ordered(setup, state, "r1", "r2"))


@pytest.mark.rule("AOD-VENT-002")
@pytest.mark.parametrize(("heat", "left"), [(0, False), (2, True)])
def test_cooling_is_worth_an_order_only_where_there_is_heat(heat: int, left: bool) -> None:
    frozen = mech("r1", (18, 10), heat=heat, shutdown=True)
    assert anything_left(*after([frozen, tank("b1", (18, 30))])) == left


@pytest.mark.rule("AOD-TURN-010", "AOD-TURN-004")
def test_who_may_still_be_ordered_has_not_been_this_turn() -> None:
    setup, state = after([squad("r1", (18, 10)), squad("r2", (22, 10)), tank("b1", (18, 30))])
    assert still_to_order(setup, state) == ("r1", "r2")
    assert still_to_order(setup, ordered(setup, state, "r1")) == ("r2",)
    assert still_to_order(setup, msgspec.structs.replace(state, orders_left=0)) == ()


@pytest.mark.rule("AOD-CAPTURE-006", "AOD-SHUT-004")
def test_who_can_do_nothing_of_use_is_not_to_be_ordered() -> None:
    frozen = mech("r1", (18, 10), shutdown=True)
    captor, captive = squad("b1", (30, 10)), squad("r2", (30, 11.5), captive_of="b1")
    setup, state = after([frozen, captor, captive, squad("r3", (4, 4))])
    assert still_to_order(setup, state) == ("r3",)


@pytest.mark.rule("AOD-TURN-010")
def test_whoever_has_a_question_to_answer_orders_nobody() -> None:
    setup, state = asked(ranged("r1", "b1"), tank("r1", (18, 10)), squad("r2", (4, 4)), evading())
    assert still_to_order(setup, state) == ()


# --- Questions ------------------------------------------------------------------------------

EVADES = {"speed": ("red", "square")}


def evading() -> Json:
    return tank("b1", (18, 16), 180, equipment=EVADES)


def asked(order: Json, *units: Json) -> tuple[Any, State]:
    setup, state = after(list(units), order, prompts="ask")
    question = open_question(state)
    assert question and question.to == "deactivate"
    return setup, state


@pytest.mark.rule("AOD-EQUIP-111", "AOD-EQUIP-105")
def test_nobody_need_be_asked_about_what_only_helps_him() -> None:
    assert not answer_matters(*asked(ranged("r1", "b1"), tank("r1", (18, 10)), evading()))


@pytest.mark.rule("AOD-EQUIP-008", "AOD-EQUIP-110")
def test_what_costs_a_click_is_worth_a_question() -> None:
    evading = tank("b1", (18, 16), 180, equipment={"speed": ("red", "circle")})
    assert answer_matters(*asked(ranged("r1", "b1"), tank("r1", (18, 10)), evading))


def test_what_is_no_question_about_equipment_is_asked() -> None:
    setup, state = after(
        [mech("r1", (18, 10)), mech("b1", (18, 14), 0)],
        {"order": "move", "unit": "r1", "legs": [{"travel": [[18, 11.7]]}]},
        prompts="ask",
    )
    assert open_question(state) and answer_matters(setup, state)
