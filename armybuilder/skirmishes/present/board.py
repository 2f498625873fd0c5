"""A position as pages that know no game draw it and read it out: y downwards, as screens do."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from statistics import median

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.drawn import Point, down, outline, short
from armybuilder.skirmishes.present.prints import Print, printed
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words
from rules import Area, Mark, Measure, Picture, Piece, Tone

#: How far a piece is shifted for every one below it, as a share of its width.
SHIFT = 0.14
#: The height of letters on a piece as a share of it, and how wide a letter is of its height.
HEIGHT, LETTER = 0.46, 0.62
#: The shorter side of a usual base, in grains: what is drawn on the table is as large as it.
GRAINS = 1.4
#: Between two lines of the grid that can be laid over the ground, and between two numbers at its
#: edge; fields show themselves.
GRID: dict[Measure, tuple[int, int]] = {"inch": (1, 6), "centimetre": (10, 20)}
#: How ground is printed, by what it is for those who stand on it.
PRINTS: dict[Tone, str] = {
    "rough": "chips",
    "cover": "trees",
    "wall": "roof",
    "water": "water",
    "high": "height",
    "low": "rock",
}
#: Corners of a disc that something is printed into.
CORNERS = 24
#: What an arrow key shifts a move by, in each measure.
STEPS: dict[Measure, float] = {"inch": 1, "centimetre": 2, "hex": 1, "square": 1}


@dataclass(frozen=True)
class Ground:
    """A part of the ground: a polygon or an open line, or a disc of `radius` at its place; `drawn`
    is what is printed into it."""

    id: str
    kind: str
    tone: str
    label: str
    points: str
    drawn: Print
    at: Point
    radius: float
    is_line: bool


@dataclass(frozen=True)
class Token:
    """A piece on the ground whose front looks `turn` degrees clockwise from upwards, 0 for one that
    faces nowhere; `corner` is how round its base is, `piece` what a game of its own may draw.
    `pile` names the place it shares with others, "" for none, `count` says on the topmost how many
    they are."""

    id: str
    seat: str
    label: str
    name: str
    says: str
    at: Point
    turn: float
    faces: bool
    width: float
    length: float
    corner: float
    ticks: tuple[float, ...]
    letters: float
    acts: bool
    pile: str
    count: int
    piece: Piece

    @property
    def left(self) -> float:
        """From its middle to its left side."""
        return short(-self.width / 2)

    @property
    def top(self) -> float:
        """From its middle to its front."""
        return short(-self.length / 2)

    @property
    def right(self) -> float:
        """From its middle to its right side."""
        return short(self.width / 2)

    @property
    def nose(self) -> float:
        """How far what shows its front stands out."""
        return short(min(self.width, self.length) * 0.22)

    @property
    def baseline(self) -> float:
        """From its middle to where its letters stand."""
        return short(self.letters * 0.36)

    @property
    def foot(self) -> float:
        """From its middle to where its ticks stand."""
        return short(min(self.width, self.length) * 0.36)

    @property
    def tick(self) -> float:
        """How long its ticks are."""
        return short(min(self.width, self.length) * 0.12)

    @property
    def reach(self) -> float:
        """From its middle to where its name stands."""
        return short(max(self.width, self.length) / 2)


#: Letters of a label that says by itself who is meant.
LEAST_TAG = 3


@dataclass(frozen=True)
class Row:
    """A piece in words."""

    id: str
    seat: str
    owner: Words
    label: str
    name: str
    place: str
    states: tuple[str, ...]
    acts: bool
    stands: bool

    @property
    def tag(self) -> str:
        """What it is called beside the table: its label, unless that only tells it from others
        next to its sign."""
        return self.label if len(self.label) >= LEAST_TAG else self.name


@dataclass(frozen=True)
class Side:
    """What one side has, on the table and off it."""

    seat: str
    owner: Words
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Sign:
    """Something that lies on the ground."""

    kind: str
    label: str
    at: Point
    seat: str


@dataclass(frozen=True)
class Board:
    """The whole ground.

    `grain` is a length by which what lies on it is drawn; `every` and `numbered` are the lengths
    between two lines of the grid and two numbers, 0 for a ground of fields, `step` what a key
    shifts by; `opens` is the part of it where pieces stand, as "left,top,width,height", "" for the
    whole.
    """

    width: float
    depth: float
    measure: Measure
    size: str
    grain: float
    every: int
    numbered: int
    step: float
    opens: str
    grounds: tuple[Ground, ...]
    tokens: tuple[Token, ...]
    signs: tuple[Sign, ...]
    sides: tuple[Side, ...]
    notes: tuple[str, ...]

    @property
    def waiting(self) -> tuple[Row, ...]:
        """The pieces off the ground that may be ordered."""
        return tuple(row for row in self.rows if row.acts and not row.stands)

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every piece in words."""
        return tuple(row for side in self.sides for row in side.rows)

    @property
    def across(self) -> range:
        """The numbers along its lower edge."""
        return range(self.numbered, int(self.width), self.numbered) if self.numbered else range(0)

    @property
    def downwards(self) -> tuple[tuple[int, float], ...]:
        """The numbers along its left edge, counted upwards, each with its place."""
        if not self.numbered:
            return ()
        numbers = range(self.numbered, int(self.depth), self.numbered)
        return tuple((number, short(self.depth - number)) for number in numbers)

    @property
    def trees(self) -> tuple[int, ...]:
        """The drawings of trees on it."""
        return tuple(sorted({tree.drawing for each in self.grounds for tree in each.drawn.trees}))

    @property
    def has_water(self) -> bool:
        """Whether waves are drawn."""
        return any(each.drawn.style == "water" for each in self.grounds)

    @property
    def size_of_sign(self) -> float:
        """Half of what lies on the ground."""
        return short(self.grain * 0.4)


def board(table: Table) -> Board:
    """The board of a moment."""
    picture = table.picture
    standing = [piece for piece in picture.pieces if piece.at]
    grain = _grain(standing, picture)
    every, numbered = GRID.get(picture.measure, (0, 0))
    piles = Counter(piece.at for piece in standing)
    tokens = tuple(_token(piece, table, piles) for piece in sorted(standing, key=_order))
    return Board(
        width=picture.width,
        depth=picture.depth,
        measure=picture.measure,
        size=_size(picture),
        grain=grain,
        every=every,
        numbered=numbered,
        step=STEPS[picture.measure],
        opens="" if table.game.standing.preparing else _opens(tokens, picture, grain),
        grounds=tuple(_ground(area, picture, grain) for area in picture.areas),
        tokens=tokens,
        signs=tuple(_sign(mark, picture.depth) for mark in picture.marks),
        sides=tuple(_sides(table)),
        notes=picture.notes,
    )


def _grain(standing: list[Piece], picture: Picture) -> float:
    sides = [min(piece.shape.width, piece.shape.length) for piece in standing]
    usual = median(sides) if sides else max(picture.width, picture.depth) / 25
    return short(usual / GRAINS)


def _order(piece: Piece) -> tuple[float, int]:
    """The largest first, so that nothing covers what is smaller; what is stacked from below."""
    return -piece.shape.width * piece.shape.length, piece.stack


def _opens(tokens: tuple[Token, ...], picture: Picture, grain: float) -> str:
    if not tokens:
        return ""
    room = 4 * grain
    xs, ys = [token.at[0] for token in tokens], [token.at[1] for token in tokens]
    left, top = max(min(xs) - room, 0), max(min(ys) - room, 0)
    right, bottom = min(max(xs) + room, picture.width), min(max(ys) + room, picture.depth)
    return ",".join(f"{short(number):g}" for number in (left, top, right - left, bottom - top))


def _size(picture: Picture) -> str:
    sides = {"width": f"{picture.width:.4g}", "depth": f"{picture.depth:.4g}"}
    sizes = {
        "inch": _("%(width)s by %(depth)s inches"),
        "centimetre": _("%(width)s by %(depth)s centimetres"),
        "hex": _("%(width)s by %(depth)s hexes"),
        "square": _("%(width)s by %(depth)s squares"),
    }
    return sizes[picture.measure] % sides


def _ground(area: Area, picture: Picture, grain: float) -> Ground:
    depth = picture.depth
    xs, ys = zip(*area.corners, strict=True)
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    return Ground(
        id=area.id,
        kind=area.kind,
        tone=area.tone,
        label=area.label,
        points=outline(area.corners, depth),
        drawn=_printed(area, picture, grain),
        at=down(middle, depth),
        radius=area.radius,
        is_line=area.is_line,
    )


def _printed(area: Area, picture: Picture, grain: float) -> Print:
    """What is drawn into a part of the ground; heights of fields have no lines each."""
    style = "" if area.is_line else PRINTS.get(area.tone, "")
    corners = tuple(down(corner, picture.depth) for corner in area.corners)
    if area.radius:
        corners = _round(corners[0], area.radius)
    found = printed(area.id, style, corners, grain=grain)
    return replace(found, lines=()) if picture.measure in ("hex", "square") else found


def _round(at: Point, radius: float) -> tuple[Point, ...]:
    """A disc as an outline."""
    turns = (number * 2 * pi / CORNERS for number in range(CORNERS))
    return tuple((short(at[0] + radius * cos(t)), short(at[1] + radius * sin(t))) for t in turns)


def _token(piece: Piece, table: Table, piles: Counter[Point | None]) -> Token:
    x, y = down(piece.at or (0, 0), table.picture.depth)
    shift = piece.stack * SHIFT * piece.shape.width
    width, length = piece.shape.width, piece.shape.length
    return Token(
        id=piece.id,
        seat=piece.side,
        label=piece.label,
        name=piece.name,
        says=". ".join((piece.name, piece.place, *piece.states)),
        at=(short(x + shift), short(y - shift)),
        turn=short(piece.facing or 0, 1),
        faces=piece.facing is not None,
        width=width,
        length=length,
        corner=short(width / 2) if piece.shape.is_round else 0,
        ticks=tuple(_beside(width, n, piece.ticks) for n in range(piece.ticks)),
        letters=_letters(piece),
        acts=piece.id in table.acting,
        pile=f"{x:g},{y:g}" if piles[piece.at] > 1 else "",
        count=piles[piece.at] if piece.stack == piles[piece.at] - 1 > 0 else 0,
        piece=piece,
    )


def _letters(piece: Piece) -> float:
    """How high letters are that have room on a base, whichever way it is turned."""
    width, length = piece.shape.width, piece.shape.length
    lies = abs(sin(radians(piece.facing or 0))) > 0.7
    across, high = (length, width) if lies else (width, length)
    return short(min(HEIGHT * high, 0.9 * across / (LETTER * max(len(piece.label), 1))))


def _beside(width: float, number: int, count: int) -> float:
    """Where the one of some ticks stands across a piece, they all around its middle."""
    return short((number - (count - 1) / 2) * width * 0.16)


def _sign(mark: Mark, depth: float) -> Sign:
    return Sign(mark.kind, mark.label, down(mark.at, depth), mark.side)


def _sides(table: Table) -> Iterator[Side]:
    for seat in table.game.match.sides:
        own = [piece for piece in table.picture.pieces if piece.side == seat]
        owner = seat_title(table.game.seats, seat)
        yield Side(seat, owner, tuple(_row(piece, owner, table) for piece in own))


def _row(piece: Piece, owner: Words, table: Table) -> Row:
    return Row(
        id=piece.id,
        seat=piece.side,
        owner=owner,
        label=piece.label,
        name=piece.name,
        place=piece.place,
        states=piece.states,
        acts=piece.id in table.acting,
        stands=piece.at is not None,
    )
