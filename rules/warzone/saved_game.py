"""Saved games: a position, and every order with the faces it rolled, up to 20."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

from rules.core import saved_game
from rules.core.dice import Dice
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
from rules.warzone.events import AnyEvent
from rules.warzone.evolve import evolve
from rules.warzone.orders import AnyOrder, read_order
from rules.warzone.play import advance, decide, explain, legal_orders
from rules.warzone.position import Face
from rules.warzone.reading import SYSTEM, read_position
from rules.warzone.state import Setup, State

RULESET = f"{SYSTEM}@1"

Match = Game[State, AnyOrder, AnyEvent]


class SavedGame(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["warzone"]
    faces: tuple[tuple[Face, ...], ...]


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


def start_game(start: Any, dice: Dice) -> Match:
    """A game from a position; raises Unreadable as `read_position` does."""
    setup, state = read_position(start)
    return Game(rules_of(setup), state, dice)


def write_game(game: Match, start: Mapping[str, Any], ruleset: str = RULESET) -> dict[str, Any]:
    """A game as files hold it."""
    return saved_game.write_game(game, start, ruleset)


def _read(data: Any) -> tuple[SavedGame, Setup, State, list[tuple[AnyOrder, tuple[int, ...], str]]]:
    file = read_game(data, SavedGame)
    setup, state = start_of(file, read_position)
    return file, setup, state, record_of(file, lambda order, path: read_order(order, setup, path))


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any.

    Raises Unreadable.
    """
    _, setup, state, record = _read(data)
    return replay(rules_of(setup), state, record)


def saved(data: Any) -> Saved:
    """What a parsed game/1 file holds; raises Unreadable."""
    file, _, _, record = _read(data)
    return saved_of(file.start, ruleset_of(data, RULESET), record)
