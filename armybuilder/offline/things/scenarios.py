"""Scenarios somebody drew: merged line by line of their lists."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from armybuilder.groups.present.groups import Unfit
from armybuilder.offline.merging import ABSENT, LISTED, Field, keyed, keyed_like, listed
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.scenarios.models import Scenario, ScenarioStep
from armybuilder.scenarios.present.documents import Read, read, size_of, title_in
from armybuilder.scenarios.services import (
    TooManyScenarios,
    change_scenario,
    delete_scenario,
    keep_scenario,
)
from armybuilder.site.models import Owner, User
from collection.common.quotas import full


class Scenarios(Kind):
    """A scenario is its document; on a device drawing it begins anew."""

    name: ClassVar = "scenario"
    of: ClassVar = Field(each=LISTED)

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        for row in Scenario.objects.filter(owner=person).order_by("pk"):
            yield Found(row.public_id, str(row.version), row.document, {"version": row.version})

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        document = thing.content
        row = Scenario.objects.create(
            public_id=thing.key,
            owner=person,
            system=document["system"],
            title=title_in(document),
            document=document,
            **thing.carried,
        )
        ScenarioStep.objects.create(
            scenario=row, number=0, document=document, size=size_of(document)
        )

    def drop(self, person: User, key: str) -> None:
        Scenario.objects.filter(owner=person, public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        return row.document if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        found = _read(content)
        row = _own(person, key)
        if row is None:
            _create(person, found, key)
        else:
            change_scenario(
                scenario=row,
                version=None,
                title=found.title,
                document=found.document,
                size=found.size,
            )

    def remove(self, person: User, key: str) -> None:
        if row := _own(person, key):
            delete_scenario(scenario=row)

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        return bool(_create(person, _read(content), ""))

    def read(self, content: Content) -> None:
        _read(content)

    def check(self, person: User, content: Content) -> None:
        _read(content)

    def title(self, content: Content) -> str:
        return title_in(content) or _("a scenario without a title")

    def trees(self, base: Any, mine: Any, theirs: Any) -> tuple[Any, Any, Any]:
        return keyed(base, mine, theirs)

    def tree_like(self, tree: Any, content: Any) -> Any:
        return keyed_like(tree, content)

    def content(self, tree: Any) -> Any:
        return listed(tree)


def _own(person: User, key: str) -> Scenario | None:
    return Scenario.objects.filter(owner=person, public_id=key).select_for_update().first()


def _read(content: Content) -> Read:
    try:
        return read(content)
    except Unfit as error:
        raise NotTaken(f"{error.path}: {error.message}") from error


def _create(person: User, found: Read, key: str) -> str:
    try:
        row = keep_scenario(
            owner=Owner(person),
            system=found.system,
            title=found.title,
            document=found.document,
            size=found.size,
        )
    except TooManyScenarios as error:
        raise NotTaken(full("scenarios")) from error
    if key and not Scenario.objects.filter(public_id=key).exists():
        row.public_id = key
        row.save(update_fields=["public_id"])
    return row.public_id
