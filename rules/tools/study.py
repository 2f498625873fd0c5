"""How good ready-made lists are: each against every other, in processes here or on a cluster.

Every game depends on its number alone, so that the numbers are the same whoever plays them.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup, read_group
from rules.age_of_destruction.bots.contest import Contest, play_game
from rules.age_of_destruction.records.catalogue import Catalogue, read_catalogue
from rules.core.codec import read_json_file
from rules.core.intervals import wilson
from rules.tools.contests import cores

FORMAT = "study/1"
#: Games of one task: what hands tasks over costs little beside them.
BATCH = 10
DECIMALS = 4
RECORDS = Path(__file__).resolve().parents[2] / "fixtures" / "age_of_destruction"


class NoScheduler(Exception):
    """There is no cluster to play on; the text says why."""


class Batch(msgspec.Struct, frozen=True):
    """Some games of two groups, by their places among those of the study and their numbers."""

    one: int
    other: int
    first: int
    games: int


class Study(msgspec.Struct, frozen=True):
    """Groups by their keys, who commands them all, how many games each pair plays, and all that
    chance depends on."""

    keys: tuple[str, ...]
    groups: tuple[BattleGroup, ...]
    commander: str
    games: int
    seed: int
    turns: int

    @property
    def batches(self) -> list[Batch]:
        """Every game once."""
        return [
            Batch(one, other, first, min(BATCH, self.games - first))
            for one, other in combinations(range(len(self.groups)), 2)
            for first in range(0, self.games, BATCH)
        ]


class Won(msgspec.Struct, frozen=True):
    """How many games of a batch the one group won."""

    batch: Batch
    one: int


def ready_made(
    kept: Any,
    total: int,
    keys: Sequence[str] | None,
    commander: str,
    games: int,
    seed: int,
    turns: int,
) -> Study:
    """A study of the ready-made lists of a build total, or of some of them by their keys."""
    groups = {
        each["key"]: read_group(each["group"])
        for each in kept["groups"]
        if (each["key"] in keys if keys else each["group"].get("build_total") == total)
    }
    return Study(tuple(groups), tuple(groups.values()), commander, games, seed, turns)


def fought(study: Study, workers: int | None = None, scheduler: str | None = None) -> Iterator[Won]:
    """What came of all batches, in their sequence; raises NoScheduler."""
    if scheduler:
        yield from _on_cluster(study, scheduler)
        return
    number = min(workers or cores(), max(len(study.batches), 1))
    if number == 1:
        yield from (play(study, batch) for batch in study.batches)
        return
    with ProcessPoolExecutor(number) as pool:
        yield from pool.map(play, [study] * len(study.batches), study.batches)


def play(study: Study, batch: Batch) -> Won:
    """Play the games of a batch."""
    groups = (study.groups[batch.one], study.groups[batch.other])
    seed = study.seed * 10_007 + batch.one * len(study.groups) + batch.other
    contest = Contest(groups, (study.commander, study.commander), seed, study.turns)
    numbers = range(batch.first, batch.first + batch.games)
    won = [play_game(contest, number, _catalogue()).winner for number in numbers]
    return Won(batch, won.count(0))


@cache
def _catalogue() -> Catalogue:
    """The records of this checkout, read once a process."""
    return read_catalogue(
        {
            path.relative_to(RECORDS).as_posix(): read_json_file(path)
            for path in sorted(RECORDS.rglob("*.json"))
        }
    )


def _on_cluster(study: Study, address: str) -> Iterator[Won]:
    """The same on a Dask cluster, which plays lost batches again by itself."""
    try:
        cluster = import_module("distributed")
    except ImportError as error:
        raise NoScheduler("a cluster needs the package distributed (extra `cluster`)") from error
    try:
        client = cluster.Client(address, timeout=10)
    except OSError as error:
        raise NoScheduler(f"nobody answers at {address}: {error}") from error
    with client:
        yield from client.gather(
            client.map(play, [study] * len(study.batches), study.batches, pure=False)
        )


def summary(study: Study, played: Sequence[Won]) -> dict[str, Any]:
    """How good each group is, the best first, and who beat whom how often."""
    wins = dict.fromkeys(combinations(range(len(study.groups)), 2), 0)
    for won in played:
        wins[won.batch.one, won.batch.other] += won.one
    of_each = [_won(place, wins, study.games) for place in range(len(study.groups))]
    games = study.games * (len(study.groups) - 1)
    return {
        "format": FORMAT,
        "commander": study.commander,
        "games": study.games,
        "seed": study.seed,
        "turn_limit": study.turns,
        "groups": [
            _standing(study.keys[place], of_each[place], games)
            for place in sorted(range(len(of_each)), key=lambda place: -of_each[place])
        ],
        "meetings": [
            {"one": study.keys[one], "other": study.keys[other], "won": count}
            for (one, other), count in wins.items()
        ],
    }


def _won(place: int, wins: Mapping[tuple[int, int], int], games: int) -> int:
    return sum(
        count if one == place else games - count
        for (one, other), count in wins.items()
        if place in (one, other)
    )


def _standing(key: str, won: int, games: int) -> dict[str, Any]:
    low, high = wilson(won, games)
    return {
        "group": key,
        "won": won,
        "games": games,
        "rate": round(won / max(games, 1), DECIMALS),
        "interval": [round(low, DECIMALS), round(high, DECIMALS)],
    }


def lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The same for people to read."""
    for each in found["groups"]:
        low, high = each["interval"]
        yield (
            f"{each['group']:28} {each['won']:>5} of {each['games']:<5}"
            f" {100 * each['rate']:5.1f} %  ({100 * low:.1f} to {100 * high:.1f})"
        )
    yield ""
    for meeting in found["meetings"]:
        yield f"{meeting['one']:28} {meeting['won']:>4} of {found['games']:<4} {meeting['other']}"
