"""Special equipment in general: when it works, how it is switched off, what a circle costs."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.tests import (
    test_play_attack_equipment,
    test_play_damage_equipment,
    test_play_defense_equipment,
    test_play_speed_equipment,
)
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    close,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS = (2, 2, 1)
EVADE = {"speed": ("red", "square")}
CIRCLE = {"speed": ("red", "circle")}
SHOOT = ranged("r1", "b1")
CATALOGUE = Path(__file__).parents[2] / "fixtures" / "age_of_destruction"
SYMBOL = {"color": "red", "shape": "square"}
#: Bypass takes its unit with it, Infiltrate is for deployment, and Salvage is no deed.
WITHOUT_CIRCLES = {"Bypass", "Infiltrate", "Salvage"}


def records(name: str, key: str) -> list[Json]:
    found: list[Json] = json.loads((CATALOGUE / f"{name}.json").read_text("utf-8"))[key]
    return found


def test_every_published_piece_of_equipment_is_played() -> None:
    published = {
        (r["slot"], r["color"]): (r["name"], r["optional"])
        for r in records("special_equipment", "special_equipment")
    }
    assert {place: (e.name, e.optional) for place, e in ABILITIES.equipment.items()} == published


def test_every_piece_of_equipment_has_a_case() -> None:
    modules = (
        test_play_attack_equipment,
        test_play_damage_equipment,
        test_play_defense_equipment,
        test_play_speed_equipment,
    )
    cases = [case for module in modules for case in module.CASES]
    proven = {case.name for case in cases} | WITHOUT_CIRCLES
    assert proven == {equipment.name for equipment in ABILITIES.equipment.values()}


def test_every_published_heat_effect_is_played() -> None:
    published = {
        (r["slot"], r["color"]): (r["name"], r["roll"])
        for r in records("heat_effects", "heat_effects")
        if r["slot"] != "any"
    }
    played = {
        place: (effect.name, effect.fails_on > 0)
        for place, effect in ABILITIES.heat_effects.items()
        if place[1] != "green"
    }
    assert played == published


def against(target: Json, *orders: Json, **fields: Any) -> Json:
    """The parts of b1's defense against r1's shot, whose order comes last."""
    shot: Played = play([tank("r1", RED_AT), target], *orders, SHOOT, dice=MISS, **fields)
    assert not shot.refused
    return shot.defense("b1")


@rule("AOD-EQUIP-001", "AOD-EQUIP-002", "AOD-EQUIP-103")
@pytest.mark.parametrize(("click", "bonus"), [(1, None), (2, 2), (3, None)])
def test_equipment_works_on_the_clicks_that_show_it(click: int, bonus: int | None) -> None:
    later = {2: {"special_equipment": {"speed": SYMBOL}}}
    assert against(mech("b1", BLUE_AT, 180, click=click, later=later)).get("Evade") == bonus


@rule("AOD-EQUIP-001", "AOD-EQUIP-101")
def test_damage_takes_equipment_away_and_repair_gives_it_back() -> None:
    lost: dict[int, Json] = {n: {"special_equipment": {}} for n in range(4, 9)}
    units = [
        tank("r1", RED_AT),
        tank("b1", BLUE_AT, 180, equipment=EVADE, later=lost, defense=16),
        mech("b2", (20.2, 16), 270, equipment={"attack": ("green", "square")}),
    ]
    again = ranged("r2", "b1")
    units.append(tank("r2", (20.2, 10)))
    hurt = play(units, SHOOT, again, dice=(4, 4, 4, *MISS))
    assert (hurt.b1.click, "Evade" in hurt.defense("b1", 1)) == (4, False)
    units[1] = tank("b1", (18.3, 16), 180, equipment=EVADE, later=lost, click=4, defense=16)
    mend = close("b2", "b1", repair=True)
    mended = play(units, mend, END, SHOOT, active="blue", dice=HIT + MISS)
    assert not mended.refused
    assert mended.b1.click < 4
    assert "Evade" in mended.defense("b1", 0)


@rule("AOD-EQUIP-101")
def test_a_colour_means_something_else_at_another_value() -> None:
    assert "Evade" not in against(
        mech("b1", BLUE_AT, 180, equipment={"defense": ("red", "square")})
    )


@rule("AOD-EQUIP-004", "AOD-EQUIP-104", "AOD-EQUIP-006", "AOD-EQUIP-107")
def test_optional_equipment_works_unless_switched_off() -> None:
    target = mech("b1", BLUE_AT, 180, equipment=EVADE)
    assert against(target)["Evade"] == 2
    off = move("b1", off=["Evade"])
    assert "Evade" not in against(target, off, END, active="blue")


def ask(*off: str) -> Json:
    return {"order": "answer", "to": "deactivate", "unit": "b1", "off": list(off)}


@rule("AOD-EQUIP-004", "AOD-EQUIP-105", "AOD-EQUIP-111")
@pytest.mark.parametrize(("off", "bonus", "click"), [(("Evade",), None, 1), ((), 2, 2)])
def test_the_target_is_asked_before_the_roll(
    off: tuple[str, ...], bonus: int | None, click: int
) -> None:
    units = [tank("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=CIRCLE)]
    after = play(units, SHOOT, ask(*off), dice=MISS, prompts="ask")
    assert after.defense("b1").get("Evade") == bonus
    assert after.b1.click == click


@rule("AOD-EQUIP-111")
def test_the_attacker_switches_off_first() -> None:
    units = [
        tank("r1", RED_AT, equipment={"primary_damage": ("red", "square")}),
        mech("b1", BLUE_AT, 180, equipment=EVADE),
    ]
    order = SHOOT | {"off": ["Armor Piercing"]}
    after = play(units, order, ask("Evade"), dice=MISS, prompts="ask")
    assert [(e.unit, e.names) for e in after.events("SwitchedOff")] == [
        ("r1", ("Armor Piercing",)),
        ("b1", ("Evade",)),
    ]


@rule("AOD-EQUIP-105", "AOD-EQUIP-004")
def test_after_the_roll_it_is_too_late() -> None:
    units = [tank("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=CIRCLE)]
    after = play(units, SHOOT, ask(), ask("Evade"), dice=MISS, prompts="ask")
    assert after.refused == {2: {"NO_QUESTION"}}
    assert after.b1.click == 2


@rule("AOD-EQUIP-004", "AOD-EQUIP-108")
@pytest.mark.parametrize("name", ["Heavy Armor", "Evade", "Nonsense"])
def test_only_optional_equipment_in_the_window_is_switched_off(name: str) -> None:
    unit = mech("r1", RED_AT, equipment={"defense": ("grey", "square")})
    assert play([unit], move("r1", off=[name])).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-EQUIP-005", "AOD-EQUIP-106")
def test_what_is_off_stays_off_until_its_players_next_turn() -> None:
    units = [tank("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=EVADE)]
    own = play(units, move("b1", off=["Evade"]), END, active="blue")
    assert own.b1.off == ("Evade",)
    answered = play(units, SHOOT, ask("Evade"), dice=MISS, prompts="ask")
    assert answered.b1.off == ("Evade",)
    shots = [*units, tank("r2", (20.2, 10))]
    twice = play(shots, SHOOT, ask("Evade"), ranged("r2", "b1"), dice=MISS * 2, prompts="ask")
    assert "Evade" not in twice.defense("b1", 1)
    turn = play(units, SHOOT, ask("Evade"), END, END, SHOOT, ask(), dice=MISS * 2, prompts="ask")
    assert turn.defense("b1", 1)["Evade"] == 2


@rule("AOD-EQUIP-005", "AOD-EQUIP-106")
def test_what_is_off_cannot_be_chosen_again() -> None:
    units = [
        mech("r1", RED_AT, equipment={"primary_damage": ("red", "square")}),
        mech("b1", BLUE_AT, 180),
    ]
    order = SHOOT | {"off": ["Pulse"], "on": ["Pulse"]}
    assert play(units, order).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-EQUIP-006", "AOD-EQUIP-107")
def test_equipment_whose_condition_fails_is_not_used() -> None:
    units = [mech("r1", RED_AT), mech("b1", BESIDE, 180, equipment=CIRCLE)]
    after = play(units, close("r1", "b1"), dice=MISS)
    assert (after.b1.click, after.events("EquipmentUsed")) == (1, [])


@rule("AOD-EQUIP-007", "AOD-EQUIP-109")
@pytest.mark.parametrize(("weapon", "bonus"), [("primary", None), ("secondary", 2)])
def test_equipment_at_a_weapon_serves_that_weapon(weapon: str, bonus: int | None) -> None:
    beacon = {"secondary_damage": ("green", "square")}
    units = [mech("r1", RED_AT, equipment=beacon), mech("b1", BLUE_AT, 180)]
    shot = play(units, SHOOT | {"weapon": weapon}, dice=MISS)
    assert shot.attack().get("Homing Beacon") == bonus


@rule("AOD-EQUIP-008", "AOD-EQUIP-110", "AOD-PUSH-003")
def test_a_circle_costs_a_mech_damage_and_no_heat() -> None:
    ran = play([mech("r1", RED_AT, equipment=CIRCLE)], move("r1", run=True))
    assert (ran.r1.click, ran.r1.heat) == (2, 0)


@rule("AOD-EQUIP-008", "AOD-EQUIP-110")
def test_a_circle_comes_on_top_of_a_push() -> None:
    beacon = {"primary_damage": ("green", "circle")}
    units = [tank("r1", RED_AT, tokens=1, equipment=beacon), mech("b1", BLUE_AT, 180)]
    assert play(units, SHOOT, dice=MISS).r1.click == 3


@rule("AOD-EQUIP-008", "AOD-EQUIP-110")
def test_every_circle_used_costs_one_click_once() -> None:
    """Evade serves twice in the order, breaking away and running; a second circle adds its own."""
    units = [
        mech("r1", RED_AT, equipment=CIRCLE),
        tank("b1", (18, 11.9), 90),
    ]
    assert play(units, move("r1", (18, 4), run=True), dice=[2]).r1.click == 2
    both = CIRCLE | {"defense": ("grey", "circle")}
    shot = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=both)]
    assert play(shot, SHOOT, dice=(5, 5, 4)).b1.click == 6


@rule("AOD-EQUIP-008", "AOD-PUSH-005")
def test_the_click_comes_after_the_order() -> None:
    units = [tank("r1", RED_AT), mech("b1", BLUE_AT, 180, equipment=CIRCLE)]
    kinds = [type(event).__name__ for event in play(units, SHOOT, dice=MISS).outcome.events]
    assert kinds.index("TokenPlaced") < kinds.index("Damaged")


@rule("AOD-EQUIP-010", "AOD-EQUIP-112")
def test_captives_and_passengers_have_no_equipment() -> None:
    mech_with = tank(
        "b2", (18, 11.9), 90, captive_of="b1", equipment={"primary_damage": ("blue", "square")}
    )
    units = [mech("r1", RED_AT), mech_with, mech("b1", (18, 13.8), 180)]
    assert not play(units, move("r1", (18, 8))).events("BreakAwayRolled")
    commander = {"attack": ("grey", "square")}
    aboard = squad("r2", (8, 8), equipment=commander) | {"at": None, "aboard": "r1"}
    carried = [tank("r1", RED_AT), aboard, mech("b1", BLUE_AT)]
    assert not play(carried, END, active="blue").events("OrderGained")


@rule("AOD-EQUIP-114")
def test_nobody_attacks_himself_or_his_friends() -> None:
    units = [mech("r1", RED_AT), mech("r2", BLUE_AT, 180)]
    assert "TARGET_FRIENDLY" in play(units, ranged("r1", "r2")).codes()
    assert "TARGET_FRIENDLY" in play(units, ranged("r1", "r1")).codes()


def test_heat_puts_out_of_work_what_it_silences_and_cooling_brings_it_back() -> None:
    dial = heat_dial({"colors": {"speed": "black"}}, {})
    for heat, bonus in ((0, 2), (1, None), (2, 2)):
        target = mech("b1", BLUE_AT, 180, heat=heat, heat_dial=dial, equipment=EVADE)
        assert against(target).get("Evade") == bonus
