"""The physical pieces a battle group puts on the table."""

from collections import Counter

from armybuilder.adapters.groups import Document, pieces_of
from collection.adapters import catalogue


def pieces_to_bring(document: Document) -> Counter[str]:
    """How many of each figure and printed card a group needs, by id; cards of our own are paper."""
    cards = catalogue().cards
    return Counter(
        {
            piece: count
            for piece, count in pieces_of(document).items()
            if piece not in cards or cards[piece].official
        }
    )
