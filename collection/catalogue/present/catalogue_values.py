"""Plain values of the catalogue's own pages."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.catalogue import game, records, selectors
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_words import HOUSE
from collection.common.language import Words, language


@dataclass(frozen=True)
class Link:
    """Words that lead somewhere."""

    title: str
    url: str


@dataclass(frozen=True)
class FacetOption:
    """A value of a facet, and how many figures it would leave."""

    key: str
    name: Words
    count: int
    ticked: bool


@dataclass(frozen=True)
class Facet:
    """One way to narrow a list; `narrows` when a value is ticked."""

    key: str
    label: Words
    options: tuple[FacetOption, ...]
    narrows: bool


@dataclass(frozen=True)
class CardLine:
    """A card in a list of those that fit: how it is known, and what it costs as printed."""

    id: str
    name: str
    url: str
    cost: str
    house: values.Provenance | None


@dataclass(frozen=True)
class CardGroup:
    """The cards of one type."""

    type: Words
    cards: tuple[CardLine, ...]


def card_line(card: game.Card) -> CardLine:
    """A card as one line of a list."""
    url = reverse("collection:card", args=[card.id])
    return CardLine(card.id, card_name(card), url, printed_cost(card), house_mark(card))


def house_mark(card: game.Card) -> values.Provenance | None:
    """The mark of a card of our own."""
    return None if card.official else HOUSE


def printed_cost(card: game.Card) -> str:
    """The cost as printed, "OR" in the visitor's language; empty for a card that is free."""
    return (card.cost_text or "").replace(" OR ", _(" or "))


def card_name(card: game.Card) -> str:
    """The name in the visitor's language where the card has one."""
    return card.name_in(language())


def sources(ids: tuple[str, ...]) -> list[records.Source]:
    """The sources of a record that are known, in its order; one query."""
    known = records.read_sources(selectors.file_content(game.SYSTEM, "sources.json"))
    return [known[source] for source in ids if source in known]
