"""Turns, orders, tokens and pushing (AOD-TURN, AOD-ORDER, AOD-TOKEN, AOD-PUSH)."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.answer import open_question
from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    END,
    HIT,
    Played,
    aboard,
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
    vent,
    weapon,
)

MISS = (1, 2, 1)
SALVAGE = {"attack": ("black", "square")}


def turns(played: Played) -> list[str]:
    """Whose turns began, in order."""
    return [event.player for event in played.events("TurnStarted")]


def three_players(*others: Any) -> list[Any]:
    """Tanks of red, blue and green, far from one another."""
    green = tank("g1", (30, 30)) | {"owner": "green"}
    return [tank("r1", (5, 5)), tank("b1", (30, 5)), green, *others]


@pytest.mark.rule("AOD-TURN-001")
@pytest.mark.parametrize(
    ("active", "expected"),
    [("red", ["blue", "green", "red"]), ("blue", ["green", "red", "blue"])],
)
def test_turns_pass_clockwise(active: str, expected: list[str]) -> None:
    players = ["red", "blue", "green"]
    played = play(three_players(), END, END, END, players=players, active=active)
    assert turns(played) == expected


@pytest.mark.rule("AOD-TURN-002")
def test_an_eliminated_player_is_passed_over_and_nobody_changes_seats() -> None:
    units = three_players()
    units[1] = tank("b1", (5, 12), clicks=1)
    shot = ranged("r1", "b1")
    players = ["red", "blue", "green"]
    played = play(units, shot, END, END, END, dice=(6, 6, 6), players=players)
    assert played.b1.eliminated
    assert turns(played) == ["green", "red", "green"]


@pytest.mark.rule("AOD-TURN-003")
def test_only_the_active_player_gives_orders() -> None:
    units = [tank("r1", (5, 5)), tank("b1", (30, 30))]
    played = play(units, move("b1"), END, move("b1"), move("r1"))
    assert played.refused == {0: {"NOT_YOUR_UNIT"}, 3: {"NOT_YOUR_UNIT"}}


@pytest.mark.rule("AOD-TURN-001", "AOD-TURN-012")
def test_the_next_turn_waits_for_the_end_of_this_one() -> None:
    units = [tank("r1", (5, 5)), tank("b1", (30, 30))]
    assert play(units, move("r1"), move("b1")).codes(1) == {"NOT_YOUR_UNIT"}


@pytest.mark.rule("AOD-TURN-004")
@pytest.mark.parametrize(("total", "orders"), [(150, 1), (300, 2), (450, 3), (600, 4)])
def test_the_build_total_gives_the_orders(total: int, orders: int) -> None:
    units = [tank(f"r{x}", (5 + 5 * x, 5)) for x in range(5)]
    moves = [move(f"r{x}") for x in range(5)]
    played = play(units, *moves, build_total=total)
    assert played.refused == {x: {"NO_ORDERS_LEFT"} for x in range(orders, 5)}


@pytest.mark.rule("AOD-TURN-004")
def test_losses_do_not_shrink_the_orders_of_later_turns() -> None:
    units = [
        tank("r1", (5, 5)),
        tank("b1", (5, 12), clicks=1),
        tank("b2", (30, 30)),
    ]
    played = play(units, ranged("r1", "b1"), END, dice=(6, 6, 6), build_total=450)
    assert played.b1.eliminated
    assert (played.state.active, played.state.orders_left) == ("blue", 3)


@pytest.mark.rule("AOD-TURN-004")
@pytest.mark.parametrize("total", [100, 400, 449])
def test_a_total_that_is_no_multiple_of_150_cannot_be_played(total: int) -> None:
    with pytest.raises(Unreadable) as caught:
        read(scenario([tank("r1", (5, 5))], build_total=total))
    assert caught.value.path == "$.build_total"


@pytest.mark.rule("AOD-TURN-005")
def test_what_happens_each_turn_counts_the_turns_of_its_owner() -> None:
    command = {"attack": ("grey", "square")}
    units = [tank("r1", (5, 5), equipment=command), tank("b1", (30, 30))]
    played = play(units, END, END, END, END, dice=(4, 5), build_total=300)
    assert [event.gained for event in played.events("OrderGained")] == [False, True]
    assert (played.state.active, played.state.orders_left) == ("red", 3)


@pytest.mark.rule("AOD-TURN-006", "AOD-TURN-007")
def test_effects_of_the_command_stage_come_before_the_orders() -> None:
    command = {"attack": ("grey", "square")}
    units = [tank("r1", (5, 5)), tank("b1", (30, 30), equipment=command)]
    played = play(units, END, move("b1"), dice=(6,), build_total=150)
    kinds = [type(event).__name__ for event in played.outcome.events]
    assert kinds.index("TurnStarted") < kinds.index("OrderGained") < kinds.index("OrderPaid")
    assert played.state.orders_left == 1


@pytest.mark.rule("AOD-TURN-006")
def test_clean_up_comes_after_the_orders_and_before_the_next_turn() -> None:
    units = [tank("r1", (5, 5)), tank("r2", (10, 5), tokens=1), tank("b1", (30, 30))]
    kinds = [type(e).__name__ for e in play(units, move("r1"), END).outcome.events]
    assert kinds.index("TokenPlaced") < kinds.index("TokensRemoved") < kinds.index("TurnEnded")
    assert kinds.index("TurnEnded") < kinds.index("TurnStarted")


@pytest.mark.rule("AOD-TURN-009")
def test_an_order_is_finished_before_the_next_is_given() -> None:
    units = [tank("r1", (5, 5)), tank("r2", (20, 5)), squad("b1", (5, 9.125))]
    orders = (move("r1", (5, 7)), move("r2"))
    played = play(units, *orders, prompts="ask")
    assert open_question(played.state) is not None
    assert played.codes(1) == {"QUESTION_OPEN"}
    decline = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": None}
    after = play(units, orders[0], decline, orders[1], prompts="ask")
    assert after.refused == {}
    assert after.r2.tokens == 1


@pytest.mark.rule("AOD-TURN-009")
def test_a_later_order_may_build_on_the_result_of_an_earlier_one() -> None:
    units = [tank("r1", (5, 5)), tank("r2", (8, 5)), tank("b1", (5, 10), clicks=1)]
    units.append(tank("b2", (30, 30)))
    drive = move("r2", (5, 10))
    blocked = play(units, ranged("r1", "b1"), drive, dice=MISS)
    assert blocked.codes(1) == {"BASE_IN_WAY", "ENDS_ON_BASE"}
    assert play(units, ranged("r1", "b1"), drive, dice=(6, 6, 6)).r2.at == (5, 10)


@pytest.mark.rule("AOD-TURN-010")
@pytest.mark.parametrize("second", [move("r1"), ranged("r1", "b1")])
def test_a_unit_takes_one_order_a_turn(second: Any) -> None:
    units = [tank("r1", (5, 5)), tank("b1", (5, 12))]
    assert play(units, move("r1"), second).codes(1) == {"ALREADY_ORDERED"}


@pytest.mark.rule("AOD-TURN-010")
def test_a_free_spin_is_no_order() -> None:
    units = [tank("r1", (5, 5)), squad("b1", (5, 9.125))]
    spin = {"order": "answer", "to": "free_spin", "unit": "b1", "facing": 180}
    away = ranged("b1", "r1")
    played = play(units, move("r1", (5, 7)), spin, END, away, dice=MISS)
    assert played.refused == {}
    assert played.b1.facing == 180


@pytest.mark.rule("AOD-TURN-011", "AOD-ORDER-004")
def test_unused_orders_are_lost() -> None:
    units = [tank("r1", (5, 5)), tank("r2", (10, 5)), tank("b1", (30, 30))]
    played = play(units, move("r1"), move("r2"), END, END, build_total=450)
    assert [event.lost for event in played.events("TurnEnded")] == [1, 3]
    assert (played.state.active, played.state.orders_left) == ("red", 3)


@pytest.mark.rule("AOD-TURN-011", "AOD-ORDER-004")
def test_after_the_order_stage_nobody_may_fetch_a_skipped_order() -> None:
    units = [tank("r1", (5, 5)), tank("b1", (30, 30))]
    assert play(units, END, move("r1")).codes(1) == {"NOT_YOUR_UNIT"}


@pytest.mark.rule("AOD-TURN-012")
def test_clean_up_concerns_the_units_of_the_active_player_only() -> None:
    units = [
        mech("r1", (5, 5), heat=2, tokens=1),
        mech("b1", (30, 30), heat=2, tokens=1),
    ]
    played = play(units, END)
    assert (played.r1.heat, played.r1.tokens) == (1, 0)
    assert (played.b1.heat, played.b1.tokens) == (2, 1)


@pytest.mark.rule("AOD-TURN-013")
def test_adams_turn() -> None:
    """450 points, 8 units, two with tokens; a shot, a move, the third order forgone."""
    units = [
        mech("r1", (3, 5), heat=1),
        tank("r2", (7, 5)),
        mech("r3", (11, 5), heat=2, tokens=1),
        tank("r4", (15, 5), tokens=1),
        *(squad(f"r{x}", (4 * x - 1, 5)) for x in range(5, 8)),
        mech("r8", (31, 5), heat=1),
        tank("b1", (3, 12)),
    ]
    shot, drive = ranged("r1", "b1"), move("r2", (7, 7))
    played = play(units, shot, drive, END, dice=MISS, build_total=450)
    red = {name: unit for name, unit in played.state.units.items() if name.startswith("r")}
    assert {name for name, unit in red.items() if unit.tokens} == {"r1", "r2"}
    assert {name: red[name].heat for name in ("r1", "r3", "r8")} == {"r1": 1, "r3": 1, "r8": 0}
    assert played.events("TurnEnded")[0].lost == 1
    again = play(units, shot, drive, move("r2"), move("r4"), move("r5"), dice=MISS, build_total=450)
    assert again.refused == {2: {"ALREADY_ORDERED"}, 4: {"NO_ORDERS_LEFT"}}


@pytest.mark.rule("AOD-ORDER-001")
@pytest.mark.parametrize(
    ("maker", "order", "code"),
    [
        (tank, vent("r1"), "NOT_A_MECH"),
        (squad, vent("r1"), "NOT_A_MECH"),
        (tank, close("r1", "b1"), "CLOSE_NOT_FOR_TYPE"),
        (squad, assault("r1", "ranged", targets=["b2"]), "NOT_A_MECH"),
        (tank, assault("r1", "ranged", targets=["b2"]), "NOT_A_MECH"),
    ],
)
def test_orders_a_type_does_not_take(maker: Any, order: Any, code: str) -> None:
    units = [maker("r1", (5, 5)), squad("b1", (20, 5)), tank("b2", (5, 9))]
    assert code in play(units, order).codes()


@pytest.mark.rule("AOD-ORDER-001", "AOD-CONTACT-008")
@pytest.mark.parametrize("maker", [mech, quad])
def test_mechs_of_both_bases_take_all_five_orders(maker: Any) -> None:
    apart = [maker("r1", (5, 5)), tank("b1", (5, 11), 90)]
    beside = [maker("r1", (5, 5)), tank("b1", (5, 6.9), 90)]
    assert play(apart, move("r1")).refused == {}
    assert play(apart, vent("r1")).refused == {}
    assert play(apart, ranged("r1", "b1"), dice=MISS).refused == {}
    assert play(apart, assault("r1", "ranged", targets=["b1"]), dice=MISS).refused == {}
    assert play(beside, close("r1", "b1"), dice=MISS).refused == {}


SHUT = {"shutdown": True, "tokens": 2, "heat": 3}
TARGET = tank("b1", (5, 11), 90)


@pytest.mark.rule("AOD-ORDER-002")
@pytest.mark.parametrize(
    ("unit", "order", "code"),
    [
        (tank("r1", (5, 5), equipment=SALVAGE), ranged("r1", "b1"), "SALVAGE_RESTRICTED"),
        (tank("r1", (5, 5), equipment=SALVAGE), move("r1"), None),
        (squad("r1", (5, 5), equipment=SALVAGE), move("r1"), None),
        (squad("r1", (5, 5), equipment=SALVAGE), close("r1", "b1"), "SALVAGE_RESTRICTED"),
        (mech("r1", (5, 5), equipment=SALVAGE), move("r1"), None),
        (mech("r1", (5, 5), equipment=SALVAGE), vent("r1"), None),
        (mech("r1", (5, 5), equipment=SALVAGE), ranged("r1", "b1"), "SALVAGE_RESTRICTED"),
        (
            mech("r1", (5, 5), equipment=SALVAGE),
            assault("r1", "ranged", targets=["b1"]),
            "SALVAGE_RESTRICTED",
        ),
        (mech("r1", (5, 5), **SHUT), move("r1"), "UNIT_SHUT_DOWN"),
        (mech("r1", (5, 5), **SHUT), ranged("r1", "b1"), "UNIT_SHUT_DOWN"),
        (mech("r1", (5, 5), **SHUT), vent("r1"), None),
    ],
)
def test_status_limits_the_orders(unit: Any, order: Any, code: str | None) -> None:
    codes = play([unit, TARGET], order).codes()
    assert codes == set() if code is None else code in codes


@pytest.mark.rule("AOD-ORDER-002")
def test_a_captive_takes_no_orders_and_its_captor_only_moves() -> None:
    units = [
        squad("r1", (5, 5), 180),
        squad("b1", (5, 6.5), captive_of="r1"),
        tank("b2", (5, 3.5), 90),
        tank("r2", (30, 5)),
        tank("b3", (30, 30)),
    ]
    assert play(units, close("r1", "b2")).codes() == {"HOLDS_CAPTIVE"}
    assert play(units, move("b1")).codes() >= {"CAPTIVE_UNIT"}
    assert play(units, END, move("b1")).codes(1) == {"CAPTIVE_UNIT"}


@pytest.mark.rule("AOD-ORDER-002")
def test_a_passenger_takes_no_orders() -> None:
    units = [tank("r1", (5, 5)), aboard(squad("r2", (0, 0)), "r1"), TARGET]
    assert play(units, move("r2")).codes() == {"PASSENGER_UNIT"}


@pytest.mark.rule("AOD-ORDER-002")
def test_salvage_mechs_may_be_kept_from_venting() -> None:
    units = [mech("r1", (5, 5), equipment=SALVAGE), TARGET]
    rulings = {"salvage_mech_may_vent": False}
    assert play(units, vent("r1"), rulings=rulings).codes() == {"SALVAGE_RESTRICTED"}


@pytest.mark.rule("AOD-TOKEN-001", "AOD-MOVE-010")
def test_any_order_but_a_vent_leaves_a_token() -> None:
    units = [mech("r1", (5, 5), heat=1), tank("b1", (5, 11), 90)]
    assert play(units, move("r1")).r1.tokens == 1
    assert play(units, ranged("r1", "b1"), dice=HIT).r1.tokens == 1
    assert play(units, vent("r1")).r1.tokens == 0


@pytest.mark.rule("AOD-TOKEN-002")
def test_the_token_comes_after_damage_and_heat_and_before_pushing() -> None:
    units = [tank("r1", (5, 5), tokens=1), mech("b1", (5, 11))]
    units[0]["unit"]["attacks"] = [weapon("primary", "energy", 10)]
    played = play(units, ranged("r1", "b1"), dice=(5, 5, 5))
    happened: list[Any] = list(played.outcome.events)
    kinds = [
        (type(event).__name__, event.unit)
        for event in happened
        if type(event).__name__ in ("Damaged", "HeatChanged", "TokenPlaced")
    ]
    assert kinds == [
        ("Damaged", "b1"),
        ("HeatChanged", "b1"),
        ("TokenPlaced", "r1"),
        ("Damaged", "r1"),
    ]


@pytest.mark.rule("AOD-TOKEN-003")
def test_clean_up_takes_old_tokens_and_leaves_this_turns() -> None:
    units = [
        squad("r1", (5, 5), tokens=1),
        squad("r2", (10, 5), tokens=1),
        mech("r3", (15, 5), shutdown=True, heat=3, tokens=2),
        tank("b1", (30, 30)),
    ]
    ordered = play(units, move("r2"))
    assert ordered.r2.tokens == 2
    cleaned = play(units, move("r2"), END)
    assert (cleaned.r1.tokens, cleaned.r2.tokens, cleaned.r3.tokens) == (0, 1, 2)


@pytest.mark.rule("AOD-TOKEN-004", "AOD-PUSH-002")
@pytest.mark.parametrize(("first", "heat"), [((move("r1"),), 1), ((), 0)])
def test_a_vent_keeps_the_token_of_the_turn_before(first: Any, heat: int) -> None:
    units = [mech("r1", (5, 5)), tank("b1", (30, 30))]
    played = play(units, *first, END, END, vent("r1"), END, END, move("r1"))
    assert played.refused == {}
    assert played.r1.heat == heat


@pytest.mark.rule("AOD-TOKEN-005", "AOD-PUSH-001")
def test_every_further_order_in_a_row_pushes_again() -> None:
    units = [squad("r1", (5, 5)), tank("b1", (30, 30))]
    played = play(units, move("r1"), END, END, move("r1"), END, END, move("r1"))
    assert played.refused == {}
    assert [event.amount for event in played.events("Damaged")] == [1, 1]


@pytest.mark.rule("AOD-PUSH-001")
def test_a_vehicle_ordered_twice_in_a_row_takes_a_click_and_a_second_token() -> None:
    units = [tank("r1", (5, 5), tokens=1), tank("b1", (30, 30))]
    played = play(units, move("r1", (5, 7)))
    assert (played.r1.click, played.r1.tokens) == (2, 2)
    rested = play([tank("r1", (5, 5)), units[1]], move("r1"), END, END, END, END, move("r1"))
    assert (rested.r1.click, rested.r1.tokens) == (1, 1)


@pytest.mark.rule("AOD-PUSH-002")
def test_a_mech_ordered_twice_in_a_row_takes_heat_instead() -> None:
    units = [mech("r1", (5, 5), tokens=1), mech("r2", (10, 5)), tank("b1", (30, 30))]
    played = play(units, move("r1"), move("r2"))
    assert (played.r1.click, played.r1.heat, played.r1.tokens) == (1, 1, 1)
    assert played.r2.heat == 0


@pytest.mark.rule("AOD-PUSH-003")
def test_a_critical_miss_clicks_a_mechs_combat_dial() -> None:
    units = [mech("r1", (5, 5)), tank("b1", (5, 11), 90)]
    played = play(units, ranged("r1", "b1"), dice=(1, 1, 6))
    assert (played.r1.click, played.r1.heat) == (2, 0)


@pytest.mark.rule("AOD-PUSH-003", "AOD-PUSH-005")
def test_pushing_may_eliminate_and_the_order_stands() -> None:
    units = [squad("r1", (5, 5), clicks=1, tokens=1), tank("b1", (5, 9), 90)]
    played = play(units, ranged("r1", "b1"), dice=(5, 5, 5))
    assert played.r1.eliminated
    assert played.b1.click == 3


@pytest.mark.rule("AOD-PUSH-004")
def test_a_vent_pushes_nobody() -> None:
    units = [mech("r1", (5, 5), tokens=1, heat=2), tank("b1", (30, 30))]
    played = play(units, vent("r1"))
    assert (played.r1.heat, played.r1.tokens, played.r1.click) == (0, 1, 1)


@pytest.mark.rule("AOD-PUSH-005")
def test_the_click_of_pushing_does_not_weaken_the_order_that_pushed() -> None:
    units = [
        squad("r1", (5, 5), tokens=1, primary_damage=3, later={2: {"primary_damage": 2}}),
        tank("b1", (5, 9), 90),
    ]
    played = play(units, ranged("r1", "b1"), dice=(5, 5, 5))
    assert played.b1.click == 4
    assert played.r1.click == 2


@pytest.mark.rule("AOD-TURN-001", "AOD-TURN-012")
def test_every_turn_of_a_player_counts() -> None:
    after = play([squad("r1", (5, 5)), squad("b1", (30, 30))], END, END, END, turn=4)
    assert (after.state.turn, after.state.active) == (7, "blue")
