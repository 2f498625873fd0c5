"""What each collection of a person has of one figure or card."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from collection.catalogue.models import Card, Figure
from collection.catalogue.pieces import Piece, find_piece
from collection.owning.models import Collection, Holding
from collection.owning.selectors.holdings import Amounts, amounts_of_holdings


@dataclass(frozen=True)
class Kept:
    """What a collection has of a piece, all its variants together; `plain` of its copies are not
    told apart, so that one of them may go without saying which."""

    collection: Collection
    amounts: Amounts
    plain: int


def kept_of(user: Any, record: Figure | Card, also: str = "") -> list[Kept]:
    """What each of a person's own collections has of a figure or card, samples last; before them
    the one called `also`, where the person may change it. Three queries."""
    named = Q(pk__in=Collection.objects.editable_by(user).filter(public_id=also).values("pk"))
    own = Q(pk__in=Collection.objects.owned_by(user).values("pk"))
    collections = sorted(
        Collection.objects.filter(named | own if also else own),
        key=lambda each: (each.public_id != also, each.is_sample),
    )
    of_record = Q(figure=record) if isinstance(record, Figure) else Q(card=record)
    rows = Holding.objects.filter(of_record, collection__in=[each.pk for each in collections])
    held = amounts_of_holdings(list(rows) if collections else [])
    return [Kept(each, *_summed(each, held)) for each in collections]


def _summed(collection: Collection, held: Iterable[tuple[Holding, Amounts]]) -> tuple[Amounts, int]:
    amounts, plain = Amounts(), 0
    for row, counted in held:
        if row.collection_id == collection.pk:
            amounts += counted
            plain += 0 if row.variant else row.plain
    return amounts, plain


def piece_of_record(record: Figure | Card) -> Piece | None:
    """The piece that is one more of a figure or card; None for versions that are not told apart."""
    if isinstance(record, Figure) and record.status == Figure.Status.BLOCK:
        return None
    return find_piece(record.system, record.catalogue_id)
