"""Starting a skirmish: who plays what against whom."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.adapters.skirmishes.starting import pieces_of_terrain
from armybuilder.adapters.skirmishes.words import COMMANDERS
from armybuilder.sample_groups import TOTALS, sample_groups

OPPONENTS = (("random", _("a bot")), ("", _("a person at this screen")))


class QuickForm(forms.Form):
    """Two sample groups of equal points, terrain by lot."""

    total = forms.TypedChoiceField(
        label=_("Points"), choices=[(total, str(total)) for total in TOTALS], coerce=int
    )
    against = forms.ChoiceField(
        label=_("Against"), choices=OPPONENTS, required=False, initial="random"
    )


class SkirmishForm(forms.Form):
    """Two groups of one's own or samples, and what is agreed."""

    red = forms.ChoiceField(label=_("Red plays"))
    red_name = forms.CharField(label=_("Name of the player"), max_length=20, required=False)
    red_commander = forms.ChoiceField(label=_("Commanded by"), required=False)
    blue = forms.ChoiceField(label=_("Blue plays"))
    blue_name = forms.CharField(label=_("Name of the player"), max_length=20, required=False)
    blue_commander = forms.ChoiceField(label=_("Commanded by"), required=False)
    total = forms.IntegerField(label=_("Build total"), min_value=150, max_value=3000, step_size=150)
    terrain = forms.MultipleChoiceField(
        label=_("Terrain"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Up to six pieces; none chosen means four by lot."),
    )
    turn_limit = forms.IntegerField(
        label=_("Last turn"), min_value=2, max_value=200, required=False
    )
    open_dials = forms.BooleanField(label=_("Dials open to both sides"), required=False)
    agreed = forms.BooleanField(
        label=_("Both sides agree to play although a group is not legal"), required=False
    )

    def __init__(self, *args: Any, groups: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        samples = [(f"sample:{sample.key}", sample.title) for sample in sample_groups()]
        choices = [(_("My battle groups"), groups), (_("Samples"), samples)]
        for seat in ("red", "blue"):
            self.fields[seat].choices = choices  # type: ignore[attr-defined]
            self.fields[f"{seat}_commander"].choices = list(COMMANDERS.items())  # type: ignore[attr-defined]
        self.fields["terrain"].choices = pieces_of_terrain()  # type: ignore[attr-defined]

    def clean_terrain(self) -> list[str]:
        chosen: list[str] = self.cleaned_data["terrain"]
        if len(chosen) > 6:
            raise forms.ValidationError(_("Two players bring at most six pieces."))
        return chosen
