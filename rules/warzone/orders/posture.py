"""Change posture."""

from collections.abc import Iterator
from typing import Self, get_args

from rules.core.refusals import Refusals
from rules.warzone import events, position
from rules.warzone.course import Course
from rules.warzone.landing import may_lie_prone
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models
from rules.warzone.position import Name


class Posture(Order, frozen=True):
    """Take another posture for one action; who is prone rises by it (WZ-024…032)."""

    unit: Name
    to: position.Posture

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Whose posture it is."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model from it."""
        model = now.model(self.unit)
        if model.eliminated:
            refusals.add("ELIMINATED", self.unit)
            return
        if model.ended or not model.actions_left:
            refusals.add("NO_ACTION_LEFT", self.unit)
        if model.climbing:
            refusals.add("CLIMBING", self.unit)
        if model.posture == self.to:
            refusals.add("NOTHING_DONE", self.unit)
        if not may_take(now, self.unit, self.to):
            refusals.add("POSTURE_BARRED", self.unit, posture=self.to)

    def carry_out(self, course: Course) -> None:
        """Spend the action and take the posture."""
        course.spend(self.unit, 1)
        course.emit(
            events.PostureChanged(unit=self.unit, posture=self.to, rules=("WZ-024", "WZ-025"))
        )

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every posture."""
        for unit in own_models(now, player):
            for posture in get_args(position.Posture):
                yield cls(unit=unit, to=posture)


def may_take(now: Moment, unit: str, posture: position.Posture) -> bool:
    """Vehicles, riders, zombies and those whose rules say so take no firing posture; vehicles that
    are no walkers are never prone (WZ-029, WZ-032)."""
    profile = now.profile(unit)
    if posture == "mp":
        barred = profile.kind in ("vehicle", "rider") or "zombie" in profile.abilities
        return profile.can_minimize and not barred
    return posture == "standing" or may_lie_prone(now, unit)
