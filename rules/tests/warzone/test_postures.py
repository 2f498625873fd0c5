"""Postures, attacks as far as postures and walls change them, sight, dives for cover."""

from typing import Any

import pytest

from rules.tests.warzone.scenes import (
    WALL,
    attack,
    climb,
    codes,
    drop,
    fall,
    model,
    move,
    play,
    posture,
    result,
    scene,
    shown,
    told,
)

rule = pytest.mark.rule


@rule("WZ-024", "WZ-025", "WZ-026")
def test_each_change_is_an_action_and_has_its_effects() -> None:
    data = scene(model("r1", [5, 5], size=3))
    low = play(data, posture("r1", "mp"), posture("r1", "mp"))
    assert shown(low, "r1", posture="mp", actions_left=1, cover=2, field_of_fire=90, los_size=1.5)
    assert codes(low, 1) == ["NOTHING_DONE"]
    up = play(data, posture("r1", "mp"), posture("r1", "standing"), posture("r1", "prone"))
    assert shown(up, "r1", posture="standing", cover=0, field_of_fire=None, los_size=3)
    lying = play(data, posture("r1", "prone"))
    assert shown(lying, "r1", posture="prone", cover=0, field_of_fire=0, los_size=1.5)
    assert codes(up, 2) == ["NO_ACTION_LEFT"]


@rule("WZ-029")
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "vehicle"},
        {"kind": "rider"},
        {"abilities": ["zombie"]},
        {"can_minimize": False},
    ],
)
def test_who_takes_no_firing_posture(fields: dict[str, Any]) -> None:
    data = scene(model("r1", [5, 5], **fields))
    assert codes(play(data, posture("r1", "mp"))) == ["POSTURE_BARRED"]


@rule("WZ-031")
def test_prone_does_nothing_but_rise() -> None:
    data = scene(
        model("r1", [12, 9.5], posture="prone", waiting=True),
        model("b1", [12, 8]),
        terrain=[WALL],
        templates=[{"id": "t", "circle": [12, 9, 2]}],
    )
    dive = {"order": "dive", "unit": "r1", "template": "t", "success": True}
    dive |= {"legs": [{"travel": [[13, 9]]}]}
    tries = [
        move("r1", [13, 9]),
        climb("r1"),
        drop("r1", [12, 8.9]),
        attack("r1", "b1", "close"),
        dive,
    ]
    outcome = play(data, *tries)
    assert all("PRONE" in codes(outcome, index) for index in range(len(tries)))
    assert shown(play(data, posture("r1", "mp")), "r1", posture="mp", actions_left=1)


@rule("WZ-032")
def test_only_walkers_among_vehicles_lie_prone() -> None:
    walker, tank = (
        model(name, [5, 5], kind="vehicle", walker=name == "r1") for name in ("r1", "r2")
    )
    assert shown(play(scene(walker), posture("r1", "prone")), "r1", posture="prone")
    assert codes(play(scene(tank), posture("r2", "prone"))) == ["POSTURE_BARRED"]
    assert codes(play(scene(tank), result("r2", "prone"))) == ["POSTURE_BARRED"]
    tank["elevation"] = 5
    fell = play(scene(tank), fall("r2", 5))
    assert shown(fell, "r2", posture="standing", damage=[[10, 2]])


ENEMY = model("b1", [5, 15])


def skill(attacker: dict[str, Any], target: dict[str, Any], kind: str, **fields: Any) -> Any:
    outcome = play(scene(attacker, target), attack("r1", "b1", kind, **fields))
    return told(outcome, "not_supplied")[0]["skill"]


@rule("WZ-025", "WZ-026", "WZ-031")
def test_cover_and_prone_change_what_is_needed() -> None:
    shooter = model("r1", [5, 5], rc=12, cc=10)
    low, prone = ENEMY | {"posture": "mp"}, ENEMY | {"posture": "prone"}
    assert skill(shooter, low, "ranged") == {"value": 10, "parts": [["rc", 12], ["cover", -2]]}
    assert skill(shooter, low, "close")["value"] == 10
    assert skill(shooter, prone, "ranged")["value"] == 16
    assert skill(shooter, prone, "close")["value"] == 14
    crouched = shooter | {"posture": "mp", "engaged": True}
    assert skill(crouched, ENEMY, "ranged")["value"] == 12
    unknown = model("r1", [5, 5])
    assert skill(unknown, low, "ranged") == {"value": None, "parts": [["cover", -2]]}


@rule("WZ-027")
def test_low_down_no_charge_and_close_combat_only_engaged_at_a_penalty() -> None:
    low = model("r1", [5, 5], cc=11, posture="mp")
    data = scene(low, ENEMY)
    assert codes(play(data, attack("r1", "b1", "charge"))) == ["NOT_STANDING"]
    assert codes(play(data, attack("r1", "b1", "close"))) == ["NOT_ENGAGED"]
    assert skill(low | {"engaged": True}, ENEMY, "close")["value"] == 9
    wall = scene(model("r1", [12, 9.5], posture="mp"), terrain=[WALL])
    assert codes(play(wall, climb("r1"))) == ["NOT_STANDING"]


def test_attacks_cost_what_the_caller_says_and_go_against_enemies() -> None:
    data = scene(model("r1", [5, 5], rc=9), model("r2", [8, 5]), ENEMY)
    shot = attack("r1", "b1", "ranged", cost=2)
    outcome = play(data, shot, attack("r1", "b1", "ranged", cost=1), attack("r1", "r2", "close"))
    assert shown(outcome, "r1", actions_left=0)
    assert codes(outcome, 1) == ["NO_ACTION_LEFT"]
    assert codes(outcome, 2) == ["NOT_AN_ENEMY"]
    gone = play(data, result("b1", "eliminated"), shot)
    assert codes(gone, 1) == ["ELIMINATED"]


def climber(height: float, **fields: Any) -> dict[str, Any]:
    return model("b1", [12, 9.5], climbing={"piece": "wall", "height": height}, **fields)


def at_climber(attacker: dict[str, Any], height: float, **fields: Any) -> Any:
    data = scene(attacker, climber(height), terrain=[WALL])
    kind = fields.pop("kind", "close")
    return play(data, attack("r1", "b1", kind, **{"sight": True} | fields))


@rule("WZ-041")
@pytest.mark.parametrize(
    ("height", "reach", "allowed"), [(3.0, 0, True), (3.1, 0, False), (4.0, 1, True)]
)
def test_a_climber_within_one_and_a_half_sizes_and_reach(
    height: float, reach: float, allowed: bool
) -> None:
    attacker = model("r1", [12, 8.5], cc=10, reach=reach)
    outcome = at_climber(attacker, height)
    assert codes(outcome) == ([] if allowed else ["OUT_OF_REACH"])
    if allowed:
        parts = told(outcome, "not_supplied")[0]["skill"]["parts"]
        assert parts == [["cc", 10], ["target_climbing", 2]]


@rule("WZ-041")
def test_from_above_and_by_charge_and_only_if_seen() -> None:
    above = model("r1", [12, 10.6], elevation=6, cc=10)
    assert codes(at_climber(above, 3.2)) == []
    assert codes(at_climber(above, 2.8)) == ["OUT_OF_REACH"]
    near = model("r1", [12, 8.5], cc=10)
    assert codes(at_climber(near, 3, sight=False)) == ["NO_SIGHT"]
    assert codes(at_climber(near, 3, sight=None)) == ["NOT_SUPPLIED"]
    far = model("r1", [13, 5], cc=10)
    charge = at_climber(far, 3, kind="charge", at=[13, 9.5])
    assert shown(charge, "r1", at=[13, 9.5])
    assert told(charge, "not_supplied")[0]["charge_bonus"] is False
    shot = at_climber(near, 5, kind="ranged", sight=None)
    assert codes(shot) == []


@rule("WZ-038", "WZ-041")
def test_on_the_wall_nothing_but_climbing_and_dropping() -> None:
    data = scene(climber(3, cc=10), model("r1", [12, 8.5]), terrain=[WALL])
    tries = [attack("b1", "r1", "close"), posture("b1", "mp"), move("b1", [12, 8])]
    outcome = play(data, *tries)
    assert all("CLIMBING" in codes(outcome, index) for index in range(3))


def looks(viewer: dict[str, Any], between: dict[str, Any]) -> list[str]:
    data = scene(model("r1", [5, 5], **viewer), model("r2", [5, 7], **between), ENEMY)
    outcome = play(data, {"order": "sight", "unit": "r1", "target": "b1", "past": ["r2"]})
    (answer,) = told(outcome, "sight")
    return [name for name in ("blocked_by", "not_blocked_by", "not_supplied") if answer.get(name)]


@rule("WZ-028", "WZ-030")
@pytest.mark.parametrize("lies", ["mp", "prone"])
def test_who_is_seen_over(lies: str) -> None:
    between = {"posture": lies}
    assert looks({}, between) == ["not_blocked_by"]
    assert looks({"size": 1}, between) == ["not_supplied"]
    assert looks({"posture": "mp"}, between) == ["blocked_by"]
    assert looks({}, {}) == ["not_supplied"]


BLAST = {"id": "blast", "circle": [10, 10, 2]}


def dives(unit: dict[str, Any], end: list[float], **fields: Any) -> Any:
    order = {"order": "dive", "unit": "r1", "template": "blast", "success": True}
    order |= {"legs": [{"travel": [end]}]}
    return play(scene(unit, templates=[BLAST]), order | fields)


WAITING = model("r1", [10, 11.6], waiting=True)


@rule("WZ-060")
def test_only_waiting_and_under_the_template() -> None:
    assert codes(dives(WAITING | {"waiting": False}, [10, 13.6])) == ["NOT_WAITING"]
    assert codes(dives(WAITING | {"at": [10, 12.5]}, [10, 13])) == ["NOT_UNDER_TEMPLATE"]
    assert codes(dives(WAITING | {"at": [10, 12.4]}, [10, 13])) == []
    cone = {"id": "blast", "polygon": [[8, 8], [12, 8], [10, 11]]}
    order = {"order": "dive", "unit": "r1", "template": "blast", "success": True}
    order |= {"legs": [{"travel": [[10, 13]]}]}
    assert codes(play(scene(WAITING, templates=[cone]), order)) == ["NOT_UNDER_TEMPLATE"]
    near = WAITING | {"at": [10, 11.3]}
    assert codes(play(scene(near, templates=[cone]), order)) == []


@rule("WZ-061")
def test_half_upright_or_all_of_it_and_prone() -> None:
    assert codes(dives(WAITING, [10, 13.7])) == ["TOO_FAR"]
    half = dives(WAITING, [10, 13.6])
    assert shown(half, "r1", posture="standing", waiting=False, actions_left=2)
    whole = dives(WAITING, [10, 15.6], full=True)
    assert shown(whole, "r1", at=[10, 15.6], posture="prone", waiting=False)
    tank = WAITING | {"kind": "vehicle"}
    assert codes(dives(tank, [10, 15.6], full=True)) == ["POSTURE_BARRED"]


@rule("WZ-061")
def test_a_failed_waiting_test_uses_waiting_up() -> None:
    missed = dives(WAITING, [10, 13.6], success=False)
    assert shown(missed, "r1", at=[10, 11.6], waiting=False, under=["blast"])
    assert codes(dives(WAITING, [10, 13.6], success=None)) == ["NOT_SUPPLIED"]


@rule("WZ-062")
def test_no_part_of_the_base_left_under_it() -> None:
    assert shown(dives(WAITING, [10, 12.4]), "r1", under=["blast"])
    assert shown(dives(WAITING, [10, 12.5]), "r1", under=[])


@rule("WZ-034", "WZ-061")
def test_what_a_dive_steps_over_is_told() -> None:
    low = {"id": "low", "kind": "block", "height": 1, "polygon": [[9, 12.5], [11, 12.5], [10, 14]]}
    data = scene(model("r1", [10, 11.6], waiting=True), terrain=[low], templates=[BLAST])
    leg = {"travel": [[10, 13.6]]}
    dive = {"order": "dive", "unit": "r1", "template": "blast", "legs": [leg], "success": True}
    assert [event["piece"] for event in told(play(data, dive), "not_supplied")] == ["low"]


@rule("WZ-015", "WZ-031")
def test_every_result_handed_in_names_its_rules() -> None:
    for what in ("prone", "engaged", "free", "waiting", "not_waiting", "eliminated"):
        (event,) = told(play(scene(model("r1", [5, 5])), result("r1", what)), "result_applied")
        assert event["rules"]


@rule("WZ-041")
def test_a_bonus_that_is_not_supplied_says_so() -> None:
    data = scene(model("r1", [5, 5]), model("b1", [9, 5]))
    (event,) = told(play(data, attack("r1", "b1", "charge")), "not_supplied")
    assert event["charge_bonus"] is None


@rule("WZ-015")
def test_only_a_charge_ends_elsewhere() -> None:
    data = scene(model("r1", [10, 10]), model("b1", [13, 10]), model("b2", [20, 10]))
    there = {"at": [12, 10]}
    assert shown(play(data, attack("r1", "b1", "charge", **there)), "r1", at=[12, 10])
    for kind in ("close", "ranged"):
        assert shown(play(data, attack("r1", "b1", kind, **there)), "r1", at=[10, 10])
        assert codes(play(data, attack("r1", "b1", kind, at=[20, 10]))) == []
    assert codes(play(data, attack("r1", "b1", "charge", at=[20, 10]))) == ["ON_A_BASE"]
