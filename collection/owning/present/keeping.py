"""A piece in its reader's collections, with what one press changes of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from collection.catalogue.models import Card, Figure
from collection.common.language import Words
from collection.owning.present.values import piece_url
from collection.owning.selectors.holdings import Amounts
from collection.owning.selectors.keeping import Kept, piece_of_record


@dataclass(frozen=True)
class KeptLine:
    """A piece in one collection; `may_take` where one copy may go without saying which, `may_want`
    where it is lacked, `may_unwant` where it is wanted no longer."""

    collection_id: str
    name: Words
    url: str
    amounts: Amounts
    may_add: bool
    may_take: bool
    may_want: bool
    may_unwant: bool


def kept_lines(record: Figure | Card, kept: Sequence[Kept]) -> list[KeptLine]:
    """A figure or card in some collections."""
    piece = piece_of_record(record)
    return [
        KeptLine(
            each.collection.public_id,
            each.collection.shown_name,
            piece_url(each.collection, piece) if piece else "",
            each.amounts,
            may_add := piece is not None and not each.collection.locked,
            may_add and each.plain > 0,
            may_add and not each.amounts.owned and not each.amounts.wanted,
            may_add and bool(each.amounts.wanted),
        )
        for each in kept
    ]
