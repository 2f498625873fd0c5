"""A skirmish as the seam for systems hands it to the outside."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from rules.age_of_destruction.army.verdict import RULESET
from rules.age_of_destruction.bots import ordered
from rules.age_of_destruction.forecast.outlook import TooManyWays, outlook
from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.play.invariants import broken_invariants
from rules.age_of_destruction.play.outcome import write_refusal, write_value
from rules.age_of_destruction.play.play import begins_by_itself
from rules.age_of_destruction.play.rules import is_stuck, who_acts
from rules.age_of_destruction.play.saved_game import (
    Skirmish,
    read_events,
    read_state,
    rules_of,
    write_events,
    write_record,
)
from rules.age_of_destruction.play.scenario import Scenario
from rules.age_of_destruction.playouts.play import actors
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.telling import tell
from rules.core.dice import SeededDice
from rules.core.game import Game
from rules.core.match import TypedMatch, as_listed
from rules.core.orders import write_order
from rules.core.saved_game import taken
from rules.core.system import Standing
from rules.core.violations import Violation


class SkirmishMatch(TypedMatch[State, Order, AnyEvent]):
    """A skirmish from a scenario, of which `start` is the file."""

    events: ClassVar[Any] = AnyEvent

    def __init__(
        self, start: Mapping[str, Any], scenario: Scenario, seed: int, state: Any = None
    ) -> None:
        self.setup = scenario.setup
        begun = scenario.state
        now = begun if state is None else as_listed(read_state(state), begun.units)
        super().__init__(
            Game(rules_of(self.setup), now, SeededDice(seed)),
            start,
            [player.id for player in self.setup.players],
        )
        self.minutes = self.setup.limits.minutes
        self.telling = Telling(self.setup, self.game)
        self.forecast = Forecast(self.setup, self.game)

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return actors(self.setup, self.game.state)

    def standing(self) -> Standing:
        """How the skirmish stands."""
        state = self.game.state
        ready = state.preparation
        return Standing(
            turn=state.turn,
            acting=tuple(self.actors()),
            stage=ready.step if ready else "",
            preparing=ready is not None,
            winner=state.winner,
            points=self.setup.build_total,
        )

    @property
    def sides(self) -> Mapping[str, str]:
        """The team of every player."""
        return {player: self.setup.team(player) for player in self.players}

    def is_stuck(self) -> bool:
        """Whether whoever must act has nothing legal to do."""
        return is_stuck(self.setup, self.game.state)

    def by_itself(self) -> dict[str, Any] | None:
        """The roll for the first player, which waits for nobody but those with dice of their
        own."""
        waits = self.setup.real_table or not begins_by_itself(self.game.state)
        return None if waits else write_order(EndStage())

    def time_up(self, minutes: float) -> dict[str, Any] | None:
        """The call that time is up."""
        return None if self.minutes is None else write_order(TimeUp(minutes=minutes))

    def by_agreement(self) -> Sequence[dict[str, Any]]:
        """What everybody with units on the battlefield has yet to say (AOD-END-004)."""
        says = [EndGame(player=player) for player in self.players]
        state, rules = self.game.state, self.game.rules
        return [write_order(order) for order in says if not rules.explain(state, order)]

    def is_by_agreement(self, order: Any) -> bool:
        """Whether somebody says it with an order."""
        return isinstance(self.read_order(order), EndGame)

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """The order of a commander for who must act."""
        state = self.game.state
        return partial(_written, commander, lot, self.setup, state, who_acts(state))

    def read_order(self, order: Any) -> Order:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order)

    def write_event(self, event: AnyEvent) -> dict[str, Any]:
        """An event as outcomes hold it."""
        written: dict[str, Any] = write_value(event)
        return written

    def keep_event(self, event: AnyEvent) -> dict[str, Any]:
        """An event as it is kept."""
        (kept,) = write_events([event])
        return kept

    def kept_events(self, data: Sequence[Any]) -> tuple[AnyEvent, ...]:
        """Events that were kept."""
        return read_events(data)

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words."""
        return write_refusal(violation, language)

    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The skirmish as a game/1 object."""
        return write_record(self.start, taken(self.game), ruleset=ruleset or RULESET)

    def faults(self) -> list[str]:
        """What is wrong with the state."""
        return broken_invariants(self.setup, self.game.state)


def _written(commander: str, lot: int, setup: Setup, state: State, player: str) -> dict[str, Any]:
    return write_order(ordered(commander, lot, setup, state, player))


class Telling:
    """A skirmish in sentences (`core.system.Telling`)."""

    def __init__(self, setup: Setup, game: Skirmish) -> None:
        self._setup = setup
        self._game = game

    def log(self, language: str) -> list[list[str]]:
        """What happened, a list of sentences for every order taken."""
        return [
            [line.text for line in tell(self._setup, step.events, language)]
            for step in self._game.steps
        ]


class Forecast:
    """What orders of a skirmish promise (`core.system.Forecast`)."""

    def __init__(self, setup: Setup, game: Skirmish) -> None:
        self._setup = setup
        self._game = game

    def harm(self, order: Any) -> dict[str, float] | None:
        """The clicks every unit may expect to lose."""
        try:
            found = outlook(self._setup, self._game.state, read_order(order))
        except TooManyWays:
            return None
        return {unit: float(fate.expected) for unit, fate in found.fates.items()}
