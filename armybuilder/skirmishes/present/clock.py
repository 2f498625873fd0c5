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
    """Minutes played of those agreed, and the `seconds_left`, 0 when time is up; whether it still
    may be called."""

    minutes: int
    limit: int
    seconds_left: int
    may_be_called: bool = True

    @property
    def is_up(self) -> bool:
        """Whether nothing goes on before somebody calls time."""
        return not self.seconds_left and self.may_be_called

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
    left = max(limit * 60 - played, 0)
    due = not left and call_due(game, played) is not None
    return Clock(min(played // 60, limit), limit, left, may_be_called=due)


def seconds_played(skirmish: Skirmish, game: Game, now: datetime) -> int:
    """How long the turns of a game have lasted."""
    if game.standing.preparing or game.is_over:
        return skirmish.played
    waited = int((now - skirmish.updated).total_seconds())
    return skirmish.played + min(max(waited, 0), LONGEST_WAIT)


def call_due(game: Game, played: int) -> Document | None:
    """The call that time is up, once it is and the rules let it be called."""
    call = game.match.time_up(played / 60)
    return None if call is None or game.match.explain(call, "en") else call


def calls_time(game: Game, order: Document) -> bool:
    """Whether an order is such a call."""
    call = game.match.time_up(0)
    return call is not None and order.get("order") == call["order"]


def by_the_clock(game: Game, order: Document, played: int) -> Document:
    """The order; of a call the one that goes by the clock, whatever minutes it names itself."""
    call = game.match.time_up(played / 60)
    return call if call and calls_time(game, order) else order
