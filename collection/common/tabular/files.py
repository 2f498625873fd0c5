"""A file or pasted text as tables: lines of cells, each with its number and as it was written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.separated import find_separator, records
from collection.common.tabular.text import decode, plain
from collection.common.tabular.workbooks import Cell, Rows, read_workbook, refuse_large

WORKBOOK = b"PK\x03\x04"


@dataclass(frozen=True)
class TableLine:
    """One line that says something: its number from 1, its cells, and what was written there."""

    number: int
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True)
class Table:
    """The lines of a sheet, or of a text file. `title` is that of the sheet, "" for text."""

    title: str
    lines: tuple[TableLine, ...]


@dataclass(frozen=True)
class LineProblem:
    """A line that says something wrong: where it stands, what it says, and what is wrong."""

    number: int
    text: str
    message: str


def read_file(content: bytes, limits: Limits) -> list[Table]:
    """The tables of a workbook (.xlsx) or a text file; raises RefusedFile."""
    refuse_large(len(content), limits)
    if content.startswith(WORKBOOK):
        sheets = read_workbook(content, limits)
        return [Table(title, tuple(_lines_of_sheet(rows))) for title, rows in sheets.items()]
    return [read_text(decode(content), limits)]


def read_text(text: str, limits: Limits) -> Table:
    """The table in pasted text; lines without columns have one cell. Raises RefusedFile."""
    lines = plain(text).split("\n")
    separator = find_separator(lines)
    read = _within(_lines_of_text(lines, separator, limits), limits)
    return Table("", tuple(read))


def _lines_of_sheet(rows: Rows) -> Iterator[TableLine]:
    for number, cells in enumerate(rows, start=1):
        if read := _without_empty_end(cells):
            said = " | ".join("" if cell is None else str(cell) for cell in read)
            yield TableLine(number, read, said)


def _lines_of_text(lines: list[str], separator: str, limits: Limits) -> Iterator[TableLine]:
    for start, end, cells in records(lines, separator):
        stripped = (cell.strip()[: limits.text] or None for cell in cells[: limits.columns])
        read = _without_empty_end(tuple(stripped))
        names_separator = start == 0 and lines[0].lower().startswith("sep=")
        if read and not names_separator:
            yield TableLine(start + 1, read, "\n".join(lines[start:end]))


def _without_empty_end(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    width = len(cells)
    while width and cells[width - 1] is None:
        width -= 1
    return cells[:width]


def _within(lines: Iterable[TableLine], limits: Limits) -> Iterator[TableLine]:
    for count, line in enumerate(lines):
        if count == limits.rows:
            message = _("The text has more than %(most)s lines.") % {"most": limits.rows}
            raise RefusedFile(message)
        yield line
