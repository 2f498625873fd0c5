"""A collection's wants and for-trade amounts, as anybody with its link may see them.

Where copies are, what they cost, who has them and what their owner notes never gets here.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from armybuilder.clubs.models import TradeList
from collection.common.language import Words
from collection.common.tabular.writing import as_csv
from collection.owning.models import Collection, Holding
from collection.owning.pieces import piece_of
from collection.owning.services.changes import NotAllowed

COLUMNS = ("game", "set", "number", "variant", "name", "for_trade", "wanted")


@dataclass(frozen=True)
class Line:
    """One piece of a list."""

    set: str
    number: str
    variant: str
    name: Words
    count: int

    @property
    def printed(self) -> str:
        """What is printed on the piece."""
        return f"{self.set}-{self.number} {self.variant}".rstrip()


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


@transaction.atomic
def set_link(*, collection: Collection, actor: Any, on: bool) -> TradeList:
    """Give the lists a new link, or none; an old link opens nothing any more.

    Raises NotAllowed for anybody but the owner.
    """
    found = own_list(collection, actor)
    found.token = secrets.token_urlsafe(24) if on else ""
    found.save(update_fields=["token"])
    return found


@transaction.atomic
def set_partners(*, collection: Collection, actor: Any, partners: str) -> TradeList:
    """Say with whom the collection is matched for trades; raises NotAllowed."""
    found = own_list(collection, actor)
    found.partners = partners
    found.save(update_fields=["partners"])
    return found


def own_list(collection: Collection, actor: Any) -> TradeList:
    """The row of a person's own collection; raises NotAllowed."""
    if not Collection.objects.owned_by(actor).filter(pk=collection.pk).exists():
        raise NotAllowed
    return TradeList.objects.get_or_create(collection=collection)[0]


def lists_of(collection: Collection) -> Lists:
    """What is wanted and for trade, in the collection's order; one query."""
    rows = collection.holdings.filter(Q(wanted__gt=0) | Q(for_trade__gt=0))
    held = list(
        rows.select_related("figure", "card")
        .defer("notes", "tags", "figure__record", "card__record")
        .order_by("sort_key", "id")
    )
    return Lists([row for row in held if row.wanted], [row for row in held if row.for_trade])


def as_text(wanted: tuple[Words, Sequence[Line]], for_trade: tuple[Words, Sequence[Line]]) -> str:
    """Both lists under their headings, a piece a line, as people paste them into messages."""
    parts = [
        "\n".join([f"{heading}:", *(f"{line.count}x {line.printed} {line.name}" for line in lines)])
        for heading, lines in (wanted, for_trade)
        if lines
    ]
    return "\n\n".join(parts) + "\n"


def csv_of(lists: Lists, names: dict[int, Words]) -> bytes:
    """Both lists in our own columns; `names` are those of the holdings by their row ids."""
    rows = {row.pk: row for row in [*lists.wanted, *lists.for_trade]}
    ordered = sorted(rows.values(), key=lambda row: (row.sort_key, row.pk))
    return as_csv(
        COLUMNS,
        (
            {
                "game": piece_of(row).system,
                "set": row.set_code,
                "number": row.number,
                "variant": row.variant,
                "name": str(names[row.pk]),
                "for_trade": row.for_trade,
                "wanted": row.wanted,
            }
            for row in ordered
        ),
    )
