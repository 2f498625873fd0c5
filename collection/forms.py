"""The search forms of the catalogue: their fields are the parameters of the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from collection import words
from collection.models import ExpansionSet, Faction
from collection.selectors import NO_SYMBOL, CardFilter, FigureFilter
from collection.views.catalogue_words import (
    CARD_TYPES,
    CLASSES,
    RULE_KINDS,
    TYPES,
    own_name,
)

ANY = ("", _("any"))

#: Orders of `selectors.FIGURE_ORDERS`; without a choice it is the number.
ORDERS = (
    ("", _("number")),
    ("-number", _("number, last first")),
    ("name", _("name")),
    ("-name", _("name, Z to A")),
    ("points", _("points, lowest first")),
    ("-points", _("points, highest first")),
)


class SearchForm(forms.Form):
    """A box for words and numbers; other fields narrow what it finds.

    A choice that does not exist narrows nothing and is told at its field.
    """

    q = forms.CharField(
        label=_("Name or number"),
        required=False,
        strip=True,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    def chosen(self) -> dict[str, str]:
        """The valid fields that say something, by name."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    @property
    def narrows(self) -> bool:
        """Whether a field beside the words says something or is wrong."""
        return bool((self.chosen().keys() | self.errors.keys()) - {"q"})


class FigureSearchForm(SearchForm):
    """What narrows and orders the list of figures."""

    set = forms.ChoiceField(label=_("Set"), required=False)
    faction = forms.ChoiceField(label=_("Faction"), required=False)
    type = forms.ChoiceField(label=_("Type"), required=False, choices=[ANY, *TYPES.items()])
    mech_class = forms.ChoiceField(
        label=_("'Mech class"), required=False, choices=[ANY, *CLASSES.items()]
    )
    rank = forms.ChoiceField(
        label=_("Rank"),
        required=False,
        choices=[ANY, *((key, sign.name) for key, sign in words.RANKS.items())],
    )
    order = forms.ChoiceField(label=_("Order"), required=False, choices=ORDERS)

    def __init__(
        self, data: Any, sets: list[ExpansionSet], factions: list[Faction], **kwargs: Any
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["set"].choices = [ANY, *((row.code, own_name(row)) for row in sets)]  # type: ignore[attr-defined]
        self.fields["faction"].choices = [  # type: ignore[attr-defined]
            ANY,
            (NO_SYMBOL, _("no symbol")),
            *((row.name, own_name(row)) for row in factions),
        ]

    def wanted(self) -> FigureFilter:
        """The filter the form asks for."""
        chosen = self.chosen()
        return FigureFilter(words=chosen.pop("q", ""), **chosen)


class CardSearchForm(SearchForm):
    """What narrows the list of cards."""

    type = forms.ChoiceField(label=_("Type"), required=False, choices=[ANY, *CARD_TYPES.items()])
    mech_class = forms.ChoiceField(
        label=_("'Mech class"), required=False, choices=[ANY, *CLASSES.items()]
    )
    faction = forms.ChoiceField(label=_("Faction"), required=False)

    def __init__(self, data: Any, factions: list[Faction], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["faction"].choices = [  # type: ignore[attr-defined]
            ANY,
            *((row.name, own_name(row)) for row in factions),
        ]

    def wanted(self) -> CardFilter:
        """The filter the form asks for."""
        chosen = self.chosen()
        return CardFilter(words=chosen.pop("q", ""), **chosen)


class RuleSearchForm(SearchForm):
    """What narrows the rulebook."""

    kind = forms.ChoiceField(label=_("Used in"), required=False, choices=[ANY, *RULE_KINDS.items()])

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["q"].label = _("Word or rule id")
