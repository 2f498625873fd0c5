"""Khans & Generals as one game system among others."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import cycle
from typing import Any

from rules.core import playouts
from rules.core.about import About
from rules.core.army import ArmyEntry, Overview
from rules.core.rulebook import Rulebook
from rules.core.saved_game import write_replay
from rules.core.scenarios import WholeStarts, openings
from rules.core.system import Records, SavedGame
from rules.core.unknown import Schema, notes
from rules.khans_and_generals.army.battle_group import RULESET, SYSTEM, read_army, write_army
from rules.khans_and_generals.army.building import Building
from rules.khans_and_generals.army.muster import Muster
from rules.khans_and_generals.army.overview import entries, overview
from rules.khans_and_generals.army.repair import apply_change, repairs
from rules.khans_and_generals.army.settings import Forces, read_forces
from rules.khans_and_generals.army.verdict import validate, write_verdict
from rules.khans_and_generals.bots import COMMANDERS
from rules.khans_and_generals.bots.commander import ENDINGS
from rules.khans_and_generals.calculators import CALCULATORS
from rules.khans_and_generals.match import Battle
from rules.khans_and_generals.orders import BY_NAME
from rules.khans_and_generals.palette import Palette
from rules.khans_and_generals.play.outcome import resolve, write_outcome
from rules.khans_and_generals.play.rules import NOT_BY_PLAYERS
from rules.khans_and_generals.play.saved_game import replay_game, saved
from rules.khans_and_generals.play.scenario import read_scenario
from rules.khans_and_generals.play.schemas import schemas
from rules.khans_and_generals.rulebook import rulebook
from rules.khans_and_generals.words import STAGES

MANNER = playouts.Manner(gives_up=("withdraw",), bound=160)


class Army:
    """Armies of files that carry their own profiles (`core.system.Army`)."""

    def __init__(self, forces: Forces) -> None:
        self._forces = forces
        self.building = Building(forces)

    def judge(self, data: Any, language: str) -> dict[str, Any]:
        """The verdict/1 object of a parsed battle-group/1 file, repairs included."""
        army = read_army(data)
        verdict = validate(army)
        written = write_verdict(verdict, language, repairs(data, army, verdict, language))
        written["violations"] += [
            {"severity": "note", "rules": [], "where": [note["path"]], "params": {}} | note
            for note in _notes(data, "battle-group", language)
        ]
        return written

    def repaired(self, data: Any, repair: Mapping[str, Any]) -> dict[str, Any]:
        """The file after a repair."""
        for change in repair["changes"]:
            data = apply_change(data, change)
        return self.written(data)

    def written(self, data: Any) -> dict[str, Any]:
        """The file as it is written once it has been read."""
        return write_army(read_army(data))

    def entries(self, data: Any, language: str) -> tuple[ArmyEntry, ...]:
        """The units with what is attached to them, then the fortifications."""
        return entries(Muster(read_army(data)), language)

    def overview(self, data: Any, language: str) -> Overview:
        """The formations with all that their HQs command."""
        return overview(Muster(read_army(data)), self._forces, language)


class Play(WholeStarts):
    """Battles (`core.system.Play`)."""

    commanders = tuple(COMMANDERS)
    ruleset = RULESET
    endings = ENDINGS
    order_kinds = tuple(kind for kind in BY_NAME if kind not in NOT_BY_PLAYERS)

    def __init__(self, records: Mapping[str, Any]) -> None:
        self._records = records
        self.openings = openings({n: data for n, data in records.items() if _is_battle(n)})

    def resolve(self, data: Any, language: str) -> dict[str, Any]:
        """What came of a scenario."""
        outcome = write_outcome(resolve(read_scenario(data)), language)
        return outcome | {"notes": _notes(data, "scenario", language)}

    def replay(self, data: Any, language: str) -> dict[str, Any]:
        """A saved battle played again."""
        _, difference = replay_game(data)
        return write_replay(data, difference, _schema("game"), language)

    def saved(self, data: Any) -> SavedGame:
        """What a saved battle holds."""
        return saved(data)

    def begin(self, start: Mapping[str, Any], seed: int, state: Any = None) -> Battle:
        """A battle from a position."""
        return Battle(start, seed, state)

    def deals(self, seed: int) -> Iterator[dict[str, Any]]:
        """The ready-made battles one after the other, over and over."""
        battles = [self._records[name] for name in sorted(self._records) if _is_battle(name)]
        yield from cycle(battles)

    def playouts(self, seed: int, games: int, say: Callable[[str], None]) -> bool:
        """Whole battles by lot."""
        return playouts.run(self, seed, games, say, MANNER)


def _is_battle(file: str) -> bool:
    return file.startswith("battles/")


def _notes(data: Any, form: str, language: str) -> list[dict[str, str]]:
    """The fields of a file that its format does not have, each with its path and a sentence."""
    return notes(data, _schema(form), language)


@cache
def _schema(form: str) -> Schema:
    return schemas()[f"{SYSTEM}.{form}.1"]


class Edition:
    """The game with its records: forces and battles to begin with (`core.system.Edition`).

    Files carry their own profiles, so that none of them is needed to read another.
    """

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.army = Army(read_forces(records))
        self.play = Play(records)
        self.palette = Palette(records)


class KhansAndGenerals:
    """The game as a system (`core.system.GameSystem`)."""

    name = SYSTEM
    title = "Khans & Generals"
    fixtures = "khans_and_generals"
    stages = STAGES
    about = About.of("rules.khans_and_generals")
    calculators = CALCULATORS

    def rulebook(self) -> Rulebook:
        """Every rule by id."""
        return rulebook()

    def schemas(self) -> dict[str, Schema]:
        """The JSON Schemas by file name."""
        return schemas()

    def edition(self, records: Records) -> Edition:
        """The game with some records."""
        return Edition(records)


KHANS_AND_GENERALS = KhansAndGenerals()
