"""A query for figures understood: a condition, what it means in words, what was not understood."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from django.db.models import Q
from django.utils.translation import gettext as _

from collection import selectors
from collection.folding import fold
from collection.models import ExpansionSet, Faction
from collection.search.fields import NotUnderstood, SearchField, figure_fields
from collection.search.terms import Term, read_terms, without


@dataclass(frozen=True)
class Understood:
    """One term in words, and the query as it would be without it."""

    words: str
    rest: str


@dataclass(frozen=True)
class Search:
    """What a query asks of figures; a term that was not understood asks for nothing."""

    condition: Q
    understood: tuple[Understood, ...] = ()
    problems: tuple[str, ...] = ()


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
        for term in read_terms(query):
            try:
                asked, said = self._meaning(term)
            except NotUnderstood as problem:
                problems.append(str(problem))
                continue
            condition &= ~asked if term.excluded else asked
            said = _("not %(words)s") % {"words": said} if term.excluded else said
            understood.append(Understood(said, without(query, term)))
        return Search(condition, tuple(understood), tuple(problems))

    def _meaning(self, term: Term) -> tuple[Q, str]:
        if not term.field:
            return selectors.words_condition(term.value), f"“{term.value}”"
        meaning = self._field(term).meaning(term)
        return meaning.condition, meaning.words

    def _field(self, term: Term) -> SearchField:
        name = fold(term.field)
        if name not in self._fields:
            meant = get_close_matches(name, self._fields, n=1)
            hint = _("Did you mean “%(name)s”?") % {"name": meant[0]} if meant else ""
            unknown = _("There is no field “%(name)s”.") % {"name": term.field}
            raise NotUnderstood(f"{unknown} {hint}".strip())
        return self._fields[name]

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


def quoted(name: str) -> str:
    """A name as a term's value: in quotes where it has spaces."""
    return f'"{name}"' if " " in name else name
