"""Movement: how far, past what, where it must stop and where it may end."""

from typing import Any

import pytest

from rules.tests.skirmishes import (
    END,
    Json,
    mech,
    move,
    play,
    quad,
    ranged,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule


def walk(unit: Json, *points: tuple[float, float], others: Any = (), **fields: Any) -> set[str]:
    """Why r1 may not take a way; nothing when it has arrived."""
    order = move("r1", *points, **{k: fields.pop(k) for k in ("run", "off") if k in fields})
    game = play([unit, *others], order, **fields)
    if not game.codes():
        assert game.r1.at == pytest.approx(points[-1])
    return game.codes()


@rule("AOD-MOVE-001", "AOD-MOVE-002", "AOD-MOVE-005", "AOD-MOVE-006", "AOD-MOVE-008")
@pytest.mark.parametrize(
    ("points", "legal"),
    [
        ([(18, 18)], True),
        ([(18, 18.01)], False),
        ([(22, 10), (22, 14)], True),
        ([(18, 11)], True),
        ([(22, 10), (22, 14.1)], False),
    ],
)
def test_a_path_is_at_most_as_long_as_the_speed(points: Any, legal: bool) -> None:
    assert walk(tank("r1", (18, 10)), *points) == (set() if legal else {"TOO_FAR"})


@rule("AOD-MOVE-007", "AOD-FACING-002", "AOD-MOVE-006")
def test_a_unit_without_speed_may_turn() -> None:
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 100}]}
    game = play([tank("r1", (18, 10), speed=0)], turn)
    assert (game.r1.facing, game.r1.tokens) == (100, 1)
    assert walk(tank("r1", (18, 10), speed=0), (18, 11)) == {"TOO_FAR"}


@rule("AOD-RUN-001", "AOD-ATTACK-003", "AOD-MODIF-004", "AOD-MODIF-012", "AOD-MODIF-005")
@pytest.mark.parametrize(
    ("make", "inches", "codes"),
    [(mech, 12, set()), (quad, 12, set()), (mech, 12.1, {"TOO_FAR"}), (tank, 8, {"NOT_A_MECH"})],
)
def test_a_run_doubles_the_modified_speed_of_a_mech(
    make: Any, inches: float, codes: set[str]
) -> None:
    assert walk(make("r1", (18, 10)), (18, 10 + inches), run=True) >= codes
    if not codes:
        assert walk(make("r1", (18, 10)), (18, 10 + inches), run=True) == set()


@rule("AOD-MODIF-012", "AOD-MODIF-003", "AOD-ATTACK-002", "AOD-ATTACK-001", "AOD-MODIF-001")
@pytest.mark.parametrize(
    ("reading", "modifier", "reach"),
    [("modified_value", -1, 10), ("unmodified_value", -1, 11), ("modified_value", -9, 0)],
)
def test_the_number_of_the_heat_dial_comes_before_the_run(
    reading: str, modifier: int, reach: int
) -> None:
    from rules.tests.skirmishes import heat_dial

    walker = mech("r1", (18, 10), heat=1, heat_dial=heat_dial({"speed_mod": modifier}, {}, {}, {}))
    rulings = {"run_and_assault_act_on": reading}
    way: Any = {"run": True, "rulings": rulings}
    if reach:
        assert walk(walker, (18, 10 + reach), **way) == set()
    assert walk(walker, (18, 10.1 + reach), **way) == {"TOO_FAR"}


@rule("AOD-MOVE-003", "AOD-MODE-009", "AOD-QUAD-003", "AOD-CONTACT-006")
@pytest.mark.parametrize(
    ("make", "other", "code"),
    [
        (tank, squad, "BASE_IN_WAY"),
        (tank, tank, "BASE_IN_WAY"),
        (mech, squad, None),
        (quad, squad, None),
        (mech, tank, "BASE_IN_WAY"),
        (mech, mech, "BASE_IN_WAY"),
    ],
)
def test_a_path_crosses_no_base_but_infantry_of_a_mech(make: Any, other: Any, code: Any) -> None:
    for side in ("r2", "b1"):
        found = walk(make("r1", (18, 10), speed=9), (18, 17.5), others=[other(side, (18, 14), 90)])
        assert found == ({code} if code else set())
    assert walk(make("r1", (18, 10), speed=9), (18, 14.3), others=[other("b1", (18, 14), 90)]) >= {
        "ENDS_ON_BASE"
    }


@rule("AOD-MOVE-004")
def test_a_path_does_not_slip_between_touching_bases() -> None:
    touching = [squad("b1", (17.25, 14)), squad("b2", (18.75, 14))]
    assert walk(tank("r1", (18, 10)), (18, 17.5), others=touching) == {"BETWEEN_BASES"}
    apart = [squad("b1", (17.2, 14)), squad("b2", (18.8, 14))]
    assert walk(tank("r1", (18, 10)), (18, 17.5), others=apart) == set()
    assert walk(mech("r1", (18, 10), speed=9), (18, 17.5), others=touching) == set()


@rule("AOD-MOVE-009")
def test_a_unit_stays_wholly_on_the_table() -> None:
    assert walk(squad("r1", (18, 2)), (18, 0.75)) == set()
    assert walk(squad("r1", (18, 2)), (18, 0.7)) == {"OFF_TABLE"}


MODES = [
    # mode, hindering, shallow, deep, blocking; C clear, H hindering, B blocking
    (squad, "foot", "HHBB"),
    (squad, "aquatic", "HCCB"),
    (tank, "hover", "BCCB"),
    (tank, "tracked", "CCBB"),
    (tank, "wheeled", "HBBB"),
    (mech, "mech", "HCHB"),
    (mech, "quad_mech", "HCHB"),
    (tank, "vtol", "BCCB"),
]


@rule(
    *("AOD-MODE-001", "AOD-MODE-002", "AOD-MODE-003", "AOD-MODE-004", "AOD-MODE-005"),
    *("AOD-MODE-006", "AOD-MODE-007", "AOD-MODE-008", "AOD-QUAD-001", "AOD-VTOL-002"),
    *("AOD-TERRAIN-006", "AOD-TERRAIN-014", "AOD-WATER-002", "AOD-WATER-003", "AOD-TERRAIN-001"),
)
@pytest.mark.parametrize(("make", "mode", "holds"), MODES)
def test_what_terrain_is_to_a_mode(make: Any, mode: str, holds: str) -> None:
    kinds = ("hindering", "shallow_water", "deep_water", "blocking")
    for kind, hold in zip(kinds, holds, strict=True):
        terrain = [woods("t", (13, 12), (23, 17), kind=kind)]
        walker = make("r1", (18, 9), mode=mode, speed=12)
        through = walk(walker, (18, 20), terrain=terrain)
        assert through == {"C": set(), "H": {"MUST_STOP"}, "B": {"TERRAIN_IN_WAY"}}[hold], kind
        inside = walk(walker, (18, 13.5), terrain=terrain)
        assert ("ENDS_ON_TERRAIN" in inside) == (hold == "B"), kind


@rule("AOD-TERRAIN-006", "AOD-TERRAIN-007")
@pytest.mark.parametrize(("y", "codes"), [(12.75, set()), (12.7, set()), (13.2, {"MUST_STOP"})])
def test_a_move_ends_where_the_base_is_first_wholly_inside(y: float, codes: set[str]) -> None:
    wood = [woods("t", (13, 12), (23, 17))]
    assert walk(squad("r1", (18, 10)), (18, y), terrain=wood) == codes


@rule("AOD-TERRAIN-006")
def test_a_strip_too_narrow_for_the_base_does_not_stop_it() -> None:
    strip = [woods("t", (13, 12), (23, 13))]
    assert walk(squad("r1", (18, 10)), (18, 16), terrain=strip) == set()


@rule("AOD-TERRAIN-008", "AOD-TERRAIN-009", "AOD-MODIF-010", "AOD-ATTACK-006", "AOD-MODIF-009")
@pytest.mark.parametrize(
    ("start", "end", "codes"),
    [
        (14, 17, set()),
        (14, 17.1, {"TOO_FAR"}),
        (12.5, 15.5, {"MUST_STOP"}),
        (11.25, 14.3, {"TOO_FAR", "MUST_STOP"}),
        (11.2, 12.75, set()),
    ],
)
def test_starting_in_hindering_terrain_halves_what_is_left(
    start: float, end: float, codes: set[str]
) -> None:
    wood = [woods("t", (13, 12), (23, 24))]
    assert walk(squad("r1", (18, start)), (18, end), terrain=wood) == codes


@rule("AOD-TERRAIN-008", "AOD-MODIF-010")
def test_halving_comes_after_the_run() -> None:
    wood = [woods("t", (13, 5), (23, 12))]
    runner = mech("r1", (18, 10), speed=5)
    assert walk(runner, (18, 15), run=True, terrain=wood) == set()
    assert walk(runner, (18, 15.1), run=True, terrain=wood) == {"TOO_FAR"}


HILL = woods("hill", (13, 12), (23, 20), kind="clear", elevated=True)


@rule("AOD-ELEV-001", "AOD-ELEV-002", "AOD-ELEV-003", "AOD-TERRAIN-004")
@pytest.mark.parametrize(
    ("start", "end", "codes"),
    [
        (9, 12.75, set()),
        (9, 14, {"MUST_STOP"}),
        (9, 12, {"ENDS_ON_TERRAIN"}),
        (9, 11.25, set()),
        (14, 11.25, set()),
        (14, 10, {"MUST_STOP"}),
        (14, 18, set()),
    ],
)
def test_climbing_and_descending_end_the_move(start: float, end: float, codes: set[str]) -> None:
    assert walk(squad("r1", (18, start)), (18, end), terrain=[HILL]) == codes


@rule("AOD-ELEV-002")
def test_an_elevation_too_small_for_the_base_is_not_crossed() -> None:
    post = [woods("post", (17.5, 12), (18.5, 13), kind="clear", elevated=True)]
    assert walk(squad("r1", (18, 10)), (18, 15), terrain=post) == {"MUST_STOP"}
    jumper = squad("r1", (18, 10), equipment={"speed": ("blue", "square")})
    assert walk(jumper, (18, 15), terrain=post) == set()


@rule("AOD-ELEV-010", "AOD-ELEV-011")
def test_an_abrupt_elevation_is_entered_at_an_access_point() -> None:
    roof = [HILL | {"abrupt": True, "access": [[18, 12]]}]
    assert walk(squad("r1", (18, 9)), (18, 12.75), terrain=roof) == set()
    assert walk(squad("r1", (16, 9)), (16, 12.75), terrain=roof) == {"NO_ACCESS"}
    jumper = squad("r1", (16, 9), equipment={"speed": ("blue", "square")})
    assert walk(jumper, (16, 12.75), terrain=roof) == set()


LEVEL_UP, LEVEL_DOWN = {"level": "cruising"}, {"level": "ground"}


def fly(*legs: Json, speed: int = 20, **fields: Any) -> Any:
    """A VTOL takes legs past a tank at (18, 16)."""
    order = {"order": "move", "unit": "r1", "legs": list(legs)}
    flyer = vtol("r1", (18, 4), speed=speed, level=fields.pop("level", "ground"))
    return play([flyer, tank("b1", (18, 16), 180)], order, **fields)


@rule("AOD-VTOL-001", "AOD-VTOL-003", "AOD-VTOL-011", "AOD-VTOL-012", "AOD-MODE-002")
def test_a_vtol_sortie() -> None:
    """Speed 20: climb 2, shoot, move 4, descend 2; not an inch more."""
    shot = {"shoot": {"targets": ["b1"]}}
    travel = {"travel": [[18, 8]]}
    game = fly(LEVEL_UP, travel, shot, LEVEL_DOWN, dice=(4, 3, 3))
    assert (game.r1.level, game.r1.at, game.r1.tokens, game.b1.click) == ("ground", (18, 8), 1, 4)
    longer = {"travel": [[18, 8.1]]}
    assert fly(LEVEL_UP, longer, shot, LEVEL_DOWN).codes() == {"TOO_FAR"}
    assert fly(shot, speed=12).codes() >= {"NO_SHOT_ON_MOVE"}
    assert fly(LEVEL_UP, {"travel": [[18, 14]]}, shot, {"travel": [[18, 10]]}).codes() >= {
        "ENDS_ON_BASE"
    }


@rule("AOD-VTOL-003", "AOD-VTOL-001")
def test_levels_belong_to_vtols_and_cost_2_inches() -> None:
    assert fly(LEVEL_UP, {"travel": [[6, 4]]}, speed=14).codes() == set()
    assert fly(LEVEL_UP, {"travel": [[5.9, 4]]}, speed=14).codes() == {"TOO_FAR"}
    climb = {"order": "move", "unit": "r1", "legs": [LEVEL_UP]}
    assert play([tank("r1", (18, 4))], climb).codes() == {"NO_LEVELS"}


@rule("AOD-VTOL-007", "AOD-CONTACT-003", "AOD-CONTACT-006")
def test_cruising_units_pass_over_everything_but_may_not_end_on_a_base() -> None:
    wall = [woods("wall", (10, 8), (26, 10), kind="blocking")]
    over = fly({"travel": [[18, 19]]}, level="cruising", terrain=wall)
    assert over.codes() == set()
    assert fly({"travel": [[18, 9]]}, level="cruising", terrain=wall).codes() == set()
    assert fly({"travel": [[18, 15]]}, level="cruising").codes() == {"ENDS_ON_BASE"}
    below = play(
        [tank("r1", (18, 10)), vtol("b1", (18, 14), level="cruising")], move("r1", (18, 17.5))
    )
    assert below.codes() == set()
    touching = play(
        [tank("r1", (18, 10)), vtol("b1", (19.5, 10), level="cruising")], move("r1", (18, 14))
    )
    assert not touching.events("BreakAwayRolled")


@rule("AOD-MOVE-010", "AOD-TURN-010", "AOD-ORDER-004")
def test_one_order_a_turn() -> None:
    units = [tank("r1", (18, 4)), tank("b1", (18, 30))]
    game = play(units, move("r1", (18, 6)), move("r1", (18, 8)), END, END, move("r1", (18, 8)))
    assert game.refused == {1: {"ALREADY_ORDERED"}}
    again = play(units, ranged("r1", "b1"), END)
    assert again.codes(0) == {"OUT_OF_RANGE"}
