"""Saved games: a position, and every order with the dice it rolled and the marker it drew."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal

import msgspec

from rules.core import saved_game
from rules.core.game import Difference, Game, GameRules, replay
from rules.core.saved_game import (
    GameFile,
    fingerprint,
    read_game,
    record_of,
    ruleset_of,
    saved_of,
    start_of,
)
from rules.core.system import SavedGame as Saved
from rules.nations_at_war.chance import Chance, RecordedChance, ScriptedChance
from rules.nations_at_war.events import AnyEvent, MarkerDrawn
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.orders import AnyOrder, read_order
from rules.nations_at_war.play import advance, decide, explain, legal_orders
from rules.nations_at_war.position import Face
from rules.nations_at_war.reading import SYSTEM, read_position
from rules.nations_at_war.state import Setup, State

RULESET = f"{SYSTEM}@1"

Match = Game[State, AnyOrder, AnyEvent]


class Rolled(msgspec.Struct, frozen=True):
    """What one order took of chance."""

    faces: tuple[int, ...]
    drawn: tuple[str, ...]

    def scripted(self) -> ScriptedChance:
        """The same once more."""
        return ScriptedChance(self.faces, self.drawn)


class SavedGame(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["nations-at-war"]
    faces: tuple[tuple[Face, ...], ...]
    drawn: tuple[tuple[str, ...], ...]


def rules_of(setup: Setup) -> GameRules[State, AnyOrder, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
        advance=partial(advance, setup),
    )


def start_game(start: Any, chance: Chance) -> Match:
    """A game from a position; raises Unreadable as `read_position` does."""
    setup, state = read_position(start)
    return Game(rules_of(setup), state, chance, RecordedChance)


def write_game(game: Match, start: Mapping[str, Any], ruleset: str = RULESET) -> dict[str, Any]:
    """A game as files hold it."""
    drawn = [_drawn(step.events) for step in game.steps]
    return saved_game.write_game(game, start, ruleset, drawn=drawn)


def rolled_of(faces: tuple[int, ...], events: Iterable[AnyEvent]) -> Rolled:
    """What a step took of chance."""
    return Rolled(faces, tuple(_drawn(events)))


def _drawn(events: Iterable[AnyEvent]) -> list[str]:
    return [event.marker for event in events if isinstance(event, MarkerDrawn)]


def _read(data: Any) -> tuple[SavedGame, Setup, State, list[tuple[AnyOrder, Rolled, str]]]:
    file = read_game(data, SavedGame, "drawn")
    setup, state = start_of(file, read_position)
    steps = record_of(file, lambda order, path: read_order(order, setup, path))
    record = [
        (order, Rolled(faces, drawn), reached)
        for (order, faces, reached), drawn in zip(steps, file.drawn, strict=True)
    ]
    return file, setup, state, record


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any.

    Raises Unreadable.
    """
    _, setup, state, record = _read(data)
    return replay(rules_of(setup), state, record, Rolled.scripted)


def saved(data: Any) -> Saved:
    """What a parsed game/1 file holds; raises Unreadable."""
    file, _, _, record = _read(data)
    return saved_of(file.start, ruleset_of(data, RULESET), record)
