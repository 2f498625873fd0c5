"""A collection in our own columns; reading it back changes nothing."""

from collections.abc import Iterable, Iterator, Sequence

from collection.common.tabular.writing import Record, as_csv, as_xlsx
from collection.owning.exports.holdings import Holding
from collection.owning.exports.rows import COLUMNS, rows_of

SHEET = "collection"
WIDTHS = {"game": 18, "name": 34, "location": 18, "loaned_to": 18, "tags": 18, "notes": 40}


def records(holdings: Iterable[Holding]) -> Iterator[Record]:
    """The rows of every piece."""
    for held in holdings:
        yield from rows_of(held.piece, held.state, name=held.name, kind=held.kind)


def render_csv(holdings: Sequence[Holding]) -> bytes:
    """The collection as CSV."""
    return as_csv(COLUMNS, records(holdings))


def render_xlsx(holdings: Iterable[Holding]) -> bytes:
    """The collection as a workbook."""
    return as_xlsx(SHEET, COLUMNS, WIDTHS, records(holdings))
