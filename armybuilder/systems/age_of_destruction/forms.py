"""Starting a skirmish: who plays what against whom, and what is agreed."""

import re
from typing import Any

from django import forms
from django.core.validators import StepValueValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from armybuilder.site.models import TOKEN_LENGTH
from armybuilder.skirmishes.present.words import COMMANDERS, LEVELS, SEATS
from armybuilder.systems.age_of_destruction.present.rulings import agreed_rulings, switches
from armybuilder.systems.age_of_destruction.present.starting import (
    pieces_of_terrain,
    planetary_conditions,
)
from armybuilder.systems.age_of_destruction.sample_groups import TOTALS
from collection.common.form_choices import choice_field
from collection.common.names import NameField

#: Orders come by 150 points, so that a build total is a number of them.
POINTS_AN_ORDER = 150
#: Pieces of terrain each player may bring.
PIECES_EACH = 3
LARGEST_SEED = 2**31 - 1

#: The token at the end of a link, with or without the address before it.
LINK = re.compile(rf"(?:^|/)([\w-]{{8,{TOKEN_LENGTH}}})/?(?:[?#].*)?$")

STANDARD, ANY, CHOSEN = "standard", "any", "chosen"
TERRAIN = (
    (STANDARD, _("by lot, as in standard games: no elevations, no deep water")),
    (ANY, _("by lot, of every kind")),
    (CHOSEN, _("the pieces chosen below")),
)
FROM_CARDS, NO_CONDITIONS = "cards", "none"
TEAMS = (
    ("", pgettext_lazy("a player without a team", "alone")),
    ("red", _("team 1")),
    ("blue", _("team 2")),
)

#: Who plays for the other side where nobody was asked.
USUAL_COMMANDER = "greedy"


class TotalForm(forms.Form):
    """Two sample groups of equal points."""

    total = forms.TypedChoiceField(
        label=_("Points"), choices=[(total, str(total)) for total in TOTALS], coerce=int
    )


class QuickForm(TotalForm):
    """Two sample groups against somebody, terrain by lot."""

    against = forms.ChoiceField(label=_("Against"), required=False, initial=USUAL_COMMANDER)
    levels = LEVELS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people, *bots = COMMANDERS.items()
        choice_field(self, "against").choices = [*bots, people]

    def clean_against(self) -> str:
        """Who plays the other side: the usual bot where nothing was said of it."""
        return str(self.cleaned_data["against"]) if "against" in self.data else USUAL_COMMANDER


class SeatForm(forms.Form):
    """One seat: its group, who plays it, and in which team."""

    group = forms.ChoiceField(label=_("Battle group"), required=False)
    link = forms.CharField(label=_("or the link of a shared group"), max_length=300, required=False)
    name = NameField(label=_("Name of the player"), max_length=20, required=False)
    commander = forms.ChoiceField(label=_("Commanded by"), required=False)
    team = forms.ChoiceField(label=_("Team"), choices=TEAMS, required=False)
    levels = LEVELS

    def __init__(
        self, seat: str, data: Any, *, groups: Any, in_teams: bool, initial: dict[str, str]
    ) -> None:
        super().__init__(data, prefix=seat, initial=initial)
        self.seat = seat
        self.title = SEATS[seat]
        choice_field(self, "group").choices = groups
        choice_field(self, "commander").choices = list(COMMANDERS.items())
        if not in_teams:
            del self.fields["team"]

    @property
    def token(self) -> str:
        """The token of the link that was typed in, "" for none."""
        return self.cleaned_data.get("link", "")

    def clean_link(self) -> str:
        """The token out of a link."""
        text = self.cleaned_data["link"].strip()
        if not text:
            return ""
        found = LINK.search(text)
        if not found:
            raise forms.ValidationError(_("This is no link of a shared group."))
        return found[1]


class WholeStepValidator(StepValueValidator):
    """Steps of whole numbers, however great the number: Django's own counts in floats."""

    def compare(self, a: int, b: int) -> bool:
        return a % b != 0


class AgreementForm(forms.Form):
    """What the players agree on, the readings of the rule book included."""

    total = forms.IntegerField(
        label=_("Build total"),
        required=False,
        help_text=_("Left empty, it follows the larger of the groups."),
        min_value=POINTS_AN_ORDER,
        max_value=3000,
        validators=[WholeStepValidator(POINTS_AN_ORDER)],
        widget=forms.NumberInput(attrs={"step": POINTS_AN_ORDER}),
    )
    terrain = forms.ChoiceField(label=_("Terrain"), choices=TERRAIN)
    seed = forms.IntegerField(
        label=_("Number of the lot"),
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=_("The same number gives the same terrain."),
    )
    pieces = forms.MultipleChoiceField(
        label=_("Chosen pieces"), required=False, widget=forms.CheckboxSelectMultiple
    )
    conditions = forms.ChoiceField(label=_("Planetary conditions"))
    turn_limit = forms.IntegerField(
        label=_("Last turn"), min_value=1, max_value=200, required=False
    )
    time_limit = forms.IntegerField(
        label=_("Minutes"),
        min_value=10,
        max_value=600,
        help_text=_("The site keeps the clock; a wait counts as five minutes at most."),
        required=False,
    )
    real_table = forms.BooleanField(
        label=_("Real figures on a real table"),
        help_text=_("Two people, no bots. Terrain is your own; choose pieces to have a map of it."),
        required=False,
    )
    open_dials = forms.BooleanField(
        label=_("Dials open to both sides"),
        help_text=_("Hidden, an opponent's dial shows only the click in its window."),
        required=False,
    )
    agreed = forms.BooleanField(
        label=_("Both sides agree to play although a group is not legal"), required=False
    )

    def __init__(self, *args: Any, players: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        choice_field(self, "pieces").choices = pieces_of_terrain()
        choice_field(self, "conditions").choices = [
            (FROM_CARDS, _("those of the groups' cards")),
            (NO_CONDITIONS, _("none")),
            *((each.id, f"{each.title} ({each.id})") for each in planetary_conditions()),
        ]
        for switch in switches():
            self.fields[f"ruling_{switch.name}"] = forms.ChoiceField(
                label=switch.question, choices=switch.answers, required=False
            )

    def clean_pieces(self) -> list[str]:
        """At most the pieces the players may bring."""
        chosen: list[str] = self.cleaned_data["pieces"]
        if len(chosen) > PIECES_EACH * self.players:
            raise forms.ValidationError(
                _("Each player brings at most %(most)s pieces."), params={"most": PIECES_EACH}
            )
        return chosen

    @property
    def rulings(self) -> dict[str, object]:
        """The switches set otherwise than usual."""
        return agreed_rulings(
            {switch.name: self.cleaned_data[f"ruling_{switch.name}"] for switch in switches()}
        )

    @property
    def ruling_fields(self) -> list[forms.BoundField]:
        """The switches as they are shown."""
        return [self[name] for name in self.fields if name.startswith("ruling_")]
