"""Reading a collection's wants and what it would give.

Where copies are, what they cost, who has them and what their owner notes never gets here.
"""

from dataclasses import dataclass

from django.db.models import Q

from armybuilder.clubs.models import TradeList
from collection.owning.models import Collection, Holding


@dataclass(frozen=True)
class Lists:
    """What is wanted and what may be had."""

    wanted: list[Holding]
    for_trade: list[Holding]


def trade_list(collection: Collection) -> TradeList:
    """Who may see the lists of a collection; nobody where that was never said. One query."""
    found = TradeList.objects.filter(collection=collection).first()
    return found or TradeList(collection=collection)


def behind(token: str) -> Collection | None:
    """The collection whose lists a link opens; one query."""
    rows = Collection.objects.filter(trade_list__token=token) if token else None
    return rows.select_related("owner").first() if rows is not None else None


def lists_of(collection: Collection) -> Lists:
    """What is wanted and for trade, in the collection's order; one query."""
    rows = collection.holdings.filter(Q(wanted__gt=0) | Q(for_trade__gt=0))
    held = list(
        rows.select_related("figure", "card")
        .defer("notes", "tags", "figure__record", "card__record")
        .order_by("sort_key", "id")
    )
    return Lists([row for row in held if row.wanted], [row for row in held if row.for_trade])
