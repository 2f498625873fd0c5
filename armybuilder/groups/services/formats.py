"""Writing, changing, copying and deleting event formats.

Restrictions come checked from `present.formats`. A group carries its format whole, so that nothing
here changes any group.
"""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from armybuilder.groups.models import EventFormat, FormatVersion
from armybuilder.site.models import Owner, User
from collection.catalogue.game import SYSTEM
from collection.common.deleting import delete_whole
from collection.common.quotas import most

#: How many versions of a format are kept.
MOST_VERSIONS = 200


@dataclass(frozen=True)
class FormatText:
    """What a person writes of a format."""

    title: str
    description: str
    restrictions: dict[str, Any]


class TooManyFormats(Exception):
    """The owner keeps as many formats as the site allows."""


class StaleFormat(Exception):
    """The format has moved on since the version a change was made for."""


def create_format(
    *,
    owner: Owner,
    text: FormatText,
    copied_from: EventFormat | None = None,
    system: str = SYSTEM,
) -> EventFormat:
    """Keep a new format of a game; raises TooManyFormats."""
    with transaction.atomic():
        owner.hold()
        if EventFormat.objects.for_owner(owner).count() >= most("formats"):
            raise TooManyFormats
        written = EventFormat.objects.create(
            owner=owner.member,
            visitor="" if owner.member else owner.visitor,
            system=system,
            title=text.title,
            description=text.description,
            restrictions=text.restrictions,
            copied_from=copied_from,
        )
        _add_version(written)
    return written


def save_format(*, written: EventFormat, version: int, text: FormatText) -> EventFormat:
    """Add a version on top of another; an equal text adds none.

    Raises StaleFormat when there is a newer one. The oldest go where there are too many.
    """
    with transaction.atomic():
        current = EventFormat.objects.select_for_update().get(pk=written.pk)
        if current.version != version:
            raise StaleFormat
        if text == FormatText(current.title, current.description, current.restrictions):
            return current
        current.title = text.title
        current.description = text.description
        current.restrictions = text.restrictions
        current.version += 1
        current.save()
        _add_version(current)
        current.versions.filter(number__lte=current.version - MOST_VERSIONS).delete()
    return current


def delete_format(*, written: EventFormat) -> None:
    """Delete a format with its versions; its link stops working, groups keep what they carry."""
    delete_whole(EventFormat.objects.filter(pk=written.pk))


def claim_formats(*, member: User, visitor: str) -> int:
    """Hand what a visitor wrote to the member they turned out to be; returns how many formats."""
    if not visitor:
        return 0
    return EventFormat.objects.filter(visitor=visitor).update(owner=member, visitor="")


def _add_version(written: EventFormat) -> None:
    FormatVersion.objects.create(
        format=written,
        number=written.version,
        title=written.title,
        description=written.description,
        restrictions=written.restrictions,
    )
