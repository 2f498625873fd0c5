"""Beginning an army of any game, and one change of it as its page posts it (`forms.edits`)."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.edits import ChangesForm, EditForm, copies_field
from armybuilder.groups.forms.fields import NameField
from armybuilder.groups.present.armies import (
    Setting,
    added,
    chosen,
    new_document,
    recounted,
    removed,
    renewed,
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
        return added(document, self.cleaned_data["id"], self.cleaned_data["to"], self.shelf)


class RenewForm(EditForm):
    """A unit of one's own is brought up to date."""

    place: ClassVar[str] = "outdated"

    id = forms.CharField(max_length=LONGEST_ID)

    def apply(self, document: Document) -> Document:
        return renewed(document, self.cleaned_data["id"], self.shelf)


class CountForm(EditForm):
    """Another number of copies."""

    where = forms.CharField(max_length=LONGEST_ID)
    count = copies_field()

    def apply(self, document: Document) -> Document:
        return recounted(document, self.cleaned_data["where"], self.cleaned_data["count"])


class ChooseForm(EditForm):
    """Something is chosen for what stands at a place."""

    where = forms.CharField(max_length=LONGEST_ID)
    setting = forms.CharField(max_length=LONGEST_ID)
    value = forms.CharField(max_length=LONGEST_VALUE, required=False)

    def apply(self, document: Document) -> Document:
        said = self.cleaned_data
        return chosen(document, said["setting"], said["value"], said["where"])


class RemoveForm(EditForm):
    """An entry goes."""

    where = forms.CharField(max_length=LONGEST_ID)

    def apply(self, document: Document) -> Document:
        return removed(document, self.cleaned_data["where"])


class _Settings(forms.Form):
    """The name of an army, and what its game lets be chosen for the whole of it."""

    name = NameField()

    def __init__(self, *args: Any, document: Document, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._settings = settings_of(document)
        for setting in self._settings:
            self.fields[f"set-{setting.name}"] = setting_field(setting)

    @property
    def usual_numbers(self) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
        """The usual values of each number that has some, by the name of the setting."""
        return [(s.name, s.options) for s in self._settings if s.kind == "number" and s.options]

    @property
    def usual(self) -> list[forms.BoundField]:
        """The fields everybody needs."""
        rare = {f"set-{setting.name}" for setting in self._settings if setting.rare}
        return [field for field in self.visible_fields() if field.name not in rare]

    @property
    def rare(self) -> list[forms.BoundField]:
        """The fields few need."""
        return [self[f"set-{setting.name}"] for setting in self._settings if setting.rare]

    def chosen(self, document: Document) -> Document:
        """The document with what was typed; only for a valid form."""
        values = {
            setting.name: str(self.cleaned_data[f"set-{setting.name}"] or "")
            for setting in self._settings
        }
        return with_settings(document | {"name": self.cleaned_data["name"]}, values)


class NewArmyForm(_Settings):
    """A new army: its name, and what its game lets be chosen from the first."""

    def __init__(self, system: str, data: Any = None) -> None:
        self._begun = new_document(system, "")
        super().__init__(data, document=self._begun)

    def document(self) -> Document:
        """The army as it was described; only for a valid form."""
        return self.chosen(self._begun)


class SettingsForm(_Settings, EditForm):
    """The same of an army that is there."""

    place: ClassVar[str] = "settings"

    @classmethod
    def posted(cls, data: Any, document: Document) -> "SettingsForm":
        """The form as it was sent for an army."""
        return cls(data, document=document)

    @classmethod
    def showing(cls, document: Document) -> "SettingsForm":
        """The form as an army is."""
        return cls(initial={"name": document["name"]}, document=document)

    def apply(self, document: Document) -> Document:
        return self.chosen(document)


def setting_field(setting: Setting) -> forms.Field:
    """The field of a choice."""
    told: dict[str, Any] = {
        "label": setting.title,
        "initial": setting.value,
        "required": False,
        "help_text": setting.note,
    }
    if setting.kind == "choice":
        return forms.ChoiceField(choices=[("", _("not chosen")), *setting.options], **told)
    if setting.kind == "number":
        listed = {"list": f"usual-{setting.name}"} if setting.options else {}
        widget = forms.NumberInput(attrs=listed)
        return forms.IntegerField(min_value=0, max_value=10**6, widget=widget, **told)
    return forms.CharField(max_length=LONGEST_VALUE, **told)


ARMY_EDITS: dict[str, type[EditForm]] = {
    "add": AddForm,
    "count": CountForm,
    "choose": ChooseForm,
    "remove": RemoveForm,
    "change": ChangesForm,
    "settings": SettingsForm,
    "renew": RenewForm,
}
