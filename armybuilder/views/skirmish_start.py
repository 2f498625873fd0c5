"""My skirmishes: the list, a quick one, one between chosen groups, and away with it."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.accounts.visitors import building_owner, owner_of
from armybuilder.adapters.skirmishes.starting import (
    Entrant,
    Readiness,
    open_skirmish,
    pool_by_lot,
    readiness,
    seats,
    versus,
)
from armybuilder.adapters.skirmishes.tables import Document, OrderUnreadable
from armybuilder.forms.skirmishes import QuickForm, SkirmishForm
from armybuilder.models import BattleGroup, Skirmish
from armybuilder.sample_groups import QUICK, sample_group
from armybuilder.selectors.skirmishes import skirmishes_of
from armybuilder.services.skirmishes import TooManySkirmishes, delete_skirmish, start_skirmish
from armybuilder.views.skirmish_table import own_skirmish

#: How many of one's own groups the form offers, the last changed first.
GROUPS_OFFERED = 100
SKIRMISHES_SHOWN = 50


@never_cache
@require_safe
def skirmish_list(request: HttpRequest) -> HttpResponse:
    """The person's skirmishes, and ways to begin one."""
    found = skirmishes_of(owner=owner_of(request))[:SKIRMISHES_SHOWN]
    context = {"skirmishes": found, "quick": QuickForm()}
    return render(request, "armybuilder/skirmishes/list.html", context)


@require_POST
def quick_skirmish(request: HttpRequest) -> HttpResponse:
    """Begin with two sample groups."""
    form = QuickForm(request.POST)
    if not form.is_valid():
        return redirect("skirmishes")
    total = form.cleaned_data["total"]
    samples = [sample_group(key) for key in QUICK[total]]
    documents = [sample.document for sample in samples if sample]
    people = {"red": {"name": "", "commander": ""}}
    people["blue"] = {"name": "", "commander": form.cleaned_data["against"]}
    return _begin(request, documents, total, people)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_skirmish(request: HttpRequest) -> HttpResponse:
    """Begin with chosen groups; an illegal one asks for both sides' word."""
    own = _own_groups(request)
    names = [(group.public_id, group.name or _("Without a name")) for group in own.values()]
    form = SkirmishForm(
        request.POST or None, groups=names, initial={"total": 450, "open_dials": True}
    )
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        documents = [_document(form.cleaned_data[seat], own) for seat in seats(2)]
        checked = [readiness(document) for document in documents]
        context["checked"] = list(zip(documents, checked, strict=True))
        if not _stands_in_the_way(form, checked):
            data = form.cleaned_data
            people = {
                seat: {"name": data[f"{seat}_name"], "commander": data[f"{seat}_commander"]}
                for seat in seats(2)
            }
            return _begin(
                request,
                documents,
                data["total"],
                people,
                pool=data["terrain"],
                turn_limit=data["turn_limit"],
                open_dials=data["open_dials"],
            )
    status = 422 if form.errors else 200
    return render(request, "armybuilder/skirmishes/new.html", context, status=status)


@require_POST
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete a skirmish."""
    delete_skirmish(skirmish=own_skirmish(request, public_id))
    messages.success(request, _("The skirmish is deleted."))
    return redirect("skirmishes")


def _own_groups(request: HttpRequest) -> dict[str, BattleGroup]:
    groups = BattleGroup.objects.for_owner(owner_of(request))[:GROUPS_OFFERED]
    return {group.public_id: group for group in groups}


def _document(key: str, own: dict[str, BattleGroup]) -> Document:
    if key in own:
        return dict(own[key].document)
    sample = sample_group(key.removeprefix("sample:"))
    return sample.document if sample else {}


def _stands_in_the_way(form: SkirmishForm, checked: list[Readiness]) -> bool:
    """Whether a group cannot be played, or is illegal and nobody has agreed to that."""
    for seat, ready in zip(seats(2), checked, strict=True):
        if ready.without_dials:
            form.add_error(
                seat,
                _("Nobody knows the dials of: %(figures)s.")
                % {"figures": ", ".join(ready.without_dials)},
            )
        elif ready.legal is not True and not form.cleaned_data["agreed"]:
            form.add_error(seat, _("This group is not legal; both sides have to agree."))
    return bool(form.errors)


def _begin(
    request: HttpRequest,
    documents: list[Document],
    total: int,
    people: dict[str, dict[str, str]],
    *,
    pool: list[str] | None = None,
    turn_limit: int | None = None,
    open_dials: bool = True,
) -> HttpResponse:
    entrants = [Entrant(seat, d) for seat, d in zip(people, documents, strict=True)]
    lot = pool_by_lot(secrets.randbits(31), len(entrants))
    try:
        opening = open_skirmish(
            entrants, build_total=total, pool=pool or lot, turn_limit=turn_limit
        )
        skirmish: Skirmish = start_skirmish(
            owner=building_owner(request),
            title=versus([document["name"] for document in documents]),
            opening=opening,
            seats=people,
            open_dials=open_dials,
        )
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return redirect("skirmishes")
    except TooManySkirmishes:
        messages.error(request, _("You keep as many skirmishes as the site allows."))
        return redirect("skirmishes")
    return redirect("skirmish", skirmish.public_id)
