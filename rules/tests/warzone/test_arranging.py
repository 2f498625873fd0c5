"""Setting the scene: models and light as somebody wants them."""

from typing import Any

import pytest

from rules.tests.warzone.scenes import WALL, box, codes, model, move, play, scene, shown

rule = pytest.mark.rule


def arrange(unit: str, **fields: Any) -> dict[str, Any]:
    return {"order": "arrange", "unit": unit, **fields}


def test_a_model_is_put_on_the_ground_there() -> None:
    on_roof = arrange("r1", at=[15, 12], facing=450, posture="mp", waiting=True, actions_left=1)
    outcome = play(scene(model("r1", [5, 5]), terrain=[WALL]), on_roof)
    assert shown(outcome, "r1", at=[15, 12], elevation=6, facing=90, posture="mp", actions_left=1)
    assert outcome["units"]["r1"]["waiting"]
    assert "rules" not in outcome["events"][0]


def test_a_model_is_hung_on_a_wall_and_taken_off_it() -> None:
    hung = arrange("r1", at=[15, 9.5], piece="wall", height=3)
    outcome = play(scene(model("r1", [5, 5]), terrain=[WALL]), hung)
    assert outcome["units"]["r1"]["climbing"] == {"piece": "wall", "height": 3}
    off = play(scene(model("r1", [5, 5]), terrain=[WALL]), hung, arrange("r1", at=[5, 5]))
    assert off["units"]["r1"]["climbing"] is None
    kept = play(scene(model("r1", [5, 5]), terrain=[WALL]), hung, arrange("r1", waiting=True))
    assert kept["units"]["r1"]["climbing"]


def test_an_ended_activation_goes_on_once_there_are_actions() -> None:
    ended = {"order": "end_activation", "unit": "r1"}
    again = (ended, arrange("r1", actions_left=2), move("r1", [5, 8]))
    assert shown(play(scene(model("r1", [5, 5])), *again), "r1", at=[5, 8], actions_left=1)


@rule("WZ-006", "WZ-029")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        (arrange("r1", at=[0, 0]), "OFF_TABLE"),
        (arrange("r1", at=[7.2, 5]), "ON_A_BASE"),
        (arrange("r1", at=[15, 9.8]), "BAD_PLACE"),
        (arrange("r1", actions_left=3), "NO_ACTION_LEFT"),
        (arrange("r2", posture="mp"), "POSTURE_BARRED"),
        (arrange("r1", at=[15, 9.5], piece="wall", height=3, posture="mp"), "NOT_STANDING"),
        (arrange("r1", piece="pipe", height=1), "NOT_AT_WALL"),
        (arrange("b1", at=[30, 30]), "ELIMINATED"),
    ],
)
def test_what_no_table_holds(order: dict[str, Any], code: str) -> None:
    pipe = {"id": "pipe", "kind": "passage", "clearance": 1, "polygon": box(30, 30, 33, 33)}
    models = (
        model("r1", [5, 5]),
        model("r2", [7, 5], kind="rider"),
        model("b1", [40, 40], eliminated=True),
    )
    assert codes(play(scene(*models, terrain=[WALL, pipe]), order)) == [code]


@rule("WZ-016")
def test_the_light_is_switched() -> None:
    dark, light = {"order": "darkness", "dark": True}, {"order": "darkness", "dark": False}
    outcome = play(scene(model("r1", [5, 5])), dark, dark, move("r1", [5, 8]), light)
    assert codes(outcome, 1) == ["NOTHING_DONE"]
    assert codes(outcome, 2) == ["TOO_FAR"]
    assert outcome["units"]["r1"]["mv"] == 4
    night = scene(model("r1", [5, 5]), table={"width": 48, "depth": 48, "dark": True})
    assert play(night, light, "end_stage")["units"]["r1"]["mv"] == 4
