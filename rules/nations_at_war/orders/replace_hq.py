"""Choose where a lost headquarters comes back."""

from collections.abc import Iterator
from typing import Self

from rules.core.refusals import Refusals
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.phases import replace_headquarters
from rules.nations_at_war.position import Name


class ReplaceHq(Order, frozen=True):
    """Stack a lost headquarters with a surviving counter of its formation (NW-009, NW-014); who
    does not choose gets the first one on the map."""

    stages = ("administrative",)

    formation: Name
    unit: Name

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """The counter it is stacked with."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report a headquarters that is not lost, or a counter that is no place for it."""
        formation = now.setup.formations[self.formation]
        lost = now.unit(formation.hq).eliminated
        if not lost or now.setup.rulings.hq_replacement == "none":
            refusals.add("HQ_IN_PLAY", self.formation)
        if self.unit not in now.on_map(formation):
            refusals.add("NO_UNIT_THERE", self.unit, formation=self.formation)

    def carry_out(self, course: Course) -> None:
        """The headquarters is back, reduced."""
        replace_headquarters(course, course.setup.formations[self.formation], self.unit)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every surviving counter of a formation whose headquarters is lost."""
        for formation in now.setup.formations.values():
            if formation.owner == player and now.unit(formation.hq).eliminated:
                for unit_id in now.on_map(formation):
                    yield cls(formation=formation.id, unit=unit_id)
