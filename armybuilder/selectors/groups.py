"""Reading battle groups: always through their owner or their link."""

from dataclasses import dataclass

from django.db.models import Q

from armybuilder.models import BattleGroup, GroupRevision, Owner, User

PAGE_LENGTH = 25


@dataclass(frozen=True)
class GroupPage:
    """Some of a person's groups, and the public id after which the next begin; "" at the end."""

    groups: list[BattleGroup]
    next_after: str = ""


def groups_of(*, owner: Owner, after: str = "", length: int = PAGE_LENGTH) -> GroupPage:
    """A page of the owner's groups, the last changed first; two queries at most.

    It begins after the group with the public id `after`, and at the top where the owner has none
    such.
    """
    groups = BattleGroup.objects.for_owner(owner)
    last = groups.filter(public_id=after).first() if after and "\0" not in after else None
    if last:
        level = Q(updated=last.updated, pk__lt=last.pk)
        groups = groups.filter(Q(updated__lt=last.updated) | level)
    found = list(groups[: length + 1])
    more = len(found) > length
    return GroupPage(found[:length], found[length - 1].public_id if more else "")


def groups_with_revisions(*, member: User) -> list[BattleGroup]:
    """A member's groups with every state they went through, in two queries."""
    return list(BattleGroup.objects.for_owner(Owner(member)).prefetch_related("revisions"))


def can_undo(*, group: BattleGroup) -> bool:
    """Whether there is a change to go back to."""
    return group.revisions.filter(number=group.version, before__isnull=False).exists()


def revision_of(*, group: BattleGroup, number: int) -> GroupRevision | None:
    """One state the group went through."""
    return group.revisions.filter(number=number).first()
