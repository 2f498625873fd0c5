"""Which pieces battle groups take, and what those are called."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from armybuilder.groups.present.groups import Document, is_army, read
from armybuilder.groups.present.verdicts import card_name
from collection.catalogue.game import catalogue
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class NamedPiece:
    """A figure or card by its number and name; without a name where the catalogue lacks it."""

    id: str
    name: str = ""
    variant: str = ""
    points: int | None = None


def needs_of(document: Document) -> Counter[str]:
    """How many of each figure and card somebody must have to play a group.

    Cards of the house were never printed; they are not needed from anybody's shelf.
    """
    return needs_of_all([document])[0]


def needs_of_all(documents: Iterable[Document]) -> list[Counter[str]]:
    """The same for several groups, against one reading of the catalogue."""
    known = catalogue()
    return [_needs(document, known) for document in documents]


def named_pieces(items: Iterable[str]) -> dict[str, NamedPiece]:
    """Pieces by id with what they are called."""
    known = catalogue()
    return {item: _named(item, known) for item in items}


def _named(item: str, known: aod.Catalogue) -> NamedPiece:
    if unit := known.unit(item):
        return NamedPiece(item, unit.full_name, unit.variant or "", unit.points)
    if card := known.card(item):
        return NamedPiece(item, card_name(card))
    return NamedPiece(item)


def is_id(item: Any) -> bool:
    """Whether the catalogue knows a figure or card of this id."""
    known = catalogue()
    return known.unit(item) is not None or known.card(item) is not None


def _needs(document: Document, known: aod.Catalogue) -> Counter[str]:
    if is_army(document):
        return Counter()
    return Counter(
        {
            item: count
            for item, count in aod.copies_taken(read(document), known).items()
            if (card := known.card(item)) is None or card.official
        }
    )
