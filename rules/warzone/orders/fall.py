"""Some event makes a model fall."""

import msgspec

from rules.core.refusals import Refusals
from rules.warzone.course import Course
from rules.warzone.landing import fall, lies_at, on_level_of
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order
from rules.warzone.position import Inches, Name, Places
from rules.warzone.room import Newcomer, refuse_places


class Fall(Order, frozen=True):
    """A model falls straight down: a climber from its height, others from the one stated
    (WZ-051…059)."""

    unit: Name
    height: Inches | None = None
    displace: Places = msgspec.field(default_factory=dict)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who falls, and who makes room."""
        return (("unit", self.unit), *((f"displace.{name}", name) for name in self.displace))

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report who cannot fall."""
        model = now.model(self.unit)
        if model.eliminated:
            refusals.add("ELIMINATED", self.unit)
            return
        if model.climbing is None and self.height is None:
            refusals.add("NOT_SUPPLIED", self.unit, field="height")
            return
        elevation = lies_at(now, self.unit, model.at, self._height(now))
        newcomer = Newcomer(now, self.unit, model.at, elevation, model.facing)
        hit = tuple(now.overlapped(self.unit, model.at, elevation))
        refuse_places(newcomer, hit, self.displace, on_level_of(now, hit), refusals)

    def _height(self, now: Moment) -> float:
        climbing = now.model(self.unit).climbing
        return climbing.height if climbing else self.height or 0.0

    def carry_out(self, course: Course) -> None:
        """Fall."""
        now = course.now
        fall(course, self.unit, now.model(self.unit).at, self._height(now), self.displace)
