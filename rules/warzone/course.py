"""An order being carried out: what it spends, and the tests it rolls."""

from rules.core import course
from rules.core.dice import Dice, die, throw
from rules.warzone import events
from rules.warzone.evolve import evolve
from rules.warzone.moment import Moment
from rules.warzone.odds import HOLDS, LEAPS, leadership
from rules.warzone.state import Setup, State

D20 = die(20)


class Course(course.Course[Setup, State, events.AnyEvent]):
    """One run of an order from the state it began in."""

    def __init__(self, setup: Setup, state: State, dice: Dice) -> None:
        super().__init__(setup, state, evolve)
        self.dice = dice

    @property
    def now(self) -> Moment:
        """The state as it is now."""
        return Moment(self.setup, self.state)

    def spend(self, unit: str, actions: int) -> None:
        """Take actions from a model."""
        if actions:
            left = self.state.units[unit].actions_left - actions
            self.emit(events.ActionSpent(unit=unit, left=left, rules=("WZ-003",)))

    def climb_holds(self, unit: str) -> bool:
        """Roll whether a climber keeps its hold (WZ-037)."""
        face = throw(self.dice, D20)
        holds = face <= HOLDS.most
        self.emit(events.ClimbTest(unit=unit, die=face, passed=holds, rules=("WZ-037", "WZ-042")))
        return holds

    def jump_falls(self, unit: str) -> int:
        """Roll a jump: 0 where it succeeds, else the face that says where it ends (WZ-044)."""
        face = throw(self.dice, D20)
        passed = face <= LEAPS.most
        self.emit(events.JumpTest(unit=unit, die=face, passed=passed, rules=("WZ-044",)))
        return 0 if passed else face

    def leads(self, unit: str, value: int, rule: str) -> bool:
        """Roll Leadership: at most the value passes; 1 always, 20 never, unless switched off
        (WZ-048)."""
        face = throw(self.dice, D20)
        passed = face <= leadership(value, self.setup.rulings).most
        self.emit(
            events.LeadershipTest(unit=unit, die=face, value=value, passed=passed, rules=(rule,))
        )
        return passed
