"""Cards for the 'Mechs of a first list, where the points they cost make it stronger."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.age_of_destruction.starting.equipping import Equipped
from rules.age_of_destruction.starting.strength import Strength

#: At most so many points of figures make room for cards.
MOST_FREED = 45


class Laden(msgspec.Struct, frozen=True):
    """Figures with at most one card on one copy of each: cards by the figures' ids."""

    figures: Counter[str]
    cards: dict[str, str]


class Loader:
    """Puts cards on 'Mechs; the same for the same list."""

    def __init__(
        self,
        points: Mapping[str, int],
        strengths: Mapping[str, Strength],
        equipped: Equipped,
    ) -> None:
        self.points = points
        self.strengths = strengths
        self.equipped = equipped

    def best(
        self,
        figures: Counter[str],
        limit: int,
        orders: int,
        spare: Iterable[str],
        owned: Mapping[str, int] | None,
    ) -> Iterator[Laden]:
        """The ways to carry cards that make a list stronger, the strongest first, then the list as
        it is; one copy of what is spare may stay at home for them."""
        ways = []
        for gone in ("", *sorted(set(spare))):
            left = figures - Counter([gone] if gone else [])
            laden = Laden(left, self._carried(left, limit, orders, owned))
            if laden.cards and (not gone or self.points[gone] <= MOST_FREED):
                ways.append((-self.might(laden, orders), gone, laden))
        bare = Laden(figures, {})
        least = -self.might(bare, orders)
        for might, _gone, laden in sorted(ways, key=lambda way: way[:2]):
            if might < least:
                yield laden
        yield bare

    def _carried(
        self, figures: Counter[str], limit: int, orders: int, owned: Mapping[str, int] | None
    ) -> dict[str, str]:
        """One card after the other, each time the one that helps most for what is left to spend."""
        rest = limit - sum(self.points[item] * count for item, count in figures.items())
        cards: dict[str, str] = {}
        while True:
            now = self.might(Laden(figures, cards), orders)
            ways = [
                (self.might(Laden(figures, {**cards, item: card}), orders), item, card)
                for item in sorted(figures.keys() & self.equipped.keys() - cards.keys())
                for card, carried in self.equipped[item].items()
                if carried.points <= rest
                and card not in cards.values()
                and (owned is None or owned.get(card, 0) > 0)
            ]
            might, item, card = max(ways, default=(0.0, "", ""))
            if might <= now:
                return cards
            cards[item] = card
            rest -= self.equipped[item][card].points

    def might(self, laden: Laden, orders: int) -> float:
        """What the best attackers deal a turn, times how long all of them stand."""
        known = list(self.measured(laden))
        punches = sorted((sum(each.punch.values()) for each in known), reverse=True)
        return sum(punches[:orders]) * sum(sum(each.staying.values()) for each in known)

    def measured(self, laden: Laden) -> Iterator[Strength]:
        """The strength of each figure, with its card where it has one."""
        for item, count in laden.figures.items():
            card = laden.cards.get(item)
            if card:
                yield self.equipped[item][card].strength
            yield from [self.strengths[item]] * (count - bool(card))
