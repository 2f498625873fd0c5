"""Samples of orders that carry units: boarding, disembarking, leading captives."""

from collections.abc import Iterable, Iterator
from itertools import chain

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.legal_moves import destinations, spot
from rules.age_of_destruction.state.orders import Answer, Landing, Leg, Move
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.captives import first_place, led_by
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.steps.room import captors_first, first_spot
from rules.age_of_destruction.steps.transport import landed
from rules.core.drawing import Draw
from rules.core.geometry import Point, bearing

#: Where a passenger may be put first: at the rear, or at either end of the rear arc.
STARTS = (180.0, 90.0, 240.0)


def carrying_moves(piece: Piece, draw: Draw) -> Iterator[Move]:
    """Moves with passengers or a captive."""
    for leg in chain(boardings(piece), _landings(piece)):
        left = allowance(piece, Pace(transport_actions=1)).total
        on = Leg(travel=(spot(piece.at, piece.now.facing, max(left, 0)),))
        for legs in draw([(leg,), (leg, on)]):
            yield Move(unit=piece.id, legs=legs)
    if led_by(piece):
        reach = allowance(piece, Pace()).total
        for end in chain([piece.at], destinations(piece, reach, draw)):
            yield from _leads(piece, end)


def boardings(piece: Piece) -> Iterator[Leg]:
    """Everybody behind a transport, and each alone."""
    behind = piece.now.behind_at_start
    for names in dict.fromkeys((behind, *((name,) for name in behind))):
        if names:
            yield Leg(board=names)


def parties(piece: Piece) -> list[tuple[str, ...]]:
    """All passengers, and each alone with its captive."""
    waiting = captors_first(piece) if piece.passengers else []
    alone = [
        (name, *piece.field.piece(name).captives)
        for name in waiting
        if not piece.field.piece(name).is_captive
    ]
    return [names for names in dict.fromkeys((tuple(waiting), *alone)) if names]


def _landings(piece: Piece) -> Iterator[Leg]:
    for names in parties(piece):
        if landings := landed_at(piece, names):
            yield Leg(disembark=landings)


def landed_at(piece: Piece, names: Iterable[str]) -> tuple[Landing, ...]:
    """Places for passengers one after the other, none where somebody finds no room."""
    field, landings = piece.field, []
    for name in names:
        spot = first_spot(field, piece.id, name)
        if spot is None:
            return ()
        landings.append(Landing(unit=name, at=spot.at, facing=spot.facing))
        field = landed(field, name, spot)
    return tuple(landings)


def _leads(piece: Piece, end: Point) -> Iterator[Move]:
    """A captor's way to a place with its captive behind it."""
    facing = piece.now.facing if end == piece.at else bearing(piece.at, end)
    there = piece.field.moved(piece.id, at=end, facing=facing)
    if spot := first_place(there, piece.id):
        way = () if end == piece.at else (Leg(travel=(end,)), Leg(rotate=facing))
        yield Move(unit=piece.id, legs=(*way, Leg(captive=spot)))


def places(field: Field, question: Question) -> Iterator[Answer]:
    """Where a passenger put down by force may stand."""
    yield Answer(to="place", unit=question.unit)
    for start in STARTS:
        if spot := first_spot(field, question.about, question.unit, start=start):
            yield Answer(to="place", unit=question.unit, at=spot.at, facing=spot.facing)
