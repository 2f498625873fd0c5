"""The editor: a scenario as it is drawn, every change checked, steps back and forth."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.services.groups import StaleVersion
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import title_in
from armybuilder.scenarios.present.plans import (
    board_of,
    change_of,
    change_typed,
    changed,
)
from armybuilder.scenarios.services import NoSuchStep, change_scenario, go_to_step
from armybuilder.scenarios.views.lists import own_scenario
from armybuilder.skirmishes.present.editions import title_of
from collection.common.answers import address, wants_part
from collection.common.limits import limited
from collection.common.numbers import whole_number

#: Undoing and doing again, by their names in forms.
AHEAD = {"undo": -1, "redo": 1}


@never_cache
@require_safe
@limited("draw")
def editor(request: HttpRequest, public_id: str) -> HttpResponse:
    """The scenario with the thing chosen whose path the address names."""
    return _shown(request, own_scenario(request, public_id), request.GET.get("thing", ""))


@require_POST
@limited("draw")
def edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take one step of drawing; one that cannot be taken is told of, and so is one that was made
    for a scenario of before."""
    scenario = own_scenario(request, public_id)
    version = whole_number(request.POST.get("version", ""))
    thing = request.POST.get("chosen", "")
    try:
        if (text := request.POST.get("change")) is not None:
            change = change_of(text)
        else:
            change = change_typed(scenario.system, scenario.document, request.POST.dict())
        after = changed(scenario.system, scenario.document, change)
        change_scenario(
            scenario=scenario,
            version=version or 0,
            title=after.title,
            document=after.document,
            size=after.size,
        )
    except Unfit as error:
        return _shown(request, scenario, thing, refused=error.message, status=422)
    except StaleVersion:
        return _moved_on(request, public_id, thing)
    except Scenario.DoesNotExist as error:
        raise Http404 from error
    chosen = "" if change.do == "remove" else after.chosen or thing
    return _after(request, public_id, chosen)


@require_POST
@limited("draw")
def step(request: HttpRequest, public_id: str) -> HttpResponse:
    """Undo a step of drawing, or do it again."""
    scenario = own_scenario(request, public_id)
    ahead = AHEAD["redo" if "redo" in request.POST else "undo"]
    version = whole_number(request.POST.get("version", "")) or 0
    try:
        go_to_step(scenario=scenario, version=version, ahead=ahead, titled=title_in)
    except NoSuchStep:
        return _shown(request, scenario, "", refused=_("There is no such step."), status=409)
    except StaleVersion:
        return _moved_on(request, public_id, "")
    except Scenario.DoesNotExist as error:
        raise Http404 from error
    return _after(request, public_id, request.POST.get("chosen", ""))


def _moved_on(request: HttpRequest, public_id: str, thing: str) -> HttpResponse:
    said = _("The scenario was changed in another tab meanwhile. This is how it is now.")
    return _shown(request, own_scenario(request, public_id), thing, refused=said, status=409)


def _after(request: HttpRequest, public_id: str, thing: str) -> HttpResponse:
    """What a step of drawing is answered with."""
    if wants_part(request):
        return _shown(request, own_scenario(request, public_id), thing)
    return redirect(address(reverse("scenario", args=[public_id]), {"thing": thing}))


def _shown(
    request: HttpRequest,
    scenario: Scenario,
    thing: str,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "scenario": scenario,
        "system_title": title_of(scenario.system),
        "board": board_of(scenario.system, scenario.document, thing),
        "can_undo": scenario.can_undo,
        "can_redo": scenario.can_redo,
        "refused": refused,
        "share_link": share_link(request, scenario),
    }
    name = "region" if wants_part(request) else "editor"
    return render(request, f"scenarios/{name}.html", context, status=status)


def share_link(request: HttpRequest, scenario: Scenario) -> str:
    """The whole address by which others open a scenario, "" without one."""
    if not scenario.share_token:
        return ""
    return request.build_absolute_uri(reverse("scenario_shared", args=[scenario.share_token]))
