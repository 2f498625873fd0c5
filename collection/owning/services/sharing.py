"""Sharing a collection: invitations by link or address, roles, leaving."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from collection.common.awaiting import awaits
from collection.owning.models import Collection, Invitation, Membership, Role
from collection.owning.selectors.shelves import invitee_of, open_to
from collection.owning.services.changes import NotAllowed

#: How long an invitation stands, how many at once, and with how many a collection is shared.
INVITATION_DAYS = 14
MOST_INVITATIONS = 20
MOST_MEMBERS = 50


class TooManyInvitations(Exception):
    """The collection has as many open invitations, or members, as one may."""


class InvitationGone(Exception):
    """The invitation was used, withdrawn or too old."""


@transaction.atomic
def invite(
    *, collection: Collection, actor: Any, role: str, now: datetime, email: str = ""
) -> Invitation:
    """An invitation for whoever has its link, or for one address; raises NotAllowed and
    TooManyInvitations."""
    current = _own(collection, actor)
    open_ones = current.invitations.filter(expires__gt=now).count()
    if open_ones >= MOST_INVITATIONS or current.memberships.count() + open_ones >= MOST_MEMBERS:
        raise TooManyInvitations
    current.invitations.filter(expires__lte=now).delete()
    invitation = Invitation.objects.create(
        collection=current,
        token=secrets.token_urlsafe(24),
        role=role,
        email=email.lower(),
        expires=now + timedelta(days=INVITATION_DAYS),
    )
    if invited := invitee_of(invitation):
        awaits(invited, "invitation", invitation.token)
    return invitation


@transaction.atomic
def withdraw(*, collection: Collection, actor: Any, token: str) -> None:
    """Take an invitation back; raises NotAllowed."""
    _own(collection, actor).invitations.filter(token=token).delete()


@transaction.atomic
def join(*, token: str, user: Any, now: datetime) -> Collection:
    """Share the collection of an invitation, which is then used up; raises InvitationGone.

    Whoever shares it already keeps the greater role, and its owner stays its owner.
    """
    invitation = open_to(user, token, now).select_for_update().first()
    if invitation is None:
        raise InvitationGone
    collection = invitation.collection
    if collection.owner_id != user.pk:
        membership, new = Membership.objects.get_or_create(
            collection=collection, user=user, defaults={"role": invitation.role}
        )
        if not new and invitation.role == Role.EDITOR:
            membership.role = Role.EDITOR
            membership.save(update_fields=["role"])
    invitation.delete()
    return collection


@transaction.atomic
def change_role(*, collection: Collection, actor: Any, member: int, role: str) -> None:
    """Let a member do more or less; raises NotAllowed."""
    _own(collection, actor).memberships.filter(pk=member).update(role=role)


@transaction.atomic
def remove_member(*, collection: Collection, actor: Any, member: int) -> None:
    """Share with somebody no longer; raises NotAllowed."""
    _own(collection, actor).memberships.filter(pk=member).delete()


def leave(*, collection: Collection, user: Any) -> None:
    """Share somebody else's collection no longer."""
    Membership.objects.filter(collection=collection, user=user).delete()


def _own(collection: Collection, actor: Any) -> Collection:
    """The collection, held, if it is the person’s own."""
    own = Collection.objects.owned_by(actor).filter(pk=collection.pk)
    held = own.select_for_update().first()
    if held is None:
        raise NotAllowed
    return held
