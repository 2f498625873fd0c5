"""Which figure or card somebody means by a number, a name, and what they say beside it."""

import difflib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from armybuilder.groups.present.pieces import FIGURE, KnownPiece
from collection.common.folding import fold

MOST_CHOICES = 8
LEAST_ALIKE = 0.72
LONGEST_NAME = 80
LONGEST_SMALL_WORD = 3
#: So many misspelt names are looked up for one import; further ones are only reported.
MOST_GUESSES = 200

CARD_TYPES = ("LP", "GS", "PC", "MC", "SA", "G", "P", "L", "F")
_NUMBER = re.compile(rf"(?:({'|'.join(CARD_TYPES)})[\s-]*)?([A-Z]{{0,2}}[0-9]{{1,4}})")


#: Signs between words; those within a variant or a number part nothing.
_SIGNS = re.compile(r"[^\w\s.-]|_|(?<!\w)[.-]|[.-](?!\w)")


class Certainty(StrEnum):
    """How sure it is what a line means."""

    SURE = "sure"
    LIKELY = "likely"
    GUESS = "guess"
    UNKNOWN = "unknown"
    UNREAD = "unread"


@dataclass(frozen=True)
class Meant:
    """What some words mean: the id of a piece, "" for none, and what else they may mean."""

    id: str = ""
    certainty: Certainty = Certainty.UNREAD
    choices: tuple[KnownPiece, ...] = ()


@dataclass(frozen=True)
class Hints:
    """What is said beside a name: points, a set, and all words, folded."""

    words: str = ""
    points: int | None = None
    set_code: str = ""

    def names_number_of(self, piece: KnownPiece) -> bool:
        """Whether one of the words is the piece's collector number."""
        said = self.words.split()
        return piece.number in said or piece.number.lstrip("0") in said

    def traits_of(self, piece: KnownPiece) -> int:
        """How many of the piece's rank, faction and variant are among the words."""
        return sum(f" {trait} " in f" {self.words} " for trait in piece.traits)


class Shelf:
    """Every known piece, laid out for the questions of one import."""

    def __init__(self, pieces: Iterable[KnownPiece], sets: Mapping[str, Iterable[str]]) -> None:
        """`sets` has what people call each set, by its code; the first is that of bare numbers."""
        self.pieces = {piece.id: piece for piece in pieces}
        self.home = next(iter(sets), "")
        self._sets = {fold(name): code for code, names in sets.items() for name in names if name}
        self._sets |= {fold(code): code for code in sets}
        self._named: dict[str, list[KnownPiece]] = {}
        for piece in self.pieces.values():
            for name in piece.names:
                self._named.setdefault(folded_words(name), []).append(piece)
        self._long_names = [name for name in self._named if len(name) > LONGEST_SMALL_WORD]
        self._guesses: dict[str, list[KnownPiece]] = {}
        codes = sorted((code for code in self._sets if code.isalnum()), key=len, reverse=True)
        self.code = re.compile(
            rf"(?<![\w-])\[?({'|'.join(codes)})[\s-]*((?:(?:{'|'.join(CARD_TYPES)})[\s-]*)?"
            r"(?:OC)?[0-9]{1,4})(?![\w-])\]?",
            re.IGNORECASE,
        )

    def set_code(self, said: str) -> str:
        """The code of a set by its code or a name of it; "" for an unknown one."""
        return self._sets.get(fold(said), "")

    def numbered(self, set_code: str, number: str) -> Meant:
        """The piece of a number in any spelling; a well-formed one nobody knows is kept."""
        found = _NUMBER.fullmatch(number.strip().strip("#").upper())
        if found is None:
            return Meant()
        kind, digits = found.groups()
        kind = "LP" if kind == "L" else kind
        printed = f"{digits:0>3}"
        wanted = "-".join(filter(None, (set_code or self.home, kind, printed)))
        if wanted in self.pieces:
            return Meant(wanted, Certainty.SURE if set_code else Certainty.LIKELY)
        near = difflib.get_close_matches(wanted, self.pieces, MOST_CHOICES, 0.8)
        return Meant(wanted, Certainty.UNKNOWN, tuple(self.pieces[each] for each in near))

    def is_card(self, piece_id: str) -> bool:
        """Whether an id is that of a known card."""
        return piece_id in self.pieces and self.pieces[piece_id].role != FIGURE

    def called(self, name: str) -> list[KnownPiece]:
        """The pieces of exactly this name, in the singular or plural."""
        folded = folded_words(name)
        return self._named.get(folded) or self._named.get(folded.removesuffix("s")) or []

    def named(self, said: str, hints: Hints) -> Meant:
        """The piece whose name the words are, or hold; of several the one the hints fit best."""
        if found := self.called(said):
            return self._narrowed(found, hints)
        words = folded_words(said)
        held = [
            name
            for name in self._named
            if f" {name} " in f" {words} " and len(name) > LONGEST_SMALL_WORD
        ]
        if not held:
            return Meant()
        name = max(held, key=len)
        meant = self._narrowed(self._named[name], hints)
        if self._explains(meant, name, words):
            return meant
        return Meant(meant.id, Certainty.GUESS, meant.choices or (self.pieces[meant.id],))

    def misspelt(self, said: str, hints: Hints) -> Meant:
        """The piece whose name is most like some words."""
        guessed = self._guess(folded_words(said))
        if not guessed:
            return Meant()
        meant = self._narrowed(guessed, hints)
        return Meant(meant.id, Certainty.GUESS, meant.choices or tuple(guessed[:1]))

    def _explains(self, meant: Meant, name: str, words: str) -> bool:
        """Whether a piece's name and traits are all that the longer words say."""
        piece = self.pieces[meant.id]
        own = " ".join((name, *piece.names, *piece.traits)).split()
        return all(word in own for word in words.split() if len(word) > LONGEST_SMALL_WORD)

    def agrees(self, meant: Meant, words: str) -> bool:
        """Whether words beside a number have something of the piece's name in them, or no name."""
        piece = self.pieces.get(meant.id)
        if piece is None or not any(len(word) > LONGEST_SMALL_WORD for word in words.split()):
            return True
        own = {word for name in piece.names for word in name.split()}
        said = words.split()
        return any(word in own or difflib.get_close_matches(word, own, 1, 0.75) for word in said)

    def _narrowed(self, found: list[KnownPiece], hints: Hints) -> Meant:
        fitting = list(found)
        for fits in (
            lambda piece: piece.set == hints.set_code,
            hints.names_number_of,
            lambda piece: hints.points is not None and piece.points == hints.points,
            lambda piece: hints.traits_of(piece) > 0,
            lambda piece: hints.traits_of(piece) > 1,
            lambda piece: piece.set == self.home,
        ):
            fitting = list(filter(fits, fitting)) or fitting
        told_apart = len(fitting) == 1
        certainty = Certainty.LIKELY if told_apart else Certainty.GUESS
        others = [piece for piece in found if piece not in fitting]
        choices = () if len(found) == 1 else tuple([*fitting, *others][:MOST_CHOICES])
        return Meant(fitting[0].id, certainty, choices)

    def _guess(self, folded: str) -> list[KnownPiece]:
        """The pieces whose names hold the words, or are most like them."""
        if folded in self._guesses:
            return self._guesses[folded]
        if len(self._guesses) >= MOST_GUESSES or not 3 <= len(folded) <= LONGEST_NAME:
            return []
        names = self._holding(folded.split()) or difflib.get_close_matches(
            folded, self._named, MOST_CHOICES, LEAST_ALIKE
        )
        found = list(dict.fromkeys(piece for name in names for piece in self._named[name]))
        self._guesses[folded] = found
        return found

    def _holding(self, words: Collection[str]) -> list[str]:
        if not any(len(word) > LONGEST_SMALL_WORD for word in words):
            return []
        return [name for name in self._named if set(words) <= set(name.split())]


def folded_words(text: str) -> str:
    """The folded words of a text, without the signs between them."""
    return " ".join(_SIGNS.sub(" ", fold(text)).split())
