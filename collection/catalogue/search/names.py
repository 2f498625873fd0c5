"""Things that are found by their names: cards, equipment, factions, rules."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from collection.common.folding import fold, search_words
from collection.common.language import Words


@dataclass(frozen=True)
class Named:
    """A thing with a page: its title there, its number or code, one line about it.

    `names` is everything it is called, `text` what else may hold the words looked for.
    """

    title: str
    url: str
    names: tuple[str, ...]
    number: str = ""
    about: Words = ""
    text: str = ""
    folded: tuple[str, ...] = field(init=False)
    words: frozenset[str] = field(init=False)
    searched: str = field(init=False)
    whole: str = field(init=False)

    def __post_init__(self) -> None:
        folded = tuple(dict.fromkeys(fold(name) for name in self.names if name))
        object.__setattr__(self, "folded", folded)
        object.__setattr__(self, "words", frozenset(" ".join(folded).split()))
        object.__setattr__(self, "searched", fold(self.text))
        object.__setattr__(self, "whole", "\n".join((*folded, self.searched)))


def called(things: Iterable[Named], query: str) -> list[Named]:
    """The things with these words, best first: called so, beginning so, with words that begin so,
    then those whose text holds all of them."""
    words = search_words(query)
    if not words:
        return []
    said = " ".join(words)
    # Of hundreds few have the words anywhere.
    likely = (each for each in things if all(word in each.whole for word in words))
    ranked = [(rank, each) for each in likely if (rank := _rank(each, said, words)) is not None]
    return [each for _rank, each in sorted(ranked, key=lambda pair: pair[0])]


def _rank(thing: Named, said: str, words: list[str]) -> int | None:
    if said in thing.folded:
        return 0
    if any(name.startswith(said) for name in thing.folded):
        return 1
    if all(any(own.startswith(word) for own in thing.words) for word in words):
        return 2
    if thing.searched and all(word in thing.searched for word in words):
        return 3
    return None
