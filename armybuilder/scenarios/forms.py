"""Scenarios from files."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from armybuilder.scenarios.present.documents import LONGEST_DOCUMENT

#: Bytes of a character in UTF-8.
WIDEST = 4


class ImportForm(forms.Form):
    """A scenario/1 file, or its text."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("A scenario/1 file of any of these games, as JSON."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code"}),
    )

    def clean_file(self) -> str:
        """The text of the file."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if not file:
            return ""
        try:
            return file.read(WIDEST * LONGEST_DOCUMENT + 1).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("This is not text in UTF-8.")) from error

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        if self.errors:
            return fields
        fields["read"] = fields["file"] or fields["text"]
        if not fields["read"].strip():
            self.add_error("text", _("Choose a file or paste its text."))
        return fields
