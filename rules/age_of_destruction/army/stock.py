"""What could stand in a group instead or besides: catalogue figures and cards, owned ones first."""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import TypeVar

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.checks.gear import MOST_CARDS
from rules.age_of_destruction.army.copies import copies_held, copies_taken
from rules.age_of_destruction.army.pieces import Piece
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.records.vocabulary import RANGE_TYPES
from rules.core.kept import kept

T = TypeVar("T", Unit, Card)


class Stock:
    """The figures and cards a group may take: costs known, allowed by its event.

    Where the group says what is owned, owned pieces that are not in use come first; `pool` keeps
    everything else out.
    """

    def __init__(
        self, group: BattleGroup, catalogue: Catalogue, pool: Container[str] | None = None
    ) -> None:
        self.catalogue = catalogue
        self._owned = copies_held(group)
        self._used = copies_taken(group, catalogue)
        event = group.event
        self.units = self._owned_first(
            unit
            for unit in catalogue.priced_units
            if (pool is None or unit.id in pool) and (event is None or event.admits(unit))
        )
        allowed = event.card_types if event else None
        self.cards = self._owned_first(
            card
            for card in catalogue.sorted_cards
            if (allowed is None or card.type in allowed)
            and (pool is None or card.id in pool)
            and (event is None or card.id not in event.banned)
        )

    def _owned_first(self, items: Iterable[T]) -> list[T]:
        if self._owned is None:
            return list(items)
        return sorted(items, key=lambda item: self.lacks(item.id))

    @kept
    def _by_name(self) -> dict[str, list[Unit]]:
        by_name: dict[str, list[Unit]] = {}
        for unit in self.units:
            by_name.setdefault(unit.name, []).append(unit)
        return by_name

    @kept
    def _by_sort(self) -> dict[tuple[str, str | None], list[Card]]:
        by_sort: dict[tuple[str, str | None], list[Card]] = {}
        for card in (*self._gear, *self._pilots):
            by_sort.setdefault((card.type, card.attaches_to), []).append(card)
        return by_sort

    @kept
    def _gear(self) -> list[Card]:
        return [card for card in self.cards if card.is_gear]

    @kept
    def _pilots(self) -> list[Card]:
        return [card for card in self.cards if card.is_pilot]

    def lacks(self, item: str) -> bool:
        """Whether the collection has no copy left; never without a collection."""
        return self._owned is not None and self.left(item) <= 0

    def left(self, item: str) -> int:
        """Owned copies that are not in the group; 1,000,000 without a collection."""
        if self._owned is None:
            return 1_000_000
        return self._owned[item] - self._used[item]

    def versions(self, name: str, other_than: str) -> Iterator[Unit]:
        """Figures of a name under other numbers, the cheapest first."""
        return (unit for unit in self._by_name.get(name, ()) if unit.id != other_than)

    def figures(self, wanted: Callable[[Unit], bool]) -> Iterator[Unit]:
        """Figures of a kind, the cheapest first."""
        return (unit for unit in self.units if wanted(unit))

    def gear(self, piece: Piece) -> Iterator[Card]:
        """Gear whose class, weapon and faction suit a 'Mech."""
        return (card for card in self._gear if suits(card, piece))

    def alike(self, card: Card, piece: Piece) -> Iterator[Card]:
        """Gear for the value of a card, or pilots of its type, that suit a 'Mech."""
        sort = self._by_sort.get((card.type, card.attaches_to), ())
        return (other for other in sort if suits(other, piece))

    def pilots(self, piece: Piece) -> Iterator[Card]:
        """Pilots whose class and faction suit a 'Mech."""
        return (card for card in self._pilots if suits(card, piece))


def suits(card: Card, piece: Piece) -> bool:
    """Whether a 'Mech is what a gear or pilot card asks for, slots in use aside."""
    unit = piece.unit
    if unit is None or not unit.slots:
        return False
    if not card.fits_class(unit):
        return False
    if card.attaches_to in RANGE_TYPES and not card.fitting_weapons(unit):
        return False
    return not piece.serves_none_of(card.required_factions)


def price(card: Card, piece: Piece, limit: int | None) -> int | None:
    """What a card would cost on a 'Mech at a build total, its recruitment by the 'Mech's faction
    included; None when that is unknown or the faction cannot recruit it."""
    unit, cost = piece.unit, card.cost
    if unit is None or cost is None:
        return None
    at_home = card.prefers(unit) and cost.alternative is not None
    points = cost.due(limit, unit.mech_class, at_home)
    if points is None or not card.is_gunslinger or not unit.faction:
        return points
    recruitment = card.recruitment_cost(unit.faction)
    if recruitment is None or unit.faction in card.crossed_out:
        return None
    return points + recruitment


def has_room(piece: Piece) -> bool:
    """Whether a 'Mech has a slot left for a card (AOD-GEAR-003)."""
    return piece.count == 1 and len(piece.gear) + len(piece.pilots) < MOST_CARDS
