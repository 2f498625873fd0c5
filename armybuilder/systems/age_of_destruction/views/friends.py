"""A skirmish against somebody at another screen: a link at once; they choose their own group."""

import secrets
from contextlib import suppress
from dataclasses import asdict

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.groups.present.groups import Document
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.naming import ANYBODY, FRIEND, versus, waiting
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.seats.clocks import wound
from armybuilder.skirmishes.seats.services import invite, open_to_all
from armybuilder.skirmishes.services import (
    NotTheirTurn,
    TooManySkirmishes,
    begin_with,
    start_skirmish,
)
from armybuilder.systems.age_of_destruction.friends import (
    FriendForm,
    build_total_of,
    document_of,
)
from armybuilder.systems.age_of_destruction.placing import marked, place_all
from armybuilder.systems.age_of_destruction.present.choosing import group_shown
from armybuilder.systems.age_of_destruction.present.starting import (
    Agreed,
    Entrant,
    open_skirmish,
    pool_by_lot,
)
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM
from armybuilder.systems.age_of_destruction.sample_groups import QUICK, sample_document
from collection.common.limits import limited
from collection.common.quotas import full

#: The seat of whoever asks, and the one that waits for somebody.
MINE, THEIRS = "red", "blue"


@never_cache
@require_safe
@limited("browse")
def show_group(request: HttpRequest) -> HttpResponse:
    """The figures of the group that a field stands at: a part of the page."""
    chosen = request.GET.get(request.GET.get("field", ""), "")
    document = document_of(owner_of(request), chosen) if chosen else None
    context = {"shown": group_shown(document) if document else None}
    return render(request, "systems/age_of_destruction/group_shown.html", context)


@require_POST
@limited("begin_skirmish")
def play_a_friend(request: HttpRequest) -> HttpResponse:
    """Begin with a group of one's own choice, and a link by which a friend sits down, or among the
    open games whoever comes first."""
    owner = building_owner(request)
    form = FriendForm(request.POST, owner=owner)
    if not form.is_valid():
        messages.error(request, _("Choose a group that can be played."))
        return redirect("skirmishes")
    mine, is_open = form.cleaned_data["group"], "open" in request.POST
    total = build_total_of(mine)
    agreed = Agreed(build_total=total, pool=pool_by_lot(secrets.randbits(31), 2))
    # Until the friend has chosen, a sample stands for what they bring.
    theirs = sample_document(QUICK[min(QUICK, key=lambda each: abs(each - total))][1])
    documents = {MINE: mine, THEIRS: theirs}
    terms = {"documents": documents, "agreed": asdict(agreed)}
    try:
        skirmish = start_skirmish(
            owner=owner,
            title=waiting(_name(mine), ANYBODY if is_open else FRIEND),
            opening=open_skirmish([Entrant(*each) for each in documents.items()], agreed),
            seats={seat: _player(documents[seat]) for seat in documents},
            terms=terms,
            clocks=wound(form.cleaned_data["speed"], documents),
        )
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return redirect("skirmishes")
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    invite(skirmish=skirmish, seat=THEIRS)
    if is_open:
        open_to_all(skirmish=skirmish, is_open=True)
    return redirect("skirmish", SYSTEM, skirmish.public_id)


def begin_with_theirs(skirmish: Skirmish, theirs: Document) -> None:
    """Begin the game that waited with the group of the friend, everything placed; where bots are
    busy or find no place, what is left waits at the table."""
    agreed = skirmish.terms["agreed"] | {"pool": tuple(skirmish.terms["agreed"]["pool"])}
    documents = skirmish.terms["documents"] | {THEIRS: theirs}
    names = [_name(each) for each in documents.values()]
    seats = {
        seat: {**who, "group": name}
        for (seat, who), name in zip(skirmish.seats.items(), names, strict=True)
    }
    with suppress(NotTheirTurn):  # Somebody sat down twice at once.
        begun = begin_with(
            skirmish=skirmish,
            opening=open_skirmish([Entrant(*each) for each in documents.items()], Agreed(**agreed)),
            title=versus(names),
            seats=marked(seats),
        )
        place_all(begun)


def _player(document: Document) -> dict[str, str]:
    return {"name": "", "commander": "", "group": _name(document)}


def _name(document: Document) -> str:
    return str(document["name"] or _("Without a name"))
