"""Tables from strangers: whatever program wrote them, whatever is wrong with them."""

import zipfile
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.common.tabular.cells import BadCell, read_date, read_decimal, read_truth, read_whole
from collection.common.tabular.files import Table, read_file, read_text
from collection.common.tabular.limits import Limits, RefusedFile

LIMITS = Limits()


def table(content: bytes | str) -> Table:
    written = content if isinstance(content, bytes) else content.encode()
    return read_file(written, LIMITS)[0]


def cells(content: bytes | str) -> list[tuple[Any, ...]]:
    return [line.cells for line in table(content).lines]


def workbook(*rows: tuple[Any, ...]) -> bytes:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


POLISH = "Nazwa;Ilość\nŻółw łaciaty;2\n"


@pytest.mark.parametrize(
    "content",
    [
        POLISH.encode(),
        POLISH.encode("utf-8-sig"),
        POLISH.encode("cp1250"),
        POLISH.encode("utf-16"),
        POLISH.encode("utf-16-le"),
        POLISH.encode("utf-16-be"),
        POLISH.encode("utf-32"),
        POLISH.replace("\n", "\r\n").encode(),
        POLISH.replace("\n", "\r").encode(),
        POLISH.replace(";", "\t").encode(),
        POLISH.replace(";", ",").encode(),
        POLISH.replace(";", "|").encode(),
        ("sep=;\n" + POLISH).encode(),
        workbook(("Nazwa", "Ilość"), ("Żółw łaciaty", "2")),
    ],
)
def test_any_encoding_and_separator_gives_the_same_cells(content: bytes) -> None:
    assert cells(content) == [("Nazwa", "Ilość"), ("Żółw łaciaty", "2")]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Name;Price\nTank;12,5\nJeep;3,9", [("Name", "Price"), ("Tank", "12,5"), ("Jeep", "3,9")]),
        ('a,b\n"x, y","say ""hi"""', [("a", "b"), ("x, y", 'say "hi"')]),
        ('a,b\n"one\ntwo",2\nc,d', [("a", "b"), ("one\ntwo", "2"), ("c", "d")]),
        ('a,b\n"open,2\nc,d', [("a", "b"), ('"open', "2"), ("c", "d")]),
        ('a;b\nHatchetman "Bolt"; 2', [("a", "b"), ('Hatchetman "Bolt"', "2")]),
        ("one\ntwo", [("one",), ("two",)]),
        ("", []),
        (" \n;;\n", []),
    ],
)  # fmt: skip
def test_cells_of_text(text: str, read: list[tuple[str, ...]]) -> None:
    assert cells(text) == read


def test_lines_keep_their_numbers_and_what_was_written() -> None:
    read = table('name,count\n\n"two\nlines",1\nlast,2')

    assert [(line.number, line.text) for line in read.lines] == [
        (1, "name,count"),
        (3, '"two\nlines",1'),
        (5, "last,2"),
    ]


def test_lines_of_a_sheet_keep_their_row_and_their_types() -> None:
    read = table(workbook(("Name", "Count", "On"), (), ("Tank", 2, datetime(2024, 5, 31))))

    assert [(line.number, line.cells) for line in read.lines] == [
        (1, ("Name", "Count", "On")),
        (3, ("Tank", 2, "2024-05-31")),
    ]
    assert read.lines[1].text == "Tank | 2 | 2024-05-31"


def zipped(**parts: bytes) -> bytes:
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return written.getvalue()


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"x" * (LIMITS.file_size + 1),
        lambda: zipped(bomb=bytes(LIMITS.unzipped + 1)),
        lambda: zipped(**{f"part{n}": b"" for n in range(LIMITS.parts + 1)}),
        lambda: zipped(other=b"no workbook"),
        lambda: workbook(("a", "b"))[:900],
        lambda: workbook(*[(1,)] * (LIMITS.rows + 1)),
        lambda: b"a\n" * (LIMITS.rows + 1),
        lambda: b"\xd0\xcf\x11\xe0" + bytes(range(256)) * 20,
        lambda: bytes(range(256)) * 20,
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(make: Any) -> None:
    with pytest.raises(RefusedFile) as refused:
        read_file(make(), LIMITS)

    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "make",
    [
        lambda: workbook(("a", "b")).ljust(50_000_000, b"\0"),
        lambda: zipped(bomb=bytes(LIMITS.unzipped + 1)),
    ],
)
def test_a_large_workbook_is_refused_before_it_is_parsed(
    make: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("collection.common.tabular.workbooks.load_workbook", None)

    with pytest.raises(RefusedFile, match="larger than"):
        read_file(make(), LIMITS)


def test_callers_may_read_more() -> None:
    assert len(read_text("a\n" * 20_000, Limits(rows=20_000)).lines) == 20_000


@given(st.text(alphabet='a1,;|\t"\n \r\0#é', max_size=80))
def test_every_line_that_says_something_is_kept(text: str) -> None:
    kept = "".join(line.text for line in read_text(text, LIMITS).lines)
    for sign in "a1#é":
        assert kept.count(sign) == text.count(sign)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (2, 2), (2.0, 2), ("2", 2), ("2x", 2), ("x 3", 3), ("× 3", 3), ("4 szt.", 4),
        ("1 000", 1000), ("1,000", 1000), ("1.000", 1000), ("-1", -1), ("2,0", 2), ("+3", 3),
    ],
)  # fmt: skip
def test_whole_numbers(written: Any, value: int) -> None:
    assert read_whole(written) == value


@pytest.mark.parametrize("written", ["", None, "two", "1,5", 0.5, "1e9", float("inf"), "9" * 30])
def test_no_whole_numbers(written: Any) -> None:
    with pytest.raises(BadCell):
        read_whole(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("12,50", "12.50"), ("12.50", "12.50"),
        ("1 234,50 zł", "1234.50"), ("$1,234.50", "1234.50"),
        ("€ 1.234,50", "1234.50"),
        (3.99, "3.99"), (1.234, "1.234"), (",5", "0.5"), ("PLN 20", "20"),
    ],
)  # fmt: skip
def test_decimals(written: Any, value: str) -> None:
    assert read_decimal(written) == Decimal(value)


@pytest.mark.parametrize("written", ["2024-05-31", "2024-05-31T12:00Z", "31.05.2024", "2024/5/31"])
def test_dates(written: str) -> None:
    assert read_date(written) == date(2024, 5, 31)


@pytest.mark.parametrize("written", ["05/31/2024", "2024-13-01", "31.02.2024", "soon", None, 45000])
def test_no_dates(written: Any) -> None:
    with pytest.raises(BadCell):
        read_date(written)


def test_truth() -> None:
    assert all(read_truth(said) for said in ("yes", "TAK", "x", 1, "True"))
    assert not any(read_truth(said) for said in ("no", "Nie", 0, "false"))
    with pytest.raises(BadCell):
        read_truth("perhaps")
