"""The workbook figures are entered on, empty or with what is known of a set."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter, quote_sheetname
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from collection.catalogue.entering.columns import NUMBER, Column, Sheet, sheets
from collection.catalogue.entering.differences import in_words
from collection.catalogue.entering.drafts import Record, from_record
from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.present import catalogue_words
from collection.common.tabular.formulas import is_formula

LAST_ROW = 2_000
BOLD = Font(bold=True)
HEAD = PatternFill("solid", fgColor="FFE4DFD3")
WRAPPED = Alignment(wrap_text=True, vertical="top")


def write_template(
    own_set: ExpansionSet, factions: Sequence[Faction], known: Mapping[str, Record]
) -> bytes:
    """The workbook as a file, in the visitor's language, with the figures that are known."""
    book = Workbook()
    first = book.active
    assert isinstance(first, Worksheet)  # noqa: S101  a new workbook has one
    _instruct(first, own_set)
    lists = _Lists(book.create_sheet(_("Choices")))
    drafts = [from_record(record) for record in known.values()]
    for sheet in sheets(factions):
        page = book.create_sheet(sheet.title, len(book.sheetnames) - 1)
        lines = [
            {**line, NUMBER: draft.number}
            for draft in drafts
            if sheet.key in (draft.sheet, "clicks", "heat")
            for line in draft.lines(sheet.key)
        ]
        _fill(page, sheet, lines, lists)
    written = BytesIO()
    book.save(written)
    return written.getvalue()


def _instruct(page: Worksheet, own_set: ExpansionSet) -> None:
    page.title = _("How to fill it in")
    page.column_dimensions["A"].width = 100
    set_name = f"{own_set.code} {catalogue_words.own_name(own_set)}"
    lines = (
        _("Figures and dials of %(set)s") % {"set": set_name},
        _("Write one line for each figure on the sheet of its type: infantry, vehicles, 'Mechs."),
        _(
            "Write one line for each click of its dial on the sheet of clicks, click 1 first, and"
            " one line for each position of a 'Mech's heat dial, from position 0 with its three"
            " green squares. The number tells whose line it is."
        ),
        _("The number is the collector number without the set, as printed: 073, OC1."),
        _(
            "A cell with a list takes only what the list offers; the sheet of choices shows all of"
            " it. Equipment in a circle is for a single use."
        ),
        _("Leave the faction empty where the base bears no symbol, and empty what does not show."),
        _("Leave lines as they are for figures you do not have: they change nothing."),
        _(
            "Say in “Read from” what you read the values from. Upload the file on the same page; it"
            " shows you what would change, and every fault with its sheet and cell, before anything"
            " is sent."
        ),
    )
    for row, line in enumerate(lines, start=1):
        cell = page.cell(row, 1, line)
        cell.alignment = WRAPPED
        cell.font = BOLD if row == 1 else Font()


class _Lists:
    """The sheet that the drop-downs read their choices from: a column for each list, once."""

    def __init__(self, page: Worksheet) -> None:
        self.page = page
        self.places: dict[tuple[str, ...], str] = {}

    def place(self, heading: str, choices: Mapping[str, str]) -> str:
        """The range that holds some choices."""
        names = tuple(choices.values())
        if names not in self.places:
            index = len(self.places) + 1
            letter = get_column_letter(index)
            self.page.column_dimensions[letter].width = max(map(len, (heading, *names))) + 2
            for row, text in enumerate((heading, *names), start=1):
                _write(self.page, row, index, text)
            self.page.cell(1, index).font = BOLD
            quoted = quote_sheetname(self.page.title)
            self.places[names] = f"{quoted}!${letter}$2:${letter}${len(names) + 1}"
        return self.places[names]


def _fill(page: Worksheet, sheet: Sheet, lines: Iterable[dict[str, Any]], lists: _Lists) -> None:
    for index, column in enumerate(sheet.columns, start=1):
        letter = get_column_letter(index)
        head = page.cell(1, index, column.heading)
        head.font, head.fill, head.alignment = BOLD, HEAD, WRAPPED
        page.column_dimensions[letter].width = column.width
        page.column_dimensions[letter].number_format = "General" if column.whole else "@"
        if (check := _validation(column, lists)) is not None:
            page.add_data_validation(check)
            check.add(f"{letter}2:{letter}{LAST_ROW}")
    for row, line in enumerate(lines, start=2):
        for index, column in enumerate(sheet.columns, start=1):
            value = line.get(column.key)
            _write(page, row, index, value if column.whole else in_words(column, value))
    page.freeze_panes = "C2" if sheet.key in ("clicks", "heat") else "B2"


def _validation(column: Column, lists: _Lists) -> DataValidation | None:
    if column.choices is not None:
        check = DataValidation("list", formula1=lists.place(column.heading, column.choices))
        check.error = _("Choose from the list.")
    elif column.whole is not None:
        low, high = column.whole
        check = DataValidation("whole", formula1=str(low), formula2=str(high), operator="between")
        check.error = _("A whole number from %(low)s to %(high)s.") % {"low": low, "high": high}
    else:
        return None
    check.allow_blank = True
    check.showErrorMessage = True
    check.errorTitle = column.heading[:32]
    return check


def _write(page: Worksheet, row: int, index: int, value: str | int | None) -> None:
    """Numbers as numbers, text as text whatever it begins with; nothing for nothing."""
    if value is None or value == "":
        return
    cell = page.cell(row, index)
    if isinstance(value, int):
        cell.value = value
        return
    cell.value = value
    cell.data_type = "s"
    cell.number_format = "@"
    cell.quotePrefix = is_formula(value)
