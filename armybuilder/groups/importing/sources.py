"""Uploaded bytes as the text a person could have pasted, which is then shown and read."""

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from armybuilder.groups.importing.tables import header_of
from collection.common.tabular.cells import read_words
from collection.common.tabular.files import WORKBOOK, Table, TableLine, read_file
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.workbooks import read_properties, refuse_large

#: Far more than a battle group needs; the text of it is bounded again when it is read.
LIMITS = Limits(
    file_size=2_000_000,
    unzipped=20_000_000,
    rows=2_000,
    columns=60,
    text=2_000,
    cells=60_000,
    characters=2_000_000,
)
PDF = b"%PDF"
PACKED = re.compile(r"mw[12]~[A-Za-z0-9_.~:+%-]+")
_PACKED_IN_FILE = re.compile(PACKED.pattern.encode())


def text_of(content: bytes) -> str:
    """The text of a text file, a workbook or a PDF of this site; raises RefusedFile."""
    if content.startswith(PDF):
        return _of_pdf(content)
    tables = read_file(content, LIMITS)
    if not content.startswith(WORKBOOK):
        return "\n".join(line.text for line in tables[0].lines)
    return "\n".join([*_packed_in(content), *_lines_of(tables)])


def _of_pdf(content: bytes) -> str:
    """The packed lines this site puts among the properties of its PDF files."""
    refuse_large(len(content), LIMITS)
    found = dict.fromkeys(_PACKED_IN_FILE.findall(content))
    if not found:
        raise RefusedFile(
            _("Only PDF sheets of this site can be read. Paste the list as text instead.")
        )
    return "\n".join(line.decode() for line in found)


def _packed_in(content: bytes) -> list[str]:
    """The packed line among the properties of a workbook of this site."""
    return PACKED.findall(read_properties(content))


def _lines_of(tables: Sequence[Table]) -> Iterator[str]:
    """Sheets with pieces as columns parted by tabs; of others the facts, where there are such."""
    with_pieces = [table for table in tables if header_of(table)]
    for table in tables:
        if table not in with_pieces:
            yield from (
                ": ".join(map(read_words, line.cells))
                for line in table.lines
                if len(line.cells) == 2 or not with_pieces
            )
    for table in with_pieces:
        yield from map(_tabbed, table.lines)


def _tabbed(line: TableLine) -> str:
    return "\t".join(" ".join(read_words(cell).split()) for cell in line.cells)
