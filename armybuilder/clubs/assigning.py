"""Which physical pieces go to which list on a club evening.

Every player's own pieces come first: those nobody else may have, then those they would lend. What
is left of those goes to whoever still lacks something. As a piece nobody else may have serves its
owner alone, and a lent one serves anybody, no other assignment covers more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from armybuilder.clubs.selectors.stocks import Stock


@dataclass(frozen=True)
class Demand:
    """A list on the table: whose it is, how many of each piece it needs, and from whom it gets
    none."""

    key: int
    player_id: int
    pieces: Mapping[str, int]
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Given:
    """Some of a stock that go to a list."""

    key: int
    stock: Stock
    count: int


@dataclass(frozen=True)
class Assigned:
    """What goes where, and what each list still lacks, by its key."""

    given: list[Given]
    missing: dict[int, dict[str, int]]


class _Pile:
    """What is left of one stock: some for its owner alone, some for anybody."""

    def __init__(self, stock: Stock) -> None:
        self.stock = stock
        self.for_others = stock.for_others
        self.for_owner_alone = stock.free - stock.for_others

    def take_alone(self, most: int) -> int:
        """Take up to so many of what nobody but the owner may have."""
        taken = min(most, self.for_owner_alone)
        self.for_owner_alone -= taken
        return taken

    def take_shared(self, most: int) -> int:
        """Take up to so many of what anybody may have."""
        taken = min(most, self.for_others)
        self.for_others -= taken
        return taken


def assign(demands: Sequence[Demand], stocks: Iterable[Stock]) -> Assigned:
    """Distinct pieces for every list; where they do not reach, lists entered first are served
    first."""
    piles: dict[str, list[_Pile]] = {}
    for stock in stocks:
        piles.setdefault(stock.piece.catalogue_id, []).append(_Pile(stock))
    needs = [
        _Need(demand, piece, count)
        for demand in demands
        for piece, count in demand.pieces.items()
        if count > 0
    ]
    given = [each for need in needs for each in need.from_own(piles.get(need.piece, []))]
    given += [each for need in needs for each in need.from_others(piles.get(need.piece, []))]
    missing: dict[int, dict[str, int]] = {}
    for need in needs:
        if need.open:
            missing.setdefault(need.demand.key, {})[need.piece] = need.open
    return Assigned(given, missing)


class _Need:
    """How many of a piece a list still lacks."""

    def __init__(self, demand: Demand, piece: str, count: int) -> None:
        self.demand, self.piece, self.open = demand, piece, count

    def from_own(self, piles: Sequence[_Pile]) -> list[Given]:
        """The player's own pieces: all that nobody else may have before any that others may."""
        own = [pile for pile in piles if pile.stock.owner_id == self.demand.player_id]
        taken = self._take(own, _Pile.take_alone) + self._take(own, _Pile.take_shared)
        counts = Counter[Stock]()
        for given in taken:
            counts[given.stock] += given.count
        return [Given(self.demand.key, stock, count) for stock, count in counts.items()]

    def from_others(self, piles: Sequence[_Pile]) -> list[Given]:
        """Others' pieces, from whoever has most to lend, so that few people bring many."""
        none = {self.demand.player_id, *self.demand.apart}
        others = [pile for pile in piles if pile.stock.owner_id not in none]
        return self._take(sorted(others, key=lambda pile: -pile.for_others), _Pile.take_shared)

    def _take(self, piles: Sequence[_Pile], take: Callable[[_Pile, int], int]) -> list[Given]:
        given = []
        for pile in piles:
            if taken := take(pile, self.open):
                given.append(Given(self.demand.key, pile.stock, taken))
                self.open -= taken
        return given
