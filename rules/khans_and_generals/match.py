"""A battle as the seam for systems hands it to the outside."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rules.core.dice import SeededDice
from rules.core.match import TypedMatch, thought_by_lot
from rules.core.system import Standing
from rules.core.violations import Violation
from rules.khans_and_generals.army.battle_group import RULESET
from rules.khans_and_generals.play.invariants import broken_invariants
from rules.khans_and_generals.play.outcome import write_event, write_violation
from rules.khans_and_generals.play.rules import AnyOrder, actors
from rules.khans_and_generals.play.saved_game import SavedGame, read_state
from rules.khans_and_generals.play.scenario import read_order
from rules.khans_and_generals.state.events import Event, read_event
from rules.khans_and_generals.state.state import State
from rules.khans_and_generals.tabletop import STAGES, Tabletop

#: Orders that only end a turn or the battle.
ENDINGS = ("end_stage", "withdraw")


class Battle(TypedMatch[State, AnyOrder, Event]):
    """A battle from a scenario."""

    events: ClassVar[Any] = Event

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.saved = SavedGame(
            start, SeededDice(seed), None if state is None else read_state(state)
        )
        super().__init__(self.saved.game, start, self.saved.scenario.setup.players)
        self.table = Tabletop(self)

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def standing(self) -> Standing:
        """How the battle stands."""
        state = self.game.state
        return Standing(
            turn=state.turn,
            acting=tuple(self.actors()),
            stage=state.stage if state.stage in STAGES else "",
            preparing=state.stage in STAGES,
            winner=state.winner or "",
        )

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return actors(self.game.state)

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """An order by lot for who may act; nobody gives up by lot."""
        return thought_by_lot(self.game, self.actors(), ENDINGS, lot)

    def read_order(self, order: Any) -> AnyOrder:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order, "$")

    def kept_event(self, data: Any) -> Event:
        """An event that was kept; its new values become what they are in a state."""
        return read_event(data)

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
