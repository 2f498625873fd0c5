"""A match over the types of a system, as the seam hands it to the outside."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from rules.core.game import Game
from rules.core.orders import write_order
from rules.core.system import Forecast, Telling
from rules.core.violations import Violation

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - an order
E = TypeVar("E")


class TypedMatch(ABC, Generic[S, O, E]):
    """A game of a system with the start it is saved with, told in JSON (`core.system.Match`).

    A system says how its orders are read, who may act, how refusals and games are written, and what
    must hold of every state.
    """

    telling: Telling | None = None
    forecast: Forecast | None = None

    def __init__(
        self, game: Game[S, O, E], start: Mapping[str, Any], players: Sequence[str]
    ) -> None:
        self.game = game
        self.start = start
        self.players = players

    @property
    @abstractmethod
    def turn(self) -> int:
        """The turn that is played."""

    @abstractmethod
    def actors(self) -> Sequence[str]:
        """Who may act now."""

    @abstractmethod
    def read_order(self, order: Any) -> O:
        """An order of scenario/1; raises Unreadable."""

    @abstractmethod
    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words."""

    @abstractmethod
    def save(self) -> dict[str, Any]:
        """The match as a game/1 object."""

    @abstractmethod
    def faults(self) -> Iterable[str]:
        """What is wrong with the state."""

    def write_event(self, event: E) -> dict[str, Any]:
        """An event as outcomes hold it."""
        written: dict[str, Any] = msgspec.to_builtins(event)
        return written

    def ordered(self, commander: str, lot: int) -> dict[str, Any]:
        """Nobody commands where a system does not say so."""
        raise KeyError(commander)

    def legal_orders(self, player: str) -> list[dict[str, Any]]:
        """Orders a player may give."""
        found = self.game.rules.legal_orders(self.game.state, player)
        return [write_order(order) for order in found]

    def explain(self, order: Any, language: str) -> list[dict[str, Any]]:
        """Every reason why not."""
        found = self.game.rules.explain(self.game.state, self.read_order(order))
        return [self.write_refusal(violation, language) for violation in found]

    def take(self, order: Any) -> list[dict[str, Any]]:
        """Carry out an order."""
        return [self.write_event(event) for event in self.game.play(self.read_order(order))]

    def undo(self) -> None:
        """Take the last order back."""
        self.game.undo()

    def state(self) -> dict[str, Any]:
        """The whole state."""
        written: dict[str, Any] = msgspec.to_builtins(self.game.state)
        return written

    def fingerprint(self) -> str:
        """A short text that differs for different states."""
        return self.game.rules.fingerprint(self.game.state)
