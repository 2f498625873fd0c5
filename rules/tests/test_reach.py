"""Reach and ways: what is lit can be come to, and what can be come to is lit."""

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.age_of_destruction.guide import (
    Course,
    Gait,
    aims,
    area_of,
    companions,
    course_to,
    gaits,
    glances,
    march_to,
    of_itself,
    sectors,
    strikes,
    threat_of,
    together,
)
from rules.age_of_destruction.guide.reach import (
    BEYOND,
    FINE,
    TOLERANCE,
    Reached,
    ground_of,
    plane_of,
    rest_of,
)
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.charge import Charge
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import explain, is_legal
from rules.age_of_destruction.state.legs import Leg
from rules.core.geometry import (
    Point,
    Polygon,
    ahead,
    bearing,
    distance,
    edges,
    point_to_segment,
    turn_between,
)
from rules.tests.artillery_cases import gun
from rules.tests.running import examples
from rules.tests.skirmishes import (
    Json,
    catalogue,
    mech,
    read,
    scenario,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)
from rules.tools.bench_skirmish import position

JUMP_JETS = {"speed": ("blue", "square")}
SHARES = st.floats(min_value=0, max_value=1, allow_nan=False)
ROUND = st.floats(min_value=0, max_value=360, allow_nan=False)


def field(*units: Json, **fields: Any) -> Field:
    found = read(scenario(list(units), **fields))
    return Field(found.setup, found.state)


@cache
def crowd(active: str) -> Field:
    """Sixteen figures of every mode among a wood, water, rocks and a hill."""
    found = position(catalogue())
    return Field(found.setup, msgspec.structs.replace(found.state, active=active))


#: Everybody of the crowd with every manner in which it may move, but for changes of level.
WALKERS = [
    (player, piece.id, gait.name)
    for player in ("red", "blue")
    for piece in crowd(player).of(player)
    for gait in gaits(piece)
    if gait.changes is None
]


def walker(player: str, unit: str, name: str) -> tuple[Piece, Gait]:
    piece = crowd(player).piece(unit)
    return piece, next(gait for gait in gaits(piece) if gait.name == name)


def lights(loops: tuple[Polygon, ...], at: Point) -> bool:
    """Whether a place is within an odd number of outlines."""
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in (side for loop in loops for side in edges(loop)):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def to_rim(loops: tuple[Polygon, ...], at: Point) -> float:
    return min((point_to_segment(at, *side) for loop in loops for side in edges(loop)), default=99)


@cache
def lit(player: str, unit: str, name: str) -> tuple[tuple[Polygon, ...], Reached]:
    piece, gait = walker(player, unit, name)
    routes = ground_of(piece, gait).routes(gait.inches + BEYOND)
    loops = plane_of(piece, gait, routes)
    return loops, Reached(routes, rest_of(piece, gait), gait.inches)


def course(on: Field, unit: str, goal: Point, pace: str = "move", **how: Any) -> Course:
    piece = on.piece(unit)
    gait = next(gait for gait in gaits(piece) if gait.name == pace)
    return course_to(piece, gait, goal, **how)


def within(on: Field, unit: str, at: Point, pace: str = "move") -> bool:
    piece = on.piece(unit)
    gait = next(gait for gait in gaits(piece) if gait.name == pace)
    return lights(area_of(piece, gait), at)


# --- Both ways ------------------------------------------------------------------------------


@pytest.mark.rule("AOD-MOVE-001", "AOD-MOVE-003", "AOD-MOVE-009", "AOD-TERRAIN-006")
@examples(60)
@given(who=st.sampled_from(WALKERS), across=SHARES, ahead_of=SHARES)
def test_a_place_that_is_lit_is_come_to(
    who: tuple[str, str, str], across: float, ahead_of: float
) -> None:
    piece, gait = walker(*who)
    loops, _ = lit(*who)
    goal = (
        piece.at[0] + (across * 2 - 1) * gait.inches,
        piece.at[1] + (ahead_of * 2 - 1) * gait.inches,
    )
    if not lights(loops, goal):
        return
    found = course_to(piece, gait, goal)
    assert not found.refused
    if not found.snapped:
        assert distance(found.at, goal) <= TOLERANCE


@pytest.mark.rule("AOD-MOVE-001", "AOD-MOVE-003", "AOD-TERRAIN-009", "AOD-RUN-001")
@examples(300)
@given(
    who=st.sampled_from(WALKERS),
    turns=st.tuples(ROUND, ROUND, ROUND),
    shares=st.tuples(SHARES, SHARES),
)
def test_whatever_the_rules_let_a_unit_come_to_is_lit(
    who: tuple[str, str, str], turns: tuple[float, float, float], shares: tuple[float, float]
) -> None:
    """Strips too narrow to be drawn are known all the same."""
    piece, gait = walker(*who)
    loops, reached = lit(*who)
    bend = ahead(piece.at, turns[0], shares[0] * gait.inches)
    left = gait.inches * (1 - shares[0]) - 1e-4
    end = ahead(bend, turns[1], shares[1] * max(left, 0))
    legs = (Leg(travel=(bend, end)), Leg(rotate=turns[2]))
    if not is_legal(piece.field, Move(unit=piece.id, legs=legs, run=gait.pace.run)):
        return
    climbed = piece.field.table.elevation_at(end) != piece.field.table.elevation_at(piece.at)
    if climbed or (gait.name == "move" and piece.jump is not None):
        return
    value = reached.value(end)
    assert value > -0.05
    if not lights(loops, end) and to_rim(loops, end) > TOLERANCE:
        assert value < FINE


@examples(40)
@given(who=st.sampled_from(WALKERS), goal=st.tuples(SHARES, SHARES), facing=ROUND)
def test_every_place_pointed_at_gives_an_order_that_may_be_given(
    who: tuple[str, str, str], goal: tuple[float, float], facing: float
) -> None:
    piece, gait = walker(*who)
    table = piece.field.table
    found = course_to(piece, gait, (goal[0] * table.width, goal[1] * table.depth), facing=facing)
    assert not explain(piece.field.setup, piece.field.state, found.order)
    assert found.inches <= gait.inches + 1e-6


# --- Ways -----------------------------------------------------------------------------------


@pytest.mark.rule("AOD-MOVE-001")
def test_fifteen_inches_asked_of_a_unit_with_six_are_the_first_six() -> None:
    found = course(field(mech("r1", (18, 10)), tank("b1", (3, 33))), "r1", (18, 25))
    assert found.clamped and not found.refused
    assert found.inches == pytest.approx(6, abs=0.01)
    assert found.at == pytest.approx((18, 16), abs=0.01)


@pytest.mark.rule("AOD-MOVE-003")
def test_a_far_place_is_made_for_along_the_shortest_way_of_all() -> None:
    """Not along one that bends only at what is near."""
    found = course(crowd("red"), "r0", (2, 30))
    assert found.at[1] > 14 and not found.refused


@pytest.mark.rule("AOD-TERRAIN-014")
def test_a_way_goes_round_rocks() -> None:
    rocks = woods("rocks", (14, 13), (22, 15), kind="blocking")
    on = field(mech("r1", (18, 10), speed=14), terrain=[rocks])
    found = course(on, "r1", (18, 18))
    assert not found.refused and not found.clamped
    assert len(found.points) == 4
    assert 12 < found.inches < 12.1


@pytest.mark.rule("AOD-CONTACT-001", "AOD-SPIN-001")
def test_a_way_dropped_beside_an_opponent_ends_in_contact_and_looks_at_him() -> None:
    on = field(mech("r1", (18, 10)), tank("b1", (18, 15), 90))
    found = course(on, "r1", (18.2, 13.4))
    assert found.snapped == "b1" and not found.refused
    assert found.after(on).piece("r1").touches(found.after(on).piece("b1"))
    assert found.after(on).piece("r1").front_touches(found.after(on).piece("b1"))


@pytest.mark.rule("AOD-FORM-004")
def test_a_way_dropped_beside_a_friend_makes_a_formation() -> None:
    on = field(squad("r1", (18, 10)), squad("r2", (18, 14)), squad("r3", (19.5, 14)))
    assert not together(on, "r2")[0].units[2:]
    found = course(on, "r1", (16.3, 14.2))
    assert found.snapped == "r2"
    assert [t.kind for t in together(found.after(on), "r1") if not t.lacks] == ["march", "fire"]


@pytest.mark.rule("AOD-CONTACT-001", "AOD-CARRY-007")
@pytest.mark.parametrize("goal", [(18, 16.4), (16.2, 15.2), (19.9, 15.2), (18, 13.6)])
def test_a_long_base_touches_whom_it_is_dropped_beside(goal: Point) -> None:
    on = field(tank("r1", (12, 10), 40, speed=12), tank("r2", (18, 15), 90))
    found = course(on, "r1", goal)
    assert found.snapped == "r2" and not found.refused
    assert found.after(on).piece("r1").touches(found.after(on).piece("r2"))


def test_who_cannot_move_an_inch_keeps_looking_where_it_looks() -> None:
    on = field(tank("r1", (12, 10), 40, speed=0), tank("b1", (30, 30)))
    found = course(on, "r1", (12, 20))
    assert found.points == ((12, 10),) and found.facing == 40 and found.clamped


@pytest.mark.rule("AOD-TERRAIN-006", "AOD-TERRAIN-008")
def test_a_wood_stops_whom_it_holds_and_halves_who_leaves_it() -> None:
    wood = woods("wood-1", (14, 14), (22, 22))
    before = field(mech("r1", (18, 10), speed=10), terrain=[wood])
    assert within(before, "r1", (18, 14.9))
    assert not within(before, "r1", (18, 16))
    assert not within(before, "r1", (18, 19))
    inside = field(mech("r1", (18, 18), speed=10), terrain=[wood])
    assert within(inside, "r1", (18, 22.5))
    assert not within(inside, "r1", (18, 23.5))


@pytest.mark.rule("AOD-ELEV-002", "AOD-ELEV-003")
def test_a_hill_is_climbed_to_where_it_holds_the_whole_base() -> None:
    hill = woods("hill", (14, 14), (22, 22), kind="clear", elevated=True)
    on = field(mech("r1", (18, 10), speed=10), terrain=[hill])
    assert within(on, "r1", (18, 15.16))
    assert not within(on, "r1", (18, 14.5))
    assert not within(on, "r1", (18, 16))
    found = course(on, "r1", (18.2, 17))
    assert not found.refused and found.at[1] == pytest.approx(15.16, abs=0.02)


@pytest.mark.rule("AOD-ELEV-011")
def test_a_mesa_is_climbed_at_its_access_points_only() -> None:
    flags = {"elevated": True, "abrupt": True, "access": [[16, 14]]}
    mesa = woods("mesa", (14, 14), (22, 22), kind="clear", **flags)
    on = field(mech("r1", (18, 10), speed=10), terrain=[mesa])
    assert not within(on, "r1", (20, 15.16))
    found = course(on, "r1", (20, 17))
    assert not found.refused
    assert found.at[1] > 15 and found.at[0] < 17


@pytest.mark.rule("AOD-MOVE-004")
def test_no_way_slips_between_touching_bases() -> None:
    row = [tank(f"b{n}", (12 + 1.51 * n, 14)) for n in range(9)]
    on = field(squad("r1", (18, 11), speed=6), *row)
    assert not within(on, "r1", (18, 16.5))


@pytest.mark.rule("AOD-VTOL-003", "AOD-VTOL-007")
def test_who_rises_pays_for_it_and_flies_over_everything() -> None:
    rocks = woods("rocks", (10, 13), (26, 15), kind="blocking")
    on = field(vtol("r1", (18, 10), speed=8), terrain=[rocks])
    assert not within(on, "r1", (18, 15.5))
    assert within(on, "r1", (18, 15.5), "rise")
    assert not within(on, "r1", (18, 16.5), "rise")
    assert not course(on, "r1", (18, 15.5), "rise").refused


@pytest.mark.rule("AOD-MODE-009")
def test_jump_jets_lead_over_what_is_in_the_way() -> None:
    rocks = woods("rocks", (10, 13), (26, 14), kind="blocking")
    on = field(mech("r1", (18, 10), equipment=JUMP_JETS), terrain=[rocks])
    assert within(on, "r1", (18, 15.7), "jump") and not within(on, "r1", (18, 15.7))


# --- Whom it hits ---------------------------------------------------------------------------


@pytest.mark.rule("AOD-RANGED-002")
@pytest.mark.parametrize(
    ("target", "why"),
    [
        (tank("b1", (18, 23.7), 180), "OUT_OF_RANGE"),
        (tank("b1", (18, 6), 180), "OUT_OF_ARC"),
        (squad("b1", (18, 17), 180), "LINE_BLOCKED"),
    ],
)
def test_the_reason_told_is_the_one_that_says_most(target: Json, why: str) -> None:
    rocks = woods("rocks", (17, 13), (19, 14), kind="blocking")
    shooter = mech("r1", (18, 10), second=weapon("secondary", "energy", 10))
    (aim,) = aims(field(shooter, target, terrain=[rocks]), "r1")
    assert not aim.legal and aim.why and aim.why.code == why


def test_who_has_had_his_order_is_told_what_he_would_need() -> None:
    on = field(mech("r1", (18, 10)), tank("b1", (18, 17), 180))
    spent = on.later(on.state.with_unit("r1", ordered="move"))
    (aim,) = aims(spent, "r1")
    assert not aim.legal
    (fresh,) = aims(on, "r1")
    (glance,) = glances(spent, "r1", ("b1",))
    assert glance.needed == fresh.needed


@pytest.mark.rule("AOD-CHARGE-001")
def test_a_charge_goes_round_what_is_in_its_way() -> None:
    rocks = woods("rocks", (17, 13), (19, 14), kind="blocking")
    on = field(mech("r1", (18, 10)), tank("b1", (18, 18), 180), terrain=[rocks])
    (charge,) = [o for o in strikes(on, "r1", "b1") if o.kind == "charge"]
    assert charge.legal and isinstance(charge.order, Charge) and len(charge.order.path) > 1
    assert not explain(on.setup, on.state, charge.order)


@pytest.mark.rule("AOD-ASSAULT-002")
def test_an_assault_comes_as_near_as_it_needs() -> None:
    on = field(mech("r1", (18, 10), speed=8), tank("b1", (18, 22.5), 180))
    found = {o.weapon: o for o in strikes(on, "r1", "b1") if o.kind == "assault_ranged"}
    assert found["secondary"].legal and not found["primary"].legal


@pytest.mark.rule("AOD-ARTY-002", "AOD-ARTY-001")
def test_a_gun_fires_at_whoever_is_pressed_where_its_marker_may_lie() -> None:
    on = field(gun("r1", (18, 3)), tank("b1", (18, 20), 180), tank("b2", (18, 34), 180))
    for target, legal in (("b1", True), ("b2", False)):
        (salvo,) = [o for o in strikes(on, "r1", target) if o.kind == "artillery"]
        assert salvo.legal == legal and salvo.target == target
    assert not [o for o in strikes(on, "b1", "r1") if o.kind == "artillery"]


@pytest.mark.rule("AOD-VTOL-003", "AOD-VENT-002")
def test_what_a_unit_may_do_with_itself_needs_no_pointing() -> None:
    flyer = field(vtol("r1", (18, 10)), tank("b1", (3, 33)))
    assert [option.kind for option in of_itself(flyer, "r1")] == ["level"]
    hot = field(mech("r1", (18, 10), heat=1), tank("b1", (18, 15), 180))
    assert [option.kind for option in of_itself(hot, "r1")] == ["vent"]


# --- Together -------------------------------------------------------------------------------


@pytest.mark.rule("AOD-FORM-004", "AOD-FORM-013")
def test_who_stands_a_little_apart_is_told_how_much() -> None:
    on = field(squad("r1", (18, 10)), squad("r2", (19.5, 10)), squad("r3", (16.4, 10)))
    joins, apart = companions(on, "r1")
    assert joins.unit == "r2" and joins.joins == ("march", "fire")
    assert apart.unit == "r3" and not apart.joins
    assert [v.code for v in apart.against] == ["FORMATION_APART"]
    assert apart.apart == pytest.approx(0.08, abs=0.001)


@pytest.mark.rule("AOD-FORM-021")
def test_blows_are_struck_together_by_those_who_touch_the_same_opponent() -> None:
    beside = [squad("r1", (18, 10)), squad("r2", (20.1, 10.3), 300), squad("r3", (10, 10))]
    on = field(*beside, squad("b1", (18.9, 11.2), 180))
    (found,) = [t for t in together(on, "r1") if t.kind == "melee"]
    assert found.units == ("r1", "r2") and not found.lacks


@pytest.mark.rule("AOD-FORM-005", "AOD-FORM-006", "AOD-FORM-007")
def test_a_formation_marches_as_far_as_its_slowest() -> None:
    row = [squad("r1", (18, 10), speed=6), squad("r2", (19.5, 10), speed=4), squad("r3", (21, 10))]
    on = field(*row)
    found = march_to(on, ("r1", "r2", "r3"), (18, 20))
    assert not found.refused and found.clamped
    assert found.inches == pytest.approx(4, abs=0.01)
    assert set(found.order.member_legs) == {"r1", "r2", "r3"}


# --- Arcs and threats -----------------------------------------------------------------------


@pytest.mark.rule("AOD-FACING-001")
def test_arcs_go_as_far_as_the_weapons() -> None:
    gun = weapon("primary", "ballistic", 12, minimum=4)
    piece = field(tank("r1", (18, 10), 90, gun=gun)).piece("r1")
    found = {s.name: s for s in sectors(piece)}
    assert (found["primary"].minimum, found["primary"].maximum) == (4, 12)
    front, rear = found["front"], found["rear"]
    assert (front.facing, rear.facing) == (found["primary"].facing, 270) == (90, 270)
    assert front.maximum == rear.maximum == 12
    for degrees in range(0, 360, 15):
        point = ahead(piece.at, degrees, 6)
        turned = turn_between(degrees, front.facing), turn_between(degrees, rear.facing)
        assert piece.faces(point) is (turned[0] <= front.degrees / 2)
        assert piece.turns_back_on(point) is (turned[1] < rear.degrees / 2)


@pytest.mark.rule("AOD-ASSAULT-002", "AOD-RANGED-002")
def test_a_mech_threatens_what_it_reaches_after_half_a_move() -> None:
    on = field(tank("r1", (18, 4)), mech("b1", (18, 26), 180, speed=6))
    loops = threat_of(on, "b1")
    assert lights(loops, (18, 14)) and not lights(loops, (18, 11))
    behind = threat_of(field(tank("r1", (18, 4)), tank("b1", (18, 26), 180)), "b1")
    assert lights(behind, (18, 17)) and not lights(behind, (10, 34))


@pytest.mark.parametrize("state", [{"shutdown": True}, {"captive_of": "r1"}])
def test_who_attacks_nobody_threatens_nothing(state: Json) -> None:
    on = field(squad("r1", (18, 24.1)), mech("b1", (18, 26), 180, **state))
    assert threat_of(on, "b1") == ()


def test_bearings_of_ways_are_those_of_their_last_piece() -> None:
    found = course(field(mech("r1", (18, 10))), "r1", (21, 13))
    assert found.facing == pytest.approx(bearing((18, 10), (21, 13)), abs=0.01)
