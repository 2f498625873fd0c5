"""A match over the types of a system, as the seam hands it to the outside."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from rules.core.dice import SeededDice
from rules.core.game import Game, GameRules, Step
from rules.core.orders import write_order
from rules.core.system import (
    Forecast,
    NothingLegal,
    Standing,
    Tabletop,
    Taken,
    Telling,
)
from rules.core.violations import Violation

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - an order
E = TypeVar("E")


class TypedMatch(ABC, Generic[S, O, E]):
    """A game of a system with the start it is saved with, told in JSON (`core.system.Match`).

    A system says how its orders are read, who may act, how refusals and games are written, and what
    must hold of every state. `events` is the type of its events, as they are kept.
    """

    events: ClassVar[Any]
    telling: Telling | None = None
    forecast: Forecast | None = None
    table: Tabletop | None = None
    minutes: int | None = None

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
    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The match as a game/1 object."""

    @abstractmethod
    def faults(self) -> Iterable[str]:
        """What is wrong with the state."""

    def write_event(self, event: E) -> dict[str, Any]:
        """An event as outcomes hold it."""
        written: dict[str, Any] = msgspec.to_builtins(event)
        return written

    def standing(self) -> Standing:
        """How the game stands."""
        return Standing(turn=self.turn, acting=tuple(self.actors()))

    @property
    def sides(self) -> Mapping[str, str]:
        """The side of every player: everybody is for himself where a system does not say so."""
        return {player: player for player in self.players}

    @property
    def chance(self) -> int:
        """The memory of the dice."""
        return self._dice.state

    @chance.setter
    def chance(self, memory: int) -> None:
        self._dice.state = memory

    @property
    def _dice(self) -> SeededDice:
        if not isinstance(self.game.dice, SeededDice):
            raise TypeError("only dice with a seed can be put away")
        return self.game.dice

    def is_stuck(self) -> bool:
        """Whether nobody who may act has anything legal to do."""
        acting = self.actors()
        return bool(acting) and not any(map(self.legal_orders, acting))

    def by_itself(self) -> dict[str, Any] | None:
        """The order nobody has to be asked for: none."""
        return None

    def time_up(self, minutes: float) -> dict[str, Any] | None:
        """The order that says time is up: none."""
        return None

    def ordered(self, commander: str, lot: int) -> dict[str, Any]:
        """The order a commander gives for who must act."""
        return self.thought(commander, lot)()

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
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

    def last(self) -> Taken:
        """The last order taken."""
        step = self.game.steps[-1]
        return Taken(
            order=write_order(step.order),
            faces=step.faces,
            events=tuple(map(self.keep_event, step.events)),
            fingerprint=step.fingerprint,
        )

    def follow(self, step: Taken) -> None:
        """Go one order further as it was taken once."""
        order = self.read_order(step.order)
        events = tuple(map(self.kept_event, step.events))
        self.game.follow(Step(order, step.faces, events, step.fingerprint))

    def keep_event(self, event: E) -> dict[str, Any]:
        """An event with all that `evolve` needs, as plain values."""
        kept: dict[str, Any] = msgspec.to_builtins(event)
        return kept

    def kept_event(self, data: Any) -> E:
        """An event as `keep_event` gave it; raises msgspec.ValidationError for anything else."""
        event: E = msgspec.convert(data, self.events)
        return event

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


def by_lot(
    rules: GameRules[S, O, E], state: S, players: Sequence[str], endings: Sequence[str], lot: int
) -> dict[str, Any]:
    """An order by lot for those who may act: of any kind, but one of `endings` only for want of
    others, and then the first of them that there is; raises NothingLegal."""
    chance = SeededDice(lot)
    legal = [write_order(order) for who in players for order in rules.legal_orders(state, who)]
    if not legal:
        raise NothingLegal(", ".join(players))
    given = {str(order["order"]) for order in legal}
    kinds = sorted(given - set(endings)) or [kind for kind in endings if kind in given][:1]
    kind = kinds[chance.below(len(kinds))]
    of_kind = [order for order in legal if order["order"] == kind]
    return of_kind[chance.below(len(of_kind))]


def thought_by_lot(
    game: Game[S, O, E], players: Sequence[str], endings: Sequence[str], lot: int
) -> Callable[[], dict[str, Any]]:
    """`by_lot` for the present moment of a game, to be called later or elsewhere."""
    return partial(by_lot, game.rules, game.state, tuple(players), tuple(endings), lot)
