"""Which column holds what: the headings of a table, whatever language and tool wrote them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from collection.common.folding import fold
from collection.common.tabular.files import Table, TableLine
from collection.common.tabular.workbooks import Cell

LINES_LOOKED_AT = 30
FEWEST_COLUMNS = 2

_BRACKETS = re.compile(r"[(\[].*$")
_SIGNS = re.compile(r"[^\w#]|_")


@dataclass(frozen=True)
class Header:
    """Where the columns of a table stand. `ignored` are headings nobody knows, by their place."""

    line: TableLine
    places: Mapping[str, int]
    ignored: Mapping[int, str]

    def values(self, line: TableLine) -> dict[str, Cell]:
        """The cells of a line by column, without empty ones."""
        return {
            key: line.cells[place]
            for key, place in self.places.items()
            if place < len(line.cells) and line.cells[place] is not None
        }

    def lines_below(self, table: Table) -> list[TableLine]:
        """The lines of the table's body."""
        return [line for line in table.lines if line.number > self.line.number]


def simplified(heading: str) -> str:
    """A heading without case, accents, spaces, underscores and other signs but "#"."""
    return _SIGNS.sub("", fold(heading))


def aliases(names: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """The column by each simplified heading people give it."""
    return {simplified(said): key for key, alike in names.items() for said in (key, *alike)}


def find_header(table: Table, known: Mapping[str, str]) -> Header | None:
    """The line among the first ones that names the most columns; None where none names two."""
    headers = [_header(line, known) for line in table.lines[:LINES_LOOKED_AT]]
    best = max(headers, key=lambda header: len(header.places), default=None)
    return best if best and len(best.places) >= FEWEST_COLUMNS else None


def _header(line: TableLine, known: Mapping[str, str]) -> Header:
    places: dict[str, int] = {}
    ignored: dict[int, str] = {}
    for place, heading in enumerate(_headings(line.cells)):
        key = known.get(simplified(heading)) or known.get(simplified(_BRACKETS.sub("", heading)))
        if key and key not in places:
            places[key] = place
        elif heading:
            ignored[place] = heading
    return Header(line, places, ignored)


def _headings(cells: Sequence[Cell]) -> list[str]:
    return [cell if isinstance(cell, str) else "" for cell in cells]
