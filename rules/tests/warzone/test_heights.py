"""Climbing, jumping, dropping, falling."""

from math import hypot
from typing import Any

import pytest

from rules.tests.warzone.scenes import (
    WALL,
    block,
    box,
    climb,
    codes,
    drop,
    fall,
    jump,
    model,
    move,
    play,
    scene,
    shown,
    told,
    trench,
)

rule = pytest.mark.rule


def foot(name: str = "r1", x: float = 12, **fields: Any) -> dict[str, Any]:
    return model(name, [x, 9.5], **fields)


def on_top(name: str, at: list[float], **fields: Any) -> dict[str, Any]:
    return model(name, at, elevation=6, **fields)


def walled(*units: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return scene(*units, terrain=[WALL], **fields)


@rule("WZ-035", "WZ-036", "WZ-037")
def test_half_the_movement_an_action_and_one_test_at_the_top() -> None:
    outcome = play(walled(foot(actions=3)), climb("r1"), climb("r1"), climb("r1"), dice=(16,))
    assert [event["height"] for event in told(outcome, "climbed")] == [2, 4, 6]
    assert shown(outcome, "r1", at=[12, 10.5], elevation=6, climbing=None, posture="standing")
    turned = climb("r1", at=[12.3, 10.4], facing=90)
    there = play(walled(foot(mv=12)), turned, "end_stage", dice=(1,))
    assert shown(there, "r1", at=[12.3, 10.4], facing=90)


@rule("WZ-036", "WZ-037")
@pytest.mark.parametrize(("die", "falls"), [(16, False), (17, True)])
def test_on_the_wall_at_the_end_of_the_activation(die: int, falls: bool) -> None:
    end = {"order": "end_activation", "unit": "r1"}
    outcome = play(walled(foot()), climb("r1"), climb("r1"), end, end, dice=(die,))
    assert codes(outcome, 3) == ["NO_ACTION_LEFT"]
    if falls:
        assert shown(outcome, "r1", at=[12, 9.5], climbing=None, posture="prone", damage=[[9, 2]])
    else:
        assert shown(outcome, "r1", climbing={"piece": "wall", "height": 4}, actions_left=0)


@rule("WZ-037")
def test_a_fall_from_the_top_is_from_the_whole_height() -> None:
    outcome = play(walled(foot(mv=12)), climb("r1"), dice=(20,))
    assert shown(outcome, "r1", at=[12, 9.5], elevation=0, damage=[[11, 3]], posture="prone")


@rule("WZ-037")
def test_the_end_of_the_turn_ends_every_activation() -> None:
    both = walled(foot(), foot("b1", 15))
    climbs = [climb("r1"), climb("b1")]
    outcome = play(both, *climbs, "end_stage", climb("r1"), dice=(16, 17))
    assert shown(outcome, "r1", climbing={"piece": "wall", "height": 4}, actions_left=1)
    assert shown(outcome, "b1", climbing=None, damage=[], actions_left=2)
    assert outcome["turn"] == 2


@rule("WZ-034")
def test_low_walls_are_not_climbed() -> None:
    low = WALL | {"height": 2}
    assert codes(play(scene(foot(), terrain=[low]), climb("r1"))) == ["LOW_OBSTACLE"]


def test_only_at_the_wall_and_on_one_wall() -> None:
    other = block("other", 6, *box(10, 20, 20, 24))
    data = scene(foot(), model("r2", [15, 9]), terrain=[WALL, other])
    outcome = play(data, climb("r2"), climb("r1"), climb("r1", "other"))
    assert codes(outcome, 0) == ["NOT_AT_WALL"]
    assert codes(outcome, 2) == ["OTHER_WALL"]


@rule("WZ-039", "WZ-042")
@pytest.mark.parametrize("kind", ["beast", "vehicle", "rider"])
def test_only_humanoids_and_who_has_the_ability_which_spares_no_test(kind: str) -> None:
    assert codes(play(walled(foot(kind=kind)), climb("r1"))) == ["NO_CLIMBER"]
    able = walled(foot(kind=kind, mv=12, abilities=["climb"]))
    assert shown(play(able, climb("r1"), dice=(17,)), "r1", damage=[[11, 3]])


@rule("WZ-036")
def test_out_of_a_gap_by_its_wall() -> None:
    data = scene(model("r1", [12, 10.5], elevation=-5, mv=10), terrain=[trench(4)])
    outcome = play(data, climb("r1", "gap"), dice=(3,))
    assert shown(outcome, "r1", at=[12, 9.5], elevation=0, climbing=None)


@rule("WZ-040")
def test_models_at_the_top_make_room() -> None:
    data = walled(foot(mv=12), on_top("b1", [12, 11]))
    outcome = play(data, climb("r1"), dice=(5,))
    assert shown(outcome, "r1", at=[12, 10.5], elevation=6)
    assert shown(outcome, "b1", at=[12, 11.6], displaced=True)
    chosen = play(data, climb("r1", displace={"b1": [13.5, 11]}), dice=(5,))
    assert shown(chosen, "b1", at=[13.5, 11], displaced=True)


@rule("WZ-040")
@pytest.mark.parametrize(
    "fields", [{"size": 4}, {"displaced": True}], ids=["too large", "moved already"]
)
def test_without_room_it_hangs_at_full_height_untested(fields: dict[str, Any]) -> None:
    data = walled(foot(mv=12), on_top("b1", [12, 11], **fields))
    outcome = play(data, climb("r1"))
    assert shown(outcome, "r1", climbing={"piece": "wall", "height": 6}, elevation=0)
    assert told(outcome, "no_room")
    assert told(outcome, "climb_test") == []
    freed = play(
        data,
        climb("r1"),
        "end_stage",
        {"order": "result", "unit": "b1", "result": "eliminated"},
        climb("r1"),
        dice=(4, 4),
    )
    assert shown(freed, "r1", elevation=6)


@rule("WZ-040")
def test_no_room_where_nobody_can_go_anywhere() -> None:
    ledge = block("wall", 6, *box(10, 10, 20, 11.2))
    data = scene(foot(mv=12), on_top("b1", [12, 10.6]), terrain=[ledge])
    assert told(play(data, climb("r1")), "no_room")


@rule("WZ-040")
@pytest.mark.parametrize(
    ("displace", "code"),
    [
        ({"b1": [12, 11.3]}, "BAD_PLACE"),
        ({"b1": [12, 15]}, "BAD_PLACE"),
        ({"b2": [18, 12]}, "NOT_IN_THE_WAY"),
        ({"b3": [18, 13]}, "TOO_LARGE_TO_MOVE"),
        ({"b4": [18, 13]}, "MOVED_THIS_TURN"),
    ],
)
def test_who_cannot_be_put_there(displace: dict[str, list[float]], code: str) -> None:
    units = [
        on_top("b1", [12, 11]),
        on_top("b2", [16, 12]),
        on_top("b3", [12.95, 10.6], size=4),
        on_top("b4", [11.05, 10.6], displaced=True),
    ]
    outcome = play(walled(foot(mv=12), *units), climb("r1", displace=displace))
    assert code in codes(outcome)


@rule("WZ-040")
def test_a_place_on_top_is_near_and_on_top() -> None:
    data = walled(foot(mv=12))
    for at in ([12, 10.7], [12, 9.9], [14, 10.5]):
        assert codes(play(data, climb("r1", at=at))) == ["BAD_PLACE"]
    assert codes(play(walled(foot()), climb("r1", at=[40, 40]))) == []


@rule("WZ-043")
def test_half_the_movement_without_a_test_to_level_ground() -> None:
    data = scene(foot(), terrain=[trench(2)])
    assert shown(play(data, jump("r1", [12, 12.5])), "r1", at=[12, 12.5], actions_left=1)
    ground = block("kerb", 1, *box(10, 12, 20, 14))
    raised = scene(foot(), terrain=[trench(2), ground])
    assert codes(play(raised, jump("r1", [12, 12.5]))) == ["NOT_LEVEL"]
    away = scene(model("r1", [12, 9]), terrain=[trench(2)])
    assert codes(play(away, jump("r1", [12, 12.5]))) == ["NOT_AT_EDGE"]
    assert codes(play(walled(foot()), jump("r1", [12, 12.5]) | {"piece": "wall"})) == ["NOT_A_GAP"]


@rule("WZ-044")
@pytest.mark.parametrize(
    ("die", "at", "elevation"),
    [(18, [12, 13.5], 0), (19, [12, 10.5], -5), (20, [12, 12.5], -5)],
)
def test_wider_jumps_are_tested(die: int, at: list[float], elevation: float) -> None:
    outcome = play(scene(foot(), terrain=[trench(3)]), jump("r1", [12, 13.5]), dice=(die,))
    assert shown(outcome, "r1", at=at, elevation=elevation)
    assert bool(outcome["units"]["r1"]["damage"]) is (elevation < 0)


@rule("WZ-044")
def test_into_a_gap_narrower_than_the_base() -> None:
    slit = scene(foot(mv=1.2), terrain=[trench(0.8)])
    outcome = play(slit, jump("r1", [12, 11.3]), dice=(20,))
    assert shown(outcome, "r1", at=[12, 10.4], elevation=-5)


@rule("WZ-045")
def test_wider_than_the_movement_is_too_wide() -> None:
    data = scene(foot(), terrain=[trench(4.5)])
    assert "GAP_TOO_WIDE" in codes(play(data, jump("r1", [12, 15])))


@rule("WZ-046")
def test_landing_within_the_movement_of_the_near_edge() -> None:
    data = scene(foot(), terrain=[trench(2)])
    assert codes(play(data, jump("r1", [12, 14.5]))) == []
    assert codes(play(data, jump("r1", [12, 14.6]))) == ["TOO_FAR"]
    assert "LANDS_IN_GAP" in codes(play(data, jump("r1", [12, 11.9])))


@rule("WZ-046")
def test_who_stands_there_is_moved_aside() -> None:
    units = [model("b1", [12, 13.2], size=6, displaced=True), model("r2", [11, 12.5])]
    data = scene(foot(), *units, terrain=[trench(2)])
    outcome = play(data, jump("r1", [12, 12.5]))
    assert shown(outcome, "b1", at=[12, 13.6])
    assert shown(outcome, "r2", at=[11, 12.5])
    idle = play(data, jump("r1", [12, 12.5], displace={"r2": [9, 13]}))
    assert codes(idle) == ["NOT_IN_THE_WAY"]
    touched = scene(foot(), model("b1", [13, 12.5]), terrain=[trench(2)])
    assert shown(play(touched, jump("r1", [12, 12.5])), "b1", at=[13.1, 12.5])
    left = play(touched, jump("r1", [12, 12.5], displace={"b1": [12, 9.5]}))
    assert shown(left, "b1", at=[12, 9.5])


ROOF = block("roof", 5, *box(10, 10, 20, 16))


def roofed(**fields: Any) -> dict[str, Any]:
    return scene(model("r1", [12, 10.5], elevation=5, **fields), terrain=[ROOF])


@rule("WZ-047", "WZ-052")
def test_up_to_its_size_a_drop_is_safe() -> None:
    outcome = play(roofed(size=5), drop("r1", [12, 9], facing=180))
    assert shown(outcome, "r1", elevation=0, damage=[], posture="standing", facing=180)


@rule("WZ-048", "WZ-049")
@pytest.mark.parametrize(
    ("ld", "die", "passed"), [(12, 12, True), (12, 13, False), (0, 1, True), (25, 20, False)]
)
def test_higher_takes_leadership(ld: int, die: int, passed: bool) -> None:
    outcome = play(roofed(ld=ld), drop("r1", [12, 9]), dice=(die,))
    if passed:
        assert shown(outcome, "r1", at=[12, 9], damage=[[10, 2]], posture="prone", actions_left=1)
    else:
        assert shown(outcome, "r1", at=[12, 10.5], elevation=5, actions_left=1)
        assert told(outcome, "action_lost")


@rule("WZ-048")
def test_immune_to_morale_or_without_natural_rolls() -> None:
    immune = play(roofed(abilities=["morale_immune"]), drop("r1", [12, 9]))
    assert shown(immune, "r1", damage=[[10, 2]])
    plain = roofed(ld=25) | {"rulings": {"natural_rolls": False}}
    assert shown(play(plain, drop("r1", [12, 9]), dice=(20,)), "r1", at=[12, 9])


@rule("WZ-050")
def test_within_half_the_movement_of_the_point_below() -> None:
    assert codes(play(roofed(size=5), drop("r1", [12, 8]))) == []
    assert codes(play(roofed(size=5), drop("r1", [12, 7.9]))) == ["TOO_FAR"]
    assert "NOT_DOWN" in codes(play(roofed(size=5), drop("r1", [12, 12])))
    assert "NOT_DOWN" in codes(play(roofed(size=5), drop("r1", [12, 9.8])))
    inside = scene(model("r1", [12, 12], elevation=5, size=5, mv=9), terrain=[ROOF])
    assert "NOT_AT_EDGE" in codes(play(inside, drop("r1", [12, 9])))


@rule("WZ-038", "WZ-050")
def test_from_the_wall_to_near_the_foot() -> None:
    hanging = foot(climbing={"piece": "wall", "height": 2})
    outcome = play(walled(hanging), drop("r1", [12, 8]))
    assert shown(outcome, "r1", at=[12, 8], climbing=None, damage=[])


@rule("WZ-051")
def test_a_fall_is_straight_down() -> None:
    outcome = play(scene(model("r1", [5, 5], elevation=5)), fall("r1", 5))
    assert shown(outcome, "r1", at=[5, 5], elevation=0)
    hanging = foot(climbing={"piece": "wall", "height": 5})
    assert shown(play(walled(hanging), fall("r1")), "r1", at=[12, 9.5], damage=[[10, 2]])
    assert codes(play(scene(model("r1", [5, 5])), fall("r1"))) == ["NOT_SUPPLIED"]


@rule("WZ-051", "WZ-057")
def test_nobody_falls_below_the_ground() -> None:
    data = scene(model("r1", [5, 5]), model("b1", [5, 6]))
    assert shown(play(data, fall("r1", 3)), "r1", elevation=0, damage=[[8, 1]])
    pit = scene(model("r1", [12, 11]), terrain=[trench(3)])
    assert shown(play(pit, fall("r1", 9)), "r1", elevation=-5)
    roof = walled(on_top("r1", [12, 11]))
    assert shown(play(roof, fall("r1", 6)), "r1", elevation=0)


@rule("WZ-052", "WZ-053", "WZ-054", "WZ-055", "WZ-056")
@pytest.mark.parametrize(
    ("size", "height", "damage"),
    [
        (2, 5, [[10, 2]]),
        (2, 3, [[8, 1]]),
        (1, 7.5, [[12, 7]]),
        (4, 4, []),
        (2, 6, [[11, 3]]),
        (2, 9.9, [[14, 4]]),
        (2, 2.5, [[7, 1]]),
    ],
)
def test_five_and_whole_inches_as_often_as_the_size_goes_in(
    size: int, height: float, damage: list[list[int]]
) -> None:
    outcome = play(scene(model("r1", [5, 5], size=size, elevation=height)), fall("r1", height))
    assert shown(outcome, "r1", damage=damage, posture="prone" if damage else "standing")


@rule("WZ-054")
@pytest.mark.parametrize(("height", "multiplier"), [(4, 1), (6, 2), (5, 2)])
def test_the_switch_counts_exact_multiples_one_less(height: float, multiplier: int) -> None:
    data = scene(model("r1", [5, 5], elevation=height), rulings={"exact_multiple": "less"})
    assert play(data, fall("r1", height))["units"]["r1"]["damage"][0][1] == multiplier


def onto(**fields: Any) -> dict[str, Any]:
    faller = model("r1", [10, 10], size=3, elevation=5)
    return scene(faller, model("b1", [10.6, 10], **fields))


@rule("WZ-057", "WZ-058", "WZ-059")
def test_who_is_landed_on_is_hurt_or_gets_out_of_the_way() -> None:
    hurt = play(onto(), fall("r1", 5), dice=(10,))
    assert shown(hurt, "b1", damage=[[10, 2]], posture="standing", at=[11.1, 10])
    away = play(onto(), fall("r1", 5), dice=(9,))
    assert shown(away, "b1", damage=[], at=[11.1, 10], displaced=False)
    waits = play(onto(waiting=True), fall("r1", 5))
    assert shown(waits, "b1", damage=[], waiting=False)
    large = play(onto(size=5, waiting=True), fall("r1", 5))
    assert shown(large, "b1", damage=[], waiting=True, at=[11.1, 10])


@rule("WZ-057")
def test_a_safe_drop_hits_whom_it_lands_on_too() -> None:
    faller = model("r1", [12, 10.5], elevation=5, size=5)
    data = scene(faller, model("b1", [12, 8.8]), terrain=[ROOF])
    outcome = play(data, drop("r1", [12, 9]), dice=(8,))
    assert shown(outcome, "b1", damage=[[10, 2]])
    assert shown(outcome, "r1", damage=[])


@rule("WZ-059")
def test_put_aside_past_others_or_where_the_owner_says() -> None:
    data = onto()
    data["units"].append(model("b2", [11.65, 10]))
    outcome = play(data, fall("r1", 5), dice=(1,))
    assert shown(outcome, "b1", at=[12.65, 10])
    chosen = play(data, fall("r1", 5, displace={"b1": [10, 12]}), dice=(1,))
    assert shown(chosen, "b1", at=[10, 12])
    bad = play(data, fall("r1", 5, displace={"b1": [10, 11]}))
    assert codes(bad) == ["BAD_PLACE"]
    same = scene(model("r1", [10, 10], size=3, elevation=5, facing=90), model("b1", [10, 10]))
    assert shown(play(same, fall("r1", 5), dice=(1,)), "b1", at=[11.1, 10])


@rule("WZ-059")
def test_two_in_one_line_are_put_aside_one_behind_the_other() -> None:
    giant = model("r1", [12, 12], base=4, elevation=5)
    data = scene(giant, model("b1", [12, 12.6], size=9), model("b2", [12, 13.7], size=9))
    outcome = play(data, fall("r1", 5))
    assert shown(outcome, "b1", at=[12, 14.7])
    assert shown(outcome, "b2", at=[12, 15.7])


@rule("WZ-059")
def test_who_has_nowhere_to_go_keeps_nobody_else_there() -> None:
    faller = model("r1", [1.1, 0.55], elevation=5)
    both = model("b1", [0.55, 0.55], size=9), model("b2", [1.65, 0.55], size=9)
    outcome = play(scene(faller, *both, table={"width": 3, "depth": 1.1}), fall("r1", 5))
    assert shown(outcome, "b1", at=[0.55, 0.55])
    assert shown(outcome, "b2", at=[2.2, 0.55])


@rule("WZ-059")
def test_who_cannot_go_straight_away_goes_aslant() -> None:
    faller = model("r1", [1.15, 12], elevation=5)
    data = scene(faller, model("b1", [0.6, 12], size=9), model("b2", [1.7, 12], size=9))
    outcome = play(data, fall("r1", 5))
    assert shown(outcome, "b2", at=[2.25, 12])
    x, y = outcome["units"]["b1"]["at"]
    assert x >= 0.5
    assert hypot(x - 1.15, y - 12) == pytest.approx(1.1)


@rule("WZ-059")
def test_an_owner_may_leave_a_ledge_nobody_drew() -> None:
    data = scene(
        model("r1", [12, 12], elevation=3.3), model("b1", [12.5, 12], elevation=0.3, size=9)
    )
    assert codes(play(data, fall("r1", 3, displace={"b1": [14, 12]}))) == []


@rule("WZ-040", "WZ-046")
def test_from_its_very_spot_a_model_goes_where_the_newcomer_then_faces() -> None:
    climber = foot(climbing={"piece": "wall", "height": 4})
    data = walled(climber, on_top("b1", [12, 10.5]))
    assert shown(play(data, climb("r1", facing=90), dice=(3,)), "b1", at=[13.1, 10.5])
    data = scene(foot(), model("b1", [12, 12.5]), terrain=[trench(2)])
    assert shown(play(data, jump("r1", [12, 12.5], facing=270)), "b1", at=[10.9, 12.5])


@rule("WZ-043")
def test_a_base_over_the_edge_is_at_it_and_one_inside_is_not() -> None:
    data = scene(model("r1", [12, 9.8]), terrain=[trench(2)])
    assert codes(play(data, jump("r1", [12, 12.5]))) == []
    inside = scene(model("r1", [12, 10.5], elevation=0), terrain=[trench(2)])
    assert codes(play(inside, jump("r1", [12, 12.5]))) == ["NOT_AT_EDGE"]


@rule("WZ-046")
def test_nobody_lands_where_nobody_stands() -> None:
    roofs = [block("one", 6, *box(10, 5, 20, 10)), block("two", 6, *box(10, 12, 20, 16), top=False)]
    data = scene(on_top("r1", [12, 9.5]), terrain=[*roofs, trench(2)])
    assert codes(play(data, jump("r1", [12, 12.5]))) == ["BAD_PLACE"]


@rule("WZ-008", "WZ-040", "WZ-046")
def test_a_wall_is_no_room_to_stand() -> None:
    tower = block("tower", 12, *box(10, 10.7, 20, 14))
    hanging = foot(climbing={"piece": "wall", "height": 5})
    assert told(play(scene(hanging, terrain=[WALL, tower]), climb("r1")), "no_room")
    beyond = block("tower", 12, *box(10, 12.7, 20, 14))
    data = scene(foot(), terrain=[trench(2), beyond])
    assert codes(play(data, jump("r1", [12, 12.5]))) == ["BAD_PLACE"]


@rule("WZ-046")
def test_nobody_is_put_into_a_wall_and_a_jump_that_leaves_no_room_is_refused() -> None:
    house = block("house", 9, *box(0, 14, 48, 20))
    data = scene(foot(), model("b1", [12, 13.4]), terrain=[trench(2), house])
    assert shown(play(data, jump("r1", [12, 12.6])), "b1", at=[12, 20.5])
    sides = [box(0, 0, 11.4, 48), box(12.6, 0, 48, 48), box(0, 0, 48, 9), box(0, 14, 48, 48)]
    walls = [block(f"w{n}", 9, *each) for n, each in enumerate(sides)]
    shut = scene(foot(), model("b1", [12, 13.4]), terrain=[trench(2), *walls])
    assert codes(play(shut, jump("r1", [12, 12.6]))) == ["BAD_PLACE"]
    named = play(data, jump("r1", [12, 12.6], displace={"b1": [12, 13.7]}))
    assert codes(named) == ["BAD_PLACE"]
    rows = block("rows", 9, *box(0, 14, 48, 48))
    aslant = play(
        scene(foot(), model("b1", [12, 13.4]), terrain=[trench(2), rows]), jump("r1", [12, 12.6])
    )
    x, y = aslant["units"]["b1"]["at"]
    assert codes(aslant) == [] and y <= 13.5 and hypot(x - 12, y - 12.6) > 1.01


@rule("WZ-047", "WZ-055")
def test_what_floating_point_loses_costs_nobody_an_inch() -> None:
    hung = foot(size=1, mv=4.6, climbing={"piece": "wall", "height": 4.6 - 0.1 * 6})
    assert shown(play(walled(hung), fall("r1")), "r1", damage=[[9, 4]])
    kerb = block("kerb", 2.4, *box(10, 8, 20, 10))
    roof = block("roof", 4.4, *box(10, 10, 20, 14))
    high = model("r1", [12, 10.5], elevation=4.4)
    assert told(play(scene(high, terrain=[kerb, roof]), drop("r1", [12, 9.2])), "damaged") == []


@rule("WZ-008", "WZ-050")
def test_nobody_drops_onto_what_has_no_top() -> None:
    spikes = block("spikes", 1, *box(10, 6, 20, 10), top=False)
    roof = block("roof", 5, *box(10, 10, 20, 16))
    data = scene(model("r1", [12, 10.5], elevation=5), terrain=[spikes, roof])
    assert codes(play(data, drop("r1", [12, 9]))) == ["BAD_PLACE"]
    solid = scene(model("r1", [12, 10.5], elevation=5), terrain=[spikes | {"top": True}, roof])
    assert codes(play(solid, drop("r1", [12, 9]), dice=(3,))) == []


@rule("WZ-059")
def test_who_drops_names_only_those_in_the_way_and_places_there_are() -> None:
    roof = block("roof", 2, *box(10, 10, 20, 16))
    below = model("b1", [12, 8.5]), model("b2", [16, 8.5])
    data = scene(model("r1", [12, 10.5], elevation=2), *below, terrain=[roof])
    aside = play(data, drop("r1", [12, 9], displace={"b1": [12, 7.5]}))
    assert shown(aside, "b1", at=[12, 7.5])
    assert codes(play(data, drop("r1", [12, 9], displace={"b1": [12, 8.3]}))) == ["BAD_PLACE"]
    assert codes(play(data, drop("r1", [12, 9], displace={"b2": [17, 7]}))) == ["NOT_IN_THE_WAY"]


@rule("WZ-008", "WZ-046")
def test_nobody_lands_off_the_table() -> None:
    data = scene(foot(), terrain=[trench(2)], table={"width": 48, "depth": 13})
    assert codes(play(data, jump("r1", [12, 12.5]))) == []
    assert codes(play(data, jump("r1", [12, 12.6]))) == ["OFF_TABLE"]


@rule("WZ-034", "WZ-036")
def test_out_of_a_gap_a_model_climbs_its_wall() -> None:
    data = scene(model("r1", [12, 11], elevation=-5), terrain=[trench(4)])
    outcome = play(data, move("r1", [12, 9]))
    assert codes(outcome) == ["CLIMB_NEEDED"]
    assert outcome["refused"][0]["violations"][0]["params"] == {"piece": "gap", "rise": 5}
