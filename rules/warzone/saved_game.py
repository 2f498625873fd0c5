"""Saved games: a position, and every order with the faces it rolled, up to 20."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from rules.core import saved_game
from rules.core.dice import Dice
from rules.core.game import Difference, Game, GameRules, replay
from rules.core.saved_game import fingerprint, read_steps, start_of
from rules.warzone.events import AnyEvent
from rules.warzone.evolve import evolve
from rules.warzone.orders import AnyOrder, read_order, write_order
from rules.warzone.play import decide, explain, legal_orders
from rules.warzone.reading import SYSTEM, read_position
from rules.warzone.state import Setup, State

RULESET = f"{SYSTEM}@1"

Match = Game[State, AnyOrder, AnyEvent]


def rules_of(setup: Setup) -> GameRules[State, AnyOrder, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
    )


def start_game(start: Any, dice: Dice) -> Match:
    """A game from a position; raises Unreadable as `read_position` does."""
    setup, state = read_position(start)
    return Game(rules_of(setup), state, dice)


def write_game(game: Match, start: Mapping[str, Any]) -> dict[str, Any]:
    """A game as files hold it."""
    return saved_game.write_game(game, start, RULESET, write_order)


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any.

    Raises Unreadable.
    """
    steps = list(read_steps(data, SYSTEM, "faces", "states"))
    setup, state = start_of(data, read_position)
    record = [
        (
            read_order(order.value, setup, order.path),
            tuple(face.integer(low=1, high=20) for face in faces.items()),
            reached.text(),
        )
        for order, faces, reached in steps
    ]
    return replay(rules_of(setup), state, record)
