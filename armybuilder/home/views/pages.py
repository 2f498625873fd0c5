"""Pages of rooms below with what rooms above add to them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from armybuilder.clubs.selectors.evenings import loans_to
from armybuilder.groups.present.scopes import scope_of_format
from armybuilder.groups.selectors.formats import find_format
from armybuilder.home.views import drawers
from collection.catalogue import game, selectors
from collection.catalogue.present.catalogue_values import Link
from collection.catalogue.views import cards, factions, figures
from collection.catalogue.views.drawers import wants_drawer
from collection.catalogue.views.figure_page import figure_page as catalogue_page
from collection.catalogue.views.for_guests import same_for_guests
from collection.common.answers import address
from collection.owning.present.figures import COLUMNS, with_amounts
from collection.owning.selectors.holdings import owned_of_factions
from collection.owning.selectors.searching import mine_asked, owner_of_collections
from collection.owning.selectors.showing import photo_of
from collection.owning.views import loans


def _format_asked(request: HttpRequest) -> str:
    """The version of the format that the list of figures is narrowed to."""
    written = find_format(request.GET.get("scope", ""))
    return f"{written.pk} {written.version}" if written else ""


@same_for_guests(also=_format_asked)
def figure_list(request: HttpRequest) -> HttpResponse:
    """The catalogue, with what its reader has of it, and narrowed to what an event admits."""
    beside = figures.Beside(
        mine=mine_asked(request.user), find_scope=scope_of_format, add_url=_add_url
    )
    if owner := owner_of_collections(request.user):
        beside = replace(beside, columns=COLUMNS, fill=partial(with_amounts, owner))
    return figures.figure_list(request, beside)


def figure_suggestions(request: HttpRequest) -> HttpResponse:
    """Ways to go on in the catalogue's search, by what its reader has too."""
    return figures.figure_suggestions(request, mine_asked(request.user))


def _add_url(figure_id: str) -> str:
    return reverse("group_add", args=[figure_id])


def figure_page(request: HttpRequest, figure_id: str) -> HttpResponse:
    """A figure, with its reader's copies and the way into a battle group; or the drawer with it."""
    if wants_drawer(request):
        return drawers.figure(request, figure_id)
    response = _whole_figure(request, figure_id)
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


def _photo_of(request: HttpRequest, figure_id: str) -> str:
    """The photo on a figure's page, which its owner may take away."""
    figure = selectors.find_figure(game.catalogued(request), figure_id)
    shown = photo_of(figure) if figure else None
    return f"{shown.public_id} {shown.credit}" if shown else ""


@same_for_guests(also=_photo_of)
def _whole_figure(request: HttpRequest, figure_id: str) -> HttpResponse:
    return catalogue_page(request, figure_id, page="home/figure.html")


def card_page(request: HttpRequest, card_id: str) -> HttpResponse:
    """A card; or the drawer with it."""
    if wants_drawer(request):
        return drawers.card(request, card_id)
    response = cards.card_page(request, card_id)
    patch_vary_headers(response, ("HX-Request", "HX-Target"))
    return response


@same_for_guests()
def faction_map(request: HttpRequest) -> HttpResponse:
    """The factions, with the way from each into a first list, out of one's own figures too."""
    owned = owned_of_factions(request.user) if request.user.is_authenticated else {}
    return factions.faction_map(request, more=partial(_ways_on, owned))


def _ways_on(owned: Mapping[str, int], faction: str) -> list[Link]:
    """Where somebody goes on from a faction."""
    start, catalogue = reverse("group_start"), reverse("collection:catalogue")
    links = [Link(_("Begin a list"), address(start, {"colours": faction}))]
    if count := owned.get(faction, 0):
        mine = {"faction": faction, "mine": "owned"}
        told = ngettext("%(count)s on my shelf", "%(count)s on my shelf", count)
        links.append(Link(told % {"count": count}, address(catalogue, mine)))
        out_of_it = {"colours": faction, "from": "mine"}
        links.append(Link(_("A list from my shelf"), address(start, out_of_it)))
    return links


def loan_list(request: HttpRequest, public_id: str) -> HttpResponse:
    """What is lent out of a collection, and what its reader got for evenings of clubs."""
    return loans.loan_list(request, public_id, loans_to=loans_to)
