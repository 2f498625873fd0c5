"""Shots for which nobody declared a weapon: the primary, or nothing at all."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    assault,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
MISS = (2, 2, 1)
SHOOT = ranged("r1", "b1")
FAR = (18, 19)
NEAR = (18, 17)


def shooter(**fields: Any) -> Json:
    """A 'Mech whose primary reaches 8 inches and whose secondary 10."""
    return mech("r1", (18, 10), **fields)


def lost(game: Any) -> bool:
    """Whether an order was accepted and lost."""
    return bool(game.events("OrderLost")) and not game.events("AttackRolled")


@rule("AOD-DMG-005", "AOD-ORDER-003", "AOD-DMG-004")
def test_where_only_the_secondary_could_the_order_is_lost() -> None:
    units = [shooter(tokens=1), tank("b1", FAR, 180)]
    game = play(units, SHOOT, ranged("r1", "b1", weapon="secondary"), move("r1", (18, 9)))
    assert game.refused == {1: {"ALREADY_ORDERED"}, 2: {"ALREADY_ORDERED"}}
    assert lost(game)
    assert (game.r1.ordered, game.r1.tokens, game.r1.heat) == ("ranged", 1, 0)
    assert game.state.orders_left == 7
    assert game.events("OrderLost")[0].rules == ("AOD-DMG-005", "AOD-ORDER-003")
    later = play(units, SHOOT, END)
    assert (later.r1.tokens, later.r1.heat) == (0, 0)


@rule("AOD-DMG-004", "AOD-DMG-005")
@pytest.mark.parametrize(
    ("at", "declared", "codes"),
    [
        (FAR, "primary", {"OUT_OF_RANGE"}),
        (FAR, "secondary", set()),
        (NEAR, None, set()),
        ((18, 30), None, {"OUT_OF_RANGE"}),
    ],
)
def test_a_declared_weapon_is_refused_and_costs_nothing(
    at: Any, declared: str | None, codes: set[str]
) -> None:
    """So is a shot that neither weapon can make."""
    order = SHOOT | ({"weapon": declared} if declared else {})
    game = play([shooter(), tank("b1", at, 180)], order, dice=() if codes else MISS)
    assert game.codes() == codes
    assert game.events("OrderLost") == []
    assert game.state.orders_left == (8 if codes else 7)


@rule("AOD-DMG-005")
@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"gun": weapon("primary", "melee", 0)}, {}),
        ({"primary_damage": 0}, {}),
        ({"gun": weapon("primary", "energy", 8, 6)}, {"at": (18, 15)}),
        ({"heat_dial": heat_dial({"colors": {"primary_damage": "black"}}, {}), "heat": 1}, {}),
        ({"heat_dial": heat_dial({"primary_damage_mod": -4}, {}), "heat": 1}, {}),
        ({"second": weapon("secondary", "ballistic", 10, targets=2)}, {"targets": ("b1", "b2")}),
    ],
)
def test_whatever_keeps_the_primary_from_the_shot(changes: Json, fields: Json) -> None:
    targets = fields.get("targets", ("b1",))
    units = [shooter(**changes), tank("b1", fields.get("at", NEAR), 180), tank("b2", (22, 15), 180)]
    assert lost(play(units, ranged("r1", *targets)))


@rule("AOD-DMG-005")
def test_a_primary_that_harms_nobody_is_fired_where_the_secondary_could_not() -> None:
    stub = weapon("secondary", "ballistic", 3)
    units = [shooter(primary_damage=0, second=stub), tank("b1", NEAR, 180)]
    assert not lost(play(units, SHOOT, dice=MISS))


@rule("AOD-DMG-005", "AOD-EQUIP-003")
@pytest.mark.parametrize(("color", "is_lost"), [("green", False), ("red", True)])
def test_a_primary_without_damage_is_fired_for_what_else_it_does(color: str, is_lost: bool) -> None:
    """TSEMP puts a token on its target; Pulse only fires again."""
    at_it: Json = {"primary_damage": 0, "equipment": {"primary_damage": (color, "square")}}
    units = [shooter(**at_it), tank("b1", NEAR, 180)]
    game = play(units, SHOOT, dice=() if is_lost else HIT)
    assert lost(game) == is_lost
    assert game.b1.tokens == (not is_lost)


@rule("AOD-DMG-005", "AOD-INDIRECT-002")
def test_an_energy_weapon_fires_no_indirect_shot() -> None:
    wall = woods("wall", (15, 12), (21, 13), kind="blocking")
    units = [shooter(), tank("b1", NEAR, 180)]
    assert lost(play(units, ranged("r1", "b1", mode="indirect"), terrain=[wall]))


@rule("AOD-DMG-005", "AOD-MULTI-005")
def test_the_plan_for_the_damage_does_not_decide_it() -> None:
    twice: Json = {
        "gun": weapon("primary", "energy", 8, targets=2),
        "second": weapon("secondary", "ballistic", 10, targets=2),
        "secondary_damage": 8,
    }
    units = [shooter(**twice), tank("b1", NEAR, 180), tank("b2", (22, 15), 180)]
    game = play(units, ranged("r1", "b1", "b2", split={"b1": 4, "b2": 4}))
    assert game.codes() == {"SPLIT_IMPOSSIBLE"}


@rule("AOD-DMG-005", "AOD-ASSAULT-002")
def test_an_assault_for_nothing_moves_nobody() -> None:
    units = [shooter(), tank("b1", (18, 21.5), 180)]
    game = play(units, assault("r1", "ranged", (18, 12), targets=["b1"]))
    assert lost(game)
    assert (game.r1.at, game.r1.heat, game.r1.tokens) == ((18, 10), 0, 0)
    declared = assault("r1", "ranged", (18, 12), targets=["b1"], weapon="secondary")
    assert play(units, declared, dice=MISS).r1.at == (18, 12)


@rule("AOD-DMG-005", "AOD-FORM-019")
def test_a_formation_loses_its_order_together() -> None:
    units = [
        shooter(tokens=1),
        squad("r2", (16.1, 10), gun=weapon("primary", "ballistic", 12), tokens=1),
        squad("r3", (19.9, 10), gun=weapon("primary", "ballistic", 12)),
        tank("b1", FAR, 180),
    ]
    together = ranged("r1", "b1", members=["r1", "r2", "r3"])
    game = play(units, together, move("r2", (16, 8)))
    assert lost(game)
    assert game.codes(1) == {"ALREADY_ORDERED"}
    assert [game.state.units[name].click for name in ("r1", "r2", "r3")] == [1, 1, 1]
    fired = play(units, together | {"weapon": "secondary"}, dice=MISS)
    assert fired.attack()["formation"] == 4


@rule("AOD-DMG-004", "AOD-DMG-005")
def test_who_has_one_weapon_need_not_name_it() -> None:
    units = [tank("r1", (18, 10)), tank("b1", (18, 21), 180)]
    assert play(units, SHOOT).codes() == {"OUT_OF_RANGE"}


@rule("AOD-DMG-006")
def test_close_combat_uses_the_primary_unless_told_otherwise() -> None:
    axe = weapon("secondary", "melee", 0)
    units = [shooter(second=axe, primary_damage=0), tank("b1", (18, 11.91), 90)]
    game = play(units, {"order": "close", "unit": "r1", "target": "b1"}, dice=HIT)
    assert game.b1.click == 2


@rule("AOD-DMG-005", "AOD-EQUIP-105")
def test_what_the_order_switches_off_is_off_when_the_weapon_is_looked_at() -> None:
    """Streak Missiles at the secondary would see past the wall; a lost order switches off
    nothing."""
    wall = woods("wall", (15, 12), (21, 13), kind="blocking")
    streak: Json = {"equipment": {"secondary_damage": ("black", "square")}}
    units = [shooter(**streak), tank("b1", NEAR, 180)]
    assert lost(play(units, SHOOT, terrain=[wall]))
    blind = play(units, SHOOT | {"off": ["Streak Missiles"]}, terrain=[wall])
    assert blind.codes() == {"LINE_BLOCKED"}
    assert blind.r1.off == ()


@rule("AOD-DMG-005")
def test_by_the_old_reading_it_is_refused() -> None:
    units = [shooter(), tank("b1", FAR, 180)]
    game = play(units, SHOOT, rulings={"undeclared_weapon_loses_the_order": False})
    assert game.codes() == {"OUT_OF_RANGE"}
