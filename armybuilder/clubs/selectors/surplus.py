"""What a collection could give away and what it lacks, out of what it truly has."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, Q, QuerySet

from collection.catalogue.pieces import Piece
from collection.owning.models import Holding
from collection.owning.pieces import piece_of
from collection.owning.selectors.holdings import copies_of

Counts = dict[Piece, int]
#: How many of a piece are kept, by the collection's row id and the piece's catalogue id.
Reserved = Mapping[tuple[int, str], int]


#: What `sides` reads of a row.
AMOUNTS = (
    *("collection_id", "system", "set_code", "number", "variant"),
    *("wanted", "for_trade", "owned", "lent"),
)


@dataclass(frozen=True)
class Side:
    """What one collection wants and what it has to spare."""

    wants: Counts = field(default_factory=dict)
    spare: Counts = field(default_factory=dict)


def to_spare(*, for_trade: int, owned: int, lent: int, reserved: int, wanted: int) -> int:
    """How many may be given away: never one that is lent, promised to a list or still wanted."""
    return max(0, min(for_trade, owned - lent - reserved - wanted))


def sides(rows: Iterable[Any], reserved: Reserved) -> dict[int, Side]:
    """The sides of collections, by their row ids; `rows` come from `candidates`."""
    found: dict[int, Side] = {}
    for row in rows:
        side, piece = found.setdefault(row.collection_id, Side()), piece_of(row)
        if row.wanted:
            side.wants[piece] = row.wanted
        spare = to_spare(
            for_trade=row.for_trade,
            owned=row.owned,
            lent=row.lent,
            reserved=reserved.get((row.collection_id, piece.catalogue_id), 0),
            wanted=row.wanted,
        )
        if spare:
            side.spare[piece] = spare
    return found


def candidates(
    collections: Iterable[int], pieces: Iterable[Piece] | None = None
) -> QuerySet[Holding]:
    """What some collections want or would trade, with how many are owned and lent; one query.

    `pieces` narrows it to sets and numbers that occur among them.
    """
    rows = Holding.objects.filter(collection__in=list(collections))
    rows = rows.filter(Q(wanted__gt=0) | Q(for_trade__gt=0))
    if pieces is not None:
        named = set(pieces)
        rows = rows.filter(
            set_code__in={piece.set for piece in named},
            number__in={piece.number for piece in named},
        )
    counted = rows.annotate(
        apart=copies_of(), lent=copies_of(loans__isnull=False, loans__returned=None)
    ).annotate(owned=F("plain") + F("apart"))
    return counted.order_by("sort_key", "id")
