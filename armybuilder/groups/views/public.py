"""The groups people show to everybody."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from armybuilder.groups.forms.groups import PublicSearchForm
from armybuilder.groups.present.cards import cards_of
from armybuilder.groups.selectors.groups import public_groups
from collection.catalogue.game import catalogue
from collection.common.folding import search_words
from collection.common.limits import limited


@require_safe
@limited("browse")
def public_list(request: HttpRequest) -> HttpResponse:
    """A page of the public groups, the last published first, found by what is in them."""
    form = PublicSearchForm(request.GET)
    wanted = _wanted(form)
    page = public_groups(after=request.GET.get("after", ""), **wanted)
    kept = {key: str(value) for key, value in request.GET.items() if key != "after" and value}
    return render(
        request,
        "groups/public.html",
        {
            "form": form,
            "cards": cards_of(page.groups, catalogue()),
            "searched": bool(kept),
            "first_url": _url(kept) if request.GET.get("after") else "",
            "more_url": _url(kept | {"after": page.next_after}) if page.next_after else "",
        },
    )


def _wanted(form: forms.Form) -> dict[str, Any]:
    """What was asked for; a field that says nothing we know asks for nothing."""
    form.is_valid()
    asked = form.cleaned_data
    return {
        "words": search_words(f"{asked.get('q', '')} {asked.get('faction', '')}"),
        "build_total": asked.get("total"),
        "legal_only": asked.get("legal", False),
        "system": asked.get("system", ""),
    }


def _url(query: dict[str, str]) -> str:
    base = reverse("public_groups")
    return f"{base}?{urlencode(query)}" if query else base
