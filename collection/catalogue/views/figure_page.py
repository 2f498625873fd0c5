"""The page of one figure."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from collection.catalogue import game, records, selectors
from collection.catalogue.models import Figure
from collection.catalogue.present import catalogue_words, values
from collection.catalogue.present.cards import CardGroup, card_line
from collection.catalogue.present.catalogue_values import Link, sources
from collection.catalogue.present.comparison import compare
from collection.catalogue.present.dial_curves import curves
from collection.catalogue.present.dial_walk import chosen_click, walk
from collection.catalogue.present.equipment import equipment_texts
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.origins import VALUES, origins
from collection.catalogue.present.rows import figure_name, figure_number, figure_type, figure_url
from collection.catalogue.views.comparing import MOST_FIGURES
from collection.catalogue.views.missing import alike_figures, missing
from collection.catalogue.views.trial import GEAR_BESIDE_EQUIPMENT, ODDS_RULES, try_out
from collection.common.answers import address
from collection.common.language import language

NO_SLOTS = "AOD-GEAR-002"


@require_safe
def figure_page(request: HttpRequest, figure_id: str, page: str) -> HttpResponse:
    """Everything printed on a figure, and how sure each value is.

    `page` is a template that may extend "catalogue/figure.html".
    """
    system = game.catalogued(request)
    figure = selectors.find_figure(system, figure_id)
    if figure is None:
        alike = alike_figures(system, figure_id)
        return missing(request, figure_id, alike, reverse("collection:catalogue"))
    if figure.catalogue_id != figure_id:
        return redirect(figure_url(figure), permanent=figure.status != Figure.Status.BLOCK)
    known, record = game.catalogue(), records.read_figure(figure.record)
    before, behind = selectors.neighbours(figure)
    context = {
        **_face(figure, record),
        **_certainty(figure, record),
        **_versions(figure, known),
        "before": Link(str(before), figure_url(before)) if before else None,
        "behind": Link(str(behind), figure_url(behind)) if behind else None,
    }
    if unit := known.unit(figure.catalogue_id):
        context |= _unit(figure, unit, known, request.GET.dict())
    return render(request, page, context)


def _face(figure: Figure, record: records.FigureRecord) -> dict[str, Any]:
    """What is known of every figure, also of one without a dial."""
    return {
        "figure": figure,
        "figure_id": figure.catalogue_id,
        "number": figure_number(figure),
        "name": figure_name(figure),
        "set_name": catalogue_words.own_name(figure.set),
        "set_url": address(reverse("collection:catalogue"), {"set": figure.set.code}),
        "faction": catalogue_words.faction_value(figure.faction),
        "type": figure_type(figure),
        "rarity": catalogue_words.RARITIES.get(record.rarity or "", record.rarity),
        "pilot_name": record.pilot_name_on_base,
    }


def _certainty(figure: Figure, record: records.FigureRecord) -> dict[str, Any]:
    """Where each value was read, and what is known of it only in part."""
    read_from = sources(figure.system, record.sources)
    marks = {
        field: catalogue_words.provenance(mark, read_from) for field, mark in record.marks.items()
    }
    return {
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
    }


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


def _unit(
    figure: Figure, unit: game.Unit, known: game.Catalogue, asked: Mapping[str, str]
) -> dict[str, Any]:
    """What a figure is in play, the cards that may go on it and its dial."""
    dial = game.dial(unit)
    return {
        "unit": unit,
        "view": figure_view(unit),
        "label": catalogue_words.LABELS.get(unit.label or ""),
        "attack_symbol": catalogue_words.ATTACK_SYMBOLS.get(unit.attack_symbol),
        "card_groups": _card_groups(unit, known),
        "no_slots": game.rule_chip(NO_SLOTS),
        **(_dial(figure, unit, dial, known, asked) if dial else {}),
    }


def _card_groups(unit: game.Unit, known: game.Catalogue) -> tuple[CardGroup, ...]:
    fitting = [card for card, _choices in game.cards_for(unit, known)]
    return tuple(
        CardGroup(name, tuple(card_line(card) for card in fitting if card.type == key))
        for key, name in catalogue_words.CARD_TYPES.items()
        if any(card.type == key for card in fitting)
    )


def _dial(
    figure: Figure,
    unit: game.Unit,
    dial: values.Dial,
    known: game.Catalogue,
    asked: Mapping[str, str],
) -> dict[str, Any]:
    """The dial at the click of the address, its lines, and the figure tried out."""
    steps, click = walk(dial), chosen_click(asked.get("click", ""), dial)
    return {
        "dial": replace(dial, current=click),
        "texts": equipment_texts(known),
        "steps": steps,
        "click_before": _at_click(asked, click - 1) if click > 1 else "",
        "click_behind": _at_click(asked, click + 1) if click < len(steps) else "",
        "curves": curves([dial]),
        "trial": try_out(figure, unit, dial, known, asked),
        "beside_equipment": game.rule_chip(GEAR_BESIDE_EQUIPMENT),
        "odds_rules": [game.rule_chip(rule) for rule in ODDS_RULES],
    }


def _at_click(asked: Mapping[str, str], click: int) -> str:
    return address("", {**asked, "click": click})
