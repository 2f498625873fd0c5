"""How strong commanders are: all of them against each other, over many groups, seats swapped."""

import multiprocessing
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import fsum
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup, read_group
from rules.age_of_destruction.bots import COMMANDERS, Commander, fight
from rules.age_of_destruction.bots.contest import Contest
from rules.age_of_destruction.bots.contest.game import LOTS, begin, lot, seats_of
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.intervals import wilson
from rules.core.system import NothingLegal
from rules.tools.ratings import ratings

FORMAT = "ladder/1"
#: Whom ratings are counted from, where he plays.
GROUND = "greedy"
#: The ready-made first lists that are played with; no weight was learned from one of them.
GROUPS = (
    *("bannsons-raiders-300", "clan-jade-falcon-300", "highlanders-300", "spirit-cats-300"),
    *("swordsworn-300", "mercenaries-300", "dragons-fury-450", "steel-wolves-450"),
    *("stormhammers-450", "clan-jade-falcon-450"),
)
README = Path(__file__).resolve().parents[2] / "README.md"
#: Between what lines the README keeps the table.
OPENING, CLOSING = "<!-- ladder -->", "<!-- /ladder -->"
DECIMALS = 1
#: Characters in a line of it.
WIDTH = 100


class Meeting(msgspec.Struct, frozen=True):
    """One game of a ladder: who plays, with which of the groups, and its number among theirs.

    Both sides bring the same group; with an even number and the next they swap seats on the same
    terrain.
    """

    one: str
    other: str
    group: int
    number: int


class Fought(msgspec.Struct, frozen=True):
    """What came of a game: the winner's name, "" for nobody; `orders`, processor time `spent` on
    them and the `longest` in milliseconds, each of the one and the other; what went wrong."""

    meeting: Meeting
    winner: str
    orders: tuple[int, int]
    spent: tuple[float, float]
    longest: tuple[float, float]
    error: str = ""


class Ladder(msgspec.Struct, frozen=True):
    """What is played: commanders by name, groups, games of every pair with every group, seed."""

    commanders: tuple[str, ...]
    groups: tuple[BattleGroup, ...]
    games: int
    seed: int
    turns: int

    @property
    def meetings(self) -> list[Meeting]:
        """All games, those of a pair spread over the groups."""
        return [
            Meeting(one, other, group, number)
            for number in range(self.games)
            for group in range(len(self.groups))
            for one, other in combinations(self.commanders, 2)
        ]


class Timed:
    """A commander by whom the processor's time is kept, in milliseconds."""

    def __init__(self, commander: Commander) -> None:
        self._commander = commander
        self.orders, self.spent, self.longest = 0, 0.0, 0.0

    def choose(self, setup: Setup, state: State, player: str) -> Order:
        """The order of the commander."""
        began = time.process_time()
        try:
            return self._commander.choose(setup, state, player)
        finally:
            took = 1000 * (time.process_time() - began)
            self.orders += 1
            self.spent += took
            self.longest = max(self.longest, took)


def play(ladder: Ladder, catalogue: Catalogue, meeting: Meeting) -> Fought:
    """Play a game; its result depends on nothing but the ladder's seed and the meeting."""
    group = ladder.groups[meeting.group]
    names = (meeting.one, meeting.other)
    seed = ladder.seed * 10_007 + meeting.group
    contest = Contest((group, group), names, seed, ladder.turns)
    start = begin(contest, meeting.number, catalogue)
    seats = seats_of(meeting.number)
    timed = {
        seat: Timed(COMMANDERS[name](lot(contest, meeting.number, LOTS[2 + side])))
        for side, (seat, name) in enumerate(zip(seats, names, strict=True))
    }
    winner, error, state = "", "", start.state
    try:
        for taken in fight(start.setup, state, timed, lot(contest, meeting.number, "dice")):
            state = taken.state
        winner = names[seats.index(state.winner)] if state.winner in seats else ""
    except (NothingLegal, ArithmeticError, LookupError, TypeError, ValueError) as fault:
        error = f"{type(fault).__name__}: {fault}"
    one, other = (timed[seat] for seat in seats)
    return Fought(
        meeting,
        winner,
        (one.orders, other.orders),
        (round(one.spent, 1), round(other.spent, 1)),
        (round(one.longest, 1), round(other.longest, 1)),
        error,
    )


def fought(
    ladder: Ladder, catalogue: Catalogue, processes: int = 1, record: Path | None = None
) -> Iterator[Fought]:
    """All games in their sequence, however many processes play them; those on record are not
    played again, and others put on it."""
    known = _on_record(record)
    left = [meeting for meeting in ladder.meetings if meeting not in known]
    yield from (known[meeting] for meeting in ladder.meetings if meeting in known)
    for game in _played(ladder, catalogue, left, processes):
        if record:
            with record.open("a", encoding="utf-8") as file:
                file.write(msgspec.json.encode(game).decode() + "\n")
        yield game


def _on_record(record: Path | None) -> dict[Meeting, Fought]:
    if record is None or not record.exists():
        return {}
    lines = record.read_text("utf-8").splitlines()
    games = (msgspec.json.decode(line, type=Fought) for line in lines if line.strip())
    return {game.meeting: game for game in games}


def _played(
    ladder: Ladder, catalogue: Catalogue, left: list[Meeting], processes: int
) -> Iterator[Fought]:
    if processes == 1 or len(left) < 2:
        yield from map(partial(play, ladder, catalogue), left)
        return
    with multiprocessing.Pool(processes, _begin, (ladder, catalogue)) as pool:
        yield from pool.imap(_play, left)


_game: Callable[[Meeting], Fought]


def _begin(ladder: Ladder, catalogue: Catalogue) -> None:
    """Tell a process what it plays."""
    global _game
    _game = partial(play, ladder, catalogue)


def _play(meeting: Meeting) -> Fought:
    return _game(meeting)


# --- What the games show ----------------------------------------------------------------------


def summary(ladder: Ladder, games: Sequence[Fought]) -> dict[str, Any]:
    """What the games show: every commander with rating, wins and times, the best first, and every
    pair. Ratings are Bradley and Terry's (see `ratings`), shares of wins have Wilson's interval, at
    95 %."""
    ground = GROUND if GROUND in ladder.commanders else ladder.commanders[0]
    blocks: dict[tuple[str, str, int, int], list[tuple[str, str]]] = {}
    for game in games:
        if game.winner:
            met = game.meeting
            loser = met.other if game.winner == met.one else met.one
            pair = (met.one, met.other, met.group, met.number // 2)
            blocks.setdefault(pair, []).append((game.winner, loser))
    rated = ratings(list(blocks.values()), ground, ladder.seed) if blocks else {}
    rows = [_row(name, games, rated) for name in ladder.commanders]
    return {
        "format": FORMAT,
        "seed": ladder.seed,
        "groups": [group.name for group in ladder.groups],
        "games": len(games),
        "games_a_pair": ladder.games * len(ladder.groups),
        "turns": ladder.turns,
        "counted_from": ground,
        "errors": [game.error for game in games if game.error],
        "commanders": sorted(rows, key=lambda each: -each["rating"]),
        "pairs": [_pair(pair, games) for pair in combinations(ladder.commanders, 2)],
    }


def _row(name: str, games: Sequence[Fought], rated: Mapping[str, Any]) -> dict[str, Any]:
    own = [game for game in games if name in (game.meeting.one, game.meeting.other)]
    sides = [0 if game.meeting.one == name else 1 for game in own]
    orders = sum(game.orders[side] for game, side in zip(own, sides, strict=True))
    spent = [game.spent[side] for game, side in zip(own, sides, strict=True)]
    longest = [game.longest[side] for game, side in zip(own, sides, strict=True)]
    rating = rated.get(name)
    return {
        "commander": name,
        "rating": round(rating.points) if rating else 0,
        "interval": [round(rating.low), round(rating.high)] if rating else [0, 0],
        "games": len(own),
        "won": sum(game.winner == name for game in own),
        "errors": sum(bool(game.error) for game in own),
        "order_ms": round(fsum(spent) / max(orders, 1), DECIMALS),
        "longest_ms": round(max(longest, default=0.0), DECIMALS),
    }


def _pair(pair: tuple[str, str], games: Sequence[Fought]) -> dict[str, Any]:
    met = [game for game in games if (game.meeting.one, game.meeting.other) == pair]
    stronger = pair[1]
    won = sum(game.winner == stronger for game in met)
    low, high = wilson(won, len(met))
    return {
        "one": stronger,
        "other": pair[0],
        "games": len(met),
        "won": won,
        "interval": [round(low, 3), round(high, 3)],
    }


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The same for people to read: the table of the README, then every pair."""
    yield from table(found)
    yield ""
    for pair in found["pairs"]:
        low, high = (100 * bound for bound in pair["interval"])
        yield (
            f"{pair['one']} against {pair['other']}: won {pair['won']} of {pair['games']}"
            f" ({low:.0f} to {high:.0f} %)"
        )
    yield from found["errors"]


def table(found: Mapping[str, Any]) -> Iterator[str]:
    """The commanders in a table of Markdown, the strongest first."""
    yield "| commander | rating | 95 % interval | won | an order | errors |"
    yield "|---|---|---|---|---|---|"
    for row in found["commanders"]:
        low, high = row["interval"]
        yield (
            f"| `{row['commander']}` | {row['rating']:+d} | {low:+d} to {high:+d} |"
            f" {row['won']} of {row['games']} | {row['order_ms']:.1f} ms | {row['errors']} |"
        )


def write_table(found: Mapping[str, Any], file: Path = README) -> None:
    """Put the table, with what it rests on, where the README keeps it; raises ValueError for a file
    without such a place."""
    text = file.read_text("utf-8")
    place = re.compile(f"{OPENING}\n.*?{CLOSING}", re.DOTALL)
    if not place.search(text):
        raise ValueError(file)
    told = (
        f"{found['games']} games, seed {found['seed']}: every pair plays"
        f" {found['games_a_pair']} over {len(found['groups'])} groups, the same group on both"
        f" sides, seats swapped. Ratings count from `{found['counted_from']}` (Bradley and Terry;"
        " 400 points are ten wins to one), intervals are drawn from the games by lot; an order in"
        " processor time on a shared machine."
    )
    kept = "\n".join((OPENING, *wrap(told, WIDTH), "", *table(found), CLOSING))
    file.write_text(place.sub(lambda _: kept, text), "utf-8")


def ready_made(kept: Any, keys: Sequence[str]) -> tuple[BattleGroup, ...]:
    """Ready-made first lists by their keys, in the order of these; raises KeyError, Unreadable."""
    groups = {each["key"]: each["group"] for each in kept["groups"]}
    return tuple(read_group(groups[key]) for key in keys)
