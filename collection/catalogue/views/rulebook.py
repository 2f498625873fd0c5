"""The rulebook: all rules by section, one rule, and one rule beside the text that cites it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from collection.catalogue import game
from collection.catalogue.forms.search import RuleSearchForm
from collection.catalogue.present.rulebook import checks_on, find_sections, rule_text
from collection.catalogue.views.missing import missing
from collection.common.answers import address, answer
from collection.common.folding import search_words
from collection.common.language import language


@require_safe
def rule_list(request: HttpRequest) -> HttpResponse:
    """The rulebook by section, narrowed by words and by when a rule is used."""
    form = RuleSearchForm(request.GET)
    chosen = form.chosen()
    sections = find_sections(search_words(chosen.get("q", "")), chosen.get("kind", ""))
    context = {
        "form": form,
        "sections": sections,
        "total": sum(len(section.rules) for section in sections),
        "narrowed": bool(chosen),
    }
    shown_at = address(reverse("collection:rules"), chosen)
    return answer(request, "catalogue/rules.html", "catalogue/rule_results.html", context, shown_at)


@require_safe
def rule_page(request: HttpRequest, rule_id: str) -> HttpResponse:
    """One rule; as a part it fills the popover of a rule chip."""
    book = game.rulebook()
    rule = book.get(rule_id)
    if rule is None:
        if rule_id.upper() in book:
            return redirect("collection:rule", rule_id.upper(), permanent=True)
        meant = {
            reverse("collection:rule", args=[like]): f"{like} {book[like].title[language()]}"
            for like in game.similar_ids(rule_id, book)
        }
        return missing(request, rule_id, meant, reverse("collection:rules"))
    context = {
        "rule": rule_text(rule),
        "section": book.sections[rule.section][language()],
        **checks_on(rule_id, book),
        "beside": [rule_text(other) for other in book.values() if other.section == rule.section],
    }
    return answer(request, "catalogue/rule.html", "catalogue/rule_part.html", context)
