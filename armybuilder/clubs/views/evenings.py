"""A club evening: who comes with what, whose pieces go where, out and back again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from armybuilder.clubs.forms import EveningForm
from armybuilder.clubs.models import Club, ClubMember, Evening
from armybuilder.clubs.present.evenings import (
    is_empty,
    list_values,
    pack_lists,
    print_values,
    return_sheet,
)
from armybuilder.clubs.selectors.evenings import handed_in, plan_of, prints_of
from armybuilder.clubs.selectors.people import members_of_club
from armybuilder.clubs.services import evenings
from armybuilder.clubs.views.clubs import club_context, own_club, show_club
from armybuilder.groups.exports.options import Options
from armybuilder.groups.models import BattleGroup
from armybuilder.groups.printing import printed
from armybuilder.groups.views.printing import print_of
from armybuilder.site.models import Owner, User
from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.common.limits import limited
from collection.common.people import person
from collection.owning.services import changes as owning
from collection.owning.views.doors import LOCKED, members_only

GROUPS_OFFERED = 100


@members_only
@require_POST
def create(request: HttpRequest, club_id: str) -> HttpResponse:
    """A new evening of a club."""
    club, member = own_club(request, club_id)
    form = EveningForm(request.POST)
    if form.is_valid():
        try:
            made = evenings.create_evening(club=club, actor=request.user, **form.cleaned_data)
        except evenings.NotAllowed as error:
            raise Http404 from error
        except evenings.TooMany:
            form.add_error(None, _("The club keeps as many evenings as it may. Delete old ones."))
        else:
            return redirect("evening", club_id, made.public_id)
    return show_club(request, club, member, form)


@members_only
@require_safe
@limited("browse")
def evening_page(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Lists, pack lists and the return sheet."""
    club, member = own_club(request, club_id)
    evening = _evening(request, club_id, evening_id)
    return _show(request, club, member, evening, _form_of(evening))


@members_only
@require_POST
def change(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Give an evening another date or name."""
    club, member = own_club(request, club_id)
    evening = _evening(request, club_id, evening_id)
    if not evenings.may_change(evening, request.user):
        raise Http404
    form = EveningForm(request.POST)
    if not form.is_valid():
        return _show(request, club, member, evening, form)
    try:
        evenings.change_evening(evening=evening, actor=request.user, **form.cleaned_data)
    except evenings.NotAllowed as error:
        raise Http404 from error
    return redirect("evening", club_id, evening_id)


def _form_of(evening: Evening) -> EveningForm:
    return EveningForm(initial={"date": evening.date, "name": evening.name})


def _show(
    request: HttpRequest, club: Club, member: ClubMember, evening: Evening, form: EveningForm
) -> HttpResponse:
    """The page of an evening with the form of its name, for whoever may change that."""
    plan = plan_of(evening)
    entered = {entry.group_id for entry in plan.entries if entry.user_id == request.user.pk}
    known = finder(game.SYSTEM)
    sheet = return_sheet(plan, request.user, known)
    organises = evenings.organises(evening, request.user)
    rows = handed_in(evening, request.user).values_list("pk", flat=True) if organises else ()
    printable = set(rows)
    context = club_context(
        club,
        member,
        evening=evening,
        form=form if evenings.may_change(evening, request.user) else None,
        lists=list_values(plan, request.user, known, printable),
        prints=print_values([entry for entry in plan.entries if entry.pk in printable]),
        packs=pack_lists(plan, request.user, known),
        sheet=sheet,
        mine_out=any(is_mine and line.out for _who, is_mine, line in sheet.lines),
        is_stale=plan.is_stale,
        is_handed_out=any(row.handed_out for row in plan.assignments),
        comes=any(entry.user_id == request.user.pk for entry in plan.entries),
        groups=[(group, is_empty(group)) for group in _groups(request) if group.pk not in entered],
    )
    status = 422 if form.errors else 200
    return render(request, "clubs/evening.html", context, status=status)


@members_only
@require_POST
def enter(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Come with one of one's own groups, or only with pieces."""
    evening = _evening(request, club_id, evening_id)
    wanted = request.POST.get("group", "")
    group = None
    if wanted:
        group = next((own for own in _groups(request) if own.public_id == wanted), None)
        if group is None:
            raise Http404
    given = "handed_in" in request.POST
    try:
        evenings.enter(evening=evening, actor=request.user, group=group, handed_in=given)
    except evenings.NotAllowed as error:
        raise Http404 from error
    except evenings.TooMany:
        messages.error(request, _("You come with as many lists as one player may."))
    return redirect("evening", club_id, evening_id)


@members_only
@require_POST
def hand_in(request: HttpRequest, club_id: str, evening_id: str, entry_id: int) -> HttpResponse:
    """Let the organisers print the list one comes with as it is now, or no longer."""
    evening = _evening(request, club_id, evening_id)
    wanted = "back" not in request.POST
    try:
        evenings.hand_in(evening=evening, actor=request.user, entry_id=entry_id, wanted=wanted)
    except evenings.NotAllowed as error:
        raise Http404 from error
    return redirect(f"{reverse('evening', args=[club_id, evening_id])}#list-{entry_id}")


@members_only
@require_POST
@limited("take_sheet")
def print_lists(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """The army sheets that were handed in, for an organiser; each with the name of its player."""
    evening = _evening(request, club_id, evening_id)
    if not evenings.organises(evening, request.user):
        raise Http404
    rows = handed_in(evening, request.user).select_related("user", "group", "handed_in")
    first = request.POST.get("first", "")
    number = int(first) if first.isascii() and first.isdecimal() and len(first) < 9 else 1
    entries = prints_of(rows).get((request.POST.get("system", ""), number))
    if not entries:
        messages.info(request, _("Nothing of that is handed in."))
        return redirect("evening", club_id, evening_id)
    circle = members_of_club(evening.club)
    lists = [
        printed(entry.handed_in, "", player=circle.name(entry.user))
        for entry in sorted(entries, key=lambda entry: (person(entry.user).casefold(), entry.pk))
        if entry.handed_in
    ]
    options = Options(
        event=evening.shown_name or evening.club.shown_name,
        date=date_format(evening.date, _("j M Y")),
    )
    return print_of(request, lists, "pdf", options)


@members_only
@require_POST
def leave(request: HttpRequest, club_id: str, evening_id: str, entry_id: int) -> HttpResponse:
    """Take an entry back."""
    evening = _evening(request, club_id, evening_id)
    try:
        evenings.leave(evening=evening, actor=request.user, entry_id=entry_id)
    except evenings.NotAllowed as error:
        raise Http404 from error
    except evenings.HandedOut:
        messages.error(request, _("Pieces for it, or of this player, are handed out already."))
    return redirect("evening", club_id, evening_id)


@members_only
@require_POST
def assign(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Give every list its pieces."""
    evening = _evening(request, club_id, evening_id)
    try:
        evenings.assign_pieces(evening=evening, actor=request.user, now=timezone.now())
    except evenings.NotAllowed as error:
        raise Http404 from error
    except evenings.HandedOut:
        messages.error(request, _("Pieces are handed out already, so the plan stays as it is."))
    else:
        messages.success(request, _("The pieces are assigned."))
    return redirect("evening", club_id, evening_id)


@members_only
@require_POST
def hand_out(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Book what one brings: a line of the pack list, or everything."""
    evening = _evening(request, club_id, evening_id)
    with _told(request):
        count = evenings.hand_out(
            evening=evening,
            actor=request.user,
            now=timezone.now(),
            assignments=_chosen_lines(request),
        )
        said = ngettext("%(count)s piece is packed.", "%(count)s pieces are packed.", count)
        messages.success(request, said % {"count": count})
    return redirect("evening", club_id, evening_id)


@members_only
@require_POST
def take_back(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Book what one has got back: a line of the sheet, or everything."""
    evening = _evening(request, club_id, evening_id)
    with _told(request):
        count = evenings.take_back(
            evening=evening,
            actor=request.user,
            now=timezone.now(),
            assignments=_chosen_lines(request),
        )
        said = ngettext("%(count)s piece is back.", "%(count)s pieces are back.", count)
        messages.success(request, said % {"count": count})
    return redirect("evening", club_id, evening_id)


@members_only
@require_POST
def delete(request: HttpRequest, club_id: str, evening_id: str) -> HttpResponse:
    """Call an evening off."""
    evening = _evening(request, club_id, evening_id)
    try:
        evenings.delete_evening(evening=evening, actor=request.user)
    except evenings.NotAllowed as error:
        raise Http404 from error
    except evenings.HandedOut:
        messages.error(request, _("Some pieces are not back yet."))
        return redirect("evening", club_id, evening_id)
    messages.success(request, _("The evening is deleted."))
    return redirect("club", club_id)


def _chosen_lines(request: HttpRequest) -> list[int] | None:
    """The line whose button was pressed; None for all of them."""
    if "all" in request.POST:
        return None
    line = request.POST.get("line", "")
    return [int(line)] if line.isascii() and line.isdecimal() and len(line) < 19 else []


@contextmanager
def _told(request: HttpRequest) -> Iterator[None]:
    """Says why a collection could not be changed."""
    try:
        yield
    except evenings.NotAllowed as error:
        raise Http404 from error
    except owning.Locked:
        messages.error(request, LOCKED)
    except owning.EditsRefused as refused:
        first = refused.refused[0]
        messages.error(request, f"{first.piece}: {first.reason}")


def _evening(request: HttpRequest, club_id: str, evening_id: str) -> Evening:
    rows = Evening.objects.for_member(request.user).filter(
        public_id=evening_id, club__public_id=club_id
    )
    found = rows.select_related("club").first()
    if found is None:
        raise Http404
    return found


def _groups(request: HttpRequest) -> Any:
    owner = Owner(member=cast(User, request.user))
    return BattleGroup.objects.for_owner(owner)[:GROUPS_OFFERED]
