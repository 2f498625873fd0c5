"""Formations that fire or fight: who joins, what they add, what it costs, captures, artillery."""

from typing import Any

import pytest

from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.play.rules import legal_orders
from rules.tests.artillery_cases import FAR, NEXT, fire, gun, parts
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    close,
    mech,
    play,
    quad,
    ranged,
    squad,
    tank,
    weapon,
    woods,
)

rule = pytest.mark.rule
TRIO = ("r1", "r2", "r3")
ALL_FIVE = ("r1", "r2", "r3", "r4", "r5")
RIFLE = weapon("primary", "ballistic", 6)


def line(count: int = 3, **fields: Any) -> list[Json]:
    """Red squads side by side on the line y = 10, the first in the middle, touching."""
    places = (18.0, 16.5, 19.5, 15.0, 21.0)
    return [squad(f"r{n + 1}", (places[n], 10), **fields) for n in range(count)]


def foe(at: Any = (18, 15), facing: float = 180, **fields: Any) -> Json:
    """A blue tank that looks at the line."""
    return tank("b1", at, facing, **fields)


def volley(*members: str, unit: str = "r1", **fields: Any) -> Json:
    """A ranged formation that fires at b1."""
    return ranged(unit, "b1", members=list(members or TRIO), **fields)


def codes(units: list[Json], order: Json | None = None, **fields: Any) -> set[str]:
    """Why an order is refused."""
    return play(units, order or volley(), **fields).codes()


# Who fires together


@rule("AOD-FORM-013", "AOD-FORM-012", "AOD-ALLY-011")
@pytest.mark.parametrize("count", [2, 3, 5])
def test_three_to_five_touching_units_fire_together(count: int) -> None:
    units = [*line(count), foe()]
    refused = {"FORMATION_SIZE"} if count < 3 else set()
    game = play(units, volley(*ALL_FIVE[:count]), dice=() if refused else HIT)
    assert game.codes() == refused


@rule("AOD-FORM-013")
def test_mechs_and_vehicles_fire_along() -> None:
    units = [mech("r1", (18, 10)), tank("r2", (16.1, 10)), tank("r3", (19.9, 10)), foe((18, 16))]
    game = play(units, volley(), dice=HIT)
    assert game.events("AttackRolled")[0].members == TRIO
    assert "AOD-FORM-016" in game.events("AttackRolled")[0].rules


@rule("AOD-FORM-013")
def test_members_that_fire_stand_in_one_group() -> None:
    units = [*line(2), squad("r3", (20, 10)), foe()]
    assert codes(units) == {"FORMATION_APART"}


SALVAGE = {"attack": ("black", "square")}


@rule("AOD-FORM-013", "AOD-ORDER-002")
@pytest.mark.parametrize(
    ("third", "expected"),
    [
        (squad("r3", (19.5, 10), attack=0), {"CANNOT_JOIN_ATTACK", "ATTACK_ZERO"}),
        (squad("r3", (19.5, 10), equipment=SALVAGE), {"SALVAGE_RESTRICTED"}),
        (
            squad("r3", (19.5, 10), gun=weapon("primary", "ballistic", 0)),
            {"CANNOT_JOIN_ATTACK", "WEAPON_CANNOT_SHOOT", "OUT_OF_RANGE"},
        ),
        (mech("r3", (19.9, 10), shutdown=True, tokens=2), {"UNIT_SHUT_DOWN"}),
    ],
)
def test_every_member_must_be_able_to_fire(third: Json, expected: set[str]) -> None:
    assert codes([*line(2), third, foe()]) == expected


@rule("AOD-FORM-013", "AOD-CAPTURE-008", "AOD-TURN-010")
def test_neither_a_captor_nor_one_that_had_its_order_fires_along() -> None:
    held = squad("b2", (19.5, 8.5), captive_of="r3")
    assert "HOLDS_CAPTIVE" in codes([*line(), held, foe()])
    single = ranged("r3", "b1")
    game = play([*line(), foe()], single, volley(), dice=HIT)
    assert game.codes(1) == {"ALREADY_ORDERED"}


@rule("AOD-FORM-013", "AOD-WATER-004")
def test_a_submerged_mech_does_not_fire_along() -> None:
    diver = mech("r3", (19.9, 10))
    pond = woods("pond", (19.2, 8), (24, 12), kind="deep_water")
    assert codes([*line(2), diver, foe()], terrain=[pond]) >= {
        "CANNOT_JOIN_ATTACK",
        "SHOOTER_SUBMERGED",
    }


@rule("AOD-FORM-014")
def test_a_formation_fires_at_one_unit_only() -> None:
    leader = squad("r1", (18, 10), gun=weapon("primary", "ballistic", 6, targets=3))
    units = [leader, *line()[1:], foe(), squad("b2", (20, 14), 180)]
    both = ranged("r1", "b1", "b2", members=list(TRIO))
    assert codes(units, both) >= {"FORMATION_ONE_TARGET"}
    assert play(units, volley(), dice=HIT).codes() == set()


@rule("AOD-FORM-014", "AOD-FORM-022", "AOD-REPAIR-001")
def test_a_formation_does_not_repair() -> None:
    medic = squad("r1", (18, 10), equipment={"attack": ("green", "square")}, attack_symbol="cross")
    units = [medic, squad("r2", (18, 11.5), click=2), squad("r3", (16.5, 10)), FAR]
    order = close("r1", "r2", repair=True, members=["r1", "r3"])
    assert "FORMATION_REPAIRS" in codes(units, order)


@rule("AOD-FORM-015")
@pytest.mark.parametrize(
    ("third", "expected"),
    [
        (squad("r3", (19.5, 10), 180), "OUT_OF_ARC"),
        (squad("r3", (19.5, 10), gun=weapon("primary", "ballistic", 3)), "OUT_OF_RANGE"),
        (squad("r3", (19.5, 10), gun=weapon("primary", "ballistic", 9, 6)), "TOO_CLOSE"),
    ],
)
def test_every_member_needs_the_target_in_arc_and_range(third: Json, expected: str) -> None:
    game = play([*line(2), third, foe()], volley())
    assert game.codes() == {"CANNOT_JOIN_ATTACK", expected}
    joining = game.outcome.refused[0].violations[0]
    assert (joining.code, joining.where) == ("CANNOT_JOIN_ATTACK", ("r3",))


@rule("AOD-FORM-015")
def test_any_weapon_of_a_member_will_do() -> None:
    short = weapon("primary", "energy", 2)
    third = mech("r3", (19.9, 10), gun=short)
    assert not play([*line(2), third, foe()], volley(), dice=HIT).refused


@rule("AOD-FORM-015", "AOD-LOF-001")
def test_every_members_line_must_be_clear() -> None:
    wall = woods("wall", (19.2, 12.4), (19.9, 12.6), kind="blocking")
    units = [*line(5), foe()]
    order = volley(*ALL_FIVE)
    assert codes(units, order, terrain=[wall]) == {"CANNOT_JOIN_ATTACK", "LINE_BLOCKED"}
    assert codes(units, volley(), terrain=[wall], dice=HIT) == set()


@rule("AOD-FORM-015", "AOD-INDIRECT-001")
def test_a_formation_does_not_fire_indirectly() -> None:
    wall = woods("wall", (14, 12.4), (22, 12.6), kind="blocking")
    assert codes([*line(), foe()], volley(mode="indirect"), terrain=[wall]) == {
        "FORMATION_INDIRECT"
    }


# What fire in formation adds


@rule("AOD-FORM-016")
@pytest.mark.parametrize(("count", "bonus"), [(3, 4), (4, 6), (5, 8)])
def test_every_further_member_adds_two(count: int, bonus: int) -> None:
    game = play([*line(count), foe()], volley(*ALL_FIVE[:count]), dice=HIT)
    assert game.attack() == {"base": 8, "formation": bonus}


@rule("AOD-FORM-016", "AOD-RANGED-004")
@pytest.mark.parametrize(
    ("facing", "rear"), [(180, {}), (98, {"rear_arc": 2}), (0, {"rear_arc": 2})]
)
def test_the_rear_counts_once_if_any_member_has_it(facing: float, rear: Json) -> None:
    game = play([*line(5), foe(facing=facing)], volley(*ALL_FIVE), dice=HIT)
    assert game.attack() == {"base": 8, "formation": 8} | rear


@rule("AOD-FORM-016", "AOD-FORM-015")
def test_attack_and_damage_are_the_leaders() -> None:
    units = [
        squad("r1", (18, 10), attack=6, primary_damage=1),
        squad("r2", (16.5, 10), attack=11, primary_damage=5),
        squad("r3", (19.5, 10), attack=11, primary_damage=5),
        foe(),
    ]
    game = play(units, volley(), dice=HIT)
    assert game.attack()["base"] == 6
    assert game.b1.click == 2
    led = play(units, volley(unit="r2"), dice=HIT)
    assert (led.attack()["base"], led.b1.click) == (11, 6)


@rule("AOD-TERRAIN-013", "AOD-FORM-015")
@pytest.mark.parametrize(("leader", "modified"), [("r1", False), ("r5", True)])
def test_only_the_leaders_line_is_hindered(leader: str, modified: bool) -> None:
    wood = woods("wood", (19.3, 12), (20.2, 12.5))
    game = play([*line(5), foe()], volley(*ALL_FIVE, unit=leader), dice=HIT, terrain=[wood])
    assert ("hindering" in game.defense("b1")) is modified


@rule("AOD-ELEV-009", "AOD-FORM-016")
@pytest.mark.parametrize(("leader", "modified"), [("r1", True), ("r2", False)])
def test_height_is_judged_for_the_leader(leader: str, modified: bool) -> None:
    hills = [
        woods("near", (15, 9), (17.25, 11), kind="clear", elevated=True),
        woods("far", (16, 13), (20, 17), kind="clear", elevated=True),
    ]
    game = play([*line(), foe()], volley(unit=leader), dice=HIT, terrain=hills)
    assert ("height" in game.defense("b1")) is modified


# What it costs


@rule("AOD-FORM-017", "AOD-CRIT-003")
def test_a_critical_miss_hurts_the_leader_alone() -> None:
    game = play([*line(4), foe()], volley("r1", "r2", "r3", "r4"), dice=(1, 1, 6))
    assert [game.state.units[name].click for name in ALL_FIVE[:4]] == [2, 1, 1, 1]
    assert game.b1.click == 1


@rule("AOD-FORM-018", "AOD-SEQ-003")
def test_the_second_shot_of_the_leader_is_an_ordinary_one() -> None:
    pulse = {"primary_damage": ("red", "square")}
    leader = mech("r1", (18, 10), equipment=pulse)
    beside = [tank("r2", (16.1, 10)), tank("r3", (19.9, 10))]
    units = [leader, *beside, foe((17, 16), 250, clicks=12)]
    order = volley(on=["Pulse"])
    game = play(units, order, dice=(*HIT, *HIT))
    first, second = game.events("AttackRolled")
    assert game.attack(0)["formation"] == 4
    assert "rear_arc" in game.attack(0)
    assert {"formation", "rear_arc"} & set(game.attack(1)) == set()
    assert (first.members, second.members) == (TRIO, ())


@rule("AOD-FORM-019", "AOD-PUSH-001", "AOD-PUSH-002", "AOD-TOKEN-001")
def test_members_are_pushed_each_by_its_own_token() -> None:
    units = [
        tank("r1", (18, 10)),
        tank("r2", (16.5, 10), tokens=1),
        mech("r3", (19.9, 10), tokens=1),
        foe((18, 16)),
    ]
    game = play(units, volley(), dice=HIT)
    assert [game.state.units[name].click for name in TRIO] == [1, 2, 1]
    assert [game.state.units[name].tokens for name in TRIO] == [1, 2, 1]
    assert game.r3.heat == 1
    assert game.state.orders_left == 7
    assert [game.state.units[name].ordered for name in TRIO] == ["ranged"] * 3


@rule("AOD-FORM-019", "AOD-VENT-005")
def test_a_mech_that_fired_along_had_an_order_and_does_not_cool() -> None:
    units = [tank("r1", (18, 10)), tank("r2", (16.5, 10)), mech("r3", (19.9, 10), heat=2)]
    game = play([*units, foe((18, 16))], volley(), END, dice=HIT)
    assert game.r3.heat == 2


# Artillery


def battery(**fields: Any) -> list[Json]:
    """Three guns side by side, the first in the middle."""
    return [gun("r1", (18, 4)), gun("r2", (16.5, 4)), gun("r3", (19.5, 4), **fields)]


def barrage(*points: Any, **fields: Any) -> Json:
    """A formation of artillery that places a marker."""
    return fire(*(points or ((18, 20),)), members=list(TRIO), **fields)


@rule("AOD-FORM-020", "AOD-ARTY-006")
def test_the_formation_adds_to_the_attack_when_the_salvo_lands() -> None:
    game = play([*battery(), FAR], barrage(), *NEXT, dice=HIT)
    placed = game.events("MarkerPlaced")
    assert [(event.unit, event.members, event.bonus) for event in placed] == [("r1", TRIO, 4)]
    assert parts(game) == {"base": 8, "formation": 4, "clear_line": 2}
    assert len(game.events("SalvoLanded")) == 1


@rule("AOD-FORM-020", "AOD-FORM-019")
def test_every_gun_of_a_battery_had_an_order_and_bears_a_token() -> None:
    game = play([*battery(tokens=1), FAR], barrage())
    assert [game.state.units[name].ordered for name in TRIO] == ["ranged"] * 3
    assert [game.state.units[name].click for name in TRIO] == [1, 1, 2]


@rule("AOD-FORM-020")
def test_the_bonus_stays_when_members_are_lost() -> None:
    marker = {"owner": "r1", "at": [18, 20], "heading": 0, "bonus": 4}
    game = play([gun(), FAR], *NEXT, dice=HIT, markers=[marker])
    assert parts(game)["formation"] == 4


@rule("AOD-FORM-020")
@pytest.mark.parametrize(
    ("third", "expected"),
    [
        (tank("r3", (19.5, 4)), "NOT_ARTILLERY"),
        (gun("r3", (19.5, 4), artillery_range=14), "MARKER_TOO_FAR"),
        (
            gun("r3", (19.5, 4), gun=weapon("primary", "ballistic", 18)),
            "MARKER_TOO_CLOSE_FOR_BATTERY",
        ),
        (gun("r3", (19.5, 4), 180), "MARKER_OUT_OF_ARC"),
    ],
)
def test_all_guns_must_reach_the_marker(third: Json, expected: str) -> None:
    units = [*battery()[:2], third, FAR]
    assert codes(units, barrage()) == {"CANNOT_JOIN_ATTACK", expected}


@rule("AOD-FORM-020", "AOD-ARTY-004")
@pytest.mark.parametrize(
    ("leader", "y", "expected"),
    [
        ("r1", 16.0, set()),
        ("r2", 16.0, set()),
        ("r1", 15.99, {"MARKER_TOO_CLOSE_FOR_BATTERY"}),
        ("r2", 15.99, {"MARKER_TOO_CLOSE_FOR_BATTERY"}),
    ],
)
def test_a_battery_fires_at_exactly_the_maximum_range_and_no_nearer(
    leader: str, y: float, expected: set[str]
) -> None:
    """12 inches ahead of r1 the marker is farther than that from the guns beside it."""
    joins = {"CANNOT_JOIN_ATTACK"} if expected and leader != "r1" else set()
    assert codes([*battery(), FAR], barrage((18, y), unit=leader)) == expected | joins
    assert codes([*battery(), FAR], fire((18, 16))) == {"MARKER_TOO_CLOSE"}


@rule("AOD-FORM-020")
def test_every_member_of_a_battery_keeps_the_distance() -> None:
    nearer = [gun("r1", (18, 4)), gun("r2", (16.5, 4)), gun("r3", (19.5, 5))]
    found = codes([*nearer, FAR], barrage((18, 16.5)))
    assert found == {"CANNOT_JOIN_ATTACK", "MARKER_TOO_CLOSE_FOR_BATTERY"}


@rule("AOD-FORM-020")
def test_lines_of_a_battery_may_be_blocked_and_contact_stops_it() -> None:
    wall = woods("wall", (10, 8), (26, 9), kind="blocking")
    assert codes([*battery(), FAR], barrage(), terrain=[wall]) == set()
    beside = squad("b1", (21, 4), 180)
    assert codes([*battery(), beside], barrage()) == {"CANNOT_JOIN_ATTACK", "ARTILLERY_ENGAGED"}


@rule("AOD-FORM-020", "AOD-FORM-014")
def test_a_battery_places_one_marker() -> None:
    guns = [gun("r1", (18, 4), targets=2), gun("r2", (16.5, 4)), gun("r3", (19.5, 4))]
    assert "FORMATION_ONE_MARKER" in codes([*guns, FAR], barrage((18, 20), (18, 22)))


@rule("AOD-FORM-020", "AOD-ARTY-014")
def test_a_critical_miss_of_a_battery_hurts_the_leader_alone() -> None:
    game = play([*battery(), FAR], barrage(), *NEXT, dice=(1, 1, 6))
    assert [game.state.units[name].click for name in TRIO] == [2, 1, 1]


# Who fights together

NORTH, SOUTH, WEST = (18, 12.125), (18, 7.875), (16.5, 10)
VICTIM = (18, 10)


def melee(*members: str, unit: str = "r1", **fields: Any) -> Json:
    """A close combat formation against b1."""
    return close(unit, "b1", members=list(members or ("r1", "r2")), **fields)


def around(**fields: Any) -> list[Json]:
    """A squad south and one north of a blue tank that looks south; they touch only the tank."""
    return [squad("r1", SOUTH), squad("r2", NORTH, 180, **fields), tank("b1", VICTIM, 180)]


@rule("AOD-FORM-021", "AOD-FORM-022", "AOD-FORM-012")
def test_two_on_opposite_sides_strike_together() -> None:
    game = play(around(), melee(), dice=HIT)
    assert game.codes() == set()
    assert game.events("AttackRolled")[0].members == ("r1", "r2")
    assert "AOD-FORM-023" in game.events("AttackRolled")[0].rules


@rule("AOD-FORM-021", "AOD-ALLY-011")
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_two_or_three_fight_together(count: int) -> None:
    units = [*around(), squad("r3", WEST, 90), squad("r4", (19.5, 10), 270)]
    names = ALL_FIVE[:count]
    fits = count in (2, 3)
    assert codes(units, melee(*names), dice=HIT if fits else ()) == (
        set() if fits else {"FORMATION_SIZE"}
    )


@rule("AOD-FORM-021", "AOD-CLOSE-003")
@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (squad("r2", NORTH, 0), {"CANNOT_JOIN_ATTACK", "NOT_IN_FRONT"}),
        (squad("r2", (18, 12.4), 180), {"CANNOT_JOIN_ATTACK", "NOT_IN_CONTACT"}),
        (
            tank("r2", (18, 12.75), 180),
            {"NOT_IN_THIS_FORMATION", "CANNOT_JOIN_ATTACK", "CLOSE_NOT_FOR_TYPE"},
        ),
    ],
)
def test_front_arcs_of_infantry_and_mechs_touch_the_target(
    second: Json, expected: set[str]
) -> None:
    units = [squad("r1", SOUTH), second, tank("b1", VICTIM, 180)]
    assert codes(units, melee()) == expected


@rule("AOD-FORM-021", "AOD-ALLY-010")
def test_no_vehicle_fights_along_though_its_equipment_lets_it_fight_alone() -> None:
    grants = {"primary_damage": ("grey", "square")}
    sword = tank("r2", (18, 12.75), 180, equipment=grants, gun=weapon("primary", "energy", 4))
    units = [squad("r1", SOUTH), sword, tank("b1", VICTIM, 180)]
    assert "CLOSE_NOT_FOR_TYPE" not in codes(units, close("r2", "b1"), dice=HIT)
    assert codes(units, melee()) == {"NOT_IN_THIS_FORMATION"}


@rule("AOD-FORM-021", "AOD-QUAD-004")
@pytest.mark.parametrize(("exempt", "expected"), [(True, set()), (False, {"NOT_IN_FRONT"})])
def test_a_quad_joins_with_any_arc_unless_the_ruling_says_otherwise(
    exempt: bool, expected: set[str]
) -> None:
    turned = quad("r2", (18, 12.525), 0)
    units = [squad("r1", SOUTH), turned, tank("b1", VICTIM, 180)]
    rulings = {"quad_front_arc_exempt_in_close_formation": exempt}
    dice = () if expected else HIT
    assert codes(units, melee(), rulings=rulings, dice=dice) == expected


# What close combat in formation adds and costs


@rule("AOD-FORM-023", "AOD-CLOSE-006")
@pytest.mark.parametrize(
    ("members", "facing", "expected"),
    [
        (("r1", "r2"), 90, {"formation": 2}),
        (("r1", "r2"), 180, {"formation": 2, "rear_arc": 2}),
        (("r1", "r2", "r3"), 180, {"formation": 4, "rear_arc": 2}),
    ],
)
def test_close_formations_add_two_for_each_and_two_for_the_rear(
    members: tuple[str, ...], facing: float, expected: Json
) -> None:
    victim = squad("b1", VICTIM, facing)
    at = {"r1": ((18, 8.5), 0), "r2": ((18, 11.5), 180), "r3": ((16.5, 10), 90)}
    if facing == 90:
        at["r2"] = ((19.5, 10), 270)
    units = [squad(name, *at[name]) for name in members]
    game = play([*units, victim], melee(*members), dice=HIT)
    assert game.attack() == {"base": 8} | expected


@rule("AOD-FORM-023", "AOD-FORM-022")
@pytest.mark.parametrize(("leader", "damage"), [("r1", 2), ("r2", 4)])
def test_the_leader_strikes_with_its_own_values(leader: str, damage: int) -> None:
    game = play(around(primary_damage=4, attack=10), melee(unit=leader), dice=HIT)
    assert game.b1.click == 1 + damage
    assert game.attack()["base"] == (8 if leader == "r1" else 10)


@rule("AOD-FORM-024", "AOD-CRIT-003")
def test_a_critical_miss_in_close_combat_hurts_the_leader_alone() -> None:
    units = [*around(), squad("r3", WEST, 90)]
    game = play(units, melee(*TRIO), dice=(1, 1, 6))
    assert [game.state.units[name].click for name in TRIO] == [2, 1, 1]


@rule("AOD-FORM-025", "AOD-PUSH-001", "AOD-PUSH-002")
def test_all_count_as_attackers_and_are_pushed_by_their_own_tokens() -> None:
    units = [
        squad("r1", SOUTH, tokens=1),
        mech("r2", (18, 12.525), 180),
        mech("r3", (16.1, 10), 90, tokens=1),
        tank("b1", VICTIM, 180),
    ]
    game = play(units, melee(*TRIO), dice=HIT)
    assert [game.state.units[name].click for name in TRIO] == [2, 1, 1]
    assert [game.state.units[name].heat for name in TRIO] == [0, 0, 1]
    assert [game.state.units[name].ordered for name in TRIO] == ["close"] * 3


# Capture


@rule("AOD-FORM-026", "AOD-FORM-022", "AOD-CLOSE-004")
def test_the_leader_of_a_formation_holds_the_captive() -> None:
    units = [*around(), squad("r3", WEST, 90)]
    game = play(units, melee(*TRIO, capture=True), dice=HIT)
    assert (game.b1.captive_of, game.b1.click) == ("r1", 1)
    assert game.attack() == {"base": 8, "formation": 4, "rear_arc": 2}
    assert game.defense("b1")["capture"] == 3


@rule("AOD-FORM-026")
@pytest.mark.parametrize(
    ("victim", "west", "east", "clicks"),
    [
        (tank("b1", VICTIM, 180, defense=30), (16.5, 10), (19.5, 10), [2, 1]),
        (mech("b1", VICTIM, 180, defense=30), (16.1, 10), (19.9, 10), [2, 2]),
    ],
    ids=["tank", "mech"],
)
def test_a_mech_that_is_not_taken_costs_every_member_a_click(
    victim: Json, west: Any, east: Any, clicks: list[int]
) -> None:
    units = [squad("r1", west, 90), squad("r2", east, 270), victim]
    game = play(units, melee(capture=True), dice=HIT)
    assert [game.r1.click, game.r2.click] == clicks
    assert game.b1.captive_of is None


@rule("AOD-FORM-026", "AOD-CAPTURE-001")
def test_all_who_capture_are_on_foot_unless_the_ruling_says_otherwise() -> None:
    units = [squad("r1", SOUTH), mech("r2", (18, 12.525), 180), tank("b1", VICTIM, 180)]
    order = melee(capture=True)
    assert codes(units, order) == {"CANNOT_JOIN_ATTACK", "CANNOT_CAPTURE"}
    rulings = {"capture_formation_members": "all_who_fight"}
    assert play(units, order, rulings=rulings, dice=HIT).b1.captive_of == "r1"
    assert "CANNOT_CAPTURE" in codes(units, melee(unit="r2", capture=True), rulings=rulings)


# What is proposed


def _groups(game: Played, kind: Any) -> set[frozenset[str]]:
    orders = legal_orders(game.outcome.setup, game.state, "red")
    return {frozenset(o.members) for o in orders if isinstance(o, kind) and o.in_formation}


@rule("AOD-FORM-013", "AOD-FORM-021")
def test_joint_attacks_are_among_the_legal_orders() -> None:
    assert _groups(play([*line(), foe()]), Ranged) == {frozenset(TRIO)}
    assert _groups(play(around()), Close) == {frozenset(("r1", "r2"))}
    assert _groups(play([*line(2), foe()]), Ranged) == set()
    far = squad("b1", (18, 20), 180)
    assert _groups(play([*battery(), far]), Ranged) == {frozenset(TRIO)}
