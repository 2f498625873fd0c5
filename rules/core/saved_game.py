"""The game/1 format where nothing but its lists differs from system to system.

`start` is a scenario/1 object without chance and orders. `orders`, `faces`, `states` and what a
system adds have one entry for every order; a state is the first half of the 16 hex digits that
begin the SHA-256 over the JSON of the whole state (sorted keys, no spaces, UTF-8).
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from rules.core.codec import Unreadable
from rules.core.dice import ScriptedDice
from rules.core.game import SHORTEST_PRINT, Difference, Game, GameRules, replay
from rules.core.orders import write_order
from rules.core.system import SavedGame, SavedStep
from rules.core.typed import Written, read_typed
from rules.core.unknown import Schema, notes

O = TypeVar("O")  # noqa: E741 - an order
P = TypeVar("P")

FORMAT = "game/1"
LONGEST_RULESET = 64
#: Fields of a scenario that are no part of a position.
_CHANCE_AND_ORDERS = ("format", "draws", "dice", "orders")


def fingerprint(state: Any) -> str:
    """A short text that differs for different states."""
    return hashlib.sha256(msgspec.json.encode(state, order="sorted")).hexdigest()[:16]


class GameFile(Written, frozen=True, kw_only=True):
    """A game/1 file of any system, which says how its faces are bounded; orders are read kind by
    kind, the start as a scenario."""

    format: Literal["game/1"]
    orders: tuple[Any, ...]
    faces: tuple[tuple[int, ...], ...]
    states: tuple[str, ...]
    start: dict[str, Any]


F = TypeVar("F", bound=GameFile)


def read_game(data: Any, kind: type[F], *more: str) -> F:
    """A parsed game/1 file of a system, `more` being its own lists; raises Unreadable, also for
    lists that are not as long as that of the orders."""
    file = read_typed(data, kind)
    wanted = len(file.orders)
    for name in ("faces", *more, "states"):
        if (found := len(getattr(file, name))) != wanted:
            raise Unreadable(f"$.{name}", "NOT_AS_MANY", found=found, wanted=wanted, of="orders")
    return file


def record_of(
    file: GameFile, read_order: Callable[[Any, str], O]
) -> list[tuple[O, tuple[int, ...], str]]:
    """Every order of a file, as `read_order` gives it at its path, with its faces and state."""
    orders = [read_order(order, f"$.orders[{n}]") for n, order in enumerate(file.orders)]
    return list(zip(orders, file.faces, file.states, strict=True))


def start_of(file: GameFile, read: Callable[[dict[str, Any]], P]) -> P:
    """The position a game/1 file begins with, as `read` gives it; raises Unreadable."""
    try:
        return read(file.start)
    except Unreadable as error:
        raise error.below("$.start") from error


def ruleset_of(data: Any, today: str) -> str:
    """The ruleset a parsed file names, today's where it names none of the system."""
    named = str(data.get("ruleset", ""))
    system = today.partition("@")[0]
    return named if named.startswith(f"{system}@") and len(named) <= LONGEST_RULESET else today


def saved_of(
    start: Mapping[str, Any], ruleset: str, record: Iterable[tuple[Any, Any, str]], lot: int = 0
) -> SavedGame:
    """A file that was read, of orders with what they rolled and the states they led to."""
    steps = tuple(SavedStep(write_order(order), rolled, state) for order, rolled, state in record)
    return SavedGame(dict(start), ruleset, lot, steps)


class SavedGames(msgspec.Struct, frozen=True, kw_only=True):
    """The game/1 files of a system whose forces come with the start: how they are read and played
    again.

    `lists` are those a file has beside faces, one entry for every order; `rolled` makes one value
    of the faces and these, as `Match.rolled` does, and `scripted` dice of that value. `replay` and
    `saved` raise Unreadable.
    """

    kind: type[GameFile]
    ruleset: str
    read_position: Callable[[Any], tuple[Any, Any]]
    read_order: Callable[[Any, Any, str], Any]
    rules_of: Callable[[Any], GameRules[Any, Any, Any]]
    lists: tuple[str, ...] = ()
    rolled: Callable[..., Any] = tuple
    scripted: Callable[[Any], ScriptedDice] = ScriptedDice

    def replay(self, data: Any) -> tuple[Any, Difference | None]:
        """Play a parsed file again; the state reached and the first difference, if any."""
        file, setup, state = self._begun(data)
        return replay(self.rules_of(setup), state, self._record(file, setup), self.scripted)

    def saved(self, data: Any) -> SavedGame:
        """What a parsed file holds."""
        file, setup, _ = self._begun(data)
        return saved_of(file.start, ruleset_of(data, self.ruleset), self._record(file, setup))

    def _begun(self, data: Any) -> tuple[GameFile, Any, Any]:
        file = read_game(data, self.kind, *self.lists)
        return file, *start_of(file, self.read_position)

    def _record(self, file: GameFile, setup: Any) -> list[tuple[Any, Any, str]]:
        """Every order of a file with what it rolled and the state it led to."""
        steps = record_of(file, lambda order, path: self.read_order(order, setup, path))
        own = [getattr(file, name) for name in self.lists]
        return [
            (order, self.rolled(faces, *(each[n] for each in own)), state)
            for n, (order, faces, state) in enumerate(steps)
        ]


def write_game(
    game: Game[Any, Any, Any],
    start: Mapping[str, Any],
    ruleset: str,
    **more: Any,
) -> dict[str, Any]:
    """A game as files hold it; `more` are the fields a system adds or has otherwise."""
    return write_record(taken(game), position_of(start), ruleset, **more)


def taken(game: Game[Any, Any, Any]) -> list[tuple[Any, tuple[int, ...], str]]:
    """The orders of a game with the faces they rolled and the fingerprints they led to."""
    return [(step.order, step.faces, step.fingerprint) for step in game.steps]


def write_record(
    record: Iterable[tuple[Any, Sequence[int], str]],
    start: Mapping[str, Any],
    ruleset: str,
    **more: Any,
) -> dict[str, Any]:
    """Orders with the faces they rolled and the fingerprints they led to, as files hold them."""
    steps = list(record)
    return {
        "format": FORMAT,
        "system": ruleset.partition("@")[0],
        "ruleset": ruleset,
        "dice": write_dice(),
        "start": dict(start),
        "orders": [write_order(order) for order, _, _ in steps],
        "faces": [list(faces) for _, faces, _ in steps],
        "states": [state[:SHORTEST_PRINT] for _, _, state in steps],
        **more,
    }


def write_dice(scheme: str = "recorded", seed: int | None = None) -> dict[str, Any]:
    """Where the faces of a game came from."""
    return {"scheme": scheme} | ({} if seed is None else {"seed": seed})


def position_of(start: Mapping[str, Any]) -> dict[str, Any]:
    """A scenario without what happens in it."""
    return {key: value for key, value in start.items() if key not in _CHANCE_AND_ORDERS}


def write_replay(
    data: Any, difference: Difference | None, schema: Schema, language: str
) -> dict[str, Any]:
    """Whether a game played again as it was saved, and where it first differed."""
    answer: dict[str, Any] = {"format": FORMAT, "identical": difference is None}
    if difference is not None:
        answer["path"] = f"$.orders[{difference.step}]"
        answer["reason"] = difference.message(language)
    return answer | {"notes": notes(data, schema, language)}
