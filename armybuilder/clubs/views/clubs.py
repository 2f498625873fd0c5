"""Clubs: the ones a person is in, a club's page, its members, invitations and settings."""

from dataclasses import dataclass
from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.clubs.forms import ClubForm, EveningForm
from armybuilder.clubs.models import Club, ClubMember, ClubRole
from armybuilder.clubs.selectors.clubs import invitation_of
from armybuilder.clubs.services import clubs
from armybuilder.site.models import User
from collection.common.limits import limited
from collection.common.paths import path_to
from collection.common.people import Circle
from collection.common.quotas import full
from collection.owning.views.doors import members_only

EVENINGS_SHOWN = 50


@dataclass(frozen=True)
class MemberLine:
    """A member of a club as others see them, and what buttons beside them do: `url` takes what they
    send; `may_be_reported` for a name somebody else gave themselves."""

    user_id: int
    name: str
    role: str
    organises: bool
    is_reader: bool
    may_be_reported: bool
    url: str
    change_role: str
    take_out: str


def own_club(request: HttpRequest, club_id: str) -> tuple[Club, ClubMember]:
    """A club of the person asking, and what they are in it; 404 for any other."""
    club = Club.objects.of_member(request.user).filter(public_id=club_id).first()
    if club is None:
        raise Http404
    return club, club.members.select_related("lends_from").get(user_id=cast(User, request.user).pk)


def club_context(club: Club, member: ClubMember, /, **more: Any) -> dict[str, Any]:
    """What every page of a club shows."""
    organises = member.role == ClubRole.ORGANISER
    return {"club": club, "member": member, "organises": organises, **more}


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
@limited("browse")
def club_list(request: HttpRequest) -> HttpResponse:
    """The clubs a person is in, and a new one."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            club = clubs.create_club(founder=request.user, **form.cleaned_data)
        except clubs.TooManyClubs:
            form.add_error(None, full("clubs"))
        else:
            return redirect("club", club.public_id)
    context = {"clubs": Club.objects.of_member(request.user), "form": form}
    status = 422 if form.errors else 200
    return render(request, "clubs/clubs.html", context, status=status)


@members_only
@require_safe
def club_page(request: HttpRequest, club_id: str) -> HttpResponse:
    """A club: its evenings and its members."""
    club, member = own_club(request, club_id)
    return show_club(request, club, member, EveningForm(initial={"date": timezone.localdate()}))


def show_club(
    request: HttpRequest, club: Club, member: ClubMember, form: EveningForm
) -> HttpResponse:
    """The page of a club with the form of a new evening."""
    now = timezone.now()
    members = list(club.members.select_related("user"))
    circle = Circle(each.user for each in members)
    context = club_context(
        club,
        member,
        form=form,
        evenings=club.evenings.all()[:EVENINGS_SHOWN],
        today=timezone.localdate(),
        members=[_member_line(member, each, circle.name(each.user)) for each in members],
        invitations=[
            (row, request.build_absolute_uri(reverse("club_join", args=[row.token])))
            for row in club.invitations.filter(expires__gt=now)
        ]
        if member.role == ClubRole.ORGANISER
        else [],
    )
    status = 422 if form.errors else 200
    return render(request, "clubs/club.html", context, status=status)


def _member_line(reader: ClubMember, shown: ClubMember, name: str) -> MemberLine:
    organises, is_reader = shown.role == ClubRole.ORGANISER, shown.pk == reader.pk
    change = _("%(name)s: organiser no longer") if organises else _("%(name)s: make an organiser")
    return MemberLine(
        user_id=shown.user_id,
        name=name,
        role=shown.get_role_display(),
        organises=organises,
        is_reader=is_reader,
        may_be_reported=not is_reader and bool(shown.user.shown_name),
        url=path_to("club_member", shown.club.public_id, str(shown.pk)),
        change_role=change % {"name": name},
        take_out=_("%(name)s: take out of the club") % {"name": name},
    )


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club_id: str) -> HttpResponse:
    """What a club is called; its organisers say."""
    club, member = own_club(request, club_id)
    if member.role != ClubRole.ORGANISER:
        raise Http404
    form = ClubForm(request.POST or None, initial={"name": club.name})
    if request.method == "POST" and form.is_valid():
        clubs.rename_club(club=club, actor=request.user, **form.cleaned_data)
        return redirect("club", club_id)
    context = club_context(club, member, form=form)
    status = 422 if form.errors else 200
    return render(request, "clubs/settings.html", context, status=status)


@members_only
@require_POST
def delete(request: HttpRequest, club_id: str) -> HttpResponse:
    """End a club."""
    club, _member = own_club(request, club_id)
    try:
        clubs.delete_club(club=club, actor=request.user)
    except clubs.NotAllowed as error:
        raise Http404 from error
    messages.success(request, _("“%(name)s” is deleted.") % {"name": club})
    return redirect("clubs")


@members_only
@require_POST
def invite(request: HttpRequest, club_id: str) -> HttpResponse:
    """A new link to join by."""
    club, _member = own_club(request, club_id)
    try:
        clubs.invite(club=club, actor=request.user, now=timezone.now())
    except clubs.NotAllowed as error:
        raise Http404 from error
    except clubs.ClubIsFull:
        messages.error(request, _("There are enough open links. Withdraw one first."))
    return redirect("club", club_id)


@members_only
@require_POST
def withdraw(request: HttpRequest, club_id: str, token: str) -> HttpResponse:
    """Take a link back."""
    club, _member = own_club(request, club_id)
    try:
        clubs.withdraw_invitation(club=club, actor=request.user, token=token)
    except clubs.NotAllowed as error:
        raise Http404 from error
    return redirect("club", club_id)


@members_only
@require_POST
def member(request: HttpRequest, club_id: str, member_id: int) -> HttpResponse:
    """Give a member another role, or end a membership."""
    club, mine = own_club(request, club_id)
    role = request.POST.get("role", "")
    try:
        if role in ClubRole.values:
            clubs.change_role(club=club, actor=request.user, member=member_id, role=role)
        else:
            clubs.remove_member(club=club, actor=request.user, member=member_id)
    except clubs.NotAllowed as error:
        raise Http404 from error
    except clubs.LastOrganiser:
        messages.error(request, _("Somebody has to organise the club. Name another one first."))
        return redirect("club", club_id)
    return redirect(
        "clubs" if member_id == mine.pk and not role else reverse("club", args=[club_id])
    )


@members_only
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What a link invites to; taken when posted."""
    invitation = invitation_of(request.user, token, timezone.now())
    if invitation is None:
        return render(request, "owning/invitation_gone.html", status=404)
    if request.method == "POST":
        try:
            club = clubs.join(token=token, user=request.user, now=timezone.now())
        except clubs.InvitationGone:
            return render(request, "owning/invitation_gone.html", status=404)
        except clubs.ClubIsFull:
            messages.error(request, _("The club has as many members as it may."))
        except clubs.TooManyClubs:
            messages.error(request, full("clubs"))
        else:
            messages.success(request, _("You are in “%(name)s” now.") % {"name": club})
            return redirect("club", club.public_id)
    return render(request, "clubs/join.html", {"invited_to": invitation.club})
