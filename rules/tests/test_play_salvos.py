"""How a salvo lands: when, with what values, whether it drifts and whom it strikes."""

from typing import Any

import pytest

from rules.tests.artillery_cases import (
    CRITICAL_HIT,
    CRITICAL_MISS,
    FAR,
    LANDS,
    MARKER,
    NEXT,
    fire,
    gun,
    landed,
    parts,
    salvo,
)
from rules.tests.skirmishes import (
    END,
    HIT,
    Json,
    aboard,
    mech,
    move,
    play,
    ranged,
    squad,
    tank,
    vtol,
    woods,
)

rule = pytest.mark.rule


SALVAGE = {"attack": ("black", "square")}

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
def test_every_gun_has_its_own_salvo_and_waits_for_its_own_player() -> None:
    guns = [gun(), gun("r2", (26, 3)), gun("b3", (10, 33), 180)]
    units = [*guns, tank("b1", (18, 20), 180), tank("b2", (26, 20), 180), tank("r4", (10, 20))]
    theirs = {"owner": "b3", "at": [10, 20], "heading": 180}
    orders = (fire((18, 20)), fire((26, 20), unit="r2"), END, END)
    game = play(units, *orders, markers=[theirs], dice=(*LANDS, *LANDS, *CRITICAL_MISS))
    landings = [(event.unit, event.struck) for event in game.events("SalvoLanded")]
    assert landings == [("b3", ("r4",)), ("r1", ("b1",))]
    assert (game.b1.click, game.b2.click, game.r2.click, game.r4.click) == (4, 1, 2, 4)
    assert game.state.markers == ()


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


# A die rolled again

TARGETING = {"attack": ("blue", "square")}


@rule("AOD-ARTY-006", "AOD-EQUIP-003")
@pytest.mark.parametrize(
    ("on", "dice", "kept"),
    [
        ([], (1, 5, 4), (1, 5, 4)),
        (["Improved Targeting"], (1, 5, 4, 6), (6, 5, 4)),
        ({"Improved Targeting": "black"}, (1, 5, 4, 6), (1, 5, 6)),
    ],
)
def test_a_reroll_is_asked_for_with_the_order_and_made_when_the_salvo_lands(
    on: Any, dice: Any, kept: Any
) -> None:
    units = [gun(equipment=TARGETING), FAR]
    game = play(units, fire((18, 20), on=on), *NEXT, dice=dice)
    rolled = game.events("ArtilleryRolled")[0]
    assert rolled.dice == kept
    assert rolled.rerolled == (dice[:3] if on else ())


@rule("AOD-ARTY-006", "AOD-EQUIP-010")
def test_a_gun_that_is_lost_rolls_no_die_again() -> None:
    killer = squad("b1", (18, 7), 180)
    units = [gun(equipment=TARGETING, clicks=1), squad("r9", (2, 2)), killer]
    order = fire((18, 20), on=["Improved Targeting"])
    game = play(units, order, END, ranged("b1", "r1"), END, dice=(*HIT, 5, 4, 4))
    assert game.r1.eliminated
    assert game.events("ArtilleryRolled")[0].rerolled == ()


@rule("AOD-ARTY-002")
def test_a_gun_no_better_than_its_minimum_needs_no_help_from_it() -> None:
    assert parts(landed([gun(attack=5)], (18, 20), dice=LANDS)) == {"base": 5, "clear_line": 2}


@rule("AOD-ARTY-007", "AOD-WATER-005")
def test_a_gun_under_water_has_no_clear_line() -> None:
    lake = [woods("lake", (14, 1), (22, 6), kind="deep_water")]
    units = [gun(mode="aquatic"), squad("r9", (2, 2)), FAR]
    fields: Json = {"active": "blue", "markers": [MARKER], "terrain": lake}
    assert parts(play(units, END, dice=LANDS, **fields)) == {"base": 8}


# Whose salvo it is

THREE = ["red", "blue", "green"]


def green(unit: Json) -> Json:
    return unit | {"owner": "green"}


def stolen() -> list[Json]:
    """Red's gun, held by blue; green gives a squad up for it."""
    takeover = {"attack": ("red", "square")}
    return [
        *(gun(at=(18, 3), captive_of="b1"), squad("r2", (34, 4))),
        *(squad("b1", (19.5, 3)), squad("b2", (34, 34))),
        *(green(squad("g1", (16.5, 3), equipment=takeover)), green(tank("g2", (18, 21), 180))),
    ]


BYPASS = move("g1") | {"on": ["Bypass"]}


@rule("AOD-ARTY-006", "AOD-VICT-006", "AOD-CONTACT-007")
def test_a_salvo_scores_for_who_fired_it_though_the_gun_has_changed_sides() -> None:
    units = stolen()
    units[-1] |= {"click": 8}
    fields: Json = {"players": THREE, "active": "green", "markers": [MARKER | {"owner": "r1"}]}
    game = play([*units, green(tank("g3", (3, 30)))], BYPASS, END, dice=LANDS, **fields)
    assert game.r1.owner == "green"
    assert [(e.unit, e.by) for e in game.events("Eliminated")] == [("g1", "red"), ("g2", "red")]


@rule("AOD-ARTY-002", "AOD-ARTY-006", "AOD-WDRAW-004")
def test_a_gun_that_has_withdrawn_with_another_player_fires_its_minimum_and_is_not_hurt() -> None:
    fields: Json = {"players": THREE, "active": "green", "markers": [MARKER | {"owner": "r1"}]}
    leave = {"order": "withdraw", "player": "green"}
    game = play(stolen(), BYPASS, leave, dice=LANDS, **fields)
    assert parts(game) == {"minimum": 5}
    lost = play(stolen(), BYPASS, leave, dice=CRITICAL_MISS, **fields)
    assert (lost.r1.click, lost.events("Damaged")) == (1, [])


@rule("AOD-ARTY-006", "AOD-TURN-002")
def test_the_last_salvo_of_a_player_who_has_lost_every_unit_still_lands() -> None:
    others = [tank("b1", (18, 20), 180), green(squad("g1", (3, 33)))]
    killer = tank("b2", (18, 9), 180)
    units = [gun(clicks=1), *others, killer]
    shot = ranged("b2", "r1")
    game = play(units, fire((18, 20)), END, shot, END, END, dice=(*HIT, 6, 6, 4), players=THREE)
    assert (game.state.active, game.r1.eliminated, game.state.markers) == ("red", True, ())
    assert game.b1.click == 3
    assert (
        play(units, shot, END, END, dice=HIT, players=THREE, active="blue").state.active == "blue"
    )


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


@rule("AOD-ARTY-006", "AOD-ARTY-014")
@pytest.mark.parametrize(
    ("dice", "rules"),
    [(HIT, ("AOD-ARTY-006",)), (CRITICAL_HIT, ("AOD-ARTY-006", "AOD-ARTY-014"))],
)
def test_only_a_critical_roll_rests_on_the_rule_of_criticals(
    dice: Any, rules: tuple[str, ...]
) -> None:
    game = landed([gun(), tank("b1", (18, 20), 180)], (18, 20), dice=dice)
    assert game.events("ArtilleryRolled")[0].rules == rules


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
