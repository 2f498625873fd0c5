"""The game/1 format: a position, and every order with the dice it rolled and the marker it drew.

`start` is a scenario/1 object without draws, dice and orders. `orders`, `faces`, `drawn` and
`states` have one entry for every order; a state is the first half of the 16 hex digits that begin
the SHA-256 over the JSON of the whole state (sorted keys, no spaces, UTF-8).
"""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core.codec import Node, Unreadable
from rules.core.game import SHORTEST_PRINT, Difference, Game, GameRules, replay
from rules.nations_at_war.chance import Chance, RecordedChance, ScriptedChance
from rules.nations_at_war.events import AnyEvent, MarkerDrawn
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.orders import AnyOrder, read_order, write_order
from rules.nations_at_war.play import decide, explain, legal_orders
from rules.nations_at_war.reading import SYSTEM, read_position
from rules.nations_at_war.state import Setup, State

FORMAT = "game/1"
RULESET = "nations-at-war@1"

Match = Game[State, AnyOrder, AnyEvent]


class Rolled(msgspec.Struct, frozen=True):
    """What one order took of chance."""

    faces: tuple[int, ...]
    drawn: tuple[str, ...]

    def scripted(self) -> ScriptedChance:
        """The same once more."""
        return ScriptedChance(self.faces, self.drawn)


def fingerprint(state: State) -> str:
    """A short text that differs for different states."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


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
    leave = ("format", "draws", "dice", "orders")
    return {
        "format": FORMAT,
        "system": SYSTEM,
        "ruleset": RULESET,
        "dice": {"scheme": "recorded"},
        "start": {key: value for key, value in start.items() if key not in leave},
        "orders": [write_order(step.order) for step in game.steps],
        "faces": [list(step.faces) for step in game.steps],
        "drawn": [_drawn(step.events) for step in game.steps],
        "states": [step.fingerprint[:SHORTEST_PRINT] for step in game.steps],
    }


def _drawn(events: tuple[AnyEvent, ...]) -> list[str]:
    return [event.marker for event in events if isinstance(event, MarkerDrawn)]


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any.

    Raises Unreadable.
    """
    node = Node(data)
    node.get("format").one_of((FORMAT,))
    node.get("system").one_of((SYSTEM,))
    try:
        setup, state = read_position(node.get("start").object())
    except Unreadable as error:
        raise error.below("$.start") from error
    orders = list(node.get("orders").items())
    record = [
        (
            read_order(order.value, setup, order.path),
            Rolled(
                tuple(face.integer(low=1, high=6) for face in faces.items()),
                tuple(marker.text() for marker in drawn.items()),
            ),
            print_.text(),
        )
        for order, faces, drawn, print_ in zip(
            orders,
            *(_as_long(node, name, len(orders)) for name in ("faces", "drawn", "states")),
            strict=True,
        )
    ]
    return replay(rules_of(setup), state, record, Rolled.scripted)


def _as_long(node: Node, name: str, wanted: int) -> list[Node]:
    items = list(node.get(name).items())
    if len(items) != wanted:
        found = len(items)
        raise node.get(name).refuse("NOT_AS_MANY", found=found, wanted=wanted, of="orders")
    return items
