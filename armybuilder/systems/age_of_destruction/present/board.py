"""The table as a picture: everything on it in inches from the top left corner, y downwards."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin

from armybuilder.skirmishes.present.prints import Print
from armybuilder.systems.age_of_destruction.present.panels import Chosen
from armybuilder.systems.age_of_destruction.present.prints import printed
from armybuilder.systems.age_of_destruction.present.shapes import Point, down, outline, short
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.tokens import (
    Base,
    Token,
    box_around,
    tokens,
)
from armybuilder.systems.age_of_destruction.present.words import (
    KINDS_OF_GROUND,
    ground_title,
    seat_name,
)
from collection.common.language import Words
from rules import age_of_destruction as aod
from rules import middle

#: Inches of the usual table, for which bare ground is drawn.
DRAWN = 36
#: Every so many inches one is written at the edge.
SIX = 6


@dataclass(frozen=True)
class Ground:
    """An element of terrain with its outline and what is printed into it; at `access` an abrupt
    one may be climbed."""

    id: str
    kind: str
    points: str
    print: Print
    at: Point
    title: Words
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
class Mark:
    """An artillery marker with its arrow."""

    seat: str
    at: Point
    turn: float
    name: str


@dataclass(frozen=True)
class Board:
    """The whole table; `front` is the front arc of the chosen unit as a path, "" for none."""

    width: float
    depth: float
    grounds: tuple[Ground, ...]
    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    front: str

    @property
    def across(self) -> float:
        """What the drawing of bare ground is scaled by from left to right."""
        return short(self.width / DRAWN, 4)

    @property
    def down(self) -> float:
        """What the drawing of bare ground is scaled by from top to bottom."""
        return short(self.depth / DRAWN, 4)

    @property
    def sixes_across(self) -> range:
        """The inches written along its lower edge."""
        return range(SIX, ceil(self.width), SIX)

    @property
    def sixes_down(self) -> tuple[tuple[int, float], ...]:
        """The inches written along its left edge, counted upwards, each with its place."""
        return tuple((inch, short(self.depth - inch)) for inch in range(SIX, ceil(self.depth), SIX))

    @property
    def trees(self) -> tuple[int, ...]:
        """The drawings of trees on it."""
        return tuple(sorted({tree.drawing for each in self.grounds for tree in each.print.trees}))

    @property
    def bases(self) -> tuple[Base, ...]:
        """The sizes of bases on it."""
        found = {token.base.id: token.base for token in self.tokens}
        return tuple(found[name] for name in sorted(found))

    @property
    def drawings(self) -> tuple[str, ...]:
        """The silhouettes on it."""
        return tuple(sorted({token.drawing for token in self.tokens}))

    @property
    def opens(self) -> str:
        """The part of it where units stand, as "left,top,width,height"; "" for the whole."""
        return box_around(self.tokens, self.width, self.depth)


#: Inches of the front arc that are drawn.
ARC = 6.0


def board(table: Table, chosen: Chosen | None) -> Board:
    """The table of a moment, with what concerns the chosen unit."""
    surface = table.field.table
    depth = surface.depth
    aims = chosen.choices.aims if chosen else {}
    return Board(
        width=surface.width,
        depth=depth,
        grounds=tuple(_ground(element, depth) for element in surface.terrain),
        zones=tuple(_zones(table, depth)),
        tokens=tokens(table, aims, chosen.row.id if chosen else ""),
        marks=tuple(
            Mark(mark.player, down(mark.at, depth), mark.heading, mark.unit)
            for mark in table.state.markers
        ),
        front=_front_of(table, chosen.row.id) if chosen else "",
    )


def _front_of(table: Table, unit: str) -> str:
    """The front arc of a unit as a path, "" for one that is not on the table."""
    piece = table.field.piece(unit)
    if piece.now.at is None or piece.now.gone:
        return ""
    at = down(piece.at, table.field.table.depth)
    return _front(at, piece.now.facing, piece.figure.front)


def _ground(element: aod.Terrain, depth: float) -> Ground:
    polygon = tuple(down(corner, depth) for corner in element.polygon)
    return Ground(
        id=element.id,
        kind=element.kind,
        points=outline(element.polygon, depth),
        print=printed(element.id, element.kind, polygon, elevated=element.elevated),
        at=down(middle(element.polygon), depth),
        title=ground_title(element.id, element.kind),
        name=KINDS_OF_GROUND[element.kind],
        elevated=element.elevated,
        abrupt=element.abrupt,
        access=tuple(down(gate, depth) for gate in element.access),
    )


def _zones(table: Table, depth: float) -> Iterator[Zone]:
    for player in table.setup.players:
        corners = aod.zone_of(table.setup, player.id)
        if corners:
            yield Zone(player.id, outline(corners, depth), seat_name(table, player.id))


def _front(at: Point, facing: float, degrees: float) -> str:
    """The front arc as a wedge."""
    half = degrees / 2
    (x1, y1), (x2, y2) = (_ahead(at, facing + side) for side in (-half, half))
    large = 1 if degrees > 180 else 0
    return f"M{at[0]},{at[1]} L{x1},{y1} A{ARC},{ARC} 0 {large} 1 {x2},{y2} Z"


def _ahead(at: Point, degrees: float) -> Point:
    x, y = at[0] + ARC * sin(radians(degrees)), at[1] - ARC * cos(radians(degrees))
    return round(x, 3), round(y, 3)
