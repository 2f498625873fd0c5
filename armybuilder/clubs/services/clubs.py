"""Making clubs, joining and leaving them, and saying what one would lend."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from armybuilder.clubs.models import Club, ClubInvitation, ClubMember, ClubRole, Pledge
from armybuilder.clubs.selectors.clubs import clubs_left_alone, invitation_of
from collection.catalogue.pieces import Piece
from collection.common.people import hold
from collection.common.quotas import most
from collection.owning.models import Collection

INVITATION_DAYS = 30
MOST_MEMBERS = 100
MOST_INVITATIONS = 10


class NotAllowed(Exception):
    """The person may not do this in the club."""


class TooManyClubs(Exception):
    """The person is in as many clubs as one may be."""


class ClubIsFull(Exception):
    """The club has as many members, or invitations, as one may have."""


class InvitationGone(Exception):
    """The invitation was withdrawn or is too old."""


class LastOrganiser(Exception):
    """Nobody else in the club could organise it."""


@transaction.atomic
def create_club(*, founder: Any, name: str) -> Club:
    """A new club with its founder as organiser; raises TooManyClubs."""
    hold(founder)
    if Club.objects.of_member(founder).count() >= most("clubs"):
        raise TooManyClubs
    club = Club.objects.create(name=name, named_by=founder)
    ClubMember.objects.create(club=club, user=founder, role=ClubRole.ORGANISER)
    return club


@transaction.atomic
def rename_club(*, club: Club, actor: Any, name: str) -> None:
    """Call a club something else; raises NotAllowed."""
    current = _led(club, actor)
    if name != current.name:
        current.name, current.named_by = name, actor
        current.save(update_fields=["name", "named_by"])


@transaction.atomic
def delete_club(*, club: Club, actor: Any) -> None:
    """Delete a club with its evenings; loans stay in their collections. Raises NotAllowed."""
    _led(club, actor).delete()


@transaction.atomic
def invite(*, club: Club, actor: Any, now: datetime) -> ClubInvitation:
    """A link that many may use to join; raises NotAllowed and ClubIsFull."""
    current = _led(club, actor)
    current.invitations.filter(expires__lte=now).delete()
    if current.invitations.count() >= MOST_INVITATIONS:
        raise ClubIsFull
    expires = now + timedelta(days=INVITATION_DAYS)
    return ClubInvitation.objects.create(
        club=current, token=secrets.token_urlsafe(24), expires=expires
    )


@transaction.atomic
def withdraw_invitation(*, club: Club, actor: Any, token: str) -> None:
    """Let a link open nothing any more; raises NotAllowed."""
    _led(club, actor).invitations.filter(token=token).delete()


@transaction.atomic
def join(*, token: str, user: Any, now: datetime) -> Club:
    """Become a member by a link; members stay what they are.

    Raises InvitationGone, ClubIsFull and TooManyClubs.
    """
    invitation = invitation_of(user, token, now)
    if invitation is None:
        raise InvitationGone
    hold(user)
    club = Club.objects.select_for_update().get(pk=invitation.club_id)
    if club.members.filter(user=user).exists():
        return club
    if club.members.count() >= MOST_MEMBERS:
        raise ClubIsFull
    if Club.objects.of_member(user).count() >= most("clubs"):
        raise TooManyClubs
    ClubMember.objects.create(club=club, user=user)
    return club


@transaction.atomic
def change_role(*, club: Club, actor: Any, member: int, role: str) -> None:
    """Let a member organise, or no longer; raises NotAllowed and LastOrganiser."""
    current = _led(club, actor)
    if role != ClubRole.ORGANISER:
        _another_organiser(current, member)
    current.members.filter(pk=member).update(role=role)


@transaction.atomic
def remove_member(*, club: Club, actor: Any, member: int) -> None:
    """End a membership: an organiser anybody's, others their own.

    Raises NotAllowed and LastOrganiser.
    """
    current = Club.objects.select_for_update().of_member(actor).filter(pk=club.pk).first()
    found = current.members.filter(pk=member).first() if current else None
    if current is None or found is None:
        raise NotAllowed
    if found.user_id != actor.pk:
        _led(club, actor)
    _another_organiser(current, member)
    found.delete()


@transaction.atomic
def lend(
    *,
    club: Club,
    actor: Any,
    collection: Collection | None,
    everything: bool,
    pieces: Mapping[Piece, int],
) -> None:
    """Say what one would lend the club, out of one of one's own collections; raises NotAllowed."""
    member = ClubMember.objects.select_for_update().filter(club=club, user=actor).first()
    own = Collection.objects.owned_by(actor)
    if member is None or (collection and not own.filter(pk=collection.pk).exists()):
        raise NotAllowed
    member.lends_from, member.lends_all = collection, bool(collection and everything)
    member.save(update_fields=["lends_from", "lends_all"])
    member.pledges.all().delete()
    if collection is None or everything:
        return
    Pledge.objects.bulk_create(
        Pledge(
            member=member,
            system=piece.system,
            set_code=piece.set,
            number=piece.number,
            variant=piece.variant,
            count=count,
        )
        for piece, count in pieces.items()
        if count > 0
    )


@transaction.atomic
def hand_over_clubs(*, user: Any) -> None:
    """Leave every club with somebody to organise it before a person goes for good: whoever has been
    in it longest takes over, and a club of one ends."""
    hold(user)
    list(Club.objects.select_for_update().led_by(user).order_by("pk"))
    for club, heir in clubs_left_alone(user):
        if heir is None:
            club.delete()
        else:
            club.members.filter(pk=heir.pk).update(role=ClubRole.ORGANISER)


def _led(club: Club, actor: Any) -> Club:
    """The club, held, if the person organises it."""
    found = Club.objects.select_for_update().led_by(actor).filter(pk=club.pk).first()
    if found is None:
        raise NotAllowed
    return found


def _another_organiser(club: Club, member: int) -> None:
    organisers = club.members.filter(role=ClubRole.ORGANISER)
    if organisers.filter(pk=member).exists() and organisers.count() == 1:
        raise LastOrganiser
