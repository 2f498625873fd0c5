"""The cards of a group as rows, and whom its figures fight for."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.groups.present.entries import Entries, PlayedCard
from armybuilder.groups.present.groups import Judged
from collection.catalogue.present.silhouettes import MERCENARIES, mark
from collection.common.language import language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class CardRow:
    """A card of the group with the first sentence of what it does."""

    card: PlayedCard
    effect: str


@dataclass(frozen=True)
class Colour:
    """A faction some figures of a group fight for: the code of its mark, its name."""

    mark: str
    name: str


def card_rows(judged: Judged, entries: Entries) -> tuple[CardRow, ...]:
    """The cards of a group, in its order."""
    known = judged.known
    return tuple(
        CardRow(played, first_sentence(card.text.get(language(), "")) if card else "")
        for played in entries.cards
        for card in (known.card(played.card),)
    )


def colours(judged: Judged) -> tuple[Colour, ...]:
    """The factions its figures fight for, in the order of their lines."""
    return tuple(dict.fromkeys(_colours(judged)))


def first_sentence(text: str) -> str:
    """The text up to the end of its first sentence."""
    return text.partition(". ")[0].rstrip(".")


def _colours(judged: Judged) -> Iterator[Colour]:
    for entry, facts in zip(judged.group.units, judged.verdict.pieces, strict=True):
        unit = aod.figure_of(entry, judged.known)
        if unit and facts.faction:
            yield Colour(mark(unit), aod.faction_name(facts.faction, language()))
        elif unit:
            yield Colour(MERCENARIES, "")
