"""Contact, facing and plain moves (AOD-CONTACT, AOD-FACING, AOD-MOVE)."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
from rules.tests.skirmishes import (
    END,
    Json,
    aboard,
    close,
    mech,
    move,
    play,
    quad,
    ranged,
    read,
    scenario,
    spin,
    squad,
    tank,
    vtol,
    weapon,
    woods,
)

MISS = (1, 2, 1)
FAR = tank("b9", (33, 33))


def turn(facing: float) -> Json:
    """A leg that turns in place."""
    return {"rotate": facing}


def legs(unit: str, *legs: Json, **fields: Any) -> Json:
    """A move order leg by leg."""
    return {"order": "move", "unit": unit, "legs": list(legs)} | fields


def needs_break_away(*units: Json, **fields: Any) -> bool:
    """Whether r1 must roll before it moves: the sign that it touches an opponent."""
    dice = (6,)
    try:
        play(list(units), move("r1"), dice=dice, **fields)
    except AssertionError:
        return False
    return True


def overlapping(*units: Json) -> bool:
    """Whether a position is refused because two bases overlap."""
    try:
        read(scenario(list(units)))
    except Unreadable as error:
        return "overlap" in error.message("en")
    return False


@pytest.mark.rule("AOD-CONTACT-001")
@pytest.mark.parametrize(("gap", "contact"), [(0.0, True), (0.019, True), (0.03, False)])
def test_bases_that_touch_are_in_contact_both_ways(gap: float, contact: bool) -> None:
    red, blue = squad("r1", (5, 5)), squad("b1", (5, 6.5 + gap))
    assert needs_break_away(red, blue) is contact
    red, blue = squad("b1", (5, 5)), squad("r1", (5, 6.5 + gap))
    assert needs_break_away(red, blue) is contact


@pytest.mark.rule("AOD-CONTACT-002")
@pytest.mark.parametrize(("edge", "halved"), [(5.5, True), (5.75, True), (6.75, False)])
def test_a_base_that_touches_terrain_is_in_contact_with_it(edge: float, halved: bool) -> None:
    wood = woods("wood", (4, edge), (6, 20))
    played = play([squad("r1", (5, 5)), FAR], move("r1", (5, 1.5)), terrain=[wood])
    assert played.codes() == ({"TOO_FAR"} if halved else set())


@pytest.mark.rule("AOD-CONTACT-003")
@pytest.mark.parametrize(("level", "contact"), [("cruising", False), ("ground", True)])
def test_nobody_touches_a_cruising_unit(level: str, contact: bool) -> None:
    assert needs_break_away(squad("r1", (5, 5)), vtol("b1", (5, 6.5), 90, level=level)) is contact
    assert needs_break_away(vtol("r1", (5, 6.5), 90, level=level), squad("b1", (5, 5))) is contact
    units = [squad("r1", (5, 5)), vtol("b1", (5, 6.5), 90, level=level)]
    played = play(units, close("r1", "b1"), dice=MISS if contact else ())
    assert played.codes() == (set() if contact else {"NOT_IN_CONTACT"})


@pytest.mark.rule("AOD-CONTACT-003")
def test_a_vtol_that_comes_down_beside_a_unit_touches_it() -> None:
    units = [vtol("r1", (5, 6.5), 90, level="cruising"), squad("b1", (5, 5))]
    down = legs("r1", {"level": "ground"})
    played = play(units, down, END, END, move("r1"), dice=(6,))
    assert len(played.events("BreakAwayRolled")) == 1


@pytest.mark.rule("AOD-CONTACT-004")
@pytest.mark.parametrize(("apart", "contact"), [(0.0, True), (0.5, False)])
def test_contact_is_judged_from_above(apart: float, contact: bool) -> None:
    hill = woods("hill", (2, 5.75), (8, 12), kind="clear", elevated=True)
    units = (squad("r1", (5, 5 - apart)), squad("b1", (5, 6.5)))
    assert needs_break_away(*units, terrain=[hill]) is contact


@pytest.mark.rule("AOD-CONTACT-005")
@pytest.mark.parametrize(("away", "code"), [(8.0, set()), (8.1, {"OUT_OF_RANGE"})])
def test_distances_go_from_dot_to_dot(away: float, code: set[str]) -> None:
    gun = weapon("primary", "ballistic", 8)
    units = [squad("r1", (5, 5), gun=gun), squad("b1", (5, 5 + away))]
    assert play(units, ranged("r1", "b1"), dice=() if code else MISS).codes() == code


@pytest.mark.rule("AOD-CONTACT-006")
@pytest.mark.parametrize(("end", "codes"), [(6.5, set()), (6.52, set()), (6.7, {"ENDS_ON_BASE"})])
def test_bases_do_not_overlap_at_the_end_of_a_move(end: float, codes: set[str]) -> None:
    units = [squad("r1", (5, 5)), squad("b1", (5, 8))]
    assert play(units, move("r1", (5, end))).codes() == codes


@pytest.mark.rule("AOD-CONTACT-006")
def test_a_turn_in_place_may_not_swing_a_base_onto_another() -> None:
    units = [tank("r1", (5, 5)), tank("r2", (7, 5))]
    assert play(units, legs("r1", turn(90))).codes() == {"ENDS_ON_BASE"}
    assert play(units, legs("r1", turn(180))).codes() == set()


@pytest.mark.rule("AOD-CONTACT-006")
def test_not_even_a_cruising_unit_ends_over_a_base() -> None:
    units = [vtol("r1", (5, 5), level="cruising"), tank("b1", (5, 12))]
    assert play(units, move("r1", (5, 11))).codes() == {"ENDS_ON_BASE"}
    assert play(units, move("r1", (5, 18))).codes() == set()
    assert overlapping(vtol("r1", (5, 5), level="cruising"), tank("b1", (5, 6)))


@pytest.mark.rule("AOD-CONTACT-007")
def test_allies_are_friends() -> None:
    players = [
        {"id": "red", "team": "one"},
        {"id": "blue", "team": "two"},
        {"id": "green", "team": "one"},
    ]
    ally = squad("g1", (5, 6.5)) | {"owner": "green"}
    units = [squad("r1", (5, 5)), ally, tank("b1", (30, 30))]
    assert play(units, ranged("r1", "g1"), players=players).codes() >= {"TARGET_FRIENDLY"}
    assert not needs_break_away(*units, players=players)
    foes = [player | {"team": player["id"]} for player in players]
    assert needs_break_away(*units, players=foes)


@pytest.mark.rule("AOD-CONTACT-007")
def test_a_captive_is_on_nobodys_side() -> None:
    captor = squad("b1", (5, 20))
    captive = tank("r2", (5, 12), captive_of="b1")
    units = [squad("r1", (5, 9.8)), captive, captor, tank("r3", (8, 12))]
    assert play(units, ranged("r1", "r2")).codes() == {"TARGET_CAPTIVE"}
    beside = [squad("r1", (5, 9.875)), captive, captor]
    assert not needs_break_away(*beside)


@pytest.mark.rule("AOD-CONTACT-008")
def test_a_hover_squad_is_infantry() -> None:
    hover = squad("b1", (5, 9), mode="hover", gun=weapon("primary", "energy", 6))
    charger = mech("r1", (5, 3))
    order = {"order": "charge", "unit": "r1", "target": "b1", "path": [[5, 7]]}
    assert play([charger, hover], order).codes() >= {"TARGET_INFANTRY"}


@pytest.mark.rule("AOD-FACING-001")
@pytest.mark.parametrize(
    ("target", "codes"),
    [((10, 5), set()), ((5, 10), set()), ((4.9, 10), {"OUT_OF_ARC"}), ((1, 5), {"OUT_OF_ARC"})],
)
def test_the_front_arc_is_half_a_circle_with_its_border(target: Any, codes: set[str]) -> None:
    units = [squad("r1", (5, 5), 90), squad("b1", target)]
    assert play(units, ranged("r1", "b1"), dice=() if codes else MISS).codes() == codes


@pytest.mark.rule("AOD-FACING-001")
@pytest.mark.parametrize(("facing", "rear"), [(0, 2), (90, 0), (180, 0), (89, 2)])
def test_the_rear_arc_is_the_other_half_without_its_border(facing: float, rear: int) -> None:
    units = [squad("r1", (5, 5)), squad("b1", (5, 10), facing)]
    played = play(units, ranged("r1", "b1"), dice=MISS)
    assert played.attack().get("rear_arc", 0) == rear


@pytest.mark.rule("AOD-FACING-002", "AOD-MOVE-010")
@pytest.mark.parametrize("facing", [0, 45, 180, 270])
def test_a_moved_unit_may_look_anywhere_at_no_cost(facing: float) -> None:
    units = [tank("r1", (5, 5)), FAR]
    played = play(units, legs("r1", {"travel": [[5, 13]]}, turn(facing)))
    assert played.refused == {}
    assert (played.r1.at, played.r1.facing) == ((5, 13), facing)


@pytest.mark.rule("AOD-FACING-002")
def test_the_facing_stays_where_it_is_not_chosen() -> None:
    played = play([tank("r1", (5, 5), 30), FAR], move("r1", (8, 5)))
    assert played.r1.facing == 30


@pytest.mark.rule("AOD-FACING-003")
def test_attacks_go_through_the_front_arc() -> None:
    units = [squad("r1", (5, 5), 180), squad("b1", (5, 8))]
    assert play(units, ranged("r1", "b1")).codes() == {"OUT_OF_ARC"}
    beside = [squad("r1", (5, 5), 180), squad("b1", (5, 6.5))]
    assert play(beside, close("r1", "b1")).codes() == {"NOT_IN_FRONT"}


@pytest.mark.rule("AOD-FACING-003")
def test_a_quad_fights_and_a_mech_charges_behind_its_back() -> None:
    beside = [quad("r1", (5, 5), 180), squad("b1", (5, 6.9))]
    assert play(beside, close("r1", "b1"), dice=MISS).refused == {}
    charge = {"order": "charge", "unit": "r1", "target": "b1", "path": [[5, 9]]}
    apart = [mech("r1", (5, 5), 180), tank("b1", (5, 10.9), 90)]
    assert play(apart, charge, dice=MISS).refused == {}


@pytest.mark.rule("AOD-MOVE-001")
@pytest.mark.parametrize(
    ("inches", "codes"), [(8, set()), (8.1, {"TOO_FAR"}), (3, set()), (0, set())]
)
def test_speed_bounds_the_move(inches: float, codes: set[str]) -> None:
    played = play([tank("r1", (5, 5)), FAR], move("r1", (5, 5 + inches)))
    assert played.codes() == codes
    assert played.r1.at == ((5, 5) if codes else (5, 5 + inches))


@pytest.mark.rule("AOD-MOVE-001")
def test_the_speed_in_the_window_counts() -> None:
    units = [tank("r1", (5, 5), click=2, later={2: {"speed": 5}}), FAR]
    assert play(units, move("r1", (5, 10))).codes() == set()
    assert play(units, move("r1", (5, 10.5))).codes() == {"TOO_FAR"}


@pytest.mark.rule("AOD-MOVE-002")
def test_the_length_of_the_way_counts_not_the_distance() -> None:
    units = [tank("r1", (5, 5)), FAR]
    played = play(units, move("r1", (8, 5), (8, 9)))
    assert played.events("Moved")[0].inches == 7
    assert play(units, move("r1", (8, 5), (8, 11))).codes() == {"TOO_FAR"}
    detour = legs("r1", {"travel": [[9, 5]]}, turn(10), {"travel": [[5, 5.5]]})
    assert play(units, detour).codes() == {"TOO_FAR"}


@pytest.mark.rule("AOD-MOVE-003")
@pytest.mark.parametrize("other", [tank("r2", (5, 9), 90), tank("b1", (5, 9), 90)])
def test_the_way_of_the_dot_crosses_no_base(other: Json) -> None:
    units = [tank("r1", (5, 5)), other]
    assert play(units, move("r1", (5, 12))).codes() == {"BASE_IN_WAY"}


@pytest.mark.rule("AOD-MOVE-003")
def test_the_way_crosses_no_captive_either() -> None:
    units = [tank("r1", (5, 5)), tank("b1", (5, 9), 90, captive_of="r2"), squad("r2", (5, 20))]
    assert play(units, move("r1", (5, 12))).codes() == {"BASE_IN_WAY"}


@pytest.mark.rule("AOD-MOVE-003")
def test_the_moving_base_may_sweep_over_another() -> None:
    units = [tank("r1", (5, 5)), squad("r2", (5.85, 9))]
    assert play(units, move("r1", (5, 12))).codes() == set()


@pytest.mark.rule("AOD-MOVE-004")
@pytest.mark.parametrize(("apart", "codes"), [(0.0, {"BETWEEN_BASES"}), (0.5, set())])
def test_the_way_does_not_slip_between_touching_bases(apart: float, codes: set[str]) -> None:
    half = 0.75 + apart / 2
    others = [squad("b1", (5 - half, 9)), squad("r2", (5 + half, 9))]
    units = [tank("r1", (5, 5)), *others]
    assert play(units, move("r1", (5, 12))).codes() == codes


@pytest.mark.rule("AOD-MOVE-004")
def test_a_point_of_the_way_at_the_contact_does_not_help() -> None:
    units = [tank("r1", (5, 5)), squad("b1", (4.25, 9)), squad("r2", (5.75, 9))]
    assert play(units, move("r1", (5, 9), (5, 12))).codes() == {"BETWEEN_BASES"}
    two_stops = legs("r1", {"travel": [[5, 9]]}, {"travel": [[5, 12]]})
    assert play(units, two_stops).codes() == {"BETWEEN_BASES"}


@pytest.mark.rule("AOD-MOVE-004", "AOD-MODE-009")
def test_a_mech_slips_between_squads() -> None:
    units = [mech("r1", (5, 5)), squad("b1", (4.25, 7.5)), squad("r2", (5.75, 7.5))]
    assert play(units, move("r1", (5, 10.5))).codes() == set()


@pytest.mark.rule("AOD-MOVE-005")
def test_a_legal_move_ends_at_the_end_of_the_way_and_an_illegal_one_costs_nothing() -> None:
    units = [tank("r1", (5, 5)), FAR]
    played = play(units, move("r1", (5, 20)), move("r1", (5, 9), (6, 9)), build_total=150)
    assert played.codes(0) == {"TOO_FAR"}
    assert played.r1.at == (6, 9)
    assert len(played.events("OrderPaid")) == 1


@pytest.mark.rule("AOD-MOVE-006")
def test_a_turn_in_place_is_a_move_and_a_free_spin_is_none() -> None:
    units = [squad("r1", (5, 5)), squad("b1", (5, 8), 0)]
    played = play(units, move("r1", (5, 6.5)), spin("b1", 180), legs("r1", turn(90)))
    assert [event.free for event in played.events("Turned")] == [True]
    turned = play(units, legs("r1", turn(90)))
    assert [(e.unit, e.free) for e in turned.events("Turned")] == [("r1", False)]
    assert turned.r1.tokens == 1


@pytest.mark.rule("AOD-MOVE-007")
def test_a_unit_without_speed_may_turn_but_not_go() -> None:
    units = [tank("r1", (5, 5), speed=0), FAR]
    played = play(units, legs("r1", turn(90)))
    assert (played.r1.facing, played.r1.tokens) == (90, 1)
    assert play(units, move("r1", (5, 5.5))).codes() == {"TOO_FAR"}


@pytest.mark.rule("AOD-MOVE-008")
@pytest.mark.parametrize(("start", "end"), [((5, 5), (5, 10.75)), ((5, 16), (5, 9.25))])
def test_height_does_not_lengthen_the_way(start: Any, end: Any) -> None:
    hill = woods("hill", (2, 10), (8, 20), kind="clear", elevated=True)
    speed = abs(end[1] - start[1])
    units = [squad("r1", start, speed=7), FAR]
    played = play(units, move("r1", end), terrain=[hill])
    assert (played.refused, played.r1.at) == ({}, end)
    assert played.events("Moved")[0].inches == speed
    slow = [squad("r1", start, speed=int(speed - 0.01)), FAR]
    assert play(slow, move("r1", end), terrain=[hill]).codes() == {"TOO_FAR"}


@pytest.mark.rule("AOD-MOVE-009")
@pytest.mark.parametrize(
    ("end", "codes"), [((5, 0.75), set()), ((5, 0.5), {"OFF_TABLE"}), ((5, -2), {"OFF_TABLE"})]
)
def test_the_whole_base_stays_on_the_table(end: Any, codes: set[str]) -> None:
    assert play([squad("r1", (5, 3)), FAR], move("r1", end)).codes() == codes


@pytest.mark.rule("AOD-MOVE-009")
@pytest.mark.parametrize("end", [(3, 0.7), (3, 35.3), (0.7, 3), (35.3, 3)])
def test_every_edge_of_the_table_holds(end: Any) -> None:
    units = [squad("r1", (min(max(end[0], 3), 33), min(max(end[1], 3), 33))), tank("b1", (18, 18))]
    assert play(units, move("r1", end)).codes() == {"OFF_TABLE"}


@pytest.mark.rule("AOD-MOVE-009")
def test_a_turn_may_not_swing_the_base_off_the_table() -> None:
    units = [tank("r1", (5, 0.75), 90), FAR]
    assert play(units, legs("r1", turn(0))).codes() == {"OFF_TABLE"}


@pytest.mark.rule("AOD-MOVE-010")
def test_a_move_order_brings_no_shot() -> None:
    units = [tank("r1", (5, 5)), tank("b1", (5, 12))]
    shot = legs("r1", {"travel": [[5, 6]]}, {"shoot": {"targets": ["b1"]}})
    assert "NO_SHOT_ON_MOVE" in play(units, shot).codes()
    assert play(units, move("r1")).r1.tokens == 1


@pytest.mark.rule("AOD-MOVE-003")
def test_passengers_are_in_nobodys_way() -> None:
    units = [tank("r1", (5, 5)), tank("r3", (20, 20)), aboard(squad("r2", (0, 0)), "r3"), FAR]
    assert play(units, move("r1", (5, 12))).codes() == set()


@pytest.mark.rule("AOD-MOVE-009")
@pytest.mark.parametrize(("x", "codes"), [(0.0, set()), (-0.1, {"OFF_TABLE"})])
def test_no_way_leads_off_the_table_and_back(x: float, codes: set[str]) -> None:
    units = [squad("r1", (0.75, 5), speed=8)]
    assert play(units, move("r1", (x, 7), (0.75, 9))).codes() == codes


@pytest.mark.rule("AOD-CONTACT-006", "AOD-MOVE-009")
@pytest.mark.parametrize(("facing", "codes"), [(90, {"ENDS_ON_BASE"}), (180, set())])
def test_a_unit_that_turns_on_its_way_needs_the_room(facing: float, codes: set[str]) -> None:
    """Laid across, the vehicle would lie on the infantry beside it before it drives on."""
    units = [tank("r1", (5, 5)), squad("r2", (6.6, 5))]
    order = move("r1", (5, 9))
    order["legs"].insert(0, {"rotate": facing})
    assert play(units, order).codes() == codes
