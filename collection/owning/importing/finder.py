"""Which figure or card a set, number or name means.

A number is understood in several spellings ("33", "033", "AOD-033", "aod33"). One without a record
is a piece all the same where its set has such a number, since most sets are recorded in part. Any
other is doubted, with what may have been meant, until somebody says that it is so: "AOD-999!".
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from collection.common.folding import fold
from collection.owning.pieces import Piece, read_piece

MOST_SUGGESTED = 5
LEAST_ALIKE = 0.6
LONGEST_MATCHED = 80
LONGEST_SET_NAME = 20
#: Two numbers and a dash: a range, not the number of one piece.
_RANGE = re.compile(r"[0-9]+-[0-9]+")
#: A number with the code of its set, also of a set the catalogue does not have: "LE-12".
_WITH_SET = re.compile(r"([A-Z]{2,5})-([0-9]+)", re.IGNORECASE)
#: What says that a number is meant although nobody knows it.
SURE = "!"
#: How alike a name must be to that of another piece to speak against the number beside it.
SURELY_ALIKE = 0.8
#: Letters that are typed for digits, and the other way round.
_AS_DIGITS = str.maketrans("OQILSZB", "0011528")
_AS_LETTERS = str.maketrans("015", "OIS")


@dataclass(frozen=True)
class Known:
    """A figure or card as the catalogue names it; `variant` belongs to the name, not the number."""

    piece: Piece
    name: str
    variant: str = ""
    is_card: bool = False

    @property
    def title(self) -> str:
        """Name and variant."""
        return f"{self.name} {self.variant}".strip()


class Doubt(Enum):
    """Why a piece may not be what somebody meant."""

    SET = "set"
    NUMBER = "number"
    NAME = "name"


@dataclass(frozen=True)
class Meant:
    """What some words mean: one piece, or several it may be.

    `known` is None for a number without a record, `piece` where the words leave it open. With a
    `doubt` the piece counts only once somebody says so, and `near` is what else may be meant.
    """

    piece: Piece | None = None
    known: Known | None = None
    near: tuple[Known, ...] = ()
    doubt: Doubt | None = None

    @property
    def is_unlisted(self) -> bool:
        """Whether it is a number that nobody knows."""
        return self.doubt in (Doubt.SET, Doubt.NUMBER)


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
            for said in {fold(known.name), fold(known.title)}:
                self._names.setdefault(said, []).append(known)
        self._card_types = {
            known.piece.number.partition("-")[0] for known in self.pieces.values() if known.is_card
        }

    @property
    def first_set(self) -> str:
        """The set of the first piece, the best known one; empty without any."""
        return next((piece.set for piece in self.pieces), "")

    def set_code(self, said: str) -> str:
        """The code of a set by its code or one of its names; empty for one nobody knows."""
        return self._sets.get(fold(said), "")

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
        if name and (named := self._named(name, variant, self.set_code(set_said))):
            return named
        return Meant()

    def is_listed(self, piece: Piece) -> bool:
        """Whether there is such a piece, recorded or not."""
        return self.find(piece) is not None or piece.number in self._numbers.get(piece.set, ())

    def _judged(self, piece: Piece, name: str, *, is_sure: bool) -> Meant:
        """What is to be thought of a set and number, and of a name beside them."""
        known = self.find(piece)
        if not (is_sure or self.is_listed(piece)):
            doubt = Doubt.NUMBER if piece.set in self.codes else Doubt.SET
            return Meant(piece, near=self._alike(piece, name), doubt=doubt)
        if known and not is_sure and (others := self._others_called(name, known)):
            return Meant(piece, known, (known, *others)[:MOST_SUGGESTED], Doubt.NAME)
        return Meant(piece, known)

    def _alike(self, piece: Piece, name: str) -> tuple[Known, ...]:
        """Pieces there are that a set and number nobody knows may have been meant for: letters
        typed for digits, a letter behind, a set misspelt; otherwise those of the name."""
        sets = [piece.set] if piece.set in self.codes else self._sets_like(piece.set)
        plain = re.sub(r"(?<=[0-9])[A-Z]$", "", piece.number)
        numbers = (piece.number, piece.number.translate(_AS_DIGITS), plain)
        pieces = (self.piece(code, number) for code in sets for number in numbers)
        found = [self.find(one) or Known(one, "") for one in pieces if one and self.is_listed(one)]
        called = self._names.get(fold(name), ()) if name else ()
        return tuple(dict.fromkeys((*found, *called)))[:MOST_SUGGESTED]

    def _sets_like(self, code: str) -> list[str]:
        """The sets whose codes or names are most like one that is none."""
        said = [fold(code), fold(code.translate(_AS_LETTERS))]
        alike = [name for one in said for name in difflib.get_close_matches(one, self._sets)]
        return list(dict.fromkeys(self._sets[name] for name in alike))

    def _others_called(self, name: str, known: Known) -> tuple[Known, ...]:
        """The pieces a name belongs to that is not the one of this piece."""
        said, own = fold(name)[:LONGEST_MATCHED], {fold(known.name), fold(known.title)}
        if not said or any(each in said or said in each for each in own):
            return ()
        if difflib.get_close_matches(said, own, 1, LEAST_ALIKE):
            return ()
        alike = difflib.get_close_matches(said, self._names, 1, SURELY_ALIKE)
        return tuple(other for like in alike for other in self._names[like])

    def _of_that_name(self, found: tuple[Known, ...], name: str) -> Meant:
        """Which of several pieces of one number a name beside it means."""
        called = {known.piece for known in self._names.get(fold(name), ())}
        named = [known for known in found if known.piece in called]
        return Meant(named[0].piece, named[0]) if len(named) == 1 else Meant(near=found)

    def piece(self, set_code: str, number: str, variant: str = "") -> Piece | None:
        """The piece of a set's number in any spelling; None where there can be none.

        A variant that the catalogue gives to the number anyway does not make another piece.
        """
        said = "".join(number.split()).upper().lstrip("#")
        if self.is_card_number(said):
            letters = said.rstrip("0123456789")
            said = f"{letters.rstrip('-')}-{said[len(letters) :]}"
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
        return letters != number and letters.rstrip("-").upper() in self._card_types

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

    def suggest(self, name: str) -> tuple[Known, ...]:
        """The pieces whose names are most like one that is misspelt."""
        wanted = fold(name)[:LONGEST_MATCHED]
        alike = difflib.get_close_matches(wanted, self._names, MOST_SUGGESTED, LEAST_ALIKE)
        found = dict.fromkeys(known for said in alike for known in self._names[said])
        return tuple(found)[:MOST_SUGGESTED]

    def _named(self, name: str, variant: str, set_code: str) -> Meant | None:
        """The piece of a name; without an exact one, None."""
        for said in (f"{name} {variant}", name):
            found = tuple(
                known
                for known in self._names.get(fold(said), ())
                if set_code in ("", known.piece.set)
            )
            if len(found) == 1:
                return Meant(found[0].piece, found[0])
            if found:
                return Meant(near=found)
        return None

    def _in_any_set(self, number: str) -> tuple[Known, ...]:
        """What a number may be that is given without its set."""
        pieces = (self.piece(code, number) for code in self.codes)
        return tuple(self.pieces[piece] for piece in pieces if piece in self.pieces)
