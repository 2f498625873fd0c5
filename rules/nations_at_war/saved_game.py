"""Saved games: a position, and every order with the dice it rolled and the marker it drew."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core import saved_game
from rules.core.game import Difference, Game, GameRules, replay
from rules.core.saved_game import fingerprint, read_steps, start_of
from rules.nations_at_war.chance import Chance, RecordedChance, ScriptedChance
from rules.nations_at_war.events import AnyEvent, MarkerDrawn
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.orders import AnyOrder, read_order, write_order
from rules.nations_at_war.play import decide, explain, legal_orders
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


def rules_of(setup: Setup) -> GameRules[State, AnyOrder, AnyEvent]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
    )


def start_game(start: Any, chance: Chance) -> Match:
    """A game from a position; raises Unreadable as `read_position` does."""
    setup, state = read_position(start)
    return Game(rules_of(setup), state, chance, RecordedChance)


def write_game(game: Match, start: Mapping[str, Any]) -> dict[str, Any]:
    """A game as files hold it."""
    drawn = [_drawn(step.events) for step in game.steps]
    return saved_game.write_game(game, start, RULESET, write_order, drawn=drawn)


def _drawn(events: tuple[AnyEvent, ...]) -> list[str]:
    return [event.marker for event in events if isinstance(event, MarkerDrawn)]


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any.

    Raises Unreadable.
    """
    steps = list(read_steps(data, SYSTEM, "faces", "drawn", "states"))
    setup, state = start_of(data, read_position)
    record = [
        (
            read_order(order.value, setup, order.path),
            Rolled(
                tuple(face.integer(low=1, high=6) for face in faces.items()),
                tuple(marker.text() for marker in drawn.items()),
            ),
            reached.text(),
        )
        for order, faces, drawn, reached in steps
    ]
    return replay(rules_of(setup), state, record, Rolled.scripted)
