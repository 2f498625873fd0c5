"""Keeping units of one's own and numbers of models."""

import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction

from armybuilder.library.models import OwnedModels, OwnUnit
from armybuilder.site.models import Owner, User
from collection.common.folding import fold
from collection.common.quotas import full, most

MOST_MODELS = 999
#: Different units somebody may say to own models of.
MOST_KINDS = 1000

Record = Mapping[str, Any]


class TooManyUnits(Exception):
    """The library is full; the sentence says of how many."""


@transaction.atomic
def keep_units(*, owner: Owner, system: str, records: Iterable[Record]) -> list[OwnUnit]:
    """Add cards to a library, all or none; raises TooManyUnits."""
    owner.hold()
    wanted = list(records)
    own = OwnUnit.objects.for_owner(owner).filter(system=system)
    if own.count() + len(wanted) > most("units"):
        raise TooManyUnits(full("units"))
    columns = {"owner": owner.member, "visitor": "" if owner.member else owner.visitor}
    return OwnUnit.objects.bulk_create(
        OwnUnit(**columns, system=system, key=_key(record), record=dict(record))
        for record in wanted
    )


def _key(record: Record) -> str:
    """What files call a unit: its name in plain letters, and signs no other has."""
    plain = re.sub(r"[^a-z0-9]+", "-", fold(str(record["name"]))).strip("-")[:40].strip("-")
    return f"{plain or 'unit'}-{secrets.token_hex(4)}"


def change_unit(*, unit: OwnUnit, record: Record) -> None:
    """Give a unit another card; armies that hold it keep theirs until they are renewed."""
    unit.record = dict(record)
    unit.save(update_fields=["record", "updated"])


def delete_unit(*, unit: OwnUnit) -> None:
    """Take a unit out of a library; armies that hold it keep their copy."""
    unit.delete()


@transaction.atomic
def set_models(*, owner: Owner, system: str, counts: Mapping[str, int]) -> None:
    """Say how many models somebody owns of some units; 0 is none. The others stay."""
    owner.hold()
    own = OwnedModels.objects.for_owner(owner).filter(system=system)
    own.filter(name__in=counts).delete()
    columns = {"owner": owner.member, "visitor": "" if owner.member else owner.visitor}
    room = MOST_KINDS - own.count()
    some = [(name, min(count, MOST_MODELS)) for name, count in counts.items() if count > 0]
    OwnedModels.objects.bulk_create(
        OwnedModels(**columns, system=system, name=name, count=count)
        for name, count in some[: max(0, room)]
    )


@transaction.atomic
def claim_library(*, member: User, visitor: str) -> None:
    """Hand a visitor's library to the member they turned out to be; of models of one unit both
    know the larger number counts."""
    if not visitor:
        return
    OwnUnit.objects.filter(visitor=visitor).update(owner=member, visitor="")
    known = {(row.system, row.name): row for row in OwnedModels.objects.filter(owner=member)}
    for row in OwnedModels.objects.filter(visitor=visitor):
        mine = known.get((row.system, row.name))
        if mine is None:
            row.owner, row.visitor = member, ""
            row.save(update_fields=["owner", "visitor"])
            continue
        if row.count > mine.count:
            mine.count = row.count
            mine.save(update_fields=["count"])
        row.delete()
