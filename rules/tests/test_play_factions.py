"""Faction abilities of House Liao, Clan Jade Falcon and Clan Sea Fox, and who has them."""

from typing import Any

import pytest

from rules.age_of_destruction.moment.field import Field
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
    ranged,
    read,
    scenario,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
LIAO, FALCON, FOX = "House Liao", "Clan Jade Falcon", "Clan Sea Fox"
RED_AT, BLUE_AT, BESIDE = (18, 10), (18, 16), (18, 12.3)
MISS, CRITICAL = (2, 2, 1), (6, 6, 1)
HARDENED = {"defense": ("black", "square")}
SALVAGE = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
ASK: Json = {"prompts": "ask"}


def used(played: Played) -> list[tuple[str, str]]:
    return [(event.unit, event.name) for event in played.events("AbilityUsed")]


def dealt(played: Played, index: int = 0) -> Json:
    """The parts of the damage of an attack by what they are."""
    return {part.what: part.value for part in played.events("Damaged")[index].parts}


def abilities(faction: str | None) -> set[str]:
    position = read(scenario([tank("r1", RED_AT, faction=faction)]))
    return {fitted.name for fitted in Field(position.setup, position.state).piece("r1").working}


@rule("AOD-FACT-001")
@rule("AOD-FACT-002")
def test_all_units_of_three_factions_have_abilities_and_nobody_else() -> None:
    assert abilities(LIAO) == {"Awe", "Fanaticism", "Ruthlessness"}
    assert abilities(FALCON) == {"Zellbrigen", "Merciless", "Enhanced Imaging"}
    assert abilities(FOX) == {"Renegade", "Scavenger", "Predator"}
    for faction in ("House Davion", "Bannson's Raiders", None):
        assert abilities(faction) == set()


@rule("AOD-FACT-001")
def test_faction_abilities_cannot_be_switched_off() -> None:
    units = [tank("r1", RED_AT, faction=LIAO), tank("b1", BLUE_AT, 180, rank="green")]
    refused = play(units, ranged("r1", "b1", off=["Ruthlessness"]))
    assert refused.codes() == {"EQUIPMENT_ABSENT"}


# Ruthlessness and Zellbrigen

DUELS = [(LIAO, "green", "Ruthlessness", 0), (FALCON, "elite", "Zellbrigen", 1)]
duels = pytest.mark.parametrize(("faction", "rank", "name", "die"), DUELS)


def duel(faction: str | None, rank: str | None, die: int, *dice: int, **target: Any) -> Played:
    """A tank fires at another; `die`: whether its faction rolls before it fires."""
    units = [
        tank("r1", RED_AT, attack=9, faction=faction),
        tank("b1", BLUE_AT, 180, rank=rank, **target),
    ]
    return play(units, ranged("r1", "b1"), dice=((1,) if die else ()) + (dice or HIT))


@rule("AOD-FACT-003")
@rule("AOD-FACT-009")
@rule("AOD-FACT-011")
@duels
def test_a_success_against_one_unit_of_the_rank_deals_a_click_more(
    faction: str, rank: str, name: str, die: int
) -> None:
    with_it = duel(faction, rank, die)
    assert dealt(with_it) == {"base": 3, name: 1}
    assert ("r1", name) in used(with_it)
    assert dealt(duel(None, rank, 0)) == {"base": 3}
    assert dealt(duel("House Davion", rank, 0)) == {"base": 3}
    assert dealt(duel(faction, "veteran", die)) == {"base": 3}
    assert dealt(duel(faction, None, die, unique=True)) == {"base": 3}
    assert duel(faction, rank, die, *MISS).events("Damaged") == []


@rule("AOD-FACT-003")
@duels
def test_the_bonus_comes_before_a_critical_hit_and_before_armor(
    faction: str, rank: str, name: str, die: int
) -> None:
    parts = dealt(duel(faction, rank, die, *CRITICAL, equipment=HARDENED))
    assert list(parts.items()) == [
        ("base", 3),
        (name, 1),
        ("critical_hit", 1),
        ("Hardened Armor", -2),
    ]


@rule("AOD-FACT-003")
def test_energy_still_deals_infantry_one_click() -> None:
    units = [
        mech("r1", RED_AT, faction=FALCON),
        squad("b1", BLUE_AT, 180, rank="elite", defense=18),
    ]
    played = play(units, ranged("r1", "b1"), dice=(1, *HIT))
    assert played.events("Damaged")[0].amount == 1
    assert dealt(played) == {"base": 4, "Zellbrigen": 1, "infantry": -4}


@rule("AOD-FACT-009")
@duels
def test_there_is_no_bonus_against_two_targets(
    faction: str, rank: str, name: str, die: int
) -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    units = [
        tank("r1", RED_AT, attack=9, faction=faction, gun=gun),
        tank("b1", BLUE_AT, 180, rank=rank, defense=10),
        tank("b2", (22, 16), 180, rank=rank, defense=10),
    ]
    both = ranged("r1", "b1", "b2", split={"b1": 2, "b2": 1})
    played = play(units, both, dice=HIT)
    assert [event.amount for event in played.events("Damaged")] == [2, 1]
    assert used(played) == []


@rule("AOD-FACT-009")
def test_a_capture_is_no_damage_and_no_duel() -> None:
    units = [
        squad("r1", RED_AT, attack=12, faction=LIAO),
        squad("b1", (18, 11.5), 180, rank="green"),
    ]
    played = play(units, close("r1", "b1", capture=True), dice=HIT)
    assert len(played.events("Captured")) == 1
    assert used(played) == []


def hunted(
    faction: str, rank: str, die: int, *more: Json, second: str = "b2", **fields: Any
) -> Played:
    """A success against b1, and in the next turn an attack on another."""
    units = [
        tank("r1", RED_AT, attack=9, faction=faction),
        tank("b1", BLUE_AT, 180, rank=rank, clicks=fields.pop("clicks", 8)),
        tank("b2", (12, 16), 180, rank="veteran"),
        *more,
    ]
    dice = ((1,) if die else ()) + HIT
    dice += fields.pop("then", ())
    return play(units, ranged("r1", "b1"), END, END, ranged("r1", second), dice=dice, **fields)


@rule("AOD-FACT-010")
@rule("AOD-FACT-012")
@duels
def test_after_a_success_only_the_same_unit_may_be_attacked(
    faction: str, rank: str, name: str, die: int
) -> None:
    assert hunted(faction, rank, die).codes(3) == {"BOUND_TO_TARGET"}
    again = ((1,) if die else ()) + MISS
    assert hunted(faction, rank, die, second="b1", then=again).codes(3) == set()


@rule("AOD-FACT-010")
@duels
def test_without_a_success_or_with_the_ruling_off_the_choice_is_free(
    faction: str, rank: str, name: str, die: int
) -> None:
    rolls = ((1,) if die else ()) + MISS
    free = {"ruthlessness_obligation": False}
    assert hunted(faction, rank, die, then=rolls, rulings=free).codes(3) == set()
    assert hunted(faction, "veteran", die, then=rolls).codes(3) == set()


@rule("AOD-FACT-010")
@rule("AOD-FACT-012")
@duels
def test_the_duty_ends_with_its_target(faction: str, rank: str, name: str, die: int) -> None:
    rolls = ((1,) if die else ()) + MISS
    assert hunted(faction, rank, die, clicks=4, then=rolls).codes(3) == set()
    assert hunted(faction, rank, die, clicks=5).codes(3) == {"BOUND_TO_TARGET"}


@rule("AOD-FACT-010")
@duels
def test_the_duty_rests_while_another_opponent_touches_the_target(
    faction: str, rank: str, name: str, die: int
) -> None:
    rolls = ((1,) if die else ()) + MISS
    beside, apart = squad("r2", (18, 18.12)), squad("r2", (18, 19))
    assert hunted(faction, rank, die, beside, then=rolls).codes(3) == set()
    assert hunted(faction, rank, die, apart).codes(3) == {"BOUND_TO_TARGET"}
    friend = squad("b3", (18, 18.12), 180)
    assert hunted(faction, rank, die, friend).codes(3) == {"BOUND_TO_TARGET"}


@rule("AOD-FACT-010")
def test_a_captive_binds_nobody() -> None:
    units = [
        tank("r1", RED_AT, attack=9, faction=LIAO),
        squad("b1", BLUE_AT, 180, rank="green", defense=10),
        tank("b2", (12, 16), 180),
        squad("r2", (19.51, 16), 270, attack=15),
    ]
    taken = play(
        units,
        ranged("r1", "b1"),
        close("r2", "b1", capture=True),
        END,
        END,
        ranged("r1", "b2"),
        dice=HIT + HIT + MISS,
    )
    assert len(taken.events("Captured")) == 1
    assert taken.codes(4) == set()


@rule("AOD-FACT-010")
@rule("AOD-FACT-012")
def test_the_duty_ends_for_good_when_its_target_boards_a_transport() -> None:
    units = [
        tank("r1", RED_AT, attack=9, faction=LIAO),
        squad("b1", BLUE_AT, 180, rank="green", defense=10),
        tank("b2", (20.13, 16), 90, transport_capacity=1),
    ]
    board: Json = {"order": "move", "unit": "b2", "legs": [{"board": ["b1"]}]}
    played = play(units, ranged("r1", "b1"), END, board, END, ranged("r1", "b2"), dice=HIT + MISS)
    assert played.b1.aboard == "b2"
    assert (played.r1.quarry, played.codes(4)) == ("", set())


@rule("AOD-FACT-010")
def test_the_duty_leaves_other_orders_free() -> None:
    units = [
        tank("r1", RED_AT, attack=9, faction=LIAO),
        tank("b1", BLUE_AT, 180, rank="green"),
    ]
    assert not play(units, ranged("r1", "b1"), END, END, move("r1", (18, 8)), dice=HIT).refused


@rule("AOD-FACT-010")
def test_the_duty_binds_assaults_and_close_combat_too() -> None:
    units = [
        mech("r1", RED_AT, attack=9, faction=LIAO),
        tank("b1", BLUE_AT, 180, rank="green"),
        tank("b2", (16.5, 12.53), 180, rank="veteran"),
    ]
    for order in (
        assault("r1", "ranged", targets=["b2"]),
        assault("r1", "close", target="b2"),
        close("r1", "b2"),
    ):
        played = play(units, ranged("r1", "b1"), END, END, order, dice=HIT)
        assert "BOUND_TO_TARGET" in played.codes(3)


# Merciless


def leap(faction: str | None, *dice: int) -> Played:
    jets = {"speed": ("blue", "square")}
    units = [
        mech("r1", RED_AT, attack=8, equipment=jets, faction=faction),
        tank("b1", BLUE_AT, 180, rank="veteran"),
    ]
    end = [18, 16 - 1.375 - 1.15]
    order = {"order": "death_from_above", "unit": "r1", "target": "b1", "path": [end]}
    return play(units, order, dice=dice)


def suffered(played: Played) -> int:
    return sum(event.amount for event in played.events("Damaged") if event.unit == "r1")


@rule("AOD-FACT-013")
def test_merciless_adds_a_die_to_death_from_above_and_halves_its_price() -> None:
    hit, miss = leap(FALCON, 4, *HIT), leap(FALCON, 4, *MISS)
    assert hit.attack()["Merciless"] == 4
    assert hit.events("AttackRolled")[0].total == sum(HIT) + 8 + 4
    assert (suffered(hit), suffered(miss)) == (0, 1)


@rule("AOD-FACT-013")
def test_without_merciless_death_from_above_costs_1_or_2() -> None:
    hit, miss = leap(None, 5, 4, 4), leap(None, *MISS)
    assert "Merciless" not in hit.attack()
    assert (suffered(hit), suffered(miss)) == (1, 2)


@rule("AOD-FACT-013")
def test_the_added_die_makes_no_critical_roll() -> None:
    assert leap(FALCON, 6, 6, 1, 6).events("AttackRolled")[0].critical == ""
    assert leap(FALCON, 1, 6, 6, 1).events("AttackRolled")[0].critical == "hit"


@rule("AOD-FACT-013")
def test_a_charge_has_no_die_more_and_its_usual_price() -> None:
    units = [
        mech("r1", RED_AT, faction=FALCON),
        tank("b1", BLUE_AT, 180, rank="veteran"),
    ]
    end = [18, 16 - 1.375 - 1.15]
    played = play(
        units, {"order": "charge", "unit": "r1", "target": "b1", "path": [end]}, dice=MISS
    )
    assert "Merciless" not in played.attack()
    assert suffered(played) == 2


# Enhanced Imaging

WOOD = [woods("wood", (15, 13), (21, 14))]


def through(faction: str | None, *dice: int, **target: Any) -> Json:
    units = [
        tank("r1", RED_AT, faction=faction),
        tank("b1", BLUE_AT, 180, rank="veteran", **target),
    ]
    return play(units, ranged("r1", "b1"), dice=dice, terrain=WOOD).defense("b1")


@rule("AOD-FACT-014")
@pytest.mark.parametrize(("face", "sees"), [(1, False), (3, False), (4, True), (6, True)])
def test_enhanced_imaging_sees_through_hindering_terrain_from_4(face: int, sees: bool) -> None:
    assert ("hindering" in through(FALCON, face, *MISS)) is not sees
    assert "hindering" in through(None, *MISS)


@rule("AOD-FACT-014")
def test_enhanced_imaging_rolls_for_single_targets_only() -> None:
    gun = weapon("primary", "ballistic", 10, targets=2)
    units = [
        tank("r1", RED_AT, faction=FALCON, gun=gun),
        tank("b1", BLUE_AT, 180),
        tank("b2", (22, 16), 180),
    ]
    assert not play(units, ranged("r1", "b1", "b2"), dice=MISS).refused
    beside = [squad("r1", RED_AT, faction=FALCON), squad("b1", (18, 11.5), 180)]
    assert not play(beside, close("r1", "b1"), dice=MISS).refused


@rule("AOD-FACT-014")
def test_what_hides_in_hindering_terrain_is_seen_too() -> None:
    camouflage = {"speed": ("green", "square")}
    inside = [woods("wood", (15, 14), (21, 19))]

    def hidden(face: int) -> Json:
        units = [
            tank("r1", RED_AT, faction=FALCON),
            mech("b1", BLUE_AT, 180, mode="quad_mech", equipment=camouflage),
        ]
        played = play(units, ranged("r1", "b1"), dice=(face, *MISS), terrain=inside)
        return played.defense("b1")

    assert {"hindering", "hull_down", "Camouflage"} <= hidden(3).keys()
    assert not {"hindering", "hull_down", "Camouflage"} & hidden(4).keys()


# Scavenger


def scavenges(mode: str, faction: str | None = FOX, **fields: Any) -> Played:
    units = [
        tank("r1", RED_AT, attack=9, faction=faction, click=4, **fields),
        tank("b1", BLUE_AT, 180, mode=mode, clicks=3),
    ]
    return play(units, ranged("r1", "b1"), dice=HIT)


@rule("AOD-FACT-016")
def test_eliminating_a_unit_of_its_own_mode_repairs_2_clicks() -> None:
    assert scavenges("tracked").r1.click == 2
    assert scavenges("hover").r1.click == 4
    assert scavenges("tracked", None).r1.click == 4


@rule("AOD-FACT-016")
def test_repair_markers_stop_the_scavenger() -> None:
    assert scavenges("tracked", later={3: {"marker": "repair_limit"}}).r1.click == 3


@rule("AOD-FACT-016")
def test_a_quad_is_no_mech_of_another_mode() -> None:
    units = [
        mech("r1", RED_AT, attack=9, faction=FOX, click=4),
        mech("b1", BLUE_AT, 180, mode="quad_mech", clicks=4),
    ]
    assert play(units, ranged("r1", "b1"), dice=HIT).r1.click == 4


# Predator


def cripple(
    faction: str | None, *dice: int, at: int = 4, on: tuple[str, ...] = ("Predator",), **fields: Any
) -> Played:
    later = dict.fromkeys(range(at, 9), SALVAGE)
    units = [
        mech("r1", RED_AT, faction=faction, **fields),
        tank("b1", BLUE_AT, 180, later=later, rank="veteran"),
        tank("b2", (33, 33), 180),
    ]
    return play(units, ranged("r1", "b1", weapon="secondary", on=list(on)), dice=dice)


@rule("AOD-FACT-017")
def test_what_becomes_heavily_damaged_may_be_attacked_again() -> None:
    played = cripple(FOX, *HIT, *HIT)
    rolls = played.events("AttackRolled")
    assert [(roll.kind, roll.weapon) for roll in rolls] == [("ranged", "secondary")] * 2
    assert rolls[1].follow_up == "Predator"
    assert played.b1.click == 7
    assert (played.r1.tokens, played.r1.heat, played.state.orders_left) == (1, 0, 7)


@rule("AOD-FACT-017")
def test_predator_is_a_choice_and_belongs_to_sea_fox() -> None:
    assert len(cripple(FOX, *HIT, on=()).events("AttackRolled")) == 1
    assert cripple(None).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-FACT-017")
def test_predator_needs_damage_that_shows_in_this_attack() -> None:
    assert len(cripple(FOX, *HIT, at=5).events("AttackRolled")) == 1
    assert len(cripple(FOX, *HIT, at=1).events("AttackRolled")) == 1
    assert len(cripple(FOX, *MISS).events("AttackRolled")) == 1


@rule("AOD-FACT-017")
def test_predator_needs_an_attack_on_one_unit() -> None:
    volley = weapon("secondary", "ballistic", 10, targets=2)
    later = dict.fromkeys(range(4, 9), SALVAGE)
    units = [
        mech("r1", RED_AT, faction=FOX, second=volley),
        tank("b1", BLUE_AT, 180, later=later, rank="veteran"),
        tank("b2", (22, 16), 180, defense=30),
    ]
    order = {"weapon": "secondary", "on": ["Predator"]}
    shot = play(units, ranged("r1", "b1", "b2", **order), dice=HIT)
    assert (shot.b1.click, len(shot.events("AttackRolled"))) == (4, 1)
    assert len(play(units, ranged("r1", "b1", **order), dice=HIT + HIT).events("AttackRolled")) == 2


@rule("AOD-FACT-017")
def test_the_second_attack_of_a_predator_uses_no_equipment() -> None:
    beacon = {"secondary_damage": ("green", "square")}
    played = cripple(FOX, *HIT, *MISS, equipment=beacon)
    assert played.attack(0)["Homing Beacon"] == 2
    assert "Homing Beacon" not in played.attack(1)


# Fanaticism


def avenged(at: tuple[float, float], victim: str | None = LIAO, **fields: Any) -> Played:
    """Red eliminates b1; b2, two clicks down, stands somewhere."""
    units = [
        tank("r1", RED_AT, attack=9),
        tank("b1", BLUE_AT, 180, clicks=3, faction=victim),
        tank("b2", at, 180, click=3, **({"faction": LIAO} | fields)),
    ]
    return play(units, ranged("r1", "b1"), dice=HIT)


@rule("AOD-FACT-008")
def test_liao_units_within_8_inches_repair_a_click_when_a_comrade_falls() -> None:
    assert avenged((18, 24)).b2.click == 2
    assert avenged((18, 24.1)).b2.click == 3


@rule("AOD-FACT-008")
def test_only_liao_avenges_and_only_liao_is_avenged() -> None:
    assert avenged((18, 24), faction="House Davion").b2.click == 3
    assert avenged((18, 24), victim=None).b2.click == 3


@rule("AOD-FACT-008")
def test_repair_markers_stop_fanaticism() -> None:
    assert avenged((18, 24), later={3: {"marker": "repair_limit"}}).b2.click == 3


@rule("AOD-FACT-008")
def test_pushing_damage_of_its_own_order_avenges_nobody() -> None:
    units = [
        tank("r1", RED_AT, faction=LIAO, clicks=1, tokens=1),
        tank("r2", (22, 10), faction=LIAO, click=3),
        tank("b1", (5, 30), 180),
    ]
    played = play(units, move("r1", (18, 12)))
    assert played.r1.eliminated
    assert played.r2.click == 3


# Awe


def elite(points: int, unit_id: str = "b1", at: Any = BLUE_AT, **fields: Any) -> Json:
    """A Liao tank of blue that is worth some points."""
    return tank(unit_id, at, 180, points=points, **({"faction": LIAO, "rank": "elite"} | fields))


def answer(choice: str) -> Json:
    return {"order": "answer", "to": "choose", "choice": choice}


def awes(build_total: int, *units: Json) -> bool:
    """Whether blue, whose turn begins, is asked whom to awe."""
    played = play([tank("r1", RED_AT), *units], END, build_total=build_total, **ASK)
    return played.state.under_way is not None


def awed(build_total: int, *dice: int, more: Any = ()) -> Played:
    """Red ends the turn, blue awes red and ends the turn, red's turn begins."""
    units = [tank("r1", RED_AT), elite(build_total // 2), *more]
    orders = (END, answer("red"), END)
    return play(units, *orders, dice=dice, build_total=build_total, **ASK)


@rule("AOD-FACT-004")
def test_at_the_start_of_its_command_stage_liao_may_choose_an_opponent() -> None:
    units = [tank("r1", RED_AT), elite(225)]
    question = play(units, END, build_total=450, **ASK).state.under_way.question
    assert (question.player, question.options) == ("blue", ("nobody", "red"))
    assert play(units, END, END, build_total=450).state.orders_left == 3


@rule("AOD-FACT-005")
@pytest.mark.parametrize(
    ("total", "dice", "orders"),
    [(450, (6,), 2), (450, (5,), 3), (750, (6,), 4), (900, (6, 3), 5), (900, (6, 6), 4)],
)
def test_every_6_of_a_die_for_450_points_costs_an_order(
    total: int, dice: tuple[int, ...], orders: int
) -> None:
    assert awed(total, *dice).state.orders_left == orders


@rule("AOD-FACT-005")
def test_below_450_points_there_is_no_die_and_no_question() -> None:
    assert awes(450, elite(300))
    assert not awes(300, elite(300))


@rule("AOD-FACT-005")
def test_the_loss_is_of_one_turn() -> None:
    units = [tank("r1", RED_AT), elite(225)]
    orders = (END, answer("red"), END, END, answer("nobody"), END)
    played = play(units, *orders, dice=(6,), build_total=450, **ASK)
    assert (played.state.active, played.state.orders_left) == ("red", 3)


@rule("AOD-FACT-006")
def test_awe_needs_half_of_the_points_on_elite_liao_units() -> None:
    assert awes(450, elite(225))
    assert not awes(450, elite(224))
    assert awes(450, elite(112), elite(113, "b2", (5, 16)))
    assert not awes(450, elite(300, rank="veteran"))
    assert not awes(450, elite(300, rank=None, unique=True))
    assert not awes(450, elite(300, faction="House Davion"))


@rule("AOD-FACT-007")
def test_several_liao_units_roll_once() -> None:
    played = awed(450, 6, more=[elite(225, "b2", (5, 16))])
    assert len(played.events("OrdersLost")) == 1


@rule("AOD-FACT-007")
def test_awe_needs_a_liao_unit_on_the_table_that_can_fight() -> None:
    other = tank("b2", (5, 16), 180)
    assert awes(450, elite(225), other)
    assert not awes(450, elite(225, equipment={"attack": ("black", "square")}), other)
    assert not awes(450, elite(225, captive_of="r1"), other)


# Who has them


@rule("AOD-MERC-003")
def test_contracted_mercenaries_have_no_abilities_where_the_faction_has_none() -> None:
    units = [tank("r1", RED_AT, attack=9), tank("b1", BLUE_AT, 180, rank="elite")]
    players = [{"id": "red", "cards": ["HSE-MC-002"]}, "blue"]
    assert used(play(units, ranged("r1", "b1"), dice=HIT, players=players)) == []


@rule("AOD-GUN-003")
@rule("AOD-FACT-002")
def test_a_recruited_mech_fights_as_its_recruiter_does() -> None:
    def shoots(recruit: str | None, *dice: int) -> list[tuple[str, str]]:
        pilot = {"card": "AOD-GS-003", "recruit": recruit}
        red = mech("r1", RED_AT, pilot=pilot, slots=True, mech_class="Heavy")
        units = [red, tank("b1", BLUE_AT, 180, rank="green", defense=16)]
        return used(play(units, ranged("r1", "b1"), dice=dice))

    assert shoots("House Liao", *HIT) == [("r1", "Ruthlessness")]
    assert shoots(None, *HIT) == []


@rule("AOD-FACT-015")
def test_sea_fox_units_form_no_formations() -> None:
    units = [
        squad("r1", (10, 10), faction=FOX),
        squad("r2", (11.5, 10), faction=FOX),
        squad("r3", (13, 10), faction=FOX),
        squad("b1", (30, 30), 180),
    ]
    order = move("r1", (10, 12), members=["r1", "r2", "r3"]) | {
        "member_legs": {
            "r2": [{"travel": [[11.5, 12]]}],
            "r3": [{"travel": [[13, 12]]}],
        }
    }
    assert "NEVER_IN_FORMATION" in play(units, order).codes()
    others = [unit | {"unit": unit["unit"] | {"faction": "Highlanders"}} for unit in units[:3]]
    assert not play([*others, units[3]], order).refused
    assert not play(units, move("r1", (10, 12))).refused
