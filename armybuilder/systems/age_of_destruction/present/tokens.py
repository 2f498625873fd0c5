"""Units on the table as a picture: a base at its true size with a figure on it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.panels import states
from armybuilder.systems.age_of_destruction.present.shapes import Point, down, short
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import seat_name
from collection.catalogue.present.silhouettes import WRECK, drawing
from collection.common.language import language
from rules import age_of_destruction as aod

#: Inches from the edge of a base to the middle of its ring of clicks, and to the line that marks
#: whose it is.
RING, MARK = 0.19, 0.36
#: How much of a base's width a figure takes: across the middle of a long base there is more room.
FIGURE, LONG_FIGURE = 0.62, 0.8
#: The grid silhouettes are drawn on.
GRID = 96
#: A ring is as long as 100; so much of it parts two clicks.
ROUND, PARTING = 100.0, 1.6
#: Inches the arrow at the front stands out and reaches in.
NOSE_OUT, NOSE_IN, NOSE_HALF = 0.27, 0.2, 0.27
#: Inches around the pieces that the table opens with.
AROUND = 2.5


@dataclass(frozen=True)
class Base:
    """A size of bases: its edge, its ring and the line of its side as paths around (0, 0), each
    beginning at the front and going clockwise, and the arrow at the front."""

    id: str
    width: float
    length: float

    @property
    def edge(self) -> str:
        """The outline at its true size."""
        return self._outline(0)

    @property
    def ring(self) -> str:
        """Where the clicks lie, inside the edge: contact covers nothing."""
        return self._outline(RING)

    @property
    def line(self) -> str:
        """The line that marks a side."""
        return self._outline(MARK)

    @property
    def nose(self) -> str:
        """The arrow that straddles the rim at the front."""
        front = self.length / 2
        tip, foot = short(-front - NOSE_OUT), short(-front + NOSE_IN)
        return f"M0 {tip} {NOSE_HALF} {foot}H-{NOSE_HALF}Z"

    @property
    def scale(self) -> float:
        """What a silhouette is scaled by to stand on it."""
        share = LONG_FIGURE if self.length > self.width else FIGURE
        return round(self.width * share / GRID, 5)

    def _outline(self, inset: float) -> str:
        """The capsule so many inches inside the edge."""
        r, half = short(self.width / 2 - inset), short((self.length - self.width) / 2)
        left, right = f"0 0 1-{r} {half}", f"0 0 1 {r}-{half}"
        top = short(-half - r)
        side = f"V{half}" if half else ""
        back = f"V-{half}" if half else ""
        return f"M0 {top}A{r} {r} {right}{side}A{r} {r} {left}{back}A{r} {r} 0 0 1 0 {top}Z"


@dataclass(frozen=True)
class Ring:
    """A unit's clicks as a ring as long as 100: `lost` and `left` are its parts, `between` what
    lies between two cuts. Of a hidden dial, whose clicks nobody may count, it is whole."""

    click: int
    clicks: int | None

    @property
    def lost(self) -> float:
        """How much of the ring is lost, from the front clockwise."""
        gone = min(self.click - 1, self.clicks) if self.clicks else 0
        return short(ROUND * gone / self.clicks) if self.clicks else 0

    @property
    def left(self) -> float:
        """How much of the ring is left."""
        return short(ROUND - self.lost)

    @property
    def between(self) -> float:
        """How long a click is without the cut after it; 0 where none are counted."""
        return short(ROUND / self.clicks - PARTING) if self.clicks else 0


@dataclass(frozen=True)
class Token:
    """A unit on the table, whose front looks `turn` degrees clockwise from upwards.

    `base` is the id of its size; the silhouette `drawing` is `mirrored` where the front looks to
    the left. `rear`: where the rim is farthest from the front, from its middle; `pips`: where on
    its flanks its order tokens lie; `reach`: inches from its middle to its lowest point. `spent`:
    whether it has had its order in the turn that goes on. `aim`: what three dice must show to hit
    it, None where it cannot be attacked now. `cargo`: how many it carries. `says`: all of it in
    words.
    """

    id: str
    seat: str
    name: str
    kind: str
    drawing: str
    at: Point
    turn: float
    base: Base
    ring: Ring
    heat: int
    tokens: int
    cruising: bool
    shut_down: bool
    captive: bool
    salvage: bool
    acts: bool
    spent: bool
    aim: int | None
    cargo: int
    says: str

    @property
    def mirrored(self) -> bool:
        """Whether its figure, drawn to look to the right, looks to the left."""
        return 180 < self.turn % 360 < 360

    @property
    def rear(self) -> Point:
        """Where the rim is farthest from the front."""
        turn, half = radians(self.turn), self.base.length / 2
        return short(-sin(turn) * half), short(cos(turn) * half)

    @property
    def pips(self) -> tuple[Point, ...]:
        """Where its order tokens lie: on the left flank, then on the right one."""
        turn, half = radians(self.turn), self.base.width / 2
        x, y = short(cos(turn) * half), short(sin(turn) * half)
        return ((-x, -y), (x, y))[: self.tokens]

    @property
    def reach(self) -> float:
        """Inches from its middle to its lowest point, and to its highest."""
        half = self.base.width / 2
        return short((self.base.length / 2 - half) * abs(cos(radians(self.turn))) + half)


def tokens(table: Table, aims: dict[str, int], chosen: str) -> tuple[Token, ...]:
    """Every unit on the table, the chosen one over all others."""
    pieces = sorted(table.field.on_table, key=lambda piece: piece.id == chosen)
    sizes = {(piece.figure.shape.width, piece.figure.shape.length) for piece in pieces}
    bases = {
        size: Base(f"base-{number}", *size) for number, size in enumerate(sorted(sizes), start=1)
    }
    return tuple(
        _token(piece, table, aims, bases[piece.figure.shape.width, piece.figure.shape.length])
        for piece in pieces
    )


def box_around(shown: Iterable[Token], width: float, depth: float) -> str:
    """The part of a table in which units stand, as "left,top,width,height"; "" for none."""
    points = [token.at for token in shown]
    if not points:
        return ""
    (left, right), (top, low) = (
        (max(min(ways) - AROUND, 0), min(max(ways) + AROUND, most))
        for ways, most in zip(zip(*points, strict=True), (width, depth), strict=True)
    )
    return ",".join(str(short(each)) for each in (left, top, right - left, low - top))


def _token(piece: aod.Piece, table: Table, aims: dict[str, int], base: Base) -> Token:
    now = piece.now
    clicks = len(piece.unit.dial)
    is_active = table.in_play and piece.owner == table.state.active
    return Token(
        id=piece.id,
        seat=piece.owner,
        name=piece.unit.name,
        kind=piece.unit.type,
        drawing=WRECK if piece.is_salvage else drawing(piece.unit),
        at=down(piece.at, table.field.table.depth),
        turn=short(now.facing, 1),
        base=base,
        ring=Ring(min(now.click, clicks), clicks if table.shows_dial(piece.owner) else None),
        heat=now.heat if piece.is_mech else 0,
        tokens=now.tokens,
        cruising=piece.cruising,
        shut_down=now.shutdown,
        captive=piece.is_captive,
        salvage=piece.is_salvage,
        acts=is_active and not now.ordered,
        spent=is_active and bool(now.ordered),
        aim=aims.get(piece.id),
        cargo=len(piece.passengers),
        says=". ".join(_says(piece, table)),
    )


def _says(piece: aod.Piece, table: Table) -> Iterator[str]:
    """A unit in words, for pointers and readers."""
    now, names = piece.now, aod.Names(table.setup, language())
    yield f"{piece.unit.name} {piece.id}, {seat_name(table, piece.owner)}"
    if table.shows_dial(piece.owner):
        clicks = len(piece.unit.dial)
        yield _("click %(click)s of %(clicks)s") % {"click": now.click, "clicks": clicks}
    if piece.is_mech:
        yield _("heat %(heat)s") % {"heat": now.heat}
    yield from states(piece)
    if piece.passengers:
        yield _("carries %(units)s") % {"units": names.units(tuple(piece.passengers))}
    if piece.captives:
        yield _("holds %(units)s captive") % {"units": names.units(tuple(piece.captives))}
    if touched := tuple(other.id for other in piece.opponents_in_contact):
        yield _("in contact with %(units)s") % {"units": names.units(touched)}
