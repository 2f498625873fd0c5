"""What becomes of a position when it is played on many times."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.beginnings import Document, OrderUnreadable
from armybuilder.skirmishes.present.editions import Pins, play_of
from armybuilder.skirmishes.present.games import Game, GameStuck
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words
from rules import NothingLegal, OrderRefused, Trial, Unreadable, trial, wilson

#: Orders after which a game is left undecided.
MOST_ORDERS = 2000


def position(skirmish: Skirmish, game: Game) -> Document:
    """All that playing on depends on, as plain values: where a game stands, and its rules."""
    return {
        "system": skirmish.system,
        "catalogue": skirmish.catalogue,
        "records": dict(sorted(skirmish.records.items())),
        "ruleset": skirmish.ruleset,
        "rules": game.play.ruleset,
        "start": skirmish.start,
        "seed": skirmish.seed,
        "state": game.match.state(),
    }


def played_on(where: Document, commanders: Mapping[str, str], lot: int) -> Trial:
    """A position played to its end by a lot; raises GameStuck for a game at fault, OrderUnreadable
    for one that is played no more."""
    pinned = tuple(sorted(where["records"].items()))
    try:
        play = play_of(Pins(where["system"], where["catalogue"], pinned))
        start = play.as_begun(where["start"], where["ruleset"])
        match = play.begin(start, where["seed"], where["state"])
    except (KeyError, Unreadable) as error:
        raise OrderUnreadable(str(error)) from error
    try:
        return trial(match, commanders, lot, MOST_ORDERS)
    except (NothingLegal, OrderRefused) as error:
        raise GameStuck(str(error)) from error


@dataclass(frozen=True)
class Chance:
    """How often a side won: of 100, and between which shares the truth lies in 95 of 100 cases; ""
    is the side of nobody. `seat` colours it."""

    side: str
    seat: str
    name: Words
    games: int
    percent: float
    low: float
    high: float


@dataclass(frozen=True)
class Chances:
    """What came of some games: the chances of each side, and of nobody where that occurred."""

    games: int
    sides: tuple[Chance, ...]
    mean_turn: float


def so_far(done: int, kept: Document) -> Document:
    """What is found after so many games, before all are played."""
    return {"games": done, **kept}


def chances(
    found: Document, seats: Mapping[str, Mapping[str, Any]], sides: Mapping[str, str], nobody: Words
) -> Chances:
    """The chances after some games, for the seats of a skirmish with their sides."""
    games = found["games"]
    won: Mapping[str, int] = found["won"]
    rows = [_chance(won, games, side, seats, sides) for side in dict.fromkeys(sides.values())]
    if won.get(""):
        rows.append(_share(won, games, "", "", nobody))
    return Chances(games, tuple(rows), found["turns"] / games if games else 0.0)


def _chance(
    won: Mapping[str, int],
    games: int,
    side: str,
    seats: Mapping[str, Mapping[str, Any]],
    sides: Mapping[str, str],
) -> Chance:
    own: Sequence[str] = [seat for seat, of in sides.items() if of == side]
    name = ", ".join(str(seat_title(seats, seat)) for seat in own)
    return _share(won, games, side, own[0], name)


def _share(won: Mapping[str, int], games: int, side: str, seat: str, name: Words) -> Chance:
    count = won.get(side, 0)
    low, high = wilson(count, games)
    return Chance(
        side=side,
        seat=seat,
        name=name,
        games=count,
        percent=100 * count / max(games, 1),
        low=100 * low,
        high=100 * high,
    )
