"""A game from a file, judged order by order before it is kept."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.site.accounts.visitors import building_owner
from armybuilder.skirmishes.branching import keep_reopened
from armybuilder.skirmishes.forms import GameFileForm
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.importing import LARGEST_FILE, GameRefused, reopened
from armybuilder.skirmishes.services import TooManySkirmishes
from collection.common.limits import limited
from collection.common.quotas import full


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("reopen_game", reading=False)
def import_game(request: HttpRequest) -> HttpResponse:
    """A game as a file tells it; one that goes otherwise here is shown with the place."""
    sent = request.POST if request.method == "POST" else None
    form = GameFileForm(sent, request.FILES if sent is not None else None)
    context: dict[str, Any] = {"form": form}
    if sent is not None and form.is_valid():
        try:
            skirmish = _kept(request, form)
        except GameRefused as fault:
            context["fault"] = fault
        except TooManySkirmishes:
            messages.error(request, full("skirmishes"))
            return redirect("skirmishes")
        else:
            return redirect("skirmish_replay", skirmish.system, skirmish.public_id)
    status = 200 if sent is None else 422
    return render(request, "skirmishes/import.html", context, status=status)


def _kept(request: HttpRequest, form: GameFileForm) -> Skirmish:
    found = reopened(form.cleaned_data["file"].read(LARGEST_FILE + 1))
    return keep_reopened(
        owner=building_owner(request),
        title=form.cleaned_data["title"] or found.title or title_of(found.opening.system),
        seats=found.seats,
        reopened=found,
    )
