"""Moving among friends, enemies and terrain; darkness; pushing through."""

from typing import Any

import pytest

from rules.tests.warzone.scenes import (
    block,
    box,
    codes,
    model,
    move,
    play,
    posture,
    push,
    result,
    scene,
    shown,
    told,
    trench,
)

rule = pytest.mark.rule


@rule("WZ-001")
def test_actions_are_those_stated_with_the_model() -> None:
    data = scene(model("r1", [5, 5], actions=3, mv=1))
    way = [move("r1", [5, 6 + step]) for step in range(4)]
    outcome = play(data, *way)
    assert shown(outcome, "r1", at=[5, 8], actions_left=0)
    assert codes(outcome, 3) == ["NO_ACTION_LEFT"]


@rule("WZ-002", "WZ-016", "WZ-027", "WZ-063")
@pytest.mark.parametrize(
    ("dark", "stands", "abilities", "mv"),
    [
        (False, "standing", [], 3),
        (False, "mp", [], 1.5),
        (True, "standing", [], 1.5),
        (True, "mp", [], 0.75),
        (True, "standing", ["dark_movement"], 3),
        (False, "prone", [], 0),
    ],
)
def test_halves_are_kept_and_halved_again(
    dark: bool, stands: str, abilities: list[str], mv: float
) -> None:
    unit = model("r1", [5, 5], mv=3, posture=stands, abilities=abilities)
    data = scene(unit, table={"width": 48, "depth": 48, "dark": dark})
    assert shown(play(data), "r1", mv=mv)
    if mv:
        assert codes(play(data, move("r1", [5, 5 + mv]))) == []
        assert codes(play(data, move("r1", [5, 5.01 + mv]))) == ["TOO_FAR"]


@rule("WZ-003")
def test_a_way_is_measured_along_its_legs_with_what_terrain_costs() -> None:
    data = scene(model("r1", [5, 5]))
    assert codes(play(data, move("r1", [5, 7], [7, 7]))) == []
    assert codes(play(data, move("r1", [5, 7], [7.1, 7]))) == ["TOO_FAR"]
    slow = {"order": "move", "unit": "r1", "legs": [{"travel": [[5, 7]], "extra": 2.1}]}
    assert codes(play(data, slow)) == ["TOO_FAR"]
    assert codes(play(data, {"order": "move", "unit": "r1"})) == ["NOTHING_DONE"]


@rule("WZ-004")
def test_turning_in_place_costs_an_action_and_is_free_on_the_way() -> None:
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert shown(play(scene(model("r1", [5, 5])), turn), "r1", facing=90, actions_left=1)
    both = {"order": "move", "unit": "r1", "legs": [{"travel": [[5, 9]]}, {"rotate": 450}]}
    assert shown(play(scene(model("r1", [5, 5])), both), "r1", at=[5, 9], facing=90)


MATES = (model("r1", [10, 10]), model("r2", [10, 12]))


@rule("WZ-005", "WZ-006")
def test_through_squad_mates_but_not_onto_them() -> None:
    assert codes(play(scene(*MATES), move("r1", [10, 14]))) == []
    assert codes(play(scene(*MATES), move("r1", [10, 11.5]))) == ["ON_A_BASE"]


@rule("WZ-005", "WZ-006")
def test_onto_them_with_the_next_action_leading_off_again() -> None:
    off = {"next": [{"travel": [[10, 13.1]]}]}
    two = play(scene(*MATES), move("r1", [10, 12.4], **off))
    assert shown(two, "r1", at=[10, 13.1], actions_left=0)
    still = {"next": [{"travel": [[10, 12.6]]}]}
    assert codes(play(scene(*MATES), move("r1", [10, 12.4], **still))) == ["ON_A_BASE"]
    tired = model("r1", [10, 10], actions_left=1)
    refused = play(scene(tired, MATES[1]), move("r1", [10, 12.4], **off))
    assert codes(refused) == ["NO_ACTION_LEFT"]


@rule("WZ-007")
@pytest.mark.parametrize(("right", "code"), [(11.0, []), (10.95, ["BLOCKED_BY_FRIEND"])])
def test_between_friends_of_other_squads_a_base_must_fit(right: float, code: list[str]) -> None:
    left = model("r2", [9, 12], squad="x")
    data = scene(model("r1", [10, 10]), left, model("r3", [right, 12], squad="x"))
    assert codes(play(data, move("r1", [10, 14]))) == code


@rule("WZ-008")
def test_walls_are_touched_and_never_overlapped() -> None:
    wall = block("wall", 6, *box(5.5, 0, 8, 20))
    data = scene(model("r1", [5, 5]), terrain=[wall])
    assert codes(play(data, move("r1", [5, 9]))) == []
    assert codes(play(data, move("r1", [5.1, 8.9]))) == ["CLIMB_NEEDED"]
    assert codes(play(scene(model("r1", [0.6, 5])), move("r1", [0.4, 5]))) == ["OFF_TABLE"]


def between(gap: float, mover: dict[str, Any] | None = None, **fields: Any) -> list[str]:
    """What is said to a model that passes between two enemies so far apart."""
    enemies = [
        model("b1", [9.5 - gap / 2, 12], **fields),
        model("b2", [10.5 + gap / 2, 12], **fields),
    ]
    return codes(
        play(scene(model("r1", [10, 10], **(mover or {})), *enemies), move("r1", [10, 14]))
    )


@rule("WZ-009", "WZ-064")
def test_three_inches_between_enemies() -> None:
    assert between(3.0) == []
    assert between(2.9) == ["GAP_TOO_NARROW"]


@rule("WZ-009", "WZ-064")
def test_three_inches_between_an_enemy_and_a_wall_it_could_not_step_over() -> None:
    def past(height: float) -> list[str]:
        wall = block("wall", height, *box(12, 11, 14, 13))
        data = scene(model("r1", [10, 10]), model("b1", [8.6, 12]), terrain=[wall])
        return codes(play(data, move("r1", [10, 14])))

    assert past(3) == ["GAP_TOO_NARROW"]
    assert past(2) == []


@rule("WZ-064")
def test_who_stops_before_the_line_passes_no_gap() -> None:
    enemies = [model("b1", [8, 12]), model("b2", [11.5, 12])]
    data = scene(model("r1", [10, 10]), *enemies)
    assert codes(play(data, move("r1", [9.8, 11.9]))) == []


@rule("WZ-010")
def test_engaged_enemies_leave_no_gap() -> None:
    assert between(1.2, engaged=True) == []


@rule("WZ-011")
def test_straight_at_the_nearest_enemy() -> None:
    near = [model("b1", [8.5, 12]), model("b2", [11.5, 12])]
    data = scene(model("r1", [10, 10], mv=6), *near)
    nearest = model("b3", [10, 11.8], base=0.5)
    assert codes(play(data | {"units": [*data["units"], nearest]}, move("r1", [10, 10.9]))) == []
    beyond = model("b3", [10, 12.9], base=2.4)
    aimed = scene(model("r1", [10, 10], mv=6), *near, beyond)
    assert "GAP_TOO_NARROW" not in codes(play(aimed, move("r1", [10, 11.1])))
    bent = {"order": "move", "unit": "r1", "legs": [{"travel": [[10, 11], [10, 12.05]]}]}
    assert "GAP_TOO_NARROW" in codes(play(data, bent))


@rule("WZ-011", "WZ-064")
def test_of_two_enemies_as_near_straight_at_either() -> None:
    wall = block("wall", 6, *box(9, 8.75, 20, 9.75))
    enemies = [model("b1", [12.4, 13.2]), model("b2", [14, 10])]
    data = scene(model("r1", [10, 10], base=0.4), *enemies, terrain=[wall])
    assert codes(play(data, move("r1", [13, 10]))) == []
    data["units"].append(model("b3", [10, 13.9]))
    assert codes(play(data, move("r1", [13, 10]))) == ["GAP_TOO_NARROW"]


@rule("WZ-011", "WZ-064")
def test_a_straight_line_may_have_points_on_it() -> None:
    enemies = [model("b1", [8.05, 10.5]), model("b2", [11.95, 10.5]), model("b3", [10, 11.9])]
    data = scene(model("r1", [10, 10]), *enemies)
    assert codes(play(data, move("r1", [10, 10.4], [10, 10.8]))) == []
    bent = play(data, move("r1", [10.1, 10.4], [10, 10.8]))
    assert codes(bent) == ["GAP_TOO_NARROW"]


@rule("WZ-012")
def test_large_models_do_not_mind_small_enemies() -> None:
    assert between(1.2, {"size": 4}) == []
    assert between(1.2, {"size": 4}, size=3) == ["GAP_TOO_NARROW"]
    assert between(1.2, {"size": 3}) == ["GAP_TOO_NARROW"]


@rule("WZ-013")
def test_vehicles_and_flyers_in_the_air_do_not_mind_but_pass_through_nobody() -> None:
    assert between(1.2, {"kind": "vehicle"}) == []
    assert between(1.2, {"flying": True, "airborne": True}) == []
    assert between(1.2, {"flying": True}) == ["GAP_TOO_NARROW"]
    data = scene(model("r1", [10, 10], kind="vehicle"), model("b1", [10, 12]))
    assert "THROUGH_ENEMY" in codes(play(data, move("r1", [10, 14])))


@rule("WZ-014")
def test_friendly_bases_may_touch() -> None:
    assert codes(play(scene(*MATES), move("r1", [10, 11]))) == []


@rule("WZ-015")
def test_no_enemy_contact_at_the_end_or_on_the_way() -> None:
    ahead = scene(model("r1", [10, 10]), model("b1", [10, 13]))
    assert codes(play(ahead, move("r1", [10, 12]))) == ["ENEMY_CONTACT"]
    assert codes(play(ahead, move("r1", [10, 11.9]))) == []
    beside = scene(model("r1", [10, 10]), model("b1", [11, 12]))
    assert codes(play(beside, move("r1", [10, 14]))) == ["ENEMY_CONTACT"]
    touching = scene(model("r1", [10, 10]), model("b1", [10, 11]))
    turn = {"order": "move", "unit": "r1", "legs": [{"rotate": 90}]}
    assert codes(play(touching, turn)) == ["ENEMY_CONTACT"]


@rule("WZ-014", "WZ-015")
@pytest.mark.parametrize("x", [10, 20, 33.3])
def test_bases_touch_within_a_hundredth_wherever_they_stand(x: float) -> None:
    near = scene(model("r1", [x, 10]), model("b1", [x + 4.01, 10]))
    assert codes(play(near, move("r1", [x + 3, 10]))) == ["ENEMY_CONTACT"]
    beside = scene(model("r1", [x, 10]), model("r2", [x + 0.99, 10]))
    assert codes(play(beside, move("r1", [x - 1, 10]))) == []


@rule("WZ-015")
def test_who_is_engaged_stays_and_who_is_free_again_leaves() -> None:
    data = scene(model("r1", [10, 10], engaged=True), model("b1", [10, 11]))
    away = move("r1", [10, 8])
    outcome = play(data, away, result("r1", "free"), away)
    assert codes(outcome, 0) == ["ENGAGED"]
    assert shown(outcome, "r1", at=[10, 8])
    toward = play(data, result("r1", "free"), move("r1", [10.5, 10.1]))
    assert "ENEMY_CONTACT" in codes(toward, 1)


def giant(**fields: Any) -> dict[str, Any]:
    return model("r1", [10, 10], **({"size": 4, "base": 2, "mv": 5} | fields))


@rule("WZ-017")
def test_only_large_models_push_through() -> None:
    data = scene(model("r1", [10, 10], size=3), model("b1", [10, 12]))
    assert codes(play(data, push("r1", [10, 14]))) == ["TOO_SMALL"]


@rule("WZ-018", "WZ-020")
def test_over_small_enemies_and_nobody_else() -> None:
    outcome = play(scene(giant(), model("b1", [10, 12])), push("r1", [10, 14.9]))
    assert shown(outcome, "r1", at=[10, 14.9])
    assert shown(outcome, "b1", at=[10, 12])
    large = play(scene(giant(), model("b1", [10, 12], size=3)), push("r1", [10, 14.9]))
    assert codes(large) == ["CROSSES_TOO_LARGE"]
    friend = play(scene(giant(), model("r2", [10, 12])), push("r1", [10, 14.9]))
    assert codes(friend) == ["CROSSES_FRIEND"]
    far = play(scene(giant(), model("b1", [10, 12])), push("r1", [10, 15.1]))
    assert codes(far) == ["TOO_FAR"]


@rule("WZ-019")
def test_clear_of_enemies_at_the_end_or_by_a_further_one() -> None:
    data = scene(giant(), model("b1", [10, 12]))
    assert "ENDS_ON_ENEMY" in codes(play(data, push("r1", [10, 13])))
    assert codes(play(data, push("r1", [10, 13.5]))) == ["ENDS_ON_ENEMY"]
    off = push("r1", [10, 13], next=[{"travel": [[10, 14]]}])
    assert shown(play(data, off), "r1", at=[10, 14], actions_left=0)


@rule("WZ-020")
def test_it_minds_no_gap() -> None:
    enemies = [model("b1", [8, 12], size=3), model("b2", [12, 12], size=3)]
    assert codes(play(scene(giant(base=1.5), *enemies), push("r1", [10, 14.5]))) == []


@rule("WZ-021")
def test_no_shot_while_pushing_and_none_of_this_chapter_while_moving() -> None:
    shot = {"legs": [{"travel": [[10, 14]]}, {"shoot": {"target": "b1"}}]}
    data = scene(giant())
    assert codes(play(data, push("r1") | shot)) == ["NOTHING_ELSE"]
    assert codes(play(data, move("r1") | shot)) == ["NOT_SUPPLIED"]


@rule("WZ-022")
def test_waiting_enemies_may_interrupt_before_and_after() -> None:
    data = scene(giant(), model("b1", [30, 30], waiting=True), model("b2", [32, 30]))
    offered = told(play(data, push("r1", [10, 13])), "interrupt_offered")
    assert [(each["moment"], each["may"]) for each in offered] == [
        ("declared", ["b1"]),
        ("placed", ["b1"]),
    ]


@rule("WZ-023")
def test_it_leaves_close_combat() -> None:
    data = scene(giant(engaged=True), model("b1", [10, 11.5]))
    outcome = play(data, push("r1", [10, 14]))
    assert shown(outcome, "r1", engaged=False)
    assert told(outcome, "broke_off")


@rule("WZ-033")
def test_crawling_passes_what_is_too_low() -> None:
    pipe = {"id": "pipe", "kind": "passage", "clearance": 1, "polygon": box(4, 7, 6, 8)}
    data = scene(model("r1", [5, 6], mv=8), terrain=[pipe])
    assert codes(play(data, move("r1", [5, 9]))) == ["TOO_TALL"]
    assert codes(play(data, posture("r1", "mp"), move("r1", [5, 9])), 1) == []


@rule("WZ-008")
def test_a_base_that_stands_a_little_in_a_wall_gets_off_it_and_no_farther_in() -> None:
    wall = block("wall", 6, *box(10, 10, 20, 14))
    data = scene(model("r1", [15, 9.52]), terrain=[wall])
    assert codes(play(data, move("r1", [15, 7]))) == []
    assert codes(play(data, move("r1", [17, 9.52]))) == []
    assert codes(play(data, move("r1", [15, 9.53]))) == ["CLIMB_NEEDED"]
    assert codes(play(data, move("r1", [15, 9], [15, 9.52]))) == ["CLIMB_NEEDED"]


@rule("WZ-034")
def test_low_obstacles_are_stepped_over_and_high_ones_are_not() -> None:
    low = scene(model("r1", [5, 6]), terrain=[block("low", 2, *box(4, 7, 6, 8))])
    outcome = play(low, move("r1", [5, 9]))
    assert shown(outcome, "r1", at=[5, 9], elevation=0)
    assert [event["piece"] for event in told(outcome, "not_supplied")] == ["low"]
    assert shown(play(low, move("r1", [5, 7.5])), "r1", elevation=2)
    high = scene(model("r1", [5, 6]), terrain=[block("high", 2.5, *box(4, 7, 6, 8))])
    assert set(codes(play(high, move("r1", [5, 9])))) == {"CLIMB_NEEDED"}


@rule("WZ-034")
def test_down_by_more_than_its_size_a_model_drops_and_over_gaps_it_jumps() -> None:
    roof = block("roof", 5, *box(4, 4, 8, 8))
    data = scene(model("r1", [6, 6], elevation=5), terrain=[roof])
    assert codes(play(data, move("r1", [6, 9]))) == ["DROP_NEEDED"]
    pit = scene(model("r1", [12, 9]), terrain=[trench(2)])
    assert codes(play(pit, move("r1", [12, 12.9]))) == ["JUMP_NEEDED"]
    inside = scene(model("r1", [12, 11], elevation=-5), terrain=[trench(4)])
    assert codes(play(inside, move("r1", [14, 12]))) == []
    assert codes(play(inside, move("r1", [12, 9]))) == ["CLIMB_NEEDED"]


def test_a_ledge_nobody_drew_is_believed() -> None:
    outcome = play(scene(model("r1", [5, 5], elevation=3)), move("r1", [5, 8]))
    assert shown(outcome, "r1", at=[5, 8], elevation=3)


@rule("WZ-007", "WZ-009", "WZ-015")
@pytest.mark.parametrize(
    ("height", "found"), [(0.5, ["THROUGH_ENEMY", "ENEMY_CONTACT"]), (0.6, [])]
)
def test_only_models_half_an_inch_apart_in_height_meet(height: float, found: list[str]) -> None:
    kerb = block("kerb", height, *box(12, 10, 16, 14))
    above = model("b1", [12.3, 12], elevation=height)
    data = scene(model("r1", [11.6, 10]), above, terrain=[kerb])
    assert codes(play(data, move("r1", [11.6, 13.8]))) == found
