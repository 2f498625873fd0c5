"""Moves a unit may try: places all around at full and half reach, and contact with others."""

from collections.abc import Iterator
from math import trunc

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.explain import free_turn
from rules.age_of_destruction.state.orders import (
    Assault,
    Charge,
    DeathFromAbove,
    Face,
    Leg,
    Move,
    Ram,
    Switch,
    UnitOrder,
    Vent,
)
from rules.age_of_destruction.steps.movement import LEVEL_COST, Pace, allowance
from rules.core.drawing import Draw
from rules.core.geometry import Point, ahead, bearing, distance

#: Directions in which movement is sampled, and shares of the allowance.
DIRECTIONS = tuple(range(0, 360, 45))
SHARES = (1.0, 0.5)
WALK, RUN = Pace(), Pace(run=True)
#: Inches left between bases that are to touch.
SKIN = 0.005
#: Steps and decimals of sampled inches and degrees.
FINEST, DECIMALS = 0.001, 3


def free_vents(piece: Piece, draw: Draw) -> Iterator[Vent]:
    """Vents that take no order of the pool."""
    for fitted in draw([fitted for fitted in piece.working if fitted.item.vents_freely]):
        yield Vent(unit=piece.id, on=(fitted.name,))


def switches(piece: Piece, draw: Draw) -> Iterator[Switch]:
    """Equipment whose use would cost its owner a click, switched off for nothing."""
    circled = [fitted for fitted in piece.still_on if fitted.circled]
    for name in draw(list(dict.fromkeys(fitted.name for fitted in circled))):
        yield Switch(unit=piece.id, off=(name,))


def on_the_spot(piece: Piece, draw: Draw) -> Iterator[UnitOrder | Face]:
    """Turns and vents."""
    options: list[UnitOrder | Face]
    options = [Move(unit=piece.id, legs=(Leg(rotate=(piece.now.facing + 90) % 360),))]
    if piece.is_mech:
        options.append(Vent(unit=piece.id))
    if free_turn(piece):
        options.append(Face(unit=piece.id, facing=(piece.now.facing + 180) % 360))
    yield from draw(options)


def moves(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves and runs to sampled places."""
    for pace in draw(_paces(piece)):
        for end in destinations(piece, allowance(piece, pace).total, draw):
            legs = (Leg(travel=(end,)), Leg(rotate=heading(piece.at, end)))
            yield Move(unit=piece.id, legs=legs, run=pace.run)


def flights(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves of a VTOL that begin with a change of level."""
    if piece.is_vtol:
        level = Leg(level="ground" if piece.cruising else "cruising")
        yield Move(unit=piece.id, legs=(level,))
        for end in destinations(piece, allowance(piece, Pace()).total - LEVEL_COST, draw):
            yield Move(unit=piece.id, legs=(level, Leg(travel=(end,))))


def _paces(piece: Piece) -> tuple[Pace, ...]:
    return (WALK, RUN) if piece.is_mech else (WALK,)


def destinations(piece: Piece, reach: int, draw: Draw) -> Iterator[Point]:
    """Places all around, at full and half reach."""
    for direction in draw(DIRECTIONS) if reach > 0 else ():
        for share in draw(SHARES):
            yield spot(piece.at, piece.now.facing + direction, reach * share)


def spot(start: Point, degrees: float, inches: float) -> Point:
    """A place some inches away in a direction and not farther, as short as a player writes it."""
    x, y = ahead((0.0, 0.0), degrees, inches)
    return round(start[0] + _cut(x), 6), round(start[1] + _cut(y), 6)


def _cut(inches: float) -> float:
    return trunc(inches / FINEST) * FINEST


def heading(start: Point, end: Point) -> float:
    """The direction of a place, as short as a player writes it."""
    return round(bearing(start, end), DECIMALS)


def approaches(piece: Piece, draw: Draw) -> Iterator[UnitOrder]:
    """Straight into contact with every unit in reach: as a move, and to strike an opponent."""
    reach = max(allowance(piece, pace).total for pace in _paces(piece))
    for other in draw(piece.field.on_table):
        if other is not piece and _is_within(reach, piece, other):
            yield from draw(list(_contacts(piece, other)))


def _contacts(piece: Piece, other: Piece) -> Iterator[UnitOrder]:
    towards = heading(piece.at, other.at)
    end = spot(piece.at, towards, max(gap(piece, other, towards) - SKIN, 0.0))
    legs = (Leg(travel=(end,)), Leg(rotate=towards))
    if not piece.touches(other):
        yield Move(unit=piece.id, legs=legs)
        if piece.is_mech:
            yield Move(unit=piece.id, legs=legs, run=True)
    if piece.is_opponent(other):
        yield from _strikes(piece, other, end, towards)


def _strikes(piece: Piece, target: Piece, end: Point, facing: float) -> Iterator[UnitOrder]:
    """Special attacks and assaults on a target that is touched from a place."""
    if piece.is_mech:
        yield Charge(unit=piece.id, target=target.id, path=(end,), facing=facing)
        yield DeathFromAbove(unit=piece.id, target=target.id, path=(end,), facing=facing)
        legs = (Leg(travel=(end,)), Leg(rotate=facing))
        yield Assault(unit=piece.id, kind="close", legs=legs, target=target.id)
    elif piece.unit.type == "vehicle":
        yield Ram(unit=piece.id, target=target.id, path=(end,), facing=facing)


def _is_within(reach: int, piece: Piece, target: Piece) -> bool:
    """Whether a unit might come to touch another; a quick look at the distance only."""
    lengths = piece.figure.shape.length + target.figure.shape.length
    return distance(piece.at, target.at) <= reach + lengths


def gap(piece: Piece, target: Piece, facing: float) -> float:
    """Inches to go in a direction until the bases nearly touch; no step is longer than what is
    still between them."""
    inches, left, most = 0.0, SKIN, distance(piece.at, target.at)
    while left > SKIN / 2 and inches < most:
        outline = piece.figure.shape.outline(ahead(piece.at, facing, inches), facing)
        left = max(outline.gap(target.outline), 0.0)
        inches += left
    return min(inches, most)
