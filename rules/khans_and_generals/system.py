"""Khans & Generals as one game system among others."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.core.system import GameSystem
from rules.core.unknown import FIELD_UNKNOWN, field_unknown, unknown_fields
from rules.khans_and_generals.army.battle_group import SYSTEM, read_army
from rules.khans_and_generals.army.repair import repairs
from rules.khans_and_generals.army.verdict import validate, write_verdict
from rules.khans_and_generals.play.outcome import resolve, write_outcome
from rules.khans_and_generals.play.playouts import run
from rules.khans_and_generals.play.saved_game import FORMAT as GAME_FORMAT
from rules.khans_and_generals.play.saved_game import replay_game
from rules.khans_and_generals.play.scenario import read_scenario
from rules.khans_and_generals.play.schemas import schemas
from rules.khans_and_generals.rulebook import rulebook

Files = Mapping[str, Any]


def read_catalogue(files: Files) -> Files:
    """The records below `fixtures/khans_and_generals`: armies and battles to begin with.

    Files carry their own profiles, so that nothing here is needed to read one.
    """
    return files


def judge(data: Any, catalogue: Files, language: str = "en") -> dict[str, Any]:
    """The verdict/1 object of a parsed battle-group/1 file, repairs included."""
    army = read_army(data)
    verdict = validate(army)
    written = write_verdict(verdict, language, repairs(data, army, verdict, language))
    written["violations"] += [
        {"severity": "note", "rules": [], "where": [note["path"]], "params": {}} | note
        for note in _notes(data, "battle-group.1", language)
    ]
    return written


def play(data: Any, catalogue: Files, language: str = "en") -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file."""
    outcome = resolve(read_scenario(data))
    return write_outcome(outcome, language) | {"notes": _notes(data, "scenario.1", language)}


def replay(data: Any, catalogue: Files, language: str = "en") -> dict[str, Any]:
    """Whether a parsed game/1 file plays again as it was saved, and where it first differs."""
    _, difference = replay_game(data)
    answer: dict[str, Any] = {"format": GAME_FORMAT, "identical": difference is None}
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    return answer | {"notes": _notes(data, "game.1", language)}


def _notes(data: Any, schema: str, language: str) -> list[dict[str, str]]:
    """The fields of a file that its format does not have, each with its path and a sentence."""
    return [
        {"code": FIELD_UNKNOWN, "path": path, "message": field_unknown(path, language)}
        for path in unknown_fields(data, _schemas()[f"{SYSTEM}.{schema}"])
    ]


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    return schemas()


KHANS_AND_GENERALS = GameSystem(
    name=SYSTEM,
    title="Khans & Generals",
    fixtures="khans_and_generals",
    rulebook=rulebook,
    read_catalogue=read_catalogue,
    judge=judge,
    play=play,
    replay=replay,
    playouts=run,
    schemas=schemas,
)
