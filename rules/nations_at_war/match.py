"""A match as the seam for systems hands it to the outside."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from rules.core.game import Game
from rules.core.match import TypedMatch, thought_by_lot
from rules.core.system import Standing
from rules.core.violations import Violation
from rules.nations_at_war.chance import RecordedChance, SeededChance
from rules.nations_at_war.events import AnyEvent
from rules.nations_at_war.invariants import broken_invariants
from rules.nations_at_war.orders import AnyOrder, read_order
from rules.nations_at_war.play import actors
from rules.nations_at_war.reading import read_position
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.saved_game import RULESET, rules_of, write_game
from rules.nations_at_war.state import Setup, State
from rules.nations_at_war.tabletop import STAGES, Map

#: Orders that only go on to the next stage.
ENDINGS = ("draw", "end_stage")


class NationsMatch(TypedMatch[State, AnyOrder, AnyEvent]):
    """A match from a scenario."""

    events: ClassVar[Any] = AnyEvent

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.setup: Setup
        self.setup, begun = read_position(start)
        now = begun if state is None else msgspec.convert(state, State)
        game = Game(rules_of(self.setup), now, SeededChance(seed), RecordedChance)
        super().__init__(game, start, self.setup.players)
        self.table = Map(self)

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def standing(self) -> Standing:
        """How the game stands; who has won is for its scenario to say."""
        stage = self.game.state.stage
        known = stage if stage in STAGES else ""
        return Standing(self.turn, tuple(self.actors()), stage=known)

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return actors(self.setup, self.game.state)

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """An order by lot for who may act."""
        return thought_by_lot(self.game, self.actors(), ENDINGS, lot)

    def read_order(self, order: Any) -> AnyOrder:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order, self.setup)

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words."""
        return REFUSALS.write(violation, language)

    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The match as a game/1 object."""
        return write_game(self.game, self.start, ruleset or RULESET)

    def faults(self) -> Iterator[str]:
        """What is wrong with the state."""
        return broken_invariants(self.setup, self.game.state)
