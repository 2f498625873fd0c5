"""Make a ranged attack; what it does is for the caller's charts."""

from collections.abc import Iterator
from typing import Literal, Self

import msgspec

from rules.core.refusals import Refusals
from rules.nations_at_war import events
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order, active_units, refuse_actor
from rules.nations_at_war.position import Name, Result
from rules.nations_at_war.results import apply_result, refuse_absent, refuse_result, report


class RangedFire(Order, frozen=True, tag="fire"):
    """A counter attacks another from afar (NW-027, NW-030); range, sight and odds are not asked
    after, and a `result` handed in is applied."""

    unit: Name
    target: Name
    by: Literal["carrier", "passengers"] = msgspec.field(default="carrier", name="as")
    result: Result | None = None

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """Who fires at whom."""
        return (("unit", self.unit), ("target", self.target))

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the counter, and what is wrong with its target."""
        refuse_actor(now, self.unit, refusals)
        unit = now.unit(self.unit)
        if not unit.eliminated and unit.at is None:
            refusals.add("NOT_ON_MAP", self.unit)
        if unit.mp_left is not None:
            refusals.add("MOVED_ALREADY", self.unit)
        if self.by == "passengers" and unit.side == "mounted":
            refusals.add("PASSENGERS_DO_NOT_ATTACK", self.unit)
        if now.setup.owner(self.unit) == now.setup.owner(self.target):
            refusals.add("NOT_AN_ENEMY", self.unit, target=self.target)
        if not refuse_absent(now, self.target, refusals):
            refuse_result(now, self.target, self.result or "none", refusals)

    def carry_out(self, course: Course) -> None:
        """The counter has fired; the rest is the caller's."""
        course.emit(events.Fired(unit=self.unit, target=self.target, by=self.by, rules=("NW-030",)))
        report(course, "ranged_attack", self.unit, self.target, "NW-027")
        apply_result(course, self.target, self.result or "none")

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every counter at every enemy, with every result."""
        for unit_id in active_units(now, player):
            for enemy in now.enemies(player):
                for result in ("none", "disrupted", "reduced", "eliminated"):
                    fields = {"order": "fire", "unit": unit_id, "target": enemy, "result": result}
                    yield msgspec.convert(fields, cls)
