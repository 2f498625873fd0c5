"""Nations At War as one game system among others."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.core.codec import Unreadable
from rules.core.system import GameSystem
from rules.core.unknown import FIELD_UNKNOWN, field_unknown, unknown_fields
from rules.nations_at_war.outcome import resolve
from rules.nations_at_war.playouts import run
from rules.nations_at_war.reading import SYSTEM, read_position, read_scenario
from rules.nations_at_war.rulebook import rulebook
from rules.nations_at_war.saved_game import FORMAT as GAME_FORMAT
from rules.nations_at_war.saved_game import replay_game
from rules.nations_at_war.schemas import schemas

TITLE = "Nations At War"


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
    return resolve(read_scenario(data), language) | {"notes": _notes(data, "scenario", language)}


def replay(data: Any, catalogue: Any, language: str = "en") -> dict[str, Any]:
    """Whether a parsed game/1 file plays again as it was saved, and where it first differs."""
    _, difference = replay_game(data)
    answer: dict[str, Any] = {"format": GAME_FORMAT, "identical": difference is None}
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    return answer | {"notes": _notes(data, "game", language)}


def _notes(data: Any, form: str, language: str) -> list[dict[str, str]]:
    """The fields of a file that its format does not have, each with its path and a sentence."""
    return [
        {"code": FIELD_UNKNOWN, "path": path, "message": field_unknown(path, language)}
        for path in unknown_fields(data, _schemas()[f"{SYSTEM}.{form}.1"])
    ]


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    return schemas()


NATIONS_AT_WAR = GameSystem(
    name=SYSTEM,
    title=TITLE,
    fixtures="nations_at_war",
    rulebook=rulebook,
    read_catalogue=read_catalogue,
    judge=judge,
    play=play,
    replay=replay,
    playouts=run,
    schemas=schemas,
)
