"""A match as the seam for systems hands it to the outside."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from rules.core.dice import SeededDice
from rules.core.game import Game
from rules.core.match import TypedMatch
from rules.core.saved_game import write_game
from rules.core.violations import Violation
from rules.warzone.events import AnyEvent
from rules.warzone.guide import Guide
from rules.warzone.invariants import broken_invariants
from rules.warzone.orders import AnyOrder, read_order
from rules.warzone.reading import read_position
from rules.warzone.refusals import REFUSALS, sentence
from rules.warzone.saved_game import RULESET, rules_of
from rules.warzone.state import Setup, State
from rules.warzone.tabletop import Tabletop


class WarzoneMatch(TypedMatch[State, AnyOrder, AnyEvent]):
    """A match from a scenario; the chapter knows no end of a game, so that all may always act."""

    events: ClassVar[Any] = AnyEvent

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.setup: Setup
        self.setup, begun = read_position(start)
        now = begun if state is None else msgspec.convert(state, State)
        game = Game(rules_of(self.setup), now, SeededDice(seed))
        super().__init__(game, start, self.setup.players)
        self.table = Tabletop(self)
        self.hands = Guide(self.setup, game)

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return self.setup.players

    def read_order(self, order: Any) -> AnyOrder:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order, self.setup)

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words."""
        message = sentence(violation, self.setup, language)
        return REFUSALS.write(violation, language) | {"message": message}

    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The match as a game/1 object."""
        return write_game(self.game, self.start, ruleset or RULESET)

    def faults(self) -> Iterator[str]:
        """What is wrong with the state."""
        return broken_invariants(self.setup, self.game.state)
