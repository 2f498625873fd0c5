"""Dials as they turn in play (rules AOD-DIAL)."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.play.play import resolve
from rules.tests.skirmishes import (
    HIT,
    Json,
    close,
    heat_dial,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    tank,
    vent,
)

rule = pytest.mark.rule
RED_AT, BLUE_AT = (18, 10), (18, 16)
SHOOT = ranged("r1", "b1")
MEND = close("r1", "r2", repair=True)
GREEN: Json = {"equipment": {"attack": ("green", "square")}}


def shot(**target: Any) -> Any:
    """A tank hit for three."""
    return play(
        [tank("r1", RED_AT, attack=12), tank("b1", BLUE_AT, 180, **target)], SHOOT, dice=HIT
    ).b1


def mended(clicks: int, **patient: Any) -> int:
    """The click of a tank after a repair of so many clicks."""
    workshop = mech("r1", RED_AT, primary_damage=clicks, **GREEN)
    units = [workshop, tank("r2", (18, 11.9), 90, defense=16, **patient)]
    click: int = play(units, MEND, dice=HIT).r2.click
    return click


@rule("AOD-DIAL-002")
def test_damage_turns_the_dial_on_and_repair_turns_it_back() -> None:
    assert shot(click=2).click == 5
    assert mended(2, click=5) == 3


@rule("AOD-DIAL-002")
def test_a_value_that_rises_with_damage_is_used_as_it_is() -> None:
    units = [tank("r1", RED_AT, click=2, later={2: {"speed": 11}})]
    assert not play(units, move("r1", (18, 21))).refused
    assert play([tank("r1", RED_AT)], move("r1", (18, 21))).codes() == {"TOO_FAR"}


@rule("AOD-DIAL-003")
def test_a_game_begins_at_the_starting_marker() -> None:
    assert play([tank("r1", RED_AT)]).r1.click == 1
    unmarked = tank("r1", RED_AT, later={1: {"marker": None}})
    with pytest.raises(Unreadable):
        read(scenario([unmarked]))


@rule("AOD-DIAL-004", "AOD-DIAL-005")
@pytest.mark.parametrize(
    ("clicks", "start", "marked", "end"),
    [(3, 6, 4, 4), (1, 6, 4, 5), (3, 6, None, 3), (3, 2, None, 1)],
)
def test_repair_stops_where_a_marker_shows(
    clicks: int, start: int, marked: int | None, end: int
) -> None:
    later = {marked: {"marker": "repair_limit"}} if marked else {}
    assert mended(clicks, click=start, later=later) == end


@rule("AOD-DIAL-004")
def test_a_unit_that_shows_a_repair_marker_cannot_be_repaired() -> None:
    patient = tank("r2", (18, 11.9), 90, click=4, later={4: {"marker": "repair_limit"}})
    assert play([mech("r1", RED_AT, **GREEN), patient], MEND).codes() == {"REPAIR_MARKER"}


@rule("AOD-DIAL-006")
@pytest.mark.parametrize(("click", "gone"), [(5, False), (6, True), (8, True)])
def test_a_unit_is_out_when_its_dial_runs_out(click: int, gone: bool) -> None:
    hit = shot(click=click)
    assert (hit.eliminated, hit.at is None) == (gone, gone)
    assert hit.click == min(click + 3, 9)


@rule("AOD-DIAL-009")
def test_ranges_and_vent_rating_stay_whatever_the_dial_shows() -> None:
    for click in (1, 8):
        units = [tank("r1", RED_AT, click=click), tank("b1", (18, 20), 180)]
        assert not play(units, SHOOT, dice=(2, 2, 1)).refused
        units[1]["at"] = [18, 20.1]
        assert play(units, SHOOT).codes() == {"OUT_OF_RANGE"}
        cooled = play([mech("r1", RED_AT, click=click, heat=3)], vent("r1"))
        assert cooled.r1.heat == 1


@rule("AOD-DIAL-012", "AOD-DIAL-013")
@pytest.mark.parametrize(("before", "after"), [(4, 2), (2, 0), (1, 0), (0, 0)])
def test_cooling_turns_the_heat_dial_back_to_its_start(before: int, after: int) -> None:
    cool = heat_dial({}, {}, {}, {}, {})
    assert play([mech("r1", RED_AT, heat=before, heat_dial=cool)], vent("r1")).r1.heat == after


@rule("AOD-DIAL-012")
def test_heat_turns_the_heat_dial_on() -> None:
    run = move("r1", (18, 6), run=True)
    heated = play([mech("r1", RED_AT, heat=2, tokens=1)], run)
    assert heated.r1.heat == 4


@rule("AOD-DIAL-013")
def test_a_mech_begins_the_game_cold() -> None:
    assert play([mech("r1", RED_AT)]).r1.heat == 0


@rule("AOD-DIAL-014")
def test_heat_ends_at_the_shutdown_position_and_the_rest_is_lost() -> None:
    fields: Json = {"heat": 4, "tokens": 1}
    stopped = play([mech("r1", RED_AT, **fields)], move("r1", (18, 6), run=True)).r1
    assert (stopped.heat, stopped.shutdown) == (5, True)


@rule("AOD-DIAL-016")
def test_a_unit_with_speed_0_may_turn_and_not_go() -> None:
    still = [tank("r1", RED_AT, speed=0)]
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert play(still, turn).r1.facing == 90
    assert play(still, move("r1", (18, 11))).codes() == {"TOO_FAR"}
    with pytest.raises(Unreadable):
        resolve(read(scenario([tank("r1", RED_AT, speed=-1)])))
