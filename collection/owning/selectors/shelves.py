"""Which collections a person sees, as whom, and with whom they are shared."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, OuterRef, QuerySet, Subquery, Sum

from collection.owning.models import Collection, Copy, Holding, Invitation, Membership, Role
from collection.owning.selectors.holdings import Amounts


@dataclass(frozen=True)
class Shelf:
    """A collection as one person sees it."""

    collection: Collection
    role: Role

    @property
    def name(self) -> str:
        """What the collection is called, as the person reads it."""
        return str(self.collection.name) if self.is_owner else self.collection.shown_name

    @property
    def is_owner(self) -> bool:
        """Whether it is the person's own."""
        return self.role == Role.OWNER

    @property
    def may_edit(self) -> bool:
        """Whether the person may change it, once it is not locked."""
        return self.role != Role.VIEWER


def shelves_of(user: Any) -> list[Shelf]:
    """The collections a person may see, their own first; one query."""
    found = [Shelf(row, _role(row, user)) for row in _seen_by(user)]
    return sorted(found, key=lambda shelf: not shelf.is_owner)


def find_shelf(user: Any, public_id: str) -> Shelf | None:
    """One collection, for whoever may see it; one query."""
    collection = _seen_by(user).filter(public_id=public_id).first()
    return Shelf(collection, _role(collection, user)) if collection else None


def _seen_by(user: Any) -> QuerySet[Collection]:
    """The collections a person may see, with the `role` that they were given."""
    held = Membership.objects.filter(collection=OuterRef("pk"), user_id=user.pk)
    rows = Collection.objects.visible_to(user).select_related("owner")
    return rows.annotate(role=Subquery(held.values("role")[:1]))


def _role(collection: Any, user: Any) -> Role:
    return Role.OWNER if collection.owner_id == user.pk else Role(collection.role)


def amounts_of_collections(collections: Iterable[Collection]) -> dict[int, Amounts]:
    """How much is in each collection, by its row id; two queries."""
    ids = [collection.pk for collection in collections]
    counted: dict[int, Amounts] = {}
    copies = dict(
        Copy.objects.filter(holding__collection__in=ids)
        .values_list("holding__collection")
        .annotate(Count("id"))
    )
    sums = Holding.objects.filter(collection__in=ids).order_by().values("collection")
    for row in sums.annotate(p=Sum("plain"), w=Sum("wanted"), t=Sum("for_trade")):
        key = row["collection"]
        counted[key] = Amounts(row["p"] + copies.get(key, 0), 0, row["w"], row["t"])
    return counted


def members_of(collection: Collection) -> list[Membership]:
    """With whom a collection is shared; one query."""
    return list(collection.memberships.select_related("user"))


def invitations_of(collection: Collection, now: Any) -> list[Invitation]:
    """The invitations that still stand; one query."""
    return list(collection.invitations.filter(expires__gt=now))


def invitations_to(user: Any, now: Any) -> list[Invitation]:
    """The invitations sent to a person's address, if it is proven to be theirs, but not by people
    they are apart from; one query."""
    return list(sent_to(user, now).select_related("collection__owner"))


def sent_to(user: Any, now: Any) -> QuerySet[Invitation]:
    """The same to be counted, or read."""
    if not user.proven_address:
        return Invitation.objects.none()
    rows = Invitation.objects.filter(email=user.proven_address, expires__gt=now)
    for apart in user.rows_apart():
        rows = rows.exclude(collection__owner__in=apart)
    return rows


def invitee_of(invitation: Invitation) -> Any:
    """The person whose proven address an invitation was sent to; None for a link and for an address
    that nobody has proven to be theirs."""
    if not invitation.email:
        return None
    people = get_user_model()._default_manager.filter(proven_email=invitation.email)
    return next((each for each in people if each.proven_address == invitation.email), None)


def invitation_of(user: Any, token: str, now: Any) -> Invitation | None:
    """The invitation of a link, if it still stands and is not for somebody else; three
    queries."""
    return open_to(user, token, now).select_related("collection__owner").first()


def open_to(user: Any, token: str, now: Any) -> QuerySet[Invitation]:
    """The invitation of a link for a person. One to an address is for whoever has proven it; where
    no mail is delivered nobody could, and the link alone counts. None is from people they are apart
    from."""
    rows = Invitation.objects.filter(token=token, expires__gt=now)
    rows = rows.exclude(collection__owner__in=user.members_apart())
    if not settings.MAIL_IS_DELIVERED:
        return rows
    return rows.filter(email__in=("", user.proven_address))
