"""Words nobody knows, and what they were meant for: "hachetman", "jumpjets", "jmp jet"."""

import re
from collections.abc import Iterable, Mapping

from collection.catalogue import selectors
from collection.catalogue.search.fields import spoken_words
from collection.catalogue.search.terms import Term, read_terms, with_instead
from collection.common.folding import fold
from collection.common.likeness import SURELY_MEANT, most_alike

LONGEST = 40
#: Numbers are misspelt in ways of their own.
_WORD = re.compile(r"[^\W\d_]{3,}")


class Spelling:
    """The words of some texts, and names that count as one word each."""

    def __init__(self, texts: Iterable[str], names: Mapping[str, str]) -> None:
        """Texts are folded; `names` say how to type each folded name."""
        self._names = dict(names)
        self._text = "\n".join(texts)
        self._words = dict.fromkeys(_WORD.findall(self._text))

    def corrected(self, query: str, *, half_typed: bool = False) -> str:
        """The query with known words in place of those nobody knows; empty where there are none
        such, or where nothing comes near. The last word of a `half_typed` one may only begin."""
        words = [term for term in read_terms(query) if term.is_word]
        wrong = [term for term in words if not self._knows(term)]
        if not wrong:
            return ""
        if len(wrong) > 1 or len(words) > 1:
            said = " ".join(fold(term.value) for term in words)
            if whole := most_alike(said[:LONGEST], self._names, 1, SURELY_MEANT):
                others = dict.fromkeys(words[1:], "")
                return " ".join(
                    with_instead(query, {words[0]: self._names[whole[0]], **others}).split()
                )
        meant = {term: self._meant(term, half_typed and term is words[-1]) for term in wrong}
        if not all(meant.values()):
            return ""
        return with_instead(query, {term: "-" * term.excluded + meant[term] for term in wrong})

    def _knows(self, term: Term) -> bool:
        """Whether a word is part of a text, or a name; what has no letters may be anything."""
        said = fold(term.value)
        return not _WORD.search(said) or said in self._text or said in self._names

    def _meant(self, term: Term, half_typed: bool) -> str:
        said = fold(term.value)[:LONGEST]
        if begun := [name for name in self._names if name.startswith(said)]:
            return self._names[min(begun, key=len)]
        words = {word: word for word in (*self._names, *self._words)}
        if half_typed:
            for length in (len(said), len(said) + 1):
                words = {word[:length]: word for word in reversed(self._words)} | words
        alike = most_alike(said, words, 1, SURELY_MEANT)
        return self._names.get(words[alike[0]], words[alike[0]]) if alike else ""


def figure_spelling(system: str) -> Spelling:
    """The words figures are found by; one query."""
    return Spelling(selectors.figure_texts(system), spoken_names())


def spoken_names() -> dict[str, str]:
    """How to type each value that goes without the name of its field."""
    return {said: spoken.as_typed for said, spoken in spoken_words().items()}
