"""A query for figures understood: a condition, what it means in words, what was not understood."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from django.db.models import Q
from django.utils.translation import gettext as _

from collection.catalogue import selectors
from collection.catalogue.models import ExpansionSet, Faction
from collection.catalogue.search.fields import (
    ChoiceField,
    NotUnderstood,
    SearchField,
    figure_fields,
    quoted,
)
from collection.catalogue.search.terms import Term, read_terms, with_instead, without
from collection.common.folding import fold


@dataclass(frozen=True)
class Understood:
    """One term in words, and the query as it would be without it."""

    words: str
    rest: str


@dataclass(frozen=True)
class Search:
    """What a query asks of figures, as far as it was understood; where there are `problems` nobody
    knows what it asks for, and `instead` is the query with what may have been meant."""

    condition: Q
    understood: tuple[Understood, ...] = ()
    problems: tuple[str, ...] = ()
    instead: str = ""


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

    def understand(self, query: str) -> Search:
        """The condition of a query, with an explanation of every term."""
        condition, understood, problems = Q(), [], []
        meant: dict[Term, str] = {}
        for term in read_terms(query):
            try:
                asked, said = self._meaning(term)
            except NotUnderstood as problem:
                problems.append(str(problem))
                meant[term] = problem.instead and ("-" * term.excluded + problem.instead)
                continue
            condition &= ~asked if term.excluded else asked
            said = _("not %(words)s") % {"words": said} if term.excluded else said
            understood.append(Understood(said, without(query, term)))
        instead = with_instead(query, meant) if meant and all(meant.values()) else ""
        return Search(condition, tuple(understood), tuple(problems), instead)

    def _meaning(self, term: Term) -> tuple[Q, str]:
        if not term.field:
            return selectors.words_condition(term.value), f"“{term.value}”"
        meaning = self._field(term).meaning(term)
        return meaning.condition, meaning.words

    def _field(self, term: Term) -> SearchField:
        name = fold(term.field)
        if name not in self._fields:
            unknown = _("There is no field “%(name)s”.") % {"name": term.field}
            raise NotUnderstood(unknown, self._near(term))
        return self._fields[name]

    def _near(self, term: Term) -> str:
        """The term under a field that is called alike, best one that understands its value, or
        else under one that has a value of this name."""
        alike = get_close_matches(fold(term.field), self._fields)
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

    def suggestions(self, query: str, most: int = 8) -> list[Suggestion]:
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
        return [
            Suggestion(f"{before}{minus}{name}:", f"{name}:", str(each.label))
            for each, name in list(fields.values())[:most]
        ]
