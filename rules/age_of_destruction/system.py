"""Age of Destruction as one game system among others."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial
from typing import Any, ClassVar

from rules.age_of_destruction.army.battle_group import SYSTEM, read_group, write_group
from rules.age_of_destruction.army.building import Building, entries
from rules.age_of_destruction.army.edits import apply_changes, read_change
from rules.age_of_destruction.army.intents import ways_out, write_way_out
from rules.age_of_destruction.army.verdict import RULESET, Judgement, write_verdict
from rules.age_of_destruction.bots import COMMANDERS
from rules.age_of_destruction.match import SkirmishMatch
from rules.age_of_destruction.orders import KINDS
from rules.age_of_destruction.play.opening import records_named, swapped
from rules.age_of_destruction.play.outcome import write_outcome
from rules.age_of_destruction.play.play import resolve
from rules.age_of_destruction.play.saved_game import (
    as_begun,
    replay_game,
    ruleset_of,
    saved,
)
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.play.schemas import schemas
from rules.age_of_destruction.playouts.deal import Deals
from rules.age_of_destruction.playouts.play import run
from rules.age_of_destruction.records.catalogue import Catalogue, read_catalogue
from rules.age_of_destruction.rulebook import rulebook
from rules.core.about import About
from rules.core.army import ArmyEntry, Overview
from rules.core.dice import SeededDice
from rules.core.game import Difference
from rules.core.naming import tag_of
from rules.core.rulebook import Rulebook
from rules.core.saved_game import FORMAT as GAME_FORMAT
from rules.core.system import Records, SavedGame
from rules.core.unknown import Schema, notes


def judge(data: Any, catalogue: Catalogue, language: str = "en") -> dict[str, Any]:
    """The verdict/1 object of a parsed battle-group/1 file, repairs included."""
    group = read_group(data)
    judged = Judgement(group, catalogue)
    offered = [
        write_way_out(way, group, catalogue, language) for way in ways_out(group, catalogue, judged)
    ]
    return write_verdict(judged.verdict, language, offered)


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
def _schemas() -> dict[str, Schema]:
    return schemas()


class Army:
    """Battle groups (`core.system.Army`)."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.building = Building(catalogue)

    def judge(self, data: Any, language: str) -> dict[str, Any]:
        """The verdict/1 object of a file, repairs included."""
        return judge(data, self._catalogue, language)

    def repaired(self, data: Any, repair: Mapping[str, Any]) -> dict[str, Any]:
        """The file after a repair that its verdict offers."""
        changes = map(read_change, repair["changes"])
        return write_group(apply_changes(read_group(data), changes))

    def written(self, data: Any) -> dict[str, Any]:
        """The file as it is written once it has been read."""
        return write_group(read_group(data))

    def entries(self, data: Any, language: str) -> tuple[ArmyEntry, ...]:
        """The figures with their cards, and the cards of the group."""
        return entries(read_group(data), self._catalogue, language)

    def overview(self, data: Any, language: str) -> Overview:
        """One list of figures and cards."""
        return Overview()


#: Starts that an edition remembers as they were read.
STARTS_KEPT = 64


def _scenario(catalogue: Catalogue, start: str) -> Scenario:
    return read_scenario({**json.loads(start), "dice": [], "orders": []}, catalogue)


class Play:
    """Skirmishes (`core.system.Play`)."""

    endings = ("end_stage", "end_game", "time_up", "withdraw")
    order_kinds = tuple(tag_of(kind) for kind in KINDS)
    commanders = tuple(COMMANDERS)
    ruleset = RULESET
    openings = ()

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._read = lru_cache(STARTS_KEPT)(partial(_scenario, catalogue))

    def resolve(self, data: Any, language: str) -> dict[str, Any]:
        """What came of a scenario."""
        return play(data, self._catalogue, language)

    def replay(self, data: Any, language: str) -> dict[str, Any]:
        """A saved skirmish played again."""
        return replay(data, self._catalogue, language)

    def saved(self, data: Any) -> SavedGame:
        """What a saved skirmish holds."""
        return saved(data)

    def begin(self, start: Mapping[str, Any], seed: int, state: Any = None) -> SkirmishMatch:
        """A skirmish from a position."""
        return SkirmishMatch(start, self._read(json.dumps(start, sort_keys=True)), seed, state)

    def as_begun(self, start: Mapping[str, Any], ruleset: str) -> dict[str, Any]:
        """A start with the rulings as its ruleset had them."""
        return as_begun(start, ruleset)

    def swapped(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """The start of a rematch in which the sides exchange their groups."""
        return swapped(start)

    def records_named(self, start: Mapping[str, Any]) -> set[str]:
        """The figures and cards a start names."""
        return records_named(start)

    def deals(self, seed: int) -> Iterator[dict[str, Any]]:
        """Skirmishes in which every figure and card comes in turn."""
        dealt = Deals(self._catalogue, SeededDice(seed))
        while True:
            yield dealt.next()

    def playouts(self, seed: int, games: int, say: Callable[[str], None]) -> bool:
        """Whole skirmishes by lot."""
        return run(self._catalogue, seed, games, say)


class Edition:
    """The game with a catalogue (`core.system.Edition`)."""

    palette = None

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.army = Army(catalogue)
        self.play = Play(catalogue)


class AgeOfDestruction:
    """The game as a system (`core.system.GameSystem`)."""

    name = SYSTEM
    title = "MechWarrior: Age of Destruction"
    fixtures = "age_of_destruction"
    stages: ClassVar[dict[str, dict[str, str]]] = {
        "pool": {"en": "Roll for the first player", "pl": "Rzut o pierwszeństwo"},
        "terrain": {"en": "Placing terrain", "pl": "Rozkładanie terenu"},
        "deployment": {"en": "Deployment", "pl": "Rozstawienie"},
        "infiltration": {"en": "Infiltration", "pl": "Infiltracja"},
    }
    about = About.of("rules.age_of_destruction")
    calculators = ()

    def rulebook(self) -> Rulebook:
        """Every rule by id."""
        return rulebook()

    def schemas(self) -> dict[str, Schema]:
        """The JSON Schemas by file name."""
        return schemas()

    def edition(self, records: Records) -> Edition:
        """The game with some records; raises CatalogueRefused."""
        return self.with_catalogue(read_catalogue(records))

    def with_catalogue(self, catalogue: Catalogue) -> Edition:
        """The game with a catalogue that has been read."""
        return Edition(catalogue)


AGE_OF_DESTRUCTION = AgeOfDestruction()
