"""Headquarters, communication, command points, what orders a unit has (section 11 of the rules)."""

from typing import Any

import pytest

from rules.khans_and_generals.match import Battle
from rules.tests.khans_and_generals.scenes import (
    END,
    changed,
    codes,
    effect,
    locked,
    move,
    order,
    play,
    refused,
    scene,
    unit,
)

HQ = unit("rh", "HQ", (50, 10), supreme=True)
LOOSE = order("formation", "r1", formation="loose")


def man(at: Any, **state: Any) -> Any:
    return unit("r1", "INF", at, hq="rh", **state)


@pytest.mark.rule("KG-084", "KG-085", "KG-007")
@pytest.mark.parametrize(("y", "reached"), [(39.5, True), (39.6, False)])
def test_a_link_is_25_centimetres(y: float, reached: bool) -> None:
    found = play(HQ, man((50, y)), orders=[LOOSE])
    assert codes(found) == ({} if reached else {0: {"NO_COMMUNICATION"}})
    assert found["units"]["r1"]["reluctance"] == (10 if reached else 12)


@pytest.mark.rule("KG-084")
def test_units_pass_orders_on() -> None:
    friend = unit("r2", "INF", (50, 34.5), hq="rh")
    assert refused(HQ, friend, man((50, 64.5)), orders=[LOOSE]) == set()


@pytest.mark.rule("KG-084", "KG-153")
@pytest.mark.parametrize(("what", "passed"), [({}, True), ({"abandoned": True}, False)])
def test_guns_without_men_pass_nothing_on(what: dict[str, Any], passed: bool) -> None:
    gun = unit("r2", "GUN", (50, 34.5), hq="rh", **what)
    found = play(HQ, gun, man((50, 64.5)), orders=[LOOSE])
    assert codes(found) == ({} if passed else {0: {"NO_COMMUNICATION"}})


@pytest.mark.rule("KG-085", "KG-153", "KG-162", "KG-173")
def test_nobody_is_in_touch_with_a_wreck() -> None:
    tank = changed("TANK", command=4, initiative=2)
    near = man((50, 16.5))
    goal = [{"id": "o", "at": [50, 20]}]
    manned = play(
        unit("rh", tank, (50, 10), supreme=True), near, orders=[END, END], objectives=goal
    )
    assert manned["units"]["r1"]["reluctance"] == 10 - 2
    assert manned["objectives"] == {"o": "red"}
    left = unit("rh", tank, (50, 10), supreme=True, abandoned=True)
    found = play(left, near, orders=[END, END], objectives=goal)
    assert found["units"]["r1"]["reluctance"] == 10 + 2
    assert found["objectives"] == {"o": None}


@pytest.mark.rule("KG-084", "KG-009")
@pytest.mark.parametrize(("x", "cut"), [(62.0, True), (64.0, False)])
def test_an_enemy_zone_of_control_cuts(x: float, cut: bool) -> None:
    """The enemy faces the link with the middle of his front edge 2.5 cm nearer than his centre."""
    enemy = unit("b1", "OLD", (x - 1.5, 22), 270)
    assert refused(HQ, man((50, 34)), enemy, orders=[LOOSE]) == (
        {"NO_COMMUNICATION"} if cut else set()
    )


@pytest.mark.rule("KG-084", "KG-019")
def test_contact_and_telephone_lines_hold() -> None:
    enemy = unit("b1", "OLD", (58, 12), 270)
    assert refused(HQ, man((50, 14.5)), enemy, orders=[LOOSE]) == set()
    far = man((50, 90))
    assert refused(HQ, far, orders=[LOOSE], lines=[["rh", "r1"]]) == set()


@pytest.mark.rule("KG-085", "KG-077")
def test_minor_orders_need_no_communication() -> None:
    work = [{"id": "z", "kind": "zone", "polygon": [[40, 92], [60, 92], [60, 96], [40, 96]]}]
    take = order("position", "r1", terrain="z")
    assert refused(HQ, man((50, 88)), orders=[take], terrain=work) == set()


@pytest.mark.rule("KG-079", "KG-053")
def test_command_limits_activations() -> None:
    staff = unit("rh", changed("HQ", command=1), (50, 10), supreme=True)
    second = unit("r2", "INF", (60, 30), hq="rh")
    orders = [LOOSE, move("r1", (50, 31)), move("r2", (60, 31))]
    found = play(staff, man((45, 30)), second, orders=[LOOSE, move("r1", (45, 31)), orders[2]])
    assert codes(found) == {2: {"NO_ACTIVATIONS"}}
    assert found["orders_left"] == 0


@pytest.mark.rule("KG-080", "KG-054")
def test_the_supreme_hq_steps_in() -> None:
    lost = unit("r9", "HQ", (50, 110), eliminated=True)
    orphan = unit("r1", "INF", (50, 30), hq="r9")
    found = play(HQ, lost, orphan, orders=[LOOSE])
    assert found["activations"]["rh"] == 3
    lieutenant = unit("r9", "HQ", (60, 30))
    found = play(HQ, lieutenant, unit("r1", "INF", (70, 30), hq="r9"), orders=[LOOSE])
    assert (found["activations"]["rh"], found["activations"]["r9"]) == (4, 3)


@pytest.mark.rule("KG-076", "KG-078")
def test_one_major_one_move_one_minor() -> None:
    work = [
        {"id": name, "kind": "zone", "polygon": [[40, y], [60, y], [60, y + 2], [40, y + 2]]}
        for name, y in (("z1", 24), ("z2", 26))
    ]
    orders = [
        LOOSE,
        order("formation", "r1", formation="standard"),
        order("position", "r1", terrain="z1"),
        order("position", "r1", terrain="z2"),
    ]
    found = play(unit("r1", "INF", (50, 20)), orders=orders, terrain=work)
    assert codes(found) == {1: {"ORDER_SPENT"}, 3: {"ORDER_SPENT"}}


BLUE = (
    unit("bh", "HQ", (50, 80), supreme=True),
    unit("b1", "INF", (50, 60), hq="bh"),
    unit("b2", "INF", (65, 60), hq="bh"),
)


def react(name: str, **more: Any) -> dict[str, Any]:
    return order("formation", name, formation="loose", cp="bh") | more


@pytest.mark.rule("KG-081", "KG-082", "KG-083")
def test_command_points() -> None:
    mine = unit("r1", "INF", (50, 20))
    step, again = move("r1", (50, 21)), move("r1", (50, 22))
    orders = [
        react("b1"),
        step,
        react("b1"),
        move("b1", (50, 59), cp="bh"),
        react("b2"),
        again,
        react("b2"),
        move("r1", (50, 23)),
        move("b2", (65, 59), cp="bh"),
    ]
    found = play(*BLUE, mine, orders=orders)
    assert codes(found) == {0: {"CP_TOO_EARLY"}, 4: {"CP_TOO_EARLY"}, 8: {"CP_NONE"}}
    assert found["command_points"]["bh"] == 0
    assert found["units"]["b1"]["at"] == [50, 59]


@pytest.mark.rule("KG-083", "KG-082")
def test_reactions_cost_no_later_order_and_points_come_back() -> None:
    mine = unit("r1", "INF", (50, 20))
    back = order("formation", "b1", formation="standard")
    found = play(*BLUE, mine, orders=[move("r1", (50, 21)), react("b1"), END, back, END])
    assert codes(found) == {}
    assert found["command_points"]["bh"] == 2


@pytest.mark.rule("KG-083", "KG-093")
def test_a_reaction_takes_position_and_crosses_it() -> None:
    trench = {"id": "t", "kind": "obstacle", "line": [[70, 80], [90, 80]]}
    staff = unit("bh", "HQ", (45, 110), supreme=True, facing=180)
    man = unit("b1", "INF", (80, 86), 180, hq="bh")
    orders = [
        order("formation", "r_far", formation="hedgehog"),
        order("position", "b1", terrain="t", cp="bh"),
        order("position", "b1", terrain="t", cp="bh"),
        order("move", "b1", legs=[{"travel": [[80, 76]]}], cp="bh"),
    ]
    found = play(staff, man, orders=orders, terrain=[trench], lines=[["b1", "bh"]])
    assert codes(found) == {2: {"NOTHING_TO_DO"}}
    assert found["units"]["b1"]["at"] == [80, 76]


@pytest.mark.rule("KG-081")
def test_whose_points_they_are() -> None:
    mine = unit("r1", "INF", (50, 20))
    stranger = order("formation", "b1", formation="loose", cp="b2")
    assert refused(*BLUE, mine, orders=[move("r1", (50, 21)), stranger]) == {"TARGET_WRONG"}
    lieutenant = unit("b3", "HQ", (80, 80))
    give = order("pass_points", "bh", to="b3", points=2)
    found = play(*BLUE, lieutenant, orders=[give], active="blue")
    assert (found["command_points"]["bh"], found["command_points"]["b3"]) == (0, 4)
    more = order("pass_points", "bh", to="b3", points=3)
    assert refused(*BLUE, lieutenant, orders=[more], active="blue") == {"POINTS_TOO_MANY"}


@pytest.mark.rule("KG-113", "KG-161", "KG-162")
def test_rousing() -> None:
    effects = [effect("under_firearms", 3, "b1"), effect("pinned", 2)]
    down = man((50, 25), pinned=True, effects=effects)
    found = play(HQ, down, orders=[order("rouse", "rh", target="r1")])
    assert (found["units"]["r1"]["pinned"], found["units"]["r1"]["reluctance"]) == (False, 13)
    assert found["activations"]["rh"] == 3
    well = man((50, 25))
    assert refused(HQ, well, orders=[order("rouse", "rh", target="r1")]) == {"NOTHING_TO_DO"}
    far = man((50, 80), pinned=True)
    assert refused(HQ, far, orders=[order("rouse", "rh", target="r1")]) == {"NO_COMMUNICATION"}


@pytest.mark.rule("KG-161", "KG-165", "KG-175")
@pytest.mark.parametrize(("value", "left"), [(9, 3), (4, 0)])
def test_regrouping(value: int, left: int) -> None:
    broken = man(
        (50, 25),
        routed=True,
        formation="disordered",
        effects=[effect("under_artillery", value, "b1")],
    )
    found = play(HQ, broken, orders=[order("regroup", "rh", target="r1")])["units"]["r1"]
    assert (found["routed"], found["formation"], found["reluctance"]) == (
        False,
        "standard",
        10 + left,
    )


@pytest.mark.rule("KG-165")
def test_regrouping_may_not_be_enough() -> None:
    broken = man((50, 25), routed=True, strength=10, effects=[effect("under_artillery", 9, "b1")])
    found = play(HQ, broken, orders=[order("regroup", "rh", target="r1")])["units"]["r1"]
    assert (found["routed"], found["reluctance"]) == (True, 13)


@pytest.mark.rule("KG-154")
def test_an_hq_in_melee_helps_only_its_neighbours() -> None:
    fighting = unit("rh", "HQ", (50, 20), supreme=True, locked=locked("b1"))
    enemy = unit("b1", "OLD", (50, 24.5))
    beside = man((50, 15.5), pinned=True)
    rouse = order("rouse", "rh", target="r1")
    assert refused(fighting, enemy, beside, orders=[rouse]) == set()
    away = man((50, 5), pinned=True)
    assert "LOCKED" in refused(fighting, enemy, away, orders=[rouse])


@pytest.mark.rule("KG-156")
def test_a_routed_hq_commands_nobody() -> None:
    broken = HQ | {"routed": True}
    assert refused(broken, man((50, 30)), orders=[LOOSE]) == {"NO_COMMUNICATION"}


@pytest.mark.rule("KG-019", "KG-174")
def test_laying_a_line_is_a_major_order() -> None:
    line = order("telephone", "r1", to="off-map")
    section = unit("r1", "OBS", (50, 30))
    found = play(section, orders=[line, order("formation", "r1", formation="column")])
    assert codes(found) == {1: {"ORDER_SPENT"}}
    assert refused(unit("r1", "INF", (50, 30)), orders=[line]) == {"TARGET_WRONG"}
    assert refused(section, orders=[line], lines=[["r1", "off-map"]]) == {"NOTHING_TO_DO"}


@pytest.mark.rule("KG-175", "KG-106")
def test_orders_the_rules_do_not_describe() -> None:
    for name in ("grenades", "binoculars", "ram"):
        assert refused(man((50, 30)), HQ, orders=[order(name, "r1")]) == {"UNKNOWN_ORDER"}


def test_units_that_are_not_there() -> None:
    assert refused(orders=[order("formation", "r7", formation="loose")]) == {"UNIT_UNKNOWN"}
    gone = unit("r1", "INF", (50, 30), eliminated=True)
    assert refused(gone, orders=[LOOSE]) == {"UNIT_GONE"}
    mine = unit("b1", "INF", (50, 60))
    assert "NOT_YOUR_TURN" in refused(mine, orders=[order("formation", "b1", formation="loose")])


@pytest.mark.rule("KG-081", "KG-082")
def test_answers_are_among_the_legal_orders() -> None:
    """Each names the staff that pays for it, and is legal as it stands; none is offered before the
    enemy has given an order, or without a point."""
    staff = unit("bh", "HQ", (50, 90), supreme=True)
    answers = unit("b1", "INF", (50, 70), hq="bh")
    match = begun(HQ, man((50, 30)), staff, answers)
    assert not paid(match)
    match.take(LOOSE)
    found = paid(match)
    assert {"ranged", "move", "formation"} <= {each["order"] for each in found}
    assert {each["cp"] for each in found} == {"bh"}
    assert not any(match.explain(each, "en") for each in found)
    slow = unit("bh", changed("HQ", initiative=0), (50, 90), supreme=True)
    match = begun(HQ, man((50, 30)), slow, answers)
    match.take(LOOSE)
    assert not paid(match)


def begun(*units: Any, **more: Any) -> Battle:
    """A battle with these units, red to order."""
    return Battle(scene(*units, **more), 1)


def paid(match: Battle) -> list[dict[str, Any]]:
    """The orders to units that blue may give in red's turn."""
    return [each for each in match.legal_orders("blue") if "unit" in each]


@pytest.mark.rule("KG-080")
def test_the_supreme_hq_takes_over_where_the_own_one_has_no_orders_left() -> None:
    units = (
        unit("rh", changed("HQ", command=1), (60, 10), hq="rs"),
        unit("rs", "HQ", (70, 10), supreme=True),
        unit("r1", "OLD", (60, 20), hq="rh"),
        unit("r2", "OLD", (70, 20), hq="rh"),
    )
    found = play(*units, orders=[move("r1", (60, 22)), move("r2", (70, 22))])
    assert not found["refused"]
    assert found["activations"] == {"rh": 0, "rs": 3}


STAFFS = (unit("r1", "OLD", (10, 20)), unit("bs", "HQ", (80, 100), supreme=True))
REACTION = [move("r1", (10, 22)), move("b1", (80, 88), cp="bh")]


@pytest.mark.rule("KG-081", "KG-156")
def test_a_routed_hq_spends_no_command_points() -> None:
    units = (
        *STAFFS,
        unit("bh", "HQ", (60, 100), routed=True, hq="bs"),
        unit("b1", "OLD", (80, 90), hq="bh"),
    )
    assert refused(*units, orders=REACTION) == {"ROUTED"}


@pytest.mark.rule("KG-081", "KG-085")
def test_command_points_reach_as_far_as_their_hq() -> None:
    units = (*STAFFS, unit("bh", "HQ", (10, 110), hq="bs"), unit("b1", "OLD", (80, 90), hq="bh"))
    assert refused(*units, orders=REACTION) == {"NO_COMMUNICATION"}
    orders = [REACTION[0], move("b1", (80, 88), cp="bs")]
    assert refused(*units, orders=orders) == set()
