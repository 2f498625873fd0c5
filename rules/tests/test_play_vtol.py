"""VTOLs: levels, sorties, what touches and hits them aloft, forced descents (AOD-VTOL)."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    HIT,
    Json,
    Played,
    aboard,
    mech,
    move,
    play,
    ranged,
    read,
    scenario,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule

MISS = (1, 2, 1)
FAR_OFF = (33, 33)
FAR = tank("b9", FAR_OFF)
UP, DOWN = {"level": "cruising"}, {"level": "ground"}
SALVAGE = {"attack": {"color": "black", "shape": "square"}}
KINDS = ("hindering", "blocking", "shallow_water", "deep_water")


def to(*points: tuple[float, float]) -> Json:
    """A leg along points."""
    return {"travel": [list(point) for point in points]}


def turn(facing: float) -> Json:
    """A leg that turns."""
    return {"rotate": facing}


def shoot(*targets: str) -> Json:
    """A shot on the move."""
    return {"shoot": {"targets": list(targets)}}


def fly(unit: Json, *legs: Json, others: Any = (FAR,), **fields: Any) -> Played:
    """r1 takes legs."""
    order = {"order": "move", "unit": "r1", "legs": list(legs)}
    return play([unit, *others], order, **fields)


@rule("AOD-VTOL-001", "AOD-VTOL-004")
@pytest.mark.parametrize("level", ["ground", "cruising"])
def test_a_vtol_starts_at_either_level(level: Any) -> None:
    assert fly(vtol("r1", (5, 5), level=level), turn(90)).r1.level == level


@rule("AOD-VTOL-001", "AOD-VTOL-004")
@pytest.mark.parametrize(
    "unit", [tank("r1", (5, 5), level="cruising"), squad("r1", (5, 5), level="cruising")]
)
def test_nothing_else_is_ever_aloft(unit: Json) -> None:
    with pytest.raises(Unreadable) as caught:
        read(scenario([unit]))
    assert caught.value.path == "$.units[0].level"


@rule("AOD-VTOL-002")
def test_over_the_ground_a_vtol_goes_round_woods_and_floats_on_water() -> None:
    wood = [woods("wood", (0, 10), (20, 14))]
    assert fly(vtol("r1", (5, 5)), to((5, 16)), terrain=wood).codes() == {"TERRAIN_IN_WAY"}
    lake = [woods("lake", (0, 10), (20, 14), kind="deep_water")]
    over = fly(vtol("r1", (5, 5)), to((5, 12)), terrain=lake)
    assert over.r1.at == (5, 12)
    units = [vtol("r1", (5, 12)), tank("b1", (5, 18))]
    assert play(units, ranged("r1", "b1"), terrain=lake, dice=MISS).refused == {}


@rule("AOD-VTOL-003")
@pytest.mark.parametrize(
    ("legs", "codes"),
    [
        ((UP, to((5, 9)), DOWN), set()),
        ((UP, to((5, 9.1)), DOWN), {"TOO_FAR"}),
        ((to((5, 12)), UP), {"TOO_FAR"}),
        ((to((5, 11)), UP), set()),
        ((UP, DOWN, UP, DOWN), set()),
        ((UP, DOWN, UP, DOWN, UP), {"TOO_FAR"}),
        ((DOWN, to((5, 13))), set()),
    ],
)
def test_each_change_of_level_takes_2_inches(legs: Any, codes: set[str]) -> None:
    assert fly(vtol("r1", (5, 5), speed=8), *legs).codes() == codes


@rule("AOD-VTOL-003")
@pytest.mark.parametrize(("speed", "codes"), [(2, set()), (1, {"TOO_FAR"})])
def test_climbing_may_take_the_last_inches(speed: int, codes: set[str]) -> None:
    assert fly(vtol("r1", (5, 5), speed=speed), UP).codes() == codes


@rule("AOD-VTOL-003", "AOD-VTOL-007")
def test_a_vtol_hops_over_a_wood_at_any_point_of_its_way() -> None:
    wood = [woods("wood", (0, 8), (20, 12))]
    start = vtol("r1", (5, 5))
    hop = fly(start, to((5, 6)), UP, to((5, 14)), DOWN, terrain=wood)
    assert (hop.r1.at, hop.r1.level) == ((5, 14), "ground")
    early = fly(start, to((5, 6)), UP, to((5, 10)), DOWN, to((5, 14)), terrain=wood)
    assert "TERRAIN_IN_WAY" in early.codes()


@rule("AOD-VTOL-003", "AOD-VTOL-007")
def test_what_a_vtol_flew_over_does_not_stop_it_on_the_ground() -> None:
    hill = [woods("hill", (0, 7), (20, 12), kind="clear", elevated=True)]
    legs = (UP, to((5, 14)), DOWN, to((5, 15)))
    assert fly(vtol("r1", (5, 5)), *legs, terrain=hill).r1.at == (5, 15)


@rule("AOD-VTOL-002", "AOD-VTOL-003", "AOD-TERRAIN-005")
@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("hindering", {"ENDS_ON_TERRAIN"}),
        ("blocking", {"ENDS_ON_TERRAIN"}),
        ("shallow_water", set()),
        ("deep_water", set()),
    ],
)
def test_where_a_vtol_may_come_down(kind: str, codes: set[str]) -> None:
    terrain = [woods("t", (0, 3), (20, 20), kind=kind)]
    assert fly(vtol("r1", (5, 9), level="cruising"), DOWN, terrain=terrain).codes() == codes


@rule("AOD-VTOL-005")
def test_a_vtol_does_not_ram() -> None:
    units = [vtol("r1", (5, 5)), tank("b1", (5, 12), 90)]
    order = {"order": "ram", "unit": "r1", "target": "b1", "path": [[5, 9.875]]}
    assert play(units, order).codes() == {"NOT_FOR_VTOL"}


def damaged(unit: Json, **fields: Any) -> Played:
    """r1 takes 3 clicks; the fourth shows the symbol of heavy damage."""
    units = [unit, tank("b1", (5, 11), 180, attack=12)]
    return play(units, ranged("b1", "r1"), active="blue", dice=HIT, **fields)


@rule("AOD-VTOL-006")
@pytest.mark.parametrize(("level", "descents"), [("cruising", 1), ("ground", 0)])
def test_heavy_damage_brings_a_vtol_down(level: Any, descents: int) -> None:
    heavy = {4: {"special_equipment": SALVAGE}}
    played = damaged(vtol("r1", (5, 5), level=level, later=heavy))
    assert (played.r1.click, played.r1.level, played.r1.at) == (4, "ground", (5, 5))
    assert [event.forced for event in played.events("LevelChanged")] == [True] * descents


@rule("AOD-VTOL-006")
def test_other_damage_leaves_it_aloft() -> None:
    played = damaged(vtol("r1", (5, 5), level="cruising"))
    assert (played.r1.click, played.r1.level) == (4, "cruising")


@rule("AOD-VTOL-006")
@pytest.mark.parametrize(("kind", "lost"), [("blocking", True), ("deep_water", False)])
def test_a_vtol_forced_down_where_it_may_not_be_is_lost(kind: str, lost: bool) -> None:
    heavy = {4: {"special_equipment": SALVAGE}}
    below = [woods("t", (3, 3), (7, 7), kind=kind)]
    played = damaged(vtol("r1", (5, 5), level="cruising", later=heavy), terrain=below)
    assert played.r1.eliminated is lost


@rule("AOD-VTOL-007")
@pytest.mark.parametrize("kind", [*KINDS, "clear"])
def test_terrain_does_nothing_to_a_cruising_vtol(kind: str) -> None:
    terrain = [woods("t", (0, 4), (20, 16), kind=kind, elevated=kind == "clear")]
    aloft = vtol("r1", (5, 5), level="cruising")
    assert fly(aloft, to((5, 19)), terrain=terrain).codes() == set()
    assert fly(aloft, to((5, 15.5)), terrain=terrain).codes() == set()


@rule("AOD-VTOL-007", "AOD-MOVE-003")
def test_ways_aloft_and_below_ignore_each_other() -> None:
    units = [vtol("r1", (5, 5), level="cruising"), mech("b1", (5, 10))]
    assert play(units, move("r1", (5, 15))).codes() == set()
    low = [vtol("r1", (5, 5)), mech("b1", (5, 10))]
    assert play(low, move("r1", (5, 15))).codes() == {"BASE_IN_WAY"}
    below = [tank("r1", (5, 5)), vtol("b1", (5, 9), 90, level="cruising")]
    assert play(below, move("r1", (5, 13))).codes() == set()


@rule("AOD-VTOL-008")
@pytest.mark.parametrize(("level", "codes"), [("cruising", set()), ("ground", {"LINE_BLOCKED"})])
@pytest.mark.parametrize("obstacle", ["tower", "mech", "hill"])
def test_nothing_blocks_a_line_to_or_from_a_cruising_vtol(
    level: Any, codes: set[str], obstacle: str
) -> None:
    units = [tank("r1", (5, 5)), vtol("b1", (5, 14), 180, level=level)]
    terrain = []
    if obstacle == "mech":
        units.append(mech("b2", (5, 9.5)))
    else:
        hill = obstacle == "hill"
        kind = "clear" if hill else "blocking"
        terrain = [woods("t", (3, 9), (7, 10), kind=kind, elevated=hill)]
    dice = () if codes else MISS
    assert play(units, ranged("r1", "b1"), terrain=terrain, dice=dice).codes() == codes
    back = play(units, ranged("b1", "r1"), terrain=terrain, dice=dice, active="blue")
    assert back.codes() == codes


@rule("AOD-VTOL-009")
@pytest.mark.parametrize(
    ("wood", "aimed_down", "aimed_up"),
    [(((3, 8), (7, 11)), 0, 0), (((3, 3), (7, 7)), 1, 0), (((3, 13), (7, 16)), 0, 0)],
)
def test_only_the_wood_of_a_target_below_hinders(wood: Any, aimed_down: int, aimed_up: int) -> None:
    units = [tank("r1", (5, 5)), vtol("b1", (5, 14), 180, level="cruising")]
    terrain = [woods("wood", *wood)]
    down = play(units, ranged("b1", "r1"), terrain=terrain, dice=MISS, active="blue")
    up = play(units, ranged("r1", "b1"), terrain=terrain, dice=MISS)
    assert down.defense("r1").get("hindering", 0) == aimed_down
    assert up.defense("b1").get("hindering", 0) == aimed_up


@rule("AOD-VTOL-010")
@pytest.mark.parametrize(
    ("shooter", "height"),
    [
        (tank("r1", (5, 5)), 1),
        (tank("r1", (15, 5)), 0),
        (vtol("r1", (5, 5)), 1),
        (vtol("r1", (5, 5), level="cruising"), 0),
    ],
)
def test_a_cruising_target_is_above_all_but_hills_and_other_vtols(
    shooter: Json, height: int
) -> None:
    hill = [woods("hill", (12, 2), (18, 8), kind="clear", elevated=True)]
    target = vtol("b1", (shooter["at"][0], 12), level="cruising")
    played = play([shooter, target], ranged("r1", "b1"), terrain=hill, dice=MISS)
    assert played.defense("b1").get("height", 0) == height


TARGET = tank("b1", (5, 13), 90)


@rule("AOD-VTOL-011")
@pytest.mark.parametrize(
    ("speed", "legs", "codes"),
    [
        (20, (UP, shoot("b1"), to((9, 5)), DOWN), set()),
        (20, (UP, shoot("b1"), to((9.1, 5)), DOWN), {"TOO_FAR"}),
        (12, (shoot("b1"),), {"NO_SHOT_ON_MOVE"}),
        (13, (to((5, 6)), shoot("b1")), set()),
        (13, (shoot("b1"), to((5, 6))), set()),
        (13, (UP, shoot("b1")), {"TOO_FAR"}),
        (20, (to((13, 5)), shoot("b1"), to((14, 5))), {"TOO_FAR"}),
        (20, (to((25, 5)),), set()),
        (20, (shoot("b1"), shoot("b1")), {"NO_SHOT_ON_MOVE"}),
    ],
)
def test_a_shot_on_the_move_costs_12_inches(speed: int, legs: Any, codes: set[str]) -> None:
    flyer = vtol("r1", (5, 5), speed=speed)
    shots = any("shoot" in leg for leg in legs) and not codes
    assert fly(flyer, *legs, others=(TARGET,), dice=MISS if shots else ()).codes() == codes


@rule("AOD-VTOL-012")
def test_the_shot_is_made_from_where_the_vtol_is_then() -> None:
    legs = (to((7, 5)), turn(90), shoot("b1"), to((7, 3)), turn(180))
    flyer = vtol("r1", (5, 5), speed=20)
    east = (tank("b1", (15, 5), 0),)
    played = fly(flyer, *legs, others=east, dice=HIT)
    kinds = [type(event).__name__ for event in played.outcome.events]
    assert kinds.index("Moved") < kinds.index("AttackRolled")
    assert (played.r1.at, played.r1.facing, played.r1.tokens) == ((7, 3), 180, 1)
    assert len(played.events("OrderPaid")) == 1
    unturned = fly(flyer, to((7, 5)), turn(270), shoot("b1"), others=east)
    assert unturned.codes() == {"OUT_OF_ARC"}


@rule("AOD-VTOL-012", "AOD-CONTACT-006")
@pytest.mark.parametrize(("stop", "codes"), [((5, 10), set()), ((5, 12), {"ENDS_ON_BASE"})])
def test_the_stop_for_the_shot_must_be_free(stop: Any, codes: set[str]) -> None:
    flyer = vtol("r1", (5, 5), speed=28, level="cruising")
    legs = (to(stop), shoot("b1"), to((9, stop[1])))
    assert fly(flyer, *legs, others=(TARGET,), dice=() if codes else MISS).codes() == codes


@rule("AOD-VTOL-012")
def test_a_critical_miss_on_the_move_hurts_the_vtol() -> None:
    played = fly(vtol("r1", (5, 5)), shoot("b1"), others=(TARGET,), dice=(1, 1, 6))
    assert played.r1.click == 2


@rule("AOD-VTOL-006", "AOD-VTOL-012")
def test_a_vtol_brought_down_by_its_own_shot_goes_no_farther() -> None:
    wreck = {"special_equipment": {"attack": {"color": "black", "shape": "square"}}}
    rock = woods("rock", (4, 8), (6, 10), kind="blocking")
    target, way = tank("b1", (9, 7), 180), (shoot("b1"), to((5, 12)))
    fields: Any = {"others": (target, FAR), "dice": (1, 1, 6), "terrain": [rock]}
    flyer: Json = {"speed": 20, "level": "cruising", "facing": 45}
    fallen = fly(vtol("r1", (5, 5), later={2: wreck}, **flyer), *way, **fields)
    assert (fallen.r1.at, fallen.r1.level) == ((5, 5), "ground")
    flying = fly(vtol("r1", (5, 5), **flyer), *way, **fields)
    assert (flying.r1.at, flying.r1.level) == ((5, 12), "cruising")


@rule("AOD-VTOL-012", "AOD-CONTACT-006")
@pytest.mark.parametrize(("spot", "end"), [((18, 15.875), (18, 12)), ((19.299, 16.625), (18, 15))])
@pytest.mark.parametrize("level", ["ground", "cruising"])
def test_a_vtol_never_comes_to_rest_on_those_its_shot_has_driven_from_a_transport(
    level: Any, spot: Any, end: Any
) -> None:
    ruin = {4: {"special_equipment": SALVAGE}}
    carrier = tank("b1", (18, 18), capacity=1, later=ruin)
    units = [
        vtol("r1", (18, 12), speed=20, level=level),
        carrier,
        aboard(squad("b2", FAR_OFF), "b1"),
    ]
    order = {"order": "move", "unit": "r1", "legs": [shoot("b1"), to((18, 15))]}
    put = {"order": "answer", "to": "place", "unit": "b2", "at": list(spot), "facing": 0}
    played = play(units, order, put, dice=HIT)
    assert (played.b2.at, played.r1.at) == (spot, end)
    dropped = [(event.unit, event.codes) for event in played.events("WayDropped")]
    assert dropped == ([("r1", ("ENDS_ON_BASE",))] if end == (18, 12) else [])


@rule("AOD-VTOL-012", "AOD-CARRY-020")
def test_a_vtol_flies_on_with_nobody_to_put_down_when_its_own_shot_has_emptied_it() -> None:
    wreck = {2: {"special_equipment": SALVAGE}}
    flyer = vtol("r1", (5, 5), 90, speed=28, capacity=1, later=wreck)
    way = (shoot("b1"), to((9, 5)), {"disembark": [{"unit": "r2", "at": [6.87, 5], "facing": 0}]})
    order = {"order": "move", "unit": "r1", "legs": list(way)}
    units = [flyer, aboard(squad("r2", FAR_OFF), "r1"), tank("b1", (12, 5), 180)]
    played = play(units, order, dice=(1, 1, 6))
    assert (played.r1.at, played.r2.aboard) == ((9, 5), None)


@rule("AOD-VTOL-012", "AOD-MOVE-003")
def test_only_the_rest_of_a_way_is_judged_anew_after_a_shot() -> None:
    carrier = tank("b1", (18, 18), capacity=1, later={4: {"special_equipment": SALVAGE}})
    units = [vtol("r1", (18, 12), speed=20), carrier, aboard(squad("b2", FAR_OFF), "b1")]
    legs = [{"travel": [[18, 15.5], [18, 12]]}, shoot("b1"), to((18.9, 12))]
    put = {"order": "answer", "to": "place", "unit": "b2", "at": [18, 15.875], "facing": 0}
    played = play(units, {"order": "move", "unit": "r1", "legs": legs}, put, dice=HIT)
    assert (played.b2.at, played.r1.at) == ((18, 15.875), (18.9, 12))


@rule("AOD-VTOL-012", "AOD-CARRY-017")
def test_a_passenger_stays_aboard_where_somebody_has_come_to_stand_after_a_shot() -> None:
    carrier = tank("b1", (18, 18), capacity=1, later={4: {"special_equipment": SALVAGE}})
    flyer = vtol("r1", (18, 14), 90, speed=20, capacity=1)
    units = [flyer, carrier, aboard(squad("r2", FAR_OFF), "r1"), aboard(squad("b2", FAR_OFF), "b1")]
    landing = {"disembark": [{"unit": "r2", "at": [17.2, 15.505], "facing": 0}]}
    order = {"order": "move", "unit": "r1", "legs": [shoot("b1"), landing]}
    put = {"order": "answer", "to": "place", "unit": "b2", "at": [18, 15.875], "facing": 0}
    played = play(units, order, put, dice=HIT)
    assert (played.b2.at, played.r2.aboard) == ((18, 15.875), "r1")
    (dropped,) = played.events("WayDropped")
    assert dropped.codes == ("ENDS_ON_BASE", "LANDS_BESIDE_OPPONENT")
    missed = play(units, order, dice=(1, 2, 1))
    assert missed.r2.at == (17.2, 15.505)
