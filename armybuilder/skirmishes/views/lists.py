"""My skirmishes: the list, away with one, and where games were before they named their system."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.site.accounts.visitors import owner_of
from armybuilder.site.blocks.selectors import blocks_of
from armybuilder.skirmishes.models import Skirmish, SkirmishSeat
from armybuilder.skirmishes.present.editions import playable, title_of
from armybuilder.skirmishes.present.listing import going_on, lines_of
from armybuilder.skirmishes.seats.clocks import SPEEDS
from armybuilder.skirmishes.seats.selectors import open_games
from armybuilder.skirmishes.selectors import seen_by, skirmishes_of
from armybuilder.skirmishes.services import delete_skirmish
from armybuilder.skirmishes.views.pages import hosted_skirmish
from collection.common.numbers import whole_number

PAGE_LENGTH = 25
#: Games that are offered to be gone on with before any way to begin another.
MOST_GOING_ON = 4


def listed(request: HttpRequest) -> dict[str, Any]:
    """What a list of the person's skirmishes shows, page by page, and the systems with ready-made
    games."""
    first = whole_number(request.GET.get("from", "")) or 0
    owner = owner_of(request)
    some = skirmishes_of(owner=owner)[first : first + PAGE_LENGTH + 1]
    found = seen_by(owner=owner, skirmishes=some)
    lines = lines_of(found[:PAGE_LENGTH])
    return {
        "lines": lines,
        "going_on": [] if first else going_on(lines, MOST_GOING_ON),
        "several_systems": len({line.skirmish.system for line in lines}) > 1,
        "first_url": request.path if first else "",
        "more_url": f"?from={first + PAGE_LENGTH}" if len(found) > PAGE_LENGTH else "",
        "systems": playable(),
        "open_games": [_open(row) for row in open_games(owner=owner)] if not first else [],
        "blocked": blocks_of(owner),
    }


def _open(row: SkirmishSeat) -> dict[str, Any]:
    """A free seat as the list of open games shows it."""
    skirmish = row.skirmish
    speed = SPEEDS[skirmish.clocks.get("speed", "")].name
    return {
        "skirmish": skirmish,
        "token": row.token,
        "speed": speed,
        "game": title_of(skirmish.system),
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, public_id: str, system: str) -> HttpResponse:
    """Ask whether the skirmish shall go, then delete it."""
    skirmish = hosted_skirmish(request, public_id, system)
    if request.method == "POST":
        delete_skirmish(skirmish=skirmish)
        messages.success(request, _("The skirmish is deleted."))
        return redirect("skirmishes")
    return render(request, "skirmishes/delete.html", {"skirmish": skirmish})


@never_cache
@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """To a skirmish by an address without its system, as people may have kept it."""
    own = Skirmish.objects.at_the_table(owner_of(request))
    skirmish = get_object_or_404(own, public_id=public_id)
    return redirect("skirmish", skirmish.system, skirmish.public_id)
