"""Dive for cover from under a weapon's template."""

from collections.abc import Iterator
from typing import Self

from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.landing import may_lie_prone
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models, refuse_actor
from rules.warzone.orders.move import sample_legs, tell_way
from rules.warzone.position import Legs, Name
from rules.warzone.refusals import REFUSALS
from rules.warzone.walk import Walk


class Dive(Order, frozen=True):
    """A waiting model moves half its movement, or all of it and lies prone; `success` is the
    caller's waiting test (WZ-060…062)."""

    unit: Name
    template: Name
    legs: Legs = ()
    full: bool = False
    success: bool | None = None

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who dives."""
        return (("unit", self.unit),)

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The template."""
        return (("template", self.template),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model from diving there."""
        add, unit = refusals.add, self.unit
        judged = refuse_actor(now, unit, 0, refusals)
        if not now.model(unit).waiting:
            add("NOT_WAITING", unit)
        if not now.under(unit, now.setup.templates[self.template]):
            add("NOT_UNDER_TEMPLATE", unit, template=self.template)
        if self.full and not may_lie_prone(now, unit):
            add("POSTURE_BARRED", unit, posture="prone")
        if self.success is None:
            add("NOT_SUPPLIED", unit, field="success")
        if judged and self.success is not False:
            Walk(now, unit, refusals).go(self.legs, self._allowance(now), clears=True)

    def _allowance(self, now: Moment) -> float:
        return now.movement(self.unit) / (1 if self.full else 2)

    def carry_out(self, course: Course) -> None:
        """Waiting is over either way; who makes it moves."""
        now, unit = course.now, self.unit
        model = now.model(unit)
        if not self.success:
            course.emit(
                events.Dived(
                    unit=unit,
                    at=model.at,
                    facing=model.facing,
                    elevation=model.elevation,
                    length=0.0,
                    success=False,
                    rules=("WZ-061",),
                )
            )
            return
        walk = Walk(now, unit, Refusals(REFUSALS))
        arrival = walk.go(self.legs, self._allowance(now), clears=True)
        tell_way(course, unit, arrival, events.Dived, "WZ-061", "WZ-062")
        if self.full:
            course.emit(events.LaidProne(unit=unit, rules=("WZ-061",)))

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Half and all of the movement in eight directions, made or missed."""
        for unit in own_models(now, player):
            if not now.model(unit).waiting:
                continue
            for template in now.setup.templates:
                yield cls(unit=unit, template=template, success=False)
                for full, share in ((False, 0.5), (True, 1.0)):
                    for legs in sample_legs(now, unit, share):
                        yield cls(unit=unit, template=template, legs=legs, full=full, success=True)
