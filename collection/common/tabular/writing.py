"""Cells of tables as no spreadsheet takes them for a formula."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

from collection.common.tabular.formulas import harmless, hides_formula, is_formula

Value = str | int | date | Decimal | None
Record = Mapping[str, Value]

DAY = "yyyy-mm-dd"
MONEY = "0.00"
#: The row below the heading.
FIRST_ROW = 2
#: The styles of cells by their numbers in a workbook; 0 is that without one.
DAY_STYLE, MONEY_STYLE, QUOTED_STYLE = 1, 2, 3
SHEET = "xl/worksheets/sheet1.xml"
END_OF_ROWS = b"</sheetData>"


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
    """Records as the one sheet of a workbook."""
    return workbook(title, columns, widths, [xlsx_rows(columns, records, first=FIRST_ROW)])


def xlsx_rows(columns: Sequence[str], records: Iterable[Record], *, first: int) -> bytes:
    """Records as rows of a workbook's sheet, the first of them at row `first`: long tables are made
    in parts, and `workbook` binds them."""
    letters = [get_column_letter(place) for place in range(1, len(columns) + 1)]
    written = []
    for row, record in enumerate(records, start=first):
        cells = (
            _xlsx_cell(f"{letter}{row}", record.get(key))
            for letter, key in zip(letters, columns, strict=True)
        )
        written.append(f'<row r="{row}">{"".join(cells)}</row>')
    return "".join(written).encode()


def workbook(
    title: str, columns: Sequence[str], widths: Mapping[str, float], parts: Iterable[bytes]
) -> bytes:
    """A workbook of one sheet, its rows made in parts by `xlsx_rows`: openpyxl writes what is
    around them, and its own writing of cells takes seven times as long."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    for place, column in enumerate(columns, start=1):
        if column in widths:
            sheet.column_dimensions[get_column_letter(place)].width = widths[column]
    _name_styles(sheet)
    heading = [WriteOnlyCell(sheet, column) for column in columns]
    for cell in heading:
        cell.font = Font(bold=True)
    sheet.append(heading)
    around = io.BytesIO()
    book.save(around)
    return _filled(around, parts)


def _filled(around: io.BytesIO, parts: Iterable[bytes]) -> bytes:
    """A workbook with more rows below those of its one sheet."""
    written = io.BytesIO()
    with ZipFile(around) as before, ZipFile(written, "w", ZIP_DEFLATED) as after:
        for name in before.namelist():
            content = before.read(name)
            if name == SHEET:
                start, end = content.split(END_OF_ROWS)
                content = b"".join((start, *parts, END_OF_ROWS, end))
            after.writestr(name, content)
    return written.getvalue()


def _name_styles(sheet: Any) -> None:
    """Let the workbook know the styles of cells by the numbers `_xlsx_cell` gives them."""
    day, money, quoted = (WriteOnlyCell(sheet) for _style in (DAY_STYLE, MONEY_STYLE, QUOTED_STYLE))
    day.number_format, money.number_format, quoted.quotePrefix = DAY, MONEY, True
    numbers = tuple(cell.style_id for cell in (day, money, quoted))
    if numbers != (DAY_STYLE, MONEY_STYLE, QUOTED_STYLE):
        raise AssertionError(numbers)


def _xlsx_cell(at: str, value: Value) -> str:
    """Numbers and days as themselves; text is text whatever it begins with."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return f'<c r="{at}" t="b"><v>{value:d}</v></c>'
    if isinstance(value, int):
        return f'<c r="{at}" t="n"><v>{value}</v></c>'
    if isinstance(value, date):
        return f'<c r="{at}" s="{DAY_STYLE}" t="n"><v>{to_excel(value)}</v></c>'
    if isinstance(value, Decimal):
        return f'<c r="{at}" s="{MONEY_STYLE}" t="n"><v>{value}</v></c>'
    text = ILLEGAL_CHARACTERS_RE.sub("", value)
    style = ""
    if hides_formula(text):
        text = f"'{text}"
    elif is_formula(text):
        style = f' s="{QUOTED_STYLE}"'
    if not text:
        return ""
    space = ' xml:space="preserve"' if text != text.strip() else ""
    return f'<c r="{at}"{style} t="inlineStr"><is><t{space}>{escape(text)}</t></is></c>'
