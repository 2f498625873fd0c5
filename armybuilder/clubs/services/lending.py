"""Lending several pieces of one collection at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from typing import Any

from django.db import transaction

from collection.catalogue.pieces import Piece
from collection.common.ids import new_public_id
from collection.owning import edits
from collection.owning.models import Change, Collection, Loan
from collection.owning.services import changes
from collection.owning.services.changes import Edit


@dataclass(frozen=True)
class Lot:
    """Some of a piece that go to one person."""

    piece: Piece
    to: str
    count: int


@dataclass
class _Ids:
    """Ids handed out for new copies and loans, to find the loans again."""

    given: list[str] = field(default_factory=list)

    def __call__(self) -> str:
        self.given.append(new_public_id())
        return self.given[-1]


@transaction.atomic
def lend_lots(
    *,
    collection: Collection,
    actor: Any,
    lots: Iterable[Lot],
    since: date,
    until: date,
    now: datetime,
    label: str,
) -> list[list[str]]:
    """Lend every lot, as one change; returns the ids of each lot's loans.

    Raises what `changes.apply` raises; where one piece is not at hand, nothing is lent.
    """
    lots = list(lots)
    ids = [_Ids() for _lot in lots]
    changes.apply(
        collection=collection,
        actor=actor,
        edits=[
            Edit(
                lot.piece,
                partial(edits.lend, to=lot.to, since=since, until=until, new_id=new_id),
            )
            for lot, new_id in zip(lots, ids, strict=True)
            for _one in range(lot.count)
        ],
        now=now,
        source=Change.Source.CLUB,
        label=label,
    )
    given = [one for each in ids for one in each.given]
    made = set(Loan.objects.filter(public_id__in=given).values_list("public_id", flat=True))
    return [[one for one in each.given if one in made] for each in ids]
