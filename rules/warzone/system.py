"""Warzone as one game system among others."""

from typing import Any

from rules.core.scenarios import system_of_scenarios
from rules.warzone.outcome import resolve
from rules.warzone.playouts import run
from rules.warzone.reading import SYSTEM, read_position, read_scenario
from rules.warzone.rulebook import rulebook
from rules.warzone.saved_game import replay_game
from rules.warzone.schemas import TITLE, schemas


def play(data: Any, language: str) -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file; raises Unreadable."""
    return resolve(read_scenario(data), language)


WARZONE = system_of_scenarios(
    name=SYSTEM,
    title=TITLE,
    fixtures="warzone",
    rulebook=rulebook,
    read_position=read_position,
    resolve=play,
    replay_game=replay_game,
    playouts=run,
    schemas=schemas,
)
