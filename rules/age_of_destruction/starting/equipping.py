"""What one gear or pilot card makes of a 'Mech, counted as the bare figures are."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup, CardChoice, Entry
from rules.age_of_destruction.army.verdict import Judgement
from rules.age_of_destruction.forecast.proving_ground import Fitting
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.starting.strength import Strength, strength

#: The build total cards are priced at, and the most one of them may cost in a first list.
STANDARD, DEAREST = 450, 40


class Carried(msgspec.Struct, frozen=True):
    """A 'Mech with one card: the weapon the card is on where that must be said, what it costs, and
    the strength of both."""

    weapon: str
    points: int
    strength: Strength

    def choice(self, card: str) -> CardChoice:
        """The card as it goes on the figure."""
        return CardChoice(card, self.weapon or None)


#: The cards worth their place on each 'Mech: by the figure's id, then the card's.
Equipped = Mapping[str, Mapping[str, Carried]]


def read_equipped(data: Any) -> dict[str, dict[str, Carried]]:
    """What a parsed file tells of it; raises msgspec.ValidationError for another shape."""
    return msgspec.convert(data, dict[str, dict[str, Carried]])


def entry(unit: str, card: Card, choice: CardChoice) -> Entry:
    """A figure with one card."""
    if card.is_pilot:
        return Entry(unit, pilots=(choice,))
    return Entry(unit, gear=(choice,))


def equipped(
    units: Iterable[Unit],
    bare: Mapping[str, Strength],
    against: Mapping[str, Unit],
    catalogue: Catalogue,
) -> dict[str, dict[str, Carried]]:
    """The official cards that may go on each 'Mech alone and make it stronger."""
    found = {}
    for unit in units:
        if unit.slots:
            better = {
                card: carried
                for card, carried in _carried(unit, against, catalogue)
                if might(carried.strength) > might(bare[unit.id])
            }
            if better:
                found[unit.id] = better
    return found


def might(of: Strength) -> float:
    """Strength in one number: what is dealt, times how long it is dealt."""
    return sum(of.punch.values()) * sum(of.staying.values())


def _carried(
    unit: Unit, against: Mapping[str, Unit], catalogue: Catalogue
) -> Iterator[tuple[str, Carried]]:
    for card in catalogue.cards.values():
        if not card.official or not (card.is_gear or card.is_pilot):
            continue
        choice, points = _placed(unit, card, catalogue)
        if choice and points <= DEAREST:
            fitting = Fitting(pilot=choice) if card.is_pilot else Fitting(gear=(choice,))
            counted = strength(unit, against, catalogue, fitting)
            yield card.id, Carried(choice.weapon or "", points, counted)


def _placed(unit: Unit, card: Card, catalogue: Catalogue) -> tuple[CardChoice | None, int]:
    """The first way a card may go on a figure without breaking a rule, and what it adds there."""
    for weapon in (None, *(each.slot for each in unit.weapons)):
        choice = CardChoice(card.id, weapon)
        group = BattleGroup(build_total=STANDARD, units=(entry(unit.id, card, choice),))
        judged = Judgement(group, catalogue)
        if judged.legal:
            return choice, judged.muster.total - (unit.points or 0)
    return None, 0
