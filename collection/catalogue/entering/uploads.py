"""A filled template becomes drafts, with every fault at its sheet and cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override
from openpyxl.utils import get_column_letter

from collection.catalogue.entering.columns import NUMBER, TYPES_OF_SHEETS, Column, Sheet, sheets
from collection.catalogue.entering.drafts import Draft, Place
from collection.catalogue.models import Faction
from collection.common.folding import fold
from collection.common.likeness import most_alike
from collection.common.tabular.cells import BadCell, read_whole
from collection.common.tabular.limits import Limits, RefusedFile
from collection.common.tabular.workbooks import Cell, Rows

TEMPLATE_LIMITS = Limits(file_size=1_000_000, unzipped=20_000_000, rows=5_000, text=1_000)
LONGEST_CELL = 80
LONGEST_NAMES = {"name": 150, "note": 1000}
MOST_FIGURES = 300
CHOICES_SHOWN = 8


@dataclass(frozen=True)
class Fault:
    """What is wrong, and where: the sheet by its title there, and the cell as "C5"."""

    sheet: str
    cell: str
    reason: str
    figure: str = ""


@dataclass
class Upload:
    """What a workbook holds: drafts by number, where their lines stand, and the faults."""

    drafts: dict[str, Draft] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    places: dict[tuple[str, str, int], int] = field(default_factory=dict)
    sheets: dict[str, "ReadSheet"] = field(default_factory=dict)

    def fault(self, number: str, place: Place, reason: str) -> None:
        """Note a fault of a figure at the cell of a place of its draft."""
        row = self.places.get((number, place.sheet, place.line), 1)
        self.faults.append(self.sheets[place.sheet].fault(row, place.column, reason, number))

    @property
    def bad_numbers(self) -> set[str]:
        """The numbers with a fault."""
        return {fault.figure for fault in self.faults}


@dataclass
class ReadSheet:
    """A sheet of the file: what it is called there, and where its columns stand."""

    sheet: Sheet
    title: str
    letters: dict[str, str] = field(default_factory=dict)

    def fault(self, row: int, column: str, reason: str, number: str = "") -> Fault:
        """A fault at a cell."""
        return Fault(self.title, f"{self.letters.get(column, 'A')}{row}", reason, number)


def read_upload(rows_of: Mapping[str, Rows], set_code: str, factions: Sequence[Faction]) -> Upload:
    """The drafts of a workbook's sheets; raises RefusedFile where it is not our template."""
    upload = Upload()
    words = _Words(factions)
    for key, titles in words.titles.items():
        title = next((title for title in rows_of if fold(title) in titles), None)
        sheet = words.sheets[key]
        upload.sheets[key] = ReadSheet(sheet, title or sheet.title)
        if title is not None:
            _read_sheet(upload, upload.sheets[key], rows_of[title], words, set_code)
    if not any(read.letters for read in upload.sheets.values()):
        raise RefusedFile(_("No sheet of this file has the columns of the template."))
    if len(upload.drafts) > MOST_FIGURES:
        raise RefusedFile(_("The file has more figures than the site reads at once."))
    return upload


class _Words:
    """Titles, headings and choices in every language of the site: any of them is understood."""

    def __init__(self, factions: Sequence[Faction]) -> None:
        self.sheets = {sheet.key: sheet for sheet in sheets(factions)}
        self.titles: dict[str, set[str]] = {key: set() for key in self.sheets}
        self.headings: dict[str, dict[str, str]] = {key: {} for key in self.sheets}
        self.choices: dict[tuple[str, str], dict[str, str]] = {}
        for language, _name in settings.LANGUAGES:
            with override(language):
                for sheet in sheets(factions):
                    self._learn(sheet)

    def _learn(self, sheet: Sheet) -> None:
        self.titles[sheet.key].add(fold(sheet.title))
        for column in sheet.columns:
            self.headings[sheet.key][fold(column.heading)] = column.key
            known = self.choices.setdefault((sheet.key, column.key), {})
            known |= choices_of(column)


def _read_sheet(upload: Upload, read: ReadSheet, rows: Rows, words: _Words, set_code: str) -> None:
    headings = words.headings[read.sheet.key]
    places: dict[str, int] = {}
    for index, heading in enumerate(rows[0] if rows else ()):
        if (key := headings.get(fold(str(heading or "")))) is not None:
            places.setdefault(key, index)
    read.letters = {key: get_column_letter(index + 1) for key, index in places.items()}
    if NUMBER not in places:
        return
    for row, cells in enumerate(rows[1:], start=2):
        given = {key: cells[index] for key, index in places.items() if index < len(cells)}
        if any(value is not None for value in given.values()):
            _read_line(upload, read, row, given, words, set_code)


def _read_line(
    upload: Upload,
    read: ReadSheet,
    row: int,
    given: Mapping[str, Cell],
    words: _Words,
    set_code: str,
) -> None:
    key = read.sheet.key
    number = read_number(given.get(NUMBER))
    if not number:
        reason = _("The collector number of the figure is missing or is none.")
        upload.faults.append(read.fault(row, NUMBER, reason))
        return
    line: dict[str, Any] = {}
    for column in read.sheet.columns:
        value = given.get(column.key)
        if column.key == NUMBER or value is None:
            continue
        try:
            line[column.key] = read_cell(column, value, words.choices[key, column.key])
        except BadCell as bad:
            upload.faults.append(read.fault(row, column.key, str(bad), number))
    if key in TYPES_OF_SHEETS:
        if not line:
            return
        if number in upload.drafts:
            reason = _("This number stands in the file already.")
            upload.faults.append(read.fault(row, NUMBER, reason, number))
            return
        upload.drafts[number] = Draft(set_code, key, {NUMBER: number, **line})
        upload.places[number, key, 0] = row
    elif number not in upload.drafts:
        reason = _("No line of the sheets with figures has this number.")
        upload.faults.append(read.fault(row, NUMBER, reason, number))
    else:
        lines = upload.drafts[number].lines(key)
        upload.places[number, key, len(lines)] = row
        lines.append(line)


def read_number(value: Cell) -> str:
    """A collector number as printed: 73 is "073"; empty where there is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = str(value if value is not None else "").strip().upper()
    if not (text.isascii() and text.isalnum()) or len(text) > 8:
        return ""
    return text.zfill(3) if text.isdigit() else text


def choices_of(column: Column) -> dict[str, str]:
    """The keys of a column's choices by what people may type for them."""
    choices = column.choices or {}
    return {fold(said): key for key, name in choices.items() for said in _names(key, name)}


def _names(key: str, name: str) -> tuple[str, ...]:
    """Ways to write a choice; equipment in a square also by its code alone."""
    return (key, name, name.split()[0]) if key.endswith(" square") else (key, name)


def read_cell(column: Column, value: Cell, choices: Mapping[str, str]) -> Any:
    """What a cell says, as its column keeps it; raises BadCell."""
    if column.choices is not None:
        chosen = choices.get(fold(str(value)))
        if chosen is None:
            near = ", ".join(_near(str(value), list(column.choices.values())))
            reason = _("“%(said)s” is none of the choices, such as: %(choices)s.")
            raise BadCell(reason % {"said": value, "choices": near})
        return chosen
    if column.whole is not None:
        return read_whole(value)
    text = f"{value:g}" if isinstance(value, float) else str(value)
    if len(text) > LONGEST_NAMES.get(column.key, LONGEST_CELL):
        raise BadCell(_("This text is too long."))
    if not text.isprintable() and column.key != "note":
        raise BadCell(_("This text holds characters that cannot be shown."))
    return text.replace("\0", "")


def _near(said: str, names: list[str]) -> list[str]:
    """The choices most like what somebody wrote, or the first ones."""
    return most_alike(said, names) or names[:CHOICES_SHOWN]
