"""The list of skirmishes, with the ways to begin one that games have of their own."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.home.present import ways
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.views.lists import listed
from armybuilder.systems.age_of_destruction.forms import QuickForm, TotalForm
from armybuilder.systems.age_of_destruction.friends import FriendForm, shown_of
from collection.catalogue import game
from collection.common.limits import limited


@never_cache
@require_safe
@limited("browse")
def skirmish_list(request: HttpRequest) -> HttpResponse:
    """The person's skirmishes, page by page, and ways to begin one."""
    owner, known = owner_of(request), _known()
    friend = FriendForm(None, owner=owner)
    context = listed(request) | {
        "pictures": ways(known) if known else None,
        "quick": QuickForm(),
        "friend": friend,
        "friend_shown": shown_of(friend["group"], owner, known) if known else None,
        "at_table": TotalForm(prefix="", auto_id="real_%s"),
    }
    return render(request, "home/skirmishes.html", context)


def _known() -> game.Catalogue | None:
    """Whose figures stand beside the ways; other games are played without a catalogue, too."""
    try:
        return game.catalogue()
    except game.CatalogueNotLoaded:
        return None
