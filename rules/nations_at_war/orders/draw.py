"""Draw a marker from the cup."""

from collections.abc import Iterator
from typing import Self

from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.phases import draw_marker


class Draw(Order, frozen=True):
    """Take one marker; it does not matter who does (NW-005)."""

    stages = ("draw",)

    def carry_out(self, course: Course) -> None:
        """A marker leaves the cup; a formation's begins its impulse."""
        draw_marker(course)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Anybody may draw."""
        yield cls()
