"""The search forms of the catalogue: their fields are the parameters of the address."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from collection.catalogue import game
from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.present import words
from collection.catalogue.present.catalogue_words import (
    CARD_TYPES,
    CLASSES,
    RULE_KINDS,
    own_name,
)
from collection.catalogue.present.facets import READ, Facet, facet_option
from collection.catalogue.search.facets import FACETS, NO_SYMBOL
from collection.catalogue.search.fields import ChoiceField, Scope
from collection.catalogue.search.figures import FigureSearch, Search
from collection.catalogue.selectors import CardFilter, FigureFilter
from collection.common.folding import LONGEST_QUERY
from collection.common.form_choices import choice_field
from collection.common.language import Words

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

VIEWS = (("", _("pictures")), ("table", _("table")))

#: Columns a person may choose beside number and name, and those shown without a choice.
CHOSEN_COLUMNS = (
    *("variant", "faction", "rank", "type", "mode", "points", "equipment"),
    *("speed", "attack", "defense", "damage", "clicks", "reach"),
)
USUAL_COLUMNS = CHOSEN_COLUMNS[:7]


@dataclass(frozen=True)
class Narrowing:
    """One thing that narrows a list: its words, its condition, and the parameters that no more ask
    for it."""

    words: str
    condition: Q
    without: dict[str, str]


@dataclass(frozen=True)
class Narrowed:
    """One thing that narrows a list, in words, and the parameters that leave it out; of a facet
    its key and the value."""

    words: str
    without: Mapping[str, Any]
    facet: str = ""
    value: str = ""


@dataclass(frozen=True)
class Loosened:
    """What a list would be without one thing that narrows it: its words, the parameters, and the
    filter that is left."""

    words: str
    parameters: Mapping[str, Any]
    left: FigureFilter


def _all_of(narrowing: Iterable[Narrowing]) -> Q:
    condition = Q()
    for each in narrowing:
        condition &= each.condition
    return condition


def _but(parameters: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name != key}


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

    def chosen(self) -> dict[str, Any]:
        """The valid fields that say something, by name."""
        self.is_valid()
        return {n: value for n, value in self.cleaned_data.items() if value not in ("", None, [])}

    @property
    def narrows(self) -> bool:
        """Whether a field beside the words and the scope says something or is wrong."""
        return bool((self.chosen().keys() | self.errors.keys()) - {"q", "scope"})


class FacetField(forms.MultipleChoiceField):
    """A facet: any of its ticked values will do; with an unknown one nothing is found."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, label: Words, choices: Any = ()) -> None:
        super().__init__(label=label, choices=choices, required=False)

    def clean(self, value: Any) -> list[str]:
        """The known values among those chosen."""
        return [each for each in value or [] if self.valid_value(each)]


class FigureSearchForm(SearchForm):
    """What narrows, orders and lays out the list of figures.

    A reader of whom more is known may ask by a field of their own, `mine`, too; an address names
    its choices by their first other name.
    """

    field_order = ("q", *FACETS)

    points_from = forms.IntegerField(label=_("Points from"), required=False, min_value=0)
    points_to = forms.IntegerField(label=_("Points to"), required=False, min_value=0)
    order = forms.ChoiceField(label=_("Order"), required=False, choices=ORDERS)
    view = forms.ChoiceField(label=_("View"), required=False, choices=VIEWS)
    mine = forms.ChoiceField(required=False)
    columns = FacetField(_("Columns"), [(key, words.PIECE_COLUMNS[key]) for key in CHOSEN_COLUMNS])
    scope = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Any,
        sets: list[ExpansionSet],
        factions: list[Faction],
        *,
        mine: ChoiceField | None = None,
        find_scope: Callable[[str], Scope | None] = lambda _key: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self._mine, self._find_scope = mine, find_scope
        if mine is None:
            del self.fields["mine"]
        else:
            self.fields["mine"].label = mine.label
            named = [(each.aliases[0], each.name) for each in mine.choices]
            choice_field(self, "mine").choices = [ANY, *named]
        self.fields["q"].widget.attrs |= {
            "maxlength": LONGEST_QUERY,
            "aria-describedby": "search-help",
        }
        choice_field(self, "set").choices = [(row.code, own_name(row)) for row in sets]
        choice_field(self, "faction").choices = [
            *((row.name, own_name(row)) for row in factions),
            (NO_SYMBOL, _("no symbol")),
        ]
        self._search = FigureSearch(sets, factions, [mine] if mine else ())

    def clean_columns(self) -> list[str]:
        """The ticked columns; the usual ones are no choice."""
        ticked: list[str] = self.cleaned_data["columns"]
        return [] if ticked == list(USUAL_COLUMNS) else ticked

    @property
    def search(self) -> Search:
        """What the words and terms of the box ask for."""
        return self._search.understand(self.chosen().get("q", ""))

    @cached_property
    def outer_scope(self) -> Scope | None:
        """What the catalogue is narrowed to from outside, if the address names it."""
        key = self.chosen().get("scope", "")
        return self._find_scope(key) if key else None

    @property
    def problems(self) -> tuple[str, ...]:
        """What was not understood, of the box, the facets and the scope in the address."""
        gone = "scope" in self.chosen() and self.outer_scope is None
        said = [gettext("What narrowed this list is there no more.")] if gone else []
        return (*self.search.problems, *(said for _field, said in self.unknown_values()), *said)

    def unknown_values(self) -> list[tuple[str, str]]:
        """The facets with a chosen value that does not exist, each with a sentence about it."""
        return [
            (
                name,
                gettext("Nothing under “%(field)s” is called “%(value)s”.")
                % {"field": field.label, "value": value[:80]},
            )
            for name, field in self.fields.items()
            if isinstance(field, FacetField)
            for value in self[name].data or []
            if value and not field.valid_value(value)
        ]

    def facets(self, counts: Mapping[str, Mapping[str, int]]) -> list[Facet]:
        """The facets with their values: those that would leave something, and those ticked."""
        chosen = self.chosen()
        shown = []
        for key in READ:
            counted, ticked = counts[key], set(chosen.get(key, ()))
            options = tuple(
                facet_option(key, value, name, counted.get(value, 0), value in ticked)
                for value, name in self._values_of(key).items()
                if counted.get(value) or value in ticked
            )
            if options:
                shown.append(Facet(key, self.fields[key].label or "", options, bool(ticked)))
        return shown

    def loosened(self) -> list[Loosened]:
        """The filter without each thing that narrows the list in turn; none where nothing would
        be left to narrow it."""
        chosen, filtered, narrowing = self.chosen(), self.understood(), self._narrowing()
        others = [
            Loosened(
                each.words,
                chosen | each.without,
                replace(filtered, condition=_all_of(o for o in narrowing if o is not each)),
            )
            for each in narrowing
        ]
        facets = [
            Loosened(
                self._said(facet),
                _but(chosen, facet),
                replace(filtered, chosen=_but(filtered.chosen, facet)),
            )
            for facet in filtered.chosen
        ]
        looser = [*others, *facets]
        return looser if len(looser) > 1 else []

    def _values_of(self, facet: str) -> Mapping[str, Words]:
        """The values of a facet and their words."""
        return dict(self.fields[facet].choices)  # type: ignore[attr-defined]

    def _said(self, key: str) -> str:
        """What is chosen of a facet, in words."""
        names = self._values_of(key)
        said = gettext(" or ").join(str(names[value]) for value in self.chosen()[key])
        return f"{self.fields[key].label}: {said}"

    def _narrowing(self) -> list[Narrowing]:
        """What narrows the list beside its facets."""
        chosen = self.chosen()
        said = [
            Narrowing(term.words, term.condition, {"q": term.rest})
            for term in self.search.understood
        ]
        if self.outer_scope:
            scope = self.outer_scope
            said.append(Narrowing(scope.title, scope.condition, {"scope": ""}))
        for key, asked in (("points_from", "points__gte"), ("points_to", "points__lte")):
            if key in chosen:
                words = f"{self.fields[key].label} {chosen[key]}"
                said.append(Narrowing(words, Q(**{asked: chosen[key]}), {key: ""}))
        if self._mine and "mine" in chosen:
            named = next(each for each in self._mine.choices if chosen["mine"] == each.aliases[0])
            words = f"{self._mine.label}: {named.name}"
            said.append(Narrowing(words, named.condition, {"mine": ""}))
        return said

    def narrowed_by(self) -> list[Narrowed]:
        """Everything that narrows the list, each with the parameters that leave it out; a scope
        is told apart."""
        chosen = self.chosen()
        found = [
            Narrowed(each.words, chosen | each.without)
            for each in self._narrowing()
            if "scope" not in each.without
        ]
        for key in (key for key in READ if key in chosen):
            names = self._values_of(key)
            found += [
                Narrowed(
                    str(names[value]),
                    {**chosen, key: [other for other in chosen[key] if other != value]},
                    key,
                    value,
                )
                for value in chosen[key]
            ]
        return found

    def wanted(self) -> FigureFilter:
        """The filter the form asks for; nothing fits what was not understood whole."""
        filtered = self.understood()
        return replace(filtered, condition=Q(pk__in=())) if self.problems else filtered

    def understood(self) -> FigureFilter:
        """The filter of as much as was understood, to count what might be chosen instead."""
        chosen = self.chosen()
        facets = {key: chosen[key] for key in FACETS if key in chosen}
        order = chosen.get("order", "number")
        return FigureFilter(_all_of(self._narrowing()), facets, order)

    @property
    def tabular(self) -> bool:
        """Whether the figures are shown in a table instead of as pictures."""
        return self.chosen().get("view") == "table"

    @property
    def shown_columns(self) -> tuple[str, ...]:
        """The columns of the table: those ticked, else the usual ones."""
        ticked = self.chosen().get("columns")
        return ("number", "name", *(ticked or USUAL_COLUMNS))


FigureSearchForm.base_fields |= {
    key: FacetField(facet.label, facet.choices) for key, facet in FACETS.items()
}


class CardSearchForm(SearchForm):
    """What narrows the list of cards."""

    type = forms.ChoiceField(label=_("Type"), required=False, choices=[ANY, *CARD_TYPES.items()])
    mech_class = forms.ChoiceField(
        label=_("'Mech class"), required=False, choices=[ANY, *CLASSES.items()]
    )
    faction = forms.ChoiceField(label=_("Faction"), required=False)

    def __init__(self, data: Any, factions: list[Faction], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choice_field(self, "faction").choices = [
            ANY,
            *((row.name, own_name(row)) for row in factions),
        ]

    def wanted(self) -> CardFilter:
        """The filter the form asks for."""
        chosen = self.chosen()
        return CardFilter(words=chosen.pop("q", ""), **chosen)


def _games() -> list[tuple[str, str]]:
    """Every game system by name, with its title."""
    return [(system.name, system.title) for system in game.systems()]


class RuleSearchForm(SearchForm):
    """Whose rulebook it is, by default that of the first game, and what narrows it."""

    system = forms.ChoiceField(label=_("Game"), required=False, choices=_games)
    kind = forms.ChoiceField(label=_("Used in"), required=False, choices=[ANY, *RULE_KINDS.items()])

    def __init__(self, data: Any, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.fields["q"].label = _("Word or rule id")

    def asked(self) -> game.GameSystem:
        """The game system whose rulebook is asked for."""
        first, *others = game.systems()
        return next((each for each in others if each.name == self.chosen().get("system")), first)

    def chosen(self) -> dict[str, Any]:
        """The valid fields that say something; the first game goes without saying."""
        chosen = super().chosen()
        if chosen.get("system") == game.systems()[0].name:
            del chosen["system"]
        return chosen
