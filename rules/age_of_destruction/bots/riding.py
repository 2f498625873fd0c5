"""Transports: coming aboard, riding on, and being put down where one can do something."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import fsum

from rules.age_of_destruction.bots.goals import BEHIND, NEAREST, look, nearest_to, written
from rules.age_of_destruction.bots.march_times import may_ride
from rules.age_of_destruction.bots.post import Post
from rules.age_of_destruction.bots.proposal import Idea, Proposal
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.approaches import SKIN, heading
from rules.age_of_destruction.orders.carrying import boardings, landed_at, parties
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.state.legs import Landing, Leg, Spot
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.steps.transport import embarked, landed
from rules.core.geometry import Point, ahead, along, distance

#: The manner of a move on which somebody boards or is put down.
LADEN = Pace(transport_actions=1)
#: Rides of one transport with the same units that are worth a second thought.
TRIED = 12


def riding_ideas(post: Post) -> Iterator[Idea]:
    """Boardings and landings of a transport; the way of infantry to a transport."""
    if post.piece.unit.is_transport:
        for leg in boardings(post.piece):
            yield from _best(post, _pick_ups(post, leg))
        for names in parties(post.piece):
            yield from _best(post, _landings(post, names))
    elif post.piece.is_infantry:
        yield from _ways_aboard(post)


def _best(post: Post, ideas: Iterator[Idea]) -> list[Idea]:
    return sorted(ideas, key=lambda idea: -idea.points)[:TRIED]


def _pick_ups(post: Post, leg: Leg) -> Iterator[Idea]:
    """Whoever waits behind a transport comes aboard, and it drives on."""
    piece = post.piece
    riders = [Post(post.appraisal, piece.field.piece(name)) for name in leg.board or ()]
    laden = [*post.riders, *(rider.piece for rider in riders)]
    on_foot = post.worth + fsum(rider.worth for rider in riders)
    for end, target in _stops(post):
        gain = post.seems_at(end, target, laden) - on_foot
        yield Idea(piece.id, gain - post.price(), partial(_pick_up, post, leg, end))


def _pick_up(post: Post, leg: Leg, end: Point) -> Iterator[Proposal]:
    piece = post.piece
    riders = [piece.field.piece(name) for name in leg.board or ()]
    on_foot = post.worth + fsum(map(post.appraisal.place, riders))
    at, facing = _stop(post, end)
    laden = embarked(piece.field, piece, riders).moved(piece.id, at=at, facing=facing)
    order = Move(unit=piece.id, legs=(leg, *_drive(piece, at, facing)))
    gain = post.appraisal.place(laden.piece(piece.id)) - on_foot
    yield Proposal(order, gain - post.price())


def _landings(post: Post, names: Sequence[str]) -> Iterator[Idea]:
    """Passengers are put down where they can do something, here or after a way."""
    piece = post.piece
    landing = [Post(post.appraisal, piece.field.piece(name)) for name in names]
    staying = [rider for rider in post.riders if rider.id not in names]
    for end, target in _stops(post):
        gain = post.seems_at(end, target, staying) - post.worth
        spot = _about_behind(end, target)
        gain += fsum(rider.seems_at(spot, target, ()) for rider in landing)
        yield Idea(piece.id, gain - post.price(), partial(_landing, post, names, end))


def _about_behind(end: Point, target: Point | None) -> Point:
    """About where passengers stand who are put down by a transport that looks at a target."""
    far = distance(end, target) if target else 0.0
    return along(end, target, -BEHIND / far) if target and far else end


def _landing(post: Post, names: Sequence[str], end: Point) -> Iterator[Proposal]:
    piece = post.piece
    at, facing = _stop(post, end)
    there = piece.field.moved(piece.id, at=at, facing=facing)
    if landings := landed_at(there.piece(piece.id), names, roughly=True):
        order = Move(unit=piece.id, legs=(*_drive(piece, at, facing), Leg(disembark=landings)))
        gain = _landed(post, there, landings) - post.worth
        yield Proposal(order, gain - post.price())


def _landed(post: Post, there: Field, landings: Sequence[Landing]) -> float:
    """What the places of a transport and of those it has put down are worth."""
    for landing in landings:
        there = landed(there, landing.unit, landing)
    names = (post.piece.id, *(landing.unit for landing in landings))
    return fsum(post.appraisal.place(there.piece(name)) for name in names)


def _stops(post: Post) -> Iterator[tuple[Point, Point | None]]:
    """About where a transport may stop with what boarding or landing leaves of its move, and whom
    it looks at there."""
    piece = post.piece
    yield piece.at, nearest_to(piece.at, post.nearest[:NEAREST])
    reach = allowance(piece, LADEN).total
    if reach > 0:
        yield from post.stops(reach)


def _stop(post: Post, end: Point) -> tuple[Point, float]:
    """Where a transport stops, and the way it faces there."""
    piece = post.piece
    if end == piece.at:
        return end, piece.now.facing
    at = written(piece, end)
    return at, look(at, post.nearest[:NEAREST], piece.now.facing)


def _drive(piece: Piece, at: Point, facing: float) -> tuple[Leg, ...]:
    """The legs that take a transport to a stop; none for where it is."""
    return () if at == piece.at else (Leg(travel=(at,)), Leg(rotate=facing))


def _ways_aboard(post: Post) -> Iterator[Idea]:
    """Infantry with nobody in range walks up behind transports that take it on next turn."""
    piece, reach = post.piece, allowance(post.piece, Pace()).total
    seen = post.glance.here(piece.at, piece.now.facing, 0)
    if seen.hoped:
        return
    for transport in piece.field.of(piece.owner):
        if not transport.unit.is_transport or transport.now.at is None:
            continue
        spot = _behind(transport, piece)
        if distance(piece.at, spot.at) <= reach:
            gain = post.appraisal.saved_by_riding(piece, transport, seen)
            yield Idea(piece.id, gain - post.price(), partial(_way_aboard, post, transport, spot))


def _behind(transport: Piece, piece: Piece) -> Spot:
    """The place right behind a transport."""
    apart = (transport.figure.shape.length + piece.figure.shape.length) / 2 + SKIN
    facing = transport.now.facing
    x, y = ahead(transport.at, facing, -apart)
    return Spot(at=(round(x, 3), round(y, 3)), facing=facing)


def _way_aboard(post: Post, transport: Piece, spot: Spot) -> Iterator[Proposal]:
    piece = post.piece
    there = landed(piece.field, piece.id, spot)
    if may_ride(there.piece(piece.id), there.piece(transport.id)):
        legs = (Leg(travel=(spot.at,)), Leg(rotate=heading(spot.at, transport.at)))
        gain = post.gains(there.piece(piece.id))
        yield Proposal(Move(unit=piece.id, legs=legs), gain - post.price())
