"""Starting a game: who plays which seat. Notes beside one, and games from files."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from armybuilder.skirmishes.chances import GAMES
from armybuilder.skirmishes.models import LONGEST_NOTE
from armybuilder.skirmishes.present.words import COMMANDERS, SEATS
from collection.common.form_choices import choice_field
from collection.common.names import NameField


class SeatForm(forms.Form):
    """One seat: what its player is called, and who commands for them."""

    name = NameField(label=_("Name of the player"), max_length=20, required=False)
    commander = forms.ChoiceField(label=_("Commanded by"), required=False)

    def __init__(
        self,
        seat: str,
        commanders: Sequence[str],
        data: Any,
        who: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(data, prefix=f"seat-{seat}", initial=dict(who or {}))
        self.seat = seat
        self.title = SEATS.get(seat, seat)
        known = [(name, COMMANDERS.get(name, name)) for name in ("", *commanders)]
        choice_field(self, "commander").choices = known

    @property
    def who(self) -> dict[str, str]:
        """Who plays the seat."""
        return {name: self.cleaned_data[name] for name in ("name", "commander")}


class NoteForm(forms.Form):
    """What somebody says of a game after a step."""

    text = forms.CharField(
        label=_("Note beside this step"),
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 2}),
    )


class ChancesForm(forms.Form):
    """By whom a position is played on, and how often."""

    commander = forms.ChoiceField(label=_("Played on by"))
    games = forms.TypedChoiceField(label=_("How often"), coerce=int, initial=GAMES[-1])

    def __init__(self, commanders: Sequence[str], data: Any) -> None:
        super().__init__(data, prefix="chances")
        known = [(name, COMMANDERS.get(name, name)) for name in commanders]
        choice_field(self, "commander").choices = known
        self.initial["commander"] = "greedy" if "greedy" in commanders else commanders[0]
        choice_field(self, "games").choices = [
            (games, ngettext("%(games)s time", "%(games)s times", games) % {"games": games})
            for games in GAMES
        ]


class GameFileForm(forms.Form):
    """A game/1 file."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A game/1 file of any of these games, as pages here and elsewhere write it."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    title = NameField(label=_("Title"), max_length=120, required=False)
