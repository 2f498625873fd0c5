"""Finding figures."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from collection.catalogue import game, selectors
from collection.catalogue.forms.search import FigureSearchForm
from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.present.equipment import equipment_texts
from collection.catalogue.present.facets import chip, equipment_badge
from collection.catalogue.present.found import suggestions
from collection.catalogue.present.points_spread import points_spread
from collection.catalogue.present.rows import (
    in_order,
    piece_columns,
    piece_row,
)
from collection.catalogue.search.fields import ChoiceField, Scope
from collection.catalogue.search.spelling import figure_spelling
from collection.catalogue.views.missing import alike_figures
from collection.common.answers import address, answer
from collection.common.folding import LONGEST_QUERY
from collection.common.limits import limited

MOST_SUGGESTED = 8

Rows = tuple[values.PieceRow, ...]


@dataclass(frozen=True)
class LooserList:
    """The list without something that narrows it: what, where it is shown, how many it holds."""

    without: str
    url: str
    figures: int


@dataclass(frozen=True)
class Beside:
    """What the list of figures shows its reader beside the catalogue: a field of the search,
    columns with what fills them for some figures, scopes by the key of an address, and where a
    figure is added to a battle group."""

    mine: ChoiceField | None = None
    columns: tuple[str, ...] = ()
    fill: Callable[[list[Figure], Rows], Rows] = lambda _figures, rows: rows
    find_scope: Callable[[str], Scope | None] = lambda _key: None
    add_url: Callable[[str], str] = lambda _figure_id: ""


@require_safe
@limited("browse")
def figure_list(request: HttpRequest, beside: Beside) -> HttpResponse:
    """Figures found by words, terms and facets; all of it in the address."""
    system = game.catalogued(request)
    ask = partial(
        FigureSearchForm,
        sets=selectors.sets(system),
        factions=selectors.factions(system),
        mine=beside.mine,
        find_scope=beside.find_scope,
    )
    form, misspelt = ask(request.GET), ""
    found = selectors.find_figures(system, form.wanted(), request.GET.get("after", ""))
    here = reverse("collection:catalogue")
    if not (found.rows or form.problems) and (spelt := _spelt(system, request.GET)):
        misspelt, form = form.chosen()["q"], ask(spelt)
        found = selectors.find_figures(system, form.wanted())
    known, chosen = game.catalogue() if found.rows else None, form.chosen()
    words = chosen.get("q", "")
    cards_found = selectors.count_cards(system, words) if words else 0
    context = {
        "form": form,
        "total": found.total,
        "facets": form.facets(selectors.count_facets(system, form.understood())),
        "understood": [
            chip(each.words, address(here, each.without), each.facet, each.value)
            for each in form.narrowed_by()
        ],
        "problems": form.problems,
        "instead": _instead(form, here),
        "misspelt": misspelt,
        "loosened": [] if found.rows or form.problems else _loosened(system, form, here),
        "scope": form.outer_scope,
        "unscoped_url": address(here, {**chosen, "scope": ""}),
        "tabular": form.tabular,
        "pictures_url": address(here, {**chosen, "view": ""}),
        "table_url": address(here, {**chosen, "view": "table"}),
        "effects": _effects(chosen.get("equipment", ()), known) if known else [],
        "points": points_spread(known) if known else None,
        "table": _table(found.rows, known, form, beside, here),
        "cards_found": cards_found,
        "cards_url": address(reverse("collection:cards"), {"q": words}),
        "meant": alike_figures(system, words)
        if not found.rows and re.search("[0-9]", words)
        else {},
        "more_url": address(here, {**chosen, "after": found.next_after})
        if found.next_after
        else "",
        "first_url": address(here, chosen) if request.GET.get("after") else "",
    }
    shown_at = address(here, {**chosen, "after": request.GET.get("after", "")})
    page, part = "catalogue/figures.html", "catalogue/figure_results.html"
    return answer(request, page, part, context, shown_at)


@require_safe
@limited("browse")
def figure_suggestions(request: HttpRequest, mine: ChoiceField | None = None) -> HttpResponse:
    """Ways to go on from what is typed in the search box, as options of a list."""
    typed = request.GET.get("q", "")[:LONGEST_QUERY]
    context = {"suggestions": suggestions(typed, most=MOST_SUGGESTED, more=mine)}
    return render(request, "catalogue/suggestions.html", context)


def _spelt(system: str, asked: QueryDict) -> QueryDict | None:
    """What is asked, in words that are known; None where there is nothing to put right."""
    words = asked.get("q", "").strip()
    corrected = figure_spelling(system).corrected(words) if words else ""
    if not corrected:
        return None
    spelt = asked.copy()
    spelt["q"] = corrected
    return spelt


def _loosened(system: str, form: FigureSearchForm, here: str) -> list[LooserList]:
    """The lists without each thing that narrows this one, where they hold anything."""
    looser = form.loosened()
    counts = selectors.count_each(system, [each.left for each in looser])
    return [
        LooserList(each.words, address(here, each.parameters), count)
        for each, count in zip(looser, counts, strict=True)
        if count
    ]


def _instead(form: FigureSearchForm, here: str) -> Link | None:
    """The list for what may have been meant by terms that were not understood."""
    query = form.search.instead
    return Link(query, address(here, {**form.chosen(), "q": query})) if query else None


def _effects(codes: Collection[str], known: game.Catalogue) -> list[tuple[values.Equipment, str]]:
    """What pieces of equipment do, in a sentence each."""
    texts = equipment_texts(known)
    badges = {badge.code: badge for badge in map(equipment_badge, codes) if badge}
    return [(badges[code], texts[code][0]) for code in codes if code in texts and code in badges]


def _table(
    rows: list[Figure],
    known: game.Catalogue | None,
    form: FigureSearchForm,
    beside: Beside,
    here: str,
) -> values.PieceTable:
    number, name, *others = form.shown_columns
    columns = piece_columns((number, name, *beside.columns, *others))
    in_pictures = not form.tabular
    shown = (
        tuple(
            replace(
                piece_row(figure, known, with_picture=in_pictures, with_pick=form.tabular),
                add_url=beside.add_url(figure.catalogue_id) if in_pictures else "",
            )
            for figure in rows
        )
        if known
        else ()
    )
    return values.PieceTable(
        caption=_("Figures"),
        columns=in_order(columns, selectors.FIGURE_ORDERS, form.chosen(), here),
        rows=beside.fill(rows, shown),
    )
