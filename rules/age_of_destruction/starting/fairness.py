"""Pairs of first lists that might be as good as each other; only games can tell whether they are.

Both are legal and of one way to fight each, and no copy stands in both. The nearer the strength
that was measured of their figures, the sooner games are tried.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import ceil, floor

import msgspec

from rules.age_of_destruction.starting.dealing import Dealer, Start, Wish
from rules.age_of_destruction.starting.meters import counted

#: How often lists are dealt, and how many pairs are kept.
DEALS, PAIRS = 12, 12
#: A card counts as so many things to know; a figure as one, and every ability of its dial.
CARD = 2
#: Words for how much there is to know: the share of all pairs below it, from and to.
COMPLEXITIES: Mapping[str, tuple[float, float]] = {
    "simple": (0.0, 0.4),
    "usual": (0.2, 0.8),
    "rich": (0.6, 1.0),
}


class Terms(msgspec.Struct, frozen=True):
    """What two lists shall be: their points, the copies there are for each (None for all figures),
    whether both draw from `one` pile, one of `COMPLEXITIES`, and a seed that deals others."""

    build_total: int
    one: dict[str, int] | None = None
    other: dict[str, int] | None = None
    shared: bool = False
    complexity: str = "usual"
    seed: int = 0


class Pair(msgspec.Struct, frozen=True):
    """Two lists, how far their measured strengths lie apart (0 to 1), and how much there is to
    know of both."""

    one: Start
    other: Start
    gap: float
    to_know: int


def pairs(dealer: Dealer, terms: Terms) -> tuple[Pair, ...]:
    """The pairs that promise most, the nearest first; none where there are too few figures."""
    ranked = sorted(_all(dealer, terms), key=lambda pair: (pair.to_know, pair.gap))
    low, high = COMPLEXITIES[terms.complexity]
    fitting = ranked[floor(low * len(ranked)) : ceil(high * len(ranked))]
    return tuple(sorted(fitting, key=lambda pair: pair.gap)[:PAIRS])


def _all(dealer: Dealer, terms: Terms) -> Iterator[Pair]:
    for turn in range(DEALS):
        seed = terms.seed * DEALS + turn
        for one in dealer.offer(Wish(terms.build_total, owned=terms.one, seed=seed)):
            own = strength(one, dealer)
            rest = Wish(terms.build_total, owned=_left(terms, one), seed=seed + 1)
            for other in dealer.offer(rest):
                if not _alike(one, other, terms):
                    theirs = strength(other, dealer)
                    gap = abs(own - theirs) / (own + theirs)
                    yield Pair(one, other, gap, to_know(one, dealer) + to_know(other, dealer))


def _left(terms: Terms, one: Start) -> dict[str, int] | None:
    """What there is for the other side once the one has its copies."""
    if not terms.shared or terms.other is None:
        return terms.other
    return dict(Counter(terms.other) - Counter(one.figures))


def _alike(one: Start, other: Start, terms: Terms) -> bool:
    """Whether two lists out of all figures have one in common: what there is once is in one."""
    return terms.one is None and terms.other is None and bool(set(one.figures) & set(other.figures))


def strength(start: Start, dealer: Dealer) -> float:
    """One number for a list: how hard it hits times how long it stays."""
    measured = counted(start, dealer)
    return measured["punch"] * measured["staying"]


def to_know(start: Start, dealer: Dealer) -> int:
    """How much its players have to know: its figures, the abilities on their dials, its cards."""
    abilities = {
        (slot, symbol)
        for item in start.figures
        for click in dealer.units[item].dial
        for slot, symbol in click.equipment.items()
    }
    return len(start.figures) + len(abilities) + CARD * len(start.cards)
