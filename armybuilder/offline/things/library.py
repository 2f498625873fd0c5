"""Libraries of other games: cards of one's own units, and how many models somebody owns."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext as _

from armybuilder.library.models import LONGEST_KEY, LONGEST_NAME, OwnedModels, OwnUnit
from armybuilder.library.present.units import SYSTEM, Fault, Record, as_texts, is_card, record_of
from armybuilder.library.services import (
    MOST_MODELS,
    TooManyUnits,
    change_unit,
    delete_unit,
    keep_units,
    set_models,
)
from armybuilder.offline.merging import ABSENT, Field
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import Owner, User


class Card(msgspec.Struct, forbid_unknown_fields=True):
    """A unit in a file."""

    system: str
    key: str
    record: dict[str, Any]


class Counted(msgspec.Struct, forbid_unknown_fields=True):
    """How many models there are, in a file."""

    unit: str
    count: int


class OwnUnits(Kind):
    """A unit is its card, and what files call it."""

    name: ClassVar = "unit"
    shape: ClassVar = Card
    of: ClassVar = Field(keys={"record": Field("whole")})

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        for row in OwnUnit.objects.filter(owner=person):
            yield Found(row.public_id, "", _card(row))

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        OwnUnit.objects.create(public_id=thing.key, owner=person, **thing.content)

    def drop(self, person: User, key: str) -> None:
        OwnUnit.objects.filter(owner=person, public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        return _card(row) if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        record = _record(content)
        if row := _own(person, key):
            change_unit(unit=row, record=record)
        else:
            self._create(person, key, content)

    def _create(self, person: User, key: str, content: Content) -> None:
        record = _record(content)
        try:
            [row] = keep_units(owner=Owner(person), system=SYSTEM, records=[record])
        except TooManyUnits as error:
            raise NotTaken(str(error)) from error
        name = str(content["key"])
        known = OwnUnit.objects.exclude(pk=row.pk)
        if name.isascii() and name.isprintable() and 0 < len(name) <= LONGEST_KEY:
            row.key = row.key if known.filter(key=name).exists() else name
        if key and not known.filter(public_id=key).exists():
            row.public_id = key
        row.save(update_fields=["key", "public_id"])

    def remove(self, person: User, key: str) -> None:
        if row := _own(person, key):
            delete_unit(unit=row)

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        self._create(person, "", content | {"key": ""})
        return True

    def check(self, person: User, content: Content) -> None:
        _record(content)

    def title(self, content: Content) -> str:
        return str(content["record"].get("name", ""))


class Models(Kind):
    """How many models somebody owns of a unit; known by the game and what cards call it."""

    name: ClassVar = "models"
    shape: ClassVar = Counted
    of: ClassVar = Field(keys={"count": Field("counts")})

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        for row in OwnedModels.objects.filter(owner=person):
            yield Found(f"{row.system}/{row.name}", "", {"unit": row.name, "count": row.count})

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        system, name = _named(thing.key)
        OwnedModels.objects.create(
            owner=person, system=system, name=name, count=thing.content["count"]
        )

    def drop(self, person: User, key: str) -> None:
        system, name = _named(key)
        OwnedModels.objects.filter(owner=person, system=system, name=name).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        system, name = _named(key)
        rows = OwnedModels.objects.filter(owner=person, system=system, name=name)
        row = rows.select_for_update().first()
        return {"unit": name, "count": row.count} if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        self.check(person, content)
        system, name = _named(key)
        set_models(owner=Owner(person), system=system, counts={name: content["count"]})

    def remove(self, person: User, key: str) -> None:
        system, name = _named(key)
        set_models(owner=Owner(person), system=system, counts={name: 0})

    def check(self, person: User, content: Content) -> None:
        count = content["count"]
        if not isinstance(count, int) or not 0 < count <= MOST_MODELS:
            raise NotTaken(_("Nobody owns so many."))

    def title(self, content: Content) -> str:
        return str(content["unit"])


def _named(key: str) -> tuple[str, str]:
    """The game and the unit of a key; raises NotTaken."""
    system, _slash, name = key.partition("/")
    if system != SYSTEM or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise NotTaken(_("A unit has a name that is none."))
    return system, name


def _own(person: User, key: str) -> OwnUnit | None:
    return OwnUnit.objects.filter(owner=person, public_id=key).select_for_update().first()


def _card(row: OwnUnit) -> Content:
    return {"system": row.system, "key": row.key, "record": row.record}


def _record(content: Content) -> Record:
    """The card of a unit, as it would have been entered; raises NotTaken."""
    record = content["record"]
    try:
        if content["system"] != SYSTEM or not is_card(record):
            raise NotTaken(_("This is no card of a unit."))
        return record_of(as_texts(record))
    except Fault as error:
        raise NotTaken(error.message) from error
