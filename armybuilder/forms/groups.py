"""Starting a battle group: empty, or from a file."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from armybuilder.adapters.groups import (
    LONGEST_DOCUMENT,
    Document,
    Unfit,
    new_document,
    parse_document,
)
from armybuilder.forms.fields import (
    LARGEST_BUILD_TOTAL,
    BuildTotalField,
    NameField,
    event_choices,
)
from armybuilder.models import EventFormat

STANDARD_BUILD_TOTAL = 450


class NewGroupForm(forms.Form):
    """A new, empty group."""

    name = NameField()
    build_total = BuildTotalField(
        initial=STANDARD_BUILD_TOTAL,
        help_text=_("300, 450 or 600 as a rule; any multiple of 150 will do."),
    )
    event = forms.ChoiceField(label=_("Event format"), choices=event_choices, required=False)

    def __init__(self, *args: Any, formats: Sequence[EventFormat] = (), **kwargs: Any) -> None:
        """`formats` are those to choose from beside the ones everybody knows."""
        super().__init__(*args, **kwargs)
        self._written = {written.public_id: written for written in formats}
        self.fields["event"].choices = [  # type: ignore[attr-defined]
            *event_choices(),
            *((key, written.title) for key, written in self._written.items()),
        ]

    def document(self) -> Document:
        """The group as it was described; only for a valid form."""
        fields = self.cleaned_data
        written = self._written.get(fields["event"])
        return new_document(**fields | {"event": written.event if written else fields["event"]})


class ImportForm(forms.Form):
    """A group somebody saved elsewhere: a file, or its text."""

    file = forms.FileField(label=_("File"), required=False, help_text=_("A battle-group/1 file."))
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code"}),
    )

    def clean_file(self) -> UploadedFile | None:
        file: UploadedFile | None = self.cleaned_data["file"]
        if file and file.size is not None and file.size > LONGEST_DOCUMENT:
            raise forms.ValidationError(
                _("The file has %(size)s bytes; a battle group has at most %(most)s."),
                params={"size": file.size, "most": LONGEST_DOCUMENT},
            )
        return file

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        if self.errors:
            return fields
        field, text = self._what_came(fields)
        if field:
            try:
                fields["document"] = parse_document(text)
            except Unfit as error:
                self._keep(text)
                whole = error.path == "$"
                self.add_error("text", error.message if whole else f"{error.path}: {error.message}")
        return fields

    def document(self) -> Document:
        """The group that was read; only for a valid form."""
        document: Document = self.cleaned_data["document"]
        return document

    def _what_came(self, fields: dict[str, Any]) -> tuple[str, str]:
        """The field that was filled in and the text in it."""
        if fields["file"]:
            try:
                return "file", fields["file"].read().decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", _("This is no text file."))
                return "", ""
        if fields["text"].strip():
            return "text", fields["text"]
        self.add_error("text", _("Choose a file or paste its text."))
        return "", ""

    def _keep(self, text: str) -> None:
        """Show what came in the box, so that it can be mended there."""
        self.data = {**self.data, "text": text}


class PublicSearchForm(forms.Form):
    """What a public group should hold."""

    q = forms.CharField(label=_("Name, figure, card or faction"), max_length=100, required=False)
    total = forms.IntegerField(
        label=_("Build total"),
        required=False,
        max_value=LARGEST_BUILD_TOTAL,
        widget=forms.NumberInput(attrs={"step": 150, "min": 150, "list": "build-totals"}),
    )
    legal = forms.BooleanField(label=_("only legal ones"), required=False)
