"""The account: what others call a member, and how pages look."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import User


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    """What a member may choose."""

    display_name: str
    language: str
    theme: str
    contrast: str
    targets: str
    turn_mails: bool
    game: str


SETTINGS = Settings.__struct_fields__


class Accounts(Kind):
    """An account is its settings; it is never made or deleted here."""

    name: ClassVar = "account"
    shape: ClassVar = Settings

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        yield Found("", "", _settings(person))

    def place(self, person: User, thing: Found) -> None:
        User.objects.filter(pk=person.pk).update(**thing.content)

    def drop(self, person: User, key: str) -> None:
        """A device has nobody else."""

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        return _settings(User.objects.select_for_update(no_key=True).get(pk=person.pk))

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        row = _with(person, content)
        row.save(update_fields=list(SETTINGS))
        person.refresh_from_db(fields=list(SETTINGS))

    def remove(self, person: User, key: str) -> None:
        raise NotTaken(_("An account is deleted on the site only."))

    def check(self, person: User, content: Content) -> None:
        _with(person, content)

    def title(self, content: Content) -> str:
        return _("Settings")


def _settings(person: User) -> Content:
    return {name: getattr(person, name) for name in SETTINGS}


def _with(person: User, content: Content) -> User:
    """The member with other settings; raises NotTaken."""
    row = User.objects.get(pk=person.pk)
    for name in SETTINGS:
        setattr(row, name, content[name])
    try:
        row.clean_fields(exclude={field.name for field in User._meta.fields} - {*SETTINGS})
    except ValidationError as error:
        raise NotTaken(" ".join(error.messages)) from error
    return row
