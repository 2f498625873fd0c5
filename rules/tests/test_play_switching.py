"""Equipment switched off for nothing in the own turn."""

from typing import Any

import pytest

from rules.age_of_destruction.bots import GreedyCommander
from rules.age_of_destruction.guide.options import options
from rules.age_of_destruction.orders.switch import Switch
from rules.age_of_destruction.play.opening import Agreement, opening
from rules.age_of_destruction.play.rules import legal_orders
from rules.core.dice import SeededDice
from rules.tests.skirmishes import END, Json, catalogue, mech, move, play, ranged, squad, tank

rule = pytest.mark.rule
MISS = (2, 2, 1)
EVADE: Json = {"equipment": {"speed": ("red", "circle")}}


def switch(unit: str, *off: str, **fields: Any) -> Json:
    """An order that switches equipment off."""
    return {"order": "switch", "unit": unit, "off": list(off)} | fields


@rule("AOD-EQUIP-105", "AOD-EQUIP-004")
def test_it_takes_no_order_and_leaves_no_token() -> None:
    game = play([tank("r1", (18, 10), **EVADE)], switch("r1", "Evade"), move("r1", (18, 12)))
    assert game.refused == {}
    assert (game.r1.off, game.r1.tokens, game.state.orders_left) == (("Evade",), 1, 7)


@rule("AOD-EQUIP-105", "AOD-EQUIP-106", "AOD-EQUIP-005")
def test_it_lasts_through_the_opponents_turn_until_the_own_one() -> None:
    units = [tank("r1", (18, 10), **EVADE), tank("b1", (18, 16), 180)]
    shot = ranged("b1", "r1")
    game = play(units, switch("r1", "Evade"), END, shot, END, END, shot, dice=MISS * 2)
    assert game.refused == {}
    assert "Evade" not in game.defense("r1", 0)
    assert game.defense("r1", 1)["Evade"] == 2


@rule("AOD-EQUIP-105")
def test_any_own_unit_before_and_after_its_order() -> None:
    units = [tank("r1", (18, 10), **EVADE), tank("r2", (22, 10), **EVADE)]
    orders = [move("r1", (18, 12)), switch("r1", "Evade"), switch("r2", "Evade")]
    game = play(units, *orders)
    assert (game.r1.off, game.r2.off, game.refused) == (("Evade",), ("Evade",), {})


@rule("AOD-EQUIP-105", "AOD-EQUIP-111")
def test_without_orders_left_too() -> None:
    orders = [move("r1", (18, 12)), switch("r1", "Evade")]
    game = play([tank("r1", (18, 10), **EVADE)], *orders, build_total=150)
    assert (game.state.orders_left, game.refused) == (0, {})


@rule("AOD-EQUIP-105", "AOD-EQUIP-108", "AOD-EQUIP-005")
@pytest.mark.parametrize(
    ("order", "codes"),
    [
        (switch("r1"), {"NOTHING_SWITCHED_OFF"}),
        (switch("r1", "Heavy Armor"), {"EQUIPMENT_ABSENT"}),
        (switch("r1", "Pulse"), {"EQUIPMENT_ABSENT"}),
        (switch("b1", "Evade"), {"NOT_YOUR_UNIT"}),
        (switch("r9", "Evade"), {"UNKNOWN_UNIT"}),
        (switch("r1", "Evade", on=["Pulse"]), {"NOTHING_TO_CHOOSE"}),
    ],
)
def test_what_cannot_be_switched_off(order: Json, codes: set[str]) -> None:
    shown: Json = {"equipment": {"speed": ("red", "circle"), "defense": ("grey", "square")}}
    units = [tank("r1", (18, 10), **shown), tank("b1", (18, 16), 180, **EVADE)]
    assert play(units, order).codes() == codes


@rule("AOD-EQUIP-005", "AOD-EQUIP-106")
def test_what_is_off_is_not_switched_off_again() -> None:
    game = play([tank("r1", (18, 10), **EVADE)], switch("r1", "Evade"), switch("r1", "Evade"))
    assert game.refused == {1: {"ALREADY_OFF"}}


@rule("AOD-EQUIP-112")
def test_nobody_switches_off_a_captives_equipment() -> None:
    units = [
        tank("r1", (18, 10), captive_of="b1", **EVADE),
        squad("b1", (18, 12.2), 180),
        tank("r2", (8, 8)),
    ]
    assert "CAPTIVE_UNIT" in play(units, switch("r1", "Evade")).codes()


@rule("AOD-EQUIP-105")
def test_a_circle_is_among_what_players_may_do_and_bots_leave_it() -> None:
    units = [
        tank("r1", (18, 10), **EVADE),
        mech("r2", (22, 10), equipment={"speed": ("red", "square")}),
    ]
    units.append(tank("b1", (18, 22), 180))
    game = play(units)
    setup, state = game.outcome.setup, game.state
    legal = [o for o in legal_orders(setup, state, "red") if isinstance(o, Switch)]
    assert legal == [Switch(unit="r1", off=("Evade",))]
    offered = [
        o.order for name in ("r1", "r2") for o in options(setup, state, name) if o.kind == "switch"
    ]
    assert offered == [Switch(unit="r1", off=("Evade",)), Switch(unit="r2", off=("Evade",))]
    assert not isinstance(GreedyCommander(SeededDice(1)).choose(setup, state, "red"), Switch)
    after = play(units, switch("r1", "Evade"))
    assert not [o for o in options(setup, after.state, "r1") if o.kind == "switch"]


# Where a game asks only about what is at stake


@rule("AOD-EQUIP-105", "AOD-EQUIP-111", "AOD-GEAR-017")
@pytest.mark.parametrize(
    ("carried", "asked"),
    [
        ({"equipment": {"speed": ("red", "square")}}, ()),
        ({"equipment": {"speed": ("red", "circle")}}, ("Evade",)),
        ({"equipment": {"speed": ("green", "square")}, "gear": [{"card": "AOD-G-016"}]}, ()),
        ({"equipment": {"speed": ("black", "square")}, "gear": [{"card": "AOD-G-002"}]}, ()),
        ({"equipment": {"defense": ("green", "circle"), "speed": ("red", "square")}}, ("Decoy",)),
    ],
)
def test_what_works_for_nothing_is_not_asked_about(carried: Json, asked: tuple[str, ...]) -> None:
    units = [tank("r1", (18, 10)), mech("b1", (18, 16), 180, **carried)]
    game = play(units, ranged("r1", "b1"), prompts="ask_where_it_costs", dice=() if asked else MISS)
    question = game.state.under_way and game.state.under_way.question
    assert (question.options if question else ()) == asked


@rule("AOD-EQUIP-105", "AOD-GEAR-017")
def test_of_two_sources_at_one_value_the_owner_may_still_choose() -> None:
    """Evade of the dial works against shots rather than the Electronic Camouflage of the gear."""
    both: Json = {"equipment": {"speed": ("red", "square")}, "gear": [{"card": "AOD-G-016"}]}
    units = [tank("r1", (18, 10)), mech("b1", (18, 16), 180, **both)]
    game = play(units, ranged("r1", "b1"), prompts="ask_where_it_costs")
    assert game.state.under_way.question.options == ("Evade",)


def test_new_skirmishes_ask_only_about_what_is_at_stake() -> None:
    start = opening((), Agreement(build_total=450), catalogue())
    assert start["prompts"] == "ask_where_it_costs"


@rule("AOD-EQUIP-105")
def test_a_free_turn_may_switch_off_too() -> None:
    pilot: Json = {"id": "AOD-120", "pilot": {"card": "AOD-LP-004"}}
    turner = mech("r1", (18, 10), equipment={"speed": ("red", "circle")}, **pilot)
    face = {"order": "face", "unit": "r1", "facing": 90}
    assert play([turner], face | {"off": ["Evade"]}).r1.off == ("Evade",)
    assert play([turner], face | {"off": ["Decoy"]}).codes() == {"EQUIPMENT_ABSENT"}
    assert play([turner], face | {"off": ["Second Sight"]}).codes() == {"NO_FREE_TURN"}
