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

from collection.tabular.limits import Limits, RefusedFile

if not openpyxl.DEFUSEDXML:
    raise ImproperlyConfigured("Workbooks are read only with defusedxml installed.")

Cell = str | int | float | None
Rows = list[tuple[Cell, ...]]


def read_workbook(content: bytes, limits: Limits) -> dict[str, Rows]:
    """The rows of each sheet by its title, without formulas; raises RefusedFile."""
    _refuse_bombs(content, limits)
    try:
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return {sheet.title: _rows(sheet, limits) for sheet in book.worksheets}
    except RefusedFile:
        raise
    except Exception as error:  # a broken file breaks openpyxl in many ways
        raise RefusedFile(_("This file cannot be read as a workbook (.xlsx).")) from error


def refuse_large(size: int, limits: Limits) -> None:
    """Raises RefusedFile for a file of more bytes than the limit."""
    if size > limits.file_size:
        most = limits.file_size // 1_000_000
        raise RefusedFile(_("The file is larger than %(most)s MB.") % {"most": most})


def _refuse_bombs(content: bytes, limits: Limits) -> None:
    refuse_large(len(content), limits)
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            parts = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise RefusedFile(_("This file is no workbook (.xlsx).")) from error
    if len(parts) > limits.parts or sum(part.file_size for part in parts) > limits.unzipped:
        raise RefusedFile(_("Unpacked, the file is larger than the site reads."))


def _rows(sheet: Any, limits: Limits) -> Rows:
    rows: Rows = []
    for values in _limited(sheet, limits):
        rows.append(tuple(_cell(value, limits.text) for value in values))
    while rows and not any(value is not None for value in rows[-1]):
        rows.pop()
    return rows


def _limited(sheet: Any, limits: Limits) -> Iterator[tuple[Any, ...]]:
    rows = sheet.iter_rows(max_row=limits.rows + 1, max_col=limits.columns, values_only=True)
    for count, values in enumerate(rows):
        if count == limits.rows:
            raise RefusedFile(_("A sheet has more rows than the site reads."))
        yield values


def _cell(value: Any, longest: int) -> Cell:
    """Numbers as numbers, everything else as text without spaces around it; empty is None."""
    if isinstance(value, datetime) and value.time() == time.min:
        value = value.date()
    if isinstance(value, date | time):
        return value.isoformat()
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    return str(value).strip()[:longest] or None
