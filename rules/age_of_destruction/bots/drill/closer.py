"""Candidates looked at more closely: attacks by the odds of this very moment, ways as they are."""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from rules.age_of_destruction.bots.drill.candidates import Candidate, given
from rules.age_of_destruction.bots.drill.features import INDEX, row
from rules.age_of_destruction.bots.drill.watch import Watch, towards
from rules.age_of_destruction.bots.promises import promise
from rules.age_of_destruction.bots.striking import joint_proposals, promised
from rules.age_of_destruction.bots.worth import heating, price
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.choices import choices
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.face import Face, free_turn
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ranged import Ranged, salvos
from rules.age_of_destruction.orders.samples import shots, touching, unpaid
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.orders.ways import toward
from rules.age_of_destruction.steps.movement import Pace
from rules.core.drawing import as_listed
from rules.core.geometry import distance

#: The points below which nobody turns.
STIR = 0.5


def in_contact(watch: Watch, player: str) -> Iterator[Candidate]:
    """Blows, captures and repairs of units in contact, salvos, and what formations attack together;
    by the odds of this very moment."""
    field = watch.field
    for piece in field.of(player):
        if piece.now.at is None or piece.now.ordered or piece.now.shutdown or piece.is_salvage:
            continue
        orders = chain(touching(piece, as_listed), salvos(piece, as_listed))
        sight = None
        for order in orders:
            points = promised(piece, order)
            if points <= 0:
                continue
            sight = sight or watch.sight(piece)
            cost = price(piece)
            if isinstance(order, Close) and order.repair:
                features = row(mended=points, price=cost)
            else:
                features = row(harm=points, price=cost, risk=sight.here.danger)
            yield Candidate("contact", sight, features, given(order))
    for proposal in joint_proposals(field, player):
        if proposal.points > 0:
            features = row(harm=proposal.points)
            yield Candidate("joint", None, features, given(proposal.order))


def closer(candidate: Candidate) -> Candidate:
    """A candidate whose attack is weighed by the odds of this very moment."""
    order = candidate.written()
    if order is None or candidate.sight is None:
        return candidate
    piece = candidate.sight.piece
    if isinstance(order, Ranged):
        return _shot(candidate, piece, order)
    if isinstance(order, Assault):
        leg = order.legs[0]
        at = leg.travel[-1] if leg.travel else piece.at
        facing = order.legs[-1].rotate or 0.0
        there = piece.field.moved(piece.id, at=at, facing=facing)
        attack = order.attack(there)
        harm = promise(there, attack) if attack else 0.0
        return _with(candidate, order, harm)
    if isinstance(order, SpecialAttack):
        there = piece.field.moved(piece.id, at=order.path[-1], facing=order.facing)
        return _with(candidate, order, promise(there, order.blow(piece.field, there)))
    return candidate


def _shot(candidate: Candidate, piece: Piece, order: Ranged) -> Candidate:
    """With whatever equipment helps it most."""
    field = piece.field
    best, most = order, promised(piece, order)
    others = [other.id for other in field.opponents_of(piece.team) if other.id not in order.targets]
    for on in choices(piece, others):
        if on:
            tried = replace(order, on=on)
            points = promised(piece, tried)
            if points > most:
                best, most = tried, points
    return _with(candidate, best, most)


def _with(candidate: Candidate, order: Order, harm: float) -> Candidate:
    features = list(candidate.features)
    features[INDEX["harm"]] = harm
    return Candidate(candidate.kind, candidate.sight, features, given(order), candidate.target)


def mended(candidate: Candidate) -> Candidate | None:
    """A move by the way that is there, where the straight one is barred."""
    order = candidate.written()
    sight = candidate.sight
    if not isinstance(order, Move) or sight is None or not order.legs or not order.legs[0].travel:
        return None
    piece, end = sight.piece, order.legs[0].travel[-1]
    way = toward(piece, end, pace=Pace(run=order.run))
    if way is None or not way.legs[0].travel:
        return None
    at = way.legs[0].travel[-1]
    there = sight.stand(at)
    features = there.less(sight.here)
    features[INDEX["price"]] = candidate.features[INDEX["price"]]
    facing = towards(at, there.target.piece.at) if there.target else piece.now.facing
    again = replace(order, legs=(way.legs[0], replace(order.legs[-1], rotate=facing)))
    return Candidate("mended", sight, features, given(again), there.target)


def leftovers(field: Field, player: str) -> Iterator[Order]:
    """What costs nobody a push and does some good, however little: attacks, the best first, and
    cooling."""
    found: list[tuple[float, int, Order]] = []
    for piece in field.of(player):
        if piece.now.at is None or piece.now.ordered:
            continue
        if piece.is_mech and min(piece.now.heat, piece.unit.vent or 0) > 1:
            found.append((0.0, len(found), Vent(unit=piece.id)))
        if piece.now.tokens or piece.now.shutdown:
            continue
        for order in chain(shots(piece, as_listed), touching(piece, as_listed)):
            points = promised(piece, order)
            if points > 0:
                found.append((-points, len(found), order))
    for _, _, order in sorted(found, key=lambda each: each[:2]):
        yield order


def spare(watch: Watch, player: str) -> Iterator[Order]:
    """What takes no order of the pool: free vents, and a turn to whoever can be attacked."""
    for piece in watch.field.of(player):
        if piece.now.at is None or piece.now.ordered:
            continue
        for vent in unpaid(piece, as_listed):
            if piece.now.heat and heating(piece, -(piece.unit.vent or 0)) < 0:
                yield vent
        if watch.foes and free_turn(piece):
            nearest = min(watch.foes, key=lambda other: distance(piece.at, other.at))
            facing = towards(piece.at, nearest.at)
            sight = watch.sight(piece)
            here, there = sight.here, sight.stand(piece.at, facing)
            if there.hope - here.hope - 0.5 * (there.back - here.back) > STIR:
                yield Face(unit=piece.id, facing=facing)
