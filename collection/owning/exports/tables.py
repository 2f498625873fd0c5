"""A collection in our own columns; reading it back changes nothing."""

from collections.abc import Iterable, Iterator, Sequence

from collection.common.tabular.writing import Record, as_csv, as_xlsx, workbook, xlsx_rows
from collection.owning.exports.holdings import Holding
from collection.owning.exports.rows import COLUMNS, rows_of

SHEET = "collection"
WIDTHS = {"game": 18, "name": 34, "location": 18, "loaned_to": 18, "tags": 18, "notes": 40}


def records(holdings: Sequence[Holding]) -> Iterator[Record]:
    """The rows of every piece."""
    for held in holdings:
        yield from rows_of(held.piece, held.state, name=held.name, kind=held.kind)


def render_csv(holdings: Sequence[Holding]) -> bytes:
    """The collection as CSV."""
    return as_csv(COLUMNS, records(holdings))


def render_xlsx(holdings: Sequence[Holding]) -> bytes:
    """The collection as a workbook."""
    return as_xlsx(SHEET, COLUMNS, WIDTHS, records(holdings))


def xlsx_part(holdings: Sequence[Holding], first: int) -> tuple[bytes, int]:
    """Some pieces as a part of the workbook whose first row is `first`, and the row after them."""
    rows = list(records(holdings))
    return xlsx_rows(COLUMNS, rows, first=first), first + len(rows)


def xlsx_of(parts: Iterable[bytes]) -> bytes:
    """The workbook of all parts."""
    return workbook(SHEET, COLUMNS, WIDTHS, parts)
