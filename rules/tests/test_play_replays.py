"""Recorded games play again as they were recorded; whatever is changed in one is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.__main__ import main
from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.skirmish.rulings import RULINGS
from rules.age_of_destruction.skirmish.saved_game import read_record, replay_game, write_record
from rules.age_of_destruction.skirmish.schemas import schemas
from rules.tests.recorded_games import FOLDER, GAMES
from rules.tests.skirmishes import Json, catalogue

FILES = sorted(FOLDER.glob("*.json"))
#: A game as it was saved when every order was an object with its faces and its state.
OLD_SAVE = Path(__file__).parent / "old_saves" / "three-players.json"


def recorded(name: str = "two-groups") -> Json:
    """A recorded game, to be changed."""
    saved: Json = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return saved


def test_every_game_of_the_list_is_recorded() -> None:
    assert {file.stem for file in FILES} == set(GAMES)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_plays_again(file: Path, capsys: Any) -> None:
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["identical"]


def _more_faces(saved: Json, index: int) -> None:
    saved["faces"][index].append(1)


def _no_faces(saved: Json, index: int) -> None:
    saved["faces"][index] = []


def _other_state(saved: Json, index: int) -> None:
    saved["states"][index] = "0" * 8


def _part_of_a_state(saved: Json, index: int) -> None:
    saved["states"][index] = saved["states"][index][:-1]


def _other_unit(saved: Json, index: int) -> None:
    saved["orders"][index]["unit"] = "nobody"


@pytest.mark.parametrize(
    ("change", "needs_faces", "code"),
    [
        (_more_faces, True, "DICE_LEFT"),
        (_no_faces, True, "DICE_RUN_OUT"),
        (_other_state, False, "OTHER_STATE"),
        (_part_of_a_state, False, "OTHER_STATE"),
        (_other_unit, False, "REFUSED"),
    ],
)
def test_a_changed_step_is_found_and_named(
    change: Callable[[Json, int], None], needs_faces: bool, code: str
) -> None:
    saved = recorded()
    index = next(
        i
        for i, (order, faces) in enumerate(zip(saved["orders"], saved["faces"], strict=True))
        if "unit" in order and (faces or not needs_faces)
    )
    change(saved, index)
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == index
    assert difference.code == code
    assert difference.message("en") != difference.message("pl")


def test_other_faces_lead_elsewhere() -> None:
    saved = recorded()
    saved["faces"] = [[7 - face for face in faces] for faces in saved["faces"]]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert saved["faces"][difference.step]


def test_a_missing_order_is_found() -> None:
    saved = recorded()
    for entries in (saved["orders"], saved["faces"], saved["states"]):
        del entries[1]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == 1


def test_a_game_names_the_rulings_set_otherwise_than_its_ruleset_has_them() -> None:
    chosen = {"dfa_special_attack_heat": 1, "tracked_shallow": RULINGS["tracked_shallow"]}
    saved = write_record({"rulings": chosen}, ())
    assert saved["start"]["rulings"] == {"dfa_special_attack_heat": 1}
    assert saved["ruleset"] == RULESET


def test_a_game_saved_at_first_plays_again_and_is_saved_as_games_are_now() -> None:
    old = json.loads(OLD_SAVE.read_text("utf-8"))
    assert replay_game(old, catalogue())[1] is None
    now = json.loads(json.dumps(write_record(*read_record(old))))
    assert now["orders"] == [step["order"] for step in old["orders"]]
    assert now["faces"] == [step["faces"] for step in old["orders"]]
    assert now["states"] == [step["state"][:8] for step in old["orders"]]
    assert replay_game(now, catalogue())[1] is None
    for saved in (old, now):
        Draft202012Validator(schemas()["game.1"]).validate(saved)


def test_what_is_changed_in_a_game_saved_at_first_is_found() -> None:
    old = json.loads(OLD_SAVE.read_text("utf-8"))
    old["orders"][7]["state"] = "0" * 16
    _, difference = replay_game(old, catalogue())
    assert difference is not None
    assert (difference.step, difference.code) == (7, "OTHER_STATE")
