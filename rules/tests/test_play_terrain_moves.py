"""Moves through terrain, into water and over elevations (AOD-TERRAIN, AOD-WATER, AOD-ELEV)."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    Json,
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
    woods,
)

rule = pytest.mark.rule

MISS = (1, 2, 1)
FAR = tank("b9", (33, 33))
JUMP: Json = {"equipment": {"speed": ("blue", "square")}}
WOOD = woods("wood", (0, 10), (20, 20))
HILL = woods("hill", (0, 10), (20, 20), kind="clear", elevated=True)
ROOF = HILL | {"abrupt": True, "access": [[5, 10]]}


def walk(unit: Json, *points: tuple[float, float], terrain: Any = (), **fields: Any) -> set[str]:
    """Why r1 may not take a way; nothing when it may."""
    return play([unit, FAR], move("r1", *points, **fields), terrain=list(terrain)).codes()


def refused_terrain(element: Json) -> str:
    """Where a scenario with such an element cannot be read; "" when it can."""
    try:
        read(scenario([FAR], terrain=[element]))
    except Unreadable as error:
        return error.path
    return ""


@rule("AOD-TERRAIN-001")
@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("hindering", ""),
        ("blocking", ""),
        ("shallow_water", ""),
        ("deep_water", ""),
        ("low_wall", "$.terrain[0].kind"),
    ],
)
def test_the_types_of_terrain(kind: str, path: str) -> None:
    assert refused_terrain(woods("t", (5, 5), (8, 8), kind=kind)) == path


@rule("AOD-TERRAIN-001", "AOD-TERRAIN-004")
def test_without_terrain_everything_is_clear() -> None:
    units = [squad("r1", (5, 5), speed=12), squad("b1", (5, 10.9))]
    assert play(units, ranged("r1", "b1"), dice=MISS).defense("b1") == {"base": 16}
    assert walk(units[0], (17, 5)) == set()


@rule("AOD-TERRAIN-004", "AOD-ELEV-001")
@pytest.mark.parametrize(
    ("kind", "elevated", "legal"),
    [
        ("clear", False, False),
        ("clear", True, True),
        ("hindering", True, True),
        ("blocking", True, True),
        ("shallow_water", True, False),
        ("deep_water", True, False),
    ],
)
def test_what_may_be_elevated(kind: str, elevated: bool, legal: bool) -> None:
    element = woods("t", (5, 5), (8, 8), kind=kind, elevated=elevated)
    assert (refused_terrain(element) == "") is legal


@rule("AOD-TERRAIN-002")
@pytest.mark.parametrize(("y", "occupies"), [(10.1, True), (9.9, False)])
def test_the_dot_says_whether_a_unit_occupies_terrain(y: float, occupies: bool) -> None:
    lake = woods("lake", (0, 10), (20, 20), kind="deep_water")
    units = [mech("r1", (5, y), 180), tank("b1", (5, 3))]
    shot = play(units, ranged("r1", "b1"), terrain=[lake], dice=() if occupies else MISS)
    assert shot.codes() == ({"SHOOTER_SUBMERGED"} if occupies else set())


@rule("AOD-TERRAIN-003", "AOD-WATER-001", "AOD-WATER-002")
def test_a_pond_stops_a_squad_but_no_shot() -> None:
    pond = woods("pond", (0, 7), (20, 10), kind="shallow_water")
    units = [squad("r1", (5, 5.5)), squad("b1", (5, 11.4))]
    assert play(units, ranged("r1", "b1"), terrain=[pond], dice=MISS).defense("b1") == {"base": 16}
    assert play(units, move("r1", (5, 7.75)), terrain=[pond]).codes() == set()
    assert play(units, move("r1", (5, 8.2)), terrain=[pond]).codes() == {"MUST_STOP"}


@rule("AOD-TERRAIN-005")
def test_units_stand_in_woods_but_hover_tanks_do_not() -> None:
    assert walk(squad("r1", (5, 8)), (5, 10.75), terrain=[WOOD]) == set()
    assert walk(squad("r1", (5, 8)), (5, 9.5), terrain=[WOOD]) == set()
    hover = squad("r1", (5, 8), mode="hover")
    assert walk(hover, (5, 9.25), terrain=[WOOD]) == set()
    assert walk(hover, (5, 9.5), terrain=[WOOD]) == {"ENDS_ON_TERRAIN"}


@rule("AOD-TERRAIN-006")
@pytest.mark.parametrize(
    ("unit", "depth"),
    [
        (squad("r1", (10, 6)), 0.75),
        (mech("r1", (10, 6)), 1.15),
        (tank("r1", (10, 6), mode="wheeled"), 1.375),
        (tank("r1", (10, 6), 90, mode="wheeled"), 1.375),
    ],
)
def test_the_whole_base_must_be_inside_before_the_stop(unit: Json, depth: float) -> None:
    stop = 10 + depth
    assert walk(unit, (10, stop), terrain=[WOOD]) == set()
    assert walk(unit, (10, stop + 0.1), terrain=[WOOD]) == {"MUST_STOP"}


@rule("AOD-TERRAIN-006")
def test_a_way_across_the_corner_or_a_narrow_strip_goes_on() -> None:
    corner = woods("corner", (6, 7), (9, 20))
    assert walk(squad("r1", (4, 7), speed=8), (8, 7), (10, 7), terrain=[corner]) == set()
    strip = woods("strip", (0, 7), (20, 8))
    assert walk(squad("r1", (5, 5)), (5, 10), terrain=[strip]) == set()


@rule("AOD-TERRAIN-006")
@pytest.mark.parametrize("start", [5.0, 5.02, 5.04, 5.06, 5.08])
@pytest.mark.parametrize(
    "strip",
    [
        [woods("strip", (0, 7), (20, 8.55))],
        [woods("left", (0, 7), (5, 8.55)), woods("right", (5, 7), (20, 8.55))],
        [woods("near", (0, 7), (20, 7.8)), woods("far", (0, 7.8), (20, 8.55))],
    ],
)
def test_a_strip_just_wide_enough_for_the_base_stops_it_wherever_it_begins(
    start: float, strip: list[Json]
) -> None:
    assert walk(squad("r1", (5, start)), (5, 7.75), terrain=strip) == set()
    assert walk(squad("r1", (5, start)), (5, 10), terrain=strip) == {"MUST_STOP"}


@rule("AOD-TERRAIN-006")
def test_a_way_to_where_a_unit_stands_beside_a_wood_is_as_any() -> None:
    wood = woods("wood", (0, 7), (20, 10))
    assert walk(squad("r1", (5, 10.7)), (5, 10.7), terrain=[wood]) == set()
    assert walk(squad("r1", (5, 10.7)), (5, 11), (5, 11), terrain=[wood]) == set()
    assert walk(squad("r1", (5, 8.5)), (5, 10.7), (5, 10.7), terrain=[wood]) == set()


@rule("AOD-TERRAIN-006", "AOD-TERRAIN-007")
def test_two_adjoining_woods_stop_like_one() -> None:
    halves = [woods("a", (0, 7), (5, 20)), woods("b", (5, 7), (20, 20))]
    assert walk(squad("r1", (5, 5)), (5, 7.75), terrain=halves) == set()
    assert walk(squad("r1", (5, 5)), (5, 8.2), terrain=halves) == {"MUST_STOP"}


@rule("AOD-TERRAIN-006")
def test_several_legs_are_one_way() -> None:
    legs = [{"travel": [[5, 10.75]]}, {"rotate": 90}, {"travel": [[5, 11]]}]
    order = {"order": "move", "unit": "r1", "legs": legs}
    units = [squad("r1", (5, 8)), FAR]
    assert play(units, order, terrain=[WOOD]).codes() == {"MUST_STOP"}


@rule("AOD-TERRAIN-007")
def test_the_first_wood_that_holds_the_base_stops_it() -> None:
    near, far = woods("near", (0, 7), (20, 9)), woods("far", (0, 11), (20, 20))
    mover = squad("r1", (5, 6), speed=10)
    played = play([mover, FAR], move("r1", (5, 11.75)), terrain=[far, near])
    (violation,) = played.outcome.refused[0].violations
    assert (violation.code, violation.where) == ("MUST_STOP", ("near",))
    thin = woods("near", (0, 7), (20, 8))
    assert walk(mover, (5, 11.75), terrain=[thin, far]) == set()


@rule("AOD-TERRAIN-008")
@pytest.mark.parametrize(
    ("start", "inches"), [((5, 15), 5), ((5, 9.5), 5), ((5, 9.25), 5), ((5, 9.2), 9)]
)
def test_touching_a_wood_at_the_start_halves_the_speed(start: Any, inches: float) -> None:
    mover = squad("r1", start, speed=9)
    south = start[1] - inches
    assert walk(mover, (5, max(south, 0.75)), terrain=[WOOD]) == set()
    if inches == 5:
        assert walk(mover, (5, south - 0.1), terrain=[WOOD]) == {"TOO_FAR"}


@rule("AOD-TERRAIN-008", "AOD-RUN-001")
@pytest.mark.parametrize(("speed", "inches"), [(6, 6), (5, 5), (3, 3)])
def test_a_run_out_of_a_wood_is_doubled_first_and_then_halved(speed: int, inches: int) -> None:
    mover = mech("r1", (5, 13), speed=speed)
    assert walk(mover, (5, 13 - inches), run=True, terrain=[WOOD]) == set()
    assert walk(mover, (5, 12.9 - inches), run=True, terrain=[WOOD]) == {"TOO_FAR"}


@rule("AOD-TERRAIN-009")
def test_a_start_across_the_edge_is_halved_and_stopped() -> None:
    mover = squad("r1", (5, 9.8), speed=9)
    assert walk(mover, (5, 10.75), terrain=[WOOD]) == set()
    assert walk(mover, (5, 11.5), terrain=[WOOD]) == {"MUST_STOP"}
    assert walk(mover, (5, 4.7), terrain=[WOOD]) == {"TOO_FAR"}


@rule("AOD-TERRAIN-009")
def test_a_start_wholly_inside_is_halved_and_not_stopped_again() -> None:
    home, next_ = woods("home", (0, 10), (20, 12)), woods("next", (0, 13), (20, 20))
    mover = squad("r1", (5, 11), speed=10)
    assert walk(mover, (5, 15.5), terrain=[home, next_]) == set()
    assert walk(mover, (5, 16.1), terrain=[home, next_]) == {"TOO_FAR"}


@rule("AOD-TERRAIN-011")
def test_a_wood_changes_nothing_in_close_combat() -> None:
    units = [mech("r1", (5, 13)), mech("b1", (5, 15.3), 0)]
    played = play(units, close("r1", "b1"), terrain=[WOOD], dice=MISS)
    assert played.defense("b1") == {"base": 18}
    assert played.attack() == {"base": 9, "rear_arc": 2}


@rule("AOD-TERRAIN-014")
@pytest.mark.parametrize(
    ("points", "codes"),
    [
        ([(5, 10)], {"TERRAIN_IN_WAY"}),
        ([(5, 7), (8.5, 10)], set()),
        ([(5, 6.5)], {"ENDS_ON_TERRAIN"}),
        ([(5, 6.25)], set()),
        ([(5, 7.5)], {"TERRAIN_IN_WAY", "ENDS_ON_TERRAIN"}),
    ],
)
def test_walls_stop_dots_on_the_way_and_bases_at_rest(points: Any, codes: set[str]) -> None:
    wall = woods("wall", (2, 7), (8, 8), kind="blocking")
    mover = squad("r1", (5, 5), speed=9)
    if points == [(5, 7), (8.5, 10)]:
        points = [(8, 7), (8, 8), (8.5, 10)]
    assert walk(mover, *points, terrain=[wall]) == codes


@rule("AOD-WATER-003")
@pytest.mark.parametrize("unit", [tank("r1", (5, 5)), squad("r1", (5, 5), speed=8)])
def test_deep_water_blocks_whoever_cannot_swim(unit: Json) -> None:
    lake = woods("lake", (0, 8), (20, 20), kind="deep_water")
    assert walk(unit, (5, 9), terrain=[lake]) == {"TERRAIN_IN_WAY", "ENDS_ON_TERRAIN"}
    assert walk(unit, (5, 7.9), terrain=[lake]) == {"ENDS_ON_TERRAIN"}
    assert walk(mech("r1", (5, 5)), (5, 9), terrain=[lake]) == set()


@rule("AOD-WATER-004", "AOD-ASSAULT-002")
def test_an_assault_does_not_shoot_from_under_water() -> None:
    lake = woods("lake", (0, 8), (20, 20), kind="deep_water")
    units = [mech("r1", (5, 6.5)), tank("b1", (5, 22), 90), tank("b2", (9, 5), 90)]
    order = {
        "order": "assault",
        "unit": "r1",
        "kind": "ranged",
        "legs": [{"travel": [[5, 8.5]]}, {"rotate": 90}],
        "targets": ["b2"],
    }
    assert "SHOOTER_SUBMERGED" in play(units, order, terrain=[lake]).codes()


@rule("AOD-WATER-005")
@pytest.mark.parametrize(
    ("attacker", "target", "codes"),
    [
        ((5, 12), (5, 14.3), set()),
        ((5, 7.8), (5, 10.1), {"TARGET_SUBMERGED"}),
        ((5, 10.1), (5, 7.8), set()),
    ],
)
def test_who_fights_under_water(attacker: Any, target: Any, codes: set[str]) -> None:
    lake = woods("lake", (0, 9), (20, 20), kind="deep_water")
    facing = 0 if attacker[1] < target[1] else 180
    units = [mech("r1", attacker, facing), mech("b1", target)]
    played = play(units, close("r1", "b1"), terrain=[lake], dice=() if codes else MISS)
    assert played.codes() == codes


@rule("AOD-WATER-005")
def test_nobody_charges_a_unit_under_water() -> None:
    lake = woods("lake", (0, 9), (20, 20), kind="deep_water")
    units = [mech("r1", (5, 3), **JUMP), mech("b1", (5, 10.1))]
    for kind in ("charge", "death_from_above"):
        order = {"order": kind, "unit": "r1", "target": "b1", "path": [[5, 7.8]]}
        assert "TARGET_SUBMERGED" in play(units, order, terrain=[lake]).codes()


@rule("AOD-ELEV-002", "AOD-ELEV-003")
@pytest.mark.parametrize(
    ("unit", "stop"),
    [
        (squad("r1", (5, 8)), 10.75),
        (quad("r1", (5, 8)), 11.15),
        (tank("r1", (5, 8)), 11.375),
        (squad("r1", (5, 13)), 9.25),
        (mech("r1", (5, 13)), 8.85),
        (tank("r1", (5, 13)), 8.625),
    ],
)
def test_going_up_or_down_ends_the_move(unit: Json, stop: float) -> None:
    on = 0.1 if stop > 10 else -0.1
    assert walk(unit, (5, stop), terrain=[HILL]) == set()
    assert walk(unit, (5, stop + on), terrain=[HILL]) == {"MUST_STOP"}
    assert walk(unit, (5, stop - on), terrain=[HILL]) == {"ENDS_ON_TERRAIN"}


@rule("AOD-ELEV-002")
def test_up_and_over_takes_more_than_one_move() -> None:
    ridge = woods("ridge", (0, 8), (20, 10), kind="clear", elevated=True)
    runner = mech("r1", (5, 6), speed=9)
    assert walk(runner, (5, 12), run=True, terrain=[ridge]) == {"MUST_STOP"}
    assert walk(mech("r1", (5, 6), **JUMP), (5, 12), terrain=[ridge]) == set()


@rule("AOD-ELEV-003")
def test_who_cannot_get_wholly_up_does_not_climb() -> None:
    assert walk(squad("r1", (5, 8), speed=2), (5, 10), terrain=[HILL]) == {"ENDS_ON_TERRAIN"}
    assert walk(squad("r1", (5, 8), speed=3), (5, 10.75), terrain=[HILL]) == set()


@rule("AOD-ELEV-003")
def test_a_turn_on_top_may_not_leave_the_base_across_the_edge() -> None:
    units = [tank("r1", (5, 11), 90), FAR]
    order = {"order": "move", "unit": "r1", "legs": [{"rotate": 0}]}
    assert play(units, order, terrain=[HILL]).codes() == {"ENDS_ON_TERRAIN"}


@rule("AOD-ELEV-008")
@pytest.mark.parametrize(("low", "codes"), [(9.24, set()), (8.8, {"NOT_IN_CONTACT"})])
def test_a_hill_does_not_part_fighters_who_touch_from_above(low: float, codes: Any) -> None:
    units = [squad("r1", (5, low)), squad("b1", (5, 10.75))]
    played = play(units, close("r1", "b1"), terrain=[HILL], dice=() if codes else MISS)
    assert played.codes() == codes


@rule("AOD-ELEV-010")
def test_a_roof_stops_and_raises_like_a_hill() -> None:
    assert walk(squad("r1", (5, 8)), (5, 11), terrain=[ROOF]) == {"MUST_STOP"}
    units = [squad("r1", (5, 8)), squad("b1", (5, 12))]
    played = play(units, ranged("r1", "b1"), terrain=[ROOF], dice=MISS)
    assert played.defense("b1")["height"] == 1
    assert walk(squad("r1", (9, 8)), (9, 10.75), terrain=[HILL]) == set()


@rule("AOD-ELEV-011")
@pytest.mark.parametrize(
    ("start", "points", "codes"),
    [
        ((5, 8), [(5, 10.75)], set()),
        ((9, 8), [(9, 10.75)], {"NO_ACCESS"}),
        ((9, 8), [(9, 10), (9, 10.75)], {"NO_ACCESS"}),
        ((7, 8.5), [(5, 10), (5, 10.75)], set()),
        ((5, 11), [(5, 9.25)], set()),
        ((9, 11), [(9, 9.25)], {"NO_ACCESS"}),
        ((9, 11), [(9, 10), (9, 9.25)], {"NO_ACCESS"}),
        ((9, 11), [(9, 14)], set()),
    ],
)
def test_a_cliff_is_passed_at_its_access_point(start: Any, points: Any, codes: set[str]) -> None:
    assert walk(squad("r1", start), *points, terrain=[ROOF]) == codes
    assert walk(squad("r1", start, **JUMP), *points, terrain=[ROOF]) == set()


@rule("AOD-ELEV-011")
@pytest.mark.parametrize(("inches", "codes"), [(0.09, set()), (0.11, {"NO_ACCESS"})])
def test_a_tenth_of_an_inch_beside_an_access_point_is_at_it(inches: float, codes: set[str]) -> None:
    for across in (5 - inches, 5 + inches):
        assert walk(squad("r1", (across, 8)), (across, 10.75), terrain=[ROOF]) == codes


@rule("AOD-ELEV-011")
def test_a_cliff_without_access_cannot_be_played() -> None:
    assert refused_terrain(HILL | {"abrupt": True}) == "$.terrain[0]"
    assert refused_terrain(ROOF) == ""


@rule("AOD-ELEV-012")
def test_nobody_fights_across_a_cliff_but_contact_holds() -> None:
    units = [squad("r1", (5, 9.25)), squad("b1", (5, 10.75))]
    assert play(units, close("r1", "b1"), terrain=[ROOF]).codes() == {"ABRUPT_EDGE"}
    assert play(units, move("r1", (5, 6)), terrain=[ROOF], dice=(3,)).r1.at == (5, 9.25)
    above = [squad("r1", (5, 12)), squad("b1", (5, 13.5))]
    assert play(above, close("r1", "b1"), terrain=[ROOF], dice=MISS).codes() == set()


# Staying where one is


HALF_ON_A_HILL = [woods("hill", (18, 5), (30, 15), kind="clear", elevated=True)]


@rule("AOD-ELEV-003", "AOD-TERRAIN-014")
def test_who_stands_where_it_could_not_come_to_rest_may_stay_and_turn() -> None:
    units = [mech("r1", (18, 10)), squad("b1", (18, 16), 180)]
    stay = {"order": "move", "unit": "r1", "legs": []}
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    shoot = assault("r1", "ranged", targets=["b1"])
    for order, dice in ((stay, ()), (turn, ()), (shoot, (1, 2, 1))):
        assert not play(units, order, dice=dice, terrain=HALF_ON_A_HILL).refused
    away = move("r1", (14, 10))
    assert not play(units, away, terrain=HALF_ON_A_HILL).refused


@rule("AOD-ELEV-003", "AOD-TERRAIN-014")
def test_nobody_comes_to_rest_there_again_once_it_has_left() -> None:
    units = [mech("r1", (18, 10)), squad("b1", (18, 16), 180)]
    for points in ([(18, 10.5)], [(17.5, 10), (18, 10)]):
        order = move("r1", *points)
        assert "ENDS_ON_TERRAIN" in play(units, order, terrain=HALF_ON_A_HILL).codes()
    long_base = [tank("r1", (18, 10)), squad("b1", (18, 16), 180)]
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert play(long_base, turn, terrain=HALF_ON_A_HILL).codes() == {"ENDS_ON_TERRAIN"}
