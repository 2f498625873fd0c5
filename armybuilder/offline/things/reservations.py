"""Copies that battle groups keep: reserved again on the site, of what is free there.

What was kept of collections that others own stays on the site.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, Literal

import msgspec
from django.utils.translation import gettext as _

from armybuilder.groups.models import BattleGroup, Hold, Reservation, ReservedPiece
from armybuilder.groups.services.fielding import NothingToKeep, release, reserve
from armybuilder.offline.merging import ABSENT, Field
from armybuilder.offline.things.kind import Content, File, Found, Kind, NotTaken
from armybuilder.site.models import User
from collection.owning.models import Collection


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """A reservation in a file: how firm it is, and how many copies of what it has of which
    collection."""

    hold: Literal["reserved", "packed"]
    pieces: dict[str, dict[str, int]]


class Reservations(Kind):
    """What a group keeps is one value, known by the group."""

    name: ClassVar = "copies"
    shape: ClassVar = Kept
    of: ClassVar = Field("whole")

    def found(self, person: User, *, bounded: bool = False) -> Iterable[Found]:
        rows = Reservation.objects.filter(group__owner=person).select_related("group")
        for row in rows.prefetch_related("pieces__collection").order_by("pk"):
            if all(piece.collection.owner_id == person.pk for piece in row.pieces.all()):
                yield Found(row.group.public_id, "", _content(row), {"made": row.made.isoformat()})

    def place(self, person: User, thing: Found) -> None:
        self.drop(person, thing.key)
        group = _group(person, thing.key)
        own = {row.public_id: row for row in Collection.objects.owned_by(person)}
        row = Reservation.objects.create(
            group=group,
            hold=thing.content["hold"],
            made=datetime.fromisoformat(thing.carried["made"]),
        )
        ReservedPiece.objects.bulk_create(
            ReservedPiece(reservation=row, collection=own[shelf], item=item, count=count)
            for shelf, items in thing.content["pieces"].items()
            for item, count in items.items()
        )

    def drop(self, person: User, key: str) -> None:
        Reservation.objects.filter(group__owner=person, group__public_id=key).delete()

    def current(self, person: User, key: str, like: Iterable[Content | None]) -> Any:
        row = _own(person, key)
        return _content(row) if row else ABSENT

    def keep(
        self, person: User, key: str, content: Content, now: datetime, file: File = None
    ) -> None:
        try:
            kept = reserve(
                group=_group(person, key), member=person, hold=Hold(content["hold"]), now=now
            ).kept
        except NothingToKeep:
            kept = 0
        wanted = sum(sum(items.values()) for items in content["pieces"].values())
        if kept < wanted:
            said = _("Copies kept on the device: %(wanted)s; free on the site: %(kept)s.")
            raise NotTaken(said % {"wanted": wanted, "kept": kept})

    def remove(self, person: User, key: str) -> None:
        release(group=_group(person, key), member=person)

    def title(self, content: Content) -> str:
        items = (items for items in content["pieces"].values())
        return ", ".join(sorted({item for each in items for item in each}))


def _group(person: User, key: str) -> BattleGroup:
    """The group that keeps them; raises NotTaken."""
    group = BattleGroup.objects.filter(owner=person, public_id=key).first()
    if group is None:
        raise NotTaken(_("The battle group is not on the site."))
    return group


def _own(person: User, key: str) -> Reservation | None:
    rows = Reservation.objects.filter(group__owner=person, group__public_id=key)
    return rows.prefetch_related("pieces__collection").first()


def _content(row: Reservation) -> Content:
    pieces: dict[str, dict[str, int]] = {}
    for piece in sorted(row.pieces.all(), key=lambda each: (each.collection.public_id, each.item)):
        pieces.setdefault(piece.collection.public_id, {})[piece.item] = piece.count
    return {"hold": row.hold, "pieces": pieces}
