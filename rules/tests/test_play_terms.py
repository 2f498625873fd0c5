"""The standard game and what an event brings to a scenario (AOD-STD-001 to AOD-STD-007)."""

from typing import Any

import pytest

from rules import Unreadable
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.terms import departures
from rules.tests.skirmishes import Json, read, scenario, tank, woods

rule = pytest.mark.rule
UNITS = [tank("r1", (18, 2)), tank("b1", (18, 34), 180)]
WOODS = [woods(f"t{n}", (8.0 * n, 14), (8.0 * n + 3, 18)) for n in range(4)]
OTHER: Json = {"table": None, "build_total": None, "time_limit": None}


def custom(**fields: Any) -> list[str]:
    """In what a game differs from the standard game."""
    standard = {"build_total": 450, "time_limit": 50, "terrain": WOODS}
    game = resolve(read(scenario(UNITS, **(standard | fields))))
    departures: list[str] = write_outcome(game)["custom"]
    return departures


@rule("AOD-STD-001")
def test_any_other_terms_are_a_game_of_its_own_and_not_refused() -> None:
    assert custom() == []
    assert custom(build_total=600, time_limit=None, turn_limit=12) == [
        "build_total",
        "time_limit",
        "turn_limit",
    ]


@rule("AOD-STD-001")
def test_an_event_fills_in_what_a_scenario_does_not_name() -> None:
    by_event = OTHER | {"event": "standard-450"}
    setup = read(scenario(UNITS, **by_event, terrain=WOODS)).setup
    assert (setup.table.width, setup.table.depth) == (36, 36)
    assert (setup.build_total, setup.orders_a_turn, setup.limits.minutes) == (450, 3, 50)
    assert custom(**by_event) == []
    assert custom(**(by_event | {"time_limit": 60})) == ["time_limit"]
    assert custom(**(by_event | {"event": "standard-600"})) == ["build_total"]


@rule("AOD-STD-001", "AOD-STD-008")
def test_an_event_of_a_club_brings_its_own_table_and_time() -> None:
    club = {"build_totals": [300], "table": {"width": 48, "depth": 40, "minutes": 90}}
    setup = read(scenario(UNITS, **OTHER, event=club)).setup
    assert (setup.table.width, setup.table.depth) == (48, 40)
    assert (setup.build_total, setup.limits.minutes) == (300, 90)
    assert custom(**OTHER, event=club) == ["battlefield", "build_total", "time_limit"]


@pytest.mark.parametrize(
    ("event", "path"),
    [
        ("no-such-event", "$.event"),
        ({"build_totals": [300], "table": {"width": "wide", "depth": 36}}, "$.table.width"),
        ({"build_totals": [300, 450]}, "$"),
    ],
)
def test_an_event_that_leaves_a_scenario_unreadable(event: Any, path: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        read(scenario(UNITS, **OTHER, event=event))
    assert unreadable.value.path == path


@rule("AOD-STD-002")
def test_the_standard_battlefield_is_three_feet_square() -> None:
    assert custom(table=None) == []
    assert custom(table={"width": 48, "depth": 48}) == ["battlefield"]
    assert custom(table={"width": 36, "depth": 48}) == ["battlefield"]


@rule("AOD-STD-003")
@pytest.mark.parametrize("total", [300, 600])
def test_the_standard_build_total_is_450(total: int) -> None:
    assert custom(build_total=total) == ["build_total"]


@rule("AOD-STD-004")
def test_the_standard_game_lasts_50_minutes() -> None:
    assert custom(time_limit=49) == ["time_limit"]
    assert custom(time_limit=None) == ["time_limit"]


@rule("AOD-STD-005")
@pytest.mark.parametrize("pieces", [0, 3, 5])
def test_the_standard_game_has_two_pieces_of_terrain_a_player(pieces: int) -> None:
    extra = woods("t9", (20, 22), (24, 26))
    assert custom(terrain=[*WOODS, extra][:pieces]) == ["terrain"]


@rule("AOD-STD-005")
def test_pieces_beside_the_table_count_while_the_game_is_set_up() -> None:
    pool = [woods(f"p{n}", (0, 0), (3, 3)) for n in range(4)]

    def departs(*pieces: Json) -> tuple[str, ...]:
        terms: Json = {"build_total": 450, "time_limit": 50, "pool": list(pieces)}
        start = read(scenario(UNITS, **terms, stage="setup", active=None))
        return departures(start.setup, start.state)

    assert departs(*pool) == ()
    assert departs(*pool[:2]) == ("terrain",)


@rule("AOD-STD-006")
@pytest.mark.parametrize(
    ("element", "departs"),
    [
        ({"kind": "blocking"}, []),
        ({"kind": "shallow_water"}, []),
        ({"kind": "deep_water"}, ["deep_water"]),
        ({"kind": "clear", "elevated": True}, ["elevated_terrain"]),
        ({"kind": "blocking", "elevated": True}, ["elevated_terrain"]),
    ],
)
def test_the_standard_game_has_no_hills_and_no_deep_water(
    element: Json, departs: list[str]
) -> None:
    assert custom(terrain=[*WOODS[:3], WOODS[3] | element]) == departs
