"""Warzone as one game system among others."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.core.codec import Unreadable
from rules.core.saved_game import write_replay
from rules.core.system import GameSystem
from rules.core.unknown import notes
from rules.warzone.outcome import resolve
from rules.warzone.playouts import run
from rules.warzone.reading import SYSTEM, read_position, read_scenario
from rules.warzone.rulebook import rulebook
from rules.warzone.saved_game import replay_game
from rules.warzone.schemas import TITLE, schemas


def read_catalogue(records: Mapping[str, Any]) -> dict[str, Any]:
    """The ready-made scenarios by file name; the system has no other records. Raises Unreadable."""
    for name, record in records.items():
        try:
            read_position(record)
        except Unreadable as error:
            raise Unreadable(f"{name} {error.path}", error.code, **error.params) from error
    return dict(records)


def judge(data: Any, catalogue: Any, language: str = "en") -> dict[str, Any]:
    """No verdict: forces come with the scenario. Raises Unreadable."""
    raise Unreadable("$.system", "NO_ARMIES", system=TITLE)


def play(data: Any, catalogue: Any, language: str = "en") -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file."""
    outcome = resolve(read_scenario(data), language)
    return outcome | {"notes": notes(data, _schema("scenario"), language)}


def replay(data: Any, catalogue: Any, language: str = "en") -> dict[str, Any]:
    """Whether a parsed game/1 file plays again as it was saved, and where it first differs."""
    return write_replay(data, replay_game(data)[1], _schema("game"), language)


@cache
def _schema(form: str) -> dict[str, Any]:
    return schemas()[f"{SYSTEM}.{form}.1"]


WARZONE = GameSystem(
    name=SYSTEM,
    title=TITLE,
    fixtures="warzone",
    rulebook=rulebook,
    read_catalogue=read_catalogue,
    judge=judge,
    play=play,
    replay=replay,
    playouts=run,
    schemas=schemas,
)
