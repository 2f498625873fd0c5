"""Cells of tables as no spreadsheet takes them for a formula."""

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ERROR_CODES
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from collection.common.tabular.formulas import harmless, hides_formula, is_formula

Value = str | int | date | Decimal | None
Record = Mapping[str, Value]

DAY = "yyyy-mm-dd"
MONEY = "0.00"
#: How much text a cell of a workbook holds, in units of UTF-16.
LONGEST_CELL = 32_767
#: What no XML may hold, which is more than openpyxl refuses.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_csv(columns: Sequence[str], records: Iterable[Record]) -> bytes:
    """Records as CSV; the mark at its beginning tells spreadsheets that it is UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([_csv_cell(record.get(key)) for key in columns] for record in records)
    return text.getvalue().encode("utf-8-sig")


def _csv_cell(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    return f"'{value}" if hides_formula(value) else harmless(value)


def as_xlsx(
    title: str, columns: Sequence[str], widths: Mapping[str, float], records: Iterable[Record]
) -> bytes:
    """Records as the one sheet of a workbook, written row by row as they come; what they raise is
    raised."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for place, column in enumerate(columns, start=1):
        if column in widths:
            sheet.column_dimensions[get_column_letter(place)].width = widths[column]
    heading = [WriteOnlyCell(sheet, column) for column in columns]
    for cell in heading:
        cell.font = Font(bold=True)
    sheet.append(heading)
    written = io.BytesIO()
    try:
        for record in records:
            sheet.append([_xlsx_cell(sheet, record.get(key)) for key in columns])
    finally:
        book.save(written)  # which alone takes openpyxl's own file away
    return written.getvalue()


def _xlsx_cell(sheet: Any, value: Value) -> Any:
    """Numbers and days as themselves; text is text whatever it begins with."""
    if isinstance(value, date | Decimal):
        cell = WriteOnlyCell(sheet, value)  # type: ignore[arg-type]
        cell.number_format = DAY if isinstance(value, date) else MONEY
        return cell
    if not isinstance(value, str):
        return value
    text = _shortened(_UNWRITABLE.sub("", value))
    if hides_formula(text):
        return f"'{text}"
    if not is_formula(text) and text not in ERROR_CODES:
        return text or None
    cell = WriteOnlyCell(sheet, text)
    cell.data_type = "s"
    cell.quotePrefix = True
    return cell


def _shortened(text: str) -> str:
    """As much of a text as a cell holds; spreadsheets count an emoji as two."""
    if 2 * len(text) <= LONGEST_CELL:
        return text
    return text.encode("utf-16-le")[: 2 * LONGEST_CELL].decode("utf-16-le", "ignore")
