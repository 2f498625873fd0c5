"""Which figure or card a set, number or name means.

A number is understood in several spellings ("33", "033", "AOD-033", "aod33"). One without a record
is a piece all the same where its set has such a number, since most sets are recorded in part. Any
other is doubted, with what may have been meant, until somebody says that it is so: "AOD-999!".
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from collection.catalogue.finding.meaning import (
    Certainty,
    Doubt,
    Hints,
    Known,
    Meant,
    meaning_of,
)
from collection.catalogue.pieces import Piece, read_piece
from collection.common.folding import fold, folded_words
from collection.common.likeness import SURELY_MEANT, WORTH_OFFERING, most_alike

MOST_SUGGESTED = 8
LONGEST_MATCHED = 80
LONGEST_SET_NAME = 20
#: Shorter words say nothing of a name that holds more of them.
LONGEST_SMALL_WORD = 3
#: Two numbers and a dash: a range, not the number of one piece.
_RANGE = re.compile(r"[0-9]+-[0-9]+")
#: A number with the code of its set, also of a set the catalogue does not have: "LE-12".
_WITH_SET = re.compile(r"([A-Z]{2,5})-([0-9]+)", re.IGNORECASE)
#: What says that a number is meant although nobody knows it.
SURE = "!"
#: Letters that are typed for digits, and the other way round.
_AS_DIGITS = str.maketrans("OQILSZB", "0011528")
_AS_LETTERS = str.maketrans("015", "OIS")
#: What some print for a type of cards.
_CARD_TYPES = {"L": "LP"}


class Finder:
    """A game's sets, figures and cards, laid out for many questions in a row."""

    def __init__(
        self,
        system: str,
        sets: Mapping[str, Iterable[str]],
        pieces: Iterable[Known],
        numbers: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        """`sets` has what else people call each set, by its code; `numbers` those a set is known to
        have, recorded or not."""
        self.system = system
        self._numbers = {code: frozenset(those) for code, those in (numbers or {}).items()}
        self.codes = tuple(sets)
        self.pieces = {known.piece: known for known in pieces}
        self._sets = {fold(name): code for code, names in sets.items() for name in names}
        self._sets |= {fold(code): code for code in sets}
        self._names: dict[str, list[Known]] = {}
        for known in self.pieces.values():
            for said in known.names:
                self._names.setdefault(said, []).append(known)
        self._card_types = {
            known.piece.number.partition("-")[0] for known in self.pieces.values() if known.is_card
        }
        self._by_id = {known.id: known for known in self.pieces.values()}
        self.code = self._code()

    def _code(self) -> re.Pattern[str]:
        """A set and number amid other words: "[AOD 033]"."""
        codes = sorted((code for code in self._sets if code.isalnum()), key=len, reverse=True)
        types = "|".join(sorted({*self._card_types, *_CARD_TYPES}, key=len, reverse=True))
        return re.compile(
            rf"(?<![\w-])\[?({'|'.join(codes)})[\s-]*((?:(?:{types})[\s-]*)?"
            r"(?:OC)?[0-9]{1,4})(?![\w-])\]?",
            re.IGNORECASE,
        )

    @property
    def first_set(self) -> str:
        """The set of the first piece, the best known one; empty without any."""
        return next((piece.set for piece in self.pieces), "")

    def set_code(self, said: str) -> str:
        """The code of a set by its code or one of its names; empty for one nobody knows."""
        return self._sets.get(fold(said), "")

    def by_id(self, catalogue_id: str) -> Known | None:
        """The piece of an id, if it is in the catalogue."""
        return self._by_id.get(catalogue_id)

    def find(self, piece: Piece) -> Known | None:
        """What the catalogue knows of a piece, also of a variant it does not."""
        return self.pieces.get(piece) or self.pieces.get(replace(piece, variant=""))

    def meaning(
        self, *, set_said: str = "", number: str = "", variant: str = "", name: str = ""
    ) -> Meant:
        """The piece of a set and number, or else the only one of a name."""
        set_code = self.set_code(set_said) or set_said
        is_sure, number = number.endswith(SURE), number.rstrip(SURE)
        if number:
            in_number = self.split(number) or self._in_no_set(number)
            set_code, number = in_number or (set_code, number)
            if piece := self.piece(set_code, number, variant):
                return self._judged(piece, name, is_sure=is_sure)
        if number and not set_code and (anywhere := self._in_any_set(number)):
            return self._of_that_name(anywhere, name)
        return self._exactly(name, variant, self.set_code(set_said)) if name else Meant()

    def numbered(self, set_code: str, number: str) -> Meant:
        """The piece of a number; one without a set is likely of the best known one."""
        piece = self.piece(set_code or self.first_set, number)
        if piece and (known := self.find(piece)):
            return meaning_of(known, Certainty.SURE if set_code else Certainty.LIKELY)
        meant = self.meaning(set_said=set_code or self.first_set, number=number)
        alike = most_alike(meant.id, self._by_id, MOST_SUGGESTED, SURELY_MEANT)
        near = meant.near or tuple(self._by_id[each] for each in alike)
        return replace(meant, near=near, certainty=Certainty.UNKNOWN)

    def is_listed(self, piece: Piece) -> bool:
        """Whether there is such a piece, recorded or not."""
        return self.find(piece) is not None or piece.number in self._numbers.get(piece.set, ())

    def _judged(self, piece: Piece, name: str, *, is_sure: bool) -> Meant:
        """What is to be thought of a set and number, and of a name beside them."""
        known = self.find(piece)
        if not (is_sure or self.is_listed(piece)):
            doubt = Doubt.NUMBER if piece.set in self.codes else Doubt.SET
            near = self._alike(piece, name)
            return Meant(piece, near=near, doubt=doubt, certainty=Certainty.UNKNOWN)
        if known and not is_sure and (others := self._others_called(name, known)):
            near = (known, *others)[:MOST_SUGGESTED]
            return Meant(piece, known, near, Doubt.NAME, Certainty.GUESS)
        return Meant(piece, known, certainty=Certainty.SURE)

    def _alike(self, piece: Piece, name: str) -> tuple[Known, ...]:
        """Pieces there are that a set and number nobody knows may have been meant for: letters
        typed for digits, a letter behind, a set misspelt; otherwise those of the name."""
        sets = [piece.set] if piece.set in self.codes else self._sets_like(piece.set)
        plain = re.sub(r"(?<=[0-9])[A-Z]$", "", piece.number)
        numbers = (piece.number, piece.number.translate(_AS_DIGITS), plain)
        pieces = (self.piece(code, number) for code in sets for number in numbers)
        found = [self.find(one) or Known(one, "") for one in pieces if one and self.is_listed(one)]
        return tuple(dict.fromkeys((*found, *self.called(name))))[:MOST_SUGGESTED]

    def _sets_like(self, code: str) -> list[str]:
        """The sets whose codes or names are most like one that is none."""
        said = [fold(code), fold(code.translate(_AS_LETTERS))]
        alike = [name for one in said for name in most_alike(one, self._sets)]
        return list(dict.fromkeys(self._sets[name] for name in alike))

    def _others_called(self, name: str, known: Known) -> tuple[Known, ...]:
        """The pieces a name belongs to that is not the one of this piece."""
        said, own = folded_words(name)[:LONGEST_MATCHED], known.names
        if not said or any(each in said or said in each for each in own):
            return ()
        if most_alike(said, own, 1):
            return ()
        alike = most_alike(said, self._names, 1, SURELY_MEANT)
        return tuple(other for like in alike for other in self._names[like])

    def _of_that_name(self, found: tuple[Known, ...], name: str) -> Meant:
        """Which of several pieces of one number a name beside it means."""
        named = [known for known in found if known in self.called(name)]
        return meaning_of(named[0], Certainty.SURE) if len(named) == 1 else Meant(near=found)

    def piece(self, set_code: str, number: str, variant: str = "") -> Piece | None:
        """The piece of a set's number in any spelling; None where there can be none.

        A variant that the catalogue gives to the number anyway does not make another piece.
        """
        said = "".join(number.split()).upper().lstrip("#")
        if self.is_card_number(said):
            letters = said.rstrip("0123456789")
            kind = letters.rstrip("-")
            said = f"{_CARD_TYPES.get(kind, kind)}-{said[len(letters) :]}"
        if not any(digit in said for digit in "123456789"):
            return None
        plain = read_piece(self.system, set_code, said)
        known = self.pieces.get(plain) if plain else None
        if known is None and _RANGE.fullmatch(said):
            return None
        if known and fold(variant) in ("", fold(known.variant)):
            return plain
        return read_piece(self.system, set_code, said, variant)

    def is_card_number(self, number: str) -> bool:
        """Whether a number begins with a type of cards: "LP-1" or "g1"."""
        letters = number.rstrip("0123456789")
        kind = letters.rstrip("-").upper()
        return letters != number and _CARD_TYPES.get(kind, kind) in self._card_types

    def split(self, code: str) -> tuple[str, str] | None:
        """The set and number of "AOD-033", "aod 33", "AOD033" or "AOD-G-001"; None without one."""
        said = "".join(code.split())
        for end in range(min(len(said) - 1, LONGEST_SET_NAME), 0, -1):
            set_code = self._sets.get(fold(said[:end]))
            rest = said[end:]
            number = rest.lstrip("-/#:")
            piece = self.piece(set_code, number) if set_code else None
            parted = number != rest or number[:1].isdigit()
            if piece and (parted or (self.is_card_number(number) and self.is_listed(piece))):
                return piece.set, number
        return None

    def _in_no_set(self, code: str) -> tuple[str, str] | None:
        """The parts of a number with the code of a set nobody knows: "LE-12"."""
        parts = _WITH_SET.fullmatch("".join(code.split()))
        return (parts[1], parts[2]) if parts and not self.is_card_number(code) else None

    def called(self, name: str) -> list[Known]:
        """The pieces of exactly this name, in the singular or plural."""
        said = folded_words(name)
        return self._names.get(said) or self._names.get(said.removesuffix("s")) or []

    def suggest(self, name: str) -> tuple[Known, ...]:
        """The pieces whose names hold some words, or are most like them."""
        said = folded_words(name)[:LONGEST_MATCHED]
        if len(said) < LONGEST_SMALL_WORD:
            return ()
        names = self._holding(said.split()) or most_alike(
            said, self._names, MOST_SUGGESTED, WORTH_OFFERING
        )
        found = dict.fromkeys(known for like in names for known in self._names[like])
        return tuple(found)[:MOST_SUGGESTED]

    def named(self, said: str, hints: Hints) -> Meant:
        """The piece whose name the words are, or hold; of several the one the hints fit best."""
        if found := self.called(said):
            return self._narrowed(found, hints)
        words = folded_words(said)
        held = [
            name
            for name in self._names
            if f" {name} " in f" {words} " and len(name) > LONGEST_SMALL_WORD
        ]
        if not held:
            return Meant()
        name = max(held, key=len)
        meant = self._narrowed(self._names[name], hints)
        if meant.known is None or self._explains(meant.known, name, words):
            return meant
        return replace(meant, certainty=Certainty.GUESS, near=meant.near or (meant.known,))

    def misspelt(self, said: str, hints: Hints) -> Meant:
        """The piece whose name is most like some words."""
        guessed = self.suggest(said)
        if not guessed:
            return Meant()
        meant = self._narrowed(guessed, hints)
        return replace(meant, certainty=Certainty.GUESS, near=meant.near or guessed[:1])

    def agrees(self, meant: Meant, words: str) -> bool:
        """Whether words beside a number have something of the piece's name in them, or no name."""
        if meant.known is None or all(len(word) <= LONGEST_SMALL_WORD for word in words.split()):
            return True
        own = {word for name in meant.known.names for word in name.split()}
        return any(word in own or most_alike(word, own, 1, SURELY_MEANT) for word in words.split())

    def _explains(self, known: Known, name: str, words: str) -> bool:
        """Whether a piece's name and traits are all that the longer words say."""
        own = " ".join((name, *known.names, *map(fold, known.traits))).split()
        return all(word in own for word in words.split() if len(word) > LONGEST_SMALL_WORD)

    def _narrowed(self, found: Collection[Known], hints: Hints) -> Meant:
        fitting = list(found)
        for fits in (
            lambda known: known.piece.set == hints.set_code,
            hints.names_number_of,
            lambda known: hints.points is not None and known.points == hints.points,
            lambda known: hints.traits_of(known) > 0,
            lambda known: hints.traits_of(known) > 1,
            lambda known: known.piece.set == self.first_set,
        ):
            fitting = list(filter(fits, fitting)) or fitting
        certainty = Certainty.LIKELY if len(fitting) == 1 else Certainty.GUESS
        others = [known for known in found if known not in fitting]
        near = () if len(found) == 1 else [*fitting, *others][:MOST_SUGGESTED]
        return meaning_of(fitting[0], certainty, near)

    def _holding(self, words: Collection[str]) -> list[str]:
        if all(len(word) <= LONGEST_SMALL_WORD for word in words):
            return []
        return [name for name in self._names if set(words) <= set(name.split())]

    def _exactly(self, name: str, variant: str, set_code: str) -> Meant:
        """The piece of a name, or those of that name."""
        for said in (f"{name} {variant}", name):
            found = [each for each in self.called(said) if set_code in ("", each.piece.set)]
            if len(found) == 1:
                return meaning_of(found[0], Certainty.SURE)
            if found:
                return Meant(near=tuple(found))
        return Meant()

    def _in_any_set(self, number: str) -> tuple[Known, ...]:
        """What a number may be that is given without its set."""
        pieces = (self.piece(code, number) for code in self.codes)
        return tuple(self.pieces[piece] for piece in pieces if piece in self.pieces)
