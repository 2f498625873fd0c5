"""Special equipment in general: where it is, when it works, switching it off, circles."""

import json
from typing import Any

import pytest

from rules.__main__ import ROOT
from rules.age_of_destruction.abilities import EQUIPMENT, HEAT_EFFECTS
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    weapon,
)

rule = pytest.mark.rule
RECORDS = ROOT / "fixtures" / "age_of_destruction"


def records(name: str) -> list[Json]:
    found: list[Json] = json.loads((RECORDS / f"{name}.json").read_text("utf-8"))[name]
    return found


@rule("AOD-EQUIP-101", "AOD-EQUIP-102", "AOD-EQUIP-108")
def test_every_recorded_piece_of_equipment_is_played() -> None:
    recorded = {
        (e["slot"], e["color"]): (e["name"], e["optional"]) for e in records("special_equipment")
    }
    played = {place: (item.name, item.optional) for place, item in EQUIPMENT.items()}
    assert played == recorded
    assert len(played) == 30


@rule("AOD-HEAT-002")
def test_every_recorded_heat_effect_is_played() -> None:
    recorded = {
        (e["slot"], e["color"]): (e["name"], e["roll"])
        for e in records("heat_effects")
        if e["slot"] != "any"
    }
    played = {
        place: (effect.name, effect.fails_on > 0)
        for place, effect in HEAT_EFFECTS.items()
        if place[1] != "green"
    }
    assert played == recorded


EVADE = {"speed": {"color": "red", "shape": "square"}}
HEAVY = {"equipment": {"defense": ("grey", "square")}}


@rule("AOD-EQUIP-001", "AOD-EQUIP-002", "AOD-EQUIP-103")
@pytest.mark.parametrize(("click", "works"), [(1, False), (3, True), (4, False)])
def test_only_the_window_counts(click: int, works: bool) -> None:
    target = tank("b1", (18, 17), 180, click=click, later={3: {"special_equipment": EVADE}})
    game = play([tank("r1", (18, 10)), target], ranged("r1", "b1"), dice=(1, 2, 1))
    assert ("Evade" in game.defense("b1")) == works


@rule("AOD-EQUIP-004", "AOD-EQUIP-005", "AOD-EQUIP-104", "AOD-EQUIP-105", "AOD-EQUIP-106")
def test_equipment_switched_off_comes_back_at_its_owners_next_turn() -> None:
    evading = {"equipment": {"speed": ("red", "square")}}
    units = [tank("r1", (18, 10), **evading), tank("b1", (18, 17), 180)]
    shot = ranged("b1", "r1")
    off = play(units, move("r1", (18, 11), off=["Evade"]), END, shot, dice=(1, 2, 1))
    assert "Evade" not in off.defense("r1")
    assert off.r1.off == ("Evade",)
    back = play(units, move("r1", (18, 11), off=["Evade"]), END, END, END, shot, dice=(1, 2, 1))
    assert "Evade" in back.defense("r1")
    answer = {"order": "answer", "to": "deactivate", "unit": "r1", "off": ["Evade"]}
    asked = play(units, END, shot, answer, dice=(1, 2, 1))
    assert asked.r1.off == ("Evade",)
    assert play(units, END, shot, answer, END, dice=(1, 2, 1)).r1.off == ()


@rule("AOD-EQUIP-004", "AOD-EQUIP-108")
def test_only_optional_equipment_in_the_window_is_switched() -> None:
    units = [tank("r1", (18, 10), **HEAVY), tank("b1", (18, 30))]
    for name in ("Heavy Armor", "Evade", "Nonsense"):
        assert play(units, move("r1", (18, 11), off=[name])).codes() == {"EQUIPMENT_ABSENT"}
    assert play(units, move("r1", (18, 11), on=["Pulse"])).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-EQUIP-007", "AOD-EQUIP-109")
@pytest.mark.parametrize(("slot", "clicks"), [("primary", 3), ("secondary", 2)])
def test_equipment_at_a_weapon_works_for_that_weapon(slot: str, clicks: int) -> None:
    gun, second = weapon("primary", "ballistic", 10), weapon("secondary", "ballistic", 10)
    piercing = {"equipment": {"primary_damage": ("red", "square")}, "primary_damage": 3}
    units = [
        mech("r1", (18, 10), gun=gun, second=second, **piercing),
        tank("b1", (18, 17), 180, **HEAVY),
    ]
    game = play(units, ranged("r1", "b1", weapon=slot), dice=HIT)
    assert game.b1.click == 1 + clicks


@rule("AOD-EQUIP-006", "AOD-EQUIP-008", "AOD-EQUIP-107", "AOD-EQUIP-110")
@pytest.mark.parametrize(
    ("order", "dice", "clicks"),
    [
        (ranged("b1", "r1"), (1, 2, 1), 1),
        (ranged("b1", "r1"), (6, 6, 1), 5),
        ({"order": "close", "unit": "b2", "target": "r1"}, (1, 2, 1), 0),
    ],
)
def test_a_circle_costs_a_click_when_it_was_used(order: Json, dice: Any, clicks: int) -> None:
    circled = {"equipment": {"speed": ("red", "circle")}}
    units = [
        tank("r1", (18, 10), **circled),
        tank("b1", (18, 17), 180),
        squad("b2", (18, 12.125), 180),
    ]
    if order["unit"] == "b1":
        units = units[:2]
    game = play(units, END, order, dice=dice)
    assert game.r1.click == 1 + clicks


@rule("AOD-EQUIP-010", "AOD-EQUIP-112", "AOD-EQUIP-113")
def test_a_shut_down_mech_keeps_only_what_is_not_optional() -> None:
    both = {"equipment": {"speed": ("red", "square"), "defense": ("grey", "square")}}
    units = [tank("r1", (18, 10), primary_damage=4), mech("b1", (18, 17), 180, heat=5, **both)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    assert "Evade" not in game.defense("b1")
    assert game.b1.click == 4


@rule("AOD-EQUIP-111")
def test_the_attacker_switches_first_and_both_before_the_roll() -> None:
    evading = {"equipment": {"speed": ("red", "square")}}
    piercing = {"equipment": {"primary_damage": ("red", "square")}}
    units = [tank("r1", (18, 10), **piercing), tank("b1", (18, 17), 180, **evading)]
    answer = {"order": "answer", "to": "deactivate", "unit": "b1", "off": ["Evade"]}
    game = play(units, ranged("r1", "b1", off=["Armor Piercing"]), answer, dice=HIT)
    kinds = [
        (type(e).__name__, getattr(e, "unit", ""))
        for e in game.outcome.events
        if type(e).__name__ in ("SwitchedOff", "AttackRolled")
    ]
    assert kinds == [("SwitchedOff", "r1"), ("SwitchedOff", "b1"), ("AttackRolled", "r1")]


@rule("AOD-EQUIP-002", "AOD-HEAT-002")
def test_heat_silences_equipment_of_its_slot_only() -> None:
    dial = heat_dial({"colors": {"speed": "black"}}, {})
    both = {"equipment": {"speed": ("red", "square"), "defense": ("grey", "square")}}
    target = mech("b1", (18, 17), 180, heat=1, heat_dial=dial, **both)
    game = play([tank("r1", (18, 10), primary_damage=4), target], ranged("r1", "b1"), dice=HIT)
    assert "Evade" not in game.defense("b1")
    assert game.b1.click == 4
