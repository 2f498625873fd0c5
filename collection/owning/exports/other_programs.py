"""What is owned in the columns of Moxfield and Deckbox, as far as they carry over.

Both were made for cards of another game: wants, places, loans and whether a card is there have no
column, and what only those cards have stays empty.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from collection.common.tabular.writing import Record, as_csv
from collection.owning.exports.holdings import Holding
from collection.owning.importing.merging import lot_of
from collection.owning.models import Condition

MOXFIELD = (
    *("Count", "Tradelist Count", "Name", "Edition", "Condition", "Language", "Foil", "Tags"),
    *("Last Modified", "Collector Number", "Alter", "Proxy", "Purchase Price"),
)
DECKBOX = (
    *("Count", "Tradelist Count", "Name", "Edition", "Card Number", "Condition", "Language"),
    *("Foil", "Signed", "Artist Proof", "Altered Art", "Misprint", "Promo", "Textless"),
    *("My Price", "Type", "Cost", "Rarity", "Price", "Image URL", "Last Updated"),
)
#: Our conditions by their names for them.
GRADES = {
    "": "",
    Condition.MINT: "Mint",
    Condition.GOOD: "Good (Lightly Played)",
    Condition.WORN: "Played",
    Condition.DAMAGED: "Poor",
}


def render_moxfield(holdings: Sequence[Holding]) -> bytes:
    """What is owned, for Moxfield and the many programs that read its columns."""
    return as_csv(MOXFIELD, _records(holdings, with_set_names=False))


def render_deckbox(holdings: Sequence[Holding]) -> bytes:
    """What is owned, for Deckbox."""
    return as_csv(DECKBOX, _records(holdings, with_set_names=True))


def _records(holdings: Sequence[Holding], *, with_set_names: bool) -> Iterator[Record]:
    for held in holdings:
        for_trade = held.state.for_trade
        lots = Counter(lot_of(copy) for copy in held.state.copies.values())
        alike = Counter({("", "", ""): held.state.plain})
        for lot, count in lots.items():
            price = "" if lot.told.price is None else str(lot.told.price)
            alike[lot.told.condition, ", ".join(lot.tags), price] += count
        for (condition, tags, price), count in (+alike).items():
            traded = min(for_trade, count)
            for_trade -= traded
            yield {
                "Count": count,
                "Tradelist Count": traded,
                "Name": held.name,
                "Edition": held.set_name if with_set_names else held.piece.set,
                "Collector Number": held.piece.number,
                "Card Number": held.piece.number,
                "Condition": GRADES[condition],
                "Tags": tags,
                "Purchase Price": price,
                "My Price": price,
            }
