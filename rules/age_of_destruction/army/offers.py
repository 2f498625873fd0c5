"""What a group could be built of: figures with what they cost, and the cards each could bear.

These are offers, not a verdict: what offers together make is for `validate` to judge.
"""

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup, Entry
from rules.age_of_destruction.army.copies import copies_taken
from rules.age_of_destruction.army.muster import Muster
from rules.age_of_destruction.army.stock import Stock, price
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit

#: More copies of one figure than this are not offered.
MANY = 12


class FigureOffer(msgspec.Struct, frozen=True):
    """A figure, what it costs, and how many copies of it there may be."""

    unit: Unit
    points: int
    most: int


class CardOffer(msgspec.Struct, frozen=True):
    """A gear or pilot card on a 'Mech: what it costs there, the weapon it would sit on where one
    must be chosen, and how many copies there are."""

    card: Card
    unit: str
    points: int
    weapon: str | None
    most: int


def figure_offers(group: BattleGroup, catalogue: Catalogue) -> tuple[FigureOffer, ...]:
    """The figures that could join a group within its build total and its event, out of what is
    owned where the group says so; a unique figure once."""
    stock = Stock(group, catalogue)
    here = copies_taken(group, catalogue)
    return tuple(
        FigureOffer(unit, unit.points, min(stock.left(unit.id), 1 if unit.unique else MANY))
        for unit in stock.units
        if unit.points
        and (group.build_total is None or unit.points <= group.build_total)
        and not stock.lacks(unit.id)
        and not (unit.unique and unit.id in here)
    )


def card_offers(
    group: BattleGroup, catalogue: Catalogue, figures: tuple[FigureOffer, ...]
) -> tuple[CardOffer, ...]:
    """The gear and pilots each of some figures could bear, out of what is owned where the group
    says so."""
    stock = Stock(group, catalogue)
    bare = msgspec.structs.replace(
        group, units=tuple(Entry(figure.unit.id) for figure in figures if figure.unit.slots)
    )
    offers = []
    for piece in Muster(bare, catalogue).pieces:
        for card in (*stock.gear(piece), *stock.pilots(piece)):
            points = price(card, piece, group.build_total)
            if piece.unit is None or points is None or stock.lacks(card.id):
                continue
            weapons = card.fitting_weapons(piece.unit)
            weapon = weapons[0].slot if len(weapons) > 1 and card.is_gear else None
            offers.append(CardOffer(card, piece.unit.id, points, weapon, stock.left(card.id)))
    return tuple(offers)
