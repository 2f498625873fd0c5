"""Reading who has blocked whom."""

from typing import Any

from django.db.models import QuerySet

from armybuilder.site.models import Block, Owner, User


def apart_from(owner: Owner) -> set[Owner]:
    """Those whom somebody has blocked, and who have blocked them; two queries."""
    of = Block.objects.none()
    if owner.member:
        of = Block.objects.filter(other=owner.member)
    elif owner.visitor:
        of = Block.objects.filter(other_visitor=owner.visitor)
    blocked = Block.objects.for_owner(owner).select_related("other")
    return {
        *(Owner(row.other, row.other_visitor) for row in blocked),
        *(Owner(row.owner, row.visitor) for row in of.select_related("owner")),
    }


def members_blocked_by(owner: Owner) -> QuerySet[Block, Any]:
    """The numbers of the members whom somebody has blocked, for a condition."""
    return Block.objects.for_owner(owner).exclude(other=None).values("other")


def blocks_of(owner: Owner) -> list[Block]:
    """Whom somebody has blocked, the last one first; one query."""
    return list(Block.objects.for_owner(owner))


def blocks_data(user: User) -> list[dict[str, Any]]:
    """Whom a member wants nothing to do with, as plain values for a download."""
    return [{"name": row.name, "at": row.at.isoformat()} for row in blocks_of(Owner(user))]
