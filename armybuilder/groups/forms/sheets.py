"""What a person chooses about a sheet before taking or printing it; all of it in the address."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.groups.certificates.writing import LONGEST_TEXT
from armybuilder.groups.exports import FORMS, Form, is_blank
from armybuilder.groups.exports.options import PAPERS, PLAIN, SEPARATORS, Options
from armybuilder.groups.models import BattleGroup
from collection.common.form_choices import choice_field

#: Certificates on the table of one batch.
MOST_SCANNED = 200
MARKS = {"yes": _("Excel (with a byte order mark)"), "no": _("other programs")}


def _text(label: Any, longest: int) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(label=label, required=False, max_length=longest, widget=widget)


def _signed() -> forms.BooleanField:
    return forms.BooleanField(
        label=_("With the certificate of this site in the QR code"), required=False
    )


class _Chosen(forms.Form):
    """Options as a form; the fields are named as those of `Options`."""

    @property
    def options(self) -> Options:
        """What was chosen; anything that cannot be is as it is by default."""
        self.is_valid()
        known = Options.__dataclass_fields__
        chosen = {name: value for name, value in self.cleaned_data.items() if name in known}
        if "mark" in chosen:
            chosen["mark"] = chosen["mark"] == "yes"
        return Options(**chosen)


class SheetForm(_Chosen):
    """The options one kind of file heeds; what the address leaves out is as it is by default."""

    paper = forms.ChoiceField(label=pgettext_lazy("army sheet", "Paper"), choices=[*PAPERS.items()])
    player = _text(pgettext_lazy("army sheet", "Player"), 80)
    event = _text(pgettext_lazy("army sheet", "Event"), 80)
    date = _text(pgettext_lazy("army sheet", "Date"), 30)
    table = _text(pgettext_lazy("army sheet", "Table"), 20)
    effects = forms.BooleanField(label=_("With what the cards do"), required=False)
    base_values = forms.BooleanField(label=_("With the printed values"), required=False)
    dials = forms.BooleanField(label=_("With the values of every click"), required=False)
    signed = _signed()
    separator = forms.ChoiceField(
        label=_("Between cells"),
        choices=[(key, title) for key, (_sign, title) in SEPARATORS.items()],
    )
    mark = forms.ChoiceField(label=_("The file is for"), choices=[*MARKS.items()])

    def __init__(self, asked: QueryDict, form: Form, *, player: str = "", event: str = "") -> None:
        usual = {"paper": PLAIN.paper, "separator": PLAIN.separator, "mark": "yes"}
        usual |= {"player": player, "event": event}
        super().__init__(usual | asked.dict())
        for name in set(self.fields) - set(form.heeds):
            del self.fields[name]


class PrintForm(_Chosen):
    """Which groups go on one print, and how."""

    groups = forms.MultipleChoiceField(
        label=_("Battle groups"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one battle group.")},
    )
    form = forms.ChoiceField(
        label=pgettext_lazy("army sheet", "Print"),
        choices=[(name, form.title) for name, form in FORMS.items() if form.printed],
    )
    paper = forms.ChoiceField(label=pgettext_lazy("army sheet", "Paper"), choices=[*PAPERS.items()])
    event = _text(pgettext_lazy("army sheet", "Event"), 80)
    date = _text(pgettext_lazy("army sheet", "Date"), 30)
    signed = _signed()

    def __init__(self, asked: QueryDict | None, groups: Sequence[BattleGroup]) -> None:
        super().__init__(asked)
        self._documents = {group.public_id: group.document for group in groups}
        named = [(group.public_id, group.name or _("Without a name")) for group in groups]
        choice_field(self, "groups").choices = named

    def clean(self) -> dict[str, Any]:
        """What was chosen, where anything of it would stand on the paper."""
        chosen = super().clean() or {}
        groups, form = chosen.get("groups"), chosen.get("form")
        if groups and form and all(is_blank(self._documents[each], form) for each in groups):
            self.add_error("form", _("There is nothing to print: the groups have no figures."))
        return chosen


class ScannedForm(forms.Form):
    """Certificates scanned one after another: the new ones, and those before them, a line each."""

    scanned = forms.CharField(
        label=_("Certificate, or the address in its code"),
        required=False,
        max_length=MOST_SCANNED * LONGEST_TEXT,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autofocus": True, "spellcheck": "false"}
        ),
    )
    kept = forms.CharField(
        required=False, max_length=MOST_SCANNED * LONGEST_TEXT, widget=forms.HiddenInput()
    )

    @property
    def texts(self) -> list[str]:
        """What was scanned, the latest first, each once; the earliest beyond the most are left
        out."""
        self.is_valid()
        told = [self.cleaned_data.get(name, "").split() for name in ("scanned", "kept")]
        return list(dict.fromkeys((*reversed(told[0]), *told[1])))[:MOST_SCANNED]
