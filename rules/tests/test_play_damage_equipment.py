"""Special equipment on the damage values: ballistic, energy and melee."""

from typing import Any

import pytest

from rules.tests.equipment_cases import Case, assert_switched_off, assert_used_by_shape
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    assault,
    close,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS, CRITICAL = (2, 2, 1), (6, 6, 1)
WALL = woods("wall", (15, 12.5), (21, 13.5), kind="blocking")
BLADE = weapon("primary", "melee", 0)


def at_primary(color: str, shape: str = "square") -> Json:
    return {"equipment": {"primary_damage": (color, shape)}}


def gunner(e: Json) -> list[Json]:
    return [tank("r1", RED_AT, attack=9, equipment=e), mech("b1", BLUE_AT, 180)]


def armored(e: Json) -> list[Json]:
    heavy = {"defense": ("grey", "square")}
    return [tank("r1", RED_AT, attack=9, equipment=e), mech("b1", BLUE_AT, 180, equipment=heavy)]


def escorted(e: Json) -> list[Json]:
    return [*gunner(e), squad("b2", (19.9, 16), 180)]


def covered(e: Json) -> list[Json]:
    return [
        tank("r1", RED_AT, attack=9),
        squad("b1", BLUE_AT, 180),
        tank("b2", (19.5, 16), 180, defense=22, equipment=e),
    ]


def laser(e: Json) -> list[Json]:
    return [mech("r1", RED_AT, equipment=e), mech("b1", BLUE_AT, 180)]


def gripped(e: Json) -> list[Json]:
    return [mech("r1", RED_AT), mech("b1", BESIDE, 180, equipment=e)]


def duel(e: Json) -> list[Json]:
    return [mech("r1", RED_AT, gun=BLADE, equipment=e), mech("b1", BESIDE, 180)]


def melee_of_two(e: Json) -> list[Json]:
    return [*duel(e), squad("b2", (19.85, 10.45), 180)]


def nimble(e: Json) -> list[Json]:
    return [mech("r1", RED_AT), mech("b1", BESIDE, 180, gun=BLADE, equipment=e)]


VALUE = "primary_damage"
SHOOT, STRIKE, LEAVE = ranged("r1", "b1"), close("r1", "b1"), move("r1", (18, 6))
CASES = [
    Case("Homing Beacon", VALUE, "green", gunner, SHOOT, MISS, MISS),
    Case("Armor Piercing", VALUE, "red", armored, SHOOT, HIT, HIT),
    Case("Anti-Personnel", VALUE, "blue", escorted, SHOOT, MISS, MISS),
    Case("Streak Missiles", VALUE, "black", gunner, SHOOT, MISS, MISS),
    Case("Point Defense System", VALUE, "grey", covered, SHOOT, MISS, MISS, "b2"),
    Case("TSEMP", VALUE, "green", laser, SHOOT, HIT, HIT),
    Case("Pulse", VALUE, "red", laser, SHOOT | {"on": ["Pulse"]}, HIT + MISS, HIT),
    Case("Grapple", VALUE, "blue", gripped, LEAVE, (4,), (4,), "b1", rest="vent"),
    Case("Alpha Strike", VALUE, "black", laser, SHOOT, MISS, MISS),
    Case("Flamers", VALUE, "grey", lambda e: [*gripped({})[1:], mech("r1", RED_AT, equipment=e)],
         STRIKE, HIT, HIT),
    Case("Full Strike", VALUE, "green", melee_of_two, STRIKE, MISS, MISS),
    Case("Hand-to-Hand Weapon", VALUE, "red", duel, STRIKE, (*HIT, 2), HIT),
    Case("Rapid Strike", VALUE, "blue", duel, STRIKE | {"on": ["Rapid Strike"]}, HIT + MISS, HIT),
    Case("Agility", VALUE, "black", nimble, STRIKE, HIT, HIT, "b1", rest="vent"),
    Case("Brawling", VALUE, "grey", duel, STRIKE, HIT, HIT),
]  # fmt: skip


@rule("AOD-EQUIP-008", "AOD-EQUIP-110", "AOD-EQUIP-006")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_circle_costs_one_click_where_a_square_is_free(case: Case) -> None:
    assert_used_by_shape(case)


@rule("AOD-EQUIP-004", "AOD-EQUIP-104")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_it_can_be_switched_off(case: Case) -> None:
    assert_switched_off(case)


# Ballistic


@pytest.mark.parametrize(
    ("target", "bonus"),
    [
        (mech("b1", BLUE_AT, 180), 2),
        (tank("b1", BLUE_AT, 180), 2),
        (squad("b1", BLUE_AT, 180), None),
    ],
)
def test_homing_beacon_aims_at_vehicles_and_mechs(target: Json, bonus: int | None) -> None:
    shot = play([tank("r1", RED_AT, **at_primary("green")), target], SHOOT, dice=MISS)
    assert shot.attack().get("Homing Beacon") == bonus


def test_homing_beacon_needs_a_ranged_order_at_one_target() -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    units = [
        mech("r1", RED_AT, gun=gun, **at_primary("green")),
        mech("b1", BLUE_AT, 180),
        mech("b2", (21, 16), 180),
    ]
    assert "Homing Beacon" not in play(units, ranged("r1", "b1", "b2"), dice=MISS).attack()
    rush = assault("r1", "ranged", targets=["b1"])
    assert "Homing Beacon" not in play(units, rush, dice=MISS).attack()


def lit(dice: tuple[int, ...], *orders: Json, **second: Any) -> Played:
    """r1 lights b1 over open ground, then r2 fires at it through a wall or a wood."""
    units = [
        tank("r1", (24, 16), 270, **at_primary("green")),
        mech("r2", RED_AT, 0, **second),
        mech("b1", BLUE_AT, 90, clicks=17),
    ]
    return play(units, SHOOT, *orders, dice=dice, terrain=[WALL])


@pytest.mark.parametrize(
    ("dice", "weapon_slot", "codes"),
    [
        (HIT + MISS, "secondary", {}),
        (MISS, "secondary", {1: {"LINE_BLOCKED"}}),
        (HIT, "primary", {1: {"LINE_BLOCKED"}}),
    ],
)
def test_a_lit_target_is_open_to_ballistic_fire(
    dice: tuple[int, ...], weapon_slot: str, codes: dict[int, set[str]]
) -> None:
    assert lit(dice, ranged("r2", "b1", weapon=weapon_slot)).refused == codes


def test_the_light_goes_out_with_the_turn() -> None:
    after = lit(HIT, END, END, ranged("r2", "b1", weapon="secondary"))
    assert after.refused == {3: {"LINE_BLOCKED"}}


@pytest.mark.parametrize(("color", "plain"), [("blue", 1), ("black", 1), ("grey", 2)])
def test_armor_piercing_passes_over_armor(color: str, plain: int) -> None:
    target = mech("b1", BLUE_AT, 180, equipment={"defense": (color, "square")})
    for piercing, clicks in (({}, plain), (at_primary("red"), 3)):
        shooter = tank("r1", RED_AT, **({"attack": 9} | piercing))
        assert play([shooter, target], SHOOT, dice=HIT).b1.click == 1 + clicks


def test_armor_piercing_is_no_help_against_decoys_or_hand_to_hand() -> None:
    decoy = mech("b1", BLUE_AT, 180, equipment={"defense": ("green", "square")})
    shooter = tank("r1", RED_AT, attack=9, **at_primary("red"))
    assert play([shooter, decoy], SHOOT, dice=HIT + MISS).b1.click == 1
    thick = mech("b1", BESIDE, 180, equipment={"defense": ("black", "square")})
    gun = weapon("primary", "ballistic", 10)
    striker = mech("r1", RED_AT, gun=gun, **at_primary("red"))
    assert play([striker, thick], STRIKE, dice=HIT).b1.click == 3


def sprayed(at: tuple[float, float], dice: tuple[int, ...], **fields: Any) -> Played:
    units = [
        tank("r1", RED_AT, attack=9, **fields),
        mech("b1", BLUE_AT, 180),
        squad("b2", at, 180, clicks=8),
    ]
    return play(units, SHOOT, dice=dice)


@pytest.mark.parametrize(
    ("at", "dice", "clicks"),
    [
        ((19.9, 16), HIT, (4, 4)),
        ((19.9, 16), (4, 3, 1), (1, 4)),
        ((19.9, 16), MISS, (1, 1)),
        ((19.9, 16), CRITICAL, (5, 5)),
        ((20.1, 16), HIT, (4, 1)),
    ],
)
def test_anti_personnel_strikes_infantry_beside_the_target(
    at: tuple[float, float], dice: tuple[int, ...], clicks: tuple[int, int]
) -> None:
    after = sprayed(at, dice, **at_primary("blue"))
    assert (after.b1.click, after.b2.click) == clicks
    assert sprayed(at, dice).b2.click == 1


def test_anti_personnel_spares_nobody_on_foot_but_its_owner_and_vehicles() -> None:
    units = [
        tank("r1", RED_AT, attack=9, **at_primary("blue")),
        mech("b1", BLUE_AT, 180),
        squad("r2", (19.9, 16), 180, clicks=8),
        tank("b2", (16.1, 16), 180),
    ]
    after = play(units, SHOOT, dice=(5, 5, 5))
    assert (after.b1.click, after.r2.click, after.b2.click) == (4, 4, 1)


@pytest.mark.parametrize(
    ("fields", "codes"), [(at_primary("black"), set()), ({}, {"LINE_BLOCKED"})]
)
def test_streak_missiles_fly_past_walls_and_bases(fields: Json, codes: set[str]) -> None:
    units = [tank("r1", RED_AT, attack=9, **fields), mech("b1", BLUE_AT, 180)]
    shot = play(units, SHOOT, dice=() if codes else HIT, terrain=[WALL])
    assert shot.codes() == codes
    between = [*units, mech("b2", (18, 13), 180)]
    assert play(between, SHOOT, dice=() if codes else HIT).codes() == codes


def test_streak_missiles_need_one_target_that_is_running() -> None:
    shooter = tank("r1", RED_AT, attack=9, **at_primary("black"))
    stopped = mech("b1", BLUE_AT, 180, heat=2, shutdown=True)
    assert play([shooter, stopped], SHOOT, terrain=[WALL]).codes() == {"LINE_BLOCKED"}
    assert play([shooter, stopped], SHOOT, dice=HIT).b1.click == 4


@pytest.mark.parametrize(("damage", "click"), [(3, 3), (2, 2), (1, 2)])
def test_streak_missiles_do_one_less_but_at_least_one(damage: int, click: int) -> None:
    units = [
        tank("r1", RED_AT, attack=9, primary_damage=damage, **at_primary("black")),
        mech("b1", BLUE_AT, 180),
    ]
    assert play(units, SHOOT, dice=HIT).b1.click == click


def test_streak_missiles_see_no_wood() -> None:
    wood = woods("wood", (15, 12.5), (21, 13.5))
    for fields, hindering in ((at_primary("black"), None), ({}, 1)):
        units = [tank("r1", RED_AT, **fields), mech("b1", BLUE_AT, 180)]
        shot = play(units, SHOOT, dice=MISS, terrain=[wood])
        assert shot.defense("b1").get("hindering") == hindering


@pytest.mark.parametrize(
    ("at", "own", "base"), [((19.5, 16), 16, 22), ((19.8, 16), 16, 16), ((19.5, 16), 24, 24)]
)
def test_point_defense_lends_a_higher_defense_to_whom_it_touches(
    at: tuple[float, float], own: int, base: int
) -> None:
    units = [
        tank("r1", RED_AT),
        squad("b1", BLUE_AT, 180, defense=own),
        tank("b2", at, 180, defense=22, **at_primary("grey")),
    ]
    assert play(units, SHOOT, dice=MISS).defense("b1")["base"] == base


def test_point_defense_lends_the_printed_value_to_friends_only() -> None:
    lender = tank("b2", (19.5, 16), 180, defense=22, **at_primary("grey"))
    evading = {"equipment": {"primary_damage": ("grey", "square"), "speed": ("red", "square")}}
    modified = tank("b2", (19.5, 16), 180, defense=22, **evading)
    shot = play([tank("r1", RED_AT), squad("b1", BLUE_AT, 180), modified], SHOOT, dice=MISS)
    assert shot.defense("b1") == {"base": 22}
    foe = lender | {"id": "g1", "owner": "green"}
    units = [tank("r1", RED_AT), squad("b1", BLUE_AT, 180), foe]
    shot = play(units, SHOOT, dice=MISS, players=["red", "blue", "green"])
    assert shot.defense("b1")["base"] == 16


# Energy


@pytest.mark.parametrize(
    ("tokens", "dice", "after", "down"),
    [(0, HIT, 1, False), (1, HIT, 2, True), (2, HIT, 2, False), (0, MISS, 0, False)],
)
def test_tsemp_adds_a_token_to_a_unit_with_no_more_than_one(
    tokens: int, dice: tuple[int, ...], after: int, down: bool
) -> None:
    units = [mech("r1", RED_AT, **at_primary("green")), mech("b1", BLUE_AT, 180, tokens=tokens)]
    shot = play(units, SHOOT, dice=dice)
    assert (shot.b1.tokens, shot.b1.shutdown) == (after, down)


def test_a_stunned_mech_restarts_in_its_next_turn() -> None:
    units = [mech("r1", RED_AT, **at_primary("green")), mech("b1", BLUE_AT, 180, tokens=1)]
    after = play(units, SHOOT, END, move("b1"), dice=HIT)
    assert not after.refused
    assert (after.b1.shutdown, after.b1.tokens, after.b1.heat) == (False, 1, 1)


def test_tsemp_needs_a_ranged_order_and_stuns_no_shut_down_mech() -> None:
    shooter = mech("r1", RED_AT, equipment={"primary_damage": ("green", "circle")})
    stopped = [shooter, mech("b1", BLUE_AT, 180, heat=2, shutdown=True)]
    after = play(stopped, SHOOT, dice=HIT)
    assert (after.b1.tokens, after.r1.click) == (0, 1)
    rush = assault("r1", "ranged", targets=["b1"])
    assert play([shooter, mech("b1", BLUE_AT, 180)], rush, dice=(4, 4, 3)).b1.tokens == 0


@pytest.mark.parametrize(("kind", "gone"), [("hindering", True), ("shallow_water", False)])
def test_tsemp_brings_a_cruising_target_down_or_to_grief(kind: str, gone: bool) -> None:
    units = [
        mech("r1", RED_AT, **at_primary("green")),
        vtol("b1", BLUE_AT, 180, level="cruising", clicks=10),
    ]
    ground = [woods("ground", (15, 14), (21, 19), kind=kind)]
    after = play(units, SHOOT, dice=(5, 5, 5), terrain=ground)
    assert (after.b1.eliminated, after.b1.level) == (gone, "ground")


def test_who_forces_a_vtol_down_to_its_end_scores_it_among_three() -> None:
    """Nobody else's dial is turned by it."""
    units = [
        *(mech("r1", RED_AT, **at_primary("green")), tank("b2", (30, 33)), tank("b3", (3, 33))),
        vtol("b1", BLUE_AT, 180, level="cruising", clicks=10),
    ]
    units[2] |= {"owner": "green"}
    fields = {"players": ["red", "blue", "green"]}
    ground = [woods("ground", (15, 14), (21, 19))]
    after = play(units, SHOOT, dice=(5, 5, 5), terrain=ground, **fields)
    assert [event.by for event in after.events("Eliminated")] == ["red"]


PULSE = {"on": ["Pulse"]}


@pytest.mark.parametrize(("again", "clicks"), [((4, 4, 3), 4), ((4, 4, 4), 8)])
def test_pulse_fires_again_at_a_harder_target(again: tuple[int, ...], clicks: int) -> None:
    target = tank("b1", BLUE_AT, 180, defense=19, clicks=17)
    after = play(
        [mech("r1", RED_AT, **at_primary("red")), target], SHOOT | PULSE, dice=(4, 4, 3, *again)
    )
    assert (after.b1.click, after.r1.heat) == (1 + clicks, 1)
    assert after.defense("b1", 1)["Pulse"] == 2
    assert after.state.orders_left == 7


def test_pulse_needs_a_hit_and_fires_twice_at_most() -> None:
    units = [mech("r1", RED_AT, **at_primary("red")), tank("b1", BLUE_AT, 180, clicks=17)]
    missed = play(units, SHOOT | PULSE, dice=MISS)
    assert (len(missed.events("AttackRolled")), missed.r1.heat) == (1, 0)
    twice = play(units, SHOOT | PULSE, dice=CRITICAL * 2)
    assert len(twice.events("AttackRolled")) == 2


def test_pulse_of_a_vehicle_makes_no_heat_and_unasked_is_not_fired() -> None:
    gun = weapon("primary", "energy", 10)
    units = [tank("r1", RED_AT, gun=gun, **at_primary("red")), tank("b1", BLUE_AT, 180, clicks=17)]
    after = play(units, SHOOT | PULSE, dice=(6, 5, 5, *MISS))
    assert (after.r1.click, after.r1.heat) == (1, 0)
    assert len(play(units, SHOOT, dice=(6, 5, 5)).events("AttackRolled")) == 1


def test_pulse_is_for_one_target() -> None:
    gun = weapon("primary", "energy", 10, targets=2)
    units = [
        mech("r1", RED_AT, gun=gun, **at_primary("red")),
        tank("b1", BLUE_AT, 180),
        tank("b2", (21, 16), 180),
    ]
    order = ranged("r1", "b1", "b2", split={"b1": 2, "b2": 2}, **PULSE)
    assert len(play(units, order, dice=(6, 5, 5)).events("AttackRolled")) == 1


@pytest.mark.parametrize(
    ("equipment", "die", "away"),
    [({}, 4, False), ({}, 5, True), ({"speed": ("red", "square")}, 4, False),
     ({"speed": ("blue", "square")}, 4, False)],
)  # fmt: skip
def test_grapple_holds_up_to_four_even_against_evade(equipment: Json, die: int, away: bool) -> None:
    units = [
        mech("r1", RED_AT, equipment=equipment),
        mech("b1", BESIDE, 180, **at_primary("blue")),
    ]
    assert (play(units, move("r1", (18, 6)), dice=[die]).r1.at == (18, 6)) is away


def test_grapple_holds_one_and_no_infantry() -> None:
    holder = mech("b1", BESIDE, 180, **at_primary("blue"))
    two = [mech("r1", RED_AT), mech("r2", (18, 14.6)), holder]
    assert play(two, move("r1", (18, 6)), dice=[3]).r1.at == (18, 6)
    on_foot = squad("r1", (18, 10.4))
    assert play([on_foot, holder], move("r1", (18, 6)), dice=[4]).r1.at == (18, 6)


@pytest.mark.parametrize(
    ("heat", "dice", "clicks"), [(0, HIT, 9), (3, HIT, 6), (4, HIT, 5), (0, MISS, 0)]
)
def test_alpha_strike_turns_heat_into_damage(heat: int, dice: tuple[int, ...], clicks: int) -> None:
    shooter = mech("r1", RED_AT, heat=heat, **at_primary("black"))
    after = play([shooter, mech("b1", BLUE_AT, 180, clicks=17)], SHOOT, dice=dice)
    assert after.b1.click == 1 + clicks
    assert (after.r1.heat, after.r1.shutdown, after.r1.tokens) == (5, True, 2)


def test_alpha_strike_is_for_mechs_and_one_target() -> None:
    gun = weapon("primary", "energy", 10, targets=2)
    carrier = tank("r1", RED_AT, attack=9, gun=gun, **at_primary("black"))
    assert play([carrier, mech("b1", BLUE_AT, 180)], SHOOT, dice=HIT).b1.click == 4
    shooter = mech("r1", RED_AT, gun=gun, **at_primary("black"))
    both = [shooter, mech("b1", BLUE_AT, 180), mech("b2", (21, 16), 180)]
    assert play(both, ranged("r1", "b1", "b2"), dice=MISS).r1.heat == 0


@pytest.mark.parametrize(("flames", "clicks"), [(at_primary("grey"), 5), ({}, 4)])
def test_flamers_burn_infantry_and_vehicles(flames: Json, clicks: int) -> None:
    for target in (squad("b1", (18, 11.9), 180, clicks=9), tank("b1", (18, 12.525), 180)):
        units = [mech("r1", RED_AT, **flames), target]
        assert play(units, STRIKE, dice=HIT).b1.click == 1 + clicks


def test_flamers_heat_mechs_in_place_of_damage() -> None:
    burner = mech("r1", RED_AT, **at_primary("grey"))
    after = play([burner, mech("b1", BESIDE, 180)], STRIKE, dice=HIT)
    assert (after.b1.click, after.b1.heat) == (1, 2)
    stopped = play([burner, mech("b1", BESIDE, 180, heat=2, shutdown=True)], STRIKE, dice=HIT)
    assert (stopped.b1.click, stopped.b1.heat) == (1, 2)
    assert play([burner, mech("b1", BLUE_AT, 180)], SHOOT, dice=HIT).b1.click == 5


@rule("AOD-EQUIP-003", "AOD-EQUIP-102")
@pytest.mark.parametrize(
    ("flames", "codes"), [(at_primary("grey"), set()), ({}, {"CLOSE_NOT_FOR_TYPE"})]
)
def test_flamers_let_a_vehicle_strike(flames: Json, codes: set[str]) -> None:
    gun = weapon("primary", "energy", 10)
    units = [tank("r1", RED_AT, gun=gun, **flames), squad("b1", (18, 12.12), 180)]
    assert play(units, STRIKE, dice=() if codes else MISS).codes() == codes


# Melee


def test_full_strike_hits_everybody_in_front_undivided() -> None:
    behind = squad("b3", (18, 8.1), 0, clicks=9)
    beside = squad("b2", (19.85, 10.45), 180, clicks=9)
    units = [mech("r1", RED_AT, gun=BLADE, **at_primary("green")), mech("b1", BESIDE, 180)]
    after = play([*units, beside, behind], STRIKE, dice=HIT)
    assert (after.b1.click, after.b2.click, after.b3.click) == (5, 5, 1)
    narrow = play([*units, beside, behind], STRIKE, dice=(4, 3, 1))
    assert (narrow.b1.click, narrow.b2.click) == (1, 5)
    plain = [mech("r1", RED_AT, gun=BLADE), units[1], beside]
    assert play(plain, STRIKE, dice=HIT).b2.click == 1


def test_full_strike_alone_with_its_target_is_not_used() -> None:
    units = duel({"primary_damage": ("green", "circle")})
    assert play(units, STRIKE, dice=HIT).r1.click == 1


@pytest.mark.parametrize("die", [1, 6])
def test_a_hand_to_hand_weapon_strikes_with_a_die(die: int) -> None:
    units = duel({"primary_damage": ("red", "square")})
    assert play(units, STRIKE, dice=(*HIT, die)).b1.click == 1 + die
    assert play(units, STRIKE, dice=(*CRITICAL, die)).b1.click == 2 + die
    assert play(units, STRIKE, dice=MISS).b1.click == 1


def test_rapid_strike_strikes_again_for_one_heat() -> None:
    units = duel({"primary_damage": ("blue", "square")})
    on = {"on": ["Rapid Strike"]}
    twice = play(units, STRIKE | on, dice=HIT + HIT)
    assert (twice.b1.click, twice.r1.heat, twice.state.orders_left) == (9, 1, 7)
    assert "Rapid Strike" not in twice.defense("b1", 1)
    missed = play(units, STRIKE | on, dice=MISS)
    assert (len(missed.events("AttackRolled")), missed.r1.heat) == (1, 0)
    assert play(units, STRIKE, dice=HIT).b1.click == 5


CHARGE = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 17.7]]}


def test_agility_turns_blows_and_impact_into_one() -> None:
    agile = at_primary("black") | {"gun": BLADE}
    assert (
        play([mech("r1", RED_AT), mech("b1", BESIDE, 180, **agile)], STRIKE, dice=HIT).b1.click == 2
    )
    far = mech("b1", (18, 20), 180, **agile)
    assert play([mech("r1", RED_AT), far], CHARGE, dice=HIT).b1.click == 2
    shot = mech("b1", BLUE_AT, 180, **agile)
    assert play([mech("r1", RED_AT), shot], SHOOT, dice=HIT).b1.click == 5


def test_agility_makes_nothing_worse() -> None:
    both = {"primary_damage": ("black", "square"), "defense": ("black", "square")}
    target = mech("b1", BESIDE, 180, gun=BLADE, equipment=both)
    weak = mech("r1", RED_AT, primary_damage=1)
    assert play([weak, target], STRIKE, dice=HIT).b1.click == 1


@pytest.mark.parametrize("value", ["primary_damage", "secondary_damage"])
def test_brawling_adds_one_whichever_value_is_used(value: str) -> None:
    blades: Json = {"gun": BLADE, "second": weapon("secondary", "melee", 0)}
    brawler = mech("r1", RED_AT, **blades, equipment={value: ("grey", "square")})
    for slot, clicks in (("primary", 5), ("secondary", 4)):
        units = [brawler, mech("b1", BESIDE, 180)]
        assert play(units, STRIKE | {"weapon": slot}, dice=HIT).b1.click == 1 + clicks


def test_brawling_adds_to_special_attacks_and_not_to_shots() -> None:
    second: Json = {"second": weapon("secondary", "melee", 0)}
    brawler = mech("r1", RED_AT, **second, equipment={"secondary_damage": ("grey", "square")})
    assert play([brawler, mech("b1", (18, 20), 180)], CHARGE, dice=HIT).b1.click == 7
    assert play([brawler, mech("b1", BLUE_AT, 180)], SHOOT, dice=HIT).b1.click == 5


def test_melee_equipment_serves_quads_too() -> None:
    units = [quad("r1", RED_AT, gun=BLADE, **at_primary("grey")), mech("b1", BESIDE, 180)]
    assert play(units, STRIKE, dice=HIT).b1.click == 6


@rule("AOD-EQUIP-002", "AOD-HEAT-003")
def test_a_heated_value_counts_under_equipment() -> None:
    dial = heat_dial({"primary_damage_mod": -2})
    units = [mech("r1", RED_AT, heat_dial=dial, heat=1, gun=BLADE, **at_primary("grey"))]
    assert play([*units, mech("b1", BESIDE, 180)], STRIKE, dice=HIT).b1.click == 4


def declines(unit: str, name: str) -> Json:
    """A player switches equipment off when asked."""
    return {"order": "answer", "to": "deactivate", "unit": unit, "off": [name]}


@rule("AOD-EQUIP-111", "AOD-EQUIP-004")
def test_the_lender_of_a_defense_is_asked_before_the_roll() -> None:
    units = covered({"primary_damage": ("grey", "circle")})
    shielded = play(units, SHOOT, dice=MISS)
    assert shielded.defense("b1")["base"] == 22
    refused = play(units, SHOOT, declines("b2", "Point Defense System"), dice=MISS, prompts="ask")
    assert (refused.refused, refused.b2.click) == ({}, 1)
    assert refused.defense("b1")["base"] == 16
    assert refused.b2.off == ("Point Defense System",)


@rule("AOD-EQUIP-111", "AOD-EQUIP-004")
def test_the_owner_of_a_grapple_is_asked_before_the_roll() -> None:
    units = gripped({"primary_damage": ("blue", "circle")})
    freed = play(units, LEAVE, declines("b1", "Grapple"), dice=[3], prompts="ask")
    assert (freed.refused, freed.r1.at, freed.b1.click) == ({}, (18, 6), 1)


@rule("AOD-INDIRECT-001", "AOD-EQUIP-003")
def test_nobody_fires_indirectly_at_a_target_a_beacon_has_lit() -> None:
    marker = tank("r1", (26, 14), 280, attack=9, equipment={"primary_damage": ("green", "square")})
    units = [marker, tank("r2", RED_AT), mech("b1", BLUE_AT, 180)]
    lob = ranged("r2", "b1", mode="indirect")
    assert play(units, lob, terrain=[WALL], dice=MISS).refused == {}
    lit = play(units, ranged("r1", "b1"), lob, terrain=[WALL], dice=HIT)
    assert lit.refused == {1: {"INDIRECT_NOT_BLOCKED"}}


@rule("AOD-EQUIP-003", "AOD-EQUIP-007")
def test_anti_personnel_sprays_with_shots_and_not_with_blows() -> None:
    guns: Json = {
        "gun": weapon("primary", "ballistic", 8),
        "equipment": {"primary_damage": ("blue", "square")},
    }
    units = [mech("r1", (18, 10), **guns), mech("b1", (18, 12.3), 180), squad("b2", (19.9, 12.3))]
    struck = [
        set(play(units, order, dice=HIT).events("AttackRolled")[0].targets)
        for order in (ranged("r1", "b1"), close("r1", "b1"))
    ]
    assert struck == [{"b1", "b2"}, {"b1"}]


@rule("AOD-EQUIP-003", "AOD-ATTACK-011")
def test_rapid_strike_does_not_follow_a_charge() -> None:
    blade: Json = {
        "gun": weapon("primary", "melee", 0),
        "equipment": {"primary_damage": ("blue", "square")},
    }
    units = [mech("r1", (18, 10), **blade), mech("b1", (18, 18), 180), tank("b2", (30, 30))]
    order = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 15.69]]}
    played = play(units, order | {"on": ["Rapid Strike"]}, dice=HIT)
    assert len(played.events("AttackRolled")) == 1
