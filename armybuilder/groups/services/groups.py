"""Creating, changing, restoring and deleting battle groups.

Documents come checked from `present.groups`; here they are judged and kept. Every
change names the version it was made for, so that a stale tab overwrites nothing unseen. What a
group pinned stays pinned until its owner accepts today's data.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from armybuilder.groups.models import BattleGroup, Cause, GroupRevision, JudgedState, KeptRecord
from armybuilder.groups.present.games import AnyJudged, judge_state, pin, todays_digests
from armybuilder.groups.present.groups import Document
from armybuilder.site.models import Owner, User
from collection.common.deleting import delete_whole
from collection.common.ids import new_public_id
from collection.common.quotas import full, most


@dataclass(frozen=True)
class Saved:
    """A group as it is kept now, with the verdict it was kept with."""

    group: BattleGroup
    judged: AnyJudged


@dataclass(frozen=True)
class Source:
    """What a copy is made of: a group as it is, and the link it was seen by, if any."""

    group: BattleGroup
    token: str = ""


class TooManyGroups(Exception):
    """The owner keeps as many groups as the site allows; the message is for them."""

    def __init__(self) -> None:
        super().__init__(full("battle_groups"))


class StaleVersion(Exception):
    """The group has moved on since the version a change was made for."""


class NothingToUndo(Exception):
    """The group is as it was created."""


class NothingToRedo(Exception):
    """Nothing was undone since the last change."""


def create_group(
    *,
    owner: Owner,
    document: Document,
    copied_from: Source | None = None,
    public_id: str = "",
    cause: Cause = Cause.CREATED,
) -> BattleGroup:
    """Keep a new group, judged by today's data, under an id of its own where it has none yet;
    raises TooManyGroups."""
    with transaction.atomic():
        owner.hold()
        if BattleGroup.objects.for_owner(owner).count() >= most("battle_groups"):
            raise TooManyGroups
        pinned = pin(document, None)
        keep_records(pinned.todays)
        group = BattleGroup.objects.create(
            public_id=public_id or new_public_id(),
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            document=document,
            search_text=pinned.search_text,
            **(_lineage(copied_from) if copied_from else {}),
            **pinned.state,
        )
        _add_revision(group, before=None, cause=cause)
    return group


def save_document(*, group: BattleGroup, version: int, document: Document) -> Saved:
    """Add a revision on top of a version; an equal document adds none.

    Raises StaleVersion when the group has a newer one.
    """
    with transaction.atomic():
        current = _lock(group, version)
        if document == current.document:
            return Saved(current, judge_state(current))
        return _change(current, document)


def replace_document(
    *, group: BattleGroup, document: Document, cause: Cause = Cause.CHANGED
) -> Saved:
    """Add a revision on top of whatever is there, once the owner has seen both."""
    with transaction.atomic():
        current = BattleGroup.objects.select_for_update().get(pk=group.pk)
        return _change(current, document, cause)


def accept_data(*, group: BattleGroup, version: int) -> Saved:
    """Judge the group by today's rules and data from now on; raises StaleVersion."""
    with transaction.atomic():
        current = _lock(group, version)
        return _move_on(
            current, current.document, None, before=current.version, cause=Cause.ACCEPTED
        )


def keep_data(*, group: BattleGroup) -> None:
    """Go on with the data the group pinned; today's is not proposed again."""
    BattleGroup.objects.filter(pk=group.pk).update(declined=todays_digests(group))


def undo(*, group: BattleGroup, version: int) -> Saved:
    """Go back by one change, as a new revision; raises StaleVersion, NothingToUndo."""
    with transaction.atomic():
        current = _lock(group, version)
        shown = current.revisions.get(number=current.version)
        if shown.before is None:
            raise NothingToUndo
        older = current.revisions.get(number=shown.before)
        return _bring_back(
            current, older, before=older.before, after=shown.number, cause=Cause.UNDONE
        )


def redo(*, group: BattleGroup, version: int) -> Saved:
    """Make the change undone last again, as a new revision; raises StaleVersion, NothingToRedo."""
    with transaction.atomic():
        current = _lock(group, version)
        shown = current.revisions.get(number=current.version)
        if shown.after is None:
            raise NothingToRedo
        undone = current.revisions.get(number=shown.after)
        return _bring_back(
            current, undone, before=shown.number, after=undone.after, cause=Cause.REDONE
        )


def restore_revision(*, group: BattleGroup, version: int, number: int) -> Saved:
    """Bring an earlier revision back, as a new one with the data it was judged by.

    Raises StaleVersion, GroupRevision.DoesNotExist.
    """
    with transaction.atomic():
        current = _lock(group, version)
        older = current.revisions.get(number=number)
        return _bring_back(current, older, before=current.version, after=None, cause=Cause.RESTORED)


def delete_group(*, group: BattleGroup, version: int | None = None) -> None:
    """Delete a group with its revisions; its link stops working.

    Raises StaleVersion when a version is named and the group has a newer one.
    """
    with transaction.atomic():
        if version is not None:
            _lock(group, version)
        delete_whole(BattleGroup.objects.filter(pk=group.pk))


def claim_groups(*, member: User, visitor: str) -> int:
    """Hand what a visitor built to the member they turned out to be; returns how many groups."""
    if not visitor:
        return 0
    return BattleGroup.objects.filter(visitor=visitor).update(owner=member, visitor="")


def _lock(group: BattleGroup, version: int) -> BattleGroup:
    current = BattleGroup.objects.select_for_update().get(pk=group.pk)
    if current.version != version:
        raise StaleVersion
    return current


def _move_on(
    current: BattleGroup, document: Document, earlier: JudgedState | None, **revision: Any
) -> Saved:
    """Add a revision with a document; what `earlier` pinned stays pinned."""
    pinned = pin(document, earlier)
    keep_records(pinned.todays, already=current.records.values())
    current.document = document
    current.search_text = pinned.search_text
    current.version += 1
    for field, value in pinned.state.items():
        setattr(current, field, value)
    current.save(update_fields=["document", "version", "search_text", "updated", *pinned.state])
    _add_revision(current, **revision)
    return Saved(current, pinned.judged)


def _change(current: BattleGroup, document: Document, cause: Cause = Cause.CHANGED) -> Saved:
    return _move_on(current, document, current, before=current.version, cause=cause)


def _bring_back(current: BattleGroup, older: GroupRevision, **revision: Any) -> Saved:
    """Add a revision that looks like an earlier one, with the data that one pinned."""
    return _move_on(current, older.document, older, same_as=older.number, **revision)


def _lineage(source: Source) -> dict[str, Any]:
    return {
        "copied_from": source.group,
        "copied_name": source.group.name,
        "copied_version": source.group.version,
        "copied_token": source.token,
    }


def _add_revision(group: BattleGroup, **revision: Any) -> None:
    GroupRevision.objects.create(
        group=group,
        number=group.version,
        document=group.document,
        ruleset=group.ruleset,
        catalogue=group.catalogue,
        records=group.records,
        standing=group.standing,
        **revision,
    )


def keep_records(records: Mapping[str, Any], *, already: Iterable[str] = ()) -> None:
    """Keep records by their digests, but for those that are kept already."""
    kept = set(already)
    KeptRecord.objects.bulk_create(
        [
            KeptRecord(digest=digest, record=record)
            for digest, record in records.items()
            if digest not in kept
        ],
        ignore_conflicts=True,
        batch_size=100,
    )
