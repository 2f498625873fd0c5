"""By what a figure or card is known: the set, number and variant printed on it."""

from dataclasses import dataclass

from collection.common.folding import number_key, number_words

LONGEST_SET = 16
LONGEST_NUMBER = 16
LONGEST_VARIANT = 40
NUMBER_LENGTH = 3


@dataclass(frozen=True, order=True)
class Piece:
    """A figure or card as it is printed; a card's number begins with its type: "LP-001"."""

    system: str
    set: str
    number: str
    variant: str = ""

    @property
    def catalogue_id(self) -> str:
        """The id under which the catalogue would know it."""
        return f"{self.set}-{self.number}"

    @property
    def sort_key(self) -> str:
        """Text that orders a collection by set, number and variant."""
        kind, _, number = self.number.rpartition("-")
        return f"{self.set:0<{LONGEST_SET}}{kind:0<2}{number_key(number)}{self.variant}"

    @property
    def words(self) -> list[str]:
        """How people write its number when they look for it."""
        return number_words(self.set, [self.number])

    def __str__(self) -> str:
        return f"{self.catalogue_id} {self.variant}".rstrip()


def read_piece(system: str, set_code: str, number: str, variant: str = "") -> Piece | None:
    """The piece somebody means: " aod", "33" is AOD-033; None where set or number cannot be one."""
    set_code = _printed(set_code)
    number = _printed_number(number)
    variant = " ".join(variant.split())
    if not set_code.isalnum() or not number:
        return None
    if len(set_code) > LONGEST_SET or len(number) > LONGEST_NUMBER:
        return None
    if len(variant) > LONGEST_VARIANT or not variant.isprintable():
        return None
    return Piece(system, set_code, number, variant)


def find_piece(system: str, catalogue_id: str, variant: str = "") -> Piece | None:
    """The piece of an address, such as AOD-033 or AOD-LP-001."""
    set_code, _dash, number = catalogue_id.partition("-")
    return read_piece(system, set_code, number, variant)


def _printed_number(text: str) -> str:
    """A number as catalogues write it: "33" becomes "033", "lp-1" becomes "LP-001"."""
    number = _printed(text)
    kind, dash, digits = number.rpartition("-")
    if not _is_number(digits):
        return number
    return f"{kind}{dash}{digits.lstrip('0').zfill(NUMBER_LENGTH)}"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _printed(text: str) -> str:
    """Capital letters, digits and dashes; empty where there is anything else."""
    joined = "".join(text.split()).upper()
    return joined if joined.replace("-", "").isalnum() else ""
