"""Which of several lists can stand on the table at once: the largest set, and what limits it.

Only pieces that are asked for more often than they are there can keep lists apart; everything else
is left out before the search. The largest set is found exactly unless the lists are entangled as
those people build hardly are; then it is the largest found, with how many more there may be.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from armybuilder.groups.fielding.packing import Left, Lists, Packing, TooMuch
from armybuilder.groups.fielding.stock import Needs, total

#: How often the searches for the set, and those for what limits it, look at a piece: a tenth of
#: a second at most.
LOOKS, LOOKS_BEYOND = 15_000, 8_000
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
    """A set of lists that can stand at once, by index, and what keeps the others off: the largest
    there is unless `most` says that more may do."""

    standing: tuple[int, ...]
    most: int
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
    everybody = (1 << len(needs)) - 1
    left = tuple((index, contest.available) for index, contest in enumerate(contests))
    packing = Packing([contest.needed for contest in contests], LOOKS)
    standing, most = _largest(packing, everybody, left)
    packing.looks += LOOKS_BEYOND
    if standing.bit_count() == most:
        standing = _first(packing, everybody, left, standing)
    together = Together(
        tuple(index for index in range(len(needs)) if standing >> index & 1), most, contests
    )
    if most > len(together.standing):
        return together
    return replace(together, bottleneck=_bottleneck(packing, everybody, left, together))


def _contests(needs: Sequence[Needs], available: Mapping[str, int]) -> tuple[Contest, ...]:
    demand = total(needs)
    return tuple(
        Contest(item, tuple(need.get(item, 0) for need in needs), available.get(item, 0))
        for item in sorted(demand)
        if demand[item] > available.get(item, 0)
    )


def _largest(packing: Packing, lists: Lists, left: Left) -> tuple[Lists, int]:
    """The largest set that is found, and how many lists fit at most."""
    found, most = packing.one_by_one(lists, left), packing.at_most(lists, left)
    try:
        while found.bit_count() < most:
            more = packing.find(lists, left, found.bit_count() + 1)
            if more is None:
                return found, found.bit_count()
            found = more
    except TooMuch:
        pass
    return found, most


def _first(packing: Packing, lists: Lists, left: Left, largest: Lists) -> Lists:
    """The largest set with the first lists, as far as the looks last."""
    chosen, wanted = 0, largest.bit_count()
    try:
        while lists:
            first = lists & -lists
            lists ^= first
            if not largest & first:
                if any(
                    room < packing.needed[piece][first.bit_length() - 1] for piece, room in left
                ):
                    continue
                beside = packing.without(left, first.bit_length() - 1)
                found = packing.find(lists, beside, wanted - chosen.bit_count() - 1)
                if found is None:
                    continue
                largest = chosen | first | found
            chosen |= first
            left = packing.without(left, first.bit_length() - 1)
    except TooMuch:
        pass
    return largest


def _bottleneck(
    packing: Packing, lists: Lists, left: Left, together: Together
) -> Bottleneck | None:
    """The piece that brings most lists when there is enough of it, with the fewest copies that do
    so; where none does alone, the one most asked for beyond what there is. Of many contested pieces
    those are weighed that block the most lists, as far as the looks last."""
    contests, standing = together.contests, len(together.standing)
    blocked = Counter(
        contest.item
        for index in range(lists.bit_count())
        if index not in together.standing
        for contest in together.blockers(index)
    )
    weighed = sorted(
        range(len(contests)),
        key=lambda i: (-blocked[contests[i].item], contests[i].available - contests[i].demand),
    )
    options: list[Bottleneck] = []
    best = standing
    try:
        for index in weighed[:MOST_WEIGHED]:
            contest, lack = contests[index], contests[index].demand - contests[index].available
            reached = _reached(packing, lists, left, index, at_least=max(standing + 1, best))
            if reached is None:
                options.append(Bottleneck(contest.item, lack, 0))
                continue
            best = reached

            def enough(more: int, index: int = index, wanted: int = reached) -> bool:
                richer = tuple((i, room + more * (i == index)) for i, room in left)
                return packing.find(lists, richer, wanted) is not None

            more = 1 + bisect_left(range(1, lack), True, key=enough)
            options.append(Bottleneck(contest.item, more, reached - standing))
    except TooMuch:
        options = [option for option in options if option.gain]
    return max(
        options,
        key=lambda option: (option.gain, -option.more if option.gain else option.more),
        default=None,
    )


def _reached(
    packing: Packing, lists: Lists, left: Left, plenty: int, *, at_least: int
) -> int | None:
    """How many lists stand where there is enough of one piece; None where fewer than wanted do."""
    rest = tuple(each for each in left if each[0] != plenty)
    reached = None
    while (found := packing.find(lists, rest, at_least)) is not None:
        reached = found.bit_count()
        at_least = reached + 1
    return reached
