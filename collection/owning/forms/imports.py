"""What the pages of imports and of the keypad are sent."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from collection.catalogue import game
from collection.catalogue.finding.known import finder
from collection.catalogue.finding.typed import LONGEST_TYPED
from collection.common.names import NameField
from collection.common.tabular.limits import RefusedFile
from collection.owning.forms.copies import LineField
from collection.owning.importing.reading import LIMITS, Source, source_of_file, source_of_text
from collection.owning.models import Mode


class ImportForm(forms.Form):
    """A table, as a file or as text; once valid, `source` is what was read of it."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=format_lazy(
            _("A workbook (.xlsx), CSV or plain text, of at most {most} MB."),
            most=LIMITS.file_size // 1_000_000,
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
    )
    text = forms.CharField(
        label=_("Or paste it here"),
        required=False,
        max_length=LIMITS.file_size,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 8, "spellcheck": "false", "placeholder": "AOD-102;2\n3x AOD-033"}
        ),
    )
    mode = forms.ChoiceField(
        label=_("How the amounts are meant"),
        choices=Mode.choices,
        initial=Mode.SET,
        widget=forms.RadioSelect,
    )
    source: Source

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        known = finder(game.SYSTEM)
        try:
            if file := said.get("file"):
                self.source = source_of_file(file.name, file.read(), known)
            elif (said.get("text") or "").strip():
                self.source = source_of_text(said["text"], known)
            else:
                raise ValidationError(_("Choose a file or paste some text."))
        except RefusedFile as refused:
            raise ValidationError(str(refused)) from refused
        return said


class ProductForm(forms.Form):
    """A product somebody writes down."""

    name = NameField(label=_("Name"), max_length=60)
    content = LineField(
        label=_("Content"),
        max_length=LONGEST_TYPED,
        required=True,
        help_text=_("As you would type it: AOD 125-134, 2xAOD-G-001"),
    )
