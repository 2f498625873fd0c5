"""Workbooks from strangers: limits before anything is parsed, then cells and nothing else."""

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import openpyxl
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

if not openpyxl.DEFUSEDXML:
    raise ImproperlyConfigured("Workbooks are read only with defusedxml installed.")

LARGEST_FILE = 1_000_000
LARGEST_UNZIPPED = 20_000_000
MOST_PARTS = 200
MOST_ROWS = 5_000
MOST_COLUMNS = 60
LONGEST_TEXT = 1_000

Cell = str | int | float | None
Rows = list[tuple[Cell, ...]]


class BadWorkbook(Exception):
    """A file that is refused as a whole; its sentence says why."""


def read_workbook(content: bytes) -> dict[str, Rows]:
    """The rows of each sheet by its title, without formulas; raises BadWorkbook."""
    _refuse_bombs(content)
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return {sheet.title: _rows(sheet) for sheet in book.worksheets}
    except BadWorkbook:
        raise
    except Exception as error:  # a broken file breaks openpyxl in many ways
        raise BadWorkbook(_("This file cannot be read as a workbook (.xlsx).")) from error


def _refuse_bombs(content: bytes) -> None:
    if len(content) > LARGEST_FILE:
        raise BadWorkbook(_("The file is larger than 1 MB."))
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise BadWorkbook(_("This file is no workbook (.xlsx).")) from error
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNZIPPED:
        raise BadWorkbook(_("Unpacked, the file is larger than the site reads."))


def _rows(sheet: Any) -> Rows:
    rows: Rows = []
    for values in _limited(sheet):
        rows.append(tuple(map(_cell, values)))
    while rows and not any(value is not None for value in rows[-1]):
        rows.pop()
    return rows


def _limited(sheet: Any) -> Iterator[tuple[Any, ...]]:
    limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS, "values_only": True}
    for count, values in enumerate(sheet.iter_rows(**limits)):
        if count == MOST_ROWS:
            raise BadWorkbook(_("A sheet has more rows than the site reads."))
        yield values


def _cell(value: Any) -> Cell:
    """Numbers as numbers, everything else as text without spaces around it; empty is None."""
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return str(value).strip()[:LONGEST_TEXT] or None
