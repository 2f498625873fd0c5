"""What part of the table a unit threatens: where it may attack in one turn of its player.

A shot from where it stands, one after half a move, a charge, a ram, a blow. What blocks a line of
fire is not looked at, as whoever is threatened may still move.
"""

from collections.abc import Callable, Iterator
from math import ceil, sqrt

from rules.age_of_destruction.guide.reach import BEYOND, Gait, ground_of, plane_of
from rules.age_of_destruction.guide.sectors import Sector, sectors
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders import SPECIAL_ATTACKS
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.angles import sine_and_cosine
from rules.core.contours import contours
from rules.core.geometry import (
    Point,
    Polygon,
    along,
    bearing,
    box,
    box_around,
    distance,
    edges,
    turn_between,
)

#: Inches between the places that are looked at, and how often larger squares are halved for that.
FINE, HALVINGS = 1.0, 1

#: Above 0 within a part of what is threatened, by no more than the inches to its outline.
_Part = Callable[[Point], float]


def threat_of(field: Field, unit_id: str) -> tuple[Polygon, ...]:
    """The outlines of what a unit threatens, holes clockwise; none for one that attacks nobody."""
    piece = field.piece(unit_id)
    now = piece.now
    if now.at is None or now.gone or piece.is_captive or now.shutdown or piece.is_salvage:
        return ()
    parts = [_sector(part) for part in sectors(piece) if part.name in piece.weapons]
    around = [part.maximum for part in sectors(piece) if part.name in piece.weapons]
    longest = max(around, default=0.0)
    if not piece.opponents_in_contact:
        for pace, beyond in _rushes(piece, longest):
            gait = Gait("", pace, float(allowance(piece, pace).total))
            routes = ground_of(piece, gait).routes(gait.inches + BEYOND)
            loops = plane_of(piece, gait, routes, fine=FINE, halvings=HALVINGS)
            if loops:
                parts.append(_beside(loops, beyond))
                longest = max(longest, gait.inches + beyond)
    if piece.is_infantry or piece.is_mech:
        reach = piece.figure.shape.length
        parts.append(lambda at: reach - distance(at, piece.at))
        longest = max(longest, reach)
    if not parts:
        return ()
    table = field.table
    surface = box(((0.0, 0.0), (table.width, table.depth)))
    left, right, low, high = box_around([piece.at], longest + 2 * FINE)
    bounds = (
        *(max(left, surface[0] - FINE), min(right, surface[1] + FINE)),
        *(max(low, surface[2] - FINE), min(high, surface[3] + FINE)),
    )

    def value(at: Point) -> float:
        x, y = at
        edge = min(x, table.width - x, y, table.depth - y)
        return min(max(part(at) for part in parts), edge)

    return tuple(contours(value, bounds, FINE, HALVINGS))


def _rushes(piece: Piece, longest: float) -> list[tuple[Pace, float]]:
    """The paces after which it attacks at once, and how far beyond its way."""
    found = []
    if piece.is_mech and longest:
        found.append((Pace(ranged_assault=True), longest))
    beside = piece.figure.shape.length
    for kind in SPECIAL_ATTACKS:
        if kind.suits(piece):
            found.append((kind.pace, beside))
    return found


def _sector(part: Sector) -> _Part:
    half = part.degrees / 2

    def value(at: Point) -> float:
        far = distance(part.at, at)
        side = half - turn_between(bearing(part.at, at), part.facing)
        across = far * sine_and_cosine(max(min(side, 90.0), -90.0))[0]
        return min(part.maximum - far, far - part.minimum if part.minimum else 99.0, across)

    return value


def _beside(loops: tuple[Polygon, ...], inches: float) -> _Part:
    """Within some inches of an area."""
    dots = [dot for loop in loops for side in edges(loop) for dot in _dotted(*side)]
    sides = [(ax, ay, bx, by) for loop in loops for (ax, ay), (bx, by) in edges(loop)]

    def value(at: Point) -> float:
        x, y = at
        near = sqrt(min((x - dx) * (x - dx) + (y - dy) * (y - dy) for dx, dy in dots))
        within = False
        for ax, ay, bx, by in sides:
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                within = not within
        return inches + near if within else inches - near

    return value


def _dotted(one: Point, other: Point) -> Iterator[Point]:
    """The start of a side, and further points of it."""
    count = max(ceil(distance(one, other) / FINE), 1)
    return (along(one, other, step / count) for step in range(count))
