"""Cards of a whole battle group in play: pride, contracts, alliances and their frequency."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.play.invariants import broken_invariants
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    aboard,
    close,
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
FALCON = "Clan Jade Falcon"


def group(units: list[Json], *orders: Json, card: Any = None, **fields: Any) -> Played:
    """Red plays with a card of the group or without any."""
    cards = card if isinstance(card, list) else [card] if card else []
    players = [{"id": "red", "cards": cards}, "blue"]
    return play(units, *orders, players=players, **fields)


def bonus(played: Played, name: str, index: int = 0) -> int:
    return int(played.attack(index).get(name, 0))


# Faction pride


def pack(card: str | None, first: str = "Steel Wolves", second: str = "Steel Wolves") -> Played:
    units = [
        tank("r1", RED_AT, attack=9, faction=first),
        tank("r2", (20, 10), attack=9, faction=second),
        tank("b1", BLUE_AT, 180),
    ]
    return group(units, ranged("r1", "b1"), ranged("r2", "b1"), card=card, dice=HIT + MISS)


@rule("AOD-PRIDE-008")
def test_the_pack_follows_up_what_another_of_it_has_damaged() -> None:
    name = "The Pack Closes In"
    played = pack("HSE-F-001")
    assert (bonus(played, name, 0), bonus(played, name, 1)) == (0, 1)
    assert bonus(pack(None), name, 1) == 0
    assert bonus(pack("HSE-F-001", first="Highlanders"), name, 1) == 0
    assert bonus(pack("HSE-F-001", second="Highlanders"), name, 1) == 0


@rule("AOD-PRIDE-008")
def test_the_pack_does_not_follow_up_what_the_unit_itself_has_begun() -> None:
    pulse = {"primary_damage": ("red", "square")}
    hunter = mech("r1", RED_AT, faction="Steel Wolves", equipment=pulse)
    order = ranged("r1", "b1", on=["Pulse"])
    played = group([hunter, tank("b1", BLUE_AT, 180)], order, card="HSE-F-001", dice=HIT + MISS)
    assert [bonus(played, "The Pack Closes In", index) for index in (0, 1)] == [0, 0]


def test_the_pack_forgets_the_damage_of_an_earlier_turn() -> None:
    units = [
        tank("r1", RED_AT, attack=9, faction="Steel Wolves"),
        tank("r2", (20, 10), attack=9, faction="Steel Wolves"),
        tank("b1", BLUE_AT, 180),
    ]
    orders = (ranged("r1", "b1"), END, END, ranged("r2", "b1"))
    played = group(units, *orders, card="HSE-F-001", dice=HIT + MISS)
    assert bonus(played, "The Pack Closes In", 1) == 0


@rule("AOD-PRIDE-008")
@rule("AOD-MERC-003")
def test_contracted_mercenaries_share_the_pride_of_their_new_faction() -> None:
    units = [
        tank("r1", RED_AT, attack=9),
        tank("r2", (20, 10), attack=9),
        tank("b1", BLUE_AT, 180),
    ]
    orders = (ranged("r1", "b1"), ranged("r2", "b1"))
    contracted = group(units, *orders, card=["HSE-F-001", "HSE-MC-002"], dice=HIT + MISS)
    assert bonus(contracted, "The Pack Closes In", 1) == 1
    mercenaries = group(units, *orders, card="HSE-F-001", dice=HIT + MISS)
    assert bonus(mercenaries, "The Pack Closes In", 1) == 0


def visions(
    total: int, *dice: int, shots: int = 1, card: Any = "HSE-F-002", **fields: Any
) -> Played:
    faction = fields.pop("faction", "Spirit Cats")
    units = [
        mech("r1", RED_AT, faction=faction),
        mech("r2", (21, 10), faction=faction),
        mech("b1", BLUE_AT, 180),
    ]
    orders = [ranged(f"r{n + 1}", "b1", on=["Third Vision"], **fields) for n in range(shots)]
    return group(units, *orders, card=card, dice=dice, build_total=total)


@rule("AOD-CARD-021")
def test_a_card_works_as_often_as_its_frequency_allows() -> None:
    once = visions(450, 2, 3, 1, 6, shots=2)
    assert once.events("AttackRolled")[0].dice == (2, 3, 6)
    assert once.codes(1) == {"EQUIPMENT_ABSENT"}
    twice = visions(900, 2, 3, 1, 6, 2, 3, 1, 5, shots=2)
    assert [roll.dice for roll in twice.events("AttackRolled")] == [(2, 3, 6), (2, 3, 5)]


@rule("AOD-CARD-022")
def test_only_full_steps_of_points_count_for_a_frequency() -> None:
    assert visions(750, 2, 3, 1, 6, shots=2).codes(1) == {"EQUIPMENT_ABSENT"}
    assert visions(300).codes() == {"EQUIPMENT_ABSENT"}


@rule("AOD-CARD-021")
def test_the_frequency_counts_anew_every_turn() -> None:
    units = [mech("r1", RED_AT, faction="Spirit Cats"), mech("b1", BLUE_AT, 180)]
    shot = ranged("r1", "b1", on=["Third Vision"])
    dice = (1, 2, 1, 6, 1, 2, 1, 6)
    played = group(units, shot, END, END, shot, card="HSE-F-002", dice=dice, build_total=450)
    assert not played.refused


def test_third_vision_concerns_energy_and_spirit_cats_and_is_a_choice() -> None:
    assert visions(450, card=None).codes() == {"EQUIPMENT_ABSENT"}
    assert visions(450, faction="Highlanders").codes() == {"EQUIPMENT_ABSENT"}
    assert not visions(450, *MISS, weapon="secondary").events("AttackRolled")[0].rerolled


@rule("AOD-CARD-011")
def test_the_edge_of_the_katana_is_for_close_combat_orders_of_mechs() -> None:
    name = "Edge of the Katana"

    def blow(order: Json, card: str | None = "HSE-F-003", **fields: Any) -> int:
        fields = {"faction": "Dragon's Fury"} | fields
        units = [mech("r1", RED_AT, **fields), tank("b1", BESIDE, 180)]
        units[1]["at"] = [18, 12.52]
        return bonus(group(units, order, card=card, dice=MISS), name)

    assert blow(close("r1", "b1")) == 1
    assert blow(close("r1", "b1"), None) == 0
    assert blow(close("r1", "b1"), faction="Highlanders") == 0
    assert blow(ranged("r1", "b1")) == 0
    foot = [squad("r1", RED_AT, faction="Dragon's Fury"), squad("b1", (18, 11.5), 180)]
    assert bonus(group(foot, close("r1", "b1"), card="HSE-F-003", dice=MISS), name) == 0


@rule("AOD-CARD-023")
def test_a_rolling_barrage_reaches_2_inches_farther_even_in_a_dust_storm() -> None:
    def shot(inches: float, *dice: int, card: str | None = "HSE-F-004", **fields: Any) -> set[str]:
        conditions = fields.pop("conditions", [])
        fields = {"faction": "Swordsworn"} | fields
        units = [tank("r1", RED_AT, **fields), tank("b1", (18, 10 + inches), 180)]
        order = ranged("r1", "b1")
        return group(units, order, card=card, dice=dice, conditions=conditions).codes()

    assert shot(12, *MISS) == set()
    assert shot(12.1) == {"OUT_OF_RANGE"}
    assert shot(12, card=None) == {"OUT_OF_RANGE"}
    assert shot(12, faction="Highlanders") == {"OUT_OF_RANGE"}
    assert shot(10, *MISS, conditions=["AOD-PC-003"]) == set()
    assert shot(10.1, conditions=["AOD-PC-003"]) == {"OUT_OF_RANGE"}


def test_not_one_step_defends_units_without_an_order_at_range() -> None:
    name = "Not One Step"

    def shot(*before: Json, card: str | None = "HSE-F-005", faction: str = "Highlanders") -> Json:
        units = [tank("r1", RED_AT, faction=faction), tank("b1", BLUE_AT, 180)]
        return group(units, *before, END, ranged("b1", "r1"), card=card, dice=MISS).defense("r1")

    assert shot()[name] == 1
    assert name not in shot(move("r1"))
    assert name not in shot(card=None)
    assert name not in shot(faction="Swordsworn")


def test_words_before_battle_help_the_first_attack_of_each_mech() -> None:
    name = "Words Before Battle"
    units = [mech("r1", RED_AT, faction=FALCON), tank("b1", BLUE_AT, 180, rank="veteran")]
    orders = (ranged("r1", "b1"), END, END, ranged("r1", "b1"))
    dice = (1, *MISS, 1, *MISS)
    played = group(units, *orders, card="HSE-F-006", dice=dice)
    assert (bonus(played, name, 0), bonus(played, name, 1)) == (1, 0)
    assert bonus(group(units, *orders, dice=dice), name) == 0
    tanks = [tank("r1", RED_AT, faction=FALCON), units[1]]
    assert bonus(group(tanks, orders[0], card="HSE-F-006", dice=(1, *MISS)), name) == 0


def test_storm_veterans_strike_harder_from_behind() -> None:
    def strike(facing: float, card: str | None = "HSE-F-008", rank: str = "elite") -> Json:
        units = [
            tank("r1", RED_AT, attack=12, faction="Stormhammers", rank=rank),
            tank("b1", BLUE_AT, facing),
        ]
        damaged = group(units, ranged("r1", "b1"), card=card, dice=HIT).events("Damaged")[0]
        return {part.what: part.value for part in damaged.parts}

    assert strike(0) == {"base": 3, "Storm Veterans": 1}
    assert strike(180) == strike(0, None) == strike(0, rank="veteran") == {"base": 3}


# Contracts and alliances


@rule("AOD-CARD-023")
def test_hazard_pay_hurries_contracted_infantry_and_vehicles() -> None:
    def runs(unit: Json, inches: float, card: str | None = "HSE-MC-003") -> set[str]:
        end = (18, 10 + inches)
        return group([unit, tank("b1", (3, 33), 180)], move("r1", end), card=card).codes()

    hired, born = tank("r1", RED_AT), tank("r1", RED_AT, faction="Dragon's Fury")
    assert runs(hired, 9) == set()
    assert runs(hired, 9.1) == runs(hired, 9, None) == runs(born, 9) == {"TOO_FAR"}
    assert runs(mech("r1", RED_AT), 7) == {"TOO_FAR"}


def trio(*factions: str | None, card: Any = None, player: str = "red") -> set[str]:
    units = [
        squad(f"r{n}", (10 + 1.5 * n, 10), faction=faction) for n, faction in enumerate(factions, 1)
    ]
    members = [unit["id"] for unit in units]
    legs = {name: [{"travel": [[11.5 + 1.5 * n, 12]]}] for n, name in enumerate(members)}
    order = move("r1", (11.5, 12), members=members)
    order["member_legs"] = {name: leg for name, leg in legs.items() if name != "r1"}
    players = [
        {"id": name, "cards": [card] if card and name == player else []} for name in ("red", "blue")
    ]
    return play([*units, squad("b1", (30, 30), 180)], order, players=players).codes()


@rule("AOD-SA-002")
@rule("AOD-SA-010")
def test_a_situational_alliance_lets_its_players_units_form_up_together() -> None:
    wolves, hammers = "Steel Wolves", "Stormhammers"
    assert trio(wolves, hammers, wolves) == {"FACTIONS_NOT_ALLIED"}
    assert trio(wolves, hammers, wolves, card="HSE-SA-001") == set()
    assert trio(wolves, hammers, wolves, card="HSE-SA-001", player="blue") == {
        "FACTIONS_NOT_ALLIED"
    }
    assert trio(wolves, hammers, None, card="HSE-SA-001") == {"MERCENARIES_WITH_SEVERAL"}


@rule("AOD-MERC-008")
def test_contracted_mercenaries_form_up_as_units_of_their_faction() -> None:
    contract = {"card": "HSE-MC-001", "faction": "Swordsworn"}
    assert trio("House Davion", None, None, card=contract) == set()
    assert trio("House Steiner", None, None, card=contract) == {"FACTIONS_NOT_ALLIED"}


@rule("AOD-SA-006")
def test_allied_factions_keep_their_own_abilities_only() -> None:
    def used(faction: str, *dice: int) -> list[str]:
        units = [
            tank("r1", RED_AT, attack=9, faction=faction),
            tank("b1", BLUE_AT, 180, rank="elite"),
        ]
        played = group(units, ranged("r1", "b1"), card="HSE-SA-002", dice=dice)
        return [event.name for event in played.events("AbilityUsed")]

    assert "Zellbrigen" in used(FALCON, 1, *HIT)
    assert used("Spirit Cats", *HIT) == []


# Cards of an alliance and pride that may be used a number of times a turn

RAIDERS = "Bannson's Raiders"
TRUCE = "Truce of the Hunt"


def choose(unit: str, choice: str) -> Json:
    return {"order": "answer", "to": "choose", "unit": unit, "choice": choice}


def salvage(
    *orders: Json, card: Any = "HSE-F-007", victim: Any = None, at: Any = (20, 13), **fields: Any
) -> Played:
    """A raider destroys a tank; a hurt comrade stands a few inches from the wreck."""
    units = [
        tank("r1", RED_AT, faction=RAIDERS),
        tank("r2", at, 0, **({"faction": RAIDERS, "click": 3} | fields)),
        victim or tank("b1", BLUE_AT, 180, click=8),
        tank("b9", (33, 33)),
    ]
    shot = ranged("r1", "b1")
    return group(units, shot, *orders, card=card, dice=HIT, prompts="ask", build_total=450)


@rule("AOD-CARD-011")
@rule("AOD-PRIDE-008")
def test_the_victor_may_repair_a_comrade_with_the_wreck() -> None:
    asked = salvage()
    question = asked.state.under_way.question
    assert (question.player, question.options) == ("red", ("nobody", "r2"))
    assert salvage(choose("r1", "r2")).r2.click == 2
    assert salvage(choose("r1", "nobody")).r2.click == 3
    assert salvage(choose("r1", "b9")).codes(1) == {"WRONG_ANSWER"}


@rule("AOD-CARD-011")
@pytest.mark.parametrize(
    "otherwise",
    [
        {"card": None},
        {"faction": "Highlanders"},
        {"click": 1},
        {"later": {3: {"marker": "repair_limit"}}},
        {"victim": squad("b1", BLUE_AT, 180, click=5)},
        {"at": (20, 22)},
    ],
)
def test_there_is_nothing_to_salvage(otherwise: Json) -> None:
    """No card, no raider, no damage, a marker, infantry as the victim, more than 6 inches away."""
    game = salvage(**otherwise)
    assert game.b1.eliminated
    assert game.state.under_way is None


@rule("AOD-CARD-011", "AOD-CARRY-005")
def test_salvage_is_offered_once_the_passengers_of_the_wreck_are_lost_too() -> None:
    units = [
        tank("r1", RED_AT, faction=RAIDERS),
        tank("r2", (20, 13), faction=RAIDERS, click=3),
        tank("b1", BLUE_AT, 180, click=8, transport_capacity=3),
        aboard(squad("b2", (0, 0)), "b1"),
        tank("b9", (33, 33)),
    ]
    asked = group(units, ranged("r1", "b1"), card="HSE-F-007", dice=HIT, prompts="ask")
    question = asked.state.under_way.question
    assert (question.player, question.options) == ("red", ("nobody", "r2"))
    assert asked.b2.eliminated
    assert broken_invariants(asked.outcome.setup, asked.state) == []


@rule("AOD-CARD-011")
@pytest.mark.parametrize(("y", "offered"), [(22.0, True), (22.01, False)])
def test_salvage_reaches_six_inches_from_the_wreck(y: float, offered: bool) -> None:
    assert (salvage(at=(18, y)).state.under_way is not None) == offered


@rule("AOD-CARD-021")
def test_salvage_is_used_up_for_the_turn_by_a_repair_and_not_by_an_offer() -> None:
    def second(first: str) -> Any:
        units = [
            tank("r1", RED_AT, faction=RAIDERS),
            tank("r2", (20.5, 11), faction=RAIDERS, click=4),
            tank("b1", BLUE_AT, 180, click=8),
            tank("b2", (21, 16), 180, click=8),
            tank("b9", (33, 33)),
        ]
        orders = (ranged("r1", "b1"), choose("r1", first), ranged("r2", "b2"))
        fields = {"prompts": "ask", "build_total": 450}
        return group(units, *orders, card="HSE-F-007", dice=HIT + HIT, **fields).state.under_way

    assert second("r2") is None
    assert second("nobody").question.options == ("nobody", "r2")


def hunters(*orders: Json, card: Any = "HSE-SA-002", **fields: Any) -> Played:
    units = [
        mech("r1", RED_AT, faction="Spirit Cats", heat=3, equipment={"speed": ("green", "square")}),
        mech("r2", (22, 10), faction=FALCON, heat=3),
        mech("r3", (26, 10), faction="Highlanders", heat=3),
        tank("r4", (10, 10)),
        mech("b1", (18, 30), 180),
    ]
    return group(units, *orders, card=card, **({"build_total": 450} | fields))


def cool(unit: str, *on: str) -> Json:
    return {"order": "vent", "unit": unit, "on": list(on)}


@rule("AOD-CARD-011")
@rule("AOD-CARD-021")
def test_a_truce_lets_one_mech_cool_without_an_order() -> None:
    free = hunters(cool("r1", TRUCE))
    assert (free.r1.heat, free.r1.ordered, free.state.orders_left) == (1, "vent", 3)
    assert hunters(cool("r1")).state.orders_left == 2
    twice = hunters(cool("r1", TRUCE), cool("r2", TRUCE))
    assert twice.codes(1) == {"EQUIPMENT_ABSENT"}
    two = hunters(cool("r1", TRUCE), cool("r2", TRUCE), build_total=900)
    assert (two.refused, two.state.orders_left) == ({}, 6)


@rule("AOD-CARD-011")
def test_a_truce_needs_no_order_left_and_is_offered_then() -> None:
    spent = [cool("r2"), cool("r3"), move("r4", (10, 12))]
    assert hunters(*spent, cool("r1")).codes(3) == {"NO_ORDERS_LEFT"}
    game = hunters(*spent, cool("r1", TRUCE))
    assert (game.refused, game.state.orders_left) == ({}, 0)
    before = hunters(*spent)
    offered = legal_orders(before.outcome.setup, before.state, "red")
    assert [order.unit for order in offered if isinstance(order, Vent)] == ["r1"]


@rule("AOD-CARD-011")
@rule("AOD-TURN-010")
def test_a_truce_is_for_mechs_of_its_factions_that_have_had_no_order() -> None:
    assert hunters(cool("r3", TRUCE)).codes() == {"EQUIPMENT_ABSENT"}
    assert hunters(cool("r1", TRUCE), card=None).codes() == {"EQUIPMENT_ABSENT"}
    moved = hunters(move("r1", (18, 12)), cool("r1", TRUCE))
    assert moved.codes(1) == {"ALREADY_ORDERED"}


@rule("AOD-CARD-021")
def test_each_limited_card_of_a_player_is_counted_by_itself() -> None:
    units = [
        mech("r1", RED_AT, faction="Spirit Cats", heat=2),
        mech("r2", (21, 10), faction="Spirit Cats"),
        mech("b1", BLUE_AT, 180),
    ]
    orders = (cool("r1", TRUCE), ranged("r2", "b1", on=["Third Vision"]))
    fields: Json = {"build_total": 450, "dice": (2, 3, 1, 6)}
    game = group(units, *orders, card=["HSE-SA-002", "HSE-F-002"], **fields)
    assert game.refused == {}
    assert game.state.card_uses == {"red": {"HSE-SA-002": 1, "HSE-F-002": 1}}


@rule("AOD-BUILD-016")
def test_a_card_is_renewed_in_its_own_players_turn_only() -> None:
    used = hunters(cool("r1", TRUCE), END)
    assert used.state.card_uses == {"red": {"HSE-SA-002": 1}}
    renewed = hunters(cool("r1", TRUCE), END, END)
    assert renewed.state.card_uses == {}
