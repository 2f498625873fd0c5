"""Ask what of the models in between hides a target."""

from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order
from rules.warzone.position import Name


class Sight(Order, frozen=True):
    """A question that changes nothing; `past` are the models in between, by the caller's eye
    (WZ-028, WZ-030)."""

    unit: Name
    target: Name
    past: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who looks at whom past whom."""
        between = ((f"past[{index}]", name) for index, name in enumerate(self.past))
        return (("unit", self.unit), ("target", self.target), *between)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Nobody looks who is gone, or at such."""
        for unit in (self.unit, self.target):
            if now.model(unit).eliminated:
                refusals.add("ELIMINATED", unit)

    def carry_out(self, course: Course) -> None:
        """Answer for every model in between."""
        answers = {unit: self._hides(course.now, unit) for unit in self.past}
        course.emit(
            events.Sight(
                unit=self.unit,
                target=self.target,
                blocked_by=tuple(unit for unit, hides in answers.items() if hides),
                not_blocked_by=tuple(unit for unit, hides in answers.items() if hides is False),
                not_supplied=tuple(unit for unit, hides in answers.items() if hides is None),
                rules=("WZ-028", "WZ-030"),
            )
        )

    def _hides(self, now: Moment, between: str) -> bool | None:
        """Whether a model hides the target; None where another chapter has to say."""
        viewer = now.model(self.unit)
        if now.model(between).posture == "standing" or viewer.posture == "prone":
            return None
        if viewer.posture == "mp":
            return True
        return False if now.profile(self.unit).size >= now.profile(between).size else None
