"""Event formats somebody wrote: merged restriction by restriction."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext as _

from armybuilder.groups.models import (
    LONGEST_DESCRIPTION,
    LONGEST_TITLE,
    EventFormat,
    FormatVersion,
)
from armybuilder.groups.present.formats import fit_restrictions
from armybuilder.groups.present.groups import Unfit, refuse_control_characters
from armybuilder.groups.services.formats import (
    FormatText,
    TooManyFormats,
    create_format,
    delete_format,
    save_format,
)
from armybuilder.offline.merging import ABSENT, Field
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import Owner, User
from collection.catalogue.game import SYSTEM
from collection.common.names import fault_of_name, plain_name
from collection.common.quotas import full


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """A format in a file."""

    system: str
    title: str
    description: str
    restrictions: dict[str, Any]


class Formats(Kind):
    """A format is its title, what is said of it, and its restrictions."""

    name: ClassVar = "format"
    shape: ClassVar = Written
    of: ClassVar = Field(keys={"description": Field("text"), "restrictions": Field(anew=True)})

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        for row in EventFormat.objects.filter(owner=person).order_by("pk"):
            yield Found(row.public_id, str(row.version), _content(row), {"version": row.version})

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        row = EventFormat.objects.create(
            public_id=thing.key, owner=person, **thing.content, **thing.carried
        )
        FormatVersion.objects.create(
            format=row,
            number=row.version,
            title=row.title,
            description=row.description,
            restrictions=row.restrictions,
        )

    def drop(self, person: User, key: str) -> None:
        EventFormat.objects.filter(owner=person, public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        return _content(row) if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        text = _text(content)
        row = _own(person, key)
        if row:
            save_format(written=row, version=row.version, text=text)
        else:
            _create(person, content, key)

    def remove(self, person: User, key: str) -> None:
        if row := _own(person, key):
            delete_format(written=row)

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        return bool(_create(person, content, ""))

    def check(self, person: User, content: Content) -> None:
        _text(content)

    def title(self, content: Content) -> str:
        return str(content["title"])


def _content(row: EventFormat) -> Content:
    return {
        "system": row.system,
        "title": row.title,
        "description": row.description,
        "restrictions": row.restrictions,
    }


def _own(person: User, key: str) -> EventFormat | None:
    rows = EventFormat.objects.filter(owner=person, public_id=key)
    return rows.select_for_update().first()


def _text(content: Content) -> FormatText:
    """What a format says; raises NotTaken."""
    title, description = plain_name(str(content["title"])), str(content["description"])
    try:
        refuse_control_characters({"description": description})
        restrictions = fit_restrictions(content["restrictions"])
    except Unfit as error:
        raise NotTaken(f"{error.path}: {error.message}") from error
    if not 0 < len(title) <= LONGEST_TITLE or len(description) > LONGEST_DESCRIPTION:
        raise NotTaken(_("The title or the description is too long, or missing."))
    if fault := fault_of_name(title):
        raise NotTaken(fault)
    return FormatText(title, description, restrictions)


def _create(person: User, content: Content, key: str) -> str:
    if content["system"] != SYSTEM:
        raise NotTaken(_("No game of that name has formats."))
    try:
        row = create_format(owner=Owner(person), text=_text(content))
    except TooManyFormats as error:
        raise NotTaken(full("formats")) from error
    if key and not EventFormat.objects.filter(public_id=key).exists():
        row.public_id = key
        row.save(update_fields=["public_id"])
    return row.public_id
