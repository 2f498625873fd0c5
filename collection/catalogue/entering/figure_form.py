"""A whole figure typed on a page: a form for its base, one for each click and heat position."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.catalogue.entering.checking import misplaced, refusals
from collection.catalogue.entering.columns import NUMBER, TYPES_OF_SHEETS, Column, Sheet, sheets
from collection.catalogue.entering.differences import differences, in_words, value_name
from collection.catalogue.entering.drafts import Cells, Draft, Place, Record, from_record, to_record
from collection.catalogue.entering.forms import set_field
from collection.catalogue.entering.services import Submitted
from collection.catalogue.entering.uploads import choices_of, read_cell, read_number
from collection.catalogue.models import ExpansionSet, Faction, HowSure
from collection.common.tabular.cells import BadCell

#: What a line says by its place.
COUNTED = {"clicks": "click", "heat": "position"}
#: How many lines the form has of each; those left empty at the end say nothing.
LINES = {"clicks": 17, "heat": 6}


class StartForm(forms.Form):
    """Which figure to enter."""

    number = forms.CharField(
        label=gettext_lazy("Number"),
        max_length=8,
        help_text=gettext_lazy("As printed on the base, without the set."),
    )

    def __init__(self, *args: Any, sets: Sequence[ExpansionSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["set"] = set_field(sets)
        types = [(sheet.key, sheet.title) for sheet in sheets(()) if sheet.key in TYPES_OF_SHEETS]
        self.fields["type"] = forms.ChoiceField(label=_("Type"), choices=types)
        self.order_fields(["set", "number", "type"])

    def clean_number(self) -> str:
        number = read_number(self.cleaned_data["number"])
        if not number:
            raise forms.ValidationError(_("A collector number has letters and digits only."))
        return number


class CellField(forms.CharField):
    """One value, read as a cell of the workbook is; None where nothing was typed."""

    def __init__(self, column: Column, known: Mapping[str, str], name: str) -> None:
        super().__init__(label=column.heading, required=False, widget=_widget(column))
        self.widget.attrs["aria-label"] = self.name = name
        self.column = column
        self.known = known

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read_cell(self.column, text, self.known)
        except BadCell as bad:
            raise forms.ValidationError(str(bad)) from bad


def _widget(column: Column) -> forms.Widget:
    if column.key == "note":
        return forms.Textarea(attrs={"rows": 3})
    if is_equipment(column):
        return forms.TextInput(attrs={"list": f"list-{column.key}", "autocomplete": "off"})
    if column.choices is not None:
        return forms.Select(choices=[("", "–"), *column.choices.items()])
    if column.whole is not None:
        low, high = column.whole
        return forms.NumberInput(attrs={"min": low, "max": high})
    return forms.TextInput()


def is_equipment(column: Column) -> bool:
    """Whether a column's many choices are offered while one types."""
    return column.key.endswith("_equipment")


class LineForm(forms.Form):
    """One line of a sheet."""

    def __init__(self, sheet: Sheet, index: int, columns: Sequence[Column], **kwargs: Any) -> None:
        super().__init__(prefix=f"{sheet.key}-{index}", **kwargs)
        self.counted = COUNTED.get(sheet.key, "")
        self.number = index if sheet.key == "heat" else index + 1
        self.name = line_name(sheet, index)
        for column in columns:
            name = value_name(sheet, column, index)
            self.fields[column.key] = CellField(column, choices_of(column), name)

    @property
    def cells(self) -> Cells:
        """What was typed, by column; a line that says nothing is empty."""
        cells = {key: value for key, value in self.cleaned_data.items() if value is not None}
        return {self.counted: self.number, **cells} if cells and self.counted else cells


def line_name(sheet: Sheet, index: int) -> str:
    """A line as people name it; empty for the base."""
    if sheet.key == "clicks":
        return _("Click %(number)s") % {"number": index + 1}
    return _("Heat position %(number)s") % {"number": index} if sheet.key == "heat" else ""


@dataclass(frozen=True)
class Problem:
    """A fault: the id of the field it is at, empty for the figure as a whole, and a sentence."""

    field_id: str
    name: str
    reason: str


class FigureForm:
    """Everything printed on one figure, bound to what was posted or filled with what is known."""

    def __init__(
        self,
        *,
        start: Draft,
        known: Record | None,
        factions: Sequence[Faction],
        data: Any = None,
    ) -> None:
        self.start = start
        self.known = known
        self.factions = factions
        self.sheets = {sheet.key: sheet for sheet in sheets(factions)}
        self.base = self._line(start.sheet, 0, data)
        self.base.initial["how_sure"] = HowSure.FIGURE
        self.clicks = [self._line("clicks", index, data) for index in range(LINES["clicks"])]
        self.heat = (
            [self._line("heat", index, data) for index in range(LINES["heat"])]
            if start.sheet == "mechs"
            else []
        )
        self.record: Record = {}

    def _line(self, key: str, index: int, data: Any) -> LineForm:
        known = self.start.lines(key)
        cells = known[index] if index < len(known) else {}
        columns = self.columns(key)
        initial = {
            column.key: in_words(column, cells.get(column.key))
            if is_equipment(column)
            else cells.get(column.key)
            for column in columns
        }
        return LineForm(self.sheets[key], index, columns, data=data, initial=initial)

    def columns(self, key: str) -> list[Column]:
        """The columns somebody fills in: not those a line says by its place."""
        single = self.start.sheet != "mechs"
        return [
            column
            for column in self.sheets[key].columns
            if column.key not in (NUMBER, *COUNTED.values())
            and not (single and column.key.startswith("secondary_"))
        ]

    @property
    def lines(self) -> Iterator[LineForm]:
        """Every line, from the base to the last heat position."""
        yield self.base
        yield from self.clicks
        yield from self.heat

    def is_valid(self, system: str) -> bool:
        """Whether every cell can be read, and the rules read the figure; faults stand at cells."""
        if not all(line.is_valid() for line in self.lines):
            return False
        draft = Draft(self.start.set, self.start.sheet, {NUMBER: self.start.number})
        draft.base |= self.base.cells
        draft.clicks, draft.heat = _typed(self.clicks), _typed(self.heat)
        self.record = to_record(draft, self.known)
        for place, reason in misplaced(draft):
            self._note(place, reason)
        if not self.problems:
            for _draft, place, reason in refusals(system, [draft], [self.record]):
                self._note(place, reason)
        if not self.problems and self._says_nothing_new():
            self.base.add_error(None, _("This is what the catalogue says already."))
        return not self.problems

    def _says_nothing_new(self) -> bool:
        complete = self.known is not None and self.known["status"] == "complete"
        return complete and not differences(self.known, self.record, self.factions)

    def _note(self, place: Place, reason: str) -> None:
        line = self._at(place)
        column = place.column if place.column in line.fields else None
        line.add_error(column, reason)

    def _at(self, place: Place) -> LineForm:
        listed = {"clicks": self.clicks, "heat": self.heat}.get(place.sheet, [])
        return listed[place.line] if place.line < len(listed) else self.base

    @property
    def problems(self) -> list[Problem]:
        """Every fault in the order of the page."""
        found = []
        for line in self.lines:
            for key, reasons in line.errors.items():
                field = line.fields.get(key)
                field_id = line[key].id_for_label if field else ""
                name = field.name if isinstance(field, CellField) else line.name
                found += [Problem(field_id, name, str(reason)) for reason in reasons]
        return found

    def submitted(self) -> Submitted:
        """The figure as it is sent; only for a valid form."""
        cells = self.base.cells
        return Submitted(self.record, cells.get("how_sure", HowSure.FIGURE), cells.get("note", ""))


def _typed(lines: Sequence[LineForm]) -> list[Cells]:
    """The cells of each line up to the last one that says something."""
    cells = [line.cells for line in lines]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def start_of(set_code: str, number: str, sheet: str, known: Record | None) -> Draft:
    """What the form begins with: what is known of a figure of this type, else its number."""
    if known is not None and known["type"] == TYPES_OF_SHEETS[sheet]:
        return from_record(known)
    return Draft(set_code, sheet, {NUMBER: number})
