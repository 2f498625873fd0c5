"""The clock of a skirmish that is played for a number of minutes."""

from dataclasses import dataclass
from datetime import datetime

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.tables import Table
from rules import age_of_destruction as aod

#: Seconds that a wait counts at most: whoever leaves the table stops the clock.
LONGEST_WAIT = 300


@dataclass(frozen=True)
class Clock:
    """Minutes played of those agreed, and the `seconds_left`, 0 when time is up."""

    minutes: int
    limit: int
    seconds_left: int

    @property
    def runs_out_soon(self) -> bool:
        """Whether time may be up before anybody gives another order."""
        return 0 < self.seconds_left <= LONGEST_WAIT


def clock(skirmish: Skirmish, table: Table, now: datetime) -> Clock | None:
    """The clock at a moment; None for a game without one."""
    limit = table.setup.limits.minutes
    if limit is None:
        return None
    played = seconds_played(skirmish, table, now)
    return Clock(min(played // 60, limit), limit, max(limit * 60 - played, 0))


def seconds_played(skirmish: Skirmish, table: Table, now: datetime) -> int:
    """How long the turns of a game have lasted."""
    if table.state.preparation or table.is_over:
        return skirmish.played
    waited = int((now - skirmish.updated).total_seconds())
    return skirmish.played + min(max(waited, 0), LONGEST_WAIT)


def by_the_clock(table: Table, order: aod.Order, played: int) -> aod.Order:
    """The order, or the call that time is up, once it is and the rules let it be called. Whoever
    calls it goes by the clock, whatever they say themselves."""
    call = aod.TimeUp(minutes=played / 60)
    if isinstance(order, aod.TimeUp) or not table.refusals(call):
        return call
    return order
