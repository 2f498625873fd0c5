"""Pilots in play: modifiers and, in the preferred 'Mech, texts (rules AOD-PILOT)."""

from typing import Any

import pytest

from rules.age_of_destruction.effects import ABILITIES
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
MISS = (2, 2, 1)
SALVAGE = {"attack": ("black", "square")}
FLAMERS = {"primary_damage": ("grey", "square")}
BLADE = weapon("primary", "melee", 0)
SHOOT, STRIKE = ranged("r1", "b1"), close("r1", "b1")
RUN = move("r1", (18, 6), run=True)
PRIMARY: Json = {"weapon": "primary"}
BOTH = ("off", "other_mech")
CHARGE = {"order": "charge", "unit": "r1", "target": "b1", "path": [[18, 13.7]], "facing": 0}


def on(order: Json, *names: str, **picked: str) -> Json:
    return order | {
        "on": {name.replace("_", " "): pick for name, pick in picked.items()} or [*names]
    }


def choose(unit: str, choice: str) -> Json:
    return {"order": "answer", "to": "choose", "unit": unit, "choice": choice}


def red(e: Json, other: Any = mech, at: tuple[float, float] = BLUE_AT, **fields: Any) -> list[Json]:
    return [mech("r1", RED_AT, **e), other("b1", at, 180, **fields)]


def duel(e: Json, other: Any = mech, **fields: Any) -> list[Json]:
    return red(e, other, BESIDE, **fields)


def charged(e: Json, **fields: Any) -> list[Json]:
    return [mech("r1", (18, 8), **fields), mech("b1", BLUE_AT, 180, **e)]


def two_barrels(e: Json) -> list[Json]:
    gun = weapon("primary", "energy", 8, targets=2)
    return [mech("r1", RED_AT, gun=gun, **e), mech("b1", BLUE_AT, 180), mech("b2", (21, 16), 180)]


def flames(e: Json, second: tuple[float, float] = (19.4, 11.28)) -> list[Json]:
    other = squad("b2", second, 225)
    return [mech("r1", RED_AT, equipment=FLAMERS, **e), squad("b1", (18, 11.9), 180), other]


def hot(e: Json, column: str = "speed") -> list[Json]:
    dial = heat_dial({"colors": {column: "yellow"}}, {}, {}, {})
    return [mech("r1", RED_AT, heat_dial=dial, **e)]


def two_targets(e: Json) -> list[Json]:
    return [*red(e), mech("b2", (21, 16), 180)]


def above(e: Json, **fields: Any) -> list[Json]:
    return red(e, vtol, **({"level": "cruising"} | fields))


def blocked(e: Json, other: Any = tank) -> list[Json]:
    return [mech("r1", RED_AT, **e), other("b1", (18, 13), 90)]


def crouching(e: Json) -> list[Json]:
    return [tank("r1", RED_AT, attack=9), quad("b1", BLUE_AT, 180, **e)]


def guarded(e: Json, **fields: Any) -> list[Json]:
    friend = tank("b1", BLUE_AT, 180, **fields)
    return [mech("r1", RED_AT), friend, mech("b2", (19.9, 16), 180, **e)]


def wreck(e: Json) -> list[Json]:
    fields = {"equipment": SALVAGE} | e
    return [mech("r1", RED_AT), mech("b1", BLUE_AT, 180, click=6, **fields)]


def answered(e: Json) -> list[Json]:
    return [mech("r1", RED_AT), mech("b1", BESIDE, 180, **e)]


def click(played: Played) -> int:
    clicks: int = played.b1.click
    return clicks


def clicks(played: Played) -> tuple[int, int]:
    return played.r1.click, played.b1.click


def both(played: Played) -> tuple[int, int]:
    return played.b1.click, played.b2.click


def aim(played: Played) -> tuple[int, int]:
    attack, defense = played.attack(), played.defense("b1")
    return attack.get("Skeet Shooter", 0), defense.get("height", 0)


ASK = {"prompts": "ask"}
CASES = [
    CardCase("AOD-LP-001", duel, STRIKE, click, 9, 5, dice=(*HIT, 5), idle=HIT, off_by=BOTH,
             edge=Edge(5, dice=(*HIT, 4))),
    CardCase("AOD-LP-002", duel, STRIKE, lambda p: p.b1.tokens, 1, 0, dice=HIT, idle=HIT,
             off_by=BOTH, edge=Edge(1, units=lambda e: duel(e, tokens=1))),
    CardCase("AOD-LP-003", charged, CHARGE, clicks, (5, 4), (3, 6), dice=HIT, idle=HIT,
             off_by=("other_mech",),
             edge=Edge((2, 2), units=lambda e: charged(e, primary_damage=0))),
    CardCase("AOD-LP-004", red, {"order": "face", "unit": "r1", "facing": 90},
             lambda p: (p.r1.facing, p.codes()), (90, set()), (0, {"NO_FREE_TURN"}),
             off_by=("other_mech",),
             edge=Edge((0, {"NO_FREE_TURN"}), units=lambda e: red(e | {"shutdown": True}))),
    CardCase("AOD-LP-005", red, on(SHOOT, "Full Barrage"), click, 8, 5, dice=(*HIT, 5), idle=HIT,
             off_by=BOTH, edge=Edge(5, dice=(*HIT, 4))),
    CardCase("AOD-LP-006", lambda e: [mech("r1", RED_AT, **e), mech("b1", BLUE_AT, 0)], SHOOT,
             lambda p: p.attack().get("Opportunist", 0), 1, 0, dice=MISS, idle=MISS,
             off_by=("other_mech",), edge=Edge(0, units=red)),
    CardCase("AOD-GS-001", two_barrels, ranged("r1", "b1", "b2"), both, (5, 5), (5, 1),
             dice=(*HIT, 5), idle=HIT, off_by=BOTH, edge=Edge((5, 1), dice=(*HIT, 4))),
    CardCase("AOD-GS-002", flames, on(STRIKE, Light_My_Fire="b2"), both, (6, 6), (6, 1),
             dice=HIT, idle=HIT, off_by=BOTH,
             edge=Edge((1, 1), dice=(), units=lambda e: flames(e, (22, 12)))),
    CardCase("AOD-GS-003", hot, RUN, lambda p: p.r1.shutdown, False, True, idle=(2,), off_by=BOTH,
             edge=Edge(False, dice=(3,), units=lambda e: hot(e, "secondary_damage"))),
    CardCase("AOD-GS-004", lambda e: red(e, defense=21), SHOOT, click, 5, 1, dice=(4, 4, 1),
             idle=(4, 4, 1), off_by=BOTH, edge=Edge(1, dice=(4, 4, 2))),
    CardCase("AOD-GS-005", lambda e: red(e, at=(18, 25)), on(SHOOT | PRIMARY, "Fire from the Sky"),
             lambda p: (p.codes(), p.r1.click), (set(), 2), ({"OUT_OF_RANGE"}, 1), dice=MISS,
             off_by=BOTH, edge=Edge(({"OUT_OF_RANGE"}, 1), dice=(),
                                    units=lambda e: red(e, at=(18, 26.1)))),
    CardCase("AOD-GS-006", duel, move("r1", (18, 6)), lambda p: p.r1.at[1], 6, 10, dice=(2,),
             idle=(2,), off_by=("other_mech",), edge=Edge(10, dice=(1,))),
    CardCase("AOD-GS-007", duel, on(STRIKE, "No Mercy"), clicks, (2, 9), (1, 5),
             dice=(*HIT, 4, 4, 3), idle=HIT, off_by=BOTH, edge=Edge((1, 5), dice=(*HIT, 4, 3, 2))),
    CardCase("AOD-GS-008", above, SHOOT, aim, (1, 0), (0, 1), dice=MISS, idle=MISS, off_by=BOTH,
             edge=Edge((0, 0), units=lambda e: above(e, level="ground"))),
    CardCase("AOD-GS-009", two_targets, on(SHOOT, World_of_Hurt="b2"),
             lambda p: (*both(p), p.r1.heat), (5, 4, 1), (5, 1, 0), dice=HIT + HIT, idle=HIT,
             off_by=BOTH, edge=Edge((5, 1, 0), dice=HIT, order=on(SHOOT, World_of_Hurt="b1"))),
    CardCase("AOD-GS-010", blocked, move("r1", (18, 15.9)), lambda p: p.codes(), set(),
             {"BASE_IN_WAY"}, off_by=BOTH,
             edge=Edge({"BASE_IN_WAY"}, units=lambda e: blocked(e, mech))),
    CardCase("AOD-GS-011", crouching, SHOOT,
             lambda p: p.defense("b1").get("Stop and Drop", 0), 1, 0,
             dice=MISS, idle=MISS, off_by=("other_mech",),
             edge=Edge(0, fields={"terrain": [woods("w", (14, 14), (22, 20))]})),
    CardCase("AOD-GS-012", guarded, SHOOT, both, (1, 5), (5, 1), dice=HIT, idle=HIT,
             off_by=("other_mech",), answers=(choose("b2", "take"),), fields=ASK,
             edge=Edge((5, 1), units=lambda e: [
                 *guarded({})[:2], mech("b2", (20.1, 16), 180, **e)])),
    CardCase("AOD-GS-013", wreck, END, click, 3, 6, dice=(5,), off_by=("other_mech",),
             edge=Edge(6, dice=(4,))),
    CardCase("AOD-GS-014", answered, STRIKE, clicks, (5, 5), (1, 5), dice=HIT + HIT, idle=HIT,
             off_by=("other_mech",), answers=(choose("b1", "primary"),), fields=ASK,
             edge=Edge((1, 1), dice=MISS + MISS)),
]  # fmt: skip


@rule("AOD-PILOT-009", "AOD-PILOT-008")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_pilot_shines_in_the_preferred_mech_alone(case: CardCase) -> None:
    assert_four_ways(case)


# Modifiers


@rule("AOD-PILOT-004", "AOD-PILOT-008", "AOD-PILOT-013")
@pytest.mark.parametrize("dial", [{}, SALVAGE])
@pytest.mark.parametrize("card", ["AOD-P-002", "AOD-LP-002", "AOD-GS-001"])
def test_modifiers_of_pilots_count_in_any_mech_and_under_salvage(card: str, dial: Json) -> None:
    pilot = catalogue().card(card)
    assert pilot is not None
    own: Json = {"pilot": {"card": card}}
    units = [mech("r1", RED_AT, **own), mech("b1", BLUE_AT, 180, equipment=dial, **own)]
    units.append(mech("r2", (21, 10)))
    played = play(units, SHOOT, ranged("r2", "b1"), dice=MISS + MISS)
    assert played.attack()[pilot.title] == pilot.modifiers["attack"]
    assert played.defense("b1")[pilot.title] == pilot.modifiers["defense"]
    assert pilot.title not in played.attack(1)
    inches = play(units, move("r1", (18, 10 - 6 - pilot.modifiers["speed"])))
    assert not inches.refused


@rule("AOD-PILOT-009")
def test_the_preferred_mech_is_told_by_its_number() -> None:
    texts = {card_id for card_id in ABILITIES.texts if card_id.split("-")[1] in ("LP", "GS")}
    for card_id in texts:
        card = catalogue().card(card_id)
        assert card is not None
        assert card.preferred_mech is not None
        assert catalogue().unit(card.preferred_mech) is not None


# Texts in more depth


@pytest.mark.parametrize(("card", "again"), [("AOD-LP-001", False), ("AOD-GS-007", False),
                                             ("AOD-GS-004", True)])  # fmt: skip
def test_who_strikes_hard_strikes_but_once(card: str, again: bool) -> None:
    rapid = {"primary_damage": ("blue", "square")}
    pilot = catalogue().card(card)
    assert pilot is not None
    own: Json = {
        "id": pilot.preferred_mech,
        "pilot": {"card": card},
        "equipment": rapid,
        "gun": BLADE,
    }
    order = on(STRIKE, "Rapid Strike")
    dice = HIT + MISS if again else ()
    assert (play(duel(own), order, dice=dice).codes() == set()) is again


def test_rending_attack_needs_one_target_and_a_blow() -> None:
    own: Json = {"id": "AOD-115", "pilot": {"card": "AOD-LP-001"}}
    assert play(red(own), SHOOT, dice=HIT).b1.click == 5


@pytest.mark.parametrize(
    ("other", "before", "after"), [(squad, 0, 1), (squad, 1, 2), (squad, 2, 2), (mech, 1, 1)]
)
def test_blunt_force_trauma_gives_men_and_vehicles_a_second_token(
    other: Any, before: int, after: int
) -> None:
    own: Json = {"id": "AOD-116", "pilot": {"card": "AOD-LP-002"}}
    at = (18, 11.9) if other is squad else BESIDE
    units = red(own, other, at, tokens=before)
    assert play(units, STRIKE, dice=HIT).b1.tokens == after


def test_blunt_force_trauma_comes_with_blows_alone() -> None:
    own: Json = {"id": "AOD-116", "pilot": {"card": "AOD-LP-002"}}
    assert play(red(own, squad), SHOOT, dice=HIT).b1.tokens == 0


def test_immovable_softens_charges_only() -> None:
    own: Json = {"id": "AOD-117", "pilot": {"card": "AOD-LP-003"}}
    assert play(answered(own), STRIKE, dice=HIT).b1.click == 5
    off = {"order": "answer", "to": "deactivate", "unit": "b1", "off": ["Immovable"]}
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": None}
    given_up = play(charged(own), CHARGE, spin, off, dice=HIT, prompts="ask")
    assert clicks(given_up) == (3, 6)


def test_second_sight_comes_once_a_turn_and_costs_nothing() -> None:
    own: Json = {"id": "AOD-120", "pilot": {"card": "AOD-LP-004"}}
    face = {"order": "face", "unit": "r1", "facing": 90}
    units = duel(own)
    played = play(units, face, face, move("r1", (18, 6)), END, END, face, dice=(3,))
    assert played.refused == {1: {"NO_FREE_TURN"}}
    assert played.r1.facing == 90
    assert len(played.events("OrderPaid")) == 1
    assert len(played.events("BreakAwayRolled")) == 1
    assert play(units, {**face, "unit": "b1"}).codes() == {"NOT_YOUR_UNIT", "NO_FREE_TURN"}
    assert play(units, {**face, "unit": "nobody"}).codes() == {"UNKNOWN_UNIT"}


def test_full_barrage_goes_without_equipment_and_needs_a_mech() -> None:
    pulse = {"primary_damage": ("red", "square")}
    own: Json = {"id": "AOD-122", "pilot": {"card": "AOD-LP-005"}, "equipment": pulse}
    order = on(SHOOT, "Full Barrage", "Pulse")
    assert len(play(red(own), order, dice=(*HIT, 6)).events("AttackRolled")) == 1
    assert play(red(own, tank), on(SHOOT, "Full Barrage"), dice=HIT).b1.click == 5
    assert play(red(own), SHOOT, dice=HIT).b1.click == 5


def test_light_my_fire_needs_flamers_and_another_unit() -> None:
    own: Json = {"id": "AOD-114", "pilot": {"card": "AOD-GS-002"}}
    twice = on(STRIKE, Light_My_Fire="b1")
    assert play(flames(own), twice).codes() == {"TARGET_TWICE"}
    cold = flames(own)
    for value in cold[0]["unit"]["dial"]:
        value["special_equipment"] = {}
    assert play(cold, on(STRIKE, Light_My_Fire="b2")).codes() == {"EQUIPMENT_ABSENT"}


def test_close_call_makes_no_critical_hit_and_keeps_the_roll() -> None:
    own: Json = {"id": "AOD-119", "pilot": {"card": "AOD-GS-004"}}
    rolled = play(red(own), SHOOT, dice=(6, 6, 1)).events("AttackRolled")[0]
    assert (rolled.dice, rolled.rerolled, rolled.critical) == ((6, 6, 6), (6, 6, 1), "hit")


def test_fire_from_the_sky_costs_aim_and_a_click_only_when_asked_for() -> None:
    own: Json = {"id": "AOD-121", "pilot": {"card": "AOD-GS-005"}}
    asked = play(red(own), on(SHOOT, "Fire from the Sky"), dice=HIT)
    assert (asked.attack()["Fire from the Sky"], asked.r1.click, asked.b1.click) == (-2, 2, 5)
    assert play(red(own), SHOOT, dice=HIT).r1.click == 1


@pytest.mark.parametrize(("die", "away"), [(2, False), (3, False), (4, True)])
@pytest.mark.parametrize("equipment", [{}, {"speed": ("red", "square")}])
def test_outmaneuver_holds_opponents_up_to_three(die: int, away: bool, equipment: Json) -> None:
    own: Json = {"id": "AOD-123", "pilot": {"card": "AOD-GS-006"}}
    units = [mech("r1", RED_AT, equipment=equipment), mech("b1", BESIDE, 180, **own)]
    assert (play(units, move("r1", (18, 6)), dice=(die,)).r1.at == (18, 6)) is away


def test_no_mercy_spares_infantry_and_picks_a_weapon() -> None:
    own: Json = {"id": "AOD-133", "pilot": {"card": "AOD-GS-007"}}
    men = red(own, squad, (18, 11.9))
    assert play(men, on(STRIKE, "No Mercy"), dice=HIT).b1.click == 5
    picked = play(duel(own), on(STRIKE, No_Mercy="secondary"), dice=(*HIT, 4, 4, 3))
    assert clicks(picked) == (2, 8)
    assert [e.weapon for e in picked.events("AttackRolled")] == ["primary", "secondary"]


def test_world_of_hurt_leaves_damage_equipment_out() -> None:
    armor = {"defense": ("grey", "square")}
    piercing = {"secondary_damage": ("red", "square")}
    own: Json = {"id": "AOD-135", "pilot": {"card": "AOD-GS-009"}, "equipment": piercing}
    units = [*red(own), mech("b2", (21, 16), 180, equipment=armor)]
    assert both(play(units, on(SHOOT, World_of_Hurt="b2"), dice=HIT + HIT)) == (5, 3)
    missed = play(units, on(SHOOT, World_of_Hurt="b2"), dice=MISS)
    assert len(missed.events("AttackRolled")) == 1


@pytest.mark.parametrize(("own", "codes"), [
    ({}, {"BETWEEN_BASES"}),
    ({"id": "AOD-136", "pilot": {"card": "AOD-GS-010"}}, set()),
])  # fmt: skip
def test_perfect_fit_passes_between_touching_bases(own: Json, codes: set[str]) -> None:
    units = [
        mech("r1", RED_AT, **own),
        mech("b1", (16.85, 13), 180),
        mech("b2", (19.15, 13), 180),
    ]
    assert play(units, move("r1", (18, 15.9))).codes() == codes


def test_stop_and_drop_is_for_shots_in_the_open() -> None:
    own: Json = {"id": "AOD-137", "pilot": {"card": "AOD-GS-011"}}
    units = [mech("r1", RED_AT), quad("b1", BESIDE, 180, **own)]
    assert "Stop and Drop" not in play(units, STRIKE, dice=MISS).defense("b1")


def test_in_the_line_of_fire_takes_one_blow_a_turn_and_no_pushing() -> None:
    own: Json = {"id": "AOD-138", "pilot": {"card": "AOD-GS-012"}}
    take = choose("b2", "take")
    units = [*guarded(own), mech("r2", (15, 10))]
    twice = play(units, SHOOT, take, ranged("r2", "b1"), dice=HIT + HIT, prompts="ask")
    assert both(twice) == (5, 5)
    leave = choose("b2", "leave")
    second = play(units, SHOOT, leave, ranged("r2", "b1"), take, dice=HIT + HIT, prompts="ask")
    assert both(second) == (5, 5)
    own_push = play(guarded(own, tokens=1), move("b1", (14, 16)), active="blue", prompts="ask")
    assert both(own_push) == (2, 1)
    crushed = [mech("r1", RED_AT), squad("b1", (18, 11.9)), mech("b2", (19.8, 12.45), **own)]
    assert both(play(crushed, move("r1", (14, 8)), dice=(6,), prompts="ask")) == (2, 1)


@pytest.mark.rule("AOD-HEAT-011", "AOD-GEAR-016", "AOD-PILOT-009")
def test_who_takes_the_damage_for_a_friend_gets_the_heat_that_comes_with_it() -> None:
    own: Json = {"id": "AOD-138", "pilot": {"card": "AOD-GS-012"}}
    artemis: Json = {"gear": [{"card": "AOD-G-029", "slot": "secondary_damage"}]}
    taken = play(guarded(own), SHOOT, choose("b2", "take"), dice=HIT, prompts="ask")
    assert (taken.b2.click, taken.b2.heat) == (5, 1)
    left = play(guarded(own), SHOOT, choose("b2", "leave"), dice=HIT, prompts="ask")
    assert (left.b1.click, left.b2.heat) == (5, 0)
    geared = guarded(own | artemis)
    broken = play(geared, SHOOT, choose("b2", "take"), dice=(*HIT, 6), prompts="ask")
    assert [test.lost for test in broken.events("GearTested")] == [True]


def test_last_ditch_effort_is_for_wrecks_in_their_own_turn() -> None:
    own: Json = {"id": "AOD-139", "pilot": {"card": "AOD-GS-013"}}
    assert play(wreck(own | {"equipment": {}}), END).b1.click == 6
    assert play(wreck(own), active="blue").b1.click == 6
    marked = wreck(own)
    marked[1]["unit"]["dial"][4]["marker"] = "repair_limit"
    assert play(marked, END, dice=(6,)).b1.click == 5


def test_right_back_at_you_may_be_declined_and_never_answers_an_answer() -> None:
    own: Json = {"id": "AOD-140", "pilot": {"card": "AOD-GS-014"}}
    assert clicks(play(answered(own), STRIKE, dice=HIT)) == (1, 5)
    units = [mech("r1", RED_AT, **own), mech("b1", BESIDE, 180, **own)]
    played = play(units, STRIKE, choose("b1", "primary"), dice=HIT + HIT, prompts="ask")
    assert clicks(played) == (5, 5)
    shot = play(answered(own), SHOOT, dice=HIT, prompts="ask")
    assert clicks(shot) == (1, 5)
