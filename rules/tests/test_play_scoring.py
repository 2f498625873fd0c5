"""Victory points of the three conditions (AOD-VICT-003 to AOD-VICT-018, AOD-VICT-024)."""

import json
from typing import Any

import msgspec
import pytest

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import BATTLEFIELD, standings, who_scores
from rules.age_of_destruction.play.outcome import victory_points
from rules.age_of_destruction.play.saved_game import read_events, write_events
from rules.age_of_destruction.state.events import PointsScored
from rules.age_of_destruction.telling.names import Names
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
    vtol,
    woods,
)

rule = pytest.mark.rule
SALVAGE: Json = {"equipment": {"attack": ("black", "square")}}
THREE = ["red", "blue", "green"]
#: Far from everything, so that the game goes on.
REST = [tank("r9", (3, 6)), tank("b9", (33, 30))]


def green(unit: Json) -> Json:
    """A unit of the third player."""
    return unit | {"owner": "green"}


def points(game: Played) -> dict[str, list[int]]:
    """The points on record."""
    return victory_points(game.outcome.setup, game.state)


def now(*units: Json, **fields: Any) -> dict[str, dict[str, int]]:
    """What every player would have for the battlefield now, unit by unit."""
    game = play(list(units), **fields)
    standing = standings(Field(game.outcome.setup, game.state))
    return {
        player: {part.where: part.value for part in conditions[BATTLEFIELD].parts}
        for player, conditions in standing.items()
    }


# The first condition


@rule("AOD-VICT-003", "AOD-VICT-005")
def test_an_eliminated_opponent_is_worth_its_points_at_once() -> None:
    units = [
        *REST,
        tank("r1", (18, 10)),
        tank("r2", (10, 10)),
        squad("b1", (18, 17), 180, click=5, points=50),
        squad("b2", (10, 17), 180, click=5, points=17),
    ]
    game = play(units, ranged("r1", "b1"), ranged("r2", "b2"), dice=(*HIT, *HIT))
    assert points(game) == {"red": [67, 0, 0], "blue": [0, 0, 0]}
    scored = game.events("PointsScored")[0]
    assert (scored.player, scored.condition, scored.unit) == ("red", "elimination", "b1")
    assert "AOD-VICT-006" in scored.rules


@rule("AOD-VICT-003")
def test_damage_alone_is_worth_nothing() -> None:
    units = [*REST, tank("r1", (18, 10)), squad("b1", (18, 17), 180, points=50)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    assert game.b1.click == 4
    assert points(game) == {"red": [0, 0, 0], "blue": [0, 0, 0]}


@rule("AOD-VICT-004")
def test_gear_pilot_and_recruitment_count_and_cards_of_the_group_do_not() -> None:
    cards = {"gear": [{"card": "AOD-G-005"}], "pilot": {"card": "AOD-P-010"}}
    laden = mech("b1", (18, 16), 180, click=10, points=150, slots=True, **cards)
    units = [*REST, mech("r1", (18, 10)), laden]
    game = play(units, ranged("r1", "b1"), dice=(6, 6, 6))
    scored = game.events("PointsScored")[0]
    worth = {part.what: part.value for part in scored.points}
    assert len(worth) == 3
    assert worth.pop(next(iter(worth))) == 150
    assert points(game)["red"][0] == 150 + sum(worth.values())
    assert all(worth.values())


@rule("AOD-VICT-004")
def test_points_of_cards_are_kept_and_told_in_both_languages() -> None:
    laden = mech("b1", (18, 16), 180, click=10, slots=True, gear=[{"card": "AOD-G-003"}])
    game = play([*REST, mech("r1", (18, 10)), laden], ranged("r1", "b1"), dice=(6, 6, 6))
    scored = game.events("PointsScored")[0]
    assert read_events(json.loads(json.dumps(write_events([scored])))) == (scored,)
    (kept,) = read_events(write_events([scored]))
    assert isinstance(kept, PointsScored)
    told = [
        {part.what for part in Names(game.outcome.setup, language).parts(kept.points)}
        for language in ("en", "pl")
    ]
    assert "AOD-G-003 Improved Targeting" in told[0]
    assert "AOD-G-003 Improved Targeting" not in told[1]


@rule("AOD-VICT-004")
@pytest.mark.parametrize(("recruit", "paid"), [("Highlanders", True), (None, False)])
def test_what_recruiting_a_gunslinger_cost_is_part_of_his_mech(recruit: Any, paid: bool) -> None:
    pilot = {"card": "AOD-GS-002", "recruit": recruit}
    laden = mech("b1", (18, 16), 180, slots=True, faction="Highlanders", pilot=pilot)
    game = play([*REST, laden])
    what = [part.what for part in game.outcome.setup.figures["b1"].worth.parts]
    assert any("Highlanders" in line and "GS-002" in line for line in what) == paid


@rule("AOD-VICT-005")
def test_recorded_points_stay_when_the_unit_that_earned_them_is_lost() -> None:
    units = [
        *REST,
        tank("r1", (18, 10), clicks=1),
        squad("b1", (18, 17), 180, click=5, points=50),
        tank("b2", (18, 20), 180, points=40),
    ]
    orders = (ranged("r1", "b1"), END, ranged("b2", "r1"), END)
    game = play(units, *orders, dice=(*HIT, *HIT))
    assert game.r1.eliminated
    assert points(game) == {"red": [50, 0, 0], "blue": [40, 0, 0]}


# Who scores an elimination

PUSHED = squad("r1", (18, 18), tokens=1, click=5, points=30)


@rule("AOD-VICT-006")
def test_with_two_sides_the_other_scores_whatever_the_cause() -> None:
    game = play([*REST, PUSHED], move("r1", (18, 19)))
    assert game.events("Eliminated")[0].by == ""
    assert points(game) == {"red": [0, 0, 0], "blue": [30, 0, 0]}
    never = {"self_elimination_scores": "never"}
    assert points(play([*REST, PUSHED], move("r1", (18, 19)), rulings=never))["blue"] == [0, 0, 0]


@rule("AOD-VICT-006")
def test_among_three_nobody_scores_what_a_player_does_to_himself() -> None:
    units = [*REST, PUSHED, green(tank("g9", (33, 10)))]
    game = play(units, move("r1", (18, 19)), players=THREE)
    assert game.r1.eliminated
    assert points(game) == {player: [0, 0, 0] for player in THREE}
    assert who_scores(Field(game.outcome.setup, game.state).piece("r9"), "red") == ""


@rule("AOD-VICT-006")
def test_among_three_the_player_whose_unit_did_it_scores_alone() -> None:
    target = green(squad("g1", (18, 17), 180, click=5, points=50))
    units = [*REST, tank("r1", (18, 10)), target, green(tank("g9", (33, 10)))]
    game = play(units, ranged("r1", "g1"), dice=HIT, players=THREE)
    assert game.events("Eliminated")[0].by == "red"
    assert points(game) == {"red": [50, 0, 0], "blue": [0, 0, 0], "green": [0, 0, 0]}


@rule("AOD-VICT-006", "AOD-EQUIP-003")
def test_who_last_led_a_captive_scores_the_unit_that_gave_itself_up_for_it() -> None:
    units = [
        *REST,
        squad("r1", (18, 19.625), equipment={"attack": ("red", "circle")}, points=25),
        squad("b1", (18, 15.375)),
        green(tank("g1", (18, 17.5), captive_of="b1")),
        green(tank("g9", (33, 10))),
    ]
    order = move("r1") | {"on": ["Bypass"]}
    game = play(units, order, players=THREE)
    assert game.r1.eliminated
    assert points(game) == {"red": [0, 0, 0], "blue": [0, 0, 0], "green": [25, 0, 0]}


@rule("AOD-VICT-007")
def test_passengers_lost_with_their_transport_score() -> None:
    carrier = tank("b1", (18, 17), 180, click=8, points=23)
    load = [aboard(squad(f"b{n}", (0, 0), points=17), "b1") for n in (2, 3)]
    game = play([*REST, tank("r1", (18, 10)), carrier, *load], ranged("r1", "b1"), dice=HIT)
    assert points(game)["red"] == [57, 0, 0]
    carrier = tank("b1", (18, 17), 180, points=23)
    game = play([*REST, tank("r1", (18, 10)), carrier, *load], ranged("r1", "b1"), dice=HIT)
    assert points(game)["red"] == [0, 0, 0]


@rule("AOD-VICT-008")
@pytest.mark.parametrize(("kind", "scored"), [("blocking", 50), ("hindering", 0)])
def test_a_captive_lost_in_blocking_terrain_scores_for_who_held_it(kind: str, scored: int) -> None:
    units = [
        *REST,
        squad("r1", (18, 13.5)),
        squad("b1", (18, 15), 180, click=5, points=10),
        squad("r2", (18, 16.5), points=50, captive_of="b1"),
    ]
    ground = [woods("t", (16, 15.8), (20, 20), kind=kind)]
    game = play(units, close("r1", "b1"), dice=HIT, terrain=ground)
    assert game.b1.eliminated
    assert game.r2.eliminated == (scored > 0)
    assert points(game) == {"red": [10, 0, 0], "blue": [scored, 0, 0]}


# The second condition


@rule("AOD-VICT-009", "AOD-END-005", "AOD-VICT-016")
def test_functional_units_on_the_battlefield_survive() -> None:
    red = [
        tank("r1", (5, 10), points=50),
        mech("r2", (10, 10), points=144),
        tank("r3", (15, 10), points=40, **SALVAGE),
        squad("r4", (20, 10), points=20, captive_of="b1"),
        aboard(squad("r5", (0, 0), points=17), "r1"),
    ]
    found = now(*red, squad("b1", (20, 11.5), 180, points=15))
    assert found["red"] == {"r1": 50, "r2": 144}
    assert found["blue"]["b1"] == 15


@rule("AOD-END-005", "AOD-STD-018")
def test_a_shut_down_mech_and_a_repair_vehicle_are_functional() -> None:
    repair = tank("r2", (10, 10), points=30, equipment={"attack": ("green", "square")})
    found = now(mech("r1", (5, 10), points=90, shutdown=True), repair, tank("b1", (30, 30)))
    assert found["red"] == {"r1": 90, "r2": 30}


@rule("AOD-VICT-010")
def test_without_a_functional_unit_a_player_gets_nothing_for_the_battlefield() -> None:
    salvage = squad("r1", (20, 10), points=15, **SALVAGE)
    prize = mech("b1", (20, 12), 180, points=100, captive_of="r1")
    wreck = tank("b2", (30, 20), points=30, **SALVAGE)
    found = now(salvage, prize, wreck, tank("b9", (5, 30)))
    assert found["red"] == {}
    helped = now(salvage, prize, wreck, tank("b9", (5, 30)), tank("r2", (5, 5), points=7))
    assert helped["red"] == {"r2": 7, "b1": 200, "b2": 30}


@rule("AOD-VICT-010")
def test_eliminations_are_kept_without_a_functional_unit() -> None:
    units = [REST[1], tank("r1", (18, 10)), squad("b1", (18, 17), 180, click=5, points=50)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    state = game.state.with_unit("r1", withdrawn=True, at=None)
    standing = standings(Field(game.outcome.setup, state))["red"]
    assert [tally.total for tally in standing.values()] == [50, 0, 0]


@rule("AOD-VICT-011", "AOD-VICT-012")
@pytest.mark.parametrize(
    ("held", "value"),
    [((18, 2.1), 34), ((18, 3.0), 34), ((18, 4.0), 0), ((18, 34.0), 0)],
)
def test_captured_infantry_counts_double_in_the_captors_zone_only(held: Any, value: int) -> None:
    captor = squad("r1", (held[0] + 1.5, held[1]), points=15)
    found = now(captor, squad("b1", held, points=17, captive_of="r1"), REST[1])
    assert found["red"].get("b1", 0) == value


@rule("AOD-VICT-011")
def test_a_captured_vehicle_in_the_zone_counts_double() -> None:
    found = now(
        squad("r1", (18, 4.5)),
        tank("b1", (18, 2.375), points=50, captive_of="r1"),
        REST[1],
    )
    assert found["red"]["b1"] == 100


@rule("AOD-VICT-013")
@pytest.mark.parametrize("y", [18, 2.5, 33])
def test_a_captured_mech_counts_double_anywhere_and_never_more(y: float) -> None:
    captor = squad("r1", (20, y))
    found = now(captor, mech("b1", (18.1, y), points=144, captive_of="r1"), REST[1])
    assert found["red"]["b1"] == 288


@rule("AOD-VICT-014", "AOD-VICT-018")
@pytest.mark.parametrize(("y", "value"), [(18, 50), (2.5, 50), (33.5, 0)])
def test_an_opposing_salvage_unit_counts_outside_its_own_zone(y: float, value: int) -> None:
    found = now(tank("r1", (5, 10)), tank("b1", (18, y), points=50, **SALVAGE))
    assert found["red"].get("b1", 0) == value


@rule("AOD-VICT-014")
def test_every_opponent_scores_a_salvage_unit() -> None:
    wreck = tank("b1", (18, 18), points=50, **SALVAGE)
    found = now(*REST, green(tank("g1", (33, 10))), wreck, players=THREE)
    assert (found["red"]["b1"], found["green"]["b1"]) == (50, 50)
    assert "b1" not in found["blue"]


TEAMS = [
    {"id": "red", "team": "a"},
    {"id": "green", "team": "a"},
    {"id": "blue", "team": "b"},
]


@rule("AOD-VICT-014", "AOD-VICT-023")
@pytest.mark.parametrize(
    ("once", "red_is_able", "scored"),
    [(True, True, ["red"]), (True, False, ["green"]), (False, True, ["red", "green"])],
)
def test_opposing_salvage_counts_once_for_a_side(
    once: bool, red_is_able: bool, scored: list[str]
) -> None:
    wreck = tank("b1", (18, 18), points=50, **SALVAGE)
    red = tank("r9", (3, 6)) if red_is_able else tank("r9", (3, 6), **SALVAGE)
    found = now(
        *(red, REST[1], green(tank("g1", (33, 10))), wreck),
        players=TEAMS,
        rulings={"salvage_scores_once_a_side": once},
    )
    assert [player for player, parts in found.items() if "b1" in parts] == scored


@rule("AOD-VICT-014", "AOD-VICT-010")
def test_salvage_counts_for_no_side_without_a_functional_unit() -> None:
    lone = [tank("r9", (3, 6), **SALVAGE), green(tank("g1", (33, 10), **SALVAGE))]
    found = now(*lone, REST[1], tank("b1", (18, 18), points=50, **SALVAGE), players=TEAMS)
    assert found["red"] == found["green"] == {}


@rule("AOD-VICT-015")
def test_the_second_condition_is_the_sum_of_its_parts() -> None:
    found = now(
        tank("r1", (5, 10), points=144),
        squad("r2", (18, 4.5), points=30),
        squad("r3", (25, 10), points=20),
        tank("b1", (18, 2.375), points=50, captive_of="r2"),
        mech("b2", (25, 11.9), points=100, captive_of="r3"),
        tank("b3", (30, 20), points=30, **SALVAGE),
        tank("b4", (12, 33.5), points=60, **SALVAGE),
    )
    assert found["red"] == {"r1": 144, "r2": 30, "r3": 20, "b1": 100, "b2": 200, "b3": 30}
    assert sum(found["red"].values()) == 524


@rule("AOD-VICT-015", "AOD-VICT-018")
def test_a_captive_that_is_salvage_too_counts_once() -> None:
    wreck = tank("b1", (18, 18), points=50, captive_of="r1", **SALVAGE)
    assert "b1" not in now(squad("r1", (18, 20.125)), wreck, REST[1])["red"]
    hulk = mech("b1", (18, 18), points=50, captive_of="r1", **SALVAGE)
    assert now(squad("r1", (18, 19.9)), hulk, REST[1])["red"]["b1"] == 100


@rule("AOD-VICT-016")
def test_a_captive_taken_aboard_counts_for_nobody() -> None:
    load = [
        aboard(squad("r2", (0, 0)), "r1"),
        aboard(squad("b1", (0, 0), points=17, captive_of="r2"), "r1"),
    ]
    found = now(tank("r1", (18, 2), points=40), *load, REST[1])
    assert found["red"] == {"r1": 40}


@rule("AOD-VICT-024", "AOD-UNIT-026")
def test_a_unit_that_changed_sides_counts_for_who_leads_it_now() -> None:
    game = play([*REST, tank("b1", (18, 18), points=70)])
    state = game.state.with_unit("b1", owner="red")
    standing = standings(Field(game.outcome.setup, state))
    wheres = {
        player: [part.where for part in conditions[BATTLEFIELD].parts]
        for player, conditions in standing.items()
    }
    assert wheres == {"red": ["r9", "b1"], "blue": ["b9"]}


# The third condition


def zones_scored(*units: Json, turns: int = 2, **fields: Any) -> dict[str, int]:
    """The points for zones after some turns."""
    game = play([*REST, *units], *[END] * turns, **fields)
    return {player: sums[2] for player, sums in points(game).items()}


@rule("AOD-VICT-017", "AOD-VICT-005")
def test_each_own_command_stage_gives_a_point_for_each_unit_in_the_zone() -> None:
    guests = (tank("r1", (12, 34)), squad("r2", (20, 34)))
    assert zones_scored(*guests, turns=6) == {"red": 6, "blue": 0}
    assert zones_scored(*guests, turns=1) == {"red": 0, "blue": 0}


@rule("AOD-VICT-017")
def test_who_leaves_the_zone_before_the_command_stage_scores_nothing() -> None:
    units = [*REST, squad("r1", (20, 32.5))]
    stays = (move("r1", (20, 33.5)), END, END)
    assert points(play(units, *stays))["red"] == [0, 0, 1]
    leaves = [*REST, squad("r1", (20, 33.5))]
    assert points(play(leaves, move("r1", (20, 32.5)), END, END))["red"] == [0, 0, 0]


@rule("AOD-VICT-017")
@pytest.mark.parametrize(("y", "x", "inside"), [(33.0, 8.0, 1), (32.9, 8.0, 0), (33.0, 7.9, 0)])
def test_the_dot_decides_and_the_border_belongs_to_the_zone(
    y: float, x: float, inside: int
) -> None:
    assert zones_scored(squad("r1", (x, y)))["red"] == inside


@rule("AOD-VICT-017", "AOD-VICT-018", "AOD-VICT-016")
def test_wrecks_and_flyers_count_in_the_zone_captives_and_passengers_do_not() -> None:
    guests = (
        tank("r1", (12, 34), **SALVAGE),
        mech("r2", (16, 34), shutdown=True, heat=5),
        vtol("r3", (20, 34), level="cruising"),
        aboard(squad("r4", (0, 0)), "r1"),
        squad("b1", (24, 34), captive_of="r5"),
        squad("r5", (25.5, 34)),
    )
    game = play([*REST, *guests], END, END)
    scored = [event.unit for event in game.events("PointsScored")]
    assert scored == ["r1", "r2", "r3", "r5"]


@rule("AOD-VICT-017")
def test_one_unit_gives_one_point_even_where_zones_overlap() -> None:
    players = [
        {"id": "red", "edge": "south"},
        {"id": "blue", "edge": "north"},
        {"id": "green", "edge": "north"},
    ]
    units = (squad("r1", (20, 34)), green(tank("g9", (33, 10))))
    assert zones_scored(*units, turns=3, players=players)["red"] == 1


@rule("AOD-VICT-017", "AOD-VICT-018")
def test_a_captive_in_its_own_zone_is_no_occupier() -> None:
    captive = squad("b1", (24, 34), captive_of="r5")
    assert zones_scored(captive, squad("r5", (24, 32.5)))["red"] == 0


@rule("AOD-VICT-005", "AOD-VICT-015")
def test_the_score_at_any_moment_names_every_figure() -> None:
    units = [*REST, tank("r1", (18, 10)), squad("b1", (18, 17), 180, click=5, points=50)]
    game = play(units, ranged("r1", "b1"), dice=HIT)
    standing = standings(Field(game.outcome.setup, game.state))["red"]
    lines = {
        name: [(p.what, p.value, p.where) for p in tally.parts] for name, tally in standing.items()
    }
    assert lines == {
        "elimination": [("eliminated", 50, "b1")],
        "battlefield": [("survivor", 40, "r9"), ("survivor", 40, "r1")],
        "zone": [],
    }
    assert points(game)["red"] == [50, 0, 0]
    assert msgspec.json.decode(msgspec.json.encode(game.state), type=type(game.state)) == game.state
