"""Moves with passengers or a captive: who may come aboard or leave, and where they are put."""

from collections.abc import Iterator, Sequence

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.legal_carrying import boardings, landed_at, parties
from rules.age_of_destruction.state.orders import Leg, Spot
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.captives import first_place, led_by
from rules.age_of_destruction.steps.room import first_spot
from rules.core.geometry import Point, bearing


def carried(piece: Piece) -> Iterator[tuple[str, tuple[str, ...], Leg | None]]:
    """What a unit may do with others on its move: the kind of option, who is concerned, and the leg
    that does it on the spot, None where it has no room."""
    for leg in boardings(piece):
        yield "board", leg.board or (), leg
    for names in parties(piece):
        yield "disembark", names, disembarking(piece, names, piece.at, piece.now.facing)
    if led := led_by(piece):
        yield "lead", (led.id,), leading(piece, piece.at, piece.now.facing)


def disembarking(piece: Piece, names: Sequence[str], at: Point, facing: float) -> Leg | None:
    """The leg with which passengers leave at a place of the transport, None without room."""
    there = piece.field.moved(piece.id, at=at, facing=facing)
    landings = landed_at(there.piece(piece.id), names)
    return Leg(disembark=landings) if landings else None


def leading(piece: Piece, at: Point, facing: float) -> Leg | None:
    """The leg that puts the captive behind its captor at a place, None without room."""
    spot = first_place(piece.field.moved(piece.id, at=at, facing=facing), piece.id)
    return Leg(captive=spot) if spot else None


def put_down(field: Field, question: Question, toward: Point) -> Spot | None:
    """Where the passenger a question is about may stand, clockwise from a point as seen from its
    transport; None without room."""
    transport = field.piece(question.about)
    start = bearing(transport.at, toward) - transport.now.facing
    return first_spot(field, question.about, question.unit, start=start)
