"""The table as a picture: everything on it in inches from the top left corner, y downwards."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from armybuilder.adapters.skirmishes.tables import Table
from armybuilder.adapters.skirmishes.words import KINDS_OF_GROUND, seat_name
from collection.values import Words
from rules import playing

Point = tuple[float, float]


@dataclass(frozen=True)
class Ground:
    """An element of terrain with its outline; at `access` an abrupt one may be climbed."""

    id: str
    kind: str
    points: str
    at: Point
    name: Words
    elevated: bool
    abrupt: bool
    access: tuple[Point, ...]


@dataclass(frozen=True)
class Zone:
    """A player's deployment zone."""

    seat: str
    points: str
    name: Words


@dataclass(frozen=True)
class Token:
    """A unit's base: a capsule of some width and length whose front looks `turn` degrees clockwise
    from upwards. `left`: the share of its clicks it still has. `front`: its front arc as a path."""

    id: str
    seat: str
    name: str
    kind: str
    at: Point
    turn: float
    width: float
    length: float
    left: float
    click: int
    clicks: int
    heat: int
    tokens: int
    is_mech: bool
    cruising: bool
    shut_down: bool
    captive: bool
    salvage: bool
    acts: bool
    front: str
    says: str

    @property
    def half_width(self) -> float:
        """Inches from its middle to its side."""
        return self.width / 2

    @property
    def half_length(self) -> float:
        """Inches from its middle to its front."""
        return self.length / 2

    @property
    def nose(self) -> float:
        """Inches from its middle to the foot of the mark at its front."""
        return round(self.half_length - 0.35, 3)


@dataclass(frozen=True)
class Mark:
    """An artillery marker with its arrow."""

    seat: str
    at: Point
    turn: float
    name: str


@dataclass(frozen=True)
class Board:
    """The whole table."""

    width: float
    depth: float
    grounds: tuple[Ground, ...]
    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]


#: Inches of the front arc that are drawn.
ARC = 6.0


def board(table: Table) -> Board:
    """The table of a moment."""
    surface = table.field.table
    depth = surface.depth
    return Board(
        width=surface.width,
        depth=depth,
        grounds=tuple(_ground(element, depth) for element in surface.terrain),
        zones=tuple(_zones(table, depth)),
        tokens=tuple(_token(piece, table, depth) for piece in table.field.on_table),
        marks=tuple(
            Mark(mark.player, _down(mark.at, depth), mark.heading, mark.unit)
            for mark in table.state.markers
        ),
    )


def _down(point: Point, depth: float) -> Point:
    return round(point[0], 3), round(depth - point[1], 3)


def outline(polygon: tuple[Point, ...], depth: float) -> str:
    """The corners of a polygon as SVG has them."""
    return " ".join(f"{x},{y}" for x, y in (_down(point, depth) for point in polygon))


def _ground(element: playing.Terrain, depth: float) -> Ground:
    corners = element.polygon
    middle = (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )
    return Ground(
        id=element.id,
        kind=element.kind,
        points=outline(corners, depth),
        at=_down(middle, depth),
        name=KINDS_OF_GROUND[element.kind],
        elevated=element.elevated,
        abrupt=element.abrupt,
        access=tuple(_down(gate, depth) for gate in element.access),
    )


def _zones(table: Table, depth: float) -> Iterator[Zone]:
    for player in table.setup.players:
        corners = playing.zone_of(table.setup, player.id)
        if corners:
            yield Zone(player.id, outline(corners, depth), seat_name(table, player.id))


def _token(piece: playing.Piece, table: Table, depth: float) -> Token:
    now, clicks = piece.now, len(piece.unit.dial)
    at = _down(piece.at, depth)
    return Token(
        id=piece.id,
        seat=piece.owner,
        name=piece.unit.name,
        kind=piece.unit.type,
        at=at,
        turn=round(now.facing, 1),
        width=piece.figure.shape.width,
        length=piece.figure.shape.length,
        left=round(1 - (now.click - 1) / clicks, 3),
        click=now.click,
        clicks=clicks,
        heat=now.heat,
        tokens=now.tokens,
        is_mech=piece.is_mech,
        cruising=piece.cruising,
        shut_down=now.shutdown,
        captive=piece.is_captive,
        salvage=piece.is_salvage,
        acts=piece.owner == table.state.active and not now.ordered,
        front=_front(at, now.facing, piece.figure.front),
        says=f"{piece.unit.name} {piece.id}",
    )


def _front(at: Point, facing: float, degrees: float) -> str:
    """The front arc as a wedge."""
    half = degrees / 2
    (x1, y1), (x2, y2) = (_ahead(at, facing + side) for side in (-half, half))
    large = 1 if degrees > 180 else 0
    return f"M{at[0]},{at[1]} L{x1},{y1} A{ARC},{ARC} 0 {large} 1 {x2},{y2} Z"


def _ahead(at: Point, degrees: float) -> Point:
    x, y = at[0] + ARC * sin(radians(degrees)), at[1] - ARC * cos(radians(degrees))
    return round(x, 3), round(y, 3)
