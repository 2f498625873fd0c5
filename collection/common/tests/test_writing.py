"""Workbooks and CSV of ours: whatever is in a cell, a spreadsheet opens the file and reads it."""

import csv
import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from xml.parsers import expat

import pytest
from openpyxl import load_workbook

from collection.common.tabular.writing import Record, Value, as_csv, as_xlsx

COLUMNS = ("said", "beside")
#: What is written, and what a program reads of it.
CELLS: tuple[tuple[Value, Any], ...] = (
    ("plain", "plain"),
    ("", None),
    (None, None),
    (" around ", " around "),
    ("two\nlines\tand a gap", "two\nlines\tand a gap"),
    ("żółw 🤖 ﷽", "żółw 🤖 ﷽"),
    ("<b>&amp;</b> ]]>", "<b>&amp;</b> ]]>"),
    ("nul \x00 bell \x07 escape \x1b", "nul  bell  escape "),
    ("no sign \ufffe\uffff, half a sign \ud83d", "no sign , half a sign "),
    ("\x00\x08", None),
    ("=1+1", "=1+1"),
    ("+1", "+1"),
    ("-1", "-1"),
    ("@SUM(A1)", "@SUM(A1)"),
    ("\x00=1+1", "=1+1"),
    ("'=1+1", "''=1+1"),
    ("{=1+1}", "{=1+1}"),
    ("#REF!", "#REF!"),
    ("x" * 32_768, "x" * 32_767),
    ("🤖" * 20_000, "🤖" * 16_383),
    ("007", "007"),
    ("1e5", "1e5"),
    ("2024-05-31", "2024-05-31"),
    ("TRUE", "TRUE"),
    (0, 0),
    (-1, -1),
    (10**14, 10**14),
    (10**30, 1e30),
    (True, True),
    (Decimal("12.50"), 12.5),
    (Decimal("1234567890123.45"), 1234567890123.45),
    (Decimal("1E+3"), 1000),
    (date(2024, 2, 29), datetime(2024, 2, 29)),
    (date(1900, 3, 1), datetime(1900, 3, 1)),
    (date(9999, 12, 31), datetime(9999, 12, 31)),
)


def records() -> Iterator[Record]:
    for said, _read in CELLS:
        yield {"said": said, "beside": "here", "unknown": "never written"}


@pytest.fixture(scope="module")
def content() -> bytes:
    return as_xlsx("A sheet", COLUMNS, {"said": 30}, records())


@pytest.mark.parametrize("read_only", [False, True])
def test_a_workbook_reads_back_as_it_was_written(content: bytes, read_only: bool) -> None:
    book = load_workbook(io.BytesIO(content), read_only=read_only)
    assert book.sheetnames == ["A sheet"]
    heading, *rows = book.worksheets[0].iter_rows()
    assert [cell.value for cell in heading] == [*COLUMNS]
    assert [row[0].value for row in rows] == [read for _said, read in CELLS]
    assert {row[1].value for row in rows} == {"here"}
    assert not [cell for row in rows for cell in row if cell.data_type in "fe"], "formula or error"


def test_every_part_of_a_workbook_is_xml(content: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        assert parts.testzip() is None
        for name in parts.namelist():
            expat.ParserCreate().Parse(parts.read(name), True)


def test_numbers_days_and_quoted_texts_look_like_it(content: bytes) -> None:
    sheet = load_workbook(io.BytesIO(content)).worksheets[0]
    cells = {cell.value: cell for (cell, _beside) in sheet.iter_rows()}
    assert cells[12.5].number_format == "0.00"
    assert cells[datetime(2024, 2, 29)].number_format == "yyyy-mm-dd"
    assert cells["=1+1"].quotePrefix and not cells["plain"].quotePrefix
    assert cells["said"].font.b and not cells["plain"].font.b
    assert (sheet.freeze_panes, sheet.column_dimensions["A"].width) == ("A2", 30)


def test_what_breaks_off_leaves_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken() -> Iterator[Record]:
        yield {"said": "one"}
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        as_xlsx("A sheet", COLUMNS, {}, broken())
    assert not list(tmp_path.iterdir())


def test_no_row_is_a_table_with_its_heading_alone() -> None:
    sheet = load_workbook(io.BytesIO(as_xlsx("None", COLUMNS, {}, ()))).worksheets[0]
    assert list(sheet.iter_rows(values_only=True)) == [COLUMNS]


def test_no_text_of_csv_is_a_formula() -> None:
    said = [each for each, _read in CELLS if isinstance(each, str) and each.isascii()]
    written = as_csv(COLUMNS, ({"said": each, "beside": 1} for each in said))
    cells = [row[0] for row in csv.reader(io.StringIO(written.decode("utf-8-sig"), newline=""))][1:]
    assert len(cells) == len(said)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
