"""My scenarios: the list, a new one, one from a file, and away with it."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.groups.present.groups import Unfit
from armybuilder.scenarios.forms import ImportForm
from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import (
    Read,
    drawable,
    palette_of,
    read,
    read_text,
    retitled,
)
from armybuilder.scenarios.present.pictures import pictures_of
from armybuilder.scenarios.selectors import scenarios_after, scenarios_to_draw
from armybuilder.scenarios.services import TooManyScenarios, delete_scenario, keep_scenario
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.skirmishes.present.starts import starts_of
from collection.common.limits import limited
from collection.common.quotas import full

PAGE_LENGTH = 25


def own_scenario(request: HttpRequest, public_id: str) -> Scenario:
    """A scenario of the person asking; 404 for anybody else's and for none."""
    return get_object_or_404(scenarios_to_draw(owner=owner_of(request)), public_id=public_id)


@never_cache
@require_safe
@limited("browse")
def scenario_list(request: HttpRequest) -> HttpResponse:
    """The person's scenarios of all games, and the ways to a new one."""
    owner, after = owner_of(request), request.GET.get("after", "").replace("\0", "")
    found, next_after = scenarios_after(owner=owner, after=after, length=PAGE_LENGTH)
    titles = {system.name: system.title for system in drawable()}
    context = {
        "lines": [(scenario, titles.get(scenario.system, scenario.system)) for scenario in found],
        "games": [(each, pictures_of(each.name)) for each in drawable()],
        "first_url": request.path if after else "",
        "more_url": f"?after={next_after}" if next_after else "",
    }
    return render(request, "scenarios/list.html", context)


@require_POST
@limited("keep_scenario")
def new_scenario(request: HttpRequest, system: str) -> HttpResponse:
    """A blank scenario of a game, or a copy of the ready-made one that `start` names."""
    try:
        palette = palette_of(system)
    except KeyError as error:
        raise Http404 from error
    name = request.POST.get("start", "")
    chosen = next((start for start in starts_of(system) if start.name == name), None)
    document = retitled(chosen.document, chosen.title) if chosen else palette.blank("")
    scenario = keep(request, read(document))
    return redirect("scenario", scenario.public_id) if scenario else redirect("scenarios")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("keep_scenario", reading=False)
def import_scenario(request: HttpRequest) -> HttpResponse:
    """A scenario from a file; one that cannot be played is shown with what is wrong, and kept as a
    draft where the person wants that."""
    sent = request.POST if request.method == "POST" else None
    form = ImportForm(sent, request.FILES or None)
    context: dict[str, Any] = {"form": form, "systems": drawable()}
    if sent is not None and form.is_valid():
        text = form.cleaned_data["read"]
        try:
            found = read_text(text)
        except Unfit as error:
            context |= {"faults": [error]}
        else:
            if not found.faults or "draft" in sent:
                return _imported(request, found)
            context |= {"faults": found.faults, "text": text, "found": found}
    return render(request, "scenarios/import.html", context, status=200 if sent is None else 422)


def _imported(request: HttpRequest, found: Read) -> HttpResponse:
    scenario = keep(request, found)
    if scenario is None:
        return redirect("scenarios")
    if found.left_out:
        names = ", ".join(found.left_out)
        messages.info(
            request,
            _("A scenario is kept without what happens in it; left out: %(names)s.")
            % {"names": names},
        )
    return redirect("scenario", scenario.public_id)


def keep(request: HttpRequest, found: Read) -> Scenario | None:
    """Keep a new scenario; None, with a message, where there are too many."""
    try:
        return keep_scenario(
            owner=building_owner(request),
            system=found.system,
            title=found.title,
            document=found.document,
            size=found.size,
        )
    except TooManyScenarios:
        messages.error(request, full("scenarios"))
        return None


@require_POST
@limited("keep_scenario")
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """A copy of a scenario of one's own."""
    source = own_scenario(request, public_id)
    scenario = keep(request, read(source.document))
    return redirect("scenario", scenario.public_id) if scenario else redirect("scenarios")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether the scenario shall go, then delete it."""
    scenario = own_scenario(request, public_id)
    if request.method == "POST":
        delete_scenario(scenario=scenario)
        messages.success(request, _("The scenario is deleted."))
        return redirect("scenarios")
    return render(request, "scenarios/delete.html", {"scenario": scenario})
