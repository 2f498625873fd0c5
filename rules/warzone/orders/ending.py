"""End a model's activation, or the turn with all of them."""

from collections.abc import Iterator
from typing import Self

from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.landing import fall
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models
from rules.warzone.position import Name


class EndActivation(Order, frozen=True):
    """A model's actions are over; on a wall it tests whether it keeps its hold (WZ-037)."""

    unit: Name

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Whose activation ends."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report a model that is gone, or has ended already."""
        if now.model(self.unit).eliminated:
            refusals.add("ELIMINATED", self.unit)
        elif now.model(self.unit).ended:
            refusals.add("NO_ACTION_LEFT", self.unit)

    def carry_out(self, course: Course) -> None:
        """End it."""
        end_activation(course, self.unit)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Any model that has not ended."""
        yield from (cls(unit=unit) for unit in own_models(now, player))


class EndStage(Order, frozen=True):
    """The turn ends: what has not ended does, in file order, and everybody has all actions
    again."""

    def carry_out(self, course: Course) -> None:
        """End the turn."""
        for unit, model in course.state.units.items():
            if not model.ended and not model.eliminated:
                end_activation(course, unit)
        actions = {unit: course.setup.models[unit].actions for unit in course.state.units}
        turn = course.state.turn + 1
        course.emit(events.TurnEnded(turn=turn, actions=actions, rules=("WZ-001",)))

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Anybody may end the turn."""
        yield cls()


def end_activation(course: Course, unit: str) -> None:
    """A climber still on the wall tests, then the activation is over (WZ-037)."""
    model = course.now.model(unit)
    if model.climbing and not course.climb_holds(unit):
        fall(course, unit, model.at, model.climbing.height, {})
    course.emit(events.ActivationEnded(unit=unit, rules=("WZ-037",)))
