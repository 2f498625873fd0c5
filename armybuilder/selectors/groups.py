"""Reading battle groups: always through their owner or their link."""

from armybuilder.models import BattleGroup, GroupRevision, Owner, User


def groups_of(*, owner: Owner) -> list[BattleGroup]:
    """The owner's groups, the last changed first, in one query."""
    return list(BattleGroup.objects.for_owner(owner))


def groups_with_revisions(*, member: User) -> list[BattleGroup]:
    """A member's groups with every state they went through, in two queries."""
    return list(BattleGroup.objects.for_owner(Owner(member)).prefetch_related("revisions"))


def can_undo(*, group: BattleGroup) -> bool:
    """Whether there is a change to go back to."""
    return group.revisions.filter(number=group.version, before__isnull=False).exists()


def revision_of(*, group: BattleGroup, number: int) -> GroupRevision | None:
    """One state the group went through."""
    return group.revisions.filter(number=number).first()
