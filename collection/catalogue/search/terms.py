"""What people type taken apart into words and terms."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from collection.common.folding import LONGEST_QUERY

MOST_TERMS = 12
_SIGNS = r"<=|>=|[:=<>]"
_TERM = re.compile(
    rf'(?P<minus>-?)(?:(?P<field>[^\W\d_]+)(?P<sign>{_SIGNS}))?(?P<value>"[^"]*"?|[^\s"]+|(?<=[:=<>]))'
)
_QUOTES = str.maketrans("“”„«»", '"""""')


@dataclass(frozen=True)
class Term:
    """One word, phrase or `field:value`, with its place in the text.

    `sign` is one of `: = < <= > >=`, empty for a word; `excluded` says that a minus stands before.
    """

    text: str
    start: int
    field: str
    sign: str
    value: str
    excluded: bool

    @property
    def is_word(self) -> bool:
        """Whether it is a word that may stand together with the next; what is quoted is meant as
        it is written."""
        return not (self.field or self.text.endswith('"'))

    @property
    def values(self) -> tuple[str, ...]:
        """The value's alternatives, parted by commas."""
        return tuple(part for part in self.value.split(",") if part.strip())


def read_terms(query: str) -> list[Term]:
    """The terms of a query, at most MOST_TERMS of them."""
    plain = query[:LONGEST_QUERY].translate(_QUOTES)
    return [
        Term(
            text=found[0],
            start=found.start(),
            field=(found["field"] or "").casefold(),
            sign=found["sign"] or "",
            value=found["value"].strip('"'),
            excluded=bool(found["minus"]),
        )
        for found in _TERM.finditer(plain)
    ][:MOST_TERMS]


def with_instead(query: str, meant: Mapping[Term, str]) -> str:
    """The query with other text in the place of some of its terms."""
    said = query
    for term in sorted(meant, key=lambda term: -term.start):
        said = said[: term.start] + meant[term] + said[term.start + len(term.text) :]
    return said


def without(query: str, terms: Sequence[Term]) -> str:
    """The query with some terms that follow each other left out."""
    first, last = terms[0], terms[-1]
    return " ".join((query[: first.start] + query[last.start + len(last.text) :]).split())
