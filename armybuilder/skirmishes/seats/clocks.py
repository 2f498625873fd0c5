"""A clock for every seat of a game at several screens: what is left, and whose runs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from collection.common.language import Words

Clocks = dict[str, Any]


@dataclass(frozen=True)
class Speed:
    """How much time everybody has, in seconds: for the whole game, with an increment for each turn
    that ends, or anew for `each_turn`."""

    name: Words
    seconds: int = 0
    increment: int = 0
    each_turn: bool = False


SPEEDS: Mapping[str, Speed] = {
    "": Speed(_("no clock")),
    "quick": Speed(_("30 minutes each"), 30 * 60),
    "steady": Speed(_("45 minutes each, and 30 seconds more a turn"), 45 * 60, 30),
    "days": Speed(_("three days a turn"), 3 * 86_400, each_turn=True),
}


def wound(speed: str, seats: Iterable[str]) -> Clocks:
    """Clocks for some seats, which stand until the first order; nothing for no clock."""
    if not SPEEDS[speed].seconds:
        return {}
    return {"speed": speed, "left": dict.fromkeys(seats, SPEEDS[speed].seconds), "since": None}


def ticked(clocks: Clocks, was: str, acts: str, now: datetime) -> Clocks:
    """The clocks once somebody's order is given or taken back: whoever `was` to act has used the
    time until then, and the clock of whoever `acts` runs."""
    left = dict(clocks["left"])
    if was in left:
        left[was] = seconds_left(clocks, was, was, now)
        if was != acts:
            speed = SPEEDS[clocks["speed"]]
            left[was] = speed.seconds if speed.each_turn else left[was] + speed.increment
    return {**clocks, "left": left, "since": now.isoformat() if acts else None}


def seconds_left(clocks: Clocks, seat: str, acts: str, now: datetime) -> int:
    """What a seat has left while somebody `acts`, never less than nothing, nor more than before
    where the machine's clock went back."""
    left = int(clocks["left"][seat])
    if seat == acts and clocks["since"]:
        used = int((now - datetime.fromisoformat(clocks["since"])).total_seconds())
        left -= max(used, 0)
    return max(left, 0)


def running_since(clocks: Clocks) -> datetime | None:
    """Since when somebody's clock runs, None while all stand."""
    return datetime.fromisoformat(clocks["since"]) if clocks.get("since") else None


def out_of_time(clocks: Clocks, acts: str, now: datetime) -> bool:
    """Whether whoever acts has no time left."""
    return bool(clocks) and acts in clocks["left"] and not seconds_left(clocks, acts, acts, now)


def written(seconds: int) -> str:
    """Time as clocks show it: hours and minutes, below an hour minutes and seconds."""
    if seconds >= 3600:
        return f"{seconds // 3600}:{seconds % 3600 // 60:02} h"
    return f"{seconds // 60}:{seconds % 60:02}"
