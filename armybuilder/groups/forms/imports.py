"""A list from elsewhere: what came, and what a person decides on its preview."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.fields import NameField
from armybuilder.groups.importing.sources import LIMITS, text_of
from armybuilder.groups.importing.values import ReadLine
from armybuilder.groups.present.groups import LARGEST_BUILD_TOTAL, LONGEST_DOCUMENT
from collection.common.tabular.limits import RefusedFile

ACCEPTED = ".txt,.md,.csv,.tsv,.json,.xlsx,.pdf"


class ImportForm(forms.Form):
    """A file, or the text of one."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        help_text=_("Text, Markdown, CSV, .xlsx, JSON, or a PDF this site made; at most 2 MB."),
        widget=forms.FileInput(attrs={"accept": ACCEPTED}),
    )
    text = forms.CharField(
        label=_("or its text"),
        required=False,
        strip=False,
        help_text=_("A list as you would type it, one figure or card a line."),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "code"}),
    )

    def clean_file(self) -> str:
        """The text of the file."""
        file: UploadedFile | None = self.cleaned_data["file"]
        if not file:
            return ""
        try:
            return text_of(file.read(LIMITS.file_size + 1))
        except RefusedFile as refused:
            raise forms.ValidationError(str(refused)) from refused

    def clean(self) -> dict[str, Any]:
        fields: dict[str, Any] = super().clean() or {}
        if self.errors:
            return fields
        text = fields["file"] or fields["text"]
        if not text.strip():
            self.add_error("text", _("Choose a file or paste its text."))
        elif len(text) > LONGEST_DOCUMENT:
            self.complain(
                text[:LONGEST_DOCUMENT],
                _("This is too long for a battle group: it has more than %(most)s characters.")
                % {"most": LONGEST_DOCUMENT},
            )
        fields["read"] = text
        return fields

    def complain(self, text: str, message: Any) -> None:
        """Show what came in the box with what is wrong about it, so that it can be mended there."""
        self.data = {**self.data, "text": text}
        self.add_error("text", message)


class HeadForm(forms.Form):
    """The head of the group to be: what a list may leave out."""

    name = NameField(required=False)
    build_total = forms.IntegerField(
        label=_("Build total"),
        required=False,
        min_value=-LARGEST_BUILD_TOTAL,
        max_value=LARGEST_BUILD_TOTAL,
        help_text=_("300, 450 or 600 as a rule; any multiple of 150 will do."),
    )


def picks_of(lines: Iterable[ReadLine], sent: Mapping[str, str]) -> dict[tuple[int, int], str]:
    """What was chosen for each item among what was offered; nothing is "" and leaves it out."""
    picks = {}
    for line in lines:
        for place, item in enumerate(line.items):
            chosen = sent.get(f"pick-{line.number}-{place}")
            offered = {"", item.meant.id, *(piece.id for piece in item.meant.near)}
            if chosen is not None and chosen in offered:
                picks[line.number, place] = chosen
    return picks
