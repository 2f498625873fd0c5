"""What there is of every piece, what groups keep of it, and what that leaves for one group.

Pieces are known by their ids in the catalogue, places they are kept in by the number of the
collection. What a group reserved counts as kept only as far as it is still there.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field

Needs = Mapping[str, int]
#: A piece in one collection.
Spot = tuple[int, str]


@dataclass(frozen=True)
class Held:
    """How many of a piece there are at one spot."""

    owned: int = 0
    lent: int = 0
    wanted: int = 0

    @property
    def at_hand(self) -> int:
        """How many of them nobody has borrowed."""
        return max(0, self.owned - self.lent)


@dataclass(frozen=True)
class Kept:
    """Copies a group reserved at a spot."""

    group: int
    spot: Spot
    count: int


@dataclass(frozen=True)
class Cover:
    """How a group's need of one piece is met."""

    item: str
    needed: int
    owned: int
    lent: int
    taken: int
    available: int

    @property
    def short(self) -> int:
        """How many the group cannot put on the table."""
        return max(0, self.needed - self.available)

    @property
    def missing(self) -> int:
        """How many of those nobody has."""
        return max(0, self.needed - self.owned)

    @property
    def elsewhere(self) -> int:
        """How many of those there are, but lent or kept for other groups."""
        return self.short - self.missing


@dataclass(frozen=True)
class Coverage:
    """How the needs of one group are met, piece by piece."""

    covers: tuple[Cover, ...]

    @property
    def needed(self) -> int:
        """How many pieces it takes."""
        return sum(cover.needed for cover in self.covers)

    @property
    def short(self) -> int:
        """How many cannot be put on the table."""
        return sum(cover.short for cover in self.covers)

    @property
    def missing(self) -> int:
        """How many nobody has."""
        return sum(cover.missing for cover in self.covers)

    @property
    def elsewhere(self) -> int:
        """How many are lent or kept for other groups."""
        return sum(cover.elsewhere for cover in self.covers)

    @property
    def ready(self) -> int:
        """How many can be put on the table."""
        return self.needed - self.short


@dataclass(frozen=True)
class Stock:
    """Every piece of some collections, and what groups keep of them; the spots in the order they
    are taken from, the kept copies in the order they were reserved."""

    held: Mapping[Spot, Held] = field(default_factory=dict)
    kept: tuple[Kept, ...] = ()

    def __post_init__(self) -> None:
        """Nothing is kept twice: where fewer are at hand than reserved, the first have them."""
        left = {spot: held.at_hand for spot, held in self.held.items()}
        still = []
        for each in self.kept:
            count = min(each.count, left.get(each.spot, 0))
            if count:
                left[each.spot] -= count
                still.append(Kept(each.group, each.spot, count))
        object.__setattr__(self, "kept", tuple(still))

    def free(self, group: int | None = None) -> Counter[str]:
        """How many of each piece a group may use: those at hand that no other group keeps."""
        free: Counter[str] = Counter()
        for (_collection, item), count in self.free_spots(group).items():
            free[item] += count
        return free

    def free_spots(self, group: int | None = None) -> dict[Spot, int]:
        """The same by spot."""
        others = self._kept_by_others(group)
        return {spot: held.at_hand - others[spot] for spot, held in self.held.items()}

    def owned(self) -> Counter[str]:
        """How many of each piece there are, at hand or not."""
        return self._sum("owned")

    def wanted(self) -> Counter[str]:
        """How many more of each piece are wanted."""
        return self._sum("wanted")

    def kept_by(self, group: int) -> Counter[str]:
        """What a group keeps of each piece."""
        kept: Counter[str] = Counter()
        for each in self.kept:
            if each.group == group:
                kept[each.spot[1]] += each.count
        return kept

    def only(self, items: Container[str]) -> "Stock":
        """The same of some pieces alone: quicker to ask than all of a large collection."""
        return Stock(
            {spot: held for spot, held in self.held.items() if spot[1] in items},
            tuple(each for each in self.kept if each.spot[1] in items),
        )

    def coverage(self, needs: Needs, group: int | None = None) -> Coverage:
        """How a group's needs are met."""
        asked = self.only(needs)
        free, owned, lent = asked.free(group), asked.owned(), asked._sum("lent")
        taken: Counter[str] = Counter()
        for (_collection, item), count in asked._kept_by_others(group).items():
            taken[item] += count
        return Coverage(
            tuple(
                Cover(item, needed, owned[item], lent[item], taken[item], free[item])
                for item, needed in sorted(needs.items())
            )
        )

    def allotted(self, needs: Needs, group: int) -> dict[Spot, int]:
        """Copies for a group out of what it may use: from the first collections first."""
        left = Counter(needs)
        allotted = {}
        for spot, free in self.free_spots(group).items():
            if count := min(free, left[spot[1]]):
                allotted[spot] = count
                left[spot[1]] -= count
        return allotted

    def _kept_by_others(self, group: int | None) -> Mapping[Spot, int]:
        kept: defaultdict[Spot, int] = defaultdict(int)
        for each in self.kept:
            if each.group != group:
                kept[each.spot] += each.count
        return kept

    def _sum(self, amount: str) -> Counter[str]:
        summed: Counter[str] = Counter()
        for (_collection, item), held in self.held.items():
            summed[item] += getattr(held, amount)
        return summed


def total(needs: Iterable[Needs]) -> Counter[str]:
    """What several groups need in all."""
    summed: Counter[str] = Counter()
    for each in needs:
        summed.update(each)
    return summed
