"""Command check and rally."""

from typing import Any

import pytest

from rules.tests.nations_at_war.scenes import (
    active,
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


def drawn(data: dict[str, Any], *dice: int) -> dict[str, Any]:
    outcome = play(data, "draw", draws=["A"], dice=list(dice))
    assert (outcome["refused"], outcome["dice_left"]) == ([], 0)
    return outcome


@rule("NW-002", "NW-018")
@pytest.mark.parametrize(("dice", "passed"), [((3, 4), True), ((2, 6), False)])
def test_two_dice_at_or_below_the_headquarters_morale(dice: tuple[int, int], passed: bool) -> None:
    outcome = drawn(scene(tank("a1", "A", [9, 2])), *dice)
    (check,) = told(outcome, "command_check")
    assert (check["morale"], check["passed"], check["dice"]) == (7, passed, list(dice))
    assert outcome["units"]["a1"]["out_of_command"] is not passed


@rule("NW-003", "NW-017")
def test_a_lost_headquarters_leaves_its_morale() -> None:
    data = scene(hq("ah", "A", None, eliminated=True, morale=9), tank("a1", "A", [0, 0]))
    outcome = drawn(data, 4, 5)
    assert told(outcome, "command_check")[0]["passed"]
    assert outcome["formations"]["A"]["morale"] == 9


@rule("NW-016", "NW-017", "NW-022")
def test_range_leaves_out_the_headquarters_hex_and_counts_the_last() -> None:
    data = scene(tank("a1", "A", [4, 0]), tank("a2", "A", [5, 0]), tank("a3", "A", [2, 2]))
    outcome = drawn(data, 6, 6)
    assert told(outcome, "in_command")[0]["units"] == ["ah", "a1", "a3"]
    assert told(outcome, "command_check")[0]["units"] == ["a2"]


@rule("NW-016")
def test_range_nought_is_the_hex_of_the_headquarters() -> None:
    data = scene(hq("ah", "A", [0, 0], command_range=0), tank("a1", "A", [0, 0]))
    assert told(drawn(data), "in_command")[0]["units"] == ["ah", "a1"]


@rule("NW-019", "NW-022")
def test_one_check_for_a_hex_and_only_for_the_active_formation() -> None:
    own = [tank("a1", "A", [9, 2]), tank("a2", "A", [9, 2])]
    data = scene(*own, hq("ch", "C", [9, 0]), tank("c1", "C", [9, 2]))
    outcome = drawn(data, 6, 3)
    (check,) = told(outcome, "command_check")
    assert check["units"] == ["a1", "a2"]
    assert outcome["units"]["a2"]["out_of_command"]
    assert not outcome["units"]["c1"]["out_of_command"]


def test_hexes_roll_in_the_order_of_their_first_counter() -> None:
    far = [tank("a1", "A", [9, 2]), tank("a2", "A", [8, 2]), tank("a3", "A", [9, 2])]
    checks = told(drawn(scene(*far), 1, 1, 6, 6), "command_check")
    assert [check["units"] for check in checks] == [["a1", "a3"], ["a2"]]


@rule("NW-020")
def test_out_of_command_neither_moves_nor_fires_nor_loads() -> None:
    data = scene(mechanised("a1", "A", [9, 2], out_of_command=True))
    fire = {"order": "fire", "unit": "a1", "target": "c1"}
    tried = [move("a1", {"travel": [[8, 2]]}), move("a1", {"unload": True}), fire]
    outcome = active(data, *tried)
    assert [codes(outcome, index) for index in range(3)] == [["OUT_OF_COMMAND"]] * 3


@rule("NW-020", "NW-049")
def test_out_of_command_and_ops_complete_may_use_opportunity_fire() -> None:
    marks = {"out_of_command": True, "ops_complete": True}
    shooter = [hq("ch", "C", [9, 0]), tank("c1", "C", [8, 0], **marks)]
    data = scene(tank("a1", "A", [1, 0]), *shooter)
    fire = [{"after": 1, "unit": "c1", "target": "a1", "result": "reduced"}]
    order = move("a1", {"travel": [[2, 0]]}, opportunity_fire=fire)
    assert active(data, order)["units"]["a1"]["reduced"]


@rule("NW-049")
def test_the_switch_bars_who_is_ops_complete_and_in_command() -> None:
    switch = {"ops_complete_bars_opportunity_fire": True}
    fire = [{"unit": "c1", "target": "a1"}]
    order = move("a1", {"travel": [[2, 0]]}, opportunity_fire=fire)
    for marks, refused in (({}, True), ({"out_of_command": True}, False)):
        done = tank("c1", "C", [8, 0], ops_complete=True, **marks)
        data = scene(tank("a1", "A", [1, 0]), hq("ch", "C", [9, 0]), done, rulings=switch)
        outcome = active(data, order)
        assert bool(outcome["refused"]) is refused
        if refused:
            assert codes(outcome) == ["OPS_COMPLETE"]


@rule("NW-021")
def test_who_enters_from_off_the_board_is_in_command_unchecked() -> None:
    units = [hq("ah", "A", [9, 0], command_range=1), tank("a1", "A", None, reinforcement={})]
    outcome = play(scene(*units), "draw", move("a1", {"enter": [0, 0]}), draws=["A"])
    assert outcome["refused"] == []
    assert told(outcome, "in_command")[-1] | {"why": "reinforcement"} in outcome["events"]
    assert not outcome["units"]["a1"]["out_of_command"]


@rule("NW-023")
def test_old_markers_go_when_the_impulse_begins() -> None:
    data = scene(tank("a1", "A", [1, 0], ops_complete=True, out_of_command=True))
    unit = drawn(data)["units"]["a1"]
    assert (unit["ops_complete"], unit["out_of_command"]) == (False, False)


@rule("NW-024")
@pytest.mark.parametrize(
    ("at", "dice", "value", "passed"),
    [
        ([0, 0], (4, 5), 7, True),
        ([0, 0], (4, 6), 8, False),
        ([1, 0], (3, 4), 7, True),
        ([1, 0], (4, 4), 8, False),
        ([9, 0], (3, 3), 7, True),
        ([9, 0], (3, 4), 8, False),
    ],
)
def test_rally_with_leadership_unmodified_and_out_of_command(
    at: list[int], dice: tuple[int, int], value: int, passed: bool
) -> None:
    data = scene(tank("a1", "A", at, disrupted=True), hq("ch", "C", [9, 2]))
    before = (6, 6) if at == [9, 0] else ()
    outcome = drawn(data, *before, *dice)
    (rally,) = told(outcome, "rally")
    assert (rally["total"]["value"], rally["passed"]) == (value, passed)
    assert outcome["units"]["a1"]["disrupted"] is not passed


@rule("NW-024")
def test_a_rally_says_what_it_is_made_of() -> None:
    (rally,) = told(drawn(scene(tank("a1", "A", [0, 0], disrupted=True)), 1, 2), "rally")
    assert rally["total"] == {"value": 1, "parts": [["2d6", 3], ["leadership", -2]]}


@rule("NW-025")
def test_one_rally_for_a_hex_or_one_for_each_counter() -> None:
    both = [tank(name, "A", [1, 0], disrupted=True) for name in ("a1", "a2")]
    (rally,) = told(drawn(scene(*both), 1, 1), "rally")
    assert rally["units"] == ["a1", "a2"]
    each = drawn(scene(*both, rulings={"rally_per": "unit"}), 1, 1, 6, 6)
    assert [unit["disrupted"] for unit in (each["units"]["a1"], each["units"]["a2"])] == [
        False,
        True,
    ]


@rule("NW-025")
def test_counters_that_roll_alone_do_so_in_file_order() -> None:
    places = {"a1": [1, 0], "a2": [2, 0], "a3": [1, 0]}
    counters = [tank(name, "A", at, disrupted=True) for name, at in places.items()]
    outcome = drawn(scene(*counters, rulings={"rally_per": "unit"}), *[1] * 6)
    assert [event["units"] for event in told(outcome, "rally")] == [["a1"], ["a2"], ["a3"]]


@rule("NW-026")
def test_who_passed_its_check_or_lost_its_headquarters_rallies_unmodified() -> None:
    far = tank("a1", "A", [9, 2], disrupted=True)
    for units in ([far], [hq("ah", "A", None, eliminated=True), far]):
        (rally,) = told(drawn(scene(*units), 1, 1, 3, 4), "rally")
        assert rally["total"] == {"value": 7, "parts": [["2d6", 7]]}


@rule("NW-026", "NW-047")
def test_the_headquarters_rallies_with_its_own_leadership() -> None:
    outcome = drawn(scene(hq("ah", "A", [0, 0], disrupted=True)), 4, 5)
    assert not outcome["units"]["ah"]["disrupted"]


@rule("NW-047")
def test_the_headquarters_moves_and_is_done_like_others() -> None:
    outcome = active(scene(), move("ah", {"travel": [[1, 0]]}), move("ah", {"travel": [[2, 0]]}))
    assert outcome["units"]["ah"] | {"at": [1, 0], "mp_left": 5} == outcome["units"]["ah"]
    assert codes(outcome, 1) == ["OPS_COMPLETE"]
    lost = {"order": "result", "unit": "ah", "result": "eliminated"}
    assert active(scene(), lost)["formations"]["A"]["hq"] is None


def test_values_of_the_reduced_side_hold_while_it_is_reduced() -> None:
    back = {"morale": 5, "command_range": 1, "leadership": 0}
    reduced = hq("ah", "A", [0, 0], reduced=True, replacement=back)
    outcome = drawn(scene(reduced, tank("a1", "A", [2, 0], disrupted=True)), 3, 2, 3, 3)
    assert told(outcome, "command_check")[0]["morale"] == 5
    assert outcome["units"]["a1"]["disrupted"]
