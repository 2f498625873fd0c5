"""The clock of a skirmish that is played for a number of minutes."""

from dataclasses import dataclass
from datetime import datetime

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.skirmishes.present.games import Game

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


def clock(skirmish: Skirmish, game: Game, now: datetime) -> Clock | None:
    """The clock at a moment; None for a game without one."""
    limit = game.match.minutes
    if limit is None:
        return None
    played = seconds_played(skirmish, game, now)
    return Clock(min(played // 60, limit), limit, max(limit * 60 - played, 0))


def seconds_played(skirmish: Skirmish, game: Game, now: datetime) -> int:
    """How long the turns of a game have lasted."""
    if game.standing.preparing or game.is_over:
        return skirmish.played
    waited = int((now - skirmish.updated).total_seconds())
    return skirmish.played + min(max(waited, 0), LONGEST_WAIT)


def by_the_clock(game: Game, order: Document, played: int) -> Document:
    """The order, or the call that time is up, once it is and the rules let it be called. Whoever
    calls it goes by the clock, whatever they say themselves."""
    call = game.match.time_up(played / 60)
    if call is None:
        return order
    called = order["order"] == call["order"]
    return call if called or not game.match.explain(call, "en") else order
