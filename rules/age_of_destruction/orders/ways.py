"""The way of a unit towards somebody or somewhere, as far as it may go."""

from functools import partial
from math import inf

import msgspec

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.orders.approaches import DECIMALS, SKIN, gap, heading, spot
from rules.age_of_destruction.state.legs import Leg
from rules.age_of_destruction.steps.ground import Ground
from rules.age_of_destruction.steps.movement import Pace, allowance, may_face, planned_walk
from rules.core.geometry import Point, Polygon, distance, length, overlaps
from rules.core.violations import Violation

#: Neither running nor jumping.
ON_FOOT = Pace()
#: Inches between the lengths that are tried where something is in the way.
STEP = 0.5
#: Inches beyond twice the distance that a detour may take.
FARTHER = 4.0
#: Inches between the places at which a base is looked at that shall stop before terrain.
LOOK = 0.1


class Halt(msgspec.Struct, frozen=True):
    """Where a way shall end before its goal: after so many inches, before an element of terrain."""

    inches: float = inf
    element: str = ""


#: As far as the goal.
NO_HALT = Halt()


class Way(msgspec.Struct, frozen=True):
    """A legal way: its legs, the last of which turns the unit to its goal; inches gone and left.

    `arrives`: whether nothing is left. `kept_by`: why it goes no farther, as the rules say it.
    """

    legs: tuple[Leg, ...]
    at: Point
    facing: float
    inches: float
    left: float
    kept_by: tuple[Violation, ...] = ()

    @property
    def arrives(self) -> bool:
        """Whether it leads to its goal."""
        return self.left < SKIN * 4


def towards_unit(
    piece: Piece, other: Piece, *, pace: Pace = ON_FOOT, detours: bool = False, halt: Halt = NO_HALT
) -> Way | None:
    """The way into contact with another unit, or as near as the piece can come and shall; None
    where it cannot go at all; where they touch, a turn."""
    if piece.touches(other):
        return _turned(piece, other)
    bearing_of = heading(piece.at, other.at)
    straight = max(gap(piece, other, bearing_of) - SKIN, 0.0)
    goal = spot(piece.at, bearing_of, straight)
    return _best(piece, goal, other.at, pace, detours, halt)


def toward(
    piece: Piece, goal: Point, *, pace: Pace = ON_FOOT, detours: bool = False, halt: Halt = NO_HALT
) -> Way | None:
    """The way to a point, or as near as the piece can come and shall; None where it cannot go at
    all.

    Straight ahead, and with `detours` also around what is in the way.
    """
    return _best(piece, goal, goal, pace, detours, halt)


def _best(
    piece: Piece, goal: Point, look: Point, pace: Pace, detours: bool, halt: Halt
) -> Way | None:
    straight = _farthest(piece, (piece.at, goal), look, pace, halt)
    if not detours or (straight is not None and straight.arrives):
        return straight
    most = FARTHER + 2 * distance(piece.at, goal)
    route = Ground(piece, pace).routes(most).way_to(goal)
    around = _farthest(piece, _short(route), look, pace, halt) if route else None
    found = [way for way in (straight, around) if way is not None]
    return min(found, key=lambda way: (way.left, way.inches), default=None)


def _short(route: tuple[Point, ...]) -> tuple[Point, ...]:
    """A route with corners as short as a player writes them."""
    return (route[0], *((round(x, DECIMALS), round(y, DECIMALS)) for x, y in route[1:]))


def _turned(piece: Piece, other: Piece) -> Way | None:
    """A turn on the spot to a unit it touches, None where it has no room for that."""
    facing = heading(piece.at, other.at)
    way = Way((Leg(rotate=facing),), piece.at, facing, 0.0, 0.0)
    return way if may_face(piece, facing) else None


def _farthest(
    piece: Piece, route: tuple[Point, ...], look: Point, pace: Pace, halt: Halt
) -> Way | None:
    """The longest part of a route that may and shall be gone."""
    whole = min(_wanted(piece, route, halt), float(allowance(piece, pace).total))
    if whole <= 0:
        return None
    way, refusals = _way(_cut(route, whole), look, goal=route[-1]), Refusals()
    planned_walk(piece.field, piece, way.legs, pace, refusals)
    if not refusals.violations:
        return way
    inches = _shorter(whole, refusals.violations)
    while inches > 0:
        way = _way(_cut(route, inches), look, goal=route[-1])
        if permits(partial(planned_walk, piece.field, piece, way.legs, pace)):
            return msgspec.structs.replace(way, kept_by=tuple(refusals.violations))
        inches = round(inches - STEP, 3)
    return None


def _wanted(piece: Piece, route: tuple[Point, ...], halt: Halt) -> float:
    """Inches of a route up to where it shall end; a unit that is in the terrain leaves it first."""
    wanted = min(length(route), halt.inches)
    for element in piece.field.table.terrain:
        if element.id == halt.element:
            return _before(piece, _cut(route, wanted), element.polygon)
    return wanted


def _before(piece: Piece, route: tuple[Point, ...], polygon: Polygon) -> float:
    """Inches of a route until the base would enter a polygon."""
    whole, gone = length(route), 0.0
    was_in = overlaps(piece.outline, polygon)
    while gone < whole:
        further = min(round(gone + LOOK, 3), whole)
        start, end = _cut(route, further)[-2:]
        is_in = overlaps(piece.figure.shape.outline(end, heading(start, end)), polygon)
        if is_in and not was_in:
            return gone
        gone, was_in = further, is_in
    return whole


def _shorter(inches: float, violations: list[Violation]) -> float:
    """The next length to try: where the terrain stops the move, else a step less."""
    stops = [v.params["inches"] for v in violations if v.code == "MUST_STOP"]
    stop = min(stops, default=inches)
    return float(stop) if stop < inches - SKIN else round(inches - STEP, 3)


def _cut(route: tuple[Point, ...], inches: float) -> tuple[Point, ...]:
    """The first inches of a route, as short as a player writes them."""
    path = [route[0]]
    for corner in route[1:]:
        piece = distance(path[-1], corner)
        if piece >= inches:
            return (*path, corner if piece == inches else _ahead(path[-1], corner, inches))
        path.append(corner)
        inches -= piece
    return tuple(path)


def _ahead(start: Point, end: Point, inches: float) -> Point:
    return spot(start, heading(start, end), inches)


def _way(path: tuple[Point, ...], look: Point, goal: Point) -> Way:
    end = path[-1]
    facing = heading(end, look) if distance(end, look) > SKIN else heading(path[-2], end)
    return Way(
        legs=(Leg(travel=path[1:]), Leg(rotate=facing)),
        at=end,
        facing=facing,
        inches=length(path),
        left=distance(end, goal),
    )
