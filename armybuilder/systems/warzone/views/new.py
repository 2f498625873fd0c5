"""The scenes there are; a press opens one."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.site.accounts.visitors import building_owner
from armybuilder.skirmishes.present.beginnings import opened
from armybuilder.skirmishes.services import TooManySkirmishes, start_skirmish
from armybuilder.systems.warzone.present.scene import SYSTEM
from armybuilder.systems.warzone.present.scenes import scenes, start_called
from collection.common.limits import limited
from collection.common.quotas import full


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("begin_skirmish", reading=False)
def new_scene(request: HttpRequest) -> HttpResponse:
    """Every scene in little; the one that is sent is opened, both sides for one person."""
    if request.method == "POST":
        return _open(request, request.POST.get("start", ""))
    known = scenes()
    context = {"scenes": known, "chosen": known[0]}
    return render(request, "systems/warzone/new.html", context)


def _open(request: HttpRequest, name: str) -> HttpResponse:
    found = start_called(name)
    if found is None:
        raise Http404
    try:
        skirmish = start_skirmish(
            owner=building_owner(request),
            title=found.title,
            opening=opened(SYSTEM, found.document),
            seats={seat: {"name": "", "commander": ""} for seat in found.seats},
        )
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    return redirect("skirmish", SYSTEM, skirmish.public_id)
