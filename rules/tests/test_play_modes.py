"""What each speed mode and a run change about a move (AOD-MODE, AOD-RUN, AOD-QUAD)."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    END,
    Json,
    Played,
    assault,
    heat_dial,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    woods,
)

rule = pytest.mark.rule

MISS = (1, 2, 1)
FAR = tank("b9", (33, 33))
NORTH = (5, 10)


def walk(unit: Json, *points: tuple[float, float], terrain: Any = (), **fields: Any) -> set[str]:
    """Why r1 may not take a way; nothing when it may."""
    return play([unit, FAR], move("r1", *points, **fields), terrain=list(terrain)).codes()


def pond(kind: str, low: float = 8, high: float = 30) -> Json:
    """Something of a kind across the table, between two heights."""
    return woods(kind, (0, low), (20, high), kind=kind)


def reach(unit: Json, terrain: Json) -> int:
    """How many whole inches south r1 can go."""
    start = unit["at"]
    return max(
        inches
        for inches in range(13)
        if not walk(unit, (start[0], start[1] - inches), terrain=[terrain])
    )


MODES = {
    "foot": (squad, {"hindering": "H", "shallow_water": "H", "deep_water": "B"}),
    "aquatic": (squad, {"hindering": "H", "shallow_water": "C", "deep_water": "C"}),
    "hover": (squad, {"hindering": "B", "shallow_water": "C", "deep_water": "C"}),
    "tracked": (tank, {"hindering": "C", "shallow_water": "C", "deep_water": "B"}),
    "wheeled": (tank, {"hindering": "H", "shallow_water": "B", "deep_water": "B"}),
    "mech": (mech, {"hindering": "H", "shallow_water": "C", "deep_water": "H"}),
    "quad_mech": (mech, {"hindering": "H", "shallow_water": "C", "deep_water": "H"}),
    "vtol": (tank, {"hindering": "B", "shallow_water": "C", "deep_water": "C"}),
}
RULES = {
    "foot": "AOD-MODE-003",
    "aquatic": "AOD-MODE-004",
    "hover": "AOD-MODE-005",
    "tracked": "AOD-MODE-006",
    "wheeled": "AOD-MODE-007",
    "mech": "AOD-MODE-008",
    "quad_mech": "AOD-QUAD-001",
    "vtol": "AOD-VTOL-002",
}


def mode_cases() -> list[Any]:
    """Each mode with its kinds of terrain, marked with the mode's rule."""
    return [
        pytest.param(mode, kind, hold, marks=rule("AOD-MODE-001", RULES[mode]), id=f"{mode}-{kind}")
        for mode, (_, holds) in MODES.items()
        for kind, hold in [*holds.items(), ("blocking", "B")]
    ]


@pytest.mark.parametrize(("mode", "kind", "hold"), mode_cases())
def test_terrain_at_the_start_halves_only_where_it_hinders(mode: str, kind: str, hold: str) -> None:
    """Speed 9 out of terrain: 9 where it is clear, 5 where it hinders, nothing stands in a wall."""
    unit = MODES[mode][0]("r1", (5, 17), 0, mode=mode, speed=9)
    if hold == "B":
        at_the_edge = MODES[mode][0]("r1", (5, 13), 0, mode=mode, speed=9)
        assert walk(at_the_edge, (5, 18), terrain=[pond(kind, 16)]) >= {"TERRAIN_IN_WAY"}
        assert walk(at_the_edge, (5, 15.5), terrain=[pond(kind, 16)]) == {"ENDS_ON_TERRAIN"}
    else:
        assert reach(unit, pond(kind)) == {"C": 9, "H": 5}[hold]


@rule("AOD-MODE-001", "AOD-MODE-003")
def test_a_squad_on_foot_that_touches_shallow_water_has_half_its_speed() -> None:
    unit = squad("r1", (5, 7.25), speed=6)
    assert reach(unit, pond("shallow_water")) == 3
    assert reach(squad("r1", (5, 7.2), speed=6), pond("shallow_water")) == 6


@rule("AOD-MODE-006", "AOD-WATER-002")
@pytest.mark.parametrize(("reading", "inches"), [("clear", 8), ("hindering", 4)])
def test_shallow_water_for_tracks_is_a_ruling(reading: str, inches: int) -> None:
    units = [tank("r1", (5, 17)), FAR]
    rulings = {"tracked_shallow": reading}
    terrain = [pond("shallow_water")]
    drive = {"terrain": terrain, "rulings": rulings}
    assert play(units, move("r1", (5, 17 - inches)), **drive).codes() == set()
    too_far = play(units, move("r1", (5, 16.9 - inches)), **drive).codes()
    assert too_far == {"TOO_FAR"}


@rule("AOD-MODE-004", "AOD-MODE-005", "AOD-WATER-004")
@pytest.mark.parametrize(
    ("unit", "submerged"),
    [
        (squad("r1", NORTH, mode="aquatic"), True),
        (mech("r1", NORTH), True),
        (quad("r1", NORTH), True),
        (squad("r1", NORTH, mode="hover"), False),
        (tank("r1", NORTH, mode="hover"), False),
        (tank("r1", NORTH, mode="vtol"), False),
    ],
)
def test_who_is_under_deep_water(unit: Json, submerged: bool) -> None:
    lake = [pond("deep_water", 8, 12)]
    foe = tank("b1", (5, 15), 180)
    shot = play([unit, foe], ranged("r1", "b1"), terrain=lake, dice=() if submerged else MISS)
    assert shot.codes() == ({"SHOOTER_SUBMERGED"} if submerged else set())
    back = play([unit, foe], END, ranged("b1", "r1"), terrain=lake, dice=() if submerged else MISS)
    assert back.codes(1) == ({"TARGET_SUBMERGED"} if submerged else set())


@rule("AOD-MODE-002")
def test_only_a_vtol_leaves_the_ground() -> None:
    climb = {"order": "move", "unit": "r1", "legs": [{"level": "cruising"}]}
    for unit in (squad("r1", NORTH), tank("r1", NORTH, mode="hover"), mech("r1", NORTH)):
        assert play([unit, FAR], climb).codes() == {"NO_LEVELS"}
    assert play([tank("r1", NORTH, mode="vtol"), FAR], climb).r1.level == "cruising"


@rule("AOD-MODE-001", "AOD-TERRAIN-003")
def test_a_wood_that_blocks_a_hover_tank_only_hinders_its_fire() -> None:
    units = [tank("r1", (5, 4), mode="hover"), tank("b1", (5, 13))]
    wood = [woods("wood", (2, 7), (8, 10))]
    played = play(units, ranged("r1", "b1"), terrain=wood, dice=MISS)
    assert played.defense("b1")["hindering"] == 1
    assert walk(units[0], (5, 8), terrain=wood) >= {"TERRAIN_IN_WAY"}


@rule("AOD-MODE-008", "AOD-WATER-003")
def test_a_mech_wades_in_and_stops_when_it_is_all_in_deep_water() -> None:
    lake = [pond("deep_water")]
    assert walk(mech("r1", (5, 5)), (5, 9.15), terrain=lake) == set()
    assert walk(mech("r1", (5, 5)), (5, 9.5), terrain=lake) == {"MUST_STOP"}
    assert walk(mech("r1", (5, 5)), (5, 11), terrain=[pond("shallow_water")]) == set()


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(mech, marks=rule("AOD-MODE-009")),
        pytest.param(quad, marks=rule("AOD-QUAD-003")),
    ],
)
@pytest.mark.parametrize(
    ("other", "end", "codes"),
    [
        (squad("b1", (5, 8)), 11, set()),
        (squad("r2", (5, 8)), 11, set()),
        (squad("b1", (5, 8)), 9, {"ENDS_ON_BASE"}),
        (tank("b1", (5, 8), 90), 11, {"BASE_IN_WAY"}),
        (mech("b1", (5, 8)), 11, {"BASE_IN_WAY"}),
        (quad("b1", (5, 8)), 11, {"BASE_IN_WAY"}),
    ],
)
def test_mechs_step_over_infantry_only(make: Any, other: Json, end: float, codes: Any) -> None:
    assert play([make("r1", (5, 5)), other, FAR], move("r1", (5, end))).codes() == codes


@rule("AOD-MODE-009")
@pytest.mark.parametrize("make", [squad, tank])
def test_nobody_else_steps_over_infantry(make: Any) -> None:
    units = [make("r1", (5, 5)), squad("b1", (5, 8)), FAR]
    assert "BASE_IN_WAY" in play(units, move("r1", (5, 10.5))).codes()


@rule("AOD-RUN-001", "AOD-MOVE-001")
@pytest.mark.parametrize("make", [mech, quad])
def test_a_run_doubles_the_speed(make: Any) -> None:
    units = [make("r1", (5, 5)), FAR]
    assert play(units, move("r1", (5, 17), run=True)).r1.at == (5, 17)
    assert play(units, move("r1", (5, 17.1), run=True)).codes() == {"TOO_FAR"}
    assert play(units, move("r1", (5, 11.1))).codes() == {"TOO_FAR"}


@rule("AOD-RUN-001")
@pytest.mark.parametrize("unit", [tank("r1", (5, 5)), squad("r1", (5, 5))])
def test_only_mechs_run(unit: Json) -> None:
    assert "NOT_A_MECH" in walk(unit, (5, 7), run=True)


@rule("AOD-RUN-002")
def test_a_run_is_part_of_the_order_and_settled_before_the_roll() -> None:
    units = [mech("r1", (5, 10)), tank("b1", (5, 11.9), 90)]
    played = play(units, move("r1", (5, 1.5), run=True), dice=(3,))
    assert played.r1.at == (5, 1.5)
    kinds = [type(event).__name__ for event in played.outcome.events]
    assert played.events("OrderGiven")[0].order.run
    assert kinds.index("OrderGiven") < kinds.index("BreakAwayRolled")
    walked = play(units, move("r1", (5, 4)), move("r1", (5, 1.5), run=True), dice=(3,))
    assert walked.codes(1) == {"ALREADY_ORDERED"}


@rule("AOD-RUN-003", "AOD-HEAT-004")
def test_the_heat_of_a_run_comes_together_with_that_of_pushing() -> None:
    """The avoid-shutdown square at 1 is passed over: no die is asked for."""
    dial = heat_dial({"colors": {"speed": "yellow"}}, {}, {})
    units = [mech("r1", (5, 5), tokens=1, heat_dial=dial), FAR]
    played = play(units, move("r1", (5, 12), run=True))
    (change,) = played.events("HeatChanged")
    assert {part.what: part.value for part in change.parts} == {"run": 1, "push": 1}
    assert played.r1.heat == 2


@rule("AOD-RUN-003")
@pytest.mark.parametrize(("run", "heat"), [(True, 1), (False, 0)])
def test_only_a_run_heats(run: bool, heat: int) -> None:
    assert play([mech("r1", (5, 5)), FAR], move("r1", (5, 8), run=run)).r1.heat == heat


@rule("AOD-RUN-005", "AOD-RUN-001")
def test_an_assault_keeps_to_the_walking_speed() -> None:
    units = [mech("r1", (5, 5)), tank("b1", (5, 20), 90)]
    assert play(units, assault("r1", "close", (5, 11))).r1.heat == 1
    assert play(units, assault("r1", "close", (5, 11.1))).codes() == {"TOO_FAR"}
    with pytest.raises(Unreadable):
        play(units, assault("r1", "close", (5, 11), run=True))
    assert play(units, move("r1", (5, 11.1), run=True)).codes() == set()


@rule("AOD-QUAD-007")
@pytest.mark.parametrize("kind", ["shallow_water", "deep_water"])
def test_a_quad_cools_2_in_any_water(kind: str) -> None:
    water = [pond(kind, 2, 20)]
    units = [quad("r1", (5, 5), heat=4), FAR]
    ordered: Played = play(units, move("r1"), END, terrain=water)
    assert ordered.r1.heat == 2
    assert play(units, END, terrain=water).r1.heat == 1
    came = play(units, move("r1", (5, 7.65)), END, terrain=[pond(kind, 6.5, 20)])
    assert (came.refused, came.r1.heat) == ({}, 4)
