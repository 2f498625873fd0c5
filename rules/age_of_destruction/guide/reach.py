"""How far a unit comes, at every pace it may use, as areas of the table.

An area holds the places of the dot at which the unit may come to rest after a way that the rules
allow; its outline is right within `TOLERANCE` inches. Where it keeps back it does so for safety: on
ways round many bases, which are taken by corners, and at the edge of terrain with dents.
"""

from collections.abc import Sequence

import msgspec

from rules.age_of_destruction.guide.climbs import climbs, rims
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.legs import Leg, Legs
from rules.age_of_destruction.steps.ground import Ground, Room, held_boxes
from rules.age_of_destruction.steps.movement import LEVEL_COST, Pace, allowance
from rules.age_of_destruction.table.terrain import Level
from rules.core.contours import contours
from rules.core.geometry import Box, Point, Polygon, area, boxes_meet, distance, grown
from rules.core.routes import Routes
from rules.core.tally import Part

#: Inches within which the outline of an area is right.
TOLERANCE = 0.25
#: Inches between the places that are looked at, and how often larger squares are halved for that.
FINE, HALVINGS = 0.5, 2
#: Square inches that are too few to be drawn.
SPECK = 0.1
#: Inches beyond its own to which it is known how far a unit would have to go.
BEYOND = 1.5


class Gait(msgspec.Struct, frozen=True):
    """A manner of moving: its name ("move", "jump", "run", "rise" or "land"), the inches there are
    for it and the `parts` they are the sum of, and `changes` the level to which a VTOL changes,
    before its way or after it."""

    name: str
    pace: Pace
    inches: float
    changes: Level | None = None
    parts: tuple[Part, ...] = ()

    def legs(self, path: Sequence[Point], facing: float) -> Legs:
        """A way without its start, and the turn at its end."""
        way = (Leg(travel=tuple(path)),) if path else ()
        turn = Leg(rotate=facing)
        if self.changes is None:
            return (*way, turn)
        level = Leg(level=self.changes)
        return (*way, turn, level) if self.changes == "ground" else (level, *way, turn)


def gaits(piece: Piece) -> tuple[Gait, ...]:
    """The manners in which a unit on the table may move, whether or not it may do so now."""
    found = [_gait(piece, "move", Pace())]
    if piece.jump is not None:
        found.append(_gait(piece, "jump", Pace(jumps=True)))
    if piece.is_mech:
        found.append(_gait(piece, "run", Pace(run=True)))
    if piece.is_vtol:
        left = found[0].inches - LEVEL_COST
        lands, rises = Gait("land", Pace(), left, "ground"), Gait("rise", Pace(), left, "cruising")
        found.append(lands if piece.cruising else rises)
    return tuple(found)


def _gait(piece: Piece, name: str, pace: Pace) -> Gait:
    inches = allowance(piece, pace)
    return Gait(name, pace, float(inches.total), parts=inches.parts)


def area_of(piece: Piece, gait: Gait) -> tuple[Polygon, ...]:
    """The outlines of where the dot of a unit can come to, holes clockwise; narrow strips where a
    climb ends."""
    ground = ground_of(piece, gait)
    routes = ground.routes(max(gait.inches, 0.0) + BEYOND)
    strips = rims(climbs(ground, routes, gait.inches))
    return (*plane_of(piece, gait, routes), *strips)


def plane_of(
    piece: Piece, gait: Gait, routes: Routes, *, fine: float = FINE, halvings: int = HALVINGS
) -> tuple[Polygon, ...]:
    """The same without climbs, by routes that lead `BEYOND` it; looked at more coarsely where it
    need not be so `fine`."""
    if gait.inches <= 0:
        return ()
    x, y = piece.at
    table, inches = piece.field.table, gait.inches
    width, depth = table.width, table.depth
    box = (max(x - inches, 0), min(x + inches, width), max(y - inches, 0), min(y + inches, depth))
    looked = Reached(routes, rest_of(piece, gait), inches)
    found = contours(looked.value, grown(box, 2 * fine), fine, halvings, looked.busy)
    return tuple(loop for loop in found if abs(area(loop)) > SPECK)


def ground_of(piece: Piece, gait: Gait) -> Ground:
    """The ground as the unit meets it on its way."""
    return Ground(piece, gait.pace, "cruising" if gait.changes else None)


def rest_of(piece: Piece, gait: Gait) -> Ground:
    """The ground as the unit meets it at the end of its way."""
    return Ground(piece, gait.pace, gait.changes)


class Reached:
    """How surely a unit comes to places: by the inches left there, or by the room if less."""

    def __init__(self, routes: Routes, rest: Ground, inches: float) -> None:
        self.routes, self.rest, self.inches = routes, rest, inches
        self.start = routes.start
        self.held = list(held_boxes(self.routes.walls))
        self.rooms: dict[tuple[int, int], Room] = {}

    def busy(self, box: Box) -> bool:
        """Whether some terrain stops moves here."""
        return any(boxes_meet(box, held) for held in self.held)

    def value(self, at: Point) -> float:
        """Above 0 for a place that can be come to."""
        left = self.inches - distance(self.start, at)
        if left < 0:
            return left
        room = self._room(at).left(at)
        if room < 0:
            return room
        found = self.routes.last_corner(at, self.routes.most)
        left = self.inches - (found[1] if found else self.routes.most)
        return min(room, left) if left > 0 else -min(room, -left)

    def _room(self, at: Point) -> Room:
        cell = (int(at[0] // 2), int(at[1] // 2))
        room = self.rooms.get(cell)
        if room is None:
            x, y = cell[0] * 2.0, cell[1] * 2.0
            room = self.rooms[cell] = self.rest.room((x, x + 2, y, y + 2))
        return room
