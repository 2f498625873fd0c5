"""Hand in a result of another chapter."""

from typing import Literal

from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.landing import may_lie_prone
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order
from rules.warzone.position import Name

Result = Literal["prone", "engaged", "free", "waiting", "not_waiting", "eliminated"]
#: Where this chapter speaks of what is handed in.
RULES: dict[Result, tuple[str, ...]] = {
    "prone": ("WZ-031",),
    "engaged": ("WZ-015",),
    "free": ("WZ-023",),
    "waiting": ("WZ-060",),
    "not_waiting": ("WZ-058",),
    "eliminated": ("WZ-056",),
}


class HandInResult(Order, frozen=True, tag="result"):
    """What waiting, close combat, disengaging or wounds brought for a model."""

    unit: Name
    result: Result

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Whose result it is."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report a model that is gone, or cannot be laid prone (WZ-032)."""
        if now.model(self.unit).eliminated:
            refusals.add("ELIMINATED", self.unit)
        if self.result == "prone" and not may_lie_prone(now, self.unit):
            refusals.add("POSTURE_BARRED", self.unit, posture="prone")

    def carry_out(self, course: Course) -> None:
        """Apply it."""
        course.emit(
            events.ResultApplied(unit=self.unit, result=self.result, rules=RULES[self.result])
        )
