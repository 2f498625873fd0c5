"""A position as a picture: plain values that a page can draw and read out, whatever the game.

Places are points with x to the right and y upwards, from (0, 0) to the size of the ground; lengths
are in its unit. Names and labels are in the language that was asked for.
"""

from typing import Literal

import msgspec

from rules.core.geometry import Point, Polygon

#: What lengths are measured in; a hex or a square of the ground is one apart from the next.
Measure = Literal["inch", "centimetre", "hex", "square"]
#: How ground is drawn: what it is for those who stand on it, roughly.
Tone = Literal["open", "rough", "cover", "wall", "water", "high", "low", "road", "zone"]


class Area(msgspec.Struct, frozen=True):
    """A part of the ground: a polygon, an open line, or a disc of `radius` around its only
    corner."""

    id: str
    kind: str
    label: str
    corners: Polygon
    tone: Tone = "open"
    radius: float = 0
    is_line: bool = False


class Shape(msgspec.Struct, frozen=True):
    """The base of a piece: across and along the way it faces; a disc where `is_round`."""

    width: float
    length: float
    is_round: bool = False


class Piece(msgspec.Struct, frozen=True):
    """Something a side has on the ground, or off it where `at` is None.

    `label` is short enough for its base, `name` says what it is, `place` where it stands, `states`
    what else is true of it. `facing`: degrees clockwise from upwards, None for what faces nowhere.
    `ticks` are small marks of which a piece may have several, such as tokens. `stack` counts the
    pieces below it at the same place. `secret`: the other sides do not know of it. `answers`: it
    may be given an order now though another side is to act.

    What a game's own pages may draw on the base: `glyph` by the name of what it is, `signs` by the
    names of what is true of it, `parts` how many are left of how many it is made of, `strain` how
    much it bears of how much it can; None where it has none.
    """

    id: str
    side: str
    label: str
    name: str
    place: str
    at: Point | None
    shape: Shape
    facing: float | None = None
    states: tuple[str, ...] = ()
    ticks: int = 0
    stack: int = 0
    secret: bool = False
    answers: bool = False
    glyph: str = ""
    signs: tuple[str, ...] = ()
    parts: tuple[int, int] | None = None
    strain: tuple[int, int] | None = None


class Mark(msgspec.Struct, frozen=True):
    """Something that lies on the ground and is nobody's piece; `side` holds it, "" for nobody."""

    kind: str
    label: str
    at: Point
    side: str = ""


class Picture(msgspec.Struct, frozen=True):
    """The ground with everything on it; `notes` say what else is true of the position."""

    width: float
    depth: float
    measure: Measure
    areas: tuple[Area, ...]
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()


def stacked(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Pieces with how many of them lie below each at the same place."""
    heights: dict[Point | None, int] = {}
    found = []
    for piece in pieces:
        height = heights.get(piece.at, 0)
        heights[piece.at] = height + 1
        found.append(msgspec.structs.replace(piece, stack=height if piece.at else 0))
    return tuple(found)
