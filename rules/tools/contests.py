"""Contests of two battle groups on all cores; every game depends on its number alone."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from functools import partial

from rules.age_of_destruction.bots.contest import Contest, Played, play_game
from rules.age_of_destruction.records.catalogue import Catalogue

Play = Callable[[int], Played]


def play_contest(
    contest: Contest, games: int, catalogue: Catalogue, workers: int | None = None
) -> Iterator[Played]:
    """The games of a contest in their sequence, however many processes play them; as many as there
    are cores unless somebody says otherwise."""
    number = min(workers or cores(), max(games, 1))
    if number == 1:
        yield from map(partial(play_game, contest, catalogue=catalogue), range(games))
        return
    with multiprocessing.Pool(number, _begin, (contest, catalogue)) as pool:
        yield from pool.imap(_play, range(games))


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_game: Play


def _begin(contest: Contest, catalogue: Catalogue) -> None:
    """Tell a process what it plays."""
    global _game
    _game = partial(play_game, contest, catalogue=catalogue)


def _play(number: int) -> Played:
    return _game(number)
