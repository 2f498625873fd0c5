"""A file or pasted text as rows of cells under our columns, also where it has no headings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from collection.catalogue.finding.finder import SURE, Finder
from collection.catalogue.finding.typed import TooMany, Typed, only_a_set, read_typed
from collection.common.tabular.files import Table, read_file, read_text
from collection.common.tabular.headings import Header, find_header, simplified
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.workbooks import Cell
from collection.owning.importing.columns import OF_PIECES

MOST_ROWS = 20_000
LIMITS = Limits(file_size=5_000_000, rows=MOST_ROWS + 1, cells=600_000)
LONGEST_LABEL = 120
LONGEST_HEADING = 80

#: What card programs head with "Cost" is not money.
COLUMNS = {heading: key for heading, key in OF_PIECES.items() if heading != "cost"}


@dataclass(frozen=True)
class RawRow:
    """A row as it was written: the number of its line, the text there, its cells by column."""

    line: int
    text: str
    cells: dict[str, Cell]


@dataclass(frozen=True)
class Source:
    """Rows with the columns that were understood and the headings that were not.

    `headings` is what the table itself calls its columns; a list without headings has none.
    """

    label: str
    columns: frozenset[str]
    headings: Mapping[str, str]
    ignored: tuple[str, ...]
    rows: tuple[RawRow, ...]


def source_of_file(name: str, content: bytes, finder: Finder) -> Source:
    """The rows of the first sheet of a file that has any; raises RefusedFile."""
    tables = [table for table in read_file(content, LIMITS) if table.lines]
    with_header = ((table, header) for table in tables if (header := _header(table)))
    table, header = next(with_header, (next(iter(tables), Table("", ())), None))
    label = f"{name} · {table.title}" if len(tables) > 1 else name
    return _source(label, table, header, finder)


def source_of_text(text: str, finder: Finder) -> Source:
    """The rows of pasted text; raises RefusedFile."""
    table = read_text(text, LIMITS)
    return _source(_("pasted text"), table, _header(table), finder)


def _header(table: Table) -> Header | None:
    """The headings of a table, if they say which pieces its rows are about."""
    header = find_header(table, COLUMNS) or _only_column(table)
    return header if header and {"number", "id", "name"} & set(header.places) else None


def _only_column(table: Table) -> Header | None:
    """The heading of a table of one column."""
    line = table.lines[0] if table.lines else None
    if line is None or len(line.cells) != 1 or not isinstance(line.cells[0], str):
        return None
    key = COLUMNS.get(simplified(line.cells[0]))
    return Header(line, {key: 0}, {}) if key else None


def _source(label: str, table: Table, header: Header | None, finder: Finder) -> Source:
    rows = tuple(_below(header, table) if header else _typed(table, finder))
    if not rows:
        raise RefusedFile(_("There are no rows in it that name pieces."))
    label = label[:LONGEST_LABEL]
    if header is None:
        return Source(label, frozenset(("id", "name", "count")), {}, (), rows)
    headings = {column: _heading(cell) for column, cell in header.values(header.line).items()}
    ignored = tuple(map(_heading, header.ignored.values()))
    return Source(label, frozenset(headings), headings, ignored, rows)


def _heading(cell: Cell) -> str:
    return str(cell)[:LONGEST_HEADING]


def _below(header: Header, table: Table) -> Iterator[RawRow]:
    for line in header.lines_below(table):
        if cells := header.values(line):
            yield RawRow(line.number, line.text, cells)


def _typed(table: Table, finder: Finder) -> Iterator[RawRow]:
    """Lines without headings, each read as somebody types pieces; a line that only names a set
    says where the numbers below it belong."""
    set_code = ""
    for line in table.lines:
        text = " ".join(str(cell) for cell in line.cells if cell is not None)
        if named := only_a_set(text, finder):
            set_code = named
            continue
        for cells in _pieces(text, finder, set_code):
            yield RawRow(line.number, line.text, cells)


def _pieces(text: str, finder: Finder, set_code: str) -> Iterator[dict[str, Cell]]:
    try:
        found = read_typed(text, finder, set_code)
    except TooMany:
        found = []
    for typed in found:
        yield {**_named(typed), "count": typed.count}
    if not found:
        yield {"name": text, "count": 1}


def _named(typed: Typed) -> dict[str, Cell]:
    """What a row calls a piece: its id, with a name that stands behind it, a number that several
    sets have, or a name."""
    if typed.code:
        return {"id": typed.code, "name": typed.name}
    if typed.meant.piece:
        sure = SURE if typed.said.endswith(SURE) else ""
        return {"id": f"{typed.meant.piece.catalogue_id}{sure}"}
    is_number = bool(typed.meant.near) and typed.said[:1].isdigit()
    return {"number" if is_number else "name": typed.said}
