"""What an import reads: lines with the pieces on them, and facts of the whole group."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from collection.catalogue.finding.meaning import Certainty, Meant


@dataclass(frozen=True)
class Item:
    """A piece on a line: what was written, how many, what it means, and how it is fielded.

    `recruit` are factions that pay for a pilot, `faction` the choice of a contract.
    """

    said: str
    meant: Meant
    count: int = 1
    recruit: tuple[str, ...] = ()
    faction: str = ""
    weapon: str = ""


@dataclass(frozen=True)
class ReadLine:
    """A line as it was written, its number from 1, and what was made of it.

    Without items it says nothing of pieces: `message` tells why, unless `skipped` says that
    nothing is lost with it.
    """

    number: int
    text: str
    items: tuple[Item, ...] = ()
    message: str = ""
    skipped: bool = False

    @property
    def is_unread(self) -> bool:
        """Whether something on the line was not understood."""
        return not (self.items or self.skipped)

    @property
    def is_doubtful(self) -> bool:
        """Whether a piece on the line is only guessed, or not in the catalogue."""
        doubts = (Certainty.GUESS, Certainty.UNKNOWN)
        return any(item.meant.certainty in doubts for item in self.items)


@dataclass
class Facts:
    """What a text says of the whole group; `told` are fields of battle-group/1."""

    told: dict[str, Any] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    check_code: str = ""


@dataclass(frozen=True)
class Reading:
    """Everything read from one text.

    `form` names what kind of text it was. `exact` is the document where the form carries one whole;
    `lines` then holds only what was not understood of it. Otherwise the lines are the group;
    `other` is then the packed line of another list the text carries, which may be meant instead.
    """

    form: str
    lines: tuple[ReadLine, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    exact: Mapping[str, Any] | None = None
    check_code: str = ""
    message: str = ""
    other: str = ""

    @property
    def unread(self) -> list[ReadLine]:
        """The lines nothing could be made of."""
        return [line for line in self.lines if line.is_unread]

    @property
    def doubtful(self) -> list[ReadLine]:
        """The lines with pieces that are guessed or unknown."""
        return [line for line in self.lines if line.is_doubtful]
