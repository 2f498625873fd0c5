"""A quick skirmish, a first one with lessons, and what begins either."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.groups import Document
from armybuilder.groups.selectors.groups import groups_of
from armybuilder.groups.views.shared import group_behind
from armybuilder.site.accounts.visitors import building_owner, owner_of
from armybuilder.skirmishes.models import Skirmish
from armybuilder.skirmishes.naming import versus
from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.skirmishes.services import (
    TooManySkirmishes,
    forget_of_seats,
    start_skirmish,
)
from armybuilder.skirmishes.views.pages import own_skirmish
from armybuilder.systems.age_of_destruction.forms import USUAL_COMMANDER, QuickForm, TotalForm
from armybuilder.systems.age_of_destruction.placing import marked, place_all
from armybuilder.systems.age_of_destruction.present.lessons import MARK, TAUGHT, first_game
from armybuilder.systems.age_of_destruction.present.lessons import SEATS as LESSON_SEATS
from armybuilder.systems.age_of_destruction.present.setting_up import dearest
from armybuilder.systems.age_of_destruction.present.starting import (
    Agreed,
    Entrant,
    open_skirmish,
    pool_by_lot,
)
from armybuilder.systems.age_of_destruction.present.tables import SYSTEM, table_of
from armybuilder.systems.age_of_destruction.sample_groups import (
    QUICK,
    TOTALS,
    sample_document,
    sample_group,
)
from collection.common.language import language
from collection.common.limits import limited
from collection.common.quotas import full

#: The build total at which bots show a game.
WATCHED_TOTAL = 300


@require_POST
@limited("begin_skirmish")
def quick_skirmish(request: HttpRequest) -> HttpResponse:
    """Begin with two sample groups; everything is placed, unless that is done `by_hand`."""
    form = QuickForm(request.POST)
    if not form.is_valid():
        return redirect("skirmishes")
    total = form.cleaned_data["total"]
    samples = [sample for sample in map(sample_group, QUICK[total]) if sample]
    entrants = [
        Entrant(seat, sample.document)
        for seat, sample in zip(("red", "blue"), samples, strict=True)
    ]
    people = {
        "red": {"name": "", "commander": ""},
        "blue": {"name": "", "commander": form.cleaned_data["against"]},
    }
    pool = pool_by_lot(secrets.randbits(31), len(entrants))
    agreed = Agreed(build_total=total, pool=pool)
    return begin(request, entrants, people, agreed, placed="by_hand" not in request.POST)


@require_POST
@limited("begin_skirmish")
def real_table(request: HttpRequest) -> HttpResponse:
    """Begin a game of real figures with two sample groups."""
    form = TotalForm(request.POST)
    if not form.is_valid():
        return redirect("skirmishes")
    mine, theirs = (sample_document(name) for name in QUICK[form.cleaned_data["total"]])
    return _at_a_real_table(request, mine, theirs, form.cleaned_data["total"])


@require_POST
@limited("begin_skirmish")
def real_table_with(request: HttpRequest, public_id: str) -> HttpResponse:
    """Begin a game of real figures with a legal group of one's own, against the sample of about as
    many points."""
    own = BattleGroup.objects.for_owner(owner_of(request))
    group = get_object_or_404(own, public_id=public_id)
    if not group.standing.get("legal"):
        messages.error(request, _("Only a legal group is played at once."))
        return redirect("group", public_id)
    total = group.standing["limit"] or group.standing["total"]
    return _at_a_real_table(request, group.document, _nearest_sample(total, 1), total)


def _at_a_real_table(
    request: HttpRequest, mine: Document, theirs: Document, total: int
) -> HttpResponse:
    """Begin between two people at one table, which has its own terrain and dice."""
    people = {seat: {"name": "", "commander": ""} for seat in ("red", "blue")}
    agreed = Agreed(build_total=total, pool=(), real_table=True)
    entrants = [Entrant("red", mine), Entrant("blue", theirs)]
    return begin(request, entrants, people, agreed)


@require_POST
@limited("begin_skirmish")
def watch_bots(request: HttpRequest) -> HttpResponse:
    """Begin a game between the two sample groups of the front page, a bot on either side."""
    samples = [sample for sample in map(sample_group, QUICK[WATCHED_TOTAL]) if sample]
    entrants = [
        Entrant(seat, sample.document)
        for seat, sample in zip(("red", "blue"), samples, strict=True)
    ]
    people = {seat: {"name": "", "commander": USUAL_COMMANDER} for seat in ("red", "blue")}
    pool = pool_by_lot(secrets.randbits(31), len(entrants))
    agreed = Agreed(build_total=WATCHED_TOTAL, pool=pool)
    return begin(request, entrants, people, agreed, placed=True)


@require_POST
@limited("begin_skirmish")
def play_against(request: HttpRequest, token: str) -> HttpResponse:
    """Begin against a bot with a shared group, with a legal one of one's own of as many points or
    else a sample."""
    theirs = group_behind(token)
    if not theirs.standing.get("legal"):
        messages.error(request, _("Only a legal group is played against at once."))
        return redirect("shared_group", token)
    total = theirs.standing["limit"] or theirs.standing["total"]
    mine = _to_play_with(request, theirs, total)
    return _against_the_bot(request, mine, theirs.document, total)


@require_POST
@limited("begin_skirmish")
def play_with(request: HttpRequest, public_id: str) -> HttpResponse:
    """Begin against a bot with a legal group of one's own; it has the sample of about as many
    points."""
    own = BattleGroup.objects.for_owner(owner_of(request))
    group = get_object_or_404(own, public_id=public_id)
    if not group.standing.get("legal"):
        messages.error(request, _("Only a legal group is played at once."))
        return redirect("group", public_id)
    total = group.standing["limit"] or group.standing["total"]
    return _against_the_bot(request, group.document, _nearest_sample(total, 1), total)


def _against_the_bot(
    request: HttpRequest, mine: Document, theirs: Document, total: int
) -> HttpResponse:
    entrants = [Entrant("red", mine), Entrant("blue", theirs)]
    people = {
        "red": {"name": "", "commander": ""},
        "blue": {"name": "", "commander": USUAL_COMMANDER},
    }
    pool = pool_by_lot(secrets.randbits(31), len(entrants))
    agreed = Agreed(build_total=total, pool=pool)
    return begin(request, entrants, people, agreed, placed=True)


def _to_play_with(request: HttpRequest, theirs: BattleGroup, total: int) -> Document:
    """The legal group of so many points the person changed last; a sample where there is none."""
    own = groups_of(owner=owner_of(request), system=SYSTEM).groups
    fitting = (
        group.document
        for group in own
        if group.pk != theirs.pk
        and group.standing.get("legal")
        and group.standing["limit"] == total
    )
    return next(fitting, None) or _nearest_sample(total, 0)


def _nearest_sample(total: int, which: int) -> Document:
    """One of the two samples of about so many points."""
    nearest = min(TOTALS, key=lambda played: abs(played - total))
    return sample_document(QUICK[nearest][which])


@require_POST
@limited("begin_skirmish")
def first_skirmish(request: HttpRequest) -> HttpResponse:
    """Begin the first game, which teaches the rules."""
    game = first_game()
    try:
        skirmish = start_skirmish(
            owner=building_owner(request),
            title=game.start["titles"][language()],
            opening=game,
            seats=LESSON_SEATS,
        )
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    at = reverse("skirmish", args=[SYSTEM, skirmish.public_id])
    return redirect(f"{at}?unit={TAUGHT}")


@require_POST
def skip_lessons(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on without the lessons."""
    forget_of_seats(skirmish=own_skirmish(request, public_id, SYSTEM), mark=MARK)
    return redirect("skirmish", SYSTEM, public_id)


def begin(
    request: HttpRequest,
    entrants: Sequence[Entrant],
    people: dict[str, dict[str, Any]],
    agreed: Agreed,
    *,
    open_dials: bool = True,
    placed: bool = False,
) -> HttpResponse:
    """Begin a skirmish and go to its table, or say what stands against it; where it is to be
    `placed`, terrain and figures stand when the person comes there."""
    for entrant in entrants:
        people[entrant.seat]["group"] = entrant.document["name"] or _("Without a name")
    try:
        skirmish = start_skirmish(
            owner=building_owner(request),
            title=versus([who["group"] for who in people.values()]),
            opening=open_skirmish(entrants, agreed),
            seats=marked(people) if placed else people,
            open_dials=open_dials,
        )
    except OrderUnreadable as error:
        messages.error(request, str(error))
        return redirect("skirmishes")
    except TooManySkirmishes:
        messages.error(request, full("skirmishes"))
        return redirect("skirmishes")
    if agreed.real_table:
        return redirect(f"{SYSTEM}:referee", skirmish.public_id)
    unit = _placed(skirmish) if placed else ""
    at = reverse("skirmish", args=[SYSTEM, skirmish.public_id])
    return redirect(f"{at}?unit={unit}" if unit else at)


def _placed(skirmish: Skirmish) -> str:
    """Place everything, and the figure a person looks at first."""
    people = [seat for seat, who in skirmish.seats.items() if not who["commander"]]
    skirmish = place_all(skirmish)
    return dearest(table_of(skirmish), skirmish.acting if len(people) > 1 else "".join(people))
