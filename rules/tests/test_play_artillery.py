"""Long-range fire: which units, where markers may be placed, what files and lists say of them."""

import copy

import pytest

from rules import Unreadable
from rules.__main__ import ROOT, read_records
from rules.age_of_destruction import CatalogueRefused, read_catalogue
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.rules import explain, legal_orders
from rules.tests.artillery_cases import FAR, LANDS, MARKER, NEXT, PRINTED, fire, gun
from rules.tests.skirmishes import (
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
    woods,
)

rule = pytest.mark.rule


# Which units, and how they may fire


@rule("AOD-ARTY-001")
def test_artillery_is_what_prints_a_range_in_brackets() -> None:
    units = [gun(), tank("r2", (10, 3)), FAR]
    game = play(units, fire((18, 20)), fire((10, 20), unit="r2"))
    assert game.refused == {1: {"NOT_ARTILLERY"}}
    plain = read(scenario(units)).setup.figures
    assert (plain["r1"].unit.is_artillery, plain["r1"].unit.artillery_range) == (True, 24)
    assert not plain["r2"].unit.is_artillery


@rule("AOD-ARTY-001")
def test_the_range_in_brackets_is_the_primary_weapons() -> None:
    two = mech("r1", (18, 3), artillery_range=24, artillery_marker=PRINTED)
    assert play([two, FAR], fire((18, 20), weapon="secondary")).codes() == {"NOT_ARTILLERY"}
    assert play([two, FAR], fire((18, 20))).refused == {}


@rule("AOD-ARTY-002")
def test_the_catalogue_gives_every_artillery_unit_its_marker() -> None:
    units = [{"id": "r1", "owner": "red", "unit": "AOD-070", "at": [18, 3], "facing": 0}, FAR]
    marker = read(scenario(units)).setup.figures["r1"].unit.artillery_marker
    assert marker is not None
    assert (marker.minimum_attack, marker.target, marker.blast_radius) == (4, 22, 2)
    assert [marker.drift_distance(total) for total in (21, 19, 18, 14, 13, 8)] == [2, 2, 3, 3, 5, 5]
    assert [marker.drift_direction(face) for face in range(1, 7)] == [60, 300, 0, 0, 180, 180]


@rule("AOD-ARTY-002")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"drift": []}, "drift"),
        ({"drift": [[15, 18, 4], [9, 14, 5]]}, "drift[0]"),
        ({"drift": [[19, 20, 3], [9, 14, 5]]}, "drift[1]"),
        ({"drift": [[19, 20]]}, "drift[0]"),
        ({"direction_by_black_die": {"1": 0}}, "direction_by_black_die"),
        ({"direction_by_black_die": PRINTED["direction_by_black_die"] | {"6": 30}}, "die.6"),
        ({"target": None}, "target"),
    ],
)
def test_a_marker_without_all_its_numbers_is_refused(changes: Json, path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(scenario([gun(printed=changes), FAR]))
    assert refusal.value.path.endswith(path)
    records = copy.deepcopy(read_records(ROOT / "fixtures" / "age_of_destruction"))
    records["artillery_markers.json"]["artillery_markers"][0] |= changes
    with pytest.raises(CatalogueRefused):
        read_catalogue(records)


@rule("AOD-ARTY-002")
def test_artillery_whose_markers_nobody_knows_cannot_place_any() -> None:
    assert play([gun(artillery_marker=None), FAR], fire((18, 20))).codes() == {"MARKER_UNKNOWN"}


@rule("AOD-ARTY-002", "AOD-UNIT-020")
def test_a_gun_written_into_a_file_under_a_known_number_has_its_marker() -> None:
    known = gun(artillery_marker=None)
    known["unit"] |= {"id": "AOD-070", "set": "AOD", "collector_number": "070"}
    marker = read(scenario([known, FAR])).setup.figures["r1"].unit.artillery_marker
    assert marker is not None
    assert (marker.target, marker.blast_radius) == (22, 2)
    assert play([known, FAR], fire((18, 20))).refused == {}
    known["unit"] |= {"artillery_marker": PRINTED}
    marker = read(scenario([known, FAR])).setup.figures["r1"].unit.artillery_marker
    assert marker is not None
    assert marker.target == PRINTED["target"]


@rule("AOD-ARTY-003")
def test_artillery_shoots_directly_and_indirectly_too() -> None:
    units = [gun(), tank("b1", (18, 12), 180), tank("b2", (14, 12), 180)]
    rock = [woods("rock", (13, 6), (17, 9), kind="blocking")]
    orders = (ranged("r1", "b1"), ranged("r1", "b2", mode="indirect"))
    for order in orders:
        game = play(units, order, dice=HIT, terrain=rock)
        assert game.refused == {}
        assert game.state.markers == ()


@rule("AOD-ARTY-003")
def test_without_attack_there_is_no_order_of_any_kind() -> None:
    units = [gun(attack=0), tank("b1", (18, 12), 180)]
    assert play(units, fire((18, 20))).codes() == {"ATTACK_ZERO"}
    assert play(units, ranged("r1", "b1")).codes() == {"ATTACK_ZERO"}


@rule("AOD-ARTY-003")
def test_points_are_for_long_range_fire_and_units_for_the_others() -> None:
    units = [gun(), tank("b1", (18, 12), 180)]
    assert play(units, fire((18, 20), targets=["b1"])).codes() == {"AIMED_AT_UNITS"}
    mixed = ranged("r1", "b1", markers=[[18, 20]])
    assert play(units, mixed).codes() == {"MARKERS_WITHOUT_ARTILLERY"}
    assert play(units, fire()).codes() == {"NO_MARKER_PLACED"}


@rule("AOD-ARTY-004")
@pytest.mark.parametrize(
    ("inches", "codes"),
    [
        (12.0, {"MARKER_TOO_CLOSE"}),
        (12.1, set()),
        (24.0, set()),
        (24.1, {"MARKER_TOO_FAR"}),
    ],
)
def test_the_point_lies_past_the_maximum_and_within_artillery_range(
    inches: float, codes: set[str]
) -> None:
    assert play([gun(), FAR], fire((18, 3 + inches))).codes() == codes


@rule("AOD-ARTY-004")
@pytest.mark.parametrize(
    ("facing", "codes"), [(0, set()), (90, set()), (91, {"MARKER_OUT_OF_ARC"})]
)
def test_the_line_passes_the_front_arc(facing: float, codes: set[str]) -> None:
    assert play([gun(facing=facing), FAR], fire((18, 20))).codes() == codes


@rule("AOD-ARTY-004")
def test_an_engaged_gun_has_no_long_range_fire() -> None:
    beside = squad("b1", (19.5, 3), 270)
    assert play([gun(), beside], fire((18, 20))).codes() == {"ARTILLERY_ENGAGED"}
    held = [gun(), squad("r2", (21, 3)), beside | {"captive_of": "r2"}, FAR]
    assert play(held, fire((18, 20))).refused == {}


@rule("AOD-ARTY-004")
def test_the_line_may_be_blocked() -> None:
    rock = [woods("rock", (16, 8), (20, 10), kind="blocking")]
    assert play([gun(), FAR], fire((18, 20)), terrain=rock).refused == {}


@rule("AOD-ARTY-005")
@pytest.mark.parametrize(
    ("point", "heading"), [((18, 20), 0), ((33, 3), 90), ((28, 13), 45), ((3, 3), 270)]
)
def test_the_arrow_points_on_along_the_line_of_fire(
    point: tuple[float, float], heading: float
) -> None:
    game = play([gun(facing=heading), FAR], fire(point))
    (marker,) = game.state.markers
    assert (marker.unit, marker.player, marker.at) == ("r1", "red", point)
    assert marker.heading == pytest.approx(heading)


@rule("AOD-ARTY-005")
def test_a_point_off_the_table_is_refused() -> None:
    west = gun(at=(20, 3), facing=270)
    assert play([west, FAR], fire((-1, 3))).codes() == {"MARKER_OFF_TABLE"}
    assert play([west, FAR], fire((0, 3))).refused == {}


@rule("AOD-ARTY-005")
def test_order_token_and_pushing_come_when_the_marker_is_placed() -> None:
    game = play([gun(tokens=1), FAR], fire((18, 20)), build_total=150)
    assert (game.r1.tokens, game.r1.click, game.r1.ordered) == (2, 2, "ranged")
    assert game.state.orders_left == 0
    later = play([gun(), FAR], fire((18, 20)), *NEXT, dice=LANDS, build_total=150)
    assert (later.r1.tokens, later.r1.click, later.r1.ordered) == (1, 1, None)
    assert later.state.orders_left == 1


# Files and listed orders


def test_markers_of_a_scenario_fall_due_and_are_written_back() -> None:
    units = [gun(), tank("b1", (18, 20), 180)]
    data = scenario(units, markers=[{"owner": "red", "at": [18, 20], "heading": 15}])
    assert write_outcome(play(units, markers=data["markers"]).outcome)["markers"] == [
        {"owner": "r1", "at": [18, 20], "heading": 15}
    ]
    assert play(units, *NEXT, markers=data["markers"], dice=LANDS).b1.click == 4


@pytest.mark.parametrize(
    ("marker", "path"),
    [
        (MARKER | {"owner": "b1"}, "$.markers[0].owner"),
        (MARKER | {"at": [18, 40]}, "$.markers[0].at"),
        ({"owner": "r1", "at": [18, 20]}, "$.markers[0]"),
    ],
)
def test_markers_that_cannot_be_are_refused(marker: Json, path: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(scenario([gun(), tank("b1", (18, 20))], markers=[marker]))
    assert refusal.value.path == path


def test_listed_orders_fire_on_and_between_opponents_in_reach() -> None:
    units = [
        gun(targets=2),
        tank("b1", (18, 20), 180),
        quad("b2", (22, 24), 180),
        tank("b3", (18, 12), 180),
    ]
    data = read(scenario(units))
    orders = [
        order
        for order in legal_orders(data.setup, data.state, "red")
        if getattr(order, "mode", "") == "artillery"
    ]
    points = [getattr(order, "markers", ()) for order in orders]
    assert points == [((18, 20),), ((22, 24),), ((20, 22),), ((18, 20), (22, 24))]
    assert all(explain(data.setup, data.state, order) == () for order in orders)
