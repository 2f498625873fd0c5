"""A query for figures understood: a condition, what it means in words, what was not understood."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from collection.catalogue import selectors
from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.search.fields import (
    ChoiceField,
    Meaning,
    NotUnderstood,
    SearchField,
    Spoken,
    figure_fields,
    names_of,
    quoted,
    spoken_words,
)
from collection.catalogue.search.terms import Term, read_terms, with_instead, without
from collection.common.folding import fold
from collection.common.likeness import most_alike

#: So many words may be one name: "Avoid Ammunition Explosion: Critical".
MOST_TOGETHER = 4


@dataclass(frozen=True)
class Understood:
    """One term in words, what it asks for, and the query as it would be without it; a word that
    any text may hold says itself what it asks for."""

    words: str
    condition: Q
    rest: str
    is_word: bool = False


@dataclass(frozen=True)
class Search:
    """What a query asks of figures, as far as it was understood; where there are `problems` nobody
    knows what it asks for, and `instead` is the query with what may have been meant."""

    condition: Q
    understood: tuple[Understood, ...] = ()
    problems: tuple[str, ...] = ()
    instead: str = ""

    @property
    def says_more(self) -> bool:
        """Whether something of it means another thing than words in a text."""
        return not all(each.is_word for each in self.understood)


@dataclass(frozen=True)
class Suggestion:
    """A query that would go on from what is typed: all of it, and its new part."""

    query: str
    words: str
    field: str = ""


class FigureSearch:
    """The search language over the sets and factions of one catalogue, and more fields if any."""

    def __init__(
        self,
        sets: Iterable[ExpansionSet],
        factions: Iterable[Faction],
        more: Iterable[SearchField] = (),
    ) -> None:
        self._fields = figure_fields(sets, factions, more)

    def also(self, field: SearchField) -> "FigureSearch":
        """The same language with one field more."""
        more = copy(self)
        more._fields = {**self._fields, **dict.fromkeys(names_of(field), field)}
        return more

    def understand(self, query: str) -> Search:
        """The condition of a query, with an explanation of every term."""
        condition, understood, problems = Q(), [], []
        meant: dict[Term, str] = {}
        for terms in _together(read_terms(query)):
            term = terms[0]
            try:
                meaning, is_word = self._meaning(terms)
            except NotUnderstood as problem:
                problems.append(str(problem))
                meant[term] = problem.instead and ("-" * term.excluded + problem.instead)
                continue
            asked = ~meaning.condition if term.excluded else meaning.condition
            said = _("not %(words)s") % {"words": meaning.words} if term.excluded else meaning.words
            condition &= asked
            rest, says_itself = without(query, terms), is_word and not term.excluded
            understood.append(Understood(said, asked, rest, says_itself))
        instead = with_instead(query, meant) if meant and all(meant.values()) else ""
        return Search(condition, tuple(understood), tuple(problems), instead)

    def _meaning(self, terms: Sequence[Term]) -> tuple[Meaning, bool]:
        """What terms ask for, and whether it is that a text holds them; raises NotUnderstood."""
        term = terms[0]
        if term.field:
            return self._field(term).meaning(term), False
        if spoken := _spoken(terms):
            bearing = selectors.whole_words_condition(_words_of(terms))
            return Meaning(spoken.meaning.condition | bearing, spoken.meaning.words), False
        return Meaning(selectors.words_condition(term.value), f"“{term.value}”"), True

    def _field(self, term: Term) -> SearchField:
        name = fold(term.field)
        if name not in self._fields:
            unknown = _("There is no field “%(name)s”.") % {"name": term.field}
            near = self._near(term)
            raise NotUnderstood(unknown if near else f"{unknown} {self._known()}", near)
        return self._fields[name]

    def _known(self) -> str:
        """The fields there are, by their labels in the visitor's language, in a sentence."""
        labels = {str(each.label).lower() for each in self._fields.values()}
        names = sorted(label.replace(" ", "").replace("'", "") for label in labels)
        return _("There are: %(names)s.") % {"names": ", ".join(names)}

    def _near(self, term: Term) -> str:
        """The term under a field that is called alike, best one that understands its value, or
        else under one that has a value of this name."""
        alike = most_alike(fold(term.field), self._fields)
        having = (
            each.key
            for each in self._fields.values()
            if isinstance(each, ChoiceField) and each.names(term.value)
        )
        fitting = (name for name in alike if self._understands(name, term))
        field = next(fitting, "") or next(having, "") or next(iter(alike), "")
        return f"{field}{term.sign}{quoted(term.value)}" if field else ""

    def _understands(self, name: str, term: Term) -> bool:
        try:
            self._fields[name].meaning(term)
        except NotUnderstood:
            return False
        return True

    def suggestions(self, query: str, most: int) -> list[Suggestion]:
        """Ways to go on from the last thing typed: fields by name, then values of a field."""
        terms = read_terms(query)
        if not terms or query[-1:].isspace():
            return []
        last = terms[-1]
        before, minus = query[: last.start], "-" if last.excluded else ""
        if last.field:
            known = self._fields.get(fold(last.field))
            names = known.like(last.value) if known else []
            return [
                Suggestion(
                    f"{before}{minus}{last.field}{last.sign}{quoted(name)} ", name, last.field
                )
                for name in names[:most]
            ]
        typed = fold(last.value)
        found = dict.fromkeys(
            (each, name)
            for name, each in self._fields.items()
            if name.startswith(typed) and len(name) > 1
        )
        fields = {each.key: (each, name) for each, name in reversed(found)}
        suggested = [
            Suggestion(f"{before}{minus}{name}:", f"{name}:", str(each.label))
            for each, name in fields.values()
        ]
        values = dict.fromkeys(
            (spoken.field, str(spoken.choice.name))
            for name, spoken in spoken_words().items()
            if len(typed) > 1 and name.startswith(typed)
        )
        suggested += [
            Suggestion(f"{before}{minus}{field.key}:{quoted(name)} ", name, str(field.label))
            for field, name in values
        ]
        return suggested[:most]


def _together(terms: list[Term]) -> Iterator[list[Term]]:
    """The terms one by one, words that are one name together."""
    place = 0
    while place < len(terms):
        runs = (terms[place : place + length] for length in range(MOST_TOGETHER, 1, -1))
        one = next((run for run in runs if len(run) > 1 and _spoken(run)), [terms[place]])
        yield one
        place += len(one)


def _spoken(terms: Sequence[Term]) -> Spoken | None:
    """The value that words are the name of, in the singular or plural."""
    alone = all(term.is_word and not term.excluded for term in terms[1:])
    if not (alone and terms[0].is_word):
        return None
    said = _words_of(terms)
    known = spoken_words()
    return known.get(said) or known.get(said.removesuffix("s"))


def _words_of(terms: Sequence[Term]) -> str:
    return fold(" ".join(term.value for term in terms))
