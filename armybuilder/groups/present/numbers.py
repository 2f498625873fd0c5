"""Numbers of figures and cards as people type them: one, or several at once."""

import re
from dataclasses import dataclass
from functools import lru_cache

from rules import age_of_destruction as aod

#: Between a number of copies and a number: "2x AOD-033", "AOD-033 × 2".
TIMES = r"[x×*]"


@dataclass(frozen=True)
class Typed:
    """One of the numbers somebody typed: as typed, how many, and what the catalogue knows by it.

    `kind` is "unit" or "card", empty for a number nobody knows.
    """

    text: str
    count: int
    kind: str = ""
    id: str = ""


def typed_numbers(text: str, known: aod.Catalogue) -> list[Typed]:
    """The numbers in a text, separated by spaces, commas, semicolons or line ends; each may carry
    how many are meant."""
    glued = re.sub(rf"\b(\d{{1,3}})\s*({TIMES})\s*(?=[^\W\d])", r"\1\2", text.strip())
    glued = re.sub(rf"\s+({TIMES})\s*(?=\d)", r"\1", glued)
    return [_typed(word, known) for word in re.split(r"[\s,;]+", glued) if word]


def find_id(typed: str, known: aod.Catalogue) -> tuple[str, str] | None:
    """The kind ("unit" or "card") and the id of what somebody typed as a number, if the
    catalogue knows it: hyphens, zeros before the number and capitals make no difference."""
    wanted = typed.strip().upper()
    if unit := known.unit(wanted):
        return "unit", unit.id
    if card := known.card(wanted):
        return "card", card.id
    return _by_shape(known).get(_shape(wanted))


def similar_to(wanted: str, known: aod.Catalogue) -> tuple[str, ...]:
    """Ids of figures and cards somebody may have meant."""
    return tuple(dict.fromkeys([*known.similar_units(wanted), *known.similar_cards(wanted)]))[:3]


def _typed(word: str, known: aod.Catalogue) -> Typed:
    if found := find_id(word, known):
        return Typed(word, 1, *found)
    match = re.fullmatch(
        rf"(?:(\d{{1,3}}){TIMES})?(.+?)(?:{TIMES}(\d{{1,3}}))?", word, re.IGNORECASE
    )
    if match is None:
        return Typed(word, 1)
    before, number, after = match.groups()
    found = find_id(number, known)
    return Typed(number, int(before or after or 1), *(found or ("", "")))


def _shape(number: str) -> str:
    """A number without hyphens and without zeros before digits: "AOD-033" becomes "AOD33"."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", number.replace("-", ""))


@lru_cache(maxsize=2)
def _by_shape(known: aod.Catalogue) -> dict[str, tuple[str, str]]:
    """Kind and id of every figure and card by shape; a shape two of them share names neither."""
    found: dict[str, tuple[str, str]] = {}
    shared = set()
    for kind, ids in (("unit", known.units), ("card", known.cards)):
        for each in ids:
            shape = _shape(each)
            if shape in found:
                shared.add(shape)
            found[shape] = (kind, each)
    return {shape: each for shape, each in found.items() if shape not in shared}
