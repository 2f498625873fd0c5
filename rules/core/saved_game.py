"""The game/1 format where nothing but its lists differs from system to system.

`start` is a scenario/1 object without chance and orders. `orders`, `faces`, `states` and what a
system adds have one entry for every order; a state is the first half of the 16 hex digits that
begin the SHA-256 over the JSON of the whole state (sorted keys, no spaces, UTF-8).
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from rules.core.codec import Node, Unreadable
from rules.core.game import SHORTEST_PRINT, Difference, Game
from rules.core.unknown import Schema, notes

FORMAT = "game/1"
#: Fields of a scenario that are no part of a position.
_CHANCE_AND_ORDERS = ("format", "draws", "dice", "orders")


def fingerprint(state: Any) -> str:
    """A short text that differs for different states."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


def write_game(
    game: Game[Any, Any, Any],
    start: Mapping[str, Any],
    ruleset: str,
    write_order: Callable[[Any], dict[str, Any]],
    **lists: Sequence[Any],
) -> dict[str, Any]:
    """A game as files hold it; `lists` are those a system adds."""
    return {
        "format": FORMAT,
        "system": ruleset.partition("@")[0],
        "ruleset": ruleset,
        "dice": {"scheme": "recorded"},
        "start": {key: value for key, value in start.items() if key not in _CHANCE_AND_ORDERS},
        "orders": [write_order(step.order) for step in game.steps],
        "faces": [list(step.faces) for step in game.steps],
        **lists,
        "states": [step.fingerprint[:SHORTEST_PRINT] for step in game.steps],
    }


def read_steps(data: Any, system: str, *lists: str) -> Iterator[tuple[Node, ...]]:
    """The order of every step of a parsed game/1 file and its entry in each of some lists.

    Raises Unreadable for another format or system, and lists that are not as long as the orders.
    """
    node = Node(data)
    node.get("format").one_of((FORMAT,))
    node.get("system").one_of((system,))
    orders = list(node.get("orders").items())
    entries = [list(node.get(name).items()) for name in lists]
    for name, found in zip(lists, entries, strict=True):
        if len(found) != len(orders):
            raise node.get(name).refuse(
                "NOT_AS_MANY", found=len(found), wanted=len(orders), of="orders"
            )
    yield from zip(orders, *entries, strict=True)


def start_of(data: Any, read: Callable[[Any], Any]) -> Any:
    """The position a parsed game/1 file begins with, as `read` gives it; raises Unreadable."""
    try:
        return read(Node(data).get("start").object())
    except Unreadable as error:
        raise error.below("$.start") from error


def write_replay(
    data: Any, difference: Difference | None, schema: Schema, language: str
) -> dict[str, Any]:
    """Whether a game played again as it was saved, and where it first differed."""
    answer: dict[str, Any] = {"format": FORMAT, "identical": difference is None}
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    return answer | {"notes": notes(data, schema, language)}
