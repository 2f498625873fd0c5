"""Starting a game: who plays which seat."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.skirmishes.present.words import COMMANDERS, SEATS
from collection.common.form_choices import choice_field
from collection.common.names import NameField


class SeatForm(forms.Form):
    """One seat: what its player is called, and who commands for them."""

    name = NameField(label=_("Name of the player"), max_length=20, required=False)
    commander = forms.ChoiceField(label=_("Commanded by"), required=False)

    def __init__(self, seat: str, commanders: Sequence[str], data: Any) -> None:
        super().__init__(data, prefix=f"seat-{seat}")
        self.seat = seat
        self.title = SEATS.get(seat, seat)
        known = [(name, COMMANDERS.get(name, name)) for name in ("", *commanders)]
        choice_field(self, "commander").choices = known

    @property
    def who(self) -> dict[str, str]:
        """Who plays the seat."""
        return {name: self.cleaned_data[name] for name in ("name", "commander")}
