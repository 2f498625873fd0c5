"""The end of the game, its winner, and withdrawal (AOD-END, AOD-VICT-019 to 023, AOD-WDRAW)."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.steps.victory import judge, roll_off
from rules.core.dice import ScriptedDice
from rules.tests.artillery_cases import gun
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    aboard,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
)
from rules.tests.skirmishes import tank as tank_of

rule = pytest.mark.rule
THREE = ["red", "blue", "green"]
SALVAGE: Json = {"equipment": {"attack": ("black", "square")}}


def tank(name: str, x: float, **fields: Any) -> Json:
    """A tank in a row far from other rows."""
    row = {"r": 8.0, "b": 28.0, "g": 18.0}[name[0]]
    unit = tank_of(name, (x, row), **fields)
    return unit | {"owner": "green"} if name.startswith("g") else unit


def agree(player: str) -> Json:
    return {"order": "end_game", "player": player}


def withdraw(player: str) -> Json:
    return {"order": "withdraw", "player": player}


def points(*sums: int) -> dict[str, int]:
    return dict(zip(("elimination", "battlefield", "zone"), sums, strict=True))


# When the game ends

LAST = [tank("r1", 18), squad("b1", (18, 15), 180, click=5, points=50)]


@rule("AOD-END-001", "AOD-END-002")
def test_the_game_ends_when_one_side_alone_has_a_functional_unit() -> None:
    game = play(LAST, ranged("r1", "b1"), move("r1", (18, 9)), END, dice=HIT)
    assert (game.state.stage, game.codes(1), game.codes(2)) == (
        "over",
        {"GAME_OVER"},
        {"GAME_OVER"},
    )
    outcome = write_outcome(game.outcome)
    assert outcome["victory_points"] == {"red": [50, 40, 0], "blue": [0, 0, 0]}
    assert outcome["winner"] == "red"
    going_on = play([*LAST, tank("b2", 18)], ranged("r1", "b1"), dice=HIT)
    assert (going_on.state.stage, write_outcome(going_on.outcome)["winner"]) == ("orders", None)


@rule("AOD-END-002", "AOD-END-005")
def test_salvage_keeps_nobody_in_the_game_and_a_third_player_does() -> None:
    units = [*LAST, tank("b2", 18, **SALVAGE)]
    assert play(units, ranged("r1", "b1"), dice=HIT).state.stage == "over"
    more = play([*units, tank("g1", 5)], ranged("r1", "b1"), dice=HIT, players=THREE)
    assert more.state.stage == "orders"


@rule("AOD-END-003", "AOD-STD-004")
@pytest.mark.parametrize(("minutes", "code"), [(50, set()), (49.9, {"TIME_LEFT"})])
def test_time_is_up_when_the_agreed_minutes_are_over(minutes: float, code: set[str]) -> None:
    call = {"order": "time_up", "minutes": minutes}
    game = play([tank("r1", 9), tank("r2", 18), tank("b1", 9)], call, END, time_limit=50)
    assert game.codes() == code
    assert game.codes(1) == (set() if code else {"GAME_OVER"})
    assert play([tank("r1", 9), tank("b1", 9)], call).codes() == {"NO_TIME_LIMIT"}


@rule("AOD-END-003")
@pytest.mark.parametrize(("finish", "turns"), [("turn", 0), ("round", 1)])
def test_by_ruling_the_turn_or_the_round_is_finished(finish: str, turns: int) -> None:
    units = [tank("r1", 9), tank("r2", 18), tank("b1", 9)]
    call = {"order": "time_up", "minutes": 60}
    rulings = {"time_limit_finish": finish}
    game = play(units, call, call, END, END, time_limit=50, rulings=rulings)
    assert game.codes(1) == {"TIME_CALLED"}
    assert len(game.events("TurnStarted")) == turns
    assert game.state.stage == "over"


@rule("AOD-END-003")
def test_a_limit_of_turns_ends_the_game_with_the_last() -> None:
    units = [tank("r1", 9), tank("r2", 18), tank("b1", 9)]
    game = play(units, END, END, END, turn_limit=2)
    assert (game.codes(1), game.codes(2)) == (set(), {"GAME_OVER"})
    assert play(units, END, END).state.stage == "orders"


@rule("AOD-END-004")
def test_all_who_have_units_on_the_battlefield_agree() -> None:
    wreck = tank("b1", 9, **SALVAGE)
    units = [tank("r1", 9), tank("r2", 18), wreck, tank("b2", 18)]
    alone = play(units, agree("red"), agree("green"), players=THREE)
    assert (alone.state.stage, alone.codes(1)) == ("orders", {"NO_SAY"})
    assert play(units, agree("red"), agree("red")).codes(1) == {"AGREED_ALREADY"}
    assert play(units, agree("red"), agree("blue")).state.stage == "over"
    lapsed = play(units, agree("red"), move("r1", (9, 9)), agree("blue"))
    assert lapsed.state.stage == "orders"


@rule("AOD-END-006", "AOD-VICT-024")
def test_the_figures_are_still_their_owners_after_the_game() -> None:
    game = play(LAST, ranged("r1", "b1"), dice=HIT)
    assert {k: f.owner for k, f in game.outcome.setup.figures.items()} == {
        "r1": "red",
        "b1": "blue",
    }


# Who wins


@rule("AOD-VICT-001", "AOD-VICT-019", "AOD-VICT-021")
def test_most_conditions_win_whatever_the_margins() -> None:
    result = judge({"a": points(120, 0, 3), "b": points(90, 900, 2)})
    assert result.won == {"elimination": "a", "battlefield": "b", "zone": "a"}
    assert (result.leaders, result.decided_by) == (("a",), "conditions")


@rule("AOD-VICT-020")
def test_nobody_wins_a_condition_with_a_tie_at_its_top() -> None:
    assert "zone" not in judge({"a": points(1, 0, 3), "b": points(0, 0, 3)}).won
    three = judge({"a": points(0, 0, 5), "b": points(0, 0, 3), "c": points(0, 0, 3)})
    assert three.won == {"zone": "a"}


@rule("AOD-VICT-022")
@pytest.mark.parametrize(
    ("one", "other", "leaders", "decided_by"),
    [
        ((90, 180, 0), (60, 200, 0), ("b",), "battlefield"),
        ((90, 180, 0), (60, 180, 4), ("a",), "elimination"),
        ((60, 180, 0), (60, 180, 0), ("a", "b"), "dice"),
    ],
)
def test_ties_are_broken_by_the_second_then_the_first_condition_then_by_dice(
    one: Any, other: Any, leaders: tuple[str, ...], decided_by: str
) -> None:
    result = judge({"a": points(*one), "b": points(*other)})
    assert (result.leaders, result.decided_by) == (leaders, decided_by)


@rule("AOD-VICT-022")
def test_the_tied_roll_a_die_each_and_only_the_highest_roll_again() -> None:
    rounds = roll_off(["a", "b", "c"], ScriptedDice([5, 5, 2, 1, 3]).roll)
    assert rounds == [{"a": 5, "b": 5, "c": 2}, {"a": 1, "b": 3}]
    game = play([tank("r1", 9), tank("b1", 9)], agree("red"), agree("blue"), dice=(2, 6))
    ended = game.events("GameEnded")[0]
    assert (ended.winner, ended.decided_by, ended.dice) == ("blue", "dice", (2, 6))


@rule("AOD-VICT-023", "AOD-UNIT-026", "AOD-UNIT-028")
def test_team_mates_add_their_points_and_win_together() -> None:
    players = [
        {"id": "red", "team": "A"},
        {"id": "blue", "team": "B"},
        {"id": "green", "team": "A"},
    ]
    units = [*LAST, tank("b2", 9, points=60), tank("g1", 9, points=25)]
    orders = (ranged("r1", "b1"), agree("red"), agree("blue"), agree("green"))
    game = play(units, *orders, players=players, dice=HIT)
    outcome = write_outcome(game.outcome)
    assert outcome["winner"] == "A"
    assert game.events("GameEnded")[0].totals == {"A": points(50, 65, 0), "B": points(0, 60, 0)}


@rule("AOD-UNIT-028")
def test_one_player_is_no_game_and_three_are() -> None:
    with pytest.raises(Unreadable) as caught:
        read(scenario([tank("r1", 9)], players=["red"]))
    assert caught.value.path == "$.players"
    assert len(read(scenario([tank("r1", 9)], players=THREE)).setup.teams) == 3


# Withdrawal

TRIO = [tank("r1", 9), tank("b1", 9), tank("g1", 9)]


@rule("AOD-WDRAW-001")
def test_a_whole_group_withdraws_in_its_own_turn() -> None:
    assert play(TRIO, withdraw("blue"), players=THREE).codes() == {"NOT_YOUR_TURN"}
    assert play(TRIO, withdraw("red"), players=THREE).refused == {}
    with pytest.raises(Unreadable) as caught:
        read(scenario(TRIO, withdraw("red") | {"unit": "r1"}, players=THREE))
    assert caught.value.path.startswith("$.orders[0]")


@rule("AOD-WDRAW-002", "AOD-WDRAW-004", "AOD-WDRAW-006")
def test_the_others_go_on_and_nothing_is_scored_for_what_leaves() -> None:
    game = play(TRIO, withdraw("red"), END, END, players=THREE)
    assert (game.r1.at, game.r1.withdrawn, game.r1.eliminated) == (None, True, False)
    assert game.b1.at is not None
    assert [event.player for event in game.events("TurnStarted")] == ["blue", "green", "blue"]
    assert game.events("PointsScored") == []


@rule("AOD-WDRAW-003")
def test_captives_of_who_withdraws_score_at_once_and_once() -> None:
    held = mech("r2", (20, 26), points=144, captive_of="b2")
    units = [tank("r1", 9), held, squad("b2", (20, 27.9)), tank("b1", 9)]
    outcome = write_outcome(play(units, withdraw("red")).outcome)
    assert outcome["victory_points"]["blue"] == [144, 80, 0]
    assert outcome["units"]["r2"]["at"] is None


@rule("AOD-WDRAW-005")
def test_captives_held_by_who_withdraws_are_their_owners_again() -> None:
    units = [squad("r1", (20, 10)), tank_of("b1", (20, 12.125), captive_of="r1"), tank("g1", 9)]
    game = play(units, withdraw("red"), move("b1", (20, 13)), players=THREE)
    assert (game.refused, game.b1.captive_of, game.b1.at) == ({}, None, (20, 13))


@rule("AOD-WDRAW-005", "AOD-CARRY-017")
def test_captives_aboard_a_transport_that_withdraws_stay_where_it_stood() -> None:
    carrier = tank("r1", 18, transport_capacity=4)
    captor = aboard(squad("r2", (0, 0)), "r1")
    held = aboard(tank_of("b1", (0, 0), captive_of="r2"), "r1")
    units = [carrier, captor, held, tank("b2", 9), tank("g1", 9)]
    game = play(units, withdraw("red"), move("b1"), players=THREE)
    assert (game.refused, game.events("Eliminated")) == ({}, [])
    assert (game.b1.captive_of, game.b1.aboard, game.b1.at[0]) == (None, None, 18)


@rule("AOD-WDRAW-006", "AOD-WDRAW-007")
@pytest.mark.parametrize(("barred", "winner"), [(False, "red"), (True, "blue")])
def test_who_withdraws_from_one_opponent_keeps_his_points(barred: bool, winner: str) -> None:
    guest = tank_of("r2", (18, 34))
    units = [*LAST, guest, tank("b2", 9)]
    orders = (ranged("r1", "b1"), END, END, withdraw("red"))
    rulings = {"withdrawn_player_cannot_win": barred}
    outcome = write_outcome(play(units, *orders, dice=HIT, rulings=rulings).outcome)
    assert outcome["stage"] == "over"
    assert outcome["victory_points"] == {"red": [50, 0, 1], "blue": [0, 40, 0]}
    assert outcome["winner"] == winner


@rule("AOD-WDRAW-004")
def test_passengers_leave_with_their_transport_and_score_nothing() -> None:
    load = aboard(squad("r2", (0, 0), points=17), "r1")
    units = [tank("r1", 9, transport_capacity=2), load, tank("b1", 9), tank("g1", 9)]
    game = play(units, withdraw("red"), players=THREE)
    assert (game.r2.withdrawn, game.r2.eliminated, game.r2.at) == (True, False, None)
    assert not game.events("Disembarked")
    assert not game.state.scored


@rule("AOD-WDRAW-005")
def test_a_captive_aboard_is_put_down_where_the_transport_stands() -> None:
    load = [
        aboard(squad("r2", (0, 0)), "r1"),
        aboard(squad("b2", (0, 0), captive_of="r2"), "r1"),
    ]
    units = [tank("r1", 9, transport_capacity=2), *load, tank("b1", 9), tank("g1", 9)]
    game = play(units, withdraw("red"), players=THREE)
    assert (game.b2.captive_of, game.b2.aboard, game.b2.eliminated) == (None, None, False)
    assert game.b2.at is not None
    assert game.r2.withdrawn


@rule("AOD-WDRAW-004")
def test_the_markers_of_who_withdraws_go_with_him_and_others_stay() -> None:
    markers = [
        {"owner": "r1", "at": [18, 22], "heading": 0},
        {"owner": "g1", "at": [22, 22], "heading": 0},
    ]
    guns = [gun("r1", (9, 8)), gun("g1", (9, 18)) | {"owner": "green"}]
    units = [*guns, tank("b1", 9)]
    game = play(units, withdraw("red"), players=THREE, markers=markers)
    assert [marker.unit for marker in game.state.markers] == ["g1"]
    (removed,) = game.events("MarkersRemoved")
    assert (removed.unit, removed.player) == ("r1", "red")
