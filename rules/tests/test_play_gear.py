"""Gear in play: equipment it grants, texts of its own, heavy damage (rules AOD-GEAR)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.records.cards import Card
from rules.tests.card_cases import CardCase, Edge, assert_four_ways
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    catalogue,
    close,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS = (2, 2, 1)
SALVAGE = {"attack": ("black", "square")}
BALLISTIC = weapon("primary", "ballistic", 10)
BLADE = weapon("primary", "melee", 0)
SHOOT, STRIKE = ranged("r1", "b1"), close("r1", "b1")
RUN = move("r1", (18, 6), run=True)


def worn(*numbers: str) -> Json:
    return {"gear": [{"card": f"AOD-G-{number}"} for number in numbers]}


def gunner(e: Json, **target: Any) -> list[Json]:
    return [mech("r1", RED_AT, gun=BALLISTIC, **e), mech("b1", BLUE_AT, 180, **target)]


def target_of_tank(e: Json) -> list[Json]:
    return [tank("r1", RED_AT, attack=9), mech("b1", BLUE_AT, 180, **e)]


def duel(e: Json) -> list[Json]:
    second = weapon("secondary", "melee", 0)
    return [mech("r1", RED_AT, second=second, **e), mech("b1", BESIDE, 180)]


def hot(column: str, color: str = "yellow", **fields: Any) -> list[Json]:
    """A runner whose first heat shows an effect in a column."""
    dial = heat_dial({"colors": {column: color}}, {}, {}, {})
    return [mech("r1", RED_AT, gun=BALLISTIC, heat_dial=dial, **fields)]


def hot_guns(e: Json) -> list[Json]:
    return hot("primary_damage", **e)


def hot_lasers(e: Json) -> list[Json]:
    dial = heat_dial({"colors": {"primary_damage": "yellow"}}, {}, {}, {})
    return [mech("r1", RED_AT, heat_dial=dial, **e)]


def crowd(e: Json) -> list[Json]:
    return [*gunner(e), mech("b2", (20.3, 16), 180), mech("b3", (25, 16), 180)]


def hunter(e: Json, at: tuple[float, float] = (18, 25), **fields: Any) -> list[Json]:
    flyer = {"level": "cruising", "defense": 16} | fields
    return [mech("r1", RED_AT, gun=BALLISTIC, **e), vtol("b1", at, 180, **flyer)]


def aiming(e: Json) -> list[Json]:
    blue = {"attack": ("blue", "square")}
    return [tank("r1", RED_AT, attack=9, equipment=blue), mech("b1", BLUE_AT, 180, **e)]


def workshop(e: Json, patient: Any = tank) -> list[Json]:
    return [mech("r1", RED_AT, **e), patient("r2", (18, 11.9), 90, click=4, defense=16)]


def click(played: Played) -> int:
    clicks: int = played.b1.click
    return clicks


CASES = [
    CardCase("AOD-G-010", workshop, close("r1", "r2", repair=True), lambda p: p.codes(),
             set(), {"CANNOT_REPAIR"}, dice=HIT,
             edge=Edge({"REPAIR_SYMBOL"}, dice=(), units=lambda e: workshop(e, squad))),
    CardCase("AOD-G-013", gunner, SHOOT, lambda p: (p.b1.click, p.b1.heat), (5, 1), (5, 0),
             dice=HIT, idle=HIT, edge=Edge((1, 0), units=lambda e: gunner(
                 e | {"primary_damage": 1}, equipment={"defense": ("grey", "square")}))),
    CardCase("AOD-G-014", target_of_tank, SHOOT, click, 3, 4, dice=(*HIT, 3), idle=HIT,
             off_by=("salvage",), edge=Edge(4, dice=(*HIT, 2))),
    CardCase("AOD-G-015", gunner, SHOOT, click, 9, 5, dice=(*HIT, 4, 4, 3), idle=HIT,
             edge=Edge(5, dice=(*HIT, 4, 3, 3))),
    CardCase("AOD-G-017", duel, STRIKE, click, 6, 5, dice=HIT, idle=HIT,
             edge=Edge(4, order=STRIKE | {"weapon": "secondary"})),
    CardCase("AOD-G-025", hot_guns, RUN, lambda p: p.r1.click, 1, 4, dice=(2,), idle=(2,),
             off_by=("salvage",), edge=Edge(4, dice=(1,))),
    CardCase("AOD-G-026", hot_lasers, RUN, lambda p: p.r1.heat, 1, 2, dice=(2,), idle=(2,),
             off_by=("salvage",), edge=Edge(2, dice=(1,))),
    CardCase("AOD-G-027", crowd, SHOOT, lambda p: set(p.events("AttackRolled")[0].targets),
             {"b1", "b2"}, {"b1"}, dice=HIT, idle=HIT,
             edge=Edge({"b3"}, order=ranged("r1", "b3"), units=lambda e: [
                 *gunner(e), mech("b3", (22, 16), 180), mech("b2", (24.5, 16), 180)])),
    CardCase("AOD-G-028", hunter, SHOOT | {"weapon": "primary"}, lambda p: p.codes(), set(),
             {"OUT_OF_RANGE"}, dice=MISS,
             off_by=("other_weapon",), edge=Edge(
                 {"OUT_OF_RANGE"}, dice=(), units=lambda e: hunter(e, (18, 30.1)))),
    CardCase("AOD-G-029", gunner, SHOOT, click, 6, 5, dice=(*HIT, 5), idle=HIT,
             edge=Edge(5, dice=(*HIT, 4))),
    CardCase("AOD-G-030", aiming, SHOOT | {"on": ["Improved Targeting"]}, lambda p: p.codes(),
             {"TARGET_UNAFFECTED"}, set(), idle=MISS, off_by=("salvage",),
             edge=Edge(set(), dice=MISS, order=SHOOT)),
]  # fmt: skip


@rule("AOD-GEAR-010", "AOD-GEAR-016")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_gear_text_works_while_it_may(case: CardCase) -> None:
    assert_four_ways(case)


RECORDS = Path(__file__).parents[2] / "fixtures" / "age_of_destruction" / "cards"
CARDS = [c for path in RECORDS.glob("*.json") for c in json.loads(path.read_text("utf-8"))["cards"]]


def test_every_gear_has_its_equipment_or_its_text_in_play() -> None:
    from rules.tests import test_play_pilots

    gear = [card for card in CARDS if card["type"] == "G"]
    own = {card["id"] for card in gear if "provides" not in card}
    own |= {card["id"] for card in CARDS if "ability" in card}
    proven = {case.card for case in (*CASES, *test_play_pilots.CASES)}
    assert own <= ABILITIES.texts.keys() == proven
    assert proven <= {card["id"] for card in CARDS}


def test_texts_have_the_names_of_their_cards() -> None:
    for card in CARDS:
        if card["id"] in ABILITIES.texts:
            printed = card["ability"]["name"] if "ability" in card else card["name"]
            assert printed.startswith(ABILITIES.texts[card["id"]].name)


# What gear grants


def with_gear(card: Card, **fields: Any) -> Any:
    """A 'Mech with a piece of gear, as the field shows it."""
    slot = card.provides.slot if card.provides else ""
    kind = slot if slot in ("ballistic", "energy", "melee") else "energy"
    gun = weapon("primary", kind, 0 if kind == "melee" else 8)
    unit = mech("r1", RED_AT, gun=gun, gear=[{"card": card.id}], **fields)
    made = read(scenario([unit]))
    return Field(made.setup, made.state).piece("r1")


def shown(piece: Any) -> set[tuple[str, str, bool]]:
    return {(f.name, f.value, f.circled) for f in piece.working}


GRANTING = [
    card
    for record in CARDS
    if "provides" in record and record["id"] not in ABILITIES.texts
    if (card := catalogue().card(record["id"]))
]


@rule("AOD-GEAR-016", "AOD-GEAR-019", "AOD-GEAR-005")
@pytest.mark.parametrize("card", GRANTING, ids=lambda card: card.id)
def test_gear_grants_its_equipment_on_every_click_but_salvage(card: Card) -> None:
    assert card.provides is not None
    value = card.provides.slot
    value = value if value in ("speed", "attack", "defense") else "primary_damage"
    granted = (card.provides.name, value, card.provides.symbol.shape == "circle")
    assert (
        ABILITIES.equipment[card.provides.slot, card.provides.symbol.color].name
        == card.provides.name
    )
    for position in (1, 5, 10):
        assert granted in shown(with_gear(card, click=position))
    later = {5: {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}}
    salvaged = with_gear(card, click=5, later=later)
    assert (granted in shown(salvaged)) == card.under_salvage
    assert granted in shown(with_gear(card, click=4, later=later))


@rule("AOD-GEAR-016")
def test_gear_on_the_secondary_weapon_does_not_help_the_primary() -> None:
    guns: Json = {"gun": BALLISTIC, "second": weapon("secondary", "ballistic", 10)}
    heavy = {"defense": ("grey", "square")}
    gear: Json = {"gear": [{"card": "AOD-G-007", "weapon": "secondary"}]}
    units = [mech("r1", RED_AT, **guns, **gear), mech("b1", BLUE_AT, 180, equipment=heavy)]
    assert play(units, SHOOT, dice=HIT).b1.click == 4
    assert play(units, SHOOT | {"weapon": "secondary"}, dice=HIT).b1.click == 4


@rule("AOD-GEAR-016")
@pytest.mark.parametrize(("die", "more"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 2)])
def test_what_every_face_makes_of_guided_missiles(die: int, more: int) -> None:
    assert play(gunner(worn("029")), SHOOT, dice=(*HIT, die)).b1.click == 5 + more


@rule("AOD-GEAR-016", "AOD-EQUIP-006")
def test_swarm_ammunition_is_used_where_somebody_stands_beside_the_target() -> None:
    used = {
        len(units): [event.name for event in play(units, SHOOT, dice=HIT).events("AbilityUsed")]
        for units in (gunner(worn("027")), crowd(worn("027")))
    }
    assert used == {2: [], 4: ["Swarm-I Ammo"]}


EVADE = {"speed": ("red", "square")}


@rule("AOD-GEAR-017", "AOD-GEAR-018", "AOD-GEAR-019")
@pytest.mark.parametrize(
    ("fields", "bonus"),
    [
        ({"equipment": EVADE}, 2),
        ({"equipment": EVADE} | worn("002"), 2),
        (worn("002"), 2),
        ({}, 0),
        ({"equipment": SALVAGE} | worn("002"), 2),
        ({"equipment": SALVAGE} | worn("004"), 0),
    ],
)
def test_evade_counts_once_and_stays_with_the_gear(fields: Json, bonus: int) -> None:
    played = play([tank("r1", RED_AT), mech("b1", BLUE_AT, 180, **fields)], SHOOT, dice=MISS)
    assert played.defense("b1").get("Evade", 0) == bonus


@rule("AOD-EQUIP-001", "AOD-GEAR-017")
def test_of_the_same_in_a_circle_and_in_a_square_the_square_works() -> None:
    circled: Json = {"equipment": {"speed": ("red", "circle")}}
    made = read(
        scenario([mech("r1", RED_AT, **circled), mech("r2", BLUE_AT, **circled, **worn("002"))])
    )
    field = Field(made.setup, made.state)
    for unit, expected in (("r1", True), ("r2", False)):
        evades = [f.circled for f in field.piece(unit).working if f.name == "Evade"]
        assert evades == [expected]


@rule("AOD-GEAR-017")
def test_gear_that_says_so_works_beside_other_equipment() -> None:
    camouflage = {"speed": ("green", "square")}
    wood = {"id": "w", "kind": "hindering", "polygon": [[14, 14], [22, 14], [22, 19], [14, 19]]}
    target = mech("b1", BLUE_AT, 180, equipment=camouflage, **worn("002"))
    played = play([tank("r1", RED_AT), target], SHOOT, dice=MISS, terrain=[wood])
    assert (played.defense("b1")["Evade"], played.defense("b1")["Camouflage"]) == (2, 2)


@rule("AOD-GEAR-017")
@pytest.mark.parametrize(("gun", "stopped"), [("energy", 2), ("ballistic", 1)])
def test_of_two_armors_the_better_one_counts_alone(gun: str, stopped: int) -> None:
    heavy = {"defense": ("grey", "square")}
    units = [
        tank("r1", RED_AT, attack=9, gun=weapon("primary", gun, 8), primary_damage=5),
        mech("b1", BLUE_AT, 180, equipment=heavy, **worn("008")),
    ]
    assert play(units, SHOOT, dice=HIT).b1.click == 6 - stopped


@rule("AOD-GEAR-017")
def test_of_two_pieces_at_a_weapon_the_dial_works_unless_switched_off() -> None:
    piercing = {"primary_damage": ("red", "square")}
    heavy = {"defense": ("grey", "square")}
    units = [
        mech("r1", RED_AT, gun=BALLISTIC, equipment=piercing, **worn("013")),
        mech("b1", BLUE_AT, 180, equipment=heavy),
    ]
    dial = play(units, SHOOT, dice=HIT)
    assert (dial.b1.click, dial.b1.heat) == (5, 0)
    gear = play(units, SHOOT | {"off": ["Armor Piercing"]}, dice=HIT)
    assert (gear.b1.click, gear.b1.heat) == (4, 1)


@rule("AOD-GEAR-019")
def test_repair_of_heavy_damage_brings_gear_back() -> None:
    later = {4: {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}}
    target = mech("b1", BLUE_AT, 180, click=4, later=later, defense=16, **worn("004"))
    helper = mech("b2", (20.3, 16), 270, equipment={"attack": ("green", "square")})
    units = [tank("r1", RED_AT), target, helper]
    hurt = play(units, SHOOT, dice=(3, 3, 2))
    assert (hurt.b1.click, hurt.events("HitConfirmed")) == (7, [])
    mended = play(units, close("b2", "b1", repair=True), END, SHOOT, active="blue",
                  dice=(*HIT, 3, 3, 2, *MISS))  # fmt: skip
    assert mended.b1.click == 1
    assert [event.because for event in mended.events("HitConfirmed")] == ["Decoy"]


@rule("AOD-GEAR-005")
def test_no_order_moves_gear_about() -> None:
    worn_on = scenario([mech("r1", RED_AT, **worn("002"))], {**move("r1"), "gear": []})
    assert read(worn_on).orders == read(scenario([mech("r1", RED_AT)], move("r1"))).orders


@pytest.mark.parametrize(
    ("card", "symbol"),
    [("AOD-G-013", None), ("AOD-G-020", "energy"), ("AOD-G-024", "ballistic")],
)
def test_gear_that_needs_damage_rests_at_a_value_of_0(card: str, symbol: str | None) -> None:
    gun = weapon("primary", symbol or "ballistic", 8)
    for damage in (0, 1):
        unit = mech("r1", RED_AT, gun=gun, primary_damage=damage, gear=[{"card": card}])
        made = read(scenario([unit]))
        piece = Field(made.setup, made.state).piece("r1")
        assert len(piece.working) == damage


@rule("AOD-ATTACK-003")
@pytest.mark.parametrize(("printed", "number", "works"), [(1, -1, 0), (2, -1, 1), (0, 1, 1)])
def test_gear_that_needs_damage_asks_for_the_value_that_heat_leaves(
    printed: int, number: int, works: int
) -> None:
    dial = heat_dial({"primary_damage_mod": number})
    unit = mech("r1", RED_AT, gun=BALLISTIC, primary_damage=printed, heat_dial=dial, heat=1,
                **worn("013"))  # fmt: skip
    made = read(scenario([unit]))
    assert len(Field(made.setup, made.state).piece("r1").working) == works


# Texts in more depth


def test_inferno_burns_a_vehicle_it_damages_and_no_infantry() -> None:
    burner = mech("r1", RED_AT, gun=BALLISTIC, **worn("013"))
    assert play([burner, tank("b1", BLUE_AT, 180)], SHOOT, dice=HIT).b1.click == 6
    assert play([burner, squad("b1", BLUE_AT, 180)], SHOOT, dice=HIT).b1.click == 5
    armored = tank("b1", BLUE_AT, 180, equipment={"defense": ("blue", "square")})
    weak = mech("r1", RED_AT, gun=BALLISTIC, primary_damage=2, **worn("013"))
    assert play([weak, armored], SHOOT, dice=HIT).b1.click == 1


@pytest.mark.parametrize(("face", "less"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_the_anti_missile_system_stops_missiles_by_a_die(face: int, less: int) -> None:
    played = play(target_of_tank(worn("014")), SHOOT, dice=(*HIT, face))
    assert played.b1.click == 4 - less
    assert [e.value for e in played.events("EffectRolled")] == [less]


def test_the_anti_missile_system_leaves_lasers_alone_and_stops_no_more_than_there_is() -> None:
    laser = [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, **worn("014"))]
    assert play(laser, SHOOT, dice=HIT).b1.click == 5
    weak = [tank("r1", RED_AT, attack=9, primary_damage=1), laser[1]]
    assert play(weak, SHOOT, dice=(*HIT, 6)).b1.click == 1


def test_a_player_may_switch_the_anti_missile_system_off_when_shot_at() -> None:
    off = {"order": "answer", "to": "deactivate", "unit": "b1", "off": ["Anti-Missile System"]}
    assert play(target_of_tank(worn("014")), SHOOT, off, dice=HIT, prompts="ask").b1.click == 4


@pytest.mark.parametrize(("card", "column"), [("025", "ballistic"), ("026", "energy")])
@pytest.mark.parametrize(
    ("color", "face", "failed"), [("yellow", 1, True), ("yellow", 2, False), ("red", 2, True),
                                  ("red", 3, False)],
)  # fmt: skip
def test_cooling_gear_takes_a_face_off_the_rolls_of_its_weapon(
    card: str, column: str, color: str, face: int, failed: bool
) -> None:
    dial = heat_dial({"colors": {"primary_damage": color}}, {}, {}, {}, {})
    gun = weapon("primary", column, 8)
    units = [mech("r1", RED_AT, gun=gun, heat_dial=dial, **worn(card))]
    assert play(units, RUN, dice=(face,)).events("HeatRolled")[0].failed is failed


def test_cooling_gear_leaves_other_rolls_alone() -> None:
    dial = heat_dial({"colors": {"speed": "yellow"}}, {}, {}, {})
    units = [mech("r1", RED_AT, gun=BALLISTIC, heat_dial=dial, **worn("025"))]
    assert play(units, RUN, dice=(2,)).r1.shutdown


def test_swarm_ammo_divides_its_damage_and_passes_friends_by() -> None:
    units = [*crowd(worn("027")), squad("r2", (15.9, 16), 180)]
    played = play(units, SHOOT, dice=HIT)
    assert set(played.events("AttackRolled")[0].targets) == {"b1", "b2"}
    assert (played.b1.click, played.b2.click, played.r2.click) == (5, 1, 1)
    shared = play(units, SHOOT | {"split": {"b1": 1, "b2": 3}}, dice=HIT)
    assert (shared.b1.click, shared.b2.click) == (2, 4)


@rule("AOD-CAPTURE-009", "AOD-GEAR-016")
def test_swarm_ammo_passes_by_who_holds_a_captive() -> None:
    captor = squad("b2", (19.95, 16), 180)
    held = squad("r2", (21.45, 16), 180, captive_of="b2")
    units = [*gunner(worn("027")), captor, held]
    assert set(play(units, SHOOT, dice=HIT).events("AttackRolled")[0].targets) == {"b1"}


def test_anti_aircraft_targeting_does_not_reach_farther_on_the_ground() -> None:
    units = hunter(worn("028"), level="ground")
    assert play(units, SHOOT).codes() == {"OUT_OF_RANGE"}
    twice = hunter(worn("028"), (18, 29.9))
    twice[0]["unit"]["name"] = "Hunter AA"
    assert play(twice, SHOOT, dice=MISS).codes() == set()


@pytest.mark.parametrize(("face", "lost"), [(5, False), (6, True)])
def test_artemis_breaks_when_an_attack_hurts_its_mech(face: int, lost: bool) -> None:
    artemis = mech("b1", BLUE_AT, 180, gun=BALLISTIC, **worn("029"))
    units = [tank("r1", RED_AT, attack=9), artemis]
    back = ranged("b1", "r1")
    more = () if lost else (6,)
    played = play(units, SHOOT, END, back, dice=(*HIT, face, *HIT, *more))
    assert [e.lost for e in played.events("GearTested")] == [lost]
    assert played.r1.click == (5 if lost else 7)


def test_artemis_does_not_break_by_a_miss_or_by_pushing() -> None:
    artemis = mech("b1", BLUE_AT, 180, gun=BALLISTIC, **worn("029"))
    played = play([tank("r1", RED_AT), artemis], SHOOT, dice=MISS)
    assert played.events("GearTested") == []


def test_the_ecm_suite_stops_rerolls_in_close_combat_too() -> None:
    blue = {"attack": ("blue", "square")}
    units = [mech("r1", RED_AT, equipment=blue), mech("b1", BESIDE, 180, **worn("030"))]
    order = STRIKE | {"on": ["Improved Targeting"]}
    assert play(units, order).codes() == {"TARGET_UNAFFECTED"}


def test_mechanical_repair_leaves_men_to_the_other_repair() -> None:
    green = {"equipment": {"attack": ("green", "square")}}
    for patient, name in ((squad, "Repair"), (tank, "Mechanical Repair")):
        units = workshop(green | worn("010"), patient)
        played = play(units, close("r1", "r2", repair=True), dice=HIT)
        assert [event.name for event in played.events("EquipmentUsed")] == [name]
        assert played.r2.click == 1


# Worth


def worth(unit: Json) -> int:
    """What a figure is worth to whoever eliminates it."""
    return read(scenario([unit])).setup.figures["r1"].value


@rule("AOD-GEAR-020")
def test_gear_raises_the_value_of_its_mech_working_or_not() -> None:
    for dial in ({}, SALVAGE):
        unit = mech("r1", RED_AT, points=130, slots=True, equipment=dial, **worn("001", "002"))
        assert worth(unit) == 130 + 23 + 33


@rule("AOD-PILOT-012")
@pytest.mark.parametrize(("unit", "value"), [("AOD-118", 250), ("X-1", 232)])
def test_a_pilot_raises_the_value_by_what_is_really_paid(unit: str, value: int) -> None:
    pilot = {"card": "AOD-GS-003", "recruit": "Clan Jade Falcon"}
    assert worth(mech("r1", RED_AT, id=unit, points=185, slots=True, pilot=pilot)) == value
