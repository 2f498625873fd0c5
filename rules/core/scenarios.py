"""A game system without armies: its forces come with the scenario, and files carry their units."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import count
from typing import Any

import msgspec

from rules.core import playouts
from rules.core.about import About
from rules.core.calculators import Calculator
from rules.core.codec import Unreadable
from rules.core.dice import SeededDice
from rules.core.match import TypedMatch
from rules.core.palette import Palette
from rules.core.rulebook import Rulebook
from rules.core.saved_game import SavedGames, write_replay
from rules.core.system import Opening, Records, SavedGame
from rules.core.unknown import Schema, notes

Position = Mapping[str, Any]


def _as_it_is(position: Position, _chance: SeededDice) -> dict[str, Any]:
    return dict(position)


class ScenarioSystem(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A game system (`core.system.GameSystem`) whose records are ready-made positions.

    `outcome` gives the outcome/1 object of a parsed scenario/1 file, without its notes, and `games`
    are its game/1 files; `begin` starts a match from a position with a seed, or from a later state
    of it. `deal` makes a position one to be played by lot, in a `manner`.
    """

    name: str
    title: str
    fixtures: str
    rulebook: Callable[[], Rulebook]
    schemas: Callable[[], dict[str, Schema]]
    order_kinds: tuple[str, ...]
    endings: tuple[str, ...]
    stages: Mapping[str, Mapping[str, str]]
    about: About
    commanders: tuple[str, ...] = ()
    calculators: tuple[Calculator, ...] = ()
    read_position: Callable[[Any], object]
    outcome: Callable[[Any, str], dict[str, Any]]
    games: SavedGames
    begin: Callable[[Position, int, Any], TypedMatch[Any, Any, Any]]
    deal: Callable[[Position, SeededDice], dict[str, Any]] = _as_it_is
    manner: playouts.Manner = playouts.USUAL
    palette: Palette | None = None

    def edition(self, records: Records) -> "ScenarioEdition":
        """The game with its ready-made positions; raises Unreadable for one that is none."""
        for file, record in records.items():
            try:
                self.read_position(record)
            except Unreadable as error:
                raise Unreadable(f"{file} {error.path}", error.code, **error.params) from error
        return ScenarioEdition(self, records)

    @cached_property
    def formats(self) -> dict[str, Schema]:
        """The schemas by the name of the format."""
        return {
            schema["properties"]["format"]["const"]: schema for schema in self.schemas().values()
        }


class ScenarioEdition:
    """Such a system with its positions."""

    army = None

    def __init__(self, system: ScenarioSystem, records: Records) -> None:
        self.play = ScenarioPlay(system, records)
        self.palette = system.palette


class WholeStarts:
    """What is the same of all plays whose starts name no records and no earlier rules."""

    def as_begun(self, start: Position, ruleset: str) -> dict[str, Any]:
        """The start as it is."""
        return dict(start)

    def swapped(self, start: Position) -> dict[str, Any]:
        """The same start again."""
        return dict(start)

    def records_named(self, start: Position) -> tuple[str, ...]:
        """None."""
        return ()


def openings(positions: Mapping[str, Position]) -> tuple[Opening, ...]:
    """Ready-made positions by the names of their files."""
    return tuple(
        Opening(
            name.removesuffix(".json").rpartition("/")[2],
            str(start.get("name") or name),
            dict(start),
            dict(start.get("titles", {})),
        )
        for name, start in sorted(positions.items())
    )


class ScenarioPlay(WholeStarts):
    """Such a system in play (`core.system.Play`)."""

    def __init__(self, system: ScenarioSystem, positions: Mapping[str, Any]) -> None:
        self._system = system
        self._positions = positions
        self.ruleset = system.games.ruleset
        self.order_kinds = system.order_kinds
        self.endings = system.endings
        self.commanders = system.commanders
        self.openings = openings(positions)

    def resolve(self, data: Any, language: str) -> dict[str, Any]:
        """What came of a scenario."""
        outcome = self._system.outcome(data, language)
        return outcome | {"notes": notes(data, self._system.formats["scenario/1"], language)}

    def replay(self, data: Any, language: str) -> dict[str, Any]:
        """A saved game played again."""
        _, difference = self._system.games.replay(data)
        return write_replay(data, difference, self._system.formats["game/1"], language)

    def saved(self, data: Any) -> SavedGame:
        """What a saved game holds."""
        return self._system.games.saved(data)

    def begin(self, start: Position, seed: int, state: Any = None) -> TypedMatch[Any, Any, Any]:
        """A match from a position."""
        return self._system.begin(start, seed, state)

    def deals(self, seed: int) -> Iterator[dict[str, Any]]:
        """The positions one after the other, over and over."""
        chance, names = SeededDice(seed), sorted(self._positions)
        for number in count():
            yield self._system.deal(self._positions[names[number % len(names)]], chance)

    def playouts(self, seed: int, games: int, say: Callable[[str], None]) -> bool:
        """Whole games by lot."""
        return playouts.run(self, seed, games, say, self._system.manner)
