"""A battle as the seam for systems hands it to the outside."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from rules.core.dice import SeededDice
from rules.core.match import TypedMatch
from rules.core.orders import write_order
from rules.core.system import Standing
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import RULESET
from rules.khans_and_generals.bots import COMMANDERS, answered, ordered
from rules.khans_and_generals.briefing import Brief, Card, brief, card
from rules.khans_and_generals.guide import BattleHands
from rules.khans_and_generals.moment.command import answering
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.end_stage import EndStage
from rules.khans_and_generals.orders.placing import placed_first
from rules.khans_and_generals.play.invariants import broken_invariants
from rules.khans_and_generals.play.outcome import write_event, write_violation
from rules.khans_and_generals.play.rules import AnyOrder, actors
from rules.khans_and_generals.play.saved_game import SavedGame, read_state
from rules.khans_and_generals.play.scenario import read_order
from rules.khans_and_generals.starting.drawing_up import next_order
from rules.khans_and_generals.state.events import Event, read_event
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.tabletop import Tabletop
from rules.khans_and_generals.words import STAGES


def _thought(commander: str, lot: int, setup: Setup, state: State) -> dict[str, Any]:
    return write_order(ordered(commander, lot, setup, state))


def _answer(
    commander: str, lot: int, setup: Setup, state: State, player: str
) -> dict[str, Any] | None:
    order = answered(commander, lot, setup, state, player)
    return None if order is None else write_order(order)


class Battle(TypedMatch[State, AnyOrder, Event]):
    """A battle from a scenario."""

    events: ClassVar[Any] = Event

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.saved = SavedGame(
            start, SeededDice(seed), None if state is None else read_state(state)
        )
        super().__init__(self.saved.game, start, self.saved.scenario.setup.players)
        self.table = Tabletop(self)
        self.hands = BattleHands(self.saved.scenario.setup, lambda: self.game.state)

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def brief(self, language: str, viewers: Collection[str]) -> Brief:
        """The hour, the staffs and what each side thinks of the battle, as some players see it."""
        return brief(self._field, language, viewers)

    def card(self, unit: str, language: str) -> Card:
        """The card of a unit as it is now; raises KeyError."""
        return card(self._field, unit, language)

    @property
    def _field(self) -> Field:
        return Field(self.saved.scenario.setup, self.game.state)

    def standing(self) -> Standing:
        """How the battle stands."""
        state = self.game.state
        return Standing(
            turn=state.turn,
            acting=tuple(self.actors()),
            stage=state.stage if state.stage in STAGES else "",
            preparing=state.stage in STAGES,
            winner=state.winner or "",
            answering=tuple(answering(self._field)),
        )

    def given_by(self, order: Mapping[str, Any]) -> str:
        """Whose an order is: that of the owner of the unit it names, or of the first it places."""
        named = placed_first(order) or str(order.get("unit", ""))
        unit = self.game.state.units.get(named)
        return super().given_by(order) if unit is None else unit.owner

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return actors(self.game.state)

    def by_agreement(self) -> Sequence[dict[str, Any]]:
        """Who stops before the battle is decided has no time left for it (KG-168)."""
        order = EndStage(time_up=True)
        refused = self.game.rules.explain(self.game.state, order)
        return [] if refused else [write_order(order)]

    def is_by_agreement(self, order: Any) -> bool:
        """Whether an order says so."""
        read = self.read_order(order)
        return isinstance(read, EndStage) and read.time_up

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """The order of a commander; before the battle all draw up their armies in the same way."""
        if commander not in COMMANDERS:
            raise KeyError(commander)
        state, setup = self.game.state, self.saved.scenario.setup
        if state.stage == "setup" and state.battle.type is not None:
            return partial(_drawn_up, setup, state)
        return partial(_thought, commander, lot, setup, state)

    def answer(self, player: str, commander: str, lot: int) -> Callable[[], dict[str, Any] | None]:
        """What a commander does with a command point in the enemy's turn (KG-082)."""
        if commander not in COMMANDERS:
            raise KeyError(commander)
        state, setup = self.game.state, self.saved.scenario.setup
        return partial(_answer, commander, lot, setup, state, player)

    def read_order(self, order: Any) -> AnyOrder:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order, "$")

    def kept_events(self, data: Sequence[Any]) -> tuple[Event, ...]:
        """Events that were kept; their new values become what they are in a state."""
        return tuple(map(read_event, data))

    def write_event(self, event: Event) -> dict[str, Any]:
        """An event as outcomes hold it."""
        return write_event(event)

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words."""
        return write_violation(violation, language)

    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The battle as a game/1 object."""
        return self.saved.write(ruleset=ruleset or RULESET)

    def faults(self) -> list[str]:
        """What is wrong with the state."""
        return broken_invariants(self.saved.scenario.setup, self.game.state)


def _drawn_up(setup: Setup, state: State) -> dict[str, Any]:
    """The next order of who sets up; the same armies are drawn up alike."""
    return write_order(next_order(setup, state, state.active, len(state.units)))
