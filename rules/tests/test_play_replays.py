"""Recorded games play again as they were recorded; whatever is changed in one is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.age_of_destruction.skirmish.rulings import RULINGS
from rules.age_of_destruction.skirmish.saved_game import replay_game
from rules.tests.recorded_games import FOLDER, GAMES
from rules.tests.skirmishes import Json, catalogue

FILES = sorted(FOLDER.glob("*.json"))


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


def _more_faces(step: Json) -> None:
    step["faces"] = [*step["faces"], 1]


def _no_faces(step: Json) -> None:
    step["faces"] = []


def _other_state(step: Json) -> None:
    step["state"] = "0" * 16


def _other_unit(step: Json) -> None:
    step["order"] = step["order"] | {"unit": "nobody"}


@pytest.mark.parametrize(
    ("change", "needs_faces", "code"),
    [
        (_more_faces, True, "DICE_LEFT"),
        (_no_faces, True, "DICE_RUN_OUT"),
        (_other_state, False, "OTHER_STATE"),
        (_other_unit, False, "REFUSED"),
    ],
)
def test_a_changed_step_is_found_and_named(
    change: Callable[[Json], None], needs_faces: bool, code: str
) -> None:
    saved = recorded()
    index = next(
        i
        for i, step in enumerate(saved["orders"])
        if "unit" in step["order"] and (step["faces"] or not needs_faces)
    )
    change(saved["orders"][index])
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == index
    assert difference.code == code
    assert difference.message("en") != difference.message("pl")


def test_other_faces_lead_elsewhere() -> None:
    saved = recorded()
    for step in saved["orders"]:
        step["faces"] = [7 - face for face in step["faces"]]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert saved["orders"][difference.step]["faces"]


def test_a_missing_order_is_found() -> None:
    saved = recorded()
    del saved["orders"][1]
    _, difference = replay_game(saved, catalogue())
    assert difference is not None
    assert difference.step == 1


def test_a_game_names_every_ruling_it_was_played_by() -> None:
    for file in FILES:
        assert json.loads(file.read_text("utf-8"))["start"]["rulings"].keys() <= RULINGS.keys()
