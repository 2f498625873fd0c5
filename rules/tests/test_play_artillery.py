"""Long-range fire: where markers may be placed, how a salvo lands and whom it strikes."""

import copy
from typing import Any

import pytest

from rules import CatalogueRefused, Unreadable, read_catalogue
from rules.__main__ import ROOT, read_records
from rules.age_of_destruction.skirmish.explain import explain
from rules.age_of_destruction.skirmish.legal import legal_orders
from rules.age_of_destruction.skirmish.outcome import write_outcome
from rules.age_of_destruction.skirmish.play import open_question
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    Played,
    aboard,
    mech,
    move,
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

#: The numbers of the example: difficulty 21, rows ending just below it, face 4 at 120 degrees.
PRINTED: Json = {
    "minimum_attack": 5,
    "minimum_damage": 1,
    "target": 21,
    "blast_radius": 3,
    "drift": [[19, 20, 3], [15, 18, 4], [9, 14, 5]],
    "direction_by_black_die": {"1": 240, "2": 180, "3": 240, "4": 120, "5": 120, "6": 0},
}
SALVAGE = {"attack": ("black", "square")}
FAR = squad("b9", (34, 34), 180)
NEXT = (END, END)
LANDS = (4, 3, 4)
CRITICAL_HIT, CRITICAL_MISS = (6, 6, 1), (1, 1, 6)


def gun(unit_id: str = "r1", /, at: Any = (18, 3), facing: float = 0, **fields: Any) -> Json:
    """Artillery with range 4/12(24), attack 8 and damage 3; one marker unless `targets` says more.

    It hits with 11 on the dice, or 13 along a blocked line.
    """
    usual: Json = {
        "gun": weapon("primary", "ballistic", 12, 4, fields.pop("targets", 1)),
        "artillery_range": 24,
        "artillery_marker": PRINTED | fields.pop("printed", {}),
    }
    return tank(unit_id, at, facing, **(usual | fields))


def fire(*points: tuple[float, float], unit: str = "r1", **fields: Any) -> Json:
    """An order of long-range fire."""
    markers = [list(point) for point in points]
    return {"order": "ranged", "unit": unit, "mode": "artillery", "markers": markers} | fields


def landed(units: list[Json], *points: tuple[float, float], dice: Any, **fields: Any) -> Played:
    """A salvo fired and, in red's next turn, resolved."""
    return play([*units, FAR], fire(*points), *NEXT, dice=dice, **fields)


def salvo(played: Played, index: int = 0) -> Any:
    """How a marker was resolved."""
    return played.events("SalvoLanded")[index]


def parts(played: Played, index: int = 0) -> Json:
    """What the attack total of a marker is made of, without the dice."""
    return {part.what: part.value for part in salvo(played, index).attack}


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


# When it lands


@rule("AOD-ARTY-006", "AOD-TURN-007", "AOD-TURN-005")
def test_a_salvo_lands_in_its_owners_next_command_stage() -> None:
    units = [gun(), tank("b1", (18, 20), 180)]
    between = play(units, fire((18, 20)), END)
    assert (between.state.active, len(between.state.markers)) == ("blue", 1)
    game = play(units, fire((18, 20)), *NEXT, move("r1"), dice=LANDS)
    kinds = [type(event).__name__ for event in game.outcome.events]
    assert kinds.index("SalvoLanded") < kinds.index("OrderStageBegan", kinds.index("SalvoLanded"))
    assert kinds.index("SalvoLanded") > len(kinds) - kinds[::-1].index("TurnStarted") - 1
    assert (game.b1.click, game.state.markers) == (4, ())
    assert game.refused == {}


@rule("AOD-ARTY-006")
def test_units_may_leave_the_radius_or_walk_into_it_meanwhile() -> None:
    units = [gun(), tank("b1", (18, 20), 180), squad("b2", (24, 20), 270), FAR]
    away = (move("b1", (18, 26)), move("b2", (20, 20)))
    game = play(units, fire((18, 20)), END, *away, END, dice=LANDS)
    assert (game.b1.click, game.b2.click) == (1, 4)


@rule("AOD-ARTY-006", "AOD-ARTY-002")
def test_attack_and_damage_are_those_of_the_moment_it_lands() -> None:
    weaker = {"attack": 7, "primary_damage": 2}
    units = [gun(later={2: weaker}), tank("b1", (18, 20), 180)]
    marker = {"owner": "r1", "at": [18, 20], "heading": 0}
    sound = play(units, *NEXT, markers=[marker], dice=LANDS)
    assert (parts(sound), sound.b1.click) == ({"base": 8, "clear_line": 2}, 4)
    hurt = play([units[0] | {"click": 2}, units[1]], *NEXT, markers=[marker], dice=(4, 4, 4))
    assert (parts(hurt), hurt.b1.click) == ({"base": 7, "clear_line": 2}, 3)


@rule("AOD-ARTY-002")
def test_values_never_count_less_than_the_marker_prints() -> None:
    units = [gun(attack=3, primary_damage=0), tank("b1", (18, 20), 180)]
    game = landed(units, (18, 20), dice=(5, 5, 4))
    assert parts(game) == {"base": 3, "minimum": 2, "clear_line": 2}
    assert (salvo(game).total, game.b1.click) == (21, 2)


MARKER = {"owner": "r1", "at": [18, 20], "heading": 0}
CAPTOR = squad("b1", (19.5, 3), 270)


@rule("AOD-ARTY-002", "AOD-ARTY-006", "AOD-ARTY-007")
@pytest.mark.parametrize(
    ("units", "expected", "clicks"),
    [
        ([gun(captive_of="b1"), CAPTOR], {"minimum": 5}, 1),
        ([gun(equipment=SALVAGE)], {"minimum": 5, "clear_line": 2}, 1),
        ([aboard(gun(), "r2"), vtol("r2", (18, 3), transport_capacity=3)], {"base": 8}, 3),
    ],
)
def test_a_gun_held_or_heavily_damaged_fires_with_the_minima(
    units: list[Json], expected: Json, clicks: int
) -> None:
    """Aboard a transport it keeps its values and only lacks a line."""
    target = tank("b2", (18, 20), 180)
    everybody = [*units, squad("r9", (2, 2)), target]
    game = play(everybody, *NEXT, markers=[MARKER], dice=(6, 5, 5))
    assert parts(game) == expected
    assert game.b2.click == 1 + clicks


@rule("AOD-ARTY-006", "AOD-ARTY-014")
@pytest.mark.parametrize(("dice", "click"), [((6, 5, 5), 2), (CRITICAL_HIT, 3), (CRITICAL_MISS, 1)])
def test_the_salvo_of_an_eliminated_gun_still_lands(dice: Any, click: int) -> None:
    units = [gun(clicks=1), squad("r9", (2, 2)), tank("b2", (18, 20), 180)]
    killer = squad("b1", (18, 7), 180)
    orders = (fire((18, 20)), END, ranged("b1", "r1"), END)
    game = play([*units, killer], *orders, dice=(*HIT, *dice))
    assert game.r1.eliminated
    assert [part.value for part in game.events("ArtilleryRolled")[0].attack] == [5]
    assert game.state.markers == ()
    assert game.b2.click == click


@rule("AOD-ARTY-007")
@pytest.mark.parametrize(
    ("terrain", "others", "bonus"),
    [
        ([], [], 2),
        ([woods("wood", (16, 8), (20, 10))], [], 2),
        ([woods("rock", (16, 8), (20, 10), kind="blocking")], [], 0),
        ([woods("hill", (16, 8), (20, 11), kind="clear", elevated=True)], [], 0),
        ([], [tank("b1", (18, 10), 180)], 0),
        ([], [tank("b1", (18, 20), 180)], 2),
    ],
)
def test_an_unblocked_line_to_the_point_gives_2(
    terrain: list[Json], others: list[Json], bonus: int
) -> None:
    """A base over the point is no obstacle, as a target's own base is none."""
    game = landed([gun(), *others], (18, 20), dice=(4, 3, 3), terrain=terrain)
    assert parts(game).get("clear_line", 0) == bonus
    assert salvo(game).total == 18 + bonus


@rule("AOD-ARTY-007")
def test_the_line_is_judged_when_the_salvo_lands() -> None:
    units = [gun(), tank("b1", (12, 10), 90), FAR]
    game = play(units, fire((18, 20)), END, move("b1", (18, 10)), END, dice=(4, 3, 3))
    assert "clear_line" not in parts(game)
    game = play(units, fire((18, 20)), END, move("b1", (15, 10)), END, dice=(4, 3, 3))
    assert parts(game)["clear_line"] == 2


# Hit and blast


@rule("AOD-ARTY-008")
@pytest.mark.parametrize(("dice", "hit"), [((4, 3, 4), True), ((4, 2, 4), False)])
def test_a_total_that_reaches_the_difficulty_lands_on_the_point(dice: Any, hit: bool) -> None:
    game = landed([gun()], (18, 20), dice=dice)
    assert (salvo(game).hit, salvo(game).at == (18, 20)) == (hit, hit)


@rule("AOD-ARTY-009")
@pytest.mark.parametrize(("gap", "struck"), [(3.0, True), (3.01, False)])
def test_the_blast_counts_dots_and_not_bases(gap: float, struck: bool) -> None:
    game = landed([gun(), tank("b1", (18 + gap, 20), 90)], (18, 20), dice=LANDS)
    assert game.b1.click == (4 if struck else 1)


@rule("AOD-ARTY-009")
def test_friends_and_cruising_units_are_struck_and_submerged_ones_spared() -> None:
    units = [
        gun(),
        squad("r2", (16.5, 20)),
        vtol("b1", (18, 22), 180, level="cruising"),
        mech("b2", (20.5, 20), 180),
    ]
    lake = [woods("lake", (19.2, 17), (24, 23), kind="deep_water")]
    game = landed(units, (18, 20), dice=LANDS, terrain=lake)
    assert (game.r2.click, game.b1.click, game.b2.click) == (4, 4, 1)
    assert salvo(game).struck == ("r2", "b1")
    assert landed(units, (18, 20), dice=LANDS).b2.click == 4


@rule("AOD-ARTY-009")
def test_passengers_are_out_of_reach_while_their_transport_lives() -> None:
    carrier = tank("b1", (18, 20), 180, transport_capacity=3)
    units = [gun(), carrier, aboard(squad("b2", (0, 0)), "b1")]
    game = landed(units, (18, 20), dice=LANDS)
    assert (game.b1.click, game.b2.click) == (4, 1)


@rule("AOD-ARTY-009")
@pytest.mark.parametrize(
    ("equipment", "clicks"),
    [
        ({"defense": ("grey", "square")}, 2),
        ({"defense": ("blue", "square")}, 1),
        ({"defense": ("red", "square")}, 3),
    ],
)
def test_armor_works_as_against_any_ballistic_fire(equipment: Json, clicks: int) -> None:
    target = tank("b1", (18, 20), 180, equipment=equipment)
    assert landed([gun(), target], (18, 20), dice=LANDS).b1.click == 1 + clicks
    piercing = gun(equipment={"primary_damage": ("red", "square")})
    assert landed([piercing, target], (18, 20), dice=LANDS).b1.click == 4


@rule("AOD-ARTY-010", "AOD-ARTY-014")
@pytest.mark.parametrize(("dice", "click"), [(LANDS, 4), (CRITICAL_HIT, 5)])
def test_captives_ignore_artillery_and_their_captors_do_not(dice: Any, click: int) -> None:
    units = [gun(), squad("r2", (18, 20)), squad("b1", (19.5, 20), 180, captive_of="r2")]
    game = landed(units, (18, 20), dice=dice)
    assert (game.r2.click, game.b1.click) == (click, 1)


# Drift


@rule("AOD-ARTY-011")
@pytest.mark.parametrize(
    ("dice", "inches", "degrees"),
    [((2, 3, 4), 4, 120), ((5, 4, 3), 3, 240), ((2, 1, 2), 5, 180), ((5, 2, 6), None, 0)],
)
def test_the_failed_total_gives_the_distance_and_the_black_die_the_direction(
    dice: Any, inches: int | None, degrees: int
) -> None:
    """The example of the catalogue: 9 on the dice, attack 8, no clear line, total 17, face 4."""
    rock = [woods("rock", (16, 8), (20, 10), kind="blocking")]
    found = salvo(landed([gun()], (18, 20), dice=dice, terrain=rock))
    if inches is None:
        assert (found.hit, found.at) == (True, (18, 20))
        return
    sides = {120: (0.8660254, -0.5), 180: (0, -1), 240: (-0.8660254, -0.5)}
    x, y = sides[degrees]
    assert (found.total, found.drift, found.direction) == (sum(dice) + 8, inches, degrees)
    assert found.at == pytest.approx((18 + inches * x, 20 + inches * y))


@rule("AOD-ARTY-011")
def test_the_ring_turns_with_the_arrow() -> None:
    """Fired to the right, face 6 drifts long: farther to the right."""
    found = salvo(landed([gun(at=(3, 18), facing=90)], (20, 18), dice=(2, 1, 6)))
    assert found.at == pytest.approx((23, 18))


@rule("AOD-ARTY-012")
def test_a_drifted_salvo_strikes_where_it_comes_down() -> None:
    units = [gun(), tank("b1", (18, 19.5), 180), squad("r2", (18, 25.5))]
    game = landed(units, (18, 20), dice=(1, 2, 6))
    assert salvo(game).at == pytest.approx((18, 23))
    assert (game.b1.click, game.r2.click) == (1, 4)
    assert game.state.markers == ()


@rule("AOD-ARTY-012")
def test_a_salvo_off_the_table_harms_nobody() -> None:
    north = gun(at=(18, 12))
    units = [north, squad("b1", (18, 35), 180)]
    game = landed(units, (18, 34), dice=(1, 2, 6))
    assert (salvo(game).off_table, salvo(game).struck) == (True, ())
    assert game.b1.click == 1
    assert game.state.markers == ()


# Several markers


@rule("AOD-ARTY-013")
def test_a_unit_places_as_many_markers_as_it_has_range_symbols() -> None:
    points = ((14, 20), (18, 20), (22, 20))
    assert play([gun(targets=2), FAR], fire(*points)).codes() == {"TOO_MANY_MARKERS"}
    assert len(play([gun(targets=2), FAR], fire(*points[:2])).state.markers) == 2
    assert play([gun(), FAR], fire(*points[:2])).codes() == {"TOO_MANY_MARKERS"}


@rule("AOD-ARTY-013", "AOD-ARTY-007", "AOD-ARTY-008")
def test_one_roll_serves_all_markers_and_each_has_its_own_line_and_drift() -> None:
    rock = [woods("rock", (12, 10), (15.5, 12), kind="blocking")]
    game = landed([gun(targets=2)], (11, 20), (24, 20), dice=(4, 3, 4), terrain=rock)
    first, second = game.events("SalvoLanded")
    assert (first.total, first.hit, first.drift) == (19, False, 3)
    assert (second.total, second.hit, second.drift) == (21, True, 0)
    assert len(game.events("ArtilleryRolled")) == 1


@rule("AOD-ARTY-013")
def test_blasts_that_overlap_add_up() -> None:
    units = [gun(targets=2), tank("b1", (18, 20), 180)]
    game = landed(units, (17, 20), (19, 20), dice=LANDS)
    assert game.b1.click == 7
    assert [event.amount for event in game.events("Damaged")] == [3, 3]


# Criticals


@rule("AOD-ARTY-014")
def test_a_critical_hit_lands_on_the_point_with_a_click_more_for_everybody() -> None:
    hard = {"target": 40, "drift": [[9, 39, 3]]}
    units = [gun(printed=hard), tank("b1", (18, 20), 180), squad("r2", (20, 20))]
    game = landed(units, (18, 20), dice=CRITICAL_HIT)
    assert (game.b1.click, game.r2.click) == (5, 5)


@rule("AOD-ARTY-014")
def test_a_critical_hit_adds_nothing_where_armor_leaves_no_damage() -> None:
    target = tank("b1", (18, 20), 180, equipment={"defense": ("black", "square")})
    units = [gun(primary_damage=2), target]
    assert landed(units, (18, 20), dice=CRITICAL_HIT).b1.click == 1


@rule("AOD-ARTY-014")
def test_a_critical_miss_costs_the_gun_a_click_and_nobody_else_anything() -> None:
    units = [gun(targets=2), tank("b1", (18, 20), 180)]
    game = landed(units, (17, 20), (19, 20), dice=CRITICAL_MISS)
    assert (game.r1.click, game.b1.click) == (2, 1)
    assert game.events("SalvoLanded") == []
    assert game.state.markers == ()


# The sequence of the command stage

COMMAND = {"attack": ("grey", "square")}


def two_guns(**fields: Any) -> list[Json]:
    """Two guns whose salvos fall due together."""
    return [gun(), gun("r2", (10, 3)), tank("b1", (18, 20), 180), tank("b2", (10, 20), 180)]


BOTH = (fire((18, 20)), fire((10, 20), unit="r2"), END, END)


@rule("AOD-TURN-008", "AOD-TURN-009")
def test_the_active_player_chooses_the_sequence_of_what_falls_due() -> None:
    waiting = play(two_guns(), *BOTH, move("r1"), prompts="ask")
    question = open_question(waiting.state)
    assert question is not None
    assert (question.to, question.player) == ("choose", "red")
    assert (question.options, question.about) == (("r1", "r2"), "command_stage")
    assert (waiting.state.stage, waiting.codes(4)) == ("command", {"QUESTION_OPEN"})
    pick = {"order": "answer", "to": "choose", "choice": "r2"}
    game = play(two_guns(), *BOTH, pick, dice=(*LANDS, *CRITICAL_HIT), prompts="ask")
    assert [event.unit for event in game.events("ArtilleryRolled")] == ["r2", "r1"]
    assert (game.b1.click, game.b2.click, game.state.stage) == (5, 4, "orders")
    assert legal_orders(waiting.outcome.setup, waiting.state, "blue") == []
    assert len(legal_orders(waiting.outcome.setup, waiting.state, "red")) == 2


@rule("AOD-TURN-008")
def test_unasked_effects_follow_the_order_of_the_file() -> None:
    game = play(two_guns(), *BOTH, dice=(*CRITICAL_HIT, *LANDS))
    assert [event.unit for event in game.events("ArtilleryRolled")] == ["r1", "r2"]


@rule("AOD-TURN-008")
def test_nobody_is_asked_where_the_sequence_cannot_matter() -> None:
    rolling = [tank(f"r{x}", (5 * x, 5), equipment=COMMAND) for x in (1, 2)]
    game = play([*rolling, FAR], *NEXT, dice=(6, 1), prompts="ask")
    assert (open_question(game.state), len(game.events("OrderGained"))) == (None, 2)
    mixed = [gun(), tank("r2", (10, 5), equipment=COMMAND), FAR]
    game = play(mixed, fire((18, 20)), *NEXT, prompts="ask")
    question = open_question(game.state)
    assert question is not None
    assert question.options == ("r1", "r2")


@rule("AOD-TURN-008")
def test_a_salvo_may_silence_what_was_to_follow() -> None:
    """The gun's own salvo drifts onto a unit with Command, which then has no roll any more."""
    commander = squad("r2", (18, 24), equipment=COMMAND, clicks=2)
    units = [gun(), commander, FAR]
    pick = {"order": "answer", "to": "choose", "choice": "r1"}
    first = play(units, fire((18, 20)), *NEXT, pick, dice=(1, 2, 6), prompts="ask")
    assert (first.r2.eliminated, first.events("OrderGained")) == (True, [])
    other = pick | {"choice": "r2"}
    second = play(units, fire((18, 20)), *NEXT, other, dice=(6, 1, 2, 6), prompts="ask")
    assert (second.r2.eliminated, second.state.orders_left) == (True, 9)


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
