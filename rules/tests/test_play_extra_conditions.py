"""Victory conditions that cards of a battle group add to the three of every game (AOD-VICT-002)."""

from typing import Any

import pytest

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import conditions, standings
from rules.age_of_destruction.play.outcome import victory_points, winner
from rules.tests.skirmishes import END, Json, Played, aboard, mech, play, squad, tank

rule = pytest.mark.rule
MIDDLE, PRISONERS = "HSE-F-005", "HSE-SA-003"
SALVAGE: Json = {"equipment": {"attack": ("black", "square")}}
#: Far from everything, so that the game goes on.
REST = [tank("r9", (3, 6)), tank("b9", (33, 30))]


def table(units: list[Json], *orders: Json, **cards: Any) -> Played:
    """A game of red, blue and whoever else has cards or units; `red="HSE-F-005"` gives red one."""
    limit = cards.pop("turn_limit", None)
    names = ["red", "blue", *sorted({u["owner"] for u in units} - {"red", "blue"})]
    players = [{"id": name, "cards": cards.get(name, [])} for name in names]
    return play(units, *orders, players=players, turn_limit=limit)


def points(game: Played) -> dict[str, list[int]]:
    return victory_points(game.outcome.setup, game.state)


def green(unit: Json) -> Json:
    return unit | {"owner": "green"}


@rule("AOD-VICT-002")
def test_a_card_with_a_condition_is_one_condition_more() -> None:
    def count(**cards: Any) -> int:
        return len(conditions(table(REST, **cards).outcome.setup))

    assert count() == 3
    assert count(red=["HSE-F-001"]) == 3
    assert count(red=[MIDDLE]) == 4
    assert count(red=[MIDDLE], blue=[PRISONERS]) == 5
    assert count(red=[MIDDLE], blue=[MIDDLE]) == 4
    assert points(table(REST, red=[MIDDLE])) == {"red": [0, 0, 0, 0], "blue": [0, 0, 0, 0]}


def held(unit: Json, turns: int = 2, **cards: Any) -> dict[str, int]:
    """The points for the middle after some turns."""
    game = table([*REST, unit], *[END] * turns, **(cards or {"red": [MIDDLE]}))
    return {player: sums[3] for player, sums in points(game).items()}


HIGH: Json = {"faction": "Highlanders"}


@rule("AOD-VICT-002")
def test_the_middle_scores_in_every_own_command_stage_and_at_once() -> None:
    assert held(tank("r1", (18, 18), **HIGH), turns=1) == {"red": 0, "blue": 0}
    assert held(tank("r1", (18, 18), **HIGH), turns=2) == {"red": 1, "blue": 0}
    assert held(tank("r1", (18, 18), **HIGH), turns=4) == {"red": 2, "blue": 0}
    game = table([*REST, tank("r1", (18, 18), **HIGH)], END, END, red=[MIDDLE])
    scored = game.events("PointsScored")[0]
    assert (scored.player, scored.condition, scored.unit) == ("red", MIDDLE, "r1")
    assert scored.rules == ("AOD-VICT-005", "AOD-VICT-002")


@rule("AOD-VICT-002")
@pytest.mark.parametrize(("y", "points"), [(12.0, 1), (11.9, 0)])
def test_the_middle_is_six_inches_from_dot_to_dot(y: float, points: int) -> None:
    assert held(tank("r1", (18, y), **HIGH))["red"] == points


@rule("AOD-VICT-002")
@pytest.mark.parametrize(
    ("unit", "red", "blue"),
    [
        (tank("r1", (18, 18)), 0, 0),
        (tank("r1", (18, 18), faction="Swordsworn"), 0, 0),
        (tank("r1", (18, 18), **HIGH, **SALVAGE), 0, 0),
        (mech("r1", (18, 18), **HIGH, shutdown=True), 1, 0),
        (tank("b1", (18, 18), faction="Swordsworn"), 0, 1),
        (tank("b1", (18, 18), **SALVAGE), 0, 0),
    ],
)
def test_who_holds_the_middle(unit: Json, red: int, blue: int) -> None:
    """Who plays the card needs functional units of its faction, an opponent any functional ones."""
    assert held(unit) == {"red": red, "blue": blue}


@rule("AOD-VICT-002")
def test_where_both_play_the_card_each_is_an_opponent_of_the_other() -> None:
    scored = held(tank("r1", (18, 18)), red=[MIDDLE], blue=[MIDDLE])
    assert scored == {"red": 1, "blue": 0}


@rule("AOD-VICT-002", "AOD-VICT-023")
def test_a_team_mate_without_the_card_does_not_score_for_it() -> None:
    units = [*REST, green(tank("g1", (18, 18), **HIGH))]
    teams = [
        {"id": "red", "team": "one", "edge": "south", "cards": [MIDDLE]},
        {"id": "green", "team": "one", "edge": "south"},
        {"id": "blue", "edge": "north"},
    ]
    game = play(units, END, END, END, players=teams)
    assert [sums[3] for sums in points(game).values()] == [0, 0, 0]


def captive(owner: str, captor: str, at: tuple[float, float]) -> Json:
    return squad("x1", at, captive_of=captor) | {"owner": owner}


@rule("AOD-VICT-002")
def test_prisoners_are_counted_when_the_game_ends() -> None:
    units = [*REST, squad("r1", (18, 18), click=5), captive("blue", "r1", (19.5, 18))]
    goes_on = table(units, END, red=[PRISONERS])
    assert points(goes_on)["red"][3] == 0
    standing = standings(Field(goes_on.outcome.setup, goes_on.state))
    assert [tally.total for tally in standing["red"].values()][3] == 1
    over = table(units, END, red=[PRISONERS], turn_limit=1)
    assert points(over)["red"][3] == 1
    scored = {event.unit: event.why for event in over.events("PointsScored")}
    assert scored == {"r9": "survivor", "r1": "survivor", "x1": "prisoner", "b9": "survivor"}


@rule("AOD-VICT-002")
def test_whoever_holds_prisoners_scores_them_aboard_too() -> None:
    load = [
        aboard(squad("b2", (0, 0)), "b1"),
        aboard(captive("red", "b2", (0, 0)), "b1"),
    ]
    units = [*REST, tank("b1", (18, 18)), *load]
    assert points(table(units, END, red=[PRISONERS], turn_limit=1))["blue"][3] == 1


@rule("AOD-VICT-001", "AOD-VICT-002", "AOD-VICT-019", "AOD-VICT-020")
def test_the_majority_of_all_conditions_wins() -> None:
    """Red holds the middle and an enemy zone, blue has more on the battlefield and no more."""
    units = [
        tank("r9", (3, 6), points=10),
        tank("r1", (18, 18), points=10, **HIGH),
        tank("b9", (33, 30), points=90),
        tank("b8", (18, 1.5), points=90),
        squad("r2", (18, 34), points=1),
        squad("r3", (22, 34), points=1),
    ]
    game = table(units, END, END, END, red=[MIDDLE], turn_limit=3)
    ended = game.events("GameEnded")[0]
    assert ended.won == {"battlefield": "blue", "zone": "red", MIDDLE: "red"}
    assert winner(game.outcome.setup, game.state) == "red"
    plain = table(units, END, END, END, turn_limit=3).events("GameEnded")[0]
    assert (plain.winner, plain.decided_by) == ("blue", "battlefield")
