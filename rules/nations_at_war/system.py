"""Nations At War as one game system among others."""

from typing import Any

from rules.core.scenarios import system_of_scenarios
from rules.nations_at_war.outcome import resolve
from rules.nations_at_war.playouts import run
from rules.nations_at_war.reading import SYSTEM, read_position, read_scenario
from rules.nations_at_war.rulebook import rulebook
from rules.nations_at_war.saved_game import replay_game
from rules.nations_at_war.schemas import TITLE, schemas


def play(data: Any, language: str) -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file; raises Unreadable."""
    return resolve(read_scenario(data), language)


NATIONS_AT_WAR = system_of_scenarios(
    name=SYSTEM,
    title=TITLE,
    fixtures="nations_at_war",
    rulebook=rulebook,
    read_position=read_position,
    resolve=play,
    replay_game=replay_game,
    playouts=run,
    schemas=schemas,
)
