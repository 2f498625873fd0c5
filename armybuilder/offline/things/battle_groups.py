"""Battle groups: their lines are merged, and every change is a revision like any other."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from armybuilder.groups.models import BattleGroup, Cause, GroupRevision
from armybuilder.groups.present.games import fit
from armybuilder.groups.present.groups import Unfit
from armybuilder.groups.services.groups import (
    TooManyGroups,
    create_group,
    delete_group,
    replace_document,
)
from armybuilder.offline.merging import ABSENT, LISTED, Field, keyed, keyed_like, listed
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import Owner, User

#: So many of the last revisions of a group go along, so that its changes can be undone.
MOST_REVISIONS = 10
STATE = ("document", "ruleset", "catalogue", "records", "standing")
WHOLE = Field("whole")


class BattleGroups(Kind):
    """A group is its document."""

    name: ClassVar = "group"
    of: ClassVar = Field(
        keys={
            "event": WHOLE,
            "owned": WHOLE,
            "army_list": WHOLE,
            "notes": Field("text"),
            "profiles": Field(each=WHOLE, anew=True),
            "loads": Field(each=Field(keys={"passengers": Field("members")}), anew=True),
        },
        each=LISTED,
    )

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        groups = BattleGroup.objects.filter(owner=person).order_by("pk")
        newest: dict[int, list[GroupRevision]] = {}
        for row in GroupRevision.objects.filter(group__owner=person).order_by("group", "-number"):
            some = newest.setdefault(row.group_id, [])
            if len(some) < MOST_REVISIONS:
                some.append(row)
        for group in groups:
            revisions = newest.get(group.pk, [])
            pins = {digest for row in (group, *revisions) for digest in row.records.values()}
            yield Found(
                key=group.public_id,
                version=str(group.version),
                content=group.document,
                carried=_carried(group, revisions),
                pins=frozenset(pins - {""}),
            )

    def place(self, person: User, thing: Found) -> None:
        row = dict(thing.carried)
        revisions = row.pop("revisions")
        times = {name: parse_datetime(row.pop(name)) for name in ("created", "updated")}
        # What hangs on the group, as the copies it keeps, is a thing of its own and stays.
        group, _new = BattleGroup.objects.update_or_create(
            public_id=thing.key, owner=person, defaults={"document": thing.content, **row}
        )
        group.revisions.all().delete()
        BattleGroup.objects.filter(pk=group.pk).update(**times)
        for revision in revisions:
            saved = parse_datetime(revision.pop("saved"))
            kept = GroupRevision.objects.create(group=group, **revision)
            GroupRevision.objects.filter(pk=kept.pk).update(saved=saved)

    def drop(self, person: User, key: str) -> None:
        BattleGroup.objects.filter(owner=person, public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        group = _own(person, key)
        return group.document if group else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        document = _fit(content)
        group = _own(person, key)
        if group:
            replace_document(group=group, document=document, cause=Cause.DEVICE)
        else:
            _create(person, document, key)

    def remove(self, person: User, key: str) -> None:
        if group := _own(person, key):
            delete_group(group=group)

    def beside(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> bool:
        return bool(_create(person, _fit(content), ""))

    def read(self, content: Content) -> None:
        _fit(content)

    def check(self, person: User, content: Content) -> None:
        _fit(content)

    def title(self, content: Content) -> str:
        return str(content.get("name") or _("a battle group without a name"))

    def trees(self, base: Any, mine: Any, theirs: Any) -> tuple[Any, Any, Any]:
        return keyed(base, mine, theirs)

    def tree_like(self, tree: Any, content: Any) -> Any:
        return keyed_like(tree, content)

    def content(self, tree: Any) -> Any:
        return listed(tree)


def _carried(group: BattleGroup, revisions: list[GroupRevision]) -> Content:
    numbers = {row.number for row in revisions}
    return {
        **{name: getattr(group, name) for name in (*STATE[1:], "declined", "version")},
        "search_text": group.search_text,
        "created": group.created.isoformat(),
        "updated": group.updated.isoformat(),
        "revisions": [
            {
                **{name: getattr(row, name) for name in (*STATE, "number", "cause")},
                "saved": row.saved.isoformat(),
                **{
                    name: number if (number := getattr(row, name)) in numbers else None
                    for name in ("before", "after", "same_as")
                },
            }
            for row in revisions
        ],
    }


def _own(person: User, key: str) -> BattleGroup | None:
    rows = BattleGroup.objects.filter(owner=person, public_id=key)
    return rows.select_for_update().first()


def _fit(content: Content) -> Content:
    try:
        return fit(content)
    except Unfit as error:
        raise NotTaken(f"{error.path}: {error.message}") from error


def _create(person: User, document: Content, key: str) -> str:
    taken = BattleGroup.objects.filter(public_id=key).exists()
    try:
        group = create_group(owner=Owner(person), document=document, public_id="" if taken else key)
    except TooManyGroups as error:
        raise NotTaken(str(error)) from error
    return group.public_id
