"""Which of several lists can stand on the table at once: the largest set, found exactly.

Only pieces that are asked for more often than they are there can keep lists apart; everything else
is left out before the search. The search takes list after list, in or out, and gives up a branch
that cannot beat what is found: for each contested piece, no more lists fit than the least demanding
ones that remain.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from armybuilder.groups.fielding.stock import Needs, total

#: How many contested pieces are tried as the bottleneck.
MOST_WEIGHED = 8


@dataclass(frozen=True)
class Contest:
    """A piece that not all lists can have: what each needs, and how many there are."""

    item: str
    needed: tuple[int, ...]
    available: int

    @property
    def demand(self) -> int:
        """How many all lists need."""
        return sum(self.needed)


@dataclass(frozen=True)
class Bottleneck:
    """The piece that keeps most lists off the table: how many more lists would stand with `more`
    more copies of it; no more than before where only several pieces together would do."""

    item: str
    more: int
    gain: int


@dataclass(frozen=True)
class Together:
    """The largest set of lists that can stand at once, by index, and what keeps the others off."""

    standing: tuple[int, ...]
    contests: tuple[Contest, ...]
    bottleneck: Bottleneck | None = None

    def blockers(self, index: int) -> list[Contest]:
        """The contested pieces a list outside the set would need too many of."""
        return [
            contest
            for contest in self.contests
            if contest.needed[index]
            and contest.needed[index] + sum(contest.needed[i] for i in self.standing)
            > contest.available
        ]


def fieldable(needs: Sequence[Needs], available: Mapping[str, int]) -> Together:
    """The largest set of lists; among equals the one with the first lists."""
    contests = _contests(needs, available)
    standing = _largest(len(needs), contests) or ()
    together = Together(standing, contests)
    return replace(together, bottleneck=_bottleneck(len(needs), together))


def _contests(needs: Sequence[Needs], available: Mapping[str, int]) -> tuple[Contest, ...]:
    demand = total(needs)
    return tuple(
        Contest(item, tuple(need.get(item, 0) for need in needs), available.get(item, 0))
        for item in sorted(demand)
        if demand[item] > available.get(item, 0)
    )


def _largest(
    lists: int, contests: Sequence[Contest], more_than: int = -1
) -> tuple[int, ...] | None:
    """The largest set with more than some lists; None where there is none."""
    best: tuple[int, ...] | None = None
    size = more_than
    least = [_least_demanding(contest.needed) for contest in contests]

    def most_more(index: int, left: Sequence[int]) -> int:
        """No more than this many of the lists from `index` on can be added."""
        most = lists - index
        for sums, rest in zip(least, left, strict=True):
            most = min(most, bisect_right(sums[index], rest))
        return most

    def search(index: int, chosen: tuple[int, ...], left: tuple[int, ...]) -> None:
        nonlocal best, size
        if len(chosen) + most_more(index, left) <= size:
            return
        if index == lists:
            best, size = chosen, len(chosen)
            return
        rest = tuple(n - contest.needed[index] for n, contest in zip(left, contests, strict=True))
        if all(n >= 0 for n in rest):
            search(index + 1, (*chosen, index), rest)
        search(index + 1, chosen, left)

    search(0, (), tuple(contest.available for contest in contests))
    return best


def _least_demanding(needed: Sequence[int]) -> list[list[int]]:
    """For each index what the one, two, three … least demanding lists from there on need."""
    return [list(accumulate(sorted(needed[index:]))) for index in range(len(needed) + 1)]


def _bottleneck(lists: int, together: Together) -> Bottleneck | None:
    """The piece that brings most lists when there is enough of it, with the fewest copies that do
    so; where none does alone, the one most asked for beyond what there is. Of many contested pieces
    those are weighed that block the most lists."""
    contests, standing = together.contests, len(together.standing)
    blocked = Counter(
        contest.item
        for index in set(range(lists)).difference(together.standing)
        for contest in together.blockers(index)
    )
    weighed = sorted(contests, key=lambda c: (-blocked[c.item], c.available - c.demand))
    options = []
    most = standing
    for contest in weighed[:MOST_WEIGHED]:
        lack = contest.demand - contest.available
        reached = _reached(lists, contests, contest, lack, more_than=max(standing, most - 1))
        if reached is not None:
            most = reached
            more = _fewest(lists, contests, contest, reached)
            options.append(Bottleneck(contest.item, more, reached - standing))
        else:
            options.append(Bottleneck(contest.item, lack, 0))
    return max(
        options,
        key=lambda option: (option.gain, -option.more if option.gain else option.more),
        default=None,
    )


def _fewest(lists: int, contests: tuple[Contest, ...], contest: Contest, wanted: int) -> int:
    """The fewest more copies of a contested piece with which so many lists stand."""

    def enough(more: int) -> bool:
        return _reached(lists, contests, contest, more, more_than=wanted - 1) is not None

    return 1 + bisect_left(range(1, contest.demand - contest.available), True, key=enough)


def _reached(
    lists: int, contests: tuple[Contest, ...], richer: Contest, more: int, *, more_than: int
) -> int | None:
    """How many lists stand with more copies of one contested piece, if more than some do."""
    changed = [
        Contest(each.item, each.needed, each.available + (more if each is richer else 0))
        for each in contests
    ]
    found = _largest(lists, changed, more_than)
    return None if found is None else len(found)
