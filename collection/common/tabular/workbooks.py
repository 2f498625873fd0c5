"""Workbooks from strangers: limits before anything is parsed, then cells and nothing else."""

import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

import openpyxl
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext as _
from openpyxl import load_workbook

from collection.common.tabular.bombs import refuse_bombs, too_large
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.turns import turn

if not openpyxl.DEFUSEDXML:
    raise ImproperlyConfigured("Workbooks are read only with defusedxml installed.")

Cell = str | int | float | None
Rows = list[tuple[Cell, ...]]

#: The part with title, keywords and the like, and how much of it is read.
PROPERTIES = "docProps/core.xml"
LONGEST_PROPERTIES = 1_000_000


def read_workbook(content: bytes, limits: Limits) -> dict[str, Rows]:
    """The rows of each sheet by its title, without formulas; raises RefusedFile."""
    refuse_large(len(content), limits)
    with turn():
        refuse_bombs(content, limits)
        budget = _Budget(limits)
        try:
            book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
            return {sheet.title: _rows(sheet, limits, budget) for sheet in book.worksheets}
        except RefusedFile:
            raise
        except Exception as error:  # a broken file breaks openpyxl in many ways
            raise RefusedFile(_("This file cannot be read as a workbook (.xlsx).")) from error


def read_properties(content: bytes) -> str:
    """The properties of a workbook that has been read, as XML; "" where it has none."""
    with zipfile.ZipFile(BytesIO(content)) as book:
        if PROPERTIES not in book.namelist():
            return ""
        with book.open(PROPERTIES) as part:
            return part.read(LONGEST_PROPERTIES).decode("utf-8", "replace")


def refuse_large(size: int, limits: Limits) -> None:
    """Raises RefusedFile for a file of more bytes than the limit."""
    if size > limits.file_size:
        most = limits.file_size // 1_000_000
        raise RefusedFile(_("The file is larger than %(most)s MB.") % {"most": most})


class _Budget:
    """What the cells of a whole file may say together. A text that many cells share is kept once,
    and counts for each of them: lines repeat it."""

    def __init__(self, limits: Limits) -> None:
        self._cells = limits.cells
        self._characters = limits.characters
        self._longest = limits.text
        self._texts: dict[str, str | None] = {}

    def cell(self, value: Any) -> Cell:
        """Numbers as numbers, everything else as text without spaces around it; empty is None."""
        if value is None:
            return None
        self._cells -= 1
        if isinstance(value, datetime) and value.time() == time.min:
            value = value.date()
        if isinstance(value, date | time):
            value = value.isoformat()
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        said = self._text(str(value))
        self._characters -= len(said or "")
        if self._cells < 0 or self._characters < 0:
            raise too_large()
        return said

    def _text(self, written: str) -> str | None:
        if written not in self._texts:
            self._texts[written] = written.strip()[: self._longest] or None
        return self._texts[written]


def _rows(sheet: Any, limits: Limits, budget: _Budget) -> Rows:
    rows: Rows = []
    for values in _limited(sheet, limits):
        rows.append(tuple(map(budget.cell, values)))
    while rows and not any(value is not None for value in rows[-1]):
        rows.pop()
    return rows


def _limited(sheet: Any, limits: Limits) -> Iterator[tuple[Any, ...]]:
    rows = sheet.iter_rows(max_row=limits.rows + 1, max_col=limits.columns, values_only=True)
    for count, values in enumerate(rows):
        if count == limits.rows:
            raise RefusedFile(_("A sheet has more rows than the site reads."))
        yield values
