"""Creating, changing, sharing and deleting battle groups.

Documents come checked from `armybuilder.adapters.groups`; here they are only kept. Every change
names the version it was made for, so that a stale tab overwrites nothing unseen.
"""

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction

from armybuilder.adapters.groups import pins
from armybuilder.models import BattleGroup, GroupRevision, Owner, User

#: How many groups one member or visitor may keep.
MOST_GROUPS = 500

Document = dict[str, Any]


class TooManyGroups(Exception):
    """The owner keeps as many groups as the site allows."""


class StaleVersion(Exception):
    """The group has moved on since the version a change was made for."""


class NothingToUndo(Exception):
    """The group is as it was created."""


def create_group(*, owner: Owner, document: Document) -> BattleGroup:
    """Keep a new group; raises TooManyGroups."""
    with transaction.atomic():
        if BattleGroup.objects.for_owner(owner).count() >= MOST_GROUPS:
            raise TooManyGroups
        group = BattleGroup.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            document=document,
            **pins(),
        )
        _add_revision(group, before=None)
    return group


def save_document(*, group: BattleGroup, version: int, document: Document) -> BattleGroup:
    """Add a revision on top of a version and return the group; an equal document adds none.

    Raises StaleVersion when the group has a newer one.
    """
    with transaction.atomic():
        current = _lock(group, version)
        if document == current.document:
            return current
        return _move_on(current, document, before=current.version)


def replace_document(*, group: BattleGroup, document: Document) -> BattleGroup:
    """Add a revision on top of whatever is there, once the owner has seen both."""
    with transaction.atomic():
        current = BattleGroup.objects.select_for_update().get(pk=group.pk)
        return _move_on(current, document, before=current.version)


def undo(*, group: BattleGroup, version: int) -> BattleGroup:
    """Go back by one change, as a new revision; raises StaleVersion, NothingToUndo."""
    with transaction.atomic():
        current = _lock(group, version)
        shown = current.revisions.get(number=current.version)
        if shown.before is None:
            raise NothingToUndo
        older = current.revisions.get(number=shown.before)
        return _move_on(current, older.document, before=older.before)


def delete_group(*, group: BattleGroup) -> None:
    """Delete a group with its revisions; its link stops working."""
    group.delete()


def share_group(*, group: BattleGroup) -> str:
    """The token of the group's link, made when it has none."""
    with transaction.atomic():
        current = BattleGroup.objects.select_for_update().get(pk=group.pk)
        if not current.share_token:
            current.share_token = secrets.token_urlsafe(16)
            current.save(update_fields=["share_token"])
    return current.share_token


def revoke_link(*, group: BattleGroup) -> None:
    """Make the group private; a later link is another one."""
    BattleGroup.objects.filter(pk=group.pk).update(share_token="")


def claim_groups(*, member: User, visitor: str) -> int:
    """Hand what a visitor built to the member they turned out to be; returns how many groups."""
    if not visitor:
        return 0
    return BattleGroup.objects.filter(visitor=visitor).update(owner=member, visitor="")


def delete_abandoned_groups(*, unchanged_since: datetime) -> int:
    """Delete what visitors left and no session opens any more; returns how many groups.

    A shared group stays, since others may still use its link.
    """
    abandoned = BattleGroup.objects.exclude(visitor="").filter(
        share_token="", updated__lt=unchanged_since
    )
    _, deleted = abandoned.delete()
    return deleted.get(BattleGroup._meta.label, 0)


def _lock(group: BattleGroup, version: int) -> BattleGroup:
    current = BattleGroup.objects.select_for_update().get(pk=group.pk)
    if current.version != version:
        raise StaleVersion
    return current


def _move_on(current: BattleGroup, document: Document, *, before: int | None) -> BattleGroup:
    current.document = document
    current.version += 1
    for field, value in pins().items():
        setattr(current, field, value)
    current.save(update_fields=["document", "version", "ruleset", "catalogue", "updated"])
    _add_revision(current, before=before)
    return current


def _add_revision(group: BattleGroup, *, before: int | None) -> None:
    GroupRevision.objects.create(
        group=group,
        number=group.version,
        before=before,
        document=group.document,
        ruleset=group.ruleset,
        catalogue=group.catalogue,
    )
