"""What one search finds in the whole catalogue: figures, cards, equipment, factions and rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from collection.catalogue import game, selectors
from collection.catalogue.models import Figure
from collection.catalogue.present import values, words
from collection.catalogue.present.cards import card_name
from collection.catalogue.present.catalogue_words import CARD_TYPES, own_name
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.rows import (
    figure_name,
    figure_number,
    figure_type,
    figure_url,
)
from collection.catalogue.search.fields import SearchField
from collection.catalogue.search.figures import FigureSearch, Search, Suggestion, Understood
from collection.catalogue.search.names import Named, called
from collection.catalogue.search.spelling import Spelling, spoken_names
from collection.catalogue.search.terms import read_terms
from collection.common.answers import address
from collection.common.folding import number_words
from collection.common.language import Words, in_every_language, language


@dataclass(frozen=True)
class Hit:
    """One thing found, with its picture if it is a figure; `opens_beside` says that it may be
    looked at without leaving the page, `owned` how many its reader has."""

    title: Words
    url: str
    number: str = ""
    about: Words = ""
    opens_beside: bool = False
    figure: values.FigureView | None = None
    owned: int = 0


@dataclass(frozen=True)
class Hits:
    """The first things of one kind, how many there are, and where all of them are shown."""

    key: str
    title: Words
    hits: tuple[Hit, ...]
    total: int
    all_url: str


@dataclass(frozen=True)
class Found:
    """What was found by kind, kinds without anything left out; `understood` is what its terms mean,
    where they are more than words, `corrected` what was looked for where nobody knows a word of the
    query, `problems` what was not understood of it and `instead` what may have been meant."""

    kinds: tuple[Hits, ...] = ()
    understood: tuple[Understood, ...] = ()
    corrected: str = ""
    problems: tuple[str, ...] = ()
    instead: str = ""


@dataclass(frozen=True)
class Meant:
    """The catalogue ids of the figures a query finds, `problems` what was not understood of it and
    `instead` what may have been meant."""

    ids: frozenset[str] = frozenset()
    problems: tuple[str, ...] = ()
    instead: str = ""


def find(
    query: str, *, most: int, half_typed: bool = False, more: SearchField | None = None
) -> Found:
    """The first `most` things of each kind that a query finds; four queries.

    A `half_typed` query may end in the beginning of a word that is misspelt. Of a reader of whom
    more is known the query may ask by one field `more`.
    """
    known = _current()
    if known is None or not query.strip():
        return Found()
    asked = _language(known, more)
    search = asked.understand(query)
    if search.problems:
        return Found(problems=search.problems, instead=search.instead)
    understood = search.understood if search.says_more else ()
    if kinds := _kinds(known, query, search, most):
        return Found(kinds, understood)
    corrected = known.spelling.corrected(query, half_typed=half_typed)
    if not corrected:
        return Found(understood=understood)
    kinds = _kinds(known, corrected, asked.understand(corrected), most)
    return Found(kinds, understood, corrected) if kinds else Found(understood=understood)


def suggestions(query: str, *, most: int, more: SearchField | None = None) -> list[Suggestion]:
    """Ways to go on from what is typed, in the terms of the search; one query."""
    known = _current()
    return _language(known, more).suggestions(query, most) if known else []


def figures_meant(query: str, *, more: SearchField | None = None) -> Meant:
    """All figures a query finds; two queries, one where it is not understood."""
    known = _current() if query else None
    if known is None:
        return Meant()
    search = _language(known, more).understand(query)
    if search.problems:
        return Meant(problems=search.problems, instead=search.instead)
    found = selectors.figures(game.SYSTEM).filter(search.condition)
    return Meant(frozenset(found.values_list("catalogue_id", flat=True)))


def page_of(query: str) -> str:
    """The page of the one figure or card whose number a query is; empty for any other query."""
    wanted = query.strip()
    if not any(sign.isdigit() for sign in wanted):
        return ""
    if figure := selectors.find_figure(game.SYSTEM, wanted):
        return figure_url(figure)
    card = selectors.find_card(game.SYSTEM, wanted)
    return reverse("collection:card", args=[card.catalogue_id]) if card else ""


@dataclass(frozen=True)
class _Known:
    """A catalogue in one language, laid out for searching."""

    catalogue: game.Catalogue
    figures: FigureSearch
    named: Mapping[str, tuple[Words, tuple[Named, ...], str]]
    spelling: Spelling


def _current() -> _Known | None:
    version = selectors.current_version(game.SYSTEM)
    return _known(version.id, version.digest, language()) if version else None


def _language(known: _Known, more: SearchField | None) -> FigureSearch:
    return known.figures.also(more) if more else known.figures


@lru_cache(maxsize=4)
def _known(_version: int, _digest: str, _language: str) -> _Known:
    """Read once a catalogue and language."""
    known = game.catalogue()
    named = {
        "cards": (_("Cards"), tuple(_cards(known)), reverse("collection:cards")),
        "equipment": (_("Equipment"), tuple(_equipment()), reverse("collection:equipment")),
        "factions": (_("Factions"), tuple(_factions()), reverse("collection:factions")),
        "rules": (_("Rules"), tuple(_rules()), reverse("collection:rules")),
    }
    texts = [name for _title, things, _url in named.values() for t in things for name in t.folded]
    system = game.SYSTEM
    return _Known(
        known,
        FigureSearch(selectors.sets(system), selectors.factions(system)),
        named,
        Spelling([*selectors.figure_texts(system), *texts], spoken_names()),
    )


def _kinds(known: _Known, query: str, search: Search, most: int) -> tuple[Hits, ...]:
    found = [_figures(known.catalogue, query, search, most)]
    if not any(term.field or term.excluded for term in read_terms(query)):
        found += [
            _hits(key, title, called(things, query), all_url, query, most)
            for key, (title, things, all_url) in known.named.items()
        ]
    return tuple(hits for hits in found if hits.hits)


def _figures(known: game.Catalogue, query: str, search: Search, most: int) -> Hits:
    wanted = selectors.FigureFilter(search.condition)
    page = selectors.find_figures(game.SYSTEM, wanted, length=most)
    all_url = address(reverse("collection:catalogue"), {"q": query})
    hits = tuple(_figure(figure, known) for figure in page.rows)
    return Hits("figures", _("Figures"), hits, page.total, all_url)


def _figure(figure: Figure, known: game.Catalogue) -> Hit:
    unit = known.unit(figure.catalogue_id)
    faction = own_name(figure.faction) if figure.faction else ""
    points = "" if figure.points is None else str(figure.points)
    about = (figure.variant, str(figure_type(figure)), faction, points)
    return Hit(
        figure_name(figure),
        figure_url(figure),
        figure_number(figure),
        " · ".join(filter(None, about)),
        opens_beside=True,
        figure=figure_view(unit) if unit else None,
    )


def _hits(key: str, title: Words, things: list[Named], all_url: str, query: str, most: int) -> Hits:
    shown = tuple(
        Hit(each.title, each.url, each.number, each.about, opens_beside=key == "cards")
        for each in things[:most]
    )
    searched = {"q": query} if key in ("cards", "rules") else {}
    return Hits(key, title, shown, len(things), address(all_url, searched))


def _cards(known: game.Catalogue) -> Iterator[Named]:
    for card in sorted(known.cards.values(), key=lambda card: card.id):
        numbers = number_words(f"{card.set}-{card.type}", [card.number])
        yield Named(
            card_name(card),
            reverse("collection:card", args=[card.id]),
            (card.name, card.name_pl or "", *numbers),
            card.id,
            str(CARD_TYPES[card.type]),
        )


def _equipment() -> Iterator[Named]:
    """Special equipment and heat effects, with what each does."""
    system, page = game.SYSTEM, reverse("collection:equipment")
    tables: Iterable[tuple[words.EquipmentTable, list[Any]]] = (
        (words.EQUIPMENT, _listed(system, "special_equipment")),
        (words.HEAT_EFFECTS, _listed(system, "heat_effects")),
    )
    for table, records in tables:
        does = {(each["slot"], each["color"]): each["text"][language()] for each in records}
        for place, (code, name) in table.items():
            names = in_every_language(name)
            about = does.get(place, "")
            yield Named(str(name), f"{page}#{code}", (*names, code), code, about)


def _listed(system: str, listing: str) -> list[Any]:
    found: list[Any] = selectors.file_content(system, f"{listing}.json").get(listing, [])
    return found


def _factions() -> Iterator[Named]:
    traits = selectors.faction_traits(game.SYSTEM)
    for row in selectors.factions(game.SYSTEM):
        yield Named(
            own_name(row),
            address(reverse("collection:catalogue"), {"faction": row.name}),
            (row.name, row.name_pl, row.abbreviation),
            row.abbreviation,
            traits.get(row.name, {}).get(language(), ""),
        )


def _rules() -> Iterator[Named]:
    """The rules of every game, the catalogue's own first."""
    for system in game.systems():
        for rule in system.rulebook().values():
            title, summary = rule.title[language()], rule.summary[language()]
            yield Named(
                title,
                reverse("collection:rule", args=[rule.id]),
                (title, rule.id),
                rule.id,
                summary,
                f"{title} {summary}",
            )
