"""Text in columns: comma, semicolon, tab or bar between cells, quotes around some of them."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence

#: Where two fit a text equally well, the earlier one is meant: commas also stand in numbers.
SEPARATORS = ("\t", ";", "|", ",")
LINES_LOOKED_AT = 50
#: A quote that is not closed within so many lines stands for itself.
MOST_LINES_OF_A_CELL = 50


def find_separator(lines: Sequence[str]) -> str:
    """The sign between the cells, or "" where the lines have no columns."""
    said = [line for line in lines if line.strip()][:LINES_LOOKED_AT]
    if said and said[0].lower().startswith("sep=") and len(said[0].rstrip()) == len("sep=;"):
        return said[0].rstrip()[-1]
    best, separator = (0, 0), ""
    for candidate in SEPARATORS:
        widths = Counter(len(cells) for _start, _end, cells in records(said, candidate))
        fits = max(((lines, width) for width, lines in widths.items() if width > 1), default=(0, 0))
        if fits > best:
            best, separator = fits, candidate
    return separator


def records(lines: Sequence[str], separator: str) -> Iterator[tuple[int, int, list[str]]]:
    """The cells of each record with its first line and the one after its last.

    A record takes several lines where a quoted cell holds line ends.
    """
    start = 0
    while start < len(lines):
        end, cells = _record(lines, start, separator)
        yield start, end, cells
        start = end


def _record(lines: Sequence[str], start: int, separator: str) -> tuple[int, list[str]]:
    if not separator:
        return start + 1, [lines[start]]
    if '"' not in lines[start]:
        return start + 1, lines[start].split(separator)
    ended = (f"{line}\n" for line in lines[start : start + MOST_LINES_OF_A_CELL])
    quoted = csv.reader(ended, delimiter=separator, skipinitialspace=True, strict=True)
    try:
        cells = next(quoted)
    except csv.Error:
        return start + 1, lines[start].split(separator)
    return start + quoted.line_num, cells
