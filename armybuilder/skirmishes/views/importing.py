"""A game from a file, judged order by order before it is kept."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from armybuilder.jobs.models import JobAsk, State
from armybuilder.jobs.services.asking import TooManyJobs
from armybuilder.jobs.views.jobs import own_ask, shown, too_many
from armybuilder.site.accounts.visitors import building_owner
from armybuilder.skirmishes.forms import GameFileForm
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.present.importing import LARGEST_FILE, GameRefused
from armybuilder.skirmishes.reopening import KIND, reopen, take_reopened
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
    if sent is None or not form.is_valid():
        return _form(request, form)
    try:
        found = reopen(
            owner=building_owner(request),
            text=form.cleaned_data["file"].read(LARGEST_FILE + 1),
            title=form.cleaned_data["title"],
        )
    except GameRefused as fault:
        return _form(request, form, fault=fault)
    except TooManySkirmishes:
        return _full(request)
    except TooManyJobs:
        messages.error(request, too_many())
        return redirect("jobs")
    if isinstance(found, Skirmish):
        return _opened(found)
    return redirect("skirmish_import_judged", found.public_id)


@never_cache
@require_GET
@limited("watch_job")
def judged_game(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far judging a long game is; once it is whole the game is kept and opened."""
    ask = own_ask(request, public_id, KIND)
    progress = shown(ask)
    if progress.state != State.DONE:
        return render(request, "skirmishes/judged.html", {"ask": ask, "progress": progress})
    try:
        return _opened(take_reopened(ask=ask))
    except GameRefused as fault:
        return _form(request, GameFileForm(), fault=fault)
    except TooManySkirmishes:
        return _full(request)
    except JobAsk.DoesNotExist:  # Another tab has it.
        return redirect("skirmishes")


def _form(request: HttpRequest, form: GameFileForm, **more: Any) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "skirmishes/import.html", {"form": form, **more}, status=status)


def _opened(skirmish: Skirmish) -> HttpResponse:
    return redirect("skirmish_replay", skirmish.system, skirmish.public_id)


def _full(request: HttpRequest) -> HttpResponse:
    messages.error(request, full("skirmishes"))
    return redirect("skirmishes")
