"""The table as a picture: everything on it in inches from the top left corner, y downwards."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from django.utils.translation import gettext as _

from armybuilder.systems.age_of_destruction.present.panels import Chosen, states
from armybuilder.systems.age_of_destruction.present.shapes import Point, down, outline
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import (
    KINDS_OF_GROUND,
    ground_title,
    seat_name,
)
from collection.common.language import Words, language
from rules import age_of_destruction as aod
from rules import middle


@dataclass(frozen=True)
class Ground:
    """An element of terrain with its outline; at `access` an abrupt one may be climbed."""

    id: str
    kind: str
    points: str
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
class Token:
    """A unit's base: a capsule of some width and length whose front looks `turn` degrees clockwise
    from upwards. `left`: the share of its clicks it still has, 1 where nobody may know; `clicks` is
    None then. `aim`: what three dice must show to hit it, None where it cannot be attacked now.
    `cargo`: how many it carries. `says`: all of it in words."""

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
    clicks: int | None
    heat: int
    tokens: int
    is_mech: bool
    cruising: bool
    shut_down: bool
    captive: bool
    salvage: bool
    acts: bool
    aim: int | None
    cargo: int
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
class Reach:
    """Of the chosen unit: its front arc as a path, and circles of its weapons' ranges."""

    at: Point
    front: str
    circles: tuple[float, ...]


@dataclass(frozen=True)
class Board:
    """The whole table."""

    width: float
    depth: float
    grounds: tuple[Ground, ...]
    zones: tuple[Zone, ...]
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    reach: Reach | None


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
        tokens=tuple(_token(piece, table, aims) for piece in table.field.on_table),
        marks=tuple(
            Mark(mark.player, down(mark.at, depth), mark.heading, mark.unit)
            for mark in table.state.markers
        ),
        reach=_reach(table, chosen) if chosen else None,
    )


def _reach(table: Table, chosen: Chosen) -> Reach | None:
    piece = table.field.piece(chosen.row.id)
    if piece.now.at is None or piece.now.gone:
        return None
    at = down(piece.at, table.field.table.depth)
    circles = {weapon.maximum for weapon in piece.weapons.values()}
    circles |= {weapon.minimum for weapon in piece.weapons.values()}
    circles |= {piece.unit.artillery_range or 0}
    return Reach(
        at=at,
        front=_front(at, piece.now.facing, piece.figure.front),
        circles=tuple(sorted(float(inches) for inches in circles if inches)),
    )


def _ground(element: aod.Terrain, depth: float) -> Ground:
    return Ground(
        id=element.id,
        kind=element.kind,
        points=outline(element.polygon, depth),
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


def _token(piece: aod.Piece, table: Table, aims: dict[str, int]) -> Token:
    now = piece.now
    clicks = len(piece.unit.dial) if table.shows_dial(piece.owner) else None
    at = down(piece.at, table.field.table.depth)
    return Token(
        id=piece.id,
        seat=piece.owner,
        name=piece.unit.name,
        kind=piece.unit.type,
        at=at,
        turn=round(now.facing, 1),
        width=piece.figure.shape.width,
        length=piece.figure.shape.length,
        left=round(1 - (now.click - 1) / clicks, 3) if clicks else 1.0,
        click=now.click,
        clicks=clicks,
        heat=now.heat,
        tokens=now.tokens,
        is_mech=piece.is_mech,
        cruising=piece.cruising,
        shut_down=now.shutdown,
        captive=piece.is_captive,
        salvage=piece.is_salvage,
        acts=table.in_play and piece.owner == table.state.active and not now.ordered,
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


def _front(at: Point, facing: float, degrees: float) -> str:
    """The front arc as a wedge."""
    half = degrees / 2
    (x1, y1), (x2, y2) = (_ahead(at, facing + side) for side in (-half, half))
    large = 1 if degrees > 180 else 0
    return f"M{at[0]},{at[1]} L{x1},{y1} A{ARC},{ARC} 0 {large} 1 {x2},{y2} Z"


def _ahead(at: Point, degrees: float) -> Point:
    x, y = at[0] + ARC * sin(radians(degrees)), at[1] - ARC * cos(radians(degrees))
    return round(x, 3), round(y, 3)
