"""Movement formations: common speed, turns taken, contact at the end, breaking away, pushing."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import explain, legal_orders
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    move,
    play,
    spin,
    squad,
    tank,
    woods,
)

rule = pytest.mark.rule
FAR = squad("b1", (18, 34), 180)
TRIO = ("r1", "r2", "r3")
ABREAST = {"r1": (10.0, 10.0), "r2": (11.5, 10.0), "r3": (13.0, 10.0), "r4": (14.5, 10.0)}


def column(*speeds: int, **fields: Any) -> list[Json]:
    """Red tanks side by side, one for each speed, all looking north."""
    return [
        tank(f"r{number}", ABREAST[f"r{number}"], speed=speed, **fields)
        for number, speed in enumerate(speeds, start=1)
    ]


def north(inches: float, *names: str) -> Json:
    """The legs with which members go north."""
    return {
        name: [{"travel": [[ABREAST[name][0], ABREAST[name][1] + inches]]}]
        for name in names or TRIO
    }


def march(legs: Json, *members: str, **fields: Any) -> Json:
    """A movement formation led by r1."""
    return move("r1", members=list(members or TRIO), member_legs=legs, **fields)


def places(game: Played, *names: str) -> list[Any]:
    """Where units are."""
    return [game.state.units[name].at for name in names or TRIO]


# Speed


@rule("AOD-FORM-006")
@pytest.mark.parametrize(("inches", "codes"), [(4, set()), (4.1, {"TOO_FAR"}), (5, {"TOO_FAR"})])
def test_the_slowest_sets_the_speed_of_all(inches: float, codes: set[str]) -> None:
    game = play([*column(10, 8, 4), FAR], march(north(inches)))
    assert game.codes() == codes
    if not codes:
        moved = {event.unit: event.allowance for event in game.events("Moved")}
        assert [(part.what, part.value) for part in moved["r1"]] == [
            ("base", 10),
            ("formation", -6),
        ]
        assert [part.what for part in moved["r3"]] == ["base"]


@rule("AOD-FORM-006")
@pytest.mark.parametrize(("farthest", "codes"), [(12, set()), (12.5, {"TOO_FAR"})])
def test_the_fastest_is_held_back_though_it_ends_where_it_began(
    farthest: float, codes: set[str]
) -> None:
    there_and_back: Json = {"r1": [{"travel": [[10, farthest], [10, 10]]}]}
    assert play([*column(10, 8, 4), FAR], march(there_and_back)).codes() == codes


@rule("AOD-FORM-006", "AOD-TERRAIN-008")
def test_terrain_halves_the_common_speed_for_those_it_hinders_only() -> None:
    units = [squad(name, ABREAST[name], speed=6) for name in TRIO]
    wood = woods("wood", (9, 9), (10.2, 11))
    slow = play([*units, FAR], march(north(4)), terrain=[wood])
    assert slow.codes() == {"TOO_FAR"}
    assert [v.where for v in slow.outcome.refused[0].violations] == [("r1",)]
    assert not play([*units, FAR], march(north(3)), terrain=[wood]).refused


# One after the other


@rule("AOD-FORM-005")
def test_members_move_in_the_order_of_members() -> None:
    units = [squad("r1", (10, 10)), squad("r2", (10, 11.5)), squad("r3", (10, 13))]
    legs: Json = {
        name: [{"travel": [[10, at + 2]]}] for name, at in (("r1", 10), ("r2", 11.5), ("r3", 13))
    }
    assert play([*units, FAR], march(legs, "r3", "r2", "r1")).r1.at == (10, 12)
    crowded = play([*units, FAR], march(legs, "r1", "r2", "r3"))
    assert crowded.codes() == {"BASE_IN_WAY", "BETWEEN_BASES", "ENDS_ON_BASE"}


@rule("AOD-FORM-005")
def test_the_leaders_legs_may_stand_in_either_place() -> None:
    legs = north(2, "r2", "r3")
    own = {"legs": [{"travel": [[10, 12]]}]}
    assert places(play([*column(8, 8, 8), FAR], march(legs) | own))[0] == (10, 12)


@rule("AOD-FORM-005")
def test_a_member_without_legs_stays_and_has_moved() -> None:
    legs: Json = {"r1": [{"travel": [[10, 11]]}]}
    game = play([*column(8, 8, 8), FAR], march(legs))
    assert places(game) == [(10, 11), (11.5, 10), (13, 10)]
    assert [game.r2.ordered, game.r2.tokens] == ["move", 1]


@rule("AOD-FORM-005")
def test_nobody_outside_the_formation_moves_with_it() -> None:
    order = march(north(1, "r1", "r2", "r3", "r4"))
    assert play([*column(8, 8, 8, 8), FAR], order).codes() == {"LEGS_OF_NO_MEMBER"}
    alone = move("r1", (10, 11), member_legs=north(1, "r2"))
    assert play([*column(8, 8, 8), FAR], alone).codes() == {"LEGS_OF_NO_MEMBER"}


@rule("AOD-FORM-004", "AOD-RUN-001")
def test_a_formation_does_not_run() -> None:
    assert play([*column(8, 8, 8), FAR], march(north(9), run=True)).codes() >= {"NOT_A_MECH"}


# The end


@rule("AOD-FORM-007")
def test_a_formation_ends_in_one_group() -> None:
    units = column(8, 8, 8, 8)
    pairs = north(5, "r3", "r4")
    game = play([*units, FAR], march(pairs, "r1", "r2", "r3", "r4"))
    assert game.codes() == {"MARCH_DIVIDED"}
    chain = march(north(2, "r1", "r2", "r3", "r4"), "r1", "r2", "r3", "r4")
    assert not play([*units, FAR], chain).refused


@rule("AOD-FORM-007")
def test_a_member_may_leave_one_neighbour_for_another() -> None:
    units = [squad(name, ABREAST[name]) for name in TRIO]
    legs: Json = {"r1": [{"travel": [[10, 11.6], [13, 11.5]]}]}
    assert play([*units, FAR], march(legs)).r1.at == (13, 11.5)


@rule("AOD-FORM-008", "AOD-RAM-001")
def test_nobody_attacks_on_the_march() -> None:
    shot: Json = {"r2": [{"shoot": {"targets": ["b1"]}}]}
    units = [*column(8, 8, 8), squad("b1", (11.5, 16), 180)]
    assert "NO_ATTACK_ON_MARCH" in play(units, march(shot)).codes()


@rule("AOD-FORM-008", "AOD-SPIN-001")
def test_a_march_into_contact_only_lets_the_opponent_spin() -> None:
    foe = squad("b1", (11.5, 15.125), 0)
    game = play([*column(8, 8, 8), foe], march(north(3)), spin("b1", 180))
    assert (game.b1.facing, game.b1.click) == (180, 5 - 4)
    assert not game.events("AttackRolled")
    assert not game.refused


@rule("AOD-FORM-011")
def test_a_unit_that_stays_to_use_its_equipment_is_in_no_formation() -> None:
    breaker = squad("r1", (10, 10), equipment={"attack": ("red", "square")})
    units = [breaker, squad("r2", (11.5, 10)), squad("r3", (13, 10)), FAR]
    legs: Json = {"r2": [{"travel": [[11.5, 10.2]]}]}
    assert play(units, march(legs, on=["Bypass"])).codes() == {"CANNOT_MARCH_WITH"}
    assert not play(units, march(north(1))).refused


# Transports on the march


def carrier(**fields: Any) -> list[Json]:
    """A transport that looks south, with squads r2 and r5 at its rear and r3 beside r2."""
    return [
        tank("r1", (10, 10), 180, transport_capacity=3, **fields),
        squad("r2", (11.15, 11.59)),
        squad("r3", (12.65, 11.59)),
        squad("r5", (8.85, 11.59)),
    ]


@rule("AOD-FORM-007", "AOD-CARRY-004")
@pytest.mark.parametrize("members", [TRIO, ("r2", "r1", "r3")])
def test_no_member_goes_aboard_another(members: tuple[str, ...]) -> None:
    legs: Json = {"r1": [{"board": ["r2"]}]}
    assert "MEMBER_ABOARD" in play([*carrier(), FAR], march(legs, *members)).codes()


@rule("AOD-FORM-006", "AOD-CARRY-009")
@pytest.mark.parametrize(("inches", "codes"), [(3, set()), (3.1, {"TOO_FAR"})])
def test_boarding_takes_half_of_the_common_speed(inches: float, codes: set[str]) -> None:
    legs: Json = {
        "r1": [{"board": ["r5"]}, {"travel": [[10, 10 - inches]]}],
        "r2": [{"travel": [[11.15, 11.59 - inches]]}],
        "r3": [{"travel": [[12.65, 11.59 - inches]]}],
    }
    game = play([*carrier(speed=10), FAR], march(legs))
    assert game.codes() == codes
    assert game.r5.aboard == (None if codes else "r1")


# Breaking away

HELD = [*column(8, 8, 8), tank("b1", (8.5, 10), 180)]


@rule("AOD-BREAK-010", "AOD-FORM-009")
def test_each_member_in_contact_rolls_for_itself_before_anybody_moves() -> None:
    foes = [tank("b1", (8.5, 10), 180), tank("b2", (14.5, 10), 180)]
    units = [*column(8, 8, 8), *foes]
    game = play(units, march(north(3), "r3", "r2", "r1"), dice=(4, 5))
    assert places(game) == [(10, 13), (11.5, 13), (13, 13)]
    names = [type(event).__name__ for event in game.outcome.events]
    rolled = game.events("BreakAwayRolled")
    assert [(event.unit, event.dice) for event in rolled] == [("r3", (4,)), ("r1", (5,))]
    assert names.index("Moved") > max(
        index for index, name in enumerate(names) if name == "BreakAwayRolled"
    )


@rule("AOD-BREAK-010", "AOD-FORM-009")
def test_the_others_move_when_one_is_held_if_all_still_touch() -> None:
    legs: Json = north(1, "r2", "r3") | {"r1": [{"travel": [[10, 11]]}, {"rotate": 180}]}
    game = play(HELD, march(legs), dice=(3,))
    assert places(game) == [(10, 10), (11.5, 11), (13, 11)]
    assert game.r1.facing == 0
    assert game.r1.tokens == 1


@rule("AOD-FORM-009")
def test_a_march_goes_on_as_told_when_it_holds_together_without_those_held() -> None:
    legs: Json = {
        "r1": [{"travel": [[10, 13], [11.5, 13]]}],
        "r3": [{"travel": [[13, 11.5], [11.5, 11.5]]}],
    }
    units = [squad(name, ABREAST[name]) for name in TRIO] + [tank("b1", (8.5, 10), 180)]
    game = play(units, march(legs), dice=(3,))
    assert places(game) == [(10, 10), (11.5, 10), (11.5, 11.5)]


@rule("AOD-BREAK-010", "AOD-FORM-009")
def test_held_infantry_turns_on_its_spot() -> None:
    units = [squad(name, ABREAST[name]) for name in TRIO] + [tank("b1", (8.5, 10), 180)]
    legs: Json = {"r1": [{"travel": [[10, 10.1]]}, {"rotate": 90}]}
    game = play(units, march(legs), dice=(1,))
    assert (game.r1.at, game.r1.facing) == ((10, 10), 90)


@rule("AOD-BREAK-010", "AOD-FORM-009", "AOD-FORM-007")
def test_a_march_that_would_leave_a_held_member_behind_does_not_take_place() -> None:
    game = play(HELD, march(north(3)), dice=(3,))
    assert places(game) == [(10, 10), (11.5, 10), (13, 10)]
    assert [game.state.units[name].tokens for name in TRIO] == [1, 1, 1]
    assert not game.refused


@rule("AOD-FORM-009", "AOD-BREAK-010")
def test_who_leads_it_may_tell_another_march_when_a_member_is_held() -> None:
    other = {"order": "answer", "to": "march", "member_legs": north(1, "r2", "r3")}
    apart = {"order": "answer", "to": "march", "member_legs": north(3, "r2", "r3")}
    strange = {"order": "answer", "to": "march", "member_legs": north(1, "r2", "r4")}
    asked = play(HELD, march(north(3)), dice=(3,), prompts="ask")
    question = open_question(asked.state)
    assert question is not None
    assert (question.to, question.player, question.options) == ("march", "red", ("r2", "r3"))
    game = play(HELD, march(north(3)), apart, strange, other, dice=(3,), prompts="ask")
    assert game.refused == {1: {"MARCH_DIVIDED"}, 2: {"LEGS_OF_NO_MEMBER"}}
    assert places(game) == [(10, 10), (11.5, 11), (13, 11)]


@rule("AOD-FORM-009")
def test_staying_is_always_among_the_legal_answers() -> None:
    asked = play(HELD, march(north(3)), dice=(3,), prompts="ask")
    setup, state = asked.outcome.setup, asked.state
    found = legal_orders(setup, state, "red")
    assert found and all(not explain(setup, state, order) for order in found)


@rule("AOD-FORM-009", "AOD-BREAK-010")
def test_members_on_ground_that_bars_them_may_stay_there() -> None:
    """Half on a hill nobody may come to rest; whoever stands there already stays."""
    hill = [woods("hill", (9, 10.5), (14, 16), kind="clear", elevated=True)]
    away = {name: [{"travel": [[ABREAST[name][0], 5]]}] for name in TRIO}
    asked = play(HELD, march(away), dice=(3,), prompts="ask", terrain=hill)
    assert open_question(asked.state) is not None
    stay = {"order": "answer", "to": "march"}
    game = play(HELD, march(away), stay, dice=(3,), prompts="ask", terrain=hill)
    assert not game.refused and open_question(game.state) is None
    assert places(game) == [(10, 10), (11.5, 10), (13, 10)]


@rule("AOD-FORM-009", "AOD-FORM-004")
def test_those_who_began_in_two_groups_may_stay_so_when_one_is_held() -> None:
    places_apart = {"r1": (10, 10), "r2": (11.5, 10), "r3": (14.5, 10), "r4": (16, 10)}
    units = [squad(name, at) for name, at in places_apart.items()]
    units.append(tank("b1", (8.5, 10), 180))
    closing: Json = {
        "r1": [{"travel": [[11.5, 11.5]]}],
        "r3": [{"travel": [[11.5, 13]]}],
        "r4": [{"travel": [[13, 13]]}],
    }
    order, stay = march(closing, *places_apart), {"order": "answer", "to": "march"}
    loose: Json = {"rulings": {"group_must_be_connected": False}, "prompts": "ask"}
    question = open_question(play(units, order, dice=(2,), **loose).state)
    assert question is not None and question.to == "march"
    game = play(units, order, stay, dice=(2,), **loose)
    assert not game.refused and open_question(game.state) is None


# Tokens


@rule("AOD-FORM-010", "AOD-TOKEN-001", "AOD-TOKEN-002")
def test_every_member_bears_a_token_and_none_is_pushed() -> None:
    units = column(8, 8, 8)
    units[1]["tokens"] = 1
    game = play([*units, FAR], march(north(2)))
    assert [game.state.units[name].tokens for name in TRIO] == [1, 2, 1]
    assert [game.state.units[name].click for name in TRIO] == [1, 1, 1]


@rule("AOD-FORM-010", "AOD-PUSH-001", "AOD-TOKEN-003")
def test_a_member_that_moves_alone_in_the_next_turn_is_pushed() -> None:
    units = column(8, 8, 8)
    units[1]["tokens"] = 1
    game = play([*units, FAR], march(north(2)), END, END, move("r2", (11.5, 13)))
    assert (game.r2.click, game.r3.click) == (2, 1)
    solo = play([*units, FAR], move("r2", (11.5, 12)))
    assert solo.r2.click == 2


# What is proposed


@rule("AOD-FORM-004", "AOD-FORM-005")
def test_marches_are_among_the_legal_orders() -> None:
    game = play([*column(8, 8, 8), FAR])
    found = legal_orders(game.outcome.setup, game.state, "red")
    marches = [order for order in found if isinstance(order, Move) and order.in_formation]
    assert {frozenset(order.members) for order in marches} == {frozenset(TRIO)}
    loose = play([*column(8, 8), FAR])
    found = legal_orders(loose.outcome.setup, loose.state, "red")
    assert not [order for order in found if isinstance(order, Move) and order.in_formation]
