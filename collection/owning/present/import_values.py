"""Plain values of the preview of an import."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue import game
from collection.catalogue.finding.finder import Finder
from collection.catalogue.finding.known import finder
from collection.catalogue.pieces import Piece
from collection.common.language import Words
from collection.common.tabular.cells import read_words
from collection.common.tabular.workbooks import Cell
from collection.owning.importing.columns import OF_PIECES
from collection.owning.importing.doubts import near_of
from collection.owning.importing.rows import AMOUNTS, Row, faulty_columns
from collection.owning.models import Outcome, StagedImport, StagedRow
from collection.owning.models.imports import LONGEST_LINE

ROWS_SHOWN = 50
#: What the fields of a row's cells begin with.
CELL = "cell-"
NOT_NAMED = "absent"

#: What a row is shown as: the word, and the sign before it.
SIGNS: Mapping[str, str] = {
    Outcome.NEW: "plus",
    Outcome.MORE: "plus",
    Outcome.FEWER: "minus",
    Outcome.CHANGED: "edit",
    Outcome.SAME: "legal",
    Outcome.UNCLEAR: "unknown",
    Outcome.BAD: "problem",
    Outcome.REFUSED: "problem",
}
FILTERS: Mapping[str, Words] = {
    Outcome.NEW: pgettext_lazy("rows of an import", "New"),
    Outcome.MORE: pgettext_lazy("rows of an import", "More"),
    Outcome.FEWER: pgettext_lazy("rows of an import", "Fewer"),
    Outcome.CHANGED: pgettext_lazy("rows of an import", "Changed"),
    Outcome.SAME: pgettext_lazy("rows of an import", "Same as before"),
    Outcome.UNCLEAR: pgettext_lazy("rows of an import", "Unclear"),
    Outcome.BAD: pgettext_lazy("rows of an import", "Faulty"),
    Outcome.REFUSED: pgettext_lazy("rows of an import", "Not possible"),
}
EVERYTHING = _("All rows")

#: What columns are called that a table without headings has none for.
COLUMN_NAMES: Mapping[str, Words] = {
    "number": _("Number"),
    "count": _("Owned"),
    "for_trade": _("For trade"),
    "wanted": pgettext_lazy("copies", "Wanted"),
}


@dataclass(frozen=True)
class FilterValue:
    """One part of the rows, and how many there are in it."""

    key: str
    name: Words
    count: int
    is_chosen: bool


@dataclass(frozen=True)
class CellValue:
    """One cell that may be written anew: the field's name, the column's and what stands there."""

    field: str
    heading: Words
    said: str


@dataclass(frozen=True)
class RowValue:
    """One row as the preview shows it; `near` are the pieces an unclear one may mean, with
    `may_take` it may be taken as it is written, and `cells` are those that would mend it."""

    id: int
    line: int
    text: str
    number: str
    name: str
    unknown: bool
    outcome: str
    word: str
    sign: str
    before: int
    after: int
    problems: tuple[str, ...]
    near: tuple[tuple[str, str], ...]
    may_take: bool
    cells: tuple[CellValue, ...]


def filters(counts: Counter[str], chosen: str) -> list[FilterValue]:
    """The parts of the rows that have any, after all of them."""
    everything = FilterValue("", EVERYTHING, sum(counts.values()), chosen == "")
    parts = [
        FilterValue(key, name, counts[key], chosen == key)
        for key, name in FILTERS.items()
        if counts[key]
    ]
    return [everything, *parts]


def row_values(staged: StagedImport, rows: Iterable[StagedRow]) -> list[RowValue]:
    """Rows as the preview shows them."""
    known = finder(game.SYSTEM)
    return [_row_value(staged, row, known) for row in rows]


def written_anew(row: StagedRow, said: Mapping[str, str]) -> dict[str, Cell]:
    """The cells of a row that a posted form has changed, by their columns."""
    fields = {column: said.get(CELL + column) for column in OF_PIECES.values()}
    words = {
        column: text.strip()[:LONGEST_LINE] for column, text in fields.items() if text is not None
    }
    return {
        column: text for column, text in words.items() if text != read_words(row.cells.get(column))
    }


def _mending(staged: StagedImport, row: StagedRow) -> tuple[CellValue, ...]:
    """The cells to write anew: those at fault, or where the row is not possible its amounts and
    whom it is lent to."""
    match row.outcome:
        case Outcome.BAD:
            columns = faulty_columns(
                row.cells, frozenset(staged.columns), staged.collection.currency
            )
        case Outcome.REFUSED:
            columns = tuple(each for each in (*AMOUNTS, "loaned_to") if each in row.cells)
        case _:
            return ()
    return tuple(
        CellValue(
            CELL + column,
            staged.headings.get(column) or COLUMN_NAMES.get(column, column),
            read_words(row.cells.get(column)),
        )
        for column in columns
    )


def _row_value(staged: StagedImport, row: StagedRow, known: Finder) -> RowValue:
    said = msgspec.convert(row.row or {}, Row)
    piece = Piece(known.system, row.set_code, row.number, row.variant) if row.number else None
    found = known.find(piece) if piece else None
    return RowValue(
        id=row.pk,
        line=row.line,
        text=row.text,
        number=str(piece or ""),
        name=found.title if found else said.name,
        unknown=piece is not None and found is None,
        outcome=row.outcome,
        word=row.get_outcome_display(),
        sign=SIGNS.get(row.outcome, "unknown"),
        before=row.before,
        after=row.after,
        problems=tuple(row.problem.splitlines()),
        near=_near(said, known) if row.outcome == Outcome.UNCLEAR else (),
        may_take=row.outcome == Outcome.UNCLEAR and row.number != "",
        cells=_mending(staged, row),
    )


def _near(said: Row, known: Finder) -> tuple[tuple[str, str], ...]:
    """The pieces a row may be about, by id with their titles."""
    found = near_of(said, known) or known.suggest(said.name)
    return tuple((each.piece.catalogue_id, each.title) for each in found)


def page_of(staged: StagedImport, chosen: str, after: str) -> tuple[list[StagedRow], str]:
    """The rows of one page of a part, and the row after which the next page begins."""
    rows = staged.rows.order_by("id")
    rows = rows.filter(outcome=chosen) if chosen in FILTERS else rows
    if after.isascii() and after.isdigit() and len(after) < 18:
        rows = rows.filter(pk__gt=int(after))
    found: list[Any] = list(rows[: ROWS_SHOWN + 1])
    more = len(found) > ROWS_SHOWN
    return found[:ROWS_SHOWN], str(found[ROWS_SHOWN - 1].pk) if more else ""
