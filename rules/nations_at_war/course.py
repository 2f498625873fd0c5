"""An order being carried out: it rolls, draws, asks and emits, and sees the state change."""

from rules.nations_at_war.chance import Chance
from rules.nations_at_war.events import AnyEvent, Asked
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.state import Setup, State, UnderWay


class Course:
    """One run of an order from the state it began in."""

    def __init__(self, setup: Setup, state: State, chance: Chance) -> None:
        self.setup = setup
        self.state = state
        self.chance = chance
        self.events: list[AnyEvent] = []

    @property
    def now(self) -> Moment:
        """The state as it is now."""
        return Moment(self.setup, self.state)

    def emit(self, event: AnyEvent) -> None:
        """Let something happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def stop(self, way: UnderWay) -> None:
        """Leave a move open at a question."""
        self.emit(Asked(under_way=way, rules=("NW-033",)))
