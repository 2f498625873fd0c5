"""My skirmishes: the list, away with one, and where games were before they named their system."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.editions import playable
from armybuilder.skirmishes.present.listing import lines_of
from armybuilder.skirmishes.selectors import skirmishes_of
from armybuilder.skirmishes.services import delete_skirmish
from armybuilder.skirmishes.views.pages import own_skirmish
from collection.common.numbers import whole_number

PAGE_LENGTH = 25


def listed(request: HttpRequest) -> dict[str, Any]:
    """What a list of the person's skirmishes shows, page by page, and the systems with ready-made
    games."""
    first = whole_number(request.GET.get("from", "")) or 0
    found = list(skirmishes_of(owner=owner_of(request))[first : first + PAGE_LENGTH + 1])
    lines = lines_of(found[:PAGE_LENGTH])
    return {
        "lines": lines,
        "several_systems": len({line.skirmish.system for line in lines}) > 1,
        "first_url": request.path if first else "",
        "more_url": f"?from={first + PAGE_LENGTH}" if len(found) > PAGE_LENGTH else "",
        "systems": playable(),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, public_id: str, system: str) -> HttpResponse:
    """Ask whether the skirmish shall go, then delete it."""
    skirmish = own_skirmish(request, public_id, system)
    if request.method == "POST":
        delete_skirmish(skirmish=skirmish)
        messages.success(request, _("The skirmish is deleted."))
        return redirect("skirmishes")
    return render(request, "skirmishes/delete.html", {"skirmish": skirmish})


@never_cache
@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """To a skirmish by an address without its system, as people may have kept it."""
    own = Skirmish.objects.for_owner(owner_of(request))
    skirmish = get_object_or_404(own, public_id=public_id)
    return redirect("skirmish", skirmish.system, skirmish.public_id)
