"""Age of Destruction as one game system among others."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from rules.age_of_destruction.army.battle_group import SYSTEM, read_group
from rules.age_of_destruction.army.repair import repairs
from rules.age_of_destruction.army.repair_words import write_repair
from rules.age_of_destruction.army.verdict import RULESET, validate, write_verdict
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.saved_game import FORMAT as GAME_FORMAT
from rules.age_of_destruction.play.saved_game import replay_game, ruleset_of
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.play.schemas import schemas
from rules.age_of_destruction.playouts.play import run
from rules.age_of_destruction.records.catalogue import Catalogue, read_catalogue
from rules.age_of_destruction.rulebook import rulebook
from rules.core.game import Difference
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
    saved = ruleset_of(data)
    answer: dict[str, Any] = {"format": GAME_FORMAT, "identical": difference is None}
    answer["ruleset"] = saved
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    unread = notes(data, _schemas()["game.1"], language)
    return answer | {"notes": [*_on_the_ruleset(saved, difference, language), *unread]}


def _on_the_ruleset(
    saved: str, difference: Difference | None, language: str
) -> Iterator[dict[str, str]]:
    """What is said of a game that began under other rules than today's."""
    if saved != RULESET:
        code = "OTHER_RULESET" if difference is None else "WENT_ON_OTHERWISE"
        step = 0 if difference is None else difference.step + 1
        message = _RULESETS[code][language].format(saved=saved, today=RULESET, step=step)
        yield {"code": code, "path": "$.ruleset", "message": message}


_RULESETS = {
    "OTHER_RULESET": {
        "en": "The game was played under {saved}; under {today} it goes the same way.",
        "pl": "Grę rozegrano według {saved}; według {today} przebiega tak samo.",
    },
    "WENT_ON_OTHERWISE": {
        "en": "The game was played under {saved}; under {today} it goes on otherwise from order"
        " {step} on. As it was played it stays in its record.",
        "pl": "Grę rozegrano według {saved}; według {today} od rozkazu {step} przebiega inaczej."
        " W zapisie zostaje taka, jaką rozegrano.",
    },
}


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
