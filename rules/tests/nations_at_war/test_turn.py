"""The cup, the operations phase from draw to draw, and the administrative phase."""

from typing import Any

import pytest

from rules.core.codec import Unreadable
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
    two_formations,
)

rule = pytest.mark.rule


@rule("NW-001")
def test_a_reinforcement_comes_when_and_where_the_scenario_says() -> None:
    entry = {"turn": 2, "hexes": [[0, 1]]}
    data = scene(tank("a1", "A", None, reinforcement=entry))
    enter = {"enter": [0, 1]}
    assert codes(active(data, move("a1", enter))) == ["NOT_YET"]
    assert codes(active(data | {"turn": 2}, move("a1", {"enter": [0, 2]}))) == ["NO_ENTRY_HEX"]
    entered = active(data | {"turn": 2}, move("a1", enter))
    assert entered["units"]["a1"] | {"at": [0, 1], "mp_left": 5} == entered["units"]["a1"]


@rule("NW-004")
def test_every_formation_puts_its_marker_in_with_the_end_markers() -> None:
    assert play(scene())["cup"] == {"formations": ["A", "C"], "end_turn": 2}
    assert play(scene(), **{"end_turn_markers": 4})["cup"]["end_turn"] == 4


@rule("NW-004", "NW-017")
def test_the_marker_stays_when_the_headquarters_is_lost() -> None:
    data = scene(hq("ah", "A", None, eliminated=True), tank("a1", "A", [1, 0]))
    outcome = play(data, "draw", draws=["A"], dice=[3, 3])
    assert outcome["formation"] == "A"
    assert outcome["formations"]["A"]["hq"] is None


@rule("NW-005", "NW-006")
def test_the_first_end_marker_is_set_aside() -> None:
    outcome = play(scene(), "draw", "draw", draws=["end", "A"])
    assert [each["rules"] for each in told(outcome, "marker_drawn")] == [
        ["NW-005", "NW-006"],
        ["NW-005", "NW-008"],
    ]
    outcome = play(scene(), "draw", draws=["end"])
    assert (outcome["stage"], outcome["end_turn_drawn"]) == ("draw", 1)
    assert outcome["cup"] == {"formations": ["A", "C"], "end_turn": 1}


@rule("NW-007")
def test_the_second_end_marker_ends_the_phase() -> None:
    outcome = play(scene(), "draw", "draw", "draw", draws=["end", "end"])
    assert outcome["stage"] == "administrative"
    assert told(outcome, "phase_ended")[0]["why"] == "second_end_marker"
    assert codes(outcome, 2) == ["NOT_IN_THIS_STAGE"]
    anew = play(scene(), "draw", "draw", "end_stage", "draw", draws=["end", "end", "A"])
    assert (anew["stage"], anew["end_turn_drawn"]) == ("impulse", 0)


@rule("NW-007", "NW-013")
def test_the_phase_ends_without_formations_and_nobody_missed() -> None:
    turn = ["draw", "end_stage", "draw", "end_stage"]
    outcome = play(scene(), *turn, "end_stage", draws=["A", "C"])
    assert told(outcome, "phase_ended")[0]["why"] == "no_formations"
    assert (outcome["turn"], outcome["held"]) == (2, {"red": 0, "blue": 0})
    assert not any(formation["missed"] for formation in outcome["formations"].values())


@rule("NW-013")
def test_it_ends_so_though_a_marker_came_back_on_the_last_draw() -> None:
    data = two_formations(turn=2, held={"red": 1}, missed=["B"], activated=["A", "C"])
    outcome = play(data, "draw", "end_stage", "end_stage", draws=["B"])
    assert told(outcome, "end_marker_returned")[0]["player"] == "red"
    assert told(outcome, "phase_ended")[0]["why"] == "no_formations"
    assert outcome["cup"] == {"formations": ["A", "B", "C"], "end_turn": 2}


@rule("NW-011", "NW-050")
@pytest.mark.parametrize(
    "waited_for",
    [{"activated": ["B"]}, {"cup": {"formations": ["A", "C"], "end_turn": 1}}],
)
def test_nobody_waits_for_a_formation_whose_marker_is_not_in_the_cup(
    waited_for: dict[str, Any],
) -> None:
    data = two_formations(turn=2, held={"red": 1}, missed=["B"], **waited_for)
    outcome = play(data, "draw", draws=["C"])
    assert told(outcome, "end_marker_returned")[0]["player"] == "red"
    assert outcome["cup"]["end_turn"] == 2


@rule("NW-008")
def test_a_drawn_formation_may_do_nothing_and_is_done() -> None:
    data = scene(tank("a1", "A", [9, 2]))
    outcome = play(data, "draw", "end_stage", draws=["A"], dice=[6, 6])
    units = outcome["units"]
    assert units["ah"]["ops_complete"]
    assert units["a1"]["ops_complete"]
    assert units["a1"]["out_of_command"]
    assert not units["c1"]["ops_complete"]


@rule("NW-008")
def test_nothing_else_is_drawn_before_the_impulse_is_over() -> None:
    outcome = play(scene(), "draw", "draw", draws=["A"])
    assert codes(outcome, 1) == ["NOT_IN_THIS_STAGE"]


def administered(**fields: Any) -> dict[str, Any]:
    data = scene(tank("a1", "A", [1, 0], ops_complete=True, disrupted=True))
    return play(data | {"stage": "administrative"} | fields, "end_stage")


@rule("NW-009", "NW-014")
def test_smoke_thins_and_goes() -> None:
    smoke = [{"kind": "smoke", "at": [2, 0], "value": value} for value in (1, 2, 1)]
    wreck = {"kind": "wreck", "at": [3, 0]}
    outcome = administered(markers=[*smoke, wreck])
    assert outcome["markers"] == [{"kind": "smoke", "at": [2, 0], "value": 1}, wreck]


@rule("NW-009", "NW-048")
def test_ops_complete_and_out_of_command_go_and_disrupted_stays() -> None:
    data = scene(tank("a1", "A", [1, 0], ops_complete=True, out_of_command=True, disrupted=True))
    unit = play(data | {"stage": "administrative"}, "end_stage")["units"]["a1"]
    assert not unit["ops_complete"]
    assert not unit["out_of_command"]
    assert unit["disrupted"]


LOST = {"eliminated": True, "replacement": {"morale": 5, "command_range": 1}}


@rule("NW-009", "NW-014")
def test_a_lost_headquarters_comes_back_reduced() -> None:
    units = [hq("ah", "A", None, **LOST), tank("a1", "A", [4, 0]), tank("a2", "A", [5, 0])]
    data = scene(*units, stage="administrative")
    outcome = play(data, "end_stage")
    back = outcome["units"]["ah"]
    assert (back["at"], back["reduced"], back["disrupted"]) == ([4, 0], True, False)
    assert outcome["formations"]["A"] | {"morale": 5, "hq": "ah"} == outcome["formations"]["A"]
    chosen = play(data, {"order": "replace_hq", "formation": "A", "unit": "a2"}, "end_stage")
    assert chosen["units"]["ah"]["at"] == [5, 0]
    none = play(data | {"rulings": {"hq_replacement": "none"}}, "end_stage")
    assert none["units"]["ah"]["eliminated"]


@rule("NW-014")
def test_a_replacement_needs_a_loss_and_a_survivor() -> None:
    replace = {"order": "replace_hq", "formation": "A", "unit": "a1"}
    data = scene(tank("a1", "A", None, eliminated=True), stage="administrative")
    assert codes(play(data, replace)) == ["HQ_IN_PLAY", "NO_UNIT_THERE"]
    assert codes(play(data, replace | {"unit": "c1"})) == ["HQ_IN_PLAY", "NO_UNIT_THERE"]


@rule("NW-010")
def test_who_missed_keeps_a_marker() -> None:
    turn = ["draw", "end_stage", "draw", "draw", "end_stage", "draw", "end_stage"]
    outcome = play(two_formations(), *turn, draws=["A", "end", "C", "end"])
    assert outcome["held"] == {"red": 1, "blue": 0}
    assert outcome["cup"] == {"formations": ["A", "B", "C"], "end_turn": 1}
    assert [name for name, f in outcome["formations"].items() if f["missed"]] == ["B"]
    (kept,) = told(outcome, "end_marker_kept")
    assert (kept["player"], kept["missed"]) == ("red", ["B"])


@rule("NW-010")
def test_both_may_keep_one() -> None:
    outcome = play(two_formations(), "draw", "draw", "end_stage", draws=["end", "end"])
    assert outcome["held"] == {"red": 1, "blue": 1}
    assert outcome["cup"]["end_turn"] == 0


@rule("NW-011", "NW-012")
def test_a_kept_marker_returns_with_the_last_that_missed() -> None:
    data = two_formations(turn=2, held={"red": 1, "blue": 1}, missed=["A", "B", "C"])
    first = play(data, "draw", draws=["A"])
    assert first["held"] == {"red": 1, "blue": 1}
    second = play(data, "draw", "end_stage", "draw", draws=["A", "B"])
    assert second["held"] == {"red": 0, "blue": 1}
    assert second["cup"] == {"formations": ["C"], "end_turn": 1}
    events = [event["event"] for event in second["events"]]
    assert events.index("end_marker_returned") < len(events) - 1 - events[::-1].index(
        "impulse_began"
    )


@rule("NW-015")
def test_with_more_markers_the_second_still_ends_the_phase_and_one_is_kept() -> None:
    data = two_formations(end_turn_markers=4)
    outcome = play(data, "draw", "draw", "end_stage", draws=["end", "end"])
    assert outcome["held"] == {"red": 1, "blue": 1}
    assert outcome["cup"]["end_turn"] == 2


@rule("NW-015")
def test_with_both_held_no_end_marker_can_be_drawn() -> None:
    data = two_formations(turn=2, held={"red": 1, "blue": 1}, missed=["A", "B", "C"])
    with pytest.raises(Unreadable) as refused:
        play(data, "draw", draws=["end"])
    assert refused.value.path == "$.draws[0]"


@rule("NW-050")
def test_a_formation_without_counters_puts_nothing_in() -> None:
    late = tank("a1", "A", None, reinforcement={"turn": 3})
    data = scene(hq("ah", "A", None, eliminated=True), late, stage="administrative")
    assert play(data, "end_stage")["cup"]["formations"] == ["C"]
    assert play(data | {"turn": 2}, "end_stage")["cup"]["formations"] == ["A", "C"]


@rule("NW-050")
def test_a_formation_lost_before_its_draw_never_missed_and_is_drawn_all_the_same() -> None:
    lost = [{"order": "result", "unit": unit, "result": "eliminated"} for unit in ("ch", "c1")]
    missed = play(scene(), *lost, "draw", "draw", "end_stage", draws=["end", "end"])
    assert missed["held"] == {"red": 1, "blue": 0}
    drawn = play(scene(), *lost, "draw", "end_stage", draws=["C"])
    assert drawn["refused"] == []
    assert drawn["formations"]["C"]["activated"]


@rule("NW-051")
def test_units_left_out_of_command_do_not_make_a_formation_miss() -> None:
    data = two_formations()
    data["units"].append(tank("a1", "A", [9, 2]))
    draws = ["A", "B", "C"]
    turn = ["draw", "end_stage"] * 3
    outcome = play(data, *turn, "end_stage", draws=draws, dice=[6, 6])
    assert outcome["held"] == {"red": 0, "blue": 0}


def test_the_game_is_over_past_its_last_turn() -> None:
    outcome = administered(turn=3, turn_limit=3)
    assert (outcome["turn"], outcome["stage"]) == (4, "over")
    data = scene(turn=4, stage="over")
    assert codes(play(data, "draw")) == ["NOT_IN_THIS_STAGE"]
    result = {"order": "result", "unit": "ah", "result": "disrupted"}
    assert codes(play(data, result)) == ["NOT_IN_THIS_STAGE"]


def test_a_turn_nobody_can_act_in_is_over_at_once() -> None:
    units = [
        mechanised(name, name[0].upper(), None, reinforcement={"turn": 3}) for name in ("a1", "c1")
    ]
    lost = [hq("ah", "A", None, eliminated=True), hq("ch", "C", None, eliminated=True)]
    outcome = play(scene(*lost, *units), "end_stage", "end_stage")
    assert (outcome["turn"], outcome["stage"]) == (3, "draw")
    assert outcome["cup"]["formations"] == ["A", "C"]
