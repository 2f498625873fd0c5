"""The army sheet as a workbook: the pieces on one sheet, the verdict on another; of several lists
two for each, behind one that names them all.

Points are values worked out by the rules, never formulas; text is text whatever it begins with.
The same sheet gives the same bytes. Among the properties is the packed line of the group, so that
an import misses nothing the columns have no room for.
"""

import io
import re
import textwrap
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from armybuilder.groups.exports import words
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.table import Value, columns, rows
from collection.common.tabular.formulas import is_formula

#: How xlsx numbers kinds of paper.
PAPER_SIZES = {"a4": "9", "letter": "1"}
LONGEST_CELL = 32_767
BOLD = Font(name="Calibri", size=11, bold=True)
HEAD_FILL = PatternFill("solid", fgColor="FFDDDDDD")
TOTAL_BORDER = Border(top=Side(style="medium"))
#: Points of a line and of the highest row in Excel, and how much wider letters of a bold line are.
LINE_HEIGHT, HIGHEST_ROW, BOLDER = 15, 409, 1.15
TOP = Alignment(vertical="top", wrap_text=True)
EPOCH = datetime(2000, 1, 1)


def render(sheets: Sequence[Sheet], options: Options) -> bytes:
    """The workbook as an xlsx file."""
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)  # noqa: S101  a new workbook has one
    one = len(sheets) == 1
    if not one:
        _fill_overview(first, sheets, options.paper)
    for number, sheet in enumerate(sheets, start=1):
        behind = "" if one else f" {number}"
        army = first if one else book.create_sheet()
        _fill_army(army, sheet, options.paper, behind)
        _fill_verdict(book.create_sheet(), sheet, options.paper, behind)
    book.properties.title = words.list_name(sheets[0]) if one else _("Battle groups")
    book.properties.subject = sheets[0].game
    book.properties.creator = settings.PRODUCT_NAME
    book.properties.identifier = sheets[0].check_code if one else None
    book.properties.keywords = " ".join(pack(sheet.group) for sheet in sheets)
    book.properties.language = sheets[0].language
    book.properties.created = EPOCH
    written = io.BytesIO()
    book.save(written)
    return without_time(written.getvalue())


def _fill_overview(page: Worksheet, sheets: Sequence[Sheet], paper: str) -> None:
    """A row a list; its number stands in the titles of its own pages."""
    page.title = _("Battle groups")
    shown: list[tuple[str, int]] = [
        (pgettext("army sheet", "List"), 6),
        (_("Name"), 40),
        (pgettext("army sheet", "Faction"), 26),
        (pgettext("army sheet", "Pieces"), 10),
        (pgettext("army sheet", "Total"), 10),
        (_("Build total"), 12),
        (pgettext("army sheet", "Verdict"), 16),
        (_("Check code"), 16),
        (pgettext("army sheet", "Link"), 50),
    ]
    write_row(page, [title for title, _width in shown], BOLD, HEAD_FILL)
    for place, (_title, width) in enumerate(shown, start=1):
        page.column_dimensions[get_column_letter(place)].width = width
    for number, sheet in enumerate(sheets, start=1):
        told = (words.list_name(sheet), words.group_factions(sheet), sheet.piece_count)
        verdict = (sheet.total, sheet.build_total, words.verdict_word(sheet), sheet.check_code)
        write_row(page, [number, *told, *verdict, sheet.link])
    page.freeze_panes = "A2"
    page.print_title_rows = "1:1"
    _one_page_wide(page, paper)


def _fill_army(page: Worksheet, sheet: Sheet, paper: str, behind: str) -> None:
    page.title = pgettext("army sheet", "Army") + behind
    shown = columns()
    write_row(page, [column.title for column in shown], BOLD, HEAD_FILL)
    for number, column in enumerate(shown, start=1):
        page.column_dimensions[get_column_letter(number)].width = column.width
    for row in rows(sheet):
        write_row(page, row)
    total: list[Value] = [None] * len(shown)
    total[1], total[2], total[-1] = pgettext("army sheet", "Total"), sheet.piece_count, sheet.total
    for cell in write_row(page, total, BOLD):
        cell.border = TOTAL_BORDER
    page.freeze_panes = "A2"
    page.print_title_rows = "1:1"
    _one_page_wide(page, paper)
    _name_pages(page, sheet)


def _fill_verdict(page: Worksheet, sheet: Sheet, paper: str, behind: str) -> None:
    page.title = pgettext("army sheet", "Verdict") + behind
    for letter, width in zip("ABCD", (16, 34, 30, 90), strict=True):
        page.column_dimensions[letter].width = width
    for name, value in _facts(sheet):
        name_cell, *_rest = write_row(page, [name, value])
        name_cell.font = BOLD
    write_row(page, [])
    _write_problems(page, sheet)
    write_row(page, [])
    _write_answers(page, sheet)
    _one_page_wide(page, paper)
    _name_pages(page, sheet)


def _facts(sheet: Sheet) -> list[tuple[str, Value]]:
    """What the sheet says of the whole list, line by line."""
    return [
        (pgettext("army sheet", "Verdict"), words.verdict_word(sheet)),
        (pgettext("army sheet", "List"), words.list_name(sheet)),
        (pgettext("army sheet", "Game"), sheet.game),
        (pgettext("army sheet", "Event"), sheet.event),
        (pgettext("army sheet", "Faction"), words.group_factions(sheet)),
        (_("Build total"), sheet.build_total),
        (pgettext("army sheet", "Total"), sheet.total),
        (pgettext("army sheet", "Pieces"), sheet.piece_count),
        (pgettext("army sheet", "Orders"), sheet.orders),
        (pgettext("army sheet", "Rules"), sheet.ruleset),
        (pgettext("army sheet", "Data"), sheet.catalogue),
        (_("Check code"), sheet.check_code),
        (pgettext("army sheet", "Link"), sheet.link),
        *((_("Artillery marker"), words.marker_line(marker)) for marker in sheet.markers),
    ]


def _write_problems(page: Worksheet, sheet: Sheet) -> None:
    heads = (
        pgettext("army sheet", "Problem"),
        pgettext("army sheet", "Rows"),
        pgettext("army sheet", "Rules"),
        pgettext("army sheet", "Message"),
    )
    severities = {
        "error": pgettext("army sheet", "error"),
        "warning": pgettext("army sheet", "warning"),
        "note": pgettext("army sheet", "note"),
    }
    write_row(page, heads, BOLD, HEAD_FILL)
    for problem in sheet.problems:
        numbers = ", ".join(map(str, problem.rows))
        rules = ", ".join(problem.rules)
        write_row(page, [severities[problem.severity], numbers, rules, problem.message])


def _write_answers(page: Worksheet, sheet: Sheet) -> None:
    heads = (
        pgettext("army sheet", "Check"),
        None,
        pgettext("army sheet", "Rules"),
        pgettext("army sheet", "Message"),
    )
    write_row(page, heads, BOLD, HEAD_FILL)
    for answer in sheet.answers:
        held = pgettext("army sheet", "holds") if answer.holds else pgettext("army sheet", "fails")
        write_row(page, [held, None, ", ".join(answer.rules), answer.message])


def _one_page_wide(page: Worksheet, paper: str) -> None:
    _fit_heights(page)
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = PAPER_SIZES[paper]
    page.page_setup.fitToWidth = 1
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _fit_heights(page: Worksheet) -> None:
    """Say how high rows are in which a text takes several lines: LibreOffice makes all rows without
    a height one line high."""
    for number, row in enumerate(page.iter_rows(), start=1):
        lines = max(map(_lines_of, row), default=1)
        if lines > 1:
            page.row_dimensions[number].height = min(lines * LINE_HEIGHT, HIGHEST_ROW)


def _lines_of(cell: Any) -> int:
    """How many lines the text of a cell takes in its column, rather one too many."""
    if not isinstance(cell.value, str):
        return 1
    width = cell.parent.column_dimensions[cell.column_letter].width
    width /= BOLDER if cell.font.bold else 1
    return len(textwrap.wrap(cell.value, max(int(width), 1)))


def _name_pages(page: Worksheet, sheet: Sheet) -> None:
    """What stands at the head and the foot of every printed page of a list."""
    head, foot = HeaderFooterItem(), HeaderFooterItem()
    head.left.text = words.list_name(sheet).replace("&", "&&")[:120]
    head.right.text = f"{words.verdict_word(sheet)} {words.total_of_limit(sheet)}"
    foot.left.text = f"{_('Check code')} {sheet.check_code}"
    foot.right.text = "&P / &N"
    page.oddHeader, page.oddFooter = head, foot


def write_row(
    page: Worksheet,
    values: Iterable[Value],
    font: Font | None = None,
    fill: PatternFill | None = None,
) -> list[Cell]:
    """Write a row below the last one: numbers as numbers, text as text and nothing else."""
    cells = []
    for value in values:
        cell: Any = Cell(page, row=1, column=1)  # `append` places it
        cell.alignment = TOP
        if isinstance(value, int):
            cell.value = value
        elif value:
            cell.value = words.harmless(value)[:LONGEST_CELL]
            cell.data_type = "s"
            cell.quotePrefix = is_formula(cell.value)
        if font:
            cell.font = font
        if fill:
            cell.fill = fill
        cells.append(cell)
    page.append(cells)
    return cells


def without_time(book: bytes) -> bytes:
    """The same workbook without the moment it was saved at."""
    rewritten = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(book)) as source,
        zipfile.ZipFile(rewritten, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            content = source.read(entry)
            if entry.filename == "docProps/core.xml":
                moment = EPOCH.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
                content = re.sub(rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>" + moment, content)
            fixed = zipfile.ZipInfo(entry.filename, EPOCH.timetuple()[:6])
            fixed.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(fixed, content)
    return rewritten.getvalue()
