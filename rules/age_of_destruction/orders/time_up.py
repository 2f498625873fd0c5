"""The clock at the table runs out (rule AOD-END-003)."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.steps.ending import end_game
from rules.age_of_destruction.steps.resolution import Resolution


class TimeUp(Order, frozen=True):
    """The clock at the table says how many minutes have been played (AOD-END-003)."""

    minutes: Annotated[float, msgspec.Meta(ge=0, le=100_000)]

    ends = True
    strays = ({"order": "time_up", "minutes": 1.0}, {"order": "time_up", "minutes": 100.0})

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Time is up once, when the minutes agreed have been played."""
        minutes = field.setup.limits.minutes
        if minutes is None:
            refusals.add("NO_TIME_LIMIT")
        elif self.minutes < minutes:
            refusals.add("TIME_LEFT", minutes=minutes)
        if field.state.closing:
            refusals.add("TIME_CALLED")

    def carry_out(self, res: Resolution) -> None:
        """The game ends, or the turn or round that is being played is its last."""
        closing = res.ruling("time_limit_finish")
        res.emit(events.TimeCalled(minutes=self.minutes, closing=closing, rules=("AOD-END-003",)))
        if closing == "order":
            end_game(res, "time", "AOD-END-001", "AOD-END-003")

    @classmethod
    def candidates(cls, field: Field, player: str) -> Iterator["TimeUp"]:
        """The minutes agreed."""
        minutes, state = field.setup.limits.minutes, field.state
        if minutes is not None and player == state.active and state.stage == "orders":
            yield cls(minutes=minutes)
