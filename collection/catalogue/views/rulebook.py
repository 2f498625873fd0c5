"""The rulebook: all rules by section, one rule, and one rule beside the text that cites it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from collection.catalogue import game
from collection.catalogue.forms.search import RuleSearchForm
from collection.catalogue.present.rulebook import checks_on, find_sections, meant_by, rule_text
from collection.catalogue.views.for_guests import same_for_guests
from collection.catalogue.views.missing import missing
from collection.common.answers import address, answer
from collection.common.chosen_game import remembered_game
from collection.common.language import language


@require_safe
@same_for_guests(of_catalogue=False)
def rule_list(request: HttpRequest) -> HttpResponse:
    """The rulebook by section, narrowed by words and by when a rule is used."""
    asked = request.GET.copy()
    asked.setdefault("system", remembered_game(request))
    form = RuleSearchForm(asked)
    chosen = form.chosen()
    system = form.asked()
    sections = find_sections(system.rulebook(), chosen)
    context = {
        "form": form,
        "game": system.title,
        "sections": sections,
        "total": sum(len(section.rules) for section in sections),
        "narrowed": bool(chosen.keys() - {"system"}),
    }
    shown_at = address(reverse("collection:rules"), chosen)
    return answer(request, "catalogue/rules.html", "catalogue/rule_results.html", context, shown_at)


@require_safe
@same_for_guests(of_catalogue=False)
def rule_page(request: HttpRequest, rule_id: str) -> HttpResponse:
    """One rule; as a part it fills the popover of a rule chip."""
    book = game.book_with(rule_id)
    if book is None:
        if game.book_with(rule_id.upper()):
            return redirect("collection:rule", rule_id.upper(), permanent=True)
        return missing(request, rule_id, meant_by(rule_id), reverse("collection:rules"))
    rule = book[rule_id]
    context = {
        "rule": rule_text(rule),
        "section": book.sections[rule.section][language()],
        **checks_on(rule_id, book),
        "beside": [rule_text(other) for other in book.values() if other.section == rule.section],
    }
    return answer(request, "catalogue/rule.html", "catalogue/rule_part.html", context)
