"""What is promised to something outside this app, such as battle groups that keep their copies.

Whoever keeps copies registers a finder in `RESERVATION_FINDERS` when the site starts.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

#: How many of a piece are kept, by the collection's row id and the piece's catalogue id.
Reserved = Mapping[tuple[int, str], int]

RESERVATION_FINDERS: list[Callable[[Iterable[int]], Reserved]] = []


def reserved_in(collections: Iterable[int]) -> Counter[tuple[int, str]]:
    """How many of each piece are kept in collections; a query for each finder."""
    ids = list(collections)
    kept: Counter[tuple[int, str]] = Counter()
    for find in RESERVATION_FINDERS:
        kept.update(find(ids))
    return kept
