"""A unit as it is entered, a file of units, and numbers of models."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from armybuilder.library.exchange import (
    LIMITS,
    MOST_ROWS,
    Row,
    is_number_of_models,
    rows_of,
    rows_of_text,
)
from armybuilder.library.present.units import (
    Fault,
    FieldValue,
    Record,
    fields_of,
    record_of,
)
from collection.common.tabular.limits import RefusedFile

LONGEST_TEXT = 4000
HINTS = {
    "table": _("A row for each distance, such as “20: +3”."),
    "abilities": _("Parted by commas; “against cavalry 4” and “advance 2” have an effect, too."),
}


class UnitForm(forms.Form):
    """The fields of one class of unit."""

    def __init__(self, unit_class: str, data: Any = None, texts: Mapping[str, str] = {}) -> None:
        super().__init__(data)
        self.unit_class = unit_class
        plain, weapons = fields_of(unit_class)
        self._values = [value for value in plain if value.name != "class"]
        self._weapons = weapons
        for value in (*self._values, *(each for weapon in weapons for each in weapon)):
            self.fields[value.name] = _field(value, texts.get(value.name, ""))
        self.record: Record = {}

    @property
    def plain(self) -> list[forms.BoundField]:
        """The fields of the unit itself."""
        return [self[value.name] for value in self._values]

    @property
    def weapons(self) -> list[tuple[list[forms.BoundField], bool]]:
        """The fields of every weapon, and whether something stands in them."""
        return [
            (fields, any(field.value() for field in fields) or bool(self._faulty(fields)))
            for fields in ([self[value.name] for value in weapon] for weapon in self._weapons)
        ]

    def _faulty(self, fields: list[forms.BoundField]) -> list[Any]:
        return [field.name for field in fields if self.is_bound and field.errors]

    def clean(self) -> dict[str, Any]:
        typed: dict[str, Any] = super().clean() or {}
        texts = {name: _text(value) for name, value in typed.items()}
        if not self.errors:
            try:
                self.record = record_of(texts | {"class": self.unit_class})
            except Fault as fault:
                known = fault.field in self.fields
                self.add_error(fault.field if known else None, fault.message)
        return typed


def _field(value: FieldValue, text: str) -> forms.Field:
    told: dict[str, Any] = {"label": value.title, "required": value.name == "name"}
    told["help_text"] = HINTS.get(value.kind) or HINTS.get(value.name, "")
    if value.kind == "flag":
        return forms.BooleanField(initial=bool(text), **told)
    if value.kind == "choice":
        choices = [("", _("not chosen")), *value.options]
        return forms.ChoiceField(choices=choices, initial=text, **told)
    if value.kind == "several":
        chosen = [word.strip() for word in text.split(",") if word.strip()]
        widget = forms.CheckboxSelectMultiple
        return forms.MultipleChoiceField(
            choices=value.options, initial=chosen, widget=widget, **told
        )
    if value.kind == "table":
        area = forms.Textarea(attrs={"rows": 3})
        shown = "\n".join(row.strip() for row in text.split(","))
        return forms.CharField(max_length=LONGEST_TEXT, initial=shown, widget=area, **told)
    attrs = {"inputmode": "decimal"} if value.kind == "number" else {}
    line = forms.TextInput(attrs=attrs)
    return forms.CharField(max_length=LONGEST_TEXT, initial=text, widget=line, **told)


def _text(value: Any) -> str:
    """What was typed, as the text a field of a table would hold."""
    if isinstance(value, bool):
        return "yes" if value else ""
    return ", ".join(value) if isinstance(value, list) else str(value or "")


class UnitsFileForm(forms.Form):
    """A file of units, or its text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("A spreadsheet (.xlsx), CSV or JSON; at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt,.json"}),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        max_length=LIMITS.file_size,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "code"}),
    )

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        if self.errors:
            return fields
        file: UploadedFile | None = fields.get("file")
        try:
            fields["rows"] = (
                rows_of(file.read(LIMITS.file_size + 1))
                if file
                else rows_of_text(fields.get("text", ""))
            )
        except RefusedFile as refused:
            self.add_error("file" if file else "text", str(refused))
            return fields
        if not fields["rows"]:
            self.add_error("file" if file else "text", _("There is no unit in it."))
        return fields


class RowsForm(forms.Form):
    """The rows of a file that was looked at, as they come back from its preview."""

    rows = forms.CharField(widget=forms.HiddenInput, max_length=LIMITS.file_size)

    def clean_rows(self) -> list[Row]:
        try:
            sent = list[Any](json.loads(self.cleaned_data["rows"]))
            rows = [Row(int(n), {str(k): str(v) for k, v in texts.items()}) for n, texts in sent]
        except (ValueError, OverflowError, TypeError, AttributeError, RecursionError) as error:
            raise forms.ValidationError(_("This cannot be read.")) from error
        if not 0 < len(rows) <= MOST_ROWS:
            raise forms.ValidationError(_("This cannot be read."))
        return rows


def counts_of(sent: Mapping[str, str], names: list[str]) -> dict[str, int]:
    """What was typed beside the names of units, by the place of each; what is no number is
    passed over."""
    counts = {}
    for place, name in enumerate(names):
        typed = sent.get(f"count-{place}", "").strip() or "0"
        if is_number_of_models(typed):
            counts[name] = int(typed)
    return counts
