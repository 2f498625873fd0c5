"""The fields a term may name, what they ask of the database, and how that reads in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from collection.catalogue.models import ExpansionSet, Faction, Figure
from collection.catalogue.present.catalogue_words import own_name
from collection.catalogue.search.facets import FACETS, NO_SYMBOL, WITHOUT_SYMBOL, Facet
from collection.catalogue.search.terms import Term
from collection.common.folding import fold
from collection.common.language import Words, in_every_language
from collection.common.likeness import most_alike

LARGEST = 100_000

#: Fields whose values are understood without their name: "jump jets", "piechota". Where two have a
#: value of one name, the first is meant.
SPOKEN = ("type", "mechclass", "speedmode", "has", "is", "rank")


class NotUnderstood(Exception):
    """A term that says nothing to its field; the message is for the person, `instead` what may be
    written in its place, if anything comes near."""

    def __init__(self, message: str, instead: str = "") -> None:
        hint = _("Did you mean “%(name)s”?") % {"name": instead} if instead else ""
        super().__init__(f"{message} {hint}".strip())
        self.instead = instead


@dataclass(frozen=True)
class Meaning:
    """What a term asks for: a condition on figures, and the same in words."""

    condition: Q
    words: str


@dataclass(frozen=True)
class Choice:
    """One value of a field: its name, other ways to write it, and what it asks for."""

    name: Words
    condition: Q
    aliases: tuple[str, ...] = ()

    def is_called(self, wanted: str) -> bool:
        """Whether a folded text is one of its names."""
        return wanted in self.folded

    def is_like(self, wanted: str) -> bool:
        """Whether a folded text is part of one of its names."""
        return any(wanted in name for name in self.folded)

    @cached_property
    def folded(self) -> tuple[str, ...]:
        """All its names, folded."""
        return tuple(fold(name) for name in (*in_every_language(self.name), *self.aliases))


@dataclass(frozen=True)
class ChoiceField:
    """A field with names for values: `faction:"Steel Wolves"`."""

    key: str
    label: Words
    aliases: tuple[str, ...]
    choices: tuple[Choice, ...]

    def meaning(self, term: Term) -> Meaning:
        """The choices a term's values name, or are part of; raises NotUnderstood for a value that
        names none."""
        if term.sign not in (":", "="):
            raise NotUnderstood(
                _("“%(field)s” has names for values: write %(field)s:value.")
                % {"field": term.field}
            )
        named = {value: self._named(fold(value)) for value in term.values or ("",)}
        for value, choices in named.items():
            if not choices:
                raise NotUnderstood(self._no_such(value), self._near(term, value))
        chosen = [choice for choices in named.values() for choice in choices]
        condition = Q()
        for choice in chosen:
            condition |= choice.condition
        names = _(" or ").join(dict.fromkeys(str(choice.name) for choice in chosen))
        return Meaning(condition, f"{self.label}: {names}")

    def _named(self, wanted: str) -> list[Choice]:
        exact = [choice for choice in self.choices if choice.is_called(wanted)]
        return exact or [choice for choice in self.choices if wanted and choice.is_like(wanted)]

    def _no_such(self, value: str) -> str:
        return _("Nothing under “%(field)s” is called “%(value)s”.") % {
            "field": self.label,
            "value": value,
        }

    def _near(self, term: Term, value: str) -> str:
        """The term with the value whose name is most like one that is none."""
        names = {name: choice for choice in self.choices for name in choice.folded}
        for name in most_alike(fold(value), names, most=1):
            return f"{term.field}{term.sign}{quoted(str(names[name].name))}"
        return ""

    def names(self, value: str) -> bool:
        """Whether a text is the whole name of a choice."""
        return any(choice.is_called(fold(value)) for choice in self.choices)

    def like(self, value: str) -> list[str]:
        """The names of the choices a text may become, in the visitor's language."""
        return [str(choice.name) for choice in self.choices if choice.is_like(fold(value))]


@dataclass(frozen=True)
class NumberField:
    """A field with numbers: `points<50`, `speed:8..10`."""

    key: str
    label: Words
    aliases: tuple[str, ...]
    column: str

    def meaning(self, term: Term) -> Meaning:
        """The numbers a term allows; raises NotUnderstood."""
        low, dots, high = term.value.partition("..")
        if dots and term.sign in (":", "="):
            return self._between(_number(term, low), _number(term, high))
        number = _number(term, term.value)
        asked, sentence = {
            ":": ("", "%(label)s %(number)d"),
            "=": ("", "%(label)s %(number)d"),
            "<": ("__lt", _("%(label)s below %(number)d")),
            "<=": ("__lte", _("%(label)s at most %(number)d")),
            ">": ("__gt", _("%(label)s above %(number)d")),
            ">=": ("__gte", _("%(label)s at least %(number)d")),
        }[term.sign]
        said = sentence % {"label": self.label, "number": number}
        return Meaning(Q(**{f"{self.column}{asked}": number}), said)

    def _between(self, low: int, high: int) -> Meaning:
        said = _("%(label)s from %(low)d to %(high)d") % {
            "label": self.label,
            "low": low,
            "high": high,
        }
        return Meaning(Q(**{f"{self.column}__range": (low, high)}), said)

    def like(self, value: str) -> list[str]:
        """A number is not completed."""
        return []


SearchField = ChoiceField | NumberField


def quoted(name: str) -> str:
    """A name as a term's value: in quotes where it has spaces."""
    return f'"{name}"' if " " in name else name


def _number(term: Term, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > LARGEST:
        raise NotUnderstood(
            _("“%(term)s” needs a number, for example %(field)s>=9 or %(field)s:8..10.")
            % {"term": term.text, "field": term.field}
        )
    return int(text)


def figure_fields(
    sets: Iterable[ExpansionSet], factions: Iterable[Faction], more: Iterable[SearchField] = ()
) -> dict[str, SearchField]:
    """Every field of figures by each folded name it goes by."""
    fields: list[SearchField] = [
        _set_field(sets),
        _faction_field(factions),
        *_fixed_fields(),
        *more,
    ]
    return {name: each for each in fields for name in names_of(each)}


def names_of(each: SearchField) -> tuple[str, ...]:
    """What a field is called: its key, its labels, its aliases."""
    labels = (fold(label).replace(" ", "") for label in in_every_language(each.label))
    return tuple(dict.fromkeys((each.key, *each.aliases, *labels)))


def _set_field(sets: Iterable[ExpansionSet]) -> ChoiceField:
    choices = tuple(
        Choice(own_name(row), Q(set_id=row.id), (row.code, row.name, row.name_pl)) for row in sets
    )
    return _facet_field("set", choices)


def _faction_field(factions: Iterable[Faction]) -> ChoiceField:
    choices = [
        Choice(own_name(row), Q(faction_id=row.id), (row.name, row.name_pl, row.abbreviation))
        for row in factions
    ]
    choices.append(Choice(gettext_lazy("no symbol"), WITHOUT_SYMBOL, (NO_SYMBOL, "mercenary")))
    return _facet_field("faction", tuple(choices))


@cache
def _fixed_fields() -> tuple[SearchField, ...]:
    """The fields whose values do not depend on the catalogue."""
    return (
        *(_facet_field(key, _choices(each)) for key, each in FACETS.items() if each.choices),
        ChoiceField("is", pgettext_lazy("search", "Is"), ("jest",), _kinds()),
        NumberField("points", gettext_lazy("Points"), ("p", "cost", "koszt"), "points"),
        NumberField("speed", gettext_lazy("Speed"), ("sp",), "speed"),
        NumberField("attack", gettext_lazy("Attack"), ("a",), "attack"),
        NumberField("defense", gettext_lazy("Defense"), ("d", "defence"), "defense"),
        NumberField("damage", gettext_lazy("Damage"), ("dmg",), "damage"),
        NumberField("clicks", gettext_lazy("Clicks"), ("life",), "clicks"),
        NumberField("range", gettext_lazy("Range"), ("reach",), "reach"),
        NumberField("vent", gettext_lazy("Vent rating"), ("vr",), "vent"),
        NumberField("capacity", gettext_lazy("Transport capacity"), ("c",), "capacity"),
    )


@dataclass(frozen=True)
class Spoken:
    """A value that goes without the name of its field."""

    field: ChoiceField
    choice: Choice

    name: str

    @property
    def meaning(self) -> Meaning:
        """What it asks for."""
        return Meaning(self.choice.condition, f"{self.field.label}: {self.choice.name}")

    @property
    def as_typed(self) -> str:
        """How to type it: its name, with that of its field where a sign in it says more."""
        return f'{self.field.key}:"{self.name}"' if ":" in self.name else self.name


@cache
def spoken_words() -> Mapping[str, Spoken]:
    """The values that go without the name of their field, by their folded names in every
    language, also written as one word."""
    fields = {each.key: each for each in _fixed_fields() if isinstance(each, ChoiceField)}
    found: dict[str, Spoken] = {}
    for field in (fields[key] for key in SPOKEN):
        for choice in field.choices:
            for name in in_every_language(choice.name):
                said = Spoken(field, choice, name)
                found.setdefault(fold(name), said)
                found.setdefault(fold(name).replace(" ", ""), said)
    return found


def _choices(facet: Facet) -> tuple[Choice, ...]:
    """What a facet has choices of, by its words and its own keys."""
    return tuple(Choice(name, facet.condition([value]), (value,)) for value, name in facet.choices)


def _facet_field(key: str, choices: tuple[Choice, ...]) -> ChoiceField:
    facet = FACETS[key]
    return ChoiceField(facet.term or key.replace("_", ""), facet.label, facet.aliases, choices)


def _kinds() -> tuple[Choice, ...]:
    return (
        Choice(pgettext_lazy("rank", "unique"), Q(unique=True), ("star",)),
        Choice(gettext_lazy("artillery"), Q(artillery_range__isnull=False)),
        Choice(gettext_lazy("transport"), Q(capacity__gt=0)),
        Choice(gettext_lazy("with dial"), Q(status=Figure.Status.COMPLETE), ("known", "dial")),
        Choice(gettext_lazy("without dial"), ~Q(status=Figure.Status.COMPLETE), ("unknown",)),
        Choice(gettext_lazy("versions not told apart"), Q(status=Figure.Status.BLOCK), ("block",)),
        Choice(gettext_lazy("of our own making"), Q(official=False), ("house",)),
    )


@dataclass(frozen=True)
class Scope:
    """What the catalogue may be narrowed to from outside, such as an event: its title, the page
    that explains it, and the figures it leaves."""

    title: str
    url: str
    condition: Q
