"""A new battle: who fights whom, for what, and where."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.skirmishes.present.words import COMMANDERS
from armybuilder.systems.khans_and_generals.present.words import (
    BATTLES,
    COUNTRIES,
    GROUNDS,
    PERIODS,
    SEASONS,
    SIDES,
    SIZES,
    TIMES,
    WEATHERS,
)
from collection.common.form_choices import choice_field
from collection.common.language import Words

LARGEST_LOT = 2**31 - 1
#: The army that nobody has built.
DEALT = ""
ROLLED: tuple[str, Words] = ("", _("roll for me"))
#: What is offered before anything is chosen.
USUAL: Mapping[str, Any] = {
    "army": DEALT,
    "theirs": DEALT,
    "period": "modern",
    "size": "small",
    "battle": "attack",
    "side": "red",
    "time": "day",
    "weather": "sunny",
    "ground": "dry",
    "season": "summer",
    "country": "temperate",
    "relief": "",
}


class BattleForm(forms.Form):
    """Everything a battle is begun with; what is left empty is rolled."""

    army = forms.ChoiceField(label=_("My army"), required=False)
    against = forms.ChoiceField(label=_("Against"), required=False)
    theirs = forms.ChoiceField(label=_("Their army"), required=False)
    period = forms.ChoiceField(label=_("Period"), choices=list(PERIODS.items()))
    size = forms.ChoiceField(label=_("Size"), choices=list(SIZES.items()), widget=forms.RadioSelect)
    battle = forms.ChoiceField(
        label=_("Battle"), choices=[*BATTLES.items(), ROLLED], required=False
    )
    side = forms.ChoiceField(
        label=_("Who attacks"),
        choices=list(SIDES.items()),
        required=False,
        widget=forms.RadioSelect,
    )
    time = forms.ChoiceField(
        label=_("Time of day"),
        choices=[*TIMES.items(), ROLLED],
        required=False,
        widget=forms.RadioSelect,
    )
    weather = forms.ChoiceField(label=_("Weather"), required=False, widget=forms.RadioSelect)
    ground = forms.ChoiceField(label=_("Ground"), required=False, widget=forms.RadioSelect)
    dynamic_time = forms.BooleanField(label=_("Time goes on"), required=False)
    dynamic_weather = forms.BooleanField(label=_("Weather changes"), required=False)
    season = forms.ChoiceField(label=_("Season"), choices=list(SEASONS.items()))
    country = forms.ChoiceField(
        label=pgettext_lazy("where a battle is", "Country"), choices=list(COUNTRIES.items())
    )
    relief = forms.ChoiceField(label=_("Table"), required=False)
    reserve = forms.ChoiceField(label=_("In reserve"), required=False)
    trap = forms.ChoiceField(label=_("In ambush"), required=False)
    agreed = forms.BooleanField(
        label=_("Both sides agree to play although an army does not fit"), required=False
    )
    lot = forms.IntegerField(min_value=0, max_value=LARGEST_LOT, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        *,
        armies: Sequence[tuple[str, str]],
        commanders: Sequence[str],
        tables: Sequence[tuple[str, str]],
        weathers: Sequence[str],
        grounds: Sequence[str],
        formations: Sequence[tuple[str, str]],
        companies: Sequence[tuple[str, str]],
    ) -> None:
        super().__init__(data, auto_id="kg-%s")
        dealt = (DEALT, _("dealt by lot from the samples"))
        nobody = ("", _("nobody"))
        choices: Mapping[str, Sequence[tuple[str, Words]]] = {
            "army": [dealt, *armies],
            "theirs": [dealt, *armies],
            "against": [
                *((name, COMMANDERS.get(name, name)) for name in reversed(commanders)),
                ("", COMMANDERS[""]),
            ],
            "relief": [("", _("dealt by lot")), *tables],
            "weather": [*((n, w) for n, w in WEATHERS.items() if n in weathers), ROLLED],
            "ground": [*((n, w) for n, w in GROUNDS.items() if n in grounds), ROLLED],
            "reserve": [nobody, *formations],
            "trap": [nobody, *companies],
        }
        for name, offered in choices.items():
            choice_field(self, name).choices = offered
