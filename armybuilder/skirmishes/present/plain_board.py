"""A position as pages that know no game draw it and read it out: y downwards, as screens do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.games import Game
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words, language
from rules import Area, Mark, Picture, Piece

Point = tuple[float, float]
#: How far a piece is shifted for every one below it, as a share of its width.
SHIFT = 0.14
#: The height of letters on a piece as a share of it.
HEIGHT = 0.34


@dataclass(frozen=True)
class Ground:
    """A part of the ground: a polygon or an open line, or a disc of `radius` at its place."""

    id: str
    tone: str
    label: str
    points: str
    at: Point
    radius: float
    is_line: bool


@dataclass(frozen=True)
class Token:
    """A piece on the ground whose front looks `turn` degrees clockwise from upwards, None for one
    that faces nowhere."""

    id: str
    seat: str
    label: str
    says: str
    at: Point
    turn: float | None
    width: float
    length: float
    is_round: bool
    ticks: tuple[float, ...]
    letters: float
    acts: bool

    @property
    def left(self) -> float:
        """From its middle to its left side."""
        return -self.width / 2

    @property
    def top(self) -> float:
        """From its middle to its front."""
        return -self.length / 2

    @property
    def baseline(self) -> float:
        """From its middle to where its letters stand."""
        return round(self.letters * 0.36, 3)

    @property
    def foot(self) -> float:
        """From its middle to where its ticks stand."""
        return self.length / 2 - self.length * 0.14


@dataclass(frozen=True)
class Row:
    """A piece in words."""

    id: str
    seat: str
    owner: Words
    name: str
    place: str
    states: tuple[str, ...]
    acts: bool


@dataclass(frozen=True)
class Sign:
    """Something that lies on the ground."""

    kind: str
    label: str
    at: Point


@dataclass(frozen=True)
class Board:
    """The whole ground; `unit` is a hundredth of its longer side, by which strokes and letters are
    drawn."""

    width: float
    depth: float
    size: str
    unit: float
    grounds: tuple[Ground, ...]
    tokens: tuple[Token, ...]
    signs: tuple[Sign, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]


def plain_board(game: Game, picture: Picture, acting: frozenset[str]) -> Board:
    """The board of a moment; pieces in `acting` have something legal to do."""
    return Board(
        width=picture.width,
        depth=picture.depth,
        size=_size(picture),
        unit=round(max(picture.width, picture.depth) / 100, 4),
        grounds=tuple(_ground(area, picture.depth) for area in picture.areas),
        tokens=tuple(_tokens(picture, acting)),
        signs=tuple(_sign(mark, picture.depth) for mark in picture.marks),
        rows=tuple(_row(piece, game.seats, acting) for piece in picture.pieces),
        notes=picture.notes,
    )


def picture_of(game: Game) -> Picture | None:
    """The position of a game, None for one that only pages of its own show."""
    table = game.match.table
    return table.picture(language()) if table else None


def _size(picture: Picture) -> str:
    sides = {"width": f"{picture.width:.4g}", "depth": f"{picture.depth:.4g}"}
    sizes = {
        "inch": _("%(width)s by %(depth)s inches"),
        "centimetre": _("%(width)s by %(depth)s centimetres"),
        "hex": _("%(width)s by %(depth)s hexes"),
        "square": _("%(width)s by %(depth)s squares"),
    }
    return sizes[picture.measure] % sides


def _down(at: Point, depth: float) -> Point:
    return round(at[0], 3), round(depth - at[1], 3)


def _ground(area: Area, depth: float) -> Ground:
    corners = [_down(corner, depth) for corner in area.corners]
    xs, ys = zip(*corners, strict=True)
    return Ground(
        id=area.id,
        tone=area.tone,
        label=area.label,
        points=" ".join(f"{x},{y}" for x, y in corners),
        at=(round(sum(xs) / len(xs), 3), round(sum(ys) / len(ys), 3)),
        radius=area.radius,
        is_line=area.is_line,
    )


def _tokens(picture: Picture, acting: frozenset[str]) -> Iterator[Token]:
    for piece in picture.pieces:
        if piece.at is None:
            continue
        x, y = _down(piece.at, picture.depth)
        shift = piece.stack * SHIFT * piece.shape.width
        width, length = piece.shape.width, piece.shape.length
        yield Token(
            id=piece.id,
            seat=piece.side,
            label=piece.label,
            says=". ".join((piece.name, piece.place, *piece.states)),
            at=(round(x + shift, 3), round(y - shift, 3)),
            turn=piece.facing,
            width=width,
            length=length,
            is_round=piece.shape.is_round,
            ticks=tuple(_beside(width, n, piece.ticks) for n in range(piece.ticks)),
            letters=round(min(HEIGHT * length, 1.6 * width / max(len(piece.label), 3)), 3),
            acts=piece.id in acting,
        )


def _beside(width: float, number: int, count: int) -> float:
    """Where the one of some ticks stands across a piece, they all around its middle."""
    return round((number - (count - 1) / 2) * width * 0.16, 3)


def _sign(mark: Mark, depth: float) -> Sign:
    return Sign(mark.kind, mark.label, _down(mark.at, depth))


def _row(piece: Piece, seats: Mapping[str, Mapping[str, str]], acting: frozenset[str]) -> Row:
    owner = seat_title(seats, piece.side)
    return Row(
        piece.id, piece.side, owner, piece.name, piece.place, piece.states, piece.id in acting
    )
