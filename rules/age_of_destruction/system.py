"""Age of Destruction as one game system among others."""

from functools import cache
from typing import Any

from rules.age_of_destruction.army.battle_group import SYSTEM, read_group
from rules.age_of_destruction.army.repair import repairs
from rules.age_of_destruction.army.repair_words import write_repair
from rules.age_of_destruction.army.verdict import validate, write_verdict
from rules.age_of_destruction.catalogue import Catalogue, read_catalogue
from rules.age_of_destruction.playouts.play import run
from rules.age_of_destruction.rulebook import rulebook
from rules.age_of_destruction.skirmish.outcome import write_outcome
from rules.age_of_destruction.skirmish.play import resolve
from rules.age_of_destruction.skirmish.saved_game import FORMAT as GAME_FORMAT
from rules.age_of_destruction.skirmish.saved_game import replay_game
from rules.age_of_destruction.skirmish.scenario import read_scenario
from rules.age_of_destruction.skirmish.schemas import schemas
from rules.core.system import GameSystem
from rules.core.unknown import notes


def judge(data: Any, catalogue: Catalogue, language: str = "en") -> dict[str, Any]:
    """The verdict/1 object of a parsed battle-group/1 file, repairs included."""
    group = read_group(data)
    verdict = validate(group, catalogue)
    offered = [
        write_repair(repair, group, catalogue, language)
        for repair in repairs(group, catalogue, verdict)
    ]
    return write_verdict(verdict, language, offered)


def play(data: Any, catalogue: Catalogue, language: str = "en") -> dict[str, Any]:
    """The outcome/1 object of a parsed scenario/1 file."""
    outcome = resolve(read_scenario(data, catalogue))
    return write_outcome(outcome, language) | {
        "notes": notes(data, _schemas()["scenario.1"], language)
    }


def replay(data: Any, catalogue: Catalogue, language: str = "en") -> dict[str, Any]:
    """Whether a parsed game/1 file plays again as it was saved, and where it first differs."""
    _, difference = replay_game(data, catalogue)
    answer: dict[str, Any] = {"format": GAME_FORMAT, "identical": difference is None}
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    return answer | {"notes": notes(data, _schemas()["game.1"], language)}


@cache
def _schemas() -> dict[str, dict[str, Any]]:
    return schemas()


AGE_OF_DESTRUCTION = GameSystem(
    name=SYSTEM,
    title="MechWarrior: Age of Destruction",
    fixtures="age_of_destruction",
    rulebook=rulebook,
    read_catalogue=read_catalogue,
    judge=judge,
    play=play,
    replay=replay,
    playouts=run,
    schemas=schemas,
)
