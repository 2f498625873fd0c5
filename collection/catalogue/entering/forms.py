"""What people type and send about the catalogue, checked before anything is done with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.catalogue.entering.columns import Column
from collection.catalogue.entering.differences import in_words
from collection.catalogue.entering.reportable import Reportable, read_said
from collection.catalogue.entering.services import Submitted
from collection.catalogue.entering.uploads import TEMPLATE_LIMITS
from collection.catalogue.models import LONGEST_NOTE, ExpansionSet, HowSure
from collection.catalogue.present import catalogue_words
from collection.common.form_choices import choice_field
from collection.common.tabular.cells import BadCell
from collection.common.tabular.limits import RefusedFile
from collection.common.tabular.workbooks import Rows, read_workbook

PREVIEW_LASTS = 24 * 60 * 60


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
        # The other form of its page asks for a set, too.
        super().__init__(*args, **kwargs | {"auto_id": "upload_%s"})
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
    """“My figure says otherwise”: what one value of a figure says, and where it was read.

    Bound or not, `chosen` is the value it is about, None while none is chosen.
    """

    value = forms.ChoiceField(widget=forms.HiddenInput)
    said = forms.CharField(label=gettext_lazy("My figure says"), max_length=80, required=False)
    nothing = forms.BooleanField(
        label=gettext_lazy("My figure shows nothing there"), required=False
    )

    def __init__(self, *args: Any, values: Mapping[str, Reportable], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.values = values
        choice_field(self, "value").choices = [(key, value.name) for key, value in values.items()]
        self.chosen = values.get(self["value"].value() or "")
        if self.chosen:
            self.fields["said"].widget = _asking(self.chosen.column)
        self.fields["how_sure"] = how_sure_field()
        self.fields["note"] = note_field(_("Note"), required=False)

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


def _asking(column: Column) -> forms.Widget:
    """What a value is typed into: a list of its words, a number, or a line."""
    if column.choices is not None:
        named = [(name, name) for name in dict.fromkeys(column.choices.values())]
        return forms.Select(choices=[("", "–"), *named])
    if column.whole is not None:
        least, most = column.whole
        return forms.NumberInput(attrs={"min": least, "max": most, "autocomplete": "off"})
    return forms.TextInput(attrs={"autocomplete": "off"})


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
