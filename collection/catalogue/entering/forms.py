"""What people type and send about the catalogue, checked before anything is done with it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.catalogue.entering.columns import Column, Sheet, sheets
from collection.catalogue.entering.differences import in_words, value_name
from collection.catalogue.entering.drafts import Record, from_record
from collection.catalogue.entering.services import Submitted
from collection.catalogue.entering.uploads import TEMPLATE_LIMITS, choices_of, read_cell
from collection.catalogue.models import LONGEST_NOTE, ExpansionSet, Faction, HowSure
from collection.catalogue.present import catalogue_words
from collection.common.tabular.cells import BadCell
from collection.common.tabular.limits import RefusedFile
from collection.common.tabular.workbooks import Rows, read_workbook

PREVIEW_LASTS = 24 * 60 * 60
NOT_REPORTED = ("number", "how_sure", "note")
ON_LISTED = ("name", "nickname")


def set_field(sets: Sequence[ExpansionSet]) -> forms.ChoiceField:
    """A choice of the sets figures of the game were sold in."""
    choices = [(s.code, f"{s.code} {catalogue_words.own_name(s)}") for s in sets if s.official]
    return forms.ChoiceField(label=gettext_lazy("Set"), choices=choices)


def how_sure_field() -> forms.ChoiceField:
    """What values were read from."""
    return forms.ChoiceField(label=gettext_lazy("Read from"), choices=HowSure.choices)


def note_field(label: Any, **kwargs: Any) -> forms.CharField:
    """Some sentences of one's own."""
    return forms.CharField(
        label=label,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        **kwargs,
    )


class TemplateForm(forms.Form):
    """Which template to download."""

    known = forms.BooleanField(
        label=gettext_lazy("With the numbers and figures the catalogue knows"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, sets: Sequence[ExpansionSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["set"] = set_field(sets)
        self.order_fields(["set", "known"])


class UploadForm(forms.Form):
    """A filled template."""

    file = forms.FileField(
        label=gettext_lazy("Filled template"),
        help_text=gettext_lazy("An .xlsx file of at most 1 MB."),
        widget=forms.FileInput(attrs={"accept": ".xlsx"}),
    )

    def __init__(self, *args: Any, sets: Sequence[ExpansionSet], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["set"] = set_field(sets)
        self.fields["how_sure"] = how_sure_field()
        self.fields["how_sure"].help_text = _("For lines that do not say it themselves.")
        self.order_fields(["set", "file", "how_sure"])

    def clean_file(self) -> dict[str, Rows]:
        file: UploadedFile = self.cleaned_data["file"]
        try:
            return read_workbook(file.read(TEMPLATE_LIMITS.file_size + 1), TEMPLATE_LIMITS)
        except RefusedFile as bad:
            raise forms.ValidationError(str(bad)) from bad


class SendForm(forms.Form):
    """The figures of a preview, as the site itself signed them for one member."""

    figures = forms.CharField(widget=forms.HiddenInput)

    @staticmethod
    def sign(figures: Sequence[Submitted], member: Any) -> str:
        """What the preview's form carries."""
        plain = [[figure.record, figure.how_sure, figure.note] for figure in figures]
        return signing.dumps(plain, salt=_salt(member), compress=True)

    def submitted(self, member: Any) -> list[Submitted] | None:
        """The figures; None where the member was never shown them, or too long ago."""
        try:
            plain = signing.loads(
                self.data.get("figures", ""), salt=_salt(member), max_age=PREVIEW_LASTS
            )
        except signing.BadSignature:
            return None
        return [Submitted(*figure) for figure in plain]


def _salt(member: Any) -> str:
    return f"collection.catalogue.entering.{member.pk}"


class ReportForm(forms.Form):
    """“My figure says otherwise”: one value of one figure."""

    said = forms.CharField(label=gettext_lazy("My figure says"), max_length=80, required=False)
    nothing = forms.BooleanField(
        label=gettext_lazy("My figure shows nothing there"), required=False
    )

    def __init__(
        self, *args: Any, record: Record, factions: Sequence[Faction], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.values = reportable(record, factions)
        grouped: dict[str, list[tuple[str, str]]] = {}
        for key, value in self.values.items():
            shown = f"{value.name}: {value.here or '–'}"
            grouped.setdefault(value.group, []).append((key, shown))
        self.fields["value"] = forms.ChoiceField(
            label=_("Value, and what it says here"),
            choices=[("", _("Choose a value")), *grouped.items()],
        )
        self.fields["how_sure"] = how_sure_field()
        self.fields["note"] = note_field(_("Note"), required=False)
        self.order_fields(["value", "said", "nothing", "how_sure", "note"])

    def clean(self) -> dict[str, Any]:
        fields = super().clean() or {}
        value = self.values.get(fields.get("value", ""))
        if value is None:
            return fields
        if fields.get("nothing"):
            fields["said"] = ""
        elif not fields.get("said"):
            self.add_error("said", _("Type what your figure says, or tick that it shows nothing."))
            return fields
        try:
            new = read_said(value.column, fields["said"])
        except BadCell as bad:
            self.add_error("said", str(bad))
            return fields
        if in_words(value.column, new) == value.here:
            self.add_error("said", _("This is what the catalogue says already."))
        return fields

    def reported(self) -> dict[str, Any]:
        """The value as a report keeps it; only for a valid form."""
        value = self.values[self.cleaned_data["value"]]
        return {
            "value": value.key,
            "line": value.line,
            "said_here": value.here[:200],
            "said_there": self.cleaned_data["said"],
        }


class Reportable:
    """One value of a figure that can be reported: its column, its line and what it says here."""

    def __init__(self, sheet: Sheet, column: Column, line: int | None, here: str) -> None:
        self.column = column
        self.line = line
        self.here = here
        self.key = f"{sheet.key}.{column.key}"
        self.name = value_name(sheet, column, line or 0)
        self.group = sheet.title if line is not None else _("On the base")


def reportable(record: Record, factions: Sequence[Faction]) -> dict[str, Reportable]:
    """Every value of a figure by a key of its own; of one without dial only its names."""
    draft = from_record(record)
    complete = record["status"] == "complete"
    found = {}
    for sheet in sheets(factions):
        if sheet.key not in (draft.sheet, "clicks", "heat"):
            continue
        on_lines = sheet.key != draft.sheet
        for line, cells in enumerate(draft.lines(sheet.key)):
            for column in sheet.columns:
                if column.key in NOT_REPORTED or not (complete or column.key in ON_LISTED):
                    continue
                here = in_words(column, cells.get(column.key))
                value = Reportable(sheet, column, line if on_lines else None, here)
                found[f"{value.key}.{line}"] = value
    return found


def read_said(column: Column, said: str) -> Any:
    """What somebody typed for a value, as its column keeps it; raises BadCell."""
    return read_cell(column, said, choices_of(column)) if said else None


class AcceptReportForm(forms.Form):
    """The value an editor confirms."""

    said = forms.CharField(label=gettext_lazy("New value"), max_length=80, required=False)

    def __init__(self, *args: Any, column: Column, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.column = column

    def clean_said(self) -> Any:
        try:
            return read_said(self.column, self.cleaned_data["said"])
        except BadCell as bad:
            raise forms.ValidationError(str(bad)) from bad


class DeclineForm(forms.Form):
    """Why a proposal is turned down."""

    reason = note_field(gettext_lazy("Reason, shown to whoever proposed it"))
