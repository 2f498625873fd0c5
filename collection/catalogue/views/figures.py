"""Finding figures, and the page of one."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from collection.catalogue import game, records, selectors
from collection.catalogue.forms.search import FigureSearchForm
from collection.catalogue.models import Figure
from collection.catalogue.present import catalogue_words, values
from collection.catalogue.present.cards import CardGroup, card_line
from collection.catalogue.present.catalogue_values import Link, sources
from collection.catalogue.present.comparison import compare
from collection.catalogue.present.dial_curves import curves
from collection.catalogue.present.dial_walk import chosen_click, walk
from collection.catalogue.present.equipment import equipment_texts
from collection.catalogue.present.facets import chip, equipment_badge
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.found import suggestions
from collection.catalogue.present.origins import VALUES, origins
from collection.catalogue.present.points_spread import points_spread
from collection.catalogue.present.rows import (
    figure_name,
    figure_number,
    figure_type,
    figure_url,
    in_order,
    piece_columns,
    piece_row,
)
from collection.catalogue.search.fields import ChoiceField, Scope
from collection.catalogue.search.spelling import figure_spelling
from collection.catalogue.views.comparing import MOST_FIGURES
from collection.catalogue.views.missing import missing
from collection.catalogue.views.trial import GEAR_BESIDE_EQUIPMENT, ODDS_RULES, try_out
from collection.common.answers import address, answer
from collection.common.folding import LONGEST_QUERY
from collection.common.language import language
from collection.common.limits import limited

NO_SLOTS = "AOD-GEAR-002"
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
        "meant": _meant(system, words) if not found.rows and re.search("[0-9]", words) else {},
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


def _meant(system: str, wanted: str) -> dict[str, str]:
    """Titles by address of the figures whose ids are like what was looked for."""
    names = selectors.names(Figure, system)
    return {
        reverse("collection:figure", args=[figure_id]): f"{figure_id} {names[figure_id]}"
        for figure_id in game.similar_ids(wanted, names)
    }


@require_safe
def figure_page(request: HttpRequest, figure_id: str, page: str) -> HttpResponse:
    """Everything printed on a figure, and how sure each value is.

    `page` is a template that may extend "catalogue/figure.html".
    """
    system = game.catalogued(request)
    figure = selectors.find_figure(system, figure_id)
    if figure is None:
        return missing(
            request, figure_id, _meant(system, figure_id), reverse("collection:catalogue")
        )
    if figure.catalogue_id != figure_id:
        return redirect(figure_url(figure), permanent=figure.status != Figure.Status.BLOCK)
    known = game.catalogue()
    unit = known.unit(figure.catalogue_id)
    record = records.read_figure(figure.record)
    read_from = sources(figure.system, record.sources)
    marks = {
        field: catalogue_words.provenance(mark, read_from) for field, mark in record.marks.items()
    }
    before, behind = selectors.neighbours(figure)
    dial = game.dial(unit) if unit else None
    return render(
        request,
        page,
        {
            "figure": figure,
            "figure_id": figure.catalogue_id,
            "number": figure_number(figure),
            "name": figure_name(figure),
            "set_name": catalogue_words.own_name(figure.set),
            "set_url": address(reverse("collection:catalogue"), {"set": figure.set.code}),
            "faction": catalogue_words.faction_value(figure.faction),
            "label": catalogue_words.LABELS.get(unit.label or "") if unit else None,
            "type": figure_type(figure),
            "unit": unit,
            "attack_symbol": catalogue_words.ATTACK_SYMBOLS.get(unit.attack_symbol) if unit else "",
            "rarity": catalogue_words.RARITIES.get(record.rarity or "", record.rarity),
            "pilot_name": record.pilot_name_on_base,
            "dial": dial,
            "view": figure_view(unit) if unit else None,
            "texts": equipment_texts(known) if dial else {},
            **(
                _dial_context(request.GET.dict(), figure, unit, dial, known)
                if unit and dial
                else {}
            ),
            **_versions(figure, known),
            "marks": marks,
            "rank_mark": marks.get("rank") or marks.get("unique"),
            "other_marks": {
                catalogue_words.FIELDS[field]: mark
                for field, mark in marks.items()
                if field in catalogue_words.FIELDS.keys() - VALUES.keys()
                and mark.kind != "single"
                and not (field == "unique" and figure.rank == "")
            },
            "origins": origins(figure, record, read_from),
            "notes": [note.in_language(language()) for note in record.notes],
            "sources": read_from,
            "card_groups": _card_groups(unit, known) if unit else (),
            "no_slots": game.rule_chip(NO_SLOTS),
            "before": Link(str(before), figure_url(before)) if before else None,
            "behind": Link(str(behind), figure_url(behind)) if behind else None,
        },
    )


def _dial_context(
    asked: dict[str, str],
    figure: Figure,
    unit: game.Unit,
    dial: values.Dial,
    known: game.Catalogue,
) -> dict[str, Any]:
    """The dial at the click of the address, its lines, and the figure tried out."""
    steps, click = walk(dial), chosen_click(asked.get("click", ""), dial)
    return {
        "dial": replace(dial, current=click),
        "steps": steps,
        "click_before": _at_click(asked, click - 1) if click > 1 else "",
        "click_behind": _at_click(asked, click + 1) if click < len(steps) else "",
        "curves": curves([dial]),
        "trial": try_out(figure, unit, dial, known, asked),
        "beside_equipment": game.rule_chip(GEAR_BESIDE_EQUIPMENT),
        "odds_rules": [game.rule_chip(rule) for rule in ODDS_RULES],
    }


def _at_click(asked: dict[str, str], click: int) -> str:
    return address("", {**asked, "click": click})


def _versions(figure: Figure, known: game.Catalogue) -> dict[str, Any]:
    """The versions of the sculpt side by side, and where their dials are compared."""
    versions = selectors.versions(figure)
    if len(versions) < 2:
        return {}
    with_dial = [each.catalogue_id for each in versions if each.status == Figure.Status.COMPLETE]
    others = [figure.catalogue_id, *(each for each in with_dial if each != figure.catalogue_id)]
    lines = (known.unit(each.catalogue_id) for each in versions if each != figure)
    return {
        "versions": [figure_view(unit) for unit in lines if unit],
        "comparison": compare(versions, known),
        "compare_url": address(reverse("collection:compare"), {"figure": others[:MOST_FIGURES]})
        if len(others) > 1
        else "",
    }


def _card_groups(unit: game.Unit, known: game.Catalogue) -> tuple[CardGroup, ...]:
    fitting = [card for card, _choices in game.cards_for(unit, known)]
    return tuple(
        CardGroup(name, tuple(card_line(card) for card in fitting if card.type == key))
        for key, name in catalogue_words.CARD_TYPES.items()
        if any(card.type == key for card in fitting)
    )
