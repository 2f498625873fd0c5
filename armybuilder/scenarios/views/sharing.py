"""A scenario given away, opened by its link, taken as a file, and played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.scenarios.models import Scenario
from armybuilder.scenarios.present.documents import faults_in, read, written
from armybuilder.scenarios.present.plans import board_of
from armybuilder.scenarios.services import share_scenario, withdraw_link
from armybuilder.scenarios.views.lists import keep, own_scenario
from armybuilder.site.accounts.visitors import owner_of
from armybuilder.skirmishes.present.editions import title_of
from armybuilder.skirmishes.present.starts import start_of
from armybuilder.skirmishes.views.new import are_valid, begin_game, seat_forms
from collection.common.limits import limited


def scenario_behind(token: str) -> Scenario:
    """The scenario a link opens; 404 for a link that opens none."""
    return get_object_or_404(Scenario.objects.shared_by(token), share_token=token)


@require_POST
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a link to the scenario, or take it back."""
    scenario = own_scenario(request, public_id)
    if "withdraw" in request.POST:
        withdraw_link(scenario=scenario)
    else:
        share_scenario(scenario=scenario)
    return redirect("scenario", public_id)


@never_cache
@require_safe
@limited("draw")
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """A scenario somebody shares, to look at, to play and to copy."""
    scenario = scenario_behind(token)
    context = {
        "scenario": scenario,
        "system_title": title_of(scenario.system),
        "board": board_of(scenario.system, scenario.document),
        "is_mine": Scenario.objects.for_owner(owner_of(request)).filter(pk=scenario.pk).exists(),
    }
    response = render(request, "scenarios/shared.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_POST
@limited("keep_scenario")
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A copy of a shared scenario among one's own."""
    scenario = keep(request, read(scenario_behind(token).document))
    return redirect("scenario", scenario.public_id) if scenario else redirect("scenarios")


@require_safe
@limited("take_sheet")
def export(request: HttpRequest, public_id: str) -> HttpResponse:
    """A scenario of one's own as a scenario/1 file."""
    return _file(own_scenario(request, public_id))


@require_safe
@limited("take_sheet")
def export_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A shared scenario as a scenario/1 file."""
    return _file(scenario_behind(token))


def _file(scenario: Scenario) -> HttpResponse:
    name = slugify(scenario.title) or "scenario"
    return HttpResponse(
        written(scenario.document),
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("begin_skirmish", reading=False)
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """Begin a game from a scenario of one's own."""
    return _play(request, own_scenario(request, public_id))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limited("begin_skirmish", reading=False)
def play_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Begin a game from a shared scenario."""
    return _play(request, scenario_behind(token))


def _play(request: HttpRequest, scenario: Scenario) -> HttpResponse:
    context = {"scenario": scenario, "system_title": title_of(scenario.system)}
    if faults := faults_in(scenario.system, scenario.document):
        context |= {"faults": faults}
        return render(request, "scenarios/unplayable.html", context, status=422)
    start = start_of(scenario.system, "", scenario.title, scenario.document)
    sent = request.POST if request.method == "POST" else None
    forms = seat_forms(start, sent)
    if sent is not None and are_valid(forms):
        begun = begin_game(request, scenario.system, start, forms)
        return begun or redirect(request.path)
    context |= {"forms": forms}
    return render(request, "scenarios/play.html", context, status=200 if sent is None else 422)
