"""A match over the types of a system, as the seam hands it to the outside."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from rules.core.dice import (
    DieNeeded,
    FacesLeft,
    ScriptedDice,
    SeededDice,
    Throw,
    TypedDice,
)
from rules.core.game import Difference, Differs, Game, GameRules, Step
from rules.core.hands import Hands
from rules.core.orders import write_order
from rules.core.system import (
    Forecast,
    NothingLegal,
    SavedStep,
    Standing,
    Tabletop,
    Taken,
    Telling,
)
from rules.core.typed import converter
from rules.core.violations import Violation

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - an order
E = TypeVar("E")


@cache
def _events_of(kind: Any) -> Callable[[Any], Any]:
    """What reads events of a type."""
    return converter(tuple[kind, ...])


def _nothing() -> None:
    """No order."""


class TypedMatch(ABC, Generic[S, O, E]):
    """A game of a system with the start it is saved with, told in JSON (`core.system.Match`).

    A system says how its orders are read, who may act, how refusals and games are written, and what
    must hold of every state. `events` is the type of its events, as they are kept.
    """

    events: ClassVar[Any]
    telling: Telling | None = None
    forecast: Forecast | None = None
    table: Tabletop | None = None
    hands: Hands | None = None
    minutes: int | None = None
    at_any_time: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self, game: Game[S, O, E], start: Mapping[str, Any], players: Sequence[str]
    ) -> None:
        self.game = game
        self.start = start
        self.players = players
        #: Legal orders by player, and the state they are legal in.
        self._legal: dict[str, list[dict[str, Any]]] = {}
        self._legal_in: S | None = None

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

    def given_by(self, order: Mapping[str, Any]) -> str:
        """The player an order names, "" for none."""
        named = str(order.get("player", ""))
        return named if named in self.players else ""

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

    def by_agreement(self) -> Sequence[dict[str, Any]] | None:
        """The orders that end the game when all agree: rules that know none."""
        return None

    def is_by_agreement(self, order: Any) -> bool:
        """Whether an order ends the game when all agree: rules that know none."""
        return False

    def ordered(self, commander: str, lot: int) -> dict[str, Any]:
        """The order a commander gives for who must act."""
        return self.thought(commander, lot)()

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """Nobody commands where a system does not say so."""
        raise KeyError(commander)

    def answer(self, player: str, commander: str, lot: int) -> Callable[[], dict[str, Any] | None]:
        """Commanders let every moment pass where a system does not say otherwise."""
        return _nothing

    def legal_orders(self, player: str) -> list[dict[str, Any]]:
        """Orders a player may give."""
        if self._legal_in is not self.game.state:
            self._legal, self._legal_in = {}, self.game.state
        if player not in self._legal:
            found = self.game.rules.legal_orders(self.game.state, player)
            self._legal[player] = [write_order(order) for order in found]
        return list(self._legal[player])

    def explain(self, order: Any, language: str) -> list[dict[str, Any]]:
        """Every reason why not."""
        found = self.game.rules.explain(self.game.state, self.read_order(order))
        return [self.write_refusal(violation, language) for violation in found]

    def take(self, order: Any, faces: Sequence[int] | None = None) -> list[dict[str, Any]]:
        """Carry out an order, with typed faces where there are some."""
        read = self.read_order(order)
        if faces is None:
            return [self.write_event(event) for event in self.game.play(read)]
        if (needed := self.asks(order, faces).needed) is not None:
            raise DieNeeded(needed)
        return [self.write_event(event) for event in self.game.play(read, self.typed(faces))]

    def asks(self, order: Any, faces: Sequence[int]) -> Throw:
        """The dice of an order as far as some faces settle them, and the next one."""
        dice = self.typed(faces)
        try:
            self.game.try_dice(self.read_order(order), dice)
        except DieNeeded as error:
            thrown = len(dice.used) - dice.before
            return Throw(tuple(dice.used), error.die, dice.together, thrown)
        if len(dice.used) < len(faces):
            raise FacesLeft(len(dice.used))
        return Throw(tuple(dice.used))

    def typed(self, faces: Sequence[int]) -> TypedDice:
        """Typed faces as dice of the game."""
        return TypedDice(faces)

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
        events = self.kept_events(step.events)
        self.game.follow(Step(order, step.faces, events, step.fingerprint))

    def keep_event(self, event: E) -> dict[str, Any]:
        """An event with all that `evolve` needs, as plain values."""
        kept: dict[str, Any] = msgspec.to_builtins(event)
        return kept

    def kept_events(self, data: Sequence[Any]) -> tuple[E, ...]:
        """Events as `keep_event` gave them; raises msgspec.ValidationError for anything else."""
        events: tuple[E, ...] = _events_of(self.events)(data)
        return events

    def retraced(self) -> Difference | None:
        """Where the match, played again by its own record, first differs."""
        return self.game.retraced(lambda s: self.scripted(self.rolled(s.faces, s.events)))

    def rolled(self, faces: tuple[int, ...], events: Iterable[E]) -> Any:
        """What chance brought to a step with such faces and events, as `scripted` takes it."""
        return faces

    def scripted(self, rolled: Any) -> ScriptedDice:
        """What dice showed once, as dice of the game."""
        return ScriptedDice(rolled)

    def repeat(self, order: Any, once: Taken) -> bool:
        """Take an order with the dice of a step, if it is the one given there and leads to the
        same."""
        read = self.read_order(order)
        if read != self.read_order(once.order):
            return False
        try:
            rolled = self.rolled(once.faces, self.kept_events(once.events))
            self.game.again(read, self.scripted(rolled), once.fingerprint)
        except Differs:
            return False
        return True

    def again(self, step: SavedStep) -> None:
        """Take an order as a file holds it."""
        order = self.read_order(step.order)
        self.game.again(order, self.scripted(step.rolled), step.fingerprint)

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


def as_listed(state: Any, units: Iterable[str]) -> Any:
    """A state with its `units` in the order of the start, and that in which a way still `under_way`
    began: who is named first follows it where the rules leave that open, and what keeps a state
    may keep the fields of an object in another order."""
    listed = tuple(units)
    way = state.under_way
    if way is not None:
        way = replace(way, start=as_listed(way.start, listed))
    return replace(state, units={unit: state.units[unit] for unit in listed}, under_way=way)


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
