"""What hands on a table ask of a game: how far a piece comes, the way to a place, what may be done.

Places and lengths are those of the game's own picture (`core.picture`), y upwards. A game answers
only what it can count; pages draw it and decide nothing. `why` says in about four words what a
reason says in a sentence.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from rules.core.geometry import Point, Polygon

#: Outlines filled by the even-odd rule: what lies inside two of them is a hole.
Region = tuple[Polygon, ...]
#: What a sector of the ground is of a piece's: where it faces, how far it sees, shoots, commands.
SectorKind = Literal["front", "flank", "rear", "range", "control", "command", "sight", "spread"]


class Reason(msgspec.Struct, frozen=True):
    """Why not, or why so: by its code, the rules behind it, and one sentence."""

    code: str
    rules: tuple[str, ...]
    message: str


class Spot(msgspec.Struct, frozen=True):
    """A word or number at a place, such as the movement points that are spent there."""

    at: Point
    label: str


class Pace(msgspec.Struct, frozen=True):
    """One manner of moving, named as `Hands.way` takes it: where the middle of the base can come.

    `most` is the length, or what else is counted, that it may cost; `why` says why it is not legal.
    """

    name: str
    label: str
    most: float
    region: Region
    spots: tuple[Spot, ...] = ()
    legal: bool = True
    why: str = ""


class Sector(msgspec.Struct, frozen=True):
    """A part of the ground that belongs to a piece; `minimum` and `maximum` bound a range."""

    kind: SectorKind
    label: str
    region: Region
    minimum: float = 0
    maximum: float = 0


class Link(msgspec.Struct, frozen=True):
    """A line between two places, whole or broken, such as one of command."""

    start: Point
    end: Point
    label: str
    holds: bool = True


class Aim(msgspec.Struct, frozen=True):
    """Another piece as it may be attacked, or helped, now.

    `needed` is the face or number that has to come up, `chance` (0 to 1) how often it does, both
    None where nothing is rolled or nothing can be foretold; `label` is what is written over it
    where that is not "so many or more". `says` is a sentence on what to expect.
    """

    piece: str
    legal: bool
    why: str = ""
    says: str = ""
    needed: int | None = None
    chance: float | None = None
    label: str = ""


class Companion(msgspec.Struct, frozen=True):
    """A piece that may go along, or why it may not."""

    piece: str
    legal: bool
    why: str = ""


class Reach(msgspec.Struct, frozen=True):
    """Everything that lies open to a piece; `acts` says whether somebody may give it orders now,
    `threat` is what an opponent's piece may strike next."""

    piece: str
    acts: bool
    paces: tuple[Pace, ...] = ()
    sectors: tuple[Sector, ...] = ()
    links: tuple[Link, ...] = ()
    aims: tuple[Aim, ...] = ()
    companions: tuple[Companion, ...] = ()
    threat: Region = ()


class Way(msgspec.Struct, frozen=True):
    """A way that was found to a place, or as near to it as the rules let the piece come.

    `at` and `facing` are where it ends, `spent` is what it costs of `most`; `snapped` names the
    piece whose base it touches. `order` is to be given as it stands; `reasons` say why it is
    refused, and none that it is legal. `says` is what it costs and risks, a short sentence each,
    `aims` what may be done from there.
    """

    points: tuple[Point, ...]
    at: Point
    facing: float | None
    spent: float
    most: float
    is_clamped: bool = False
    snapped: str = ""
    order: Mapping[str, object] | None = None
    reasons: tuple[Reason, ...] = ()
    why: str = ""
    says: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    aims: tuple[Aim, ...] = ()


class MenuLine(msgspec.Struct, frozen=True):
    """One thing to do at a target, or with oneself: whole as `order`, else a form to be filled in
    from the order as far as it is known.

    `chance` (0 to 1) is how likely it succeeds, `result` what comes of it, `risk` what it costs;
    `worth` sorts lines, the best first. A refused line says `why`, with its `reasons`.
    """

    kind: str
    label: str
    order: Mapping[str, object]
    is_whole: bool = True
    chance: float | None = None
    result: str = ""
    risk: str = ""
    legal: bool = True
    why: str = ""
    reasons: tuple[Reason, ...] = ()
    worth: float = 0


class Menu(msgspec.Struct, frozen=True):
    """What a piece may do at a target, the best first; `says` what it is up against."""

    title: str
    says: str
    lines: tuple[MenuLine, ...]


class Hands(Protocol):
    """Of a match what hands on its table ask. All raise KeyError for a piece there is not."""

    def reach(self, piece: str, along: Sequence[str], language: str) -> Reach:
        """What lies open to a piece, with those that go along."""

    def way(
        self,
        piece: str,
        to: Point,
        *,
        facing: float | None,
        pace: str,
        along: Sequence[str],
        language: str,
    ) -> Way | None:
        """The way to a place; `facing` None is as the way leads, `pace` "" the usual one. None for
        a piece that moves nowhere now."""

    def menu(self, piece: str, target: str, along: Sequence[str], language: str) -> Menu:
        """What may be done at a target: another piece, or the piece itself."""
