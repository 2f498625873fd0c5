"""A match as the seam for systems hands it to the outside."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.core.game import Game
from rules.core.match import TypedMatch, as_listed, thought_by_lot
from rules.core.naming import tag_of
from rules.core.orders import write_order
from rules.core.saved_game import write_game
from rules.core.system import NothingLegal, Standing
from rules.core.violations import Violation
from rules.nations_at_war.bots.greedy import greedy
from rules.nations_at_war.chance import (
    RecordedChance,
    ScriptedChance,
    SeededChance,
    TypedChance,
)
from rules.nations_at_war.events import AnyEvent, Asked
from rules.nations_at_war.grid import Grid
from rules.nations_at_war.guide.hands import CounterHands
from rules.nations_at_war.guide.wording import sentence
from rules.nations_at_war.invariants import broken_invariants
from rules.nations_at_war.orders import AnyOrder, read_order
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.orders.result import HandInResult
from rules.nations_at_war.play import actors
from rules.nations_at_war.reading import read_position
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.saved_game import RULESET, Rolled, drawn_in, rules_of
from rules.nations_at_war.state import Setup, State
from rules.nations_at_war.tabletop import STAGES, Map

#: Orders that only go on to the next stage.
ENDINGS = ("draw", "end_stage")


#: How commanders find an order, from the weakest on; "random" draws one by lot.
COMMANDERS = {"greedy": greedy}


class NationsMatch(TypedMatch[State, AnyOrder, AnyEvent]):
    """A match from a scenario."""

    events: ClassVar[Any] = AnyEvent
    at_any_time = (tag_of(HandInResult),)

    def __init__(self, start: Mapping[str, Any], seed: int, state: Any = None) -> None:
        self.setup: Setup
        self.setup, begun = read_position(start)
        now = begun if state is None else as_listed(msgspec.convert(state, State), begun.units)
        game = Game(rules_of(self.setup), now, SeededChance(seed), RecordedChance)
        super().__init__(game, start, self.setup.players)
        self.grid = Grid.of(self.setup.map)
        self.table: Map = Map(self)
        self.hands: CounterHands = CounterHands(self)

    def kept_events(self, data: Sequence[Any]) -> tuple[AnyEvent, ...]:
        """As any match's; the state in which a move that was asked about began lists its units in
        the order of the start."""
        return tuple(self._listed(event) for event in super().kept_events(data))

    def _listed(self, event: AnyEvent) -> AnyEvent:
        if not isinstance(event, Asked):
            return event
        way = event.under_way
        start = as_listed(way.start, self.game.state.units)
        return replace(event, under_way=replace(way, start=start))

    @property
    def turn(self) -> int:
        """The turn that is played."""
        return self.game.state.turn

    def standing(self) -> Standing:
        """How the game stands; who has won is for its scenario to say."""
        stage = self.game.state.stage
        known = stage if stage in STAGES else ""
        waits = self.game.state.under_way is not None
        return Standing(self.turn, tuple(self.actors()), stage=known, for_people=waits)

    def actors(self) -> Sequence[str]:
        """Who may act now."""
        return actors(self.setup, self.game.state)

    def thought(self, commander: str, lot: int) -> Callable[[], dict[str, Any]]:
        """An order for who may act, by lot or by looking ahead; raises KeyError for others."""
        if commander == "random":
            return thought_by_lot(self.game, self.actors(), ENDINGS, lot)
        return partial(_written, COMMANDERS[commander], self.setup, self.game.state)

    def read_order(self, order: Any) -> AnyOrder:
        """An order of scenario/1; raises Unreadable."""
        return read_order(order, self.setup)

    def typed(self, faces: Sequence[int]) -> TypedChance:
        """Typed faces and drawn markers."""
        return TypedChance(faces)

    def rolled(self, faces: tuple[int, ...], events: Iterable[AnyEvent]) -> Rolled:
        """Faces and drawn markers."""
        return Rolled(faces, drawn_in(events))

    def scripted(self, rolled: Rolled) -> ScriptedChance:
        """Faces and drawn markers once more."""
        return rolled.scripted()

    def write_refusal(self, violation: Violation, language: str) -> dict[str, Any]:
        """One reason why not, in words that call hexes as the map does."""
        message = sentence(violation, self.setup, self.grid, language)
        return REFUSALS.write(violation, language) | {"message": message}

    def save(self, ruleset: str = "") -> dict[str, Any]:
        """The match as a game/1 object."""
        drawn = [drawn_in(step.events) for step in self.game.steps]
        return write_game(self.game, self.start, ruleset or RULESET, drawn=drawn)

    def faults(self) -> Iterator[str]:
        """What is wrong with the state."""
        return broken_invariants(self.setup, self.game.state)


def _written(
    commander: Callable[[Setup, State, str], Order], setup: Setup, state: State
) -> dict[str, Any]:
    """The order of a commander for the first who may act; raises NothingLegal after the end."""
    for player in actors(setup, state):
        return write_order(commander(setup, state, player))
    raise NothingLegal("after the end")
