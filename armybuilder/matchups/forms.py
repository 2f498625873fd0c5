"""Two groups, their commanders, and how many games."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from armybuilder.matchups.choosing import Offers
from armybuilder.skirmishes.present.words import LEVELS
from collection.common.form_choices import choice_field
from collection.common.language import Words

LONGEST_PASTED = 4000
LARGEST_SEED = 2**31 - 1
GAMES = (20, 100, 200)
USUAL_GAMES, USUAL_COMMANDER = 100, "drilled"


#: From short to long: the points of either list, and what the slider calls that.
LENGTHS: tuple[tuple[int, Words], ...] = (
    (300, _("short: 300 points, two orders a turn")),
    (450, _("usual: 450 points, three orders a turn")),
    (600, _("long: 600 points, four orders a turn")),
)
#: From little to know to much, by the names of the rules.
COMPLEXITIES: tuple[tuple[str, Words], ...] = (
    ("simple", _("little: few abilities, hardly a card")),
    ("usual", _("as usual")),
    ("rich", _("much: many abilities, gear and pilots")),
)


class Slider(forms.NumberInput):
    """A number that is dragged, from 1 to a `max`."""

    input_type = "range"


class SideForm(forms.Form):
    """One side: its group and who commands it."""

    group = forms.ChoiceField(label=_("Battle group"), required=False)
    pasted = forms.CharField(
        label=_("or the link or packed line of a group"),
        max_length=LONGEST_PASTED,
        required=False,
    )
    commander = forms.ChoiceField(label=_("Commanded by"), initial=USUAL_COMMANDER)

    def __init__(self, side: str, data: Any, *, groups: Offers, initial: dict[str, str]) -> None:
        super().__init__(data, prefix=side, initial=initial)
        choice_field(self, "group").choices = groups
        choice_field(self, "commander").choices = [(n, each.name) for n, each in LEVELS.items()]


class GamesForm(forms.Form):
    """How many games, and by which lot."""

    games = forms.TypedChoiceField(label=_("Games"), coerce=int, initial=USUAL_GAMES)
    seed = forms.IntegerField(
        label=_("Number of the lot"),
        min_value=0,
        max_value=LARGEST_SEED,
        initial=1,
        help_text=_("The same number gives the same games."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        told = [(n, ngettext("%(count)s game", "%(count)s games", n) % {"count": n}) for n in GAMES]
        choice_field(self, "games").choices = told


class FairForm(forms.Form):
    """Out of which figures, how long, how much to know."""

    one = forms.ChoiceField(label=_("Figures of one side"))
    other = forms.ChoiceField(label=_("Figures of the other side"))
    length = forms.IntegerField(
        label=_("How long"),
        min_value=1,
        max_value=len(LENGTHS),
        initial=1,
        widget=Slider(attrs={"min": 1, "max": len(LENGTHS), "aria-describedby": "steps-of-length"}),
    )
    complexity = forms.IntegerField(
        label=_("How much to know"),
        min_value=1,
        max_value=len(COMPLEXITIES),
        initial=2,
        widget=Slider(
            attrs={"min": 1, "max": len(COMPLEXITIES), "aria-describedby": "steps-of-complexity"}
        ),
    )
    seed = forms.IntegerField(
        min_value=0, max_value=LARGEST_SEED, initial=0, widget=forms.HiddenInput, required=False
    )

    def __init__(self, *args: Any, piles: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            choice_field(self, name).choices = piles

    @property
    def build_total(self) -> int:
        """The points of either list."""
        return LENGTHS[self.cleaned_data["length"] - 1][0]

    @property
    def how_complex(self) -> str:
        """How much there is to know, by its name in the rules."""
        return COMPLEXITIES[self.cleaned_data["complexity"] - 1][0]
