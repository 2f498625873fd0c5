"""Which figure or card a set, number or name means.

A number is understood in several spellings ("33", "033", "AOD-033", "aod33"). One the catalogue
does not have is a piece all the same, since most sets are known in part.
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from collection.folding import fold
from collection.owning.pieces import Piece, read_piece

MOST_SUGGESTED = 5
LEAST_ALIKE = 0.6
LONGEST_MATCHED = 80
LONGEST_SET_NAME = 20
#: Two numbers and a dash: a range, not the number of one piece.
_RANGE = re.compile(r"[0-9]+-[0-9]+")


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


@dataclass(frozen=True)
class Meant:
    """What some words mean: one piece, or several it may be.

    `known` is None for a number the catalogue does not have, `piece` where the words leave it open.
    """

    piece: Piece | None = None
    known: Known | None = None
    near: tuple[Known, ...] = ()


class Finder:
    """A game's sets, figures and cards, laid out for many questions in a row."""

    def __init__(
        self, system: str, sets: Mapping[str, Iterable[str]], pieces: Iterable[Known]
    ) -> None:
        """`sets` has what else people call each set, by its code."""
        self.system = system
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
        if number:
            in_number = self.split(number)
            set_code, number = in_number or (set_code, number)
            if piece := self.piece(set_code, number, variant):
                return Meant(piece, self.find(piece))
        if name and (named := self._named(name, variant, self.set_code(set_said))):
            return named
        return self._in_any_set(number) if number and not set_code else Meant()

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
            parted = number != rest or number[:1].isdigit() or self.is_card_number(number)
            if set_code and parted and self.piece(set_code, number):
                return set_code, number
        return None

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

    def _in_any_set(self, number: str) -> Meant:
        """What a number may be that is given without its set."""
        pieces = (self.piece(code, number) for code in self.codes)
        return Meant(near=tuple(self.pieces[piece] for piece in pieces if piece in self.pieces))
