"""One change of an army of any game, as its page posts it (`forms.edits`)."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.edits import ChangesForm, EditForm, copies_field
from armybuilder.groups.forms.fields import NameField
from armybuilder.groups.present.armies import (
    Setting,
    added,
    recounted,
    removed,
    settings_of,
    with_settings,
)
from armybuilder.groups.present.groups import Document

LONGEST_ID = 200
LONGEST_VALUE = 200


class AddForm(EditForm):
    """What is offered by an id joins the army, or the entry at a place."""

    place: ClassVar[str] = "add"

    id = forms.CharField(max_length=LONGEST_ID)
    to = forms.CharField(max_length=LONGEST_ID, required=False)

    def apply(self, document: Document) -> Document:
        return added(document, self.cleaned_data["id"], self.cleaned_data["to"])


class CountForm(EditForm):
    """Another number of copies."""

    where = forms.CharField(max_length=LONGEST_ID)
    count = copies_field()

    def apply(self, document: Document) -> Document:
        return recounted(document, self.cleaned_data["where"], self.cleaned_data["count"])


class RemoveForm(EditForm):
    """An entry goes."""

    where = forms.CharField(max_length=LONGEST_ID)

    def apply(self, document: Document) -> Document:
        return removed(document, self.cleaned_data["where"])


class SettingsForm(EditForm):
    """The name of an army, and what its game lets be chosen for the whole of it."""

    place: ClassVar[str] = "settings"

    name = NameField()

    def __init__(self, *args: Any, document: Document, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = settings_of(document)
        for setting in self._settings:
            self.fields[f"set-{setting.name}"] = _field(setting)

    @classmethod
    def posted(cls, data: Any, document: Document) -> "SettingsForm":
        """The form as it was sent for an army."""
        return cls(data, document=document)

    @classmethod
    def showing(cls, document: Document) -> "SettingsForm":
        """The form as an army is."""
        return cls(initial={"name": document["name"]}, document=document)

    def apply(self, document: Document) -> Document:
        chosen = {
            setting.name: str(self.cleaned_data[f"set-{setting.name}"] or "")
            for setting in self._settings
        }
        return with_settings(document | {"name": self.cleaned_data["name"]}, chosen)


def _field(setting: Setting) -> forms.Field:
    told: dict[str, Any] = {
        "label": setting.title,
        "initial": setting.value,
        "required": False,
    }
    if setting.kind == "choice":
        return forms.ChoiceField(choices=[("", _("not chosen")), *setting.options], **told)
    if setting.kind == "number":
        return forms.IntegerField(min_value=0, max_value=10**6, **told)
    return forms.CharField(max_length=LONGEST_VALUE, **told)


ARMY_EDITS: dict[str, type[EditForm]] = {
    "add": AddForm,
    "count": CountForm,
    "remove": RemoveForm,
    "change": ChangesForm,
    "settings": SettingsForm,
}
