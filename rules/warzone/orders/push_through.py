"""Push through small enemies."""

from collections.abc import Iterator
from typing import Literal, Self

from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models, refuse_actor
from rules.warzone.orders.move import cost_of, sample_legs, tell_way, walk_actions
from rules.warzone.position import Legs, Name
from rules.warzone.refusals import REFUSALS
from rules.warzone.walk import LARGE, Walk


class PushThrough(Order, frozen=True):
    """One action through enemies of Size 1 and 2; `next` is a further one that clears a base the
    first ends on (WZ-017…023)."""

    unit: Name
    legs: Legs = ()
    next: Legs | None = None

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who pushes."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model, and whom it may not push through."""
        judged = refuse_actor(now, self.unit, cost_of(self.next), refusals, engaged=True)
        size = now.profile(self.unit).size
        if size < LARGE:
            refusals.add("TOO_SMALL", self.unit, size=size)
        if judged:
            walk_actions(Walk(now, self.unit, refusals, pushes=True), self.legs, self.next)

    def carry_out(self, course: Course) -> None:
        """Waiting enemies may interrupt before and after each action; close combat is left."""
        course.spend(self.unit, cost_of(self.next))
        walk = Walk(course.now, self.unit, Refusals(REFUSALS), pushes=True)
        for arrival in walk_actions(walk, self.legs, self.next):
            self._offer(course, "declared")
            tell_way(course, self.unit, arrival, events.PushedThrough, "WZ-018", "WZ-020")
            if course.now.model(self.unit).engaged:
                course.emit(events.BrokeOff(unit=self.unit, rules=("WZ-023",)))
            self._offer(course, "placed")

    def _offer(self, course: Course, moment: Literal["declared", "placed"]) -> None:
        now = course.now
        may = tuple(enemy for enemy in now.enemies(self.unit) if now.model(enemy).waiting)
        course.emit(
            events.InterruptOffered(unit=self.unit, moment=moment, may=may, rules=("WZ-022",))
        )

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """As a move, by who is large enough."""
        for unit in own_models(now, player):
            if now.profile(unit).size >= LARGE:
                for legs in sample_legs(now, unit):
                    yield cls(unit=unit, legs=legs)
