"""A figure or card in the drawer: what the catalogue knows, what of it one owns, and what the group
says that one stands in."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.groups.views.drawers import (
    card_in_group,
    figure_in_group,
    fitted_in,
    owned_and_free,
    standing_in,
)
from collection.catalogue import game, selectors
from collection.catalogue.models import Card, Figure
from collection.catalogue.views.drawers import card_drawer, figure_drawer
from collection.owning.views.keeping import keeping


@never_cache
@require_safe
def figure(request: HttpRequest, figure_id: str) -> HttpResponse:
    """A figure by itself, or with the cards of the row it was opened from."""
    row = selectors.find_figure(game.SYSTEM, figure_id)
    if row is None:
        raise Http404
    item = row.catalogue_id
    standing = standing_in(request)
    fitted = fitted_in(standing, item) if standing else None
    context: dict[str, Any] = figure_drawer(row, request.GET.dict(), fitted)
    if standing:
        context |= figure_in_group(standing, item)
    context |= owned_and_free(request, item, standing) | _kept(request, row)
    return render(request, "home/figure_drawer.html", context)


@never_cache
@require_safe
def card(request: HttpRequest, card_id: str) -> HttpResponse:
    """A card by itself, or where it sits or might sit in a group."""
    row = selectors.find_card(game.SYSTEM, card_id)
    if row is None:
        raise Http404
    standing = standing_in(request)
    context = card_drawer(row, standing.judged.known if standing else game.catalogue())
    if standing:
        context |= card_in_group(standing, row.catalogue_id)
    context |= owned_and_free(request, row.catalogue_id, standing) | _kept(request, row)
    return render(request, "home/card_drawer.html", context)


def _kept(request: HttpRequest, record: Figure | Card) -> dict[str, Any]:
    """It in the collection of the page below the drawer, or in one's own first one."""
    told = keeping(request, record, also=request.GET.get("collection", ""))
    return {**told, "kept": told.get("kept", [])[:1], "in_drawer": True}
