"""Finding combat enhancement cards, and the page of one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from collection.catalogue import game, records, selectors
from collection.catalogue.forms.search import CardSearchForm
from collection.catalogue.present import catalogue_words
from collection.catalogue.present.cards import (
    card_link,
    card_row,
    cost_lines,
    faction_names,
    frequency,
    listed,
    mech_lines,
    modifiers,
    preferred_mech,
    recruitment_lines,
    requirement_line,
)
from collection.catalogue.present.catalogue_values import sources
from collection.catalogue.views.for_guests import same_for_guests
from collection.catalogue.views.missing import alike_cards, missing
from collection.common.answers import address, answer
from collection.common.language import language
from collection.common.limits import limited

PREFERRED_MECH = "AOD-PILOT-008"
RECRUITMENT = "AOD-GUN-004"


@require_safe
@same_for_guests()
@limited("browse")
def card_list(request: HttpRequest) -> HttpResponse:
    """Cards found by words and number and narrowed; all of it in the address."""
    system = game.catalogued(request)
    form = CardSearchForm(request.GET, selectors.factions(system))
    wanted = form.wanted()
    found = selectors.find_cards(system, wanted, request.GET.get("after", ""))
    chosen = form.chosen()
    here = reverse("collection:cards")
    known = game.catalogue() if found.rows else None
    names = faction_names(system)
    context = {
        "form": form,
        "total": found.total,
        "rows": [card_row(known.cards[row.catalogue_id], names) for row in found.rows]
        if known
        else [],
        "meant": alike_cards(system, wanted.words) if not found.rows else {},
        "more_url": address(here, {**chosen, "after": found.next_after})
        if found.next_after
        else "",
        "first_url": address(here, chosen) if request.GET.get("after") else "",
    }
    shown_at = address(here, {**chosen, "after": request.GET.get("after", "")})
    return answer(request, "catalogue/cards.html", "catalogue/card_results.html", context, shown_at)


@require_safe
@same_for_guests()
def card_page(request: HttpRequest, card_id: str) -> HttpResponse:
    """Everything a card says, in our words, and how sure each part is."""
    system = game.catalogued(request)
    row = selectors.find_card(system, card_id)
    if row is None:
        return missing(request, card_id, alike_cards(system, card_id), reverse("collection:cards"))
    if row.catalogue_id != card_id:
        return redirect("collection:card", row.catalogue_id, permanent=True)
    known = game.catalogue()
    card = known.cards[row.catalogue_id]
    record = records.read_card(row.record)
    names = faction_names(system)
    before, behind = selectors.neighbours(row)
    context = {
        "card": card_row(card, names),
        "unique": card.is_unique,
        "set_name": catalogue_words.own_name(row.set),
        "costs": cost_lines(card),
        "text": record.text.in_language(language()),
        "attaches_to": catalogue_words.CARRIERS.get(card.attaches_to or ""),
        "provides": game.provided(card),
        "modifiers": modifiers(card),
        "ability": record.ability,
        "ability_text": record.ability.text.in_language(language()) if record.ability else "",
        "preferred": preferred_mech(card, known),
        "preferred_rule": game.rule_chip(PREFERRED_MECH),
        "recruitment": recruitment_lines(card, names),
        "crossed_out": listed(names[each] for each in card.crossed_out),
        "recruitment_rule": game.rule_chip(RECRUITMENT),
        "is_mounted": card.is_gear or card.is_pilot,
        "mechs": mech_lines(card, known),
        "requirements": [requirement_line(each, names) for each in card.requirements],
        "frequency": frequency(card),
        "victory": record.victory.text.in_language(language()) if record.victory else "",
        "cancels": [card_link(known.cards[each]) for each in card.cancels if each in known.cards],
        "marks": {
            catalogue_words.FIELDS.get(field, field): catalogue_words.provenance(mark)
            for field, mark in record.marks.items()
        },
        "sources": sources(row.system, record.sources),
        "before": card_link(known.cards[before.catalogue_id]) if before else None,
        "behind": card_link(known.cards[behind.catalogue_id]) if behind else None,
    }
    return render(request, "catalogue/card.html", context)
