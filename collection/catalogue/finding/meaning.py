"""What some words mean: one figure or card, or several they may mean, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from collection.catalogue.pieces import Piece
from collection.common.folding import fold, folded_words

#: Where a piece belongs in a battle group.
FIGURE, GEAR, PILOT, GROUP_CARD = "figure", "gear", "pilot", "group"


@dataclass(frozen=True)
class Known:
    """A figure or card as people may name it.

    `variant` belongs to the name, not the number; `role` is one of the four above. `others` is what
    else it is called, `traits` what tells it from others of its name; `label` shows it in a choice.
    """

    piece: Piece
    name: str
    variant: str = ""
    role: str = FIGURE
    label: str = ""
    others: tuple[str, ...] = ()
    traits: frozenset[str] = frozenset()
    points: int | None = None

    @property
    def id(self) -> str:
        """Its id in the catalogue."""
        return self.piece.catalogue_id

    @property
    def is_card(self) -> bool:
        """Whether it is a card."""
        return self.role != FIGURE

    @property
    def title(self) -> str:
        """Name and variant."""
        return f"{self.name} {self.variant}".strip()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything it is called, folded."""
        said = map(folded_words, (self.name, self.title, self.variant, *self.others))
        return tuple(dict.fromkeys(filter(None, said)))


class Certainty(StrEnum):
    """How sure it is what some words mean."""

    SURE = "sure"
    LIKELY = "likely"
    GUESS = "guess"
    UNKNOWN = "unknown"
    UNREAD = "unread"


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
    certainty: Certainty = Certainty.UNREAD

    @property
    def id(self) -> str:
        """The id of the piece; empty without one."""
        return self.piece.catalogue_id if self.piece else ""

    @property
    def is_unlisted(self) -> bool:
        """Whether it is a number that nobody knows."""
        return self.doubt in (Doubt.SET, Doubt.NUMBER)


def meaning_of(
    known: Known, certainty: Certainty, near: Sequence[Known] = (), doubt: Doubt | None = None
) -> Meant:
    """What words mean that mean something known."""
    return Meant(known.piece, known, tuple(near), doubt, certainty)


@dataclass(frozen=True)
class Hints:
    """What is said beside a name: points, a set, and all words, folded."""

    words: str = ""
    points: int | None = None
    set_code: str = ""

    def names_number_of(self, known: Known) -> bool:
        """Whether one of the words is the collector number."""
        said, number = self.words.split(), known.piece.number.rpartition("-")[2]
        return number in said or number.lstrip("0") in said

    def traits_of(self, known: Known) -> int:
        """How many of the rank, the faction and the variant are among the words."""
        return sum(f" {fold(trait)} " in f" {self.words} " for trait in known.traits)
