"""Lines of fire: arcs, ranges, what blocks them and what only hinders."""

from typing import Any

import pytest

from rules.age_of_destruction.play.rules import explain
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    mech,
    play,
    quad,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

rule = pytest.mark.rule


def shot(*units: Json, mode: str = "direct", target: str = "b1", **fields: Any) -> set[str]:
    """Why r1 may not shoot at a target; nothing when it may."""
    data = read(scenario(list(units), ranged("r1", target, mode=mode), **fields))
    return {v.code for v in explain(data.setup, data.state, data.orders[0])}


@rule("AOD-LOF-001", "AOD-CONTACT-005", "AOD-LOF-003")
@pytest.mark.parametrize(
    ("y", "codes"), [(14, set()), (14.01, {"OUT_OF_RANGE"}), (8, set()), (7.99, {"TOO_CLOSE"})]
)
def test_range_is_measured_from_dot_to_dot_both_ends_included(y: float, codes: set[str]) -> None:
    gun = weapon("primary", "ballistic", 10, minimum=4)
    assert shot(tank("r1", (18, 4), gun=gun), squad("b1", (18, y), 180)) == codes


@rule("AOD-LOF-002", "AOD-FACING-001", "AOD-FACING-003")
@pytest.mark.parametrize(("facing", "legal"), [(0, True), (90, True), (-90, True), (91, False)])
def test_the_line_leaves_through_the_front_arc_border_included(facing: int, legal: bool) -> None:
    found = shot(tank("r1", (18, 10), facing), tank("b1", (18, 16)))
    assert found == (set() if legal else {"OUT_OF_ARC"})


@rule("AOD-LOF-004", "AOD-LOF-010")
def test_a_unit_in_contact_may_be_shot_at() -> None:
    assert shot(tank("r1", (18, 10)), tank("b1", (18, 12.75), 180)) == set()


MATRIX = [
    # shooter, target, base between, blocked
    (tank, mech, squad, False),
    (tank, mech, tank, False),
    (tank, mech, mech, True),
    (squad, mech, mech, True),
    (tank, tank, squad, True),
    (tank, squad, tank, True),
    (tank, tank, mech, True),
    (mech, mech, squad, False),
    (mech, mech, tank, False),
    (mech, mech, mech, True),
    (mech, mech, quad, True),
    (mech, tank, squad, False),
    (mech, tank, mech, True),
]


@rule("AOD-LOF-005", "AOD-LOF-006", "AOD-LOF-007", "AOD-LOF-008")
@pytest.mark.parametrize(("shooter", "target", "other", "blocked"), MATRIX)
def test_which_bases_block_which_line(shooter: Any, target: Any, other: Any, blocked: bool) -> None:
    gun = weapon("primary", "ballistic", 10)
    found = shot(
        shooter("r1", (18, 10), gun=gun), target("b1", (18, 18), 180), other("bx", (18, 14))
    )
    assert found == ({"LINE_BLOCKED"} if blocked else set())


@rule("AOD-LOF-009", "AOD-TERRAIN-015", "AOD-WATER-001", "AOD-WATER-003", "AOD-TERRAIN-003")
@pytest.mark.parametrize(
    ("kind", "blocked"),
    [("blocking", True), ("hindering", False), ("shallow_water", False), ("deep_water", False)],
)
def test_only_blocking_terrain_blocks(kind: str, blocked: bool) -> None:
    terrain = [woods("t", (17, 12), (19, 14), kind=kind)]
    found = shot(tank("r1", (18, 10)), tank("b1", (18, 17)), terrain=terrain)
    assert found == ({"LINE_BLOCKED"} if blocked else set())


@rule("AOD-LOF-009")
def test_a_line_along_an_edge_is_not_blocked() -> None:
    terrain = [woods("t", (18, 12), (20, 14), kind="blocking")]
    assert shot(tank("r1", (18, 10)), tank("b1", (18, 17)), terrain=terrain) == set()


@rule("AOD-LOF-011", "AOD-VTOL-008")
def test_cruising_bases_block_nothing_and_nothing_blocks_a_line_to_one() -> None:
    cruising = vtol("bx", (18, 14), level="cruising")
    assert shot(tank("r1", (18, 10)), tank("b1", (18, 18)), cruising) == set()
    wall = [woods("t", (16, 12), (20, 13), kind="blocking")]
    flying = vtol("b1", (18, 18), level="cruising")
    assert shot(tank("r1", (18, 10)), flying, squad("bx", (18, 15)), terrain=wall) == set()


@rule("AOD-WATER-004", "AOD-WATER-006")
def test_under_water_nobody_shoots_is_shot_at_or_blocks() -> None:
    lake = [woods("lake", (14, 12), (22, 17), kind="deep_water")]
    target = mech("b1", (18, 18), 180)
    gun: Json = {"gun": weapon("primary", "ballistic", 12)}
    assert shot(mech("r1", (18, 8), **gun), target, mech("bx", (18, 14)), terrain=lake) == set()
    assert "TARGET_SUBMERGED" in shot(
        mech("r1", (18, 8), **gun), mech("b1", (18, 14)), terrain=lake
    )
    assert "SHOOTER_SUBMERGED" in shot(mech("r1", (18, 14), **gun), target, terrain=lake)
    floating = tank("b1", (18, 14), mode="hover")
    assert shot(mech("r1", (18, 8), **gun), floating, terrain=lake) == set()


@rule("AOD-WATER-004", "AOD-VENT-006")
@pytest.mark.parametrize("first", [0, 1])
def test_where_waters_overlap_a_unit_is_in_the_deep_one(first: int) -> None:
    lake = woods("lake", (14, 12), (22, 17), kind="deep_water")
    shore = woods("shore", (14, 10), (22, 17), kind="shallow_water")
    waters = [lake, shore] if first else [shore, lake]
    units = [tank("r1", (18, 6)), mech("b1", (18, 14))]
    assert shot(*units, terrain=waters) == {"TARGET_SUBMERGED"}
    cooled = play([mech("r1", (18, 14), heat=4), tank("b1", (18, 30))], END, terrain=waters)
    assert cooled.r1.heat == 1


HILL = woods("hill", (15, 8), (21, 12), kind="clear", elevated=True)
RIDGE = woods("ridge", (15, 13), (21, 15), kind="clear", elevated=True)


@rule("AOD-ELEV-004", "AOD-ELEV-005", "AOD-ELEV-006", "AOD-ELEV-001")
@pytest.mark.parametrize(
    ("start", "end", "terrain", "blocked"),
    [
        (4, 18, [RIDGE], True),
        (10, 18, [HILL], False),
        (10, 18, [HILL, RIDGE], True),
        (10, 14, [HILL, RIDGE], False),
        (10, 18, [HILL, woods("x", (16, 15), (20, 16), kind="blocking")], True),
        (10, 17.5, [HILL, woods("x", (15, 14), (21, 20), kind="clear", elevated=True)], False),
    ],
)
def test_elevations_block_by_who_stands_on_one(
    start: float, end: float, terrain: list[Json], blocked: bool
) -> None:
    gun = weapon("primary", "ballistic", 20)
    found = shot(squad("r1", (18, start), gun=gun), squad("b1", (18, end)), terrain=terrain)
    assert found == ({"LINE_BLOCKED"} if blocked else set())


@rule("AOD-ELEV-005", "AOD-ELEV-006")
def test_beside_an_elevated_party_only_elevated_bases_block() -> None:
    hill = [woods("hill", (14, 6), (22, 14), kind="clear", elevated=True)]
    gun = weapon("primary", "ballistic", 20)
    shooter, target = squad("r1", (18, 8), gun=gun), squad("b1", (18, 20))
    assert shot(shooter, target, tank("bx", (18, 17)), terrain=hill) == set()
    assert shot(shooter, target, squad("bx", (18, 12)), terrain=hill) == {"LINE_BLOCKED"}


@rule("AOD-LOF-013", "AOD-LOF-012")
def test_an_engaged_unit_may_not_shoot_into_a_friends_melee() -> None:
    """The engaged shooter matrix."""
    engaged = [tank("r1", (18, 10)), tank("b1", (16.5, 10))]
    friend, melee = squad("r2", (22, 16)), squad("b2", (22, 14.5))
    alone = squad("b3", (18, 16))
    units = [*engaged, friend, melee, alone]
    assert shot(*units, target="b2") == {"FRIEND_IN_MELEE"}
    assert shot(*units, target="b3") == set()
    assert shot(tank("r1", (18, 10)), friend, melee, target="b2") == set()


@rule("AOD-AA-001")
@pytest.mark.parametrize(
    ("name", "level", "legal"),
    [
        ("Partisan AA Tank", "cruising", True),
        ("Partisan AA Tank", "ground", False),
        ("Partisan Tank", "cruising", False),
    ],
)
def test_anti_aircraft_doubles_the_range_against_cruising_targets(
    name: str, level: str, legal: bool
) -> None:
    found = shot(tank("r1", (18, 4), name=name), vtol("b1", (18, 24), level=level))
    assert found == (set() if legal else {"OUT_OF_RANGE"})


@rule("AOD-AA-001")
def test_anti_aircraft_does_not_double_energy_weapons() -> None:
    gun = weapon("primary", "energy", 10)
    cruising = vtol("b1", (18, 24), level="cruising")
    assert shot(tank("r1", (18, 4), name="AA Tank", gun=gun), cruising) == {"OUT_OF_RANGE"}


WALL = [woods("wall", (16, 12), (20, 13), kind="blocking")]


@rule("AOD-INDIRECT-001", "AOD-INDIRECT-002", "AOD-INDIRECT-003")
def test_when_indirect_fire_is_possible() -> None:
    shooter, target = tank("r1", (18, 10)), tank("b1", (18, 17))
    assert shot(shooter, target, mode="indirect", terrain=WALL) == set()
    assert shot(shooter, target, mode="indirect") == {"INDIRECT_NOT_BLOCKED"}
    friend = tank("r2", (16.5, 17))
    assert shot(shooter, target, friend, mode="indirect", terrain=WALL) == {"INDIRECT_NEAR_FRIEND"}
    foe = tank("b2", (16.5, 10))
    assert shot(shooter, target, foe, mode="indirect", terrain=WALL) == {"INDIRECT_ENGAGED"}
    laser = tank("r1", (18, 10), gun=weapon("primary", "energy", 10))
    assert shot(laser, target, mode="indirect", terrain=WALL) == {"INDIRECT_NOT_BALLISTIC"}
    far = tank("b1", (18, 21))
    assert shot(shooter, far, mode="indirect", terrain=WALL) == {"OUT_OF_RANGE"}


@rule("AOD-INDIRECT-004", "AOD-INDIRECT-005", "AOD-CRIT-002")
@pytest.mark.parametrize(("dice", "clicks"), [((4, 5, 4), 2), ((4, 4, 4), 0), ((6, 6, 1), 3)])
def test_indirect_fire_meets_3_more_and_deals_2_at_most_before_a_critical(
    dice: tuple[int, ...], clicks: int
) -> None:
    units = [tank("r1", (18, 10), primary_damage=5), tank("b1", (18, 17), 180)]
    game = play(units, ranged("r1", "b1", mode="indirect"), dice=dice, terrain=WALL)
    assert game.defense("b1")["indirect"] == 3
    assert game.b1.click == 1 + clicks


@rule("AOD-TERRAIN-010", "AOD-TERRAIN-012", "AOD-QUAD-002", "AOD-MODIF-013")
@pytest.mark.parametrize(
    ("terrain", "target", "parts"),
    [
        ([((16, 12), (20, 13))], tank, {"hindering": 1}),
        ([((16, 12), (20, 13)), ((16, 14), (20, 15))], tank, {"hindering": 1}),
        ([((16, 8), (20, 12))], tank, {}),
        ([((16, 8), (20, 12)), ((16, 14), (20, 15))], tank, {"hindering": 1}),
        ([((16, 8), (20, 20))], tank, {"hindering": 1}),
        ([((16, 15), (20, 20))], quad, {"hindering": 1, "hull_down": 1}),
        ([], quad, {}),
    ],
)
def test_hindering_terrain_counts_once_and_not_the_shooters_own(
    terrain: list[Any], target: Any, parts: dict[str, int]
) -> None:
    elements = [woods(f"w{i}", *corners) for i, corners in enumerate(terrain)]
    game = play(
        [tank("r1", (18, 10)), target("b1", (18, 17), 180)],
        ranged("r1", "b1"),
        dice=HIT,
        terrain=elements,
    )
    assert {k: v for k, v in game.defense("b1").items() if k != "base"} == parts


@rule("AOD-VTOL-009", "AOD-VTOL-010", "AOD-ELEV-007", "AOD-ELEV-009")
@pytest.mark.parametrize(
    ("shooter", "target", "terrain", "parts"),
    [
        (tank("r1", (18, 10)), vtol("b1", (18, 17), 180, level="cruising"), "wood", {"height": 1}),
        (vtol("r1", (18, 10), level="cruising"), tank("b1", (18, 17), 180), "wood", {}),
        (
            vtol("r1", (18, 10), level="cruising"),
            tank("b1", (18, 17), 180),
            "cover",
            {"hindering": 1},
        ),
        (tank("r1", (18, 10)), tank("b1", (18, 17), 180), "hill", {"height": 1}),
        (
            tank("r1", (18, 17), 180),
            tank("b1", (18, 10)),
            "hill",
            {},
        ),
        (
            tank("r1", (18, 17), 180),
            vtol("b1", (18, 10), level="cruising"),
            "hill",
            {},
        ),
    ],
)
def test_heights(shooter: Json, target: Json, terrain: str, parts: dict[str, int]) -> None:
    elements = {
        "wood": woods("w", (16, 12), (20, 13)),
        "cover": woods("w", (15, 15), (21, 20)),
        "hill": woods("h", (15, 14), (21, 20), kind="clear", elevated=True),
    }
    ground = [elements[terrain], woods("low", (16, 12.5), (20, 13))]
    if terrain != "hill":
        ground = ground[:1]
    game = play([shooter, target], ranged("r1", "b1"), dice=HIT, terrain=ground)
    assert {k: v for k, v in game.defense("b1").items() if k != "base"} == parts
