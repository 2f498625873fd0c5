"""The workbook, opened again."""

import io
from dataclasses import replace

from openpyxl import Workbook, load_workbook

from armybuilder.groups.exports import export
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.xlsx import LINE_HEIGHT
from armybuilder.groups.tests.exports.sheets import HOSTILE, sample, sheet


def book_of(drawn: Sheet) -> Workbook:
    return load_workbook(io.BytesIO(export(drawn, "xlsx").content))


def test_points_are_numbers_and_numbers_of_figures_are_text() -> None:
    army, _verdict = book_of(sheet(sample("spirit-cats-600-gunslinger"))).worksheets
    head, *rows = army.iter_rows(values_only=True)
    row = dict(zip(head, rows[1], strict=True))

    assert row["Number"] == "114"
    assert row["Variant"] == "FS9-S3-L"
    assert row["Printed faction"] is None
    assert row["Serves"] == "Spirit Cats (recruited)"
    assert (row["Points"], row["Pilot points"], row["Recruitment points"]) == (120, 28, 3)
    assert row["Recruited by"] == "Spirit Cats"
    assert row["Total"] == 151
    assert rows[-1][-1] == 599


def test_the_sheet_is_ready_to_print() -> None:
    army, verdict = book_of(sheet(sample("steel-wolves-300"))).worksheets

    assert army.freeze_panes == "A2"
    assert army.print_title_rows == "$1:$1"
    for page in (army, verdict):
        assert page.page_setup.fitToWidth == 1
        assert page.page_setup.fitToHeight == 0
        scaling = page.sheet_properties.pageSetUpPr
        assert scaling and scaling.fitToPage


def test_rows_are_as_high_as_their_texts() -> None:
    drawn = sheet(sample("illegal-300-over-points"))
    _army, verdict = book_of(drawn).worksheets
    widths = [verdict.column_dimensions[letter].width for letter in "BCD"]
    short: list[float | None] = []
    long: list[float | None] = []
    for number, row in enumerate(verdict.iter_rows(min_col=2, values_only=True), start=1):
        *others, told = (
            len(str(text or "")) <= width for text, width in zip(row, widths, strict=True)
        )
        if all(others):
            (short if told else long).append(verdict.row_dimensions[number].height)
    assert short and all(height is None for height in short)
    assert long and all(height and height >= 2 * LINE_HEIGHT for height in long)


def test_no_row_is_higher_than_excel_takes() -> None:
    drawn = sheet(sample("illegal-300-over-points"))
    endless = [replace(problem, message="word " * 2_000) for problem in drawn.problems]
    _army, verdict = book_of(replace(drawn, problems=tuple(endless))).worksheets
    heights = [row.height for row in verdict.row_dimensions.values() if row.height]

    assert endless and max(heights) == 409


def test_letter_paper() -> None:
    content = export(sheet(sample("steel-wolves-300")), "xlsx", Options(paper="letter")).content

    assert {page.page_setup.paperSize for page in load_workbook(io.BytesIO(content))} == {1}


def test_the_verdict_tells_problems_and_checks() -> None:
    drawn = sheet(sample("illegal-300-over-points"))
    _army, verdict = book_of(drawn).worksheets
    cells = {cell for row in verdict.iter_rows(values_only=True) for cell in row}

    assert {"ILLEGAL", drawn.check_code, drawn.catalogue, "holds", "fails"} <= cells
    assert {problem.message for problem in drawn.problems} <= cells
    assert {answer.message for answer in drawn.answers} <= cells


def test_no_text_becomes_a_formula_or_breaks_the_file() -> None:
    names = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "#N/A", "tab\there\x00\x1b"]
    units = [
        {"unit": {"id": f"X-{index}", "name": name, "type": "vehicle", "points": 1}}
        for index, name in enumerate(names)
    ]
    book = book_of(sheet(sample("steel-wolves-300") | {"units": units, "name": HOSTILE}))

    cells = [cell for page in book for row in page.iter_rows() for cell in row if cell.value]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    shown = {str(cell.value).removesuffix(" (unofficial)") for cell in cells}
    assert {"=1+1", "@SUM(A1)", "#N/A", "tab here"} <= shown
    assert book.properties.title.startswith("=1+1 <b>bold</b>")


def test_polish_headings() -> None:
    army, verdict = book_of(sheet(sample("steel-wolves-300"), "pl")).worksheets

    assert (army.title, verdict.title) == ("Grupa bojowa", "Ocena")
    assert army["F1"].value == "Nazwa"


def test_the_same_sheet_gives_the_same_bytes() -> None:
    drawn = sheet(sample("steel-wolves-300"))

    assert export(drawn, "xlsx") == export(drawn, "xlsx")
