"""Starting a battle group, and looking for public ones."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.groups.forms.edits import with_pieces
from armybuilder.groups.forms.fields import BuildTotalField, NameField, event_choices
from armybuilder.groups.models import EventFormat
from armybuilder.groups.present.armies import buildable
from armybuilder.groups.present.groups import LARGEST_BUILD_TOTAL, Document, new_document
from armybuilder.groups.present.lineups import faction_choices
from armybuilder.groups.present.numbers import Typed, find_id
from collection.catalogue.game import catalogue
from collection.common.form_choices import choice_field

STANDARD_BUILD_TOTAL = 450


class NewGroupForm(forms.Form):
    """A new group: empty, or with the figure somebody was looking at."""

    name = NameField()
    build_total = BuildTotalField(
        initial=STANDARD_BUILD_TOTAL,
        help_text=_("300, 450 or 600 as a rule; any multiple of 150 will do."),
    )
    event = forms.ChoiceField(label=_("Event format"), choices=event_choices, required=False)
    add = forms.CharField(max_length=40, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, formats: Sequence[EventFormat] = (), **kwargs: Any) -> None:
        """`formats` are those to choose from beside the ones everybody knows."""
        super().__init__(*args, **kwargs)
        self._written = {written.public_id: written for written in formats}
        choice_field(self, "event").choices = [
            *event_choices(),
            *((key, written.title) for key, written in self._written.items()),
        ]

    def document(self) -> Document:
        """The group as it was described; only for a valid form."""
        fields = self.cleaned_data
        written = self._written.get(fields["event"])
        empty = new_document(
            name=fields["name"],
            build_total=fields["build_total"],
            event=written.event if written else fields["event"],
        )
        return with_pieces(empty, fields["add"])

    def clean_add(self) -> list[Typed]:
        """The figure the group begins with, if the catalogue has it."""
        wanted = self.cleaned_data["add"]
        found = find_id(wanted, catalogue())
        return [Typed(wanted, 1, *found)] if found else []


def _games() -> list[tuple[str, Any]]:
    """The games whose groups may be shown, any of them first."""
    return [("", _("any game")), *buildable().items()]


class PublicSearchForm(forms.Form):
    """What a public group should hold."""

    system = forms.ChoiceField(label=_("Game"), choices=_games, required=False)
    q = forms.CharField(label=_("Name, figure, card or faction"), max_length=100, required=False)
    faction = forms.ChoiceField(label=_("Faction"), choices=faction_choices, required=False)
    total = forms.IntegerField(
        label=_("Build total"),
        required=False,
        max_value=LARGEST_BUILD_TOTAL,
        widget=forms.NumberInput(attrs={"step": 150, "min": 150, "list": "build-totals"}),
    )
    legal = forms.BooleanField(label=_("only legal ones"), required=False)
