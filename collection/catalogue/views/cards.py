"""Finding combat enhancement cards, and the page of one."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from collection.catalogue import game, records, selectors
from collection.catalogue.forms.search import CardSearchForm
from collection.catalogue.models import Card
from collection.catalogue.present import catalogue_words, values
from collection.catalogue.present.catalogue_values import (
    Link,
    card_name,
    house_mark,
    printed_cost,
    sources,
)
from collection.common.answers import address, answer, missing
from collection.common.language import Words, language
from collection.common.limits import limited

PREFERRED_MECH = "AOD-PILOT-008"
RECRUITMENT = "AOD-GUN-004"
BASE_RECRUITMENT = "base"


@dataclass(frozen=True)
class CardRow:
    """A card in the list of cards."""

    id: str
    name: str
    other_name: str
    url: str
    type: Words
    classes: str
    factions: str
    cost: str
    house: values.Provenance | None


@dataclass(frozen=True)
class MechLine:
    """A 'Mech that may carry a card, as one line of a list."""

    id: str
    name: str
    variant: str
    url: str
    points: int | None


@require_safe
@limited("browse")
def card_list(request: HttpRequest) -> HttpResponse:
    """Cards found by words and number and narrowed; all of it in the address."""
    system = game.SYSTEM
    form = CardSearchForm(request.GET, selectors.factions(system))
    wanted = form.wanted()
    found = selectors.find_cards(system, wanted, request.GET.get("after", ""))
    chosen = form.chosen()
    here = reverse("collection:cards")
    known = game.catalogue() if found.rows else None
    names = _faction_names()
    context = {
        "form": form,
        "total": found.total,
        "rows": [_row(known.cards[row.catalogue_id], names) for row in found.rows] if known else [],
        "meant": _meant(wanted.words) if not found.rows else {},
        "more_url": address(here, {**chosen, "after": found.next_after})
        if found.next_after
        else "",
        "first_url": address(here, chosen) if request.GET.get("after") else "",
    }
    shown_at = address(here, {**chosen, "after": request.GET.get("after", "")})
    return answer(request, "catalogue/cards.html", "catalogue/card_results.html", context, shown_at)


def _row(card: game.Card, names: dict[str, str]) -> CardRow:
    name = card_name(card)
    return CardRow(
        id=card.id,
        name=name,
        other_name=card.name if card.name != name else "",
        url=reverse("collection:card", args=[card.id]),
        type=catalogue_words.CARD_TYPES.get(card.type, card.type),
        classes=_listed(catalogue_words.CLASSES[each] for each in card.classes),
        factions=_listed(names[each] for each in (*card.factions, *card.required_factions)),
        cost=printed_cost(card),
        house=house_mark(card),
    )


def _faction_names() -> dict[str, str]:
    """Every faction's name in the visitor's language."""
    return {
        faction.name: catalogue_words.own_name(faction)
        for faction in selectors.factions(game.SYSTEM)
    }


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def _meant(wanted: str) -> dict[str, str]:
    """Titles by address of the cards whose ids are like what was looked for."""
    names = selectors.names(Card, game.SYSTEM)
    return {
        reverse("collection:card", args=[card_id]): f"{card_id} {names[card_id]}"
        for card_id in game.similar_ids(wanted, names)
    }


@require_safe
def card_page(request: HttpRequest, card_id: str) -> HttpResponse:
    """Everything a card says, in our words, and how sure each part is."""
    row = selectors.find_card(game.SYSTEM, card_id)
    if row is None:
        return missing(request, card_id, _meant(card_id), reverse("collection:cards"))
    if row.catalogue_id != card_id:
        return redirect("collection:card", row.catalogue_id, permanent=True)
    known = game.catalogue()
    card = known.cards[row.catalogue_id]
    record = records.read_card(row.record)
    names = _faction_names()
    before, behind = selectors.neighbours(row)
    context = {
        "card": _row(card, names),
        "unique": card.is_unique,
        "set_name": catalogue_words.own_name(row.set),
        "costs": cost_lines(card),
        "text": record.text.in_language(language()),
        "attaches_to": catalogue_words.CARRIERS.get(card.attaches_to or ""),
        "provides": game.provided(card),
        "modifiers": _modifiers(card),
        "ability": record.ability,
        "ability_text": record.ability.text.in_language(language()) if record.ability else "",
        "preferred": _preferred(card, known),
        "preferred_rule": game.rule_chip(PREFERRED_MECH),
        "recruitment": _recruitment(card, names),
        "crossed_out": _listed(names[each] for each in card.crossed_out),
        "recruitment_rule": game.rule_chip(RECRUITMENT),
        "is_mounted": card.is_gear or card.is_pilot,
        "mechs": _mechs(card, known),
        "requirements": [requirement_line(each, names) for each in card.requirements],
        "frequency": _frequency(card),
        "victory": record.victory.text.in_language(language()) if record.victory else "",
        "cancels": [_link(known.cards[each]) for each in card.cancels if each in known.cards],
        "marks": {
            catalogue_words.FIELDS.get(field, field): catalogue_words.provenance(mark)
            for field, mark in record.marks.items()
        },
        "sources": sources(record.sources),
        "before": _link(known.cards[before.catalogue_id]) if before else None,
        "behind": _link(known.cards[behind.catalogue_id]) if behind else None,
    }
    return render(request, "catalogue/card.html", context)


def _link(card: game.Card) -> Link:
    return Link(f"{card.id} {card_name(card)}", reverse("collection:card", args=[card.id]))


def cost_lines(card: game.Card) -> list[str]:
    """What a card costs, one sentence for each of its prices."""
    if card.cost is None or card.cost.base is None:
        return [_("free")] if card.cost_text is None else [card.cost_text]
    lines = [_price(card.cost.base.points, card.cost.base.scaled)]
    if card.cost.alternative is not None:
        price = _price(card.cost.alternative.points, card.cost.alternative.scaled)
        condition = (
            _("%(price)s in the preferred 'Mech")
            if card.is_pilot
            else _("%(price)s in a battle group of its faction alone")
        )
        lines.append(condition % {"price": price})
    return lines


def _price(points: int, scaled: bool) -> str:
    price = ngettext("%(points)s point", "%(points)s points", points) % {"points": points}
    return _("%(price)s for every 150 of the build total") % {"price": price} if scaled else price


def _modifiers(card: game.Card) -> list[tuple[Any, str]]:
    """What a pilot adds to each combat value, with its sign."""
    return [
        (catalogue_words.VALUES[value], f"{change:+d}".replace("-", "−"))
        for value, change in card.modifiers.items()
        if change
    ]


def _preferred(card: game.Card, known: game.Catalogue) -> Link | None:
    """The preferred 'Mech, linked where the catalogue has it."""
    if card.preferred_mech is None:
        return None
    unit = known.unit(card.preferred_mech)
    if unit is None:
        return Link(card.preferred_mech, "")
    return Link(unit.title, reverse("collection:figure", args=[unit.id]))


def _mechs(card: game.Card, known: game.Catalogue) -> list[MechLine]:
    """The 'Mechs the card fits, the dearest last, those without known points after them."""
    fitting = sorted(
        game.mechs_for(card.id, known),
        key=lambda unit: (unit.points is None, unit.points, unit.id),
    )
    return [
        MechLine(
            id=unit.id,
            name=unit.title.removeprefix(unit.id).strip(),
            variant=unit.variant or "",
            url=reverse("collection:figure", args=[unit.id]),
            points=unit.points,
        )
        for unit in fitting
    ]


def _recruitment(card: game.Card, names: dict[str, str]) -> list[tuple[str, int]]:
    """Points by faction, those of a faction without a price of its own last."""
    named = [
        (names.get(faction, faction), points)
        for faction, points in card.recruitment.items()
        if faction != BASE_RECRUITMENT
    ]
    rest = [
        (_("any other faction"), p) for f, p in card.recruitment.items() if f == BASE_RECRUITMENT
    ]
    return sorted(named) + rest


def requirement_line(requirement: Any, names: dict[str, str]) -> str:
    """A further requirement in words: "at least 2: Vehicle, Swordsworn"."""
    if requirement.is_free_text:
        text: str = requirement.text.get(language(), "")
        return text
    kinds = [
        catalogue_words.TYPES.get(requirement.type or ""),
        catalogue_words.CLASSES.get(requirement.mech_class or ""),
        catalogue_words.RANK_NAMES.get(requirement.rank or ""),
        names.get(requirement.faction or ""),
        catalogue_words.RANK_NAMES["unique"] if requirement.unique else None,
    ]
    return _("at least %(count)s: %(kind)s") % {
        "count": requirement.count,
        "kind": _listed(kind for kind in kinds if kind),
    }


def _frequency(card: game.Card) -> str:
    if card.frequency is None:
        return ""
    return ngettext(
        "%(uses)s use a turn for every %(points)s points of the build total",
        "%(uses)s uses a turn for every %(points)s points of the build total",
        card.frequency.uses,
    ) % {"uses": card.frequency.uses, "points": card.frequency.points}
