"""Equipment and cards to the letter of their texts, where the usual case of each does not go."""

from typing import Any

import pytest

from rules.age_of_destruction.guide import needed, options
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.ranged import Ranged
from rules.tests.artillery_cases import FAR, LANDS, NEXT, fire, gun
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    assault,
    close,
    mech,
    move,
    play,
    quad,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)
from rules.tests.test_play_set_up import deploy, set_up

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS = (2, 2, 1)
SHOOT = ranged("r1", "b1")
BALLISTIC = weapon("primary", "ballistic", 10)
WOOD = woods("wood", (15, 14), (21, 18))
ICE, DUST = "AOD-PC-001", "AOD-PC-003"


def piloted(number: str, pilot: str) -> Json:
    """A preferred 'Mech with its pilot."""
    return {"id": f"AOD-{number}", "pilot": {"card": pilot}}


# Equipment of the dials


@rule("AOD-EQUIP-003")
@pytest.mark.parametrize(
    ("target", "bonus"),
    [
        (tank("b1", BLUE_AT, 270, equipment={"speed": ("green", "square")}), "Camouflage"),
        (quad("b1", BLUE_AT, 270), "hull_down"),
    ],
)
def test_hindering_terrain_does_nothing_for_a_target_that_a_beacon_lights(
    target: Json, bonus: str
) -> None:
    beacon = {"primary_damage": ("green", "square")}
    units = [tank("r1", (24, 16), 270, attack=20, equipment=beacon), tank("r2", RED_AT), target]
    seen = play(units, SHOOT, ranged("r2", "b1"), dice=HIT + MISS, terrain=[WOOD])
    assert bonus in seen.defense("b1", 0)
    assert not {bonus, "hindering"} & seen.defense("b1", 1).keys()
    unlit = play(units, ranged("r2", "b1"), dice=MISS, terrain=[WOOD])
    assert {bonus, "hindering"} <= unlit.defense("b1").keys()


@rule("AOD-EQUIP-008", "AOD-EQUIP-110")
@pytest.mark.parametrize(("shape", "click"), [("circle", 2), ("square", 1)])
def test_who_infiltrates_by_a_circle_begins_a_click_down(shape: str, click: int) -> None:
    scout: Json = {"equipment": {"speed": ("grey", shape)}}
    units = [tank("r1", (0, 0), **scout), tank("r2", (0, 0)), tank("b1", (0, 0))]
    others = (deploy("r2", (14, 2)), END, deploy("b1", (18, 34)), END)
    assert set_up(units, *others, deploy("r1", (18, 8))).r1.click == click
    without = set_up(units, deploy("r1", (18, 2), off=["Infiltrate"]))
    assert (without.refused, without.r1.click) == ({}, 1)


@rule("AOD-EQUIP-008", "AOD-TURN-007")
def test_a_circled_command_costs_its_click_in_the_first_turn_too() -> None:
    command = {"attack": ("grey", "circle")}
    units = [tank("r1", (0, 0), equipment=command), tank("b1", (0, 0))]
    orders = (deploy("r1", (18, 2)), END, deploy("b1", (18, 34)), END)
    begun = set_up(units, *orders, dice=[5], active="red")
    assert (begun.state.orders_left, begun.r1.click) == (9, 2)


def hacked(*units: Json, **fields: Any) -> Played:
    """r1 gives itself up for the captive tank b1; others look on."""
    hacker = squad("r1", RED_AT, equipment={"attack": ("red", "square")})
    captive = tank("b1", (18, 11.5), 90, captive_of=fields.pop("captor", "r1"))
    order = move("r1", on=["Bypass"])
    return play([hacker, captive, tank("b2", (33, 33)), *units], order, **fields)


@rule("AOD-EQUIP-003", "AOD-CAPTURE-017")
def test_a_captor_with_bypass_turns_its_own_captive() -> None:
    own = hacked(tank("r2", (30, 10)))
    assert (own.refused, own.r1.eliminated) == ({}, True)
    assert (own.b1.captive_of, own.b1.owner) == (None, "red")
    (scored,) = own.events("PointsScored")
    assert (scored.player, scored.unit) == ("blue", "r1")
    friends = hacked(squad("r2", (20.13, 11.5), 270), captor="r2")
    assert (friends.b1.captive_of, friends.b1.owner) == (None, "red")


@rule("AOD-REPAIR-001", "AOD-MODIF-002")
@pytest.mark.parametrize(("dice", "click"), [((4, 4, 3), 1), ((4, 3, 3), 4)])
def test_a_repair_meets_the_defense_as_the_cards_of_the_target_modify_it(
    dice: tuple[int, ...], click: int
) -> None:
    tools = {"attack": ("green", "square")}
    hurt = mech("r2", BESIDE, 180, click=4, defense=19, pilot={"card": "AOD-P-002"})
    units = [mech("r1", RED_AT, equipment=tools), hurt]
    assert play(units, close("r1", "r2", repair=True), dice=dice).r2.click == click


@rule("AOD-EQUIP-003", "AOD-REPAIR-001")
@pytest.mark.parametrize(
    ("dice", "hurt", "rolled"),
    [((1, 1, 6, 5), 4, (5, 1, 6)), ((4, 4, 1, 6), 1, (4, 4, 6)), ((6, 1, 6, 6), 1, (6, 6, 6))],
)
def test_a_repair_is_a_close_attack_of_which_a_die_may_be_rolled_again(
    dice: tuple[int, ...], hurt: int, rolled: tuple[int, ...]
) -> None:
    aimed = {"attack": ("blue", "square")}
    medic = mech("r1", RED_AT, equipment=aimed, gear=[{"card": "AOD-G-010"}])
    order = close("r1", "r2", repair=True, on=["Improved Targeting"])
    played = play([medic, tank("r2", (18, 12.525), click=4, defense=22)], order, dice=dice)
    (roll,) = played.events("RepairRolled")
    assert (roll.dice, roll.rerolled, roll.critical) == (rolled, dice[:3], "")
    assert played.r2.click == hurt


@rule("AOD-EQUIP-003", "AOD-SHUT-008")
def test_a_mech_that_restarts_has_no_tokens_left_that_might_bar_its_orders() -> None:
    tsemp: Json = {"equipment": {"primary_damage": ("green", "square")}}
    units = [mech("r1", RED_AT, **tsemp), mech("b1", BLUE_AT, 180, tokens=1)]
    barred = {"second_token_from_effects_blocks_orders": True}
    assert play(units, SHOOT, END, move("b1"), dice=HIT, rulings=barred).refused == {}


@rule("AOD-SHUT-006", "AOD-VENT-003")
def test_ice_restarts_no_stunned_mech_that_has_no_heat_to_lose() -> None:
    tsemp: Json = {"primary_damage": 0, "equipment": {"primary_damage": ("green", "square")}}
    units = [mech("r1", RED_AT, **tsemp), mech("b1", BLUE_AT, 180, tokens=1)]
    struck = play(units, SHOOT, END, dice=(*HIT, 5), conditions=[ICE])
    assert [e.rules for e in struck.events("Restarted")] == [("AOD-EQUIP-003",)]


# Gear and pilots


@rule("AOD-GEAR-016")
@pytest.mark.parametrize(("die", "lost"), [(6, True), (5, False)])
def test_the_damage_of_a_salvo_tests_gear_as_that_of_any_attack(die: int, lost: bool) -> None:
    artemis = mech("b1", (18, 20), 180, gun=BALLISTIC, gear=[{"card": "AOD-G-029"}])
    shelled = play([gun(), artemis, FAR], fire((18, 20)), *NEXT, dice=(*LANDS, die))
    assert [(e.unit, e.lost) for e in shelled.events("GearTested")] == [("b1", lost)]
    beside = artemis | {"at": [18, 23.1]}
    assert not play([gun(), beside, FAR], fire((18, 20)), *NEXT, dice=LANDS).events("GearTested")


@rule("AOD-GEAR-016")
def test_double_rate_needs_a_ranged_order() -> None:
    gear: Json = {"gun": BALLISTIC, "gear": [{"card": "AOD-G-015"}]}
    units = [mech("r1", RED_AT, **gear), mech("b1", BLUE_AT, 180)]
    assert play(units, SHOOT, dice=(*HIT, 4, 4, 3)).b1.click == 9
    assert play(units, assault("r1", "ranged", targets=["b1"]), dice=(4, 4, 3)).b1.click == 5


@rule("AOD-GEAR-016", "AOD-PRIDE-008")
def test_an_ecm_suite_lets_nobody_roll_a_die_again() -> None:
    shooter = mech("r1", RED_AT, faction="Spirit Cats")
    order = SHOOT | {"on": ["Third Vision"]}
    players = [{"id": "red", "cards": ["HSE-F-002"]}, "blue"]
    suite = mech("b1", BLUE_AT, 180, gear=[{"card": "AOD-G-030"}])
    assert play([shooter, suite], order, players=players).codes() == {"TARGET_UNAFFECTED"}
    plain = mech("b1", BLUE_AT, 180)
    assert play([shooter, plain], order, players=players, dice=(2, 3, 1, 1)).refused == {}


@rule("AOD-PILOT-009")
@pytest.mark.parametrize(("pilot", "hit"), [("AOD-GS-004", True), (None, False)])
def test_a_close_call_counts_in_the_second_roll_too(pilot: str | None, hit: bool) -> None:
    decoy = {"defense": ("green", "square")}
    own: Json = piloted("119", pilot) if pilot else {}
    attack = 8 if pilot else 9
    units = [mech("r1", RED_AT, attack=attack, **own), mech("b1", BLUE_AT, 180, equipment=decoy)]
    shot = play(units, SHOOT, dice=(*HIT, 3, 4, 1))
    assert [event.hit for event in shot.events("HitConfirmed")] == [hit]


@rule("AOD-PILOT-009")
def test_a_shot_that_only_a_pilot_makes_possible_is_offered_with_him() -> None:
    own = piloted("121", "AOD-GS-005")
    made = read(scenario([mech("r1", RED_AT, **own), tank("b1", (18, 25), 180)]))
    shots = [o for o in options(made.setup, made.state, "r1") if o.kind == "ranged"]
    asking = [o.order.choices for o in shots if isinstance(o.order, Ranged) and o.legal]
    assert asking == [{"Fire from the Sky": ""}, {"Fire from the Sky": ""}]


# Duels and planetary conditions of artillery


@rule("AOD-FACT-010", "AOD-FACT-012")
@pytest.mark.parametrize(
    ("points", "codes"),
    [
        (((18, 17),), set()),
        (((18, 15),), {"BOUND_TO_TARGET"}),
        (((18, 20), (12, 20)), {"BOUND_TO_TARGET"}),
    ],
)
def test_who_is_bound_shells_only_points_whose_blast_takes_its_quarry_in(
    points: tuple[tuple[float, float], ...], codes: set[str]
) -> None:
    bound = gun(attack=9, faction="Clan Jade Falcon", targets=2)
    bound["unit"]["attacks"][0] |= {"range_max": 10}
    units = [bound, tank("b1", (18, 12.9), 180, rank="elite"), FAR]
    shot, away = SHOOT, move("b1", (18, 20))
    played = play(units, shot, END, away, END, fire(*points), dice=(1, *HIT))
    assert played.codes(4) == codes


@rule("AOD-ARTY-004", "AOD-PC-001")
def test_in_a_dust_storm_long_range_fire_begins_beyond_eight_inches() -> None:
    units = [gun(), FAR]
    assert play(units, fire((18, 12)), conditions=[DUST]).refused == {}
    assert play(units, fire((18, 11)), conditions=[DUST]).codes() == {"MARKER_TOO_CLOSE"}
    assert play(units, fire((18, 12))).codes() == {"MARKER_TOO_CLOSE"}


# Splitting, and what dice would have to show


@rule("AOD-MULTI-005")
def test_nobody_is_asked_to_split_no_damage() -> None:
    volley = weapon("primary", "ballistic", 10, targets=2)
    units = [
        tank("r1", RED_AT, attack=9, gun=volley, primary_damage=0),
        tank("b1", BLUE_AT, 180),
        tank("b2", (21, 16), 180),
    ]
    shot = play(units, ranged("r1", "b1", "b2"), dice=HIT, prompts="ask")
    assert (shot.state.under_way, shot.b1.click, shot.b2.click) == (None, 1, 1)
    critical = play(units, ranged("r1", "b1", "b2"), dice=(6, 6, 1), prompts="ask")
    assert (critical.b1.click, critical.b2.click) == (2, 2)


@rule("AOD-BREAK-001")
def test_who_is_gripped_learns_what_its_shot_needs_once_it_is_free() -> None:
    grapple = {"primary_damage": ("blue", "square")}
    claw = weapon("primary", "energy", 8)
    units = [vtol("r1", (5, 5)), mech("b1", (5, 2.475), gun=claw, equipment=grapple),
             tank("b2", (5, 13), 180)]  # fmt: skip
    wall = [woods("wall", (3, 9), (7, 10), kind="blocking")]
    order = {"order": "move", "unit": "r1",
             "legs": [{"level": "cruising"}, {"shoot": {"targets": ["b2"]}}]}  # fmt: skip
    made = read(scenario(units, terrain=wall))
    assert needed(made.setup, made.state, read_order(order)) == {"b2": 10}
