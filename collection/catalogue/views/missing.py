"""What is answered where nothing of that name is."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from collection.catalogue import game, selectors
from collection.catalogue.models import Card, Figure


def missing(
    request: HttpRequest, wanted: str, meant: Mapping[str, str], search_url: str
) -> HttpResponse:
    """404 with what somebody may have meant: titles by address."""
    context = {"wanted": wanted[:80], "meant": meant, "search_url": search_url}
    return render(request, "catalogue/missing.html", context, status=404)


def alike_figures(system: str, wanted: str) -> dict[str, str]:
    """Titles by address of the figures whose ids are like what was looked for."""
    return _alike(selectors.names(Figure, system), wanted, "collection:figure")


def alike_cards(system: str, wanted: str) -> dict[str, str]:
    """Titles by address of the cards whose ids are like what was looked for."""
    return _alike(selectors.names(Card, system), wanted, "collection:card")


def _alike(names: Mapping[str, str], wanted: str, page: str) -> dict[str, str]:
    return {
        reverse(page, args=[found]): f"{found} {names[found]}"
        for found in game.similar_ids(wanted, names)
    }
