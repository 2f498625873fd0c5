"""What the drawer shows of a figure or card, beside the page that names it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from collection.catalogue import game, records, selectors
from collection.catalogue.models import Card, Figure
from collection.catalogue.present import catalogue_words
from collection.catalogue.present.cards import (
    card_row,
    cost_lines,
    faction_names,
    listed,
    modifiers,
    requirement_line,
)
from collection.catalogue.present.catalogue_values import Link, sources
from collection.catalogue.present.chances import chances
from collection.catalogue.present.equipment import equipment_texts
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.folded_dial import (
    EquipmentShown,
    Fitted,
    FoldedDial,
    folded_dial,
    shown_on,
)
from collection.catalogue.present.origins import Origins, origins
from collection.catalogue.present.rows import (
    ENTERED,
    figure_name,
    figure_number,
    figure_type,
    figure_url,
)
from collection.catalogue.present.values import FigureView
from collection.catalogue.views.comparing import MOST_FIGURES
from collection.common.answers import address, htmx_of
from collection.common.language import language

#: The target of a request that wants the drawer instead of the page.
DRAWER = "drawer-body"


def wants_drawer(request: HttpRequest) -> bool:
    """Whether the drawer is asked for and not the page."""
    return bool(htmx_of(request)) and htmx_of(request).target == DRAWER


def figure_drawer(
    figure: Figure, asked: Mapping[str, str], fitted: Fitted | None
) -> dict[str, Any]:
    """A figure in little room: picture, dial, equipment in a line each, odds, versions."""
    known = fitted.known if fitted else game.catalogue()
    unit = fitted.unit if fitted else known.unit(figure.catalogue_id)
    printed = game.dial(unit) if unit else None
    dial = folded_dial(printed, fitted.counted if fitted else ()) if printed else None
    versions = _versions(figure, known)
    return {
        "figure": figure,
        "figure_id": figure.catalogue_id,
        "number": figure_number(figure),
        "name": figure_name(figure),
        "faction": catalogue_words.faction_value(figure.faction),
        "type": figure_type(figure),
        "page_url": figure_url(figure),
        "unit": unit,
        "origins": _origins(figure),
        "entered": ENTERED if figure.entered else None,
        "view": figure_view(unit) if unit else None,
        "printed": printed,
        "dial": dial,
        "equipment": _equipment(dial, known) if dial else (),
        "versions": versions,
        "compare_url": _compare_url(figure, versions),
        **(_odds(unit, asked, fitted, known) if unit and unit.dial else {}),
    }


def _origins(figure: Figure) -> Origins:
    """Where the printed values were read; one query."""
    record = records.read_figure(figure.record)
    return origins(figure, record, sources(figure.system, record.sources))


def _equipment(dial: FoldedDial, known: game.Catalogue) -> list[tuple[EquipmentShown, str, str]]:
    """Each piece shown, with the first sentence of what it does, and the rest."""
    texts = equipment_texts(known)
    return [(shown, *texts.get(shown.equipment.code, ("", ""))) for shown in shown_on(dial)]


def _versions(figure: Figure, known: game.Catalogue) -> list[FigureView]:
    """The other versions of the sculpt."""
    ids = (each.catalogue_id for each in selectors.versions(figure))
    units = (known.unit(each) for each in ids if each != figure.catalogue_id)
    return [figure_view(unit) for unit in units if unit]


def _compare_url(figure: Figure, versions: Sequence[FigureView]) -> str:
    """The figure beside the versions of it that have a dial."""
    figures = [figure.catalogue_id, *(each.id for each in versions if each.dial)]
    return address(reverse("collection:compare"), {"figure": figures[:MOST_FIGURES]})


def _odds(
    unit: game.Unit, asked: Mapping[str, str], fitted: Fitted | None, known: game.Catalogue
) -> dict[str, Any]:
    """The odds against the figure somebody asks for; against its own like where nobody is."""
    wanted = asked.get("against", "").strip()
    target = _opponent(wanted, known) if wanted else unit
    if target is None:
        return {"against": wanted, "no_opponent": True}
    fitting = fitted.fitting if fitted else game.Fitting()
    try:
        lines = chances(unit, target, fitting, known)
    except game.Unreadable:
        lines = ()
    url = reverse("collection:figure", args=[target.id])
    return {"against": wanted, "opponent": Link(target.full_name, url), "chances": lines}


def _opponent(wanted: str, known: game.Catalogue) -> game.Unit | None:
    """The figure with a dial that a number or words mean; of several the first."""
    found = selectors.find_figure(game.SYSTEM, wanted)
    rows = [found] if found else selectors.figures_named(game.SYSTEM, wanted)
    units = (known.unit(row.catalogue_id) for row in rows)
    return next((unit for unit in units if unit and unit.dial), None)


def card_drawer(row: Card, known: game.Catalogue) -> dict[str, Any]:
    """A card in little room: what it does, what it costs, where it sits, who may take it."""
    card = known.cards[row.catalogue_id]
    record = records.read_card(row.record)
    names = faction_names(row.system)
    return {
        "card": card_row(card, names),
        "page_url": reverse("collection:card", args=[row.catalogue_id]),
        "unique": card.is_unique,
        "costs": cost_lines(card),
        "text": record.text.in_language(language()),
        "ability": record.ability,
        "ability_text": record.ability.text.in_language(language()) if record.ability else "",
        "preferred": card.preferred_mech and known.unit(card.preferred_mech),
        "provides": game.provided(card),
        "attaches_to": catalogue_words.CARRIERS.get(card.attaches_to or ""),
        "modifiers": modifiers(card),
        "requirements": [requirement_line(each, names) for each in card.requirements],
        "crossed_out": listed(names[each] for each in card.crossed_out),
        "is_mounted": card.is_gear or card.is_pilot,
        "fitting": len(game.mechs_for(card.id, known)) if card.is_gear or card.is_pilot else 0,
    }
