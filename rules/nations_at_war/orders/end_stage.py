"""End an impulse or the administrative phase."""

from collections.abc import Iterator
from typing import Self

from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.phases import administer, end_impulse


class EndStage(Order, frozen=True):
    """An impulse ends, be it one without any action (NW-008); the administrative phase is carried
    out (NW-009)."""

    stages = ("impulse", "administrative")

    def carry_out(self, course: Course) -> None:
        """What the end of the stage brings."""
        if course.state.stage == "impulse":
            end_impulse(course)
        else:
            administer(course)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """The active player, or anybody after the operations phase."""
        formation = now.setup.formations.get(now.state.formation or "")
        if formation is None or formation.owner == player:
            yield cls()
