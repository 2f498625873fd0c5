"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.groups.present.listing import lines_of
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.site.accounts.visitors import owner_of
from collection.catalogue import game, selectors

#: A figure whose dial shows everything a dial has.
SAMPLE_FIGURE = "AOD-102"
MOST_GROUPS_SHOWN = 3


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The ways in, the groups last changed, how much the catalogue holds, and one of its dials."""
    version = selectors.current_version(game.SYSTEM)
    if version is None:
        return render(request, "home/home.html")
    sample = game.catalogue().unit(SAMPLE_FIGURE)
    last_changed = groups_of(owner=owner_of(request), length=MOST_GROUPS_SHOWN)
    context = {
        "counts": version.counts,
        "lines": lines_of(last_changed.groups),
        "sample": sample,
        "dial": game.dial(sample) if sample else None,
    }
    return render(request, "home/home.html", context)
