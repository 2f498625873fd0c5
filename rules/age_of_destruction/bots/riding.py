"""Transports: coming aboard, riding on, and being put down where one can do something."""

from collections.abc import Iterator, Sequence
from math import fsum

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.goals import ends, look, nearest_of
from rules.age_of_destruction.bots.march_times import may_ride
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.worth import price
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.approaches import heading
from rules.age_of_destruction.orders.carrying import boardings, landed_at, parties
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.state.legs import Landing, Leg
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.steps.room import first_spot
from rules.age_of_destruction.steps.transport import embarked, landed
from rules.core.geometry import Point, distance

#: The manner of a move on which somebody boards or is put down.
LADEN = Pace(transport_actions=1)


def riding_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Boardings and landings of a transport; the way of infantry to a transport."""
    if piece.unit.is_transport:
        yield from _pick_ups(appraisal, piece)
        yield from _landings(appraisal, piece)
    elif piece.is_infantry and not appraisal.prospects.best(piece):
        yield from _ways_aboard(appraisal, piece)


def _pick_ups(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Whoever waits behind a transport comes aboard, and it drives on."""
    before = appraisal.place(piece)
    for leg in boardings(piece):
        riders = [piece.field.piece(name) for name in leg.board or ()]
        on_foot = before + fsum(map(appraisal.place, riders))
        laden = embarked(piece.field, piece, riders)
        for end, facing in _stops(piece):
            there = laden.moved(piece.id, at=end, facing=facing).piece(piece.id)
            order = Move(unit=piece.id, legs=(leg, *_drive(piece, end, facing)))
            yield Proposal(order, appraisal.place(there) - on_foot - price(piece))


def _landings(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Passengers are put down where they can do something, here or after a way."""
    before = appraisal.place(piece)
    for names in parties(piece):
        for end, facing in _stops(piece):
            there = piece.field.moved(piece.id, at=end, facing=facing)
            if landings := landed_at(there.piece(piece.id), names):
                order = Move(
                    unit=piece.id, legs=(*_drive(piece, end, facing), Leg(disembark=landings))
                )
                gain = _landed(appraisal, there, piece, landings) - before
                yield Proposal(order, gain - price(piece))


def _landed(appraisal: Appraisal, there: Field, piece: Piece, landings: Sequence[Landing]) -> float:
    """What the places of a transport and of those it has put down are worth."""
    for landing in landings:
        there = landed(there, landing.unit, landing)
    names = (piece.id, *(landing.unit for landing in landings))
    return fsum(appraisal.place(there.piece(name)) for name in names)


def _stops(piece: Piece) -> Iterator[tuple[Point, float]]:
    """Where a transport may stop with what boarding or landing leaves of its move, and the way it
    faces there."""
    yield piece.at, piece.now.facing
    reach, nearest = allowance(piece, LADEN).total, nearest_of(piece)
    for end in dict.fromkeys(ends(piece, nearest, reach)) if reach > 0 else ():
        yield end, look(end, nearest, piece.now.facing)


def _drive(piece: Piece, end: Point, facing: float) -> tuple[Leg, ...]:
    """The legs that take a transport to a stop; none for where it is."""
    return () if end == piece.at else (Leg(travel=(end,)), Leg(rotate=facing))


def _ways_aboard(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Infantry walks up behind transports that take it on next turn."""
    field, before = piece.field, appraisal.place(piece)
    for transport in field.of(piece.owner):
        if not transport.unit.is_transport or transport.now.at is None:
            continue
        spot = first_spot(field, transport.id, piece.id)
        if spot is None or distance(piece.at, spot.at) > allowance(piece, Pace()).total:
            continue
        there = landed(field, piece.id, spot)
        if may_ride(there.piece(piece.id), there.piece(transport.id)):
            legs = (Leg(travel=(spot.at,)), Leg(rotate=heading(spot.at, transport.at)))
            gain = appraisal.place(there.piece(piece.id)) - before
            yield Proposal(Move(unit=piece.id, legs=legs), gain - price(piece))
