"""Movement, terrain, bogging, formations on the move (sections 6, 12 and 13 of the rules)."""

from typing import Any

import pytest

from rules.khans_and_generals.match import Battle
from rules.tests.khans_and_generals.scenes import (
    END,
    area,
    changed,
    codes,
    move,
    order,
    play,
    refused,
    scene,
    unit,
)


def goes(what: Any, far: float, *dice: str, terrain: Any = (), **top: Any) -> Any:
    """A unit after a move straight on from (50, 20)."""
    state = top.pop("r1", {})
    step = move("r1", (50, 20 + far), **top.pop("order", {}))
    found = play(
        unit("r1", what, (50, 20), **state), orders=[step], dice=dice, terrain=terrain, **top
    )
    return found["units"]["r1"] | {"codes": codes(found).get(0, set())}


@pytest.mark.rule("KG-006", "KG-087", "KG-076")
def test_a_move_may_be_parted_but_not_exceeded() -> None:
    orders = [
        move("r1", (50, 32)),
        order("formation", "r1", formation="loose"),
        move("r1", (50, 40)),
    ]
    found = play(unit("r1", "INF", (50, 20)), orders=[*orders, move("r1", (50, 41))])
    assert found["units"]["r1"]["moved"] == 20
    assert codes(found) == {3: {"TOO_FAR"}}


@pytest.mark.rule("KG-088")
def test_turns() -> None:
    def turn(degrees: float, about: str = "centre") -> dict[str, Any]:
        return order("move", "r1", legs=[{"rotate": degrees, "about": about}])

    infantry = unit("r1", "INF", (50, 20))
    found = play(infantry, orders=[turn(180), turn(1)])
    assert codes(found) == {1: {"TURN_TOO_WIDE"}}
    assert found["units"]["r1"]["moved"] == 0
    corner = play(infantry, orders=[turn(90, "front_left")])["units"]["r1"]
    assert corner["at"] == [43, 18] or corner["at"] == pytest.approx([43.0, 18.0], abs=0.01)
    assert corner["facing"] == 90
    front = play(infantry, orders=[turn(180, "front")])["units"]["r1"]
    assert front["at"] == pytest.approx([50, 25], abs=0.01)
    road = [area("d", "road", 40, 0, 20, 120)]
    column = unit("r1", "INF", (50, 20), formation="column")
    assert codes(play(column, orders=[turn(180), turn(90)], terrain=road)) == {}


ALLOWANCES = [
    ("INF", "scrub", 15),
    ("INF", "woods", 10),
    ("INF", "rocks", 15),
    ("CAV", "rocks", 20),
    ("INF", "marsh", 10),
    ("INF", "ice", 10),
    ("INF", "crops", 20),
    ("INF", "dirt_road", 20),
]


@pytest.mark.rule("KG-026", "KG-027")
@pytest.mark.parametrize(("what", "kind", "far"), ALLOWANCES)
def test_terrain_costs(what: str, kind: str, far: int) -> None:
    terrain = [area("a", kind, 20, 24, 60, 70)]
    assert goes(what, far, terrain=terrain)["at"] == [50, 20 + far]
    assert goes(what, far + 1, terrain=terrain)["codes"] == {"TOO_FAR"}


@pytest.mark.rule("KG-027")
def test_a_kind_costs_once() -> None:
    terrain = [area("a", "scrub", 20, 24, 60, 3), area("b", "scrub", 20, 29, 60, 3)]
    assert goes("INF", 15, terrain=terrain)["codes"] == set()


@pytest.mark.rule("KG-093", "KG-026")
def test_water_halves_and_takes_the_minor_order() -> None:
    water = [area("a", "shallow_water", 20, 24, 60, 70)]
    waded = goes("INF", 10, "d6:3", terrain=water)
    assert (waded["at"], waded["formation"]) == ([50, 30], "disordered")
    assert goes("INF", 11, terrain=water)["codes"] == {"TOO_FAR"}
    narrow = [area("a", "shallow_water", 20, 24, 60, 1), area("z", "zone", 40, 10, 4, 4)]
    assert goes("INF", 9.9, "d6:3", terrain=narrow)["formation"] == "standard"
    orders = [order("position", "r1", terrain="z"), move("r1", (50, 26))]
    found = play(unit("r1", "INF", (50, 16)), orders=orders, terrain=narrow)
    assert codes(found) == {1: {"ORDER_SPENT"}}


@pytest.mark.rule("KG-030")
def test_forbidden_formations_break_up() -> None:
    woods = [area("a", "woods", 20, 24, 60, 70)]
    assert goes("INF", 5, terrain=woods, r1={"formation": "close"})["formation"] == "disordered"
    assert goes("INF", 5, terrain=woods, r1={"formation": "loose"})["formation"] == "loose"
    assert (
        goes("INF", 10, "d6:4", terrain=[area("w", "shallow_water", 20, 24, 60, 1)])["formation"]
        == "disordered"
    )


@pytest.mark.rule("KG-026", "KG-025")
@pytest.mark.parametrize(
    ("what", "kind", "barred"),
    [
        ("TANK", "marsh", True),
        ("GUN", "marsh", True),
        ("CAV", "marsh", True),
        ("TANK", "ice", True),
        ("INF", "deep_water", True),
        ("INF", "cliff", True),
        ("CAV", "scrub", False),
    ],
)
def test_barred_terrain(what: str, kind: str, barred: bool) -> None:
    terrain = [area("a", kind, 20, 27, 60, 70)]
    assert ("TERRAIN_BARRED" in goes(what, 6, terrain=terrain)["codes"]) is barred


@pytest.mark.rule("KG-026", "KG-036", "KG-032")
def test_vehicles_keep_out_of_the_depth_of_woods() -> None:
    woods = [area("a", "woods", 20, 27, 60, 70)]
    assert goes("TANK", 7, "d6:3", terrain=woods)["at"] == [50, 27]
    assert "TERRAIN_BARRED" in goes("TANK", 20, terrain=woods)["codes"]


@pytest.mark.rule("KG-025", "KG-026")
def test_water_freezes_and_obstacles_may_bar() -> None:
    water = [area("a", "deep_water", 20, 24, 60, 70)]
    assert goes("INF", 10, terrain=water, conditions={"ground": "snow"})["codes"] == set()
    wire = [{"id": "w", "kind": "obstacle", "line": [[20, 30], [80, 30]], "bars": ["line"]}]
    assert goes("INF", 10, terrain=wire)["codes"] == {"TERRAIN_BARRED"}
    slow = [{"id": "w", "kind": "obstacle", "line": [[20, 30], [80, 30]], "movement": -8}]
    assert goes("INF", 13, terrain=slow)["codes"] == {"TOO_FAR"}
    assert goes("INF", 12, terrain=slow)["codes"] == set()


@pytest.mark.rule("KG-028")
def test_onto_the_edge_without_movement_for_the_depth() -> None:
    woods = [area("a", "woods", 20, 27, 60, 70)]
    found = goes("MG", 8, terrain=woods)
    assert found["at"] == pytest.approx([50, 25], abs=0.02)
    assert goes(changed("MG", movement=10), 8, terrain=woods)["codes"] == {"TOO_FAR"}


@pytest.mark.rule("KG-028", "KG-027")
@pytest.mark.parametrize(("movement", "end"), [(9, 20), (10, 25)])
def test_the_edge_is_reached_through_what_can_be_crossed(movement: int, end: float) -> None:
    """Scrub takes some movement, the woods behind it more than is left."""
    terrain = [area("s", "scrub", 20, 24, 60, 3), area("w", "woods", 20, 27, 60, 70)]
    found = goes(changed("MG", movement=movement), 12, terrain=terrain)
    assert found["at"] == pytest.approx([50, end], abs=0.02)
    assert found["codes"] == (set() if end > 20 else {"TOO_FAR"})


@pytest.mark.rule("KG-028")
@pytest.mark.parametrize(("movement", "end"), [(8, 22), (9, 29)])
def test_an_edge_is_reached_with_the_movement_that_is_left(movement: int, end: float) -> None:
    orders = [
        move("r1", (50, 22)),
        order("formation", "r1", formation="column"),
        move("r1", (50, 33)),
    ]
    crew = unit("r1", changed("MG", movement=movement), (50, 20))
    found = play(crew, orders=orders, terrain=[area("w", "woods", 20, 31, 60, 60)])
    assert found["units"]["r1"]["at"] == pytest.approx([50, end], abs=0.02)


@pytest.mark.rule("KG-029", "KG-150")
def test_too_little_movement_takes_a_test() -> None:
    woods = [area("a", "woods", 20, 0, 60, 100)]
    assert goes("MG", 4, "d6:3", terrain=woods)["at"] == [50, 24]
    assert goes("MG", 4, "d6:4", terrain=woods)["at"] == [50, 20]
    assert goes("MG", 5, terrain=woods)["codes"] == {"TOO_FAR"}


BOGGING = [
    ("CAR", "wet", 2),
    ("CAR", "mud", 4),
    ("TANK", "mud", 2),
    ("CAR", "snow", 2),
    ("CAR", "deep_snow", 4),
    ("TANK", "deep_snow", 2),
]


@pytest.mark.rule("KG-025", "KG-033")
@pytest.mark.parametrize(("what", "ground", "most"), BOGGING)
def test_bogging_by_ground(what: str, ground: str, most: int) -> None:
    stuck = goes(what, 5, f"d6:{most}", conditions={"ground": ground})
    assert (stuck["at"], stuck["bogged"]) == ([50, 20], 1)
    free = goes(what, 5, f"d6:{most + 1}", conditions={"ground": ground}, r1={"bogged": 2})
    assert (free["at"], free["bogged"]) == ([50, 25], 0)


@pytest.mark.rule("KG-025", "KG-033")
def test_roads_in_mud() -> None:
    for kind, dice in (("dirt_road", ["d6:2"]), ("road", [])):
        road = [area("d", kind, 40, 0, 20, 120)]
        assert goes("CAR", 30, *dice, terrain=road, conditions={"ground": "mud"})["at"] == [50, 50]
    off = goes("INF", 11, conditions={"ground": "mud"})
    assert off["codes"] == {"TOO_FAR"}
    assert goes("TANK", 5, conditions={"ground": "wet"})["at"] == [50, 25]


@pytest.mark.rule("KG-034")
def test_the_third_failure_is_for_good() -> None:
    stuck = goes("CAR", 5, "d6:1", conditions={"ground": "mud"}, r1={"bogged": 2})
    assert (stuck["bogged"], stuck["immobilised"]) == (3, True)


@pytest.mark.rule("KG-032", "KG-035")
@pytest.mark.parametrize(("offroad", "face", "at"), [(0, 4, 23), (1, 4, 30), (1, 5, 23)])
def test_rough_ground_tests_vehicles(offroad: int, face: int, at: float) -> None:
    scrub = [area("a", "scrub", 20, 27, 60, 70)]
    found = goes(changed("TANK", offroad=offroad), 10, f"d6:{face}", terrain=scrub)
    assert found["at"] == pytest.approx([50, at], abs=0.02)
    assert found["bogged"] == (1 if at == 23 else 0)


@pytest.mark.rule("KG-031")
def test_water_bogs_vehicles_instead_of_disordering() -> None:
    water = [area("a", "shallow_water", 20, 27, 60, 10)]
    found = goes("TANK", 10, "d6:4", terrain=water)
    assert (found["bogged"], found["formation"]) == (1, "standard")


@pytest.mark.rule("KG-090", "KG-091", "KG-092")
def test_passing_friends() -> None:
    friend = unit("r2", "OLD", (50, 30))
    step = move("r1", (50, 38))
    both = play(unit("r1", "INF", (50, 20)), friend, orders=[step], dice=["d6:3", "d6:4"])["units"]
    assert (both["r1"]["formation"], both["r2"]["formation"]) == ("standard", "disordered")
    tank = play(unit("r1", "TANK", (50, 20)), friend, orders=[step])["units"]
    assert (tank["r1"]["at"], tank["r2"]["formation"]) == ([50, 38], "disordered")
    gun = unit("r2", "GUN", (50, 30))
    assert refused(unit("r1", "TANK", (50, 20)), gun, orders=[move("r1", (50, 45))]) == {
        "PATH_BLOCKED"
    }
    assert refused(unit("r1", "INF", (50, 20)), friend, orders=[move("r1", (50, 31))]) == {
        "PATH_BLOCKED"
    }
    enemy = unit("b1", "OLD", (50, 30))
    assert "PATH_BLOCKED" in refused(unit("r1", "INF", (50, 20)), enemy, orders=[step])
    assert refused(unit("r1", "INF", (50, 20)), orders=[move("r1", (50, 1))]) == {"PATH_BLOCKED"}


@pytest.mark.rule("KG-033", "KG-090")
def test_a_vehicle_that_is_bogged_passes_nobody() -> None:
    friend = unit("r2", "OLD", (50, 28))
    step = move("r1", (50, 35))
    mud = {"ground": "mud"}
    stuck = play(
        unit("r1", "TANK", (50, 20)), friend, orders=[step], dice=["d6:1"], conditions=mud
    )["units"]
    assert (stuck["r1"]["at"], stuck["r2"]["formation"]) == ([50, 20], "standard")
    through = play(
        unit("r1", "TANK", (50, 20)), friend, orders=[step], dice=["d6:6"], conditions=mud
    )["units"]
    assert through["r2"]["formation"] == "disordered"


@pytest.mark.rule("KG-028", "KG-092")
def test_who_stops_on_the_edge_meets_nobody_behind_it() -> None:
    woods = [area("a", "woods", 20, 27, 60, 70)]
    enemy = unit("b1", "OLD", (50, 33))
    found = play(unit("r1", "MG", (50, 20)), enemy, orders=[move("r1", (50, 32))], terrain=woods)
    assert found["units"]["r1"]["at"] == pytest.approx([50, 25], abs=0.02)


@pytest.mark.rule("KG-094", "KG-175")
def test_formations_and_speed() -> None:
    shields = changed("OLD", formations=["shield_wall", "pike_wall"])
    for formation in ("pike_wall", "shield_wall"):
        state = {"formation": formation}
        assert goes(shields, 10, r1=state)["codes"] == set()
        assert goes(shields, 11, r1=state)["codes"] == {"TOO_FAR"}
        assert "RUN_FORBIDDEN" in goes(shields, 5, r1=state, order={"run": True})["codes"]
    assert goes("OLD", 5, r1={"formation": "hedgehog"})["codes"] == set()
    assert goes("OLD", 6, r1={"formation": "hedgehog"})["codes"] == {"TOO_FAR"}
    assert "IMMOBILE" in goes("OLD", 1, r1={"formation": "square"})["codes"]
    assert goes("INF", 40, order={"run": True})["at"] == [50, 60]


@pytest.mark.rule("KG-094")
@pytest.mark.parametrize(
    ("what", "formation", "expected"),
    [
        ("INF", "loose", set()),
        ("INF", "wedge", {"FORMATION_UNAVAILABLE"}),
        ("MG", "column", set()),
        ("MG", "loose", {"FORMATION_UNAVAILABLE"}),
        ("GUN", "column", {"FORMATION_UNAVAILABLE"}),
        ("CAV", "wedge", set()),
        ("INF", "standard", {"NOTHING_TO_DO"}),
        ("INF", "disordered", {"FORMATION_UNAVAILABLE"}),
    ],
)
def test_available_formations(what: str, formation: str, expected: set[str]) -> None:
    change = order("formation", "r1", formation=formation)
    assert refused(unit("r1", what, (50, 20)), orders=[change]) == expected


@pytest.mark.rule("KG-094")
def test_each_formation_is_offered_once() -> None:
    table = Battle(scene(unit("r1", "INF", (50, 20))), 1).table
    assert table is not None
    offers = [each.order for each in table.offers("red", "en") if each.piece == "r1"]
    drawn_up = [str(each["formation"]) for each in offers if each["order"] == "formation"]
    assert sorted(drawn_up) == ["close", "column", "loose", "skirmish"]


@pytest.mark.rule("KG-094")
def test_terrain_forbids_formations_and_saddles_matter() -> None:
    woods = [area("a", "woods", 20, 0, 60, 100)]
    change = order("formation", "r1", formation="close")
    assert refused(unit("r1", "INF", (50, 20)), orders=[change], terrain=woods) == {
        "FORMATION_FORBIDDEN"
    }
    wedge = order("formation", "r1", formation="wedge")
    assert refused(unit("r1", "CAV", (50, 20), mounted=False), orders=[wedge]) == {
        "FORMATION_UNAVAILABLE"
    }


@pytest.mark.rule("KG-152")
def test_lost_crew_slows_and_stops() -> None:
    gun = changed("GUN", strength=5)
    assert goes(gun, 6, r1={"strength": 3})["codes"] == set()
    assert goes(gun, 7, r1={"strength": 3})["codes"] == {"TOO_FAR"}
    assert "IMMOBILE" in goes(gun, 1, r1={"strength": 1})["codes"]
    slow = changed("GUN", movement=2)
    assert "IMMOBILE" in goes(slow, 1, r1={"strength": 4})["codes"]


@pytest.mark.rule("KG-016")
def test_mounted_and_on_foot() -> None:
    assert goes("CAV", 30)["at"] == [50, 50]
    assert goes("CAV", 16, r1={"mounted": False})["codes"] == {"TOO_FAR"}
    found = play(unit("r1", "CAV", (50, 20), formation="wedge"), orders=[order("dismount", "r1")])
    assert (found["units"]["r1"]["mounted"], found["units"]["r1"]["formation"]) == (
        False,
        "standard",
    )
    assert refused(unit("r1", "CAV", (50, 20)), orders=[order("mount", "r1")]) == {"NOTHING_TO_DO"}
    assert refused(unit("r1", "INF", (50, 20)), orders=[order("mount", "r1")]) == {"TARGET_WRONG"}


@pytest.mark.rule("KG-025", "KG-048")
def test_vehicles_raise_dust_when_very_dry() -> None:
    step = move("r1", (50, 45))
    found = play(unit("r1", "CAR", (50, 20)), orders=[step], conditions={"ground": "very_dry"})
    assert [(c["kind"], c["at"]) for c in found["smoke"]] == [
        ("dust", [50, 20]),
        ("dust", [50, 30]),
        ("dust", [50, 40]),
    ]


@pytest.mark.rule("KG-038", "KG-037")
def test_taking_position() -> None:
    work = [area("z", "zone", 40, 26, 20, 4)]
    take = order("position", "r1", terrain="z")
    infantry = unit("r1", "INF", (50, 20))
    assert play(infantry, orders=[take], terrain=work)["units"]["r1"]["in_position"] == "z"
    left = play(infantry, orders=[take, move("r1", (50, 21))], terrain=work)["units"]["r1"]
    assert left["in_position"] is None
    assert refused(unit("r1", "INF", (50, 18)), orders=[take], terrain=work) == {"TOO_FAR"}
    for what in ("CAV", "GUN", "TANK"):
        assert refused(unit("r1", what, (50, 20)), orders=[take], terrain=work) == {"TARGET_WRONG"}


@pytest.mark.rule("KG-059")
def test_set_up_and_pack_up() -> None:
    section = unit("r1", "MG", (50, 20), deployed=False)
    found = play(section, orders=[order("set_up", "r1"), move("r1", (50, 22))])
    assert found["units"]["r1"]["deployed"] is True
    assert codes(found) == {1: {"NOT_DEPLOYED"}}
    orders = [order("set_up", "r1"), END, END, order("pack_up", "r1"), move("r1", (50, 22))]
    assert play(section, orders=orders)["units"]["r1"]["at"] == [50, 22]
    assert refused(unit("r1", "INF", (50, 20)), orders=[order("set_up", "r1")]) == {"TARGET_WRONG"}


WOODS_AHEAD = [area("w", "woods", 40, 32, 40, 40)]


@pytest.mark.rule("KG-028")
def test_a_runner_too_reaches_the_edge_of_what_is_too_dear() -> None:
    found = play(
        unit("r1", "MG", (60, 20)),
        orders=[move("r1", (60, 40), run=True)],
        terrain=WOODS_AHEAD,
    )
    assert found["units"]["r1"]["at"][1] == pytest.approx(30, abs=0.05)
    walk = [move("r1", (60, 40))]
    assert refused(unit("r1", "MG", (60, 20)), orders=walk, terrain=WOODS_AHEAD) == {"TOO_FAR"}


@pytest.mark.rule("KG-031")
@pytest.mark.parametrize(("face", "bogged"), [(3, 0), (4, 1)])
def test_a_vehicle_that_stays_in_water_is_tested_too(face: int, bogged: int) -> None:
    water = [area("p", "shallow_water", 40, 20, 40, 60)]
    orders = [move("r1", (60, 45))]
    found = play(unit("r1", "TANK", (60, 40)), orders=orders, dice=[f"d6:{face}"], terrain=water)
    assert found["units"]["r1"]["bogged"] == bogged
    assert found["units"]["r1"]["formation"] == "standard"


@pytest.mark.rule("KG-031", "KG-047")
def test_a_vehicle_out_of_a_fire_is_bogged_and_not_disordered() -> None:
    found = play(
        unit("r1", "TANK", (52.5, 48)),
        fires=[{"at": [50, 50]}],
        orders=[move("r1", (52.5, 46))],
        dice=["d6:6"],
    )
    assert found["units"]["r1"]["bogged"] == 1
    assert found["units"]["r1"]["formation"] == "standard"


@pytest.mark.rule("KG-034")
def test_failures_count_at_one_spot() -> None:
    scrub = [area("s", "scrub", 40, 30, 40, 30)]
    tank = unit("r1", "TANK", (60, 20), bogged=2)
    found = play(tank, orders=[move("r1", (60, 40))], dice=["d6:6"], terrain=scrub)
    assert found["units"]["r1"]["bogged"] == 1
    assert not found["units"]["r1"]["immobilised"]


@pytest.mark.rule("KG-035")
@pytest.mark.parametrize(("level", "face", "bogged"), [(0, 4, 1), (1, 4, 0), (1, 3, 1)])
def test_the_off_road_level_helps_on_bad_ground(level: int, face: int, bogged: int) -> None:
    lorry = unit("r1", changed("LORRY", offroad=level), (60, 20))
    mud = {"ground": "mud"}
    found = play(lorry, orders=[move("r1", (60, 30))], dice=[f"d6:{face}"], conditions=mud)
    assert found["units"]["r1"]["bogged"] == bogged
