"""Hand in a result of combat that no order here stands for."""

from rules.core.refusals import Refusals
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.position import Name, Result
from rules.nations_at_war.results import apply_result, refuse_absent, refuse_result


class HandInResult(Order, frozen=True, tag="result"):
    """What the caller's own charts gave for a counter, at any time (NW-027, NW-043)."""

    stages = ("draw", "impulse", "administrative")

    unit: Name
    result: Result
    source: str = ""

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """Whose result it is."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report a counter that is gone or shows the result already."""
        if not refuse_absent(now, self.unit, refusals):
            refuse_result(now, self.unit, self.result, refusals)

    def carry_out(self, course: Course) -> None:
        """Apply the result."""
        apply_result(course, self.unit, self.result, self.source)
