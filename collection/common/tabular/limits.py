"""How much of a file is read, and the refusal of what goes beyond."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The largest file that is read. Sizes in bytes; `rows` of one table, `text` of one cell;
    `cells` that say something and `characters` in them of a whole workbook."""

    file_size: int = 2_000_000
    unzipped: int = 40_000_000
    parts: int = 200
    rows: int = 10_000
    columns: int = 60
    text: int = 10_000
    cells: int = 400_000
    characters: int = 8_000_000


class RefusedFile(Exception):
    """A file that is refused as a whole; its sentence says why."""
