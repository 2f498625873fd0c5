"""The lines of a group as rows, a figure with gear and pilot counted in; and its cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from armybuilder.groups.present.entries import Entries, Figures, PlayedCard
from armybuilder.groups.present.fitted_dial import fitted_dial
from armybuilder.groups.present.groups import Judged
from collection.catalogue.present.dial_table import Window, window
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.folded_dial import counted_dial
from collection.catalogue.present.silhouettes import MERCENARIES, mark
from collection.catalogue.present.values import FigureView
from collection.common.language import language
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Row:
    """A line of figures with its picture and dial; no `view` where the catalogue knows none."""

    line: Figures
    view: FigureView | None

    @property
    def window(self) -> Window | None:
        """What its dial shows at the start."""
        return window(self.view.dial) if self.view and self.view.dial else None


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


def figure_rows(judged: Judged, entries: Entries) -> tuple[Row, ...]:
    """The figures of a group, in its order."""
    return tuple(
        Row(line, _view(entry, line, judged.known))
        for entry, line in zip(judged.group.units, entries.figures, strict=True)
    )


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


def _view(entry: aod.Entry, line: Figures, known: aod.Catalogue) -> FigureView | None:
    unit = aod.figure_of(entry, known)
    if unit is None:
        return None
    view = figure_view(unit, has_page=entry.inline is None)
    if line.is_bare or view.dial is None:
        return view
    counted = fitted_dial(entry, unit, known)
    return replace(view, dial=counted_dial(view.dial, counted.clicks)) if counted else view


def _colours(judged: Judged) -> Iterable[Colour] | Iterator[Colour]:
    for entry, facts in zip(judged.group.units, judged.verdict.pieces, strict=True):
        unit = aod.figure_of(entry, judged.known)
        if unit and facts.faction:
            yield Colour(mark(unit), aod.faction_name(facts.faction, language()))
        elif unit:
            yield Colour(MERCENARIES, "")
