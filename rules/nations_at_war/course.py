"""An order being carried out: it rolls, draws, asks and emits, and sees the state change."""

from rules.core import course
from rules.nations_at_war.chance import Chance
from rules.nations_at_war.events import AnyEvent, Asked
from rules.nations_at_war.evolve import evolve
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.state import Setup, State, UnderWay


class Course(course.Course[Setup, State, AnyEvent]):
    """One run of an order from the state it began in."""

    def __init__(self, setup: Setup, state: State, chance: Chance) -> None:
        super().__init__(setup, state, evolve)
        self.chance = chance

    @property
    def now(self) -> Moment:
        """The state as it is now."""
        return Moment(self.setup, self.state)

    def stop(self, way: UnderWay) -> None:
        """Leave a move open at a question."""
        self.emit(Asked(under_way=way, rules=("NW-033",)))
