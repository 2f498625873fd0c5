"""What a figure may be tried out with on its page: cards, heat, and a target."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection.catalogue import game
from collection.catalogue.present.catalogue_words import WEAPON_SLOTS
from collection.common.folding import LONGEST_QUERY
from collection.common.form_choices import choice_field
from collection.common.language import language

NOTHING = ("", _("none"))
#: The slots of a 'Mech: a pilot and a gear, or two gear; the rules judge the choice.
GEAR_FIELDS = ("gear", "more_gear")
CIRCUMSTANCES = ("rear", "hindering", "assault", "shutdown")


class FittingForm(forms.Form):
    """What a figure carries and how hot it is."""

    gear = forms.ChoiceField(label=_("Gear"), required=False)
    more_gear = forms.ChoiceField(label=_("More gear"), required=False)
    pilot = forms.ChoiceField(label=_("Pilot"), required=False)
    heat = forms.ChoiceField(label=_("Heat"), required=False)

    def __init__(self, data: Any, unit: game.Unit, known: game.Catalogue, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._cards = _choices(unit, known)
        gear = [(key, name) for key, (card, _choice, name) in self._cards.items() if card.is_gear]
        pilots = [
            (key, name) for key, (card, _choice, name) in self._cards.items() if card.is_pilot
        ]
        for name in GEAR_FIELDS:
            choice_field(self, name).choices = [NOTHING, *gear]
        choice_field(self, "pilot").choices = [NOTHING, *pilots]
        heats = [(number, str(number)) for number in range(len(unit.heat_dial))]
        choice_field(self, "heat").choices = heats
        for name in self._idle(unit):
            del self.fields[name]

    def _idle(self, unit: game.Unit) -> list[str]:
        """The fields that offer this figure no choice."""
        if not unit.is_mech:
            return [*GEAR_FIELDS, "pilot", "heat"]
        return [] if self._cards else [*GEAR_FIELDS, "pilot"]

    @property
    def chosen(self) -> dict[str, Any]:
        """The valid fields that say something."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def fitting(self) -> game.Fitting:
        """The cards and the heat."""
        chosen = self.chosen
        gear = [self._cards[chosen[name]][1] for name in GEAR_FIELDS if name in chosen]
        pilot = self._cards[chosen["pilot"]][1] if "pilot" in chosen else None
        return game.Fitting(tuple(gear), pilot, int(chosen.get("heat", 0)))

    @property
    def card_fields(self) -> list[forms.BoundField]:
        """The fields of what the figure carries."""
        return [self[name] for name in (*GEAR_FIELDS, "pilot", "heat") if name in self.fields]


class TrialForm(FittingForm):
    """Cards and heat of a figure, whom it attacks and how; all of it in the address."""

    target = forms.CharField(
        label=_("Number of the target"),
        required=False,
        max_length=LONGEST_QUERY,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    attack = forms.ChoiceField(label=_("Attack"), required=False)
    rear = forms.BooleanField(label=_("from behind"), required=False)
    hindering = forms.BooleanField(label=_("through hindering terrain"), required=False)
    assault = forms.BooleanField(label=_("by an assault"), required=False)
    shutdown = forms.BooleanField(label=_("at a shut-down 'Mech"), required=False)
    again = forms.BooleanField(label=_("with rerolls and second attacks"), required=False)
    click = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    their_click = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(self, data: Any, unit: game.Unit, known: game.Catalogue, **kwargs: Any) -> None:
        super().__init__(data, unit, known, **kwargs)
        self._clicks = len(unit.dial)
        self._attacks = _attacks(unit)
        choice_field(self, "attack").choices = self._attacks

    @property
    def situation(self) -> game.Situation:
        """How the target is attacked."""
        chosen = self.chosen
        first, _name = self._attacks[0]
        kind, _dash, weapon = chosen.get("attack", first).partition("-")
        circumstances = {name: name in chosen for name in CIRCUMSTANCES}
        return game.Situation(kind=kind, weapon=weapon, **circumstances)

    def clicks(self, target: game.Unit) -> tuple[int, int]:
        """The clicks of both at which the attack is counted whole, else the first."""
        chosen = self.chosen
        mine, theirs = chosen.get("click", 1), chosen.get("their_click", 1)
        return min(mine, self._clicks), min(theirs, len(target.dial))

    @property
    def circumstance_fields(self) -> list[forms.BoundField]:
        """The boxes to tick."""
        return [self[name] for name in (*CIRCUMSTANCES, "again")]


def target_form(asked: Any, target: game.Unit, known: game.Catalogue) -> FittingForm:
    """What the target carries, in fields of their own."""
    return FittingForm(asked, target, known, prefix="target")


Choices = dict[str, tuple[game.Card, game.CardChoice, str]]


def _choices(unit: game.Unit, known: game.Catalogue) -> Choices:
    """The cards that fit, on each weapon that may bear them, by the value of their option."""
    return {
        f"{choice.card} {choice.weapon or ''}".strip(): (card, choice, _name(card, choice))
        for card, choices in game.cards_for(unit, known)
        for choice in choices
    }


def _name(card: game.Card, choice: game.CardChoice) -> str:
    name = card.name_in(language())
    return f"{name}, {WEAPON_SLOTS[choice.weapon]}" if choice.weapon else name


def _attacks(unit: game.Unit) -> list[tuple[str, Any]]:
    """The attacks its weapons are for; what the rules refuse shows as no odds."""
    shots = [
        (f"ranged-{weapon.slot}", _("shot, %(weapon)s") % {"weapon": WEAPON_SLOTS[weapon.slot]})
        for weapon in unit.weapons
        if weapon.maximum
    ]
    blows = [
        (
            f"close-{weapon.slot}",
            _("close combat, %(weapon)s") % {"weapon": WEAPON_SLOTS[weapon.slot]},
        )
        for weapon in unit.weapons
        if weapon.slot == "primary" or weapon.range_type == "melee"
    ]
    return shots + blows
