"""Movement over the hexes, transport, the fire that movers draw, and results handed in."""

from typing import Any

import pytest

from rules.tests.nations_at_war.scenes import (
    LOAD,
    UNLOAD,
    active,
    along,
    codes,
    hq,
    mechanised,
    move,
    play,
    scene,
    tank,
    told,
)

rule = pytest.mark.rule


def shown(outcome: dict[str, Any], unit: str, **fields: Any) -> bool:
    state: dict[str, Any] = outcome["units"][unit]
    return state | fields == state


@rule("NW-027")
def test_only_the_active_formation_acts() -> None:
    fire = {"order": "fire", "unit": "c1", "target": "ah"}
    outcome = active(scene(), move("c1", along([7, 0])), fire)
    assert codes(outcome, 0) == ["NOT_ACTIVE_FORMATION"]
    assert codes(outcome, 1) == ["NOT_ACTIVE_FORMATION"]


@rule("NW-027")
def test_a_ranged_attack_is_the_callers_and_its_result_is_applied() -> None:
    data = scene(tank("a1", "A", [1, 0]))
    fire = {"order": "fire", "unit": "a1", "target": "c1"}
    bare = active(data, fire)
    assert (
        told(bare, "not_supplied")[0]
        | {
            "what": "ranged_attack",
            "at": [1, 0],
            "target_class": "hard",
        }
        in bare["events"]
    )
    assert shown(bare, "c1", disrupted=False)
    assert shown(active(data, fire | {"result": "reduced"}), "c1", reduced=True)
    (unsaid,) = told(active(data, fire | {"target": "ch"}), "not_supplied")
    assert unsaid["target_class"] is None


@rule("NW-028")
def test_points_are_spent_by_terrain_and_never_beyond() -> None:
    data = scene(tank("a1", "A", [0, 0], movement=5), rows="..w.......  .www......")
    assert shown(active(data, move("a1", along([1, 0], [2, 0], [3, 0]))), "a1", mp_left=1)
    refused = active(data, move("a1", along([0, 1], [1, 1], [2, 1], [3, 1])))
    assert codes(refused) == ["NOT_ENOUGH_MP"]
    (violation,) = refused["refused"][0]["violations"]
    assert violation["params"] == {"needed": 2, "left": 0, "leg": 0}


@rule("NW-028")
@pytest.mark.parametrize(
    ("rows", "code"),
    [(".l.", "IMPASSABLE"), (".x.", "COST_NOT_SUPPLIED"), (".h.", "COST_NOT_SUPPLIED")],
)
def test_nobody_enters_where_nothing_is_said(rows: str, code: str) -> None:
    data = scene(tank("a1", "A", [0, 0]), hq("ch", "C", [2, 0]), rows=rows)
    assert codes(active(data, move("a1", along([1, 0])))) == [code]


@rule("NW-028")
def test_a_cost_handed_in_comes_first_then_the_hex_then_the_terrain() -> None:
    data = scene(tank("a1", "A", [0, 0]))
    data["map"]["hexes"] = [
        {"at": [1, 5], "terrain": "wood", "cost": 0.5},
        {"at": [2, 5], "terrain": "wood", "cost": None},
        {"at": [0, 5], "terrain": "wood", "cost": {"tracked": 1.5}},
        {"at": [-1, 5], "terrain": "wood", "cost": {"leg": 1}},
    ]
    data["units"][1]["at"] = [-2, 5]
    data["map"]["hexes"].append({"at": [-2, 5], "terrain": "open"})
    way = along([-1, 5], [0, 5], [1, 5])
    assert shown(active(data, move("a1", way)), "a1", mp_left=2)
    dear = along([-1, 5], [0, 5], [1, 5], [2, 5], costs=[None, 0, None, 1.5])
    assert shown(active(data, move("a1", dear)), "a1", mp_left=2)
    assert codes(active(data, move("a1", along([-1, 5], [0, 5], [1, 5], [2, 5])))) == ["IMPASSABLE"]


@rule("NW-029")
def test_who_moved_is_done() -> None:
    outcome = active(scene(tank("a1", "A", [1, 0])), *[move("a1", along([2, 0]))] * 2)
    assert shown(outcome, "a1", ops_complete=True)
    assert "OPS_COMPLETE" in codes(outcome, 1)


@rule("NW-030")
def test_move_or_fire() -> None:
    data = scene(tank("a1", "A", [1, 0]), mechanised("a2", "A", [1, 1]))
    fire = {"order": "fire", "unit": "a1", "target": "c1"}
    outcome = active(data, move("a1", along([2, 0])), fire)
    assert "MOVED_ALREADY" in codes(outcome, 1)
    outcome = active(data, fire, move("a1", along([2, 0])), fire)
    assert codes(outcome, 1) == ["FIRED_ALREADY"]
    flipped = active(data, move("a2", UNLOAD), fire | {"unit": "a2"})
    assert "MOVED_ALREADY" in codes(flipped, 1)


def together(**ways: list[list[int]]) -> dict[str, Any]:
    legs = {unit: [{"travel": way}] for unit, way in ways.items()}
    return {"order": "move", "members": list(ways), "member_legs": legs}


@rule("NW-031")
def test_together_as_long_as_the_hexes_are_the_same() -> None:
    data = scene(tank("a1", "A", [1, 1]), tank("a2", "A", [1, 1]))
    outcome = active(data, together(a1=[[2, 1], [3, 1]], a2=[[2, 1], [3, 0], [4, 0]]))
    entered = [(event["units"], event["at"]) for event in told(outcome, "entered")]
    assert entered == [
        (["a1", "a2"], [2, 1]),
        (["a1"], [3, 1]),
        (["a2"], [3, 0]),
        (["a2"], [4, 0]),
    ]


@rule("NW-031")
def test_not_together_from_two_hexes() -> None:
    data = scene(tank("a1", "A", [1, 1]), tank("a2", "A", [2, 1]))
    assert codes(active(data, together(a1=[[2, 1]], a2=[[3, 1]]))) == ["NOT_TOGETHER"]


@rule("NW-031")
def test_the_lost_are_not_elsewhere() -> None:
    data = scene(tank("a1", "A", [1, 1]), tank("a2", "A", None, eliminated=True))
    assert codes(active(data, together(a1=[[2, 1]], a2=[[2, 1]]))) == ["ELIMINATED"]


@rule("NW-032")
def test_a_move_ends_where_it_meets_the_enemy() -> None:
    data = scene(tank("a1", "A", [7, 0]))
    outcome = active(data, move("a1", along([8, 0])))
    (met,) = told(outcome, "not_supplied")
    assert met | {"what": "assault_or_overrun", "unit": "a1", "target": "c1"} == met
    assert codes(active(data, move("a1", along([8, 0], [8, 1])))) == ["ENEMY_IN_THE_WAY"]


FIRE = {"unit": "c1", "target": "a1"}


def under_fire(*fires: dict[str, Any], legs: tuple[Any, ...] = (along([2, 0], [3, 0]),)) -> Any:
    data = scene(
        mechanised("a1", "A", [1, 0], side="dismounted", movement={"mounted": 8, "dismounted": 7})
    )
    return active(data, move("a1", *legs, opportunity_fire=list(fires)))


@rule("NW-033")
def test_every_hex_entered_names_who_may_fire_and_flips_draw_none() -> None:
    outcome = under_fire(legs=(along([2, 0]), LOAD))
    (entered,) = told(outcome, "entered")
    assert entered["may"] == ["ch", "c1"]


@rule("NW-033")
def test_a_mover_goes_on_unless_it_is_stopped_or_lost() -> None:
    assert shown(under_fire(FIRE | {"result": "disrupted"}), "a1", at=[3, 0], disrupted=True)
    stopped = under_fire(FIRE | {"stops": True})
    assert shown(stopped, "a1", at=[2, 0], mp_left=6, ops_complete=True)
    assert told(stopped, "leg_dropped")[0]["why"] == "stopped"
    lost = under_fire(FIRE | {"result": "eliminated"})
    assert shown(lost, "a1", at=None, eliminated=True)
    assert lost["markers"] == [{"kind": "wreck", "at": [2, 0]}]


@rule("NW-033", "NW-039")
def test_disrupted_on_the_way_drops_the_load_and_what_follows() -> None:
    legs = (along([2, 0]), LOAD, along([3, 0]))
    outcome = under_fire(FIRE | {"result": "disrupted"}, legs=legs)
    assert shown(outcome, "a1", at=[2, 0], side="dismounted", mp_left=6)
    assert told(outcome, "leg_dropped") == [
        {"event": "leg_dropped", "unit": "a1", "leg": 1, "why": "disrupted", "rules": ["NW-039"]}
    ]


@rule("NW-033")
@pytest.mark.parametrize(
    ("fires", "code"),
    [
        ([FIRE | {"after": 0}], "NO_SUCH_MOMENT"),
        ([FIRE | {"after": 3}], "NO_SUCH_MOMENT"),
        ([FIRE | {"target": "ah"}], "NO_SUCH_MOMENT"),
        ([FIRE | {"unit": "ah"}], "NOT_AN_ENEMY"),
        ([FIRE | {"result": "reduced"}] * 2, "ALREADY_IN_THAT_STATE"),
        ([FIRE | {"result": "eliminated"}, FIRE | {"after": 2}], "ELIMINATED"),
        ([FIRE | {"stops": True}, FIRE | {"after": 2}], "NO_SUCH_MOMENT"),
    ],
)
def test_fire_that_cannot_be_is_refused_with_its_move(
    fires: list[dict[str, Any]], code: str
) -> None:
    outcome = under_fire(*fires)
    assert codes(outcome) == [code]
    assert shown(outcome, "a1", at=[1, 0])


@rule("NW-033")
def test_asked_hex_by_hex_a_move_waits_for_who_fires() -> None:
    data = scene(tank("a1", "A", [1, 0]), prompts="ask")
    answer = {"order": "answer", "to": "opportunity_fire"}
    first = active(data, answer, move("a1", along([2, 0], [3, 0])), "end_stage")
    assert codes(first, 0) == ["NO_QUESTION"]
    assert codes(first, 2) == ["QUESTION_OPEN"]
    assert first["waiting_for"] == {
        "to": "opportunity_fire",
        "units": ["a1"],
        "at": [2, 0],
        "may": ["ch", "c1"],
    }
    hit = answer | {"fire": [FIRE | {"result": "reduced"}]}
    done = active(data, move("a1", along([2, 0], [3, 0])), hit, hit, answer)
    assert codes(done, 2) == ["ALREADY_IN_THAT_STATE"]
    assert done["waiting_for"] is None
    assert shown(done, "a1", at=[3, 0], reduced=True, ops_complete=True)
    assert len(told(done, "entered")) == 2


@rule("NW-034")
def test_hex_by_hex_over_the_map() -> None:
    data = scene(tank("a1", "A", [0, 1]))
    tries = [along([2, 1]), along([0, 1]), along([0, 3]), along()]
    outcome = active(data, *(move("a1", leg) for leg in tries), move("a1"))
    found = [codes(outcome, index) for index in range(5)]
    assert found == [
        ["NOT_ADJACENT"],
        ["NOT_ADJACENT"],
        ["NO_SUCH_HEX"],
        ["NOTHING_DONE"],
        ["NOTHING_DONE"],
    ]


@rule("NW-027", "NW-033")
def test_fire_that_cannot_be_is_told_beside_what_is_wrong_with_the_way() -> None:
    fires = [
        {"after": 1, "unit": "ah", "target": "a1", "result": "none"},
        {"after": 2, "unit": "c1", "target": "a1", "result": "none"},
        {"after": 1, "unit": "c1", "target": "ah", "result": "none"},
    ]
    data = scene(tank("a1", "A", [1, 1]))
    found = codes(active(data, move("a1", along([5, 1]), opportunity_fire=fires)))
    assert found == ["NOT_ADJACENT", "NOT_AN_ENEMY", "NO_SUCH_MOMENT", "NO_SUCH_MOMENT"]


@rule("NW-021", "NW-023")
def test_a_reinforcement_comes_in_command_whatever_it_still_carries() -> None:
    carried = {"out_of_command": True, "ops_complete": True}
    data = scene(tank("a1", "A", None, reinforcement={}, **carried))
    outcome = play(data, "draw", move("a1", {"enter": [9, 2]}), draws=["A"])
    assert outcome["refused"] == []


@rule("NW-034")
def test_a_reinforcement_pays_for_the_hex_it_enters_by() -> None:
    data = scene(tank("a1", "A", None, reinforcement={}), rows="w.........  .")
    outcome = active(data, move("a1", {"enter": [0, 0]}, along([1, 0])))
    assert shown(outcome, "a1", at=[1, 0], mp_left=3)
    assert codes(active(data, move("a1", along([1, 0])))) == ["NOT_ON_MAP"]


@rule("NW-035")
def test_disrupted_movement_is_free() -> None:
    data = scene(tank("a1", "A", [1, 0], disrupted=True))
    assert shown(active(data, move("a1", along([2, 0], [3, 0]))), "a1", at=[3, 0])


@rule("NW-036")
def test_only_kinds_with_two_sides_load_and_from_the_other_side() -> None:
    data = scene(tank("a1", "A", [1, 0]), mechanised("a2", "A", [1, 1]))
    down = mechanised("a3", "A", [1, 2], side="dismounted")
    data["units"].insert(1, down)
    outcome = active(data, move("a1", LOAD), move("a2", LOAD), move("a3", UNLOAD))
    assert [codes(outcome, index)[0] for index in range(3)] == [
        "NO_TRANSPORT",
        "ALREADY_MOUNTED",
        "NOT_MOUNTED",
    ]


@rule("NW-037")
@pytest.mark.parametrize("side", ["mounted", "dismounted"])
def test_two_sides_leave_a_wreck_and_others_nothing(side: str) -> None:
    data = scene(tank("a1", "A", [1, 0]), mechanised("a2", "A", [1, 1], side=side))
    lost = [{"order": "result", "unit": unit, "result": "eliminated"} for unit in ("a1", "a2")]
    assert active(data, *lost)["markers"] == [{"kind": "wreck", "at": [1, 1]}]


@rule("NW-038", "NW-041")
@pytest.mark.parametrize(
    ("movement", "way", "left"),
    [(6, [[2, 0], [3, 0]], 1), (4, [[2, 0], [3, 0]], None), (4, [[2, 0]], 0)],
)
def test_loading_takes_three_points_of_the_total(
    movement: int, way: list[list[int]], left: int | None
) -> None:
    sides = {"mounted": 8, "dismounted": movement}
    unit = mechanised(
        "a1", "A", [1, 0], side="dismounted", movement=sides, support_weapon="bazooka"
    )
    outcome = active(scene(unit), move("a1", along(*way), LOAD))
    if left is None:
        assert codes(outcome) == ["NOT_ENOUGH_MP"]
    else:
        loaded = {"side": "mounted", "mp_left": left, "support_weapon": "bazooka"}
        assert shown(outcome, "a1", **loaded)


@rule("NW-039", "NW-040", "NW-043")
def test_disrupted_does_not_load_and_does_unload() -> None:
    data = scene(
        mechanised("a1", "A", [1, 0], side="dismounted", disrupted=True),
        mechanised("a2", "A", [1, 1], disrupted=True),
    )
    outcome = active(data, move("a1", LOAD), move("a2", UNLOAD))
    assert codes(outcome, 0) == ["DISRUPTED_MAY_NOT_LOAD"]
    assert shown(outcome, "a2", side="dismounted", disrupted=True)


@rule("NW-041")
def test_with_three_points_in_place_only() -> None:
    data = scene(mechanised("a1", "A", [1, 0], side="dismounted"))
    free = along([2, 0], costs=[0])
    tries = [move("a1", free, LOAD), move("a1", LOAD, free), move("a1", LOAD)]
    outcome = active(data, *tries)
    assert codes(outcome, 0) == codes(outcome, 1) == ["NOT_ENOUGH_MP"]
    assert shown(outcome, "a1", side="mounted", mp_left=0)


@rule("NW-042")
def test_carriers_fight_and_the_men_aboard_do_not() -> None:
    data = scene(mechanised("a1", "A", [1, 0]), mechanised("a2", "A", [1, 1], side="dismounted"))
    fire = {"order": "fire", "unit": "a1", "target": "c1"}
    men = fire | {"as": "passengers"}
    outcome = active(data, men, fire, men | {"unit": "a2"})
    assert [each["index"] for each in outcome["refused"]] == [0]
    assert codes(outcome) == ["PASSENGERS_DO_NOT_ATTACK"]


@rule("NW-043")
def test_a_result_is_the_counters_whichever_side_is_up() -> None:
    data = scene(mechanised("a1", "A", [1, 0]))
    hits = [{"order": "result", "unit": "a1", "result": each} for each in ("disrupted", "reduced")]
    outcome = active(data, *hits, *hits, move("a1", UNLOAD))
    assert codes(outcome, 2) == codes(outcome, 3) == ["ALREADY_IN_THAT_STATE"]
    assert shown(outcome, "a1", side="dismounted", disrupted=True, reduced=True)


@rule("NW-043")
def test_nothing_more_happens_to_the_lost_and_the_absent() -> None:
    lost = {"order": "result", "unit": "c1", "result": "eliminated"}
    fire = {"order": "fire", "unit": "ah", "target": "c1"}
    data = scene(tank("a1", "A", None, reinforcement={}))
    outcome = active(data, lost, lost, fire, lost | {"unit": "a1"})
    assert [codes(outcome, index) for index in (1, 2, 3)] == [
        ["ELIMINATED"],
        ["ELIMINATED"],
        ["NOT_ON_MAP"],
    ]


@rule("NW-044")
def test_mounted_is_hard_dismounted_soft_and_others_as_the_scenario_says() -> None:
    gun = mechanised("a2", "A", [1, 1], kind="gun", side="dismounted")
    data = scene(mechanised("a1", "A", [1, 0]), gun, tank("a3", "A", [2, 0], target=None))
    units = active(data)["units"]
    assert [units[name]["target"] for name in ("a1", "a2", "a3", "c1")] == [
        "hard",
        "soft",
        None,
        "hard",
    ]


@rule("NW-045")
def test_after_a_flip_at_most_the_new_sides_points_are_left() -> None:
    data = scene(mechanised("a1", "A", [1, 0]))
    data["map"]["costs"] = {"open": {"half-track": 1, "leg": 1.5}}
    outcome = active(data, move("a1", along([2, 0], [3, 0]), UNLOAD, along([4, 0])))
    assert shown(outcome, "a1", at=[4, 0], mp_left=1.5)


@rule("NW-046")
def test_one_flip_an_impulse() -> None:
    data = scene(mechanised("a1", "A", [1, 0], movement={"mounted": 9, "dismounted": 9}))
    assert codes(active(data, move("a1", UNLOAD, LOAD))) == ["ONE_FLIP"]
