"""Reading battle groups: always through their owner, their link, or the public list."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Q, QuerySet, Subquery

from armybuilder.groups.models import BattleGroup, GroupRevision, KeptRecord
from armybuilder.site.models import Owner, User

PAGE_LENGTH = 25


@dataclass(frozen=True)
class GroupPage:
    """Some of a list of groups, and the public id after which the next begin; "" at the end."""

    groups: list[BattleGroup]
    next_after: str = ""


@dataclass(frozen=True)
class RevisionPage:
    """Some revisions of a group, the newest first; the oldest of them is only compared with."""

    revisions: list[GroupRevision]
    next_before: int | None = None


@dataclass(frozen=True)
class Steps:
    """Which steps through the changes of a group are possible."""

    undo: bool = False
    redo: bool = False


def groups_of(
    *, owner: Owner, after: str = "", length: int = PAGE_LENGTH, system: str = ""
) -> GroupPage:
    """A page of the owner's groups, those of one game where one is named, the last changed first;
    one query.

    It begins after the group with the public id `after`, and at the top where the owner has none
    such.
    """
    groups = BattleGroup.objects.for_owner(owner)
    return _page(groups.of_system(system) if system else groups, "updated", after, length)


def groups_with(*, owner: Owner, words: Iterable[str], length: int) -> list[BattleGroup]:
    """The owner's groups with all of some folded words, the last changed first; one query."""
    groups = BattleGroup.objects.for_owner(owner)
    for word in words:
        groups = groups.filter(search_text__contains=word)
    return list(groups[:length])


def public_groups(
    *,
    words: Iterable[str] = (),
    build_total: int | None = None,
    legal_only: bool = False,
    after: str = "",
    length: int = PAGE_LENGTH,
    system: str = "",
) -> GroupPage:
    """A page of the public groups with all of some folded words, those of one game where one is
    named, the last published first."""
    groups = BattleGroup.objects.public().select_related("owner")
    if system:
        groups = groups.of_system(system)
    for word in words:
        groups = groups.filter(search_text__contains=word)
    if build_total is not None:
        groups = groups.filter(standing__limit=build_total)
    if legal_only:
        groups = groups.filter(standing__legal=True)
    return _page(groups.order_by("-published", "-pk"), "published", after, length)


def _page(groups: QuerySet[BattleGroup], moment: str, after: str, length: int) -> GroupPage:
    """The groups below the one with the public id `after`, in the order of a moment."""
    if after and "\0" not in after:
        last = groups.filter(public_id=after)
        then, key = Subquery(last.values(moment)[:1]), Subquery(last.values("pk")[:1])
        below = Q(**{f"{moment}__lt": then}) | Q(**{moment: then}, pk__lt=key)
        groups = groups.filter(below | ~Exists(last))
    found = list(groups[: length + 1])
    more = len(found) > length
    return GroupPage(found[:length], found[length - 1].public_id if more else "")


def groups_with_revisions(*, member: User) -> list[BattleGroup]:
    """A member's groups with every state they went through, in two queries."""
    return list(BattleGroup.objects.for_owner(Owner(member)).prefetch_related("revisions"))


def steps_of(*, group: BattleGroup) -> Steps:
    """Whether there is a change to take back, and one to make again."""
    shown = group.revisions.filter(number=group.version).values_list("before", "after").first()
    before, after = shown or (None, None)
    return Steps(undo=before is not None, redo=after is not None)


def revision_of(*, group: BattleGroup, number: int) -> GroupRevision | None:
    """One state the group went through."""
    return group.revisions.filter(number=number).first()


def revisions_of(
    *, group: BattleGroup, before: int | None = None, length: int = PAGE_LENGTH
) -> RevisionPage:
    """A page of a group's revisions, the newest first, with the one below to compare with."""
    revisions = group.revisions.all()
    if before is not None:
        revisions = revisions.filter(number__lt=before)
    found = list(revisions[: length + 1])
    more = len(found) > length
    return RevisionPage(found, found[length - 1].number if more else None)


def source_visible_to(*, owner: Owner, group: BattleGroup) -> BattleGroup | None:
    """The group a copy was made of, where this person may still see it: it is theirs or public, or
    the copy is theirs and the link it was made by still stands."""
    if group.copied_from_id is None:
        return None
    groups = BattleGroup.objects
    visible = groups.visible_to(owner)
    if groups.for_owner(owner).filter(pk=group.pk).exists():
        visible = visible | groups.shared_by(group.copied_token)
    return visible.filter(pk=group.copied_from_id).first()


def kept_records(digests: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Records groups pinned, by digest: one query, none where none is wanted."""
    wanted = set(digests)
    if not wanted:
        return {}
    return dict(KeptRecord.objects.filter(pk__in=wanted).values_list("digest", "record"))
