"""A unit as its commander thinks of it: what it gains by standing elsewhere."""

from collections.abc import Iterable

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.glance import Glance, Stop, glance
from rules.age_of_destruction.bots.goals import NEAREST, ends, nearest_to
from rules.age_of_destruction.bots.worth import price
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.geometry import Point, distance
from rules.core.kept import kept

#: Opponents a unit minds at a time: the nearest.
MINDED = 6


class Post:
    """A unit with what its place is worth now; who is aboard is where the transport is."""

    def __init__(self, appraisal: Appraisal, piece: Piece) -> None:
        self.appraisal = appraisal
        self.piece = piece
        self.scale = appraisal.scale
        self._most = appraisal.setup.orders_a_turn

    @kept
    def carrier(self) -> Piece:
        """Its transport, or itself."""
        aboard = self.piece.now.aboard
        return self.piece.field.piece(aboard) if aboard else self.piece

    @kept
    def nearest(self) -> list[Piece]:
        """The opponents it minds, the nearest first."""
        opponents, at = self.piece.field.opponents_of(self.piece.team), self.carrier.at
        others = [other for other in opponents if not other.is_captive]
        return sorted(others, key=lambda other: distance(at, other.at))[:MINDED]

    @kept
    def glance(self) -> Glance:
        """What it sees about it."""
        inches = allowance(self.carrier, _fastest(self.carrier)).total
        return glance(self.piece, self.nearest, self.carrier.at, inches, self.scale)

    def stops(self, reach: float) -> list[Stop]:
        """About where it gets with so many inches, and whom it looks at there."""
        found = self.glance.stops.get(reach)
        if found is None:
            near = self.nearest[:NEAREST]
            found = [(end, nearest_to(end, near)) for end in ends(self.piece, near, reach)]
            self.glance.stops[reach] = found
        return found

    @kept
    def riders(self) -> list[Piece]:
        """Who is aboard."""
        return [self.piece.field.piece(name) for name in self.piece.passengers]

    def seems_at(self, at: Point, target: Point | None, riders: Iterable[Piece]) -> float:
        """What another place seems to be worth from which it looks at a target, with riders."""
        seen = self.glance.there(at, target, self._most)
        return self.appraisal.seeming(self.piece, at, seen, riders)

    def seems_to_gain(self, at: Point, target: Point | None) -> float:
        """What it seems to gain by standing at another place and looking at a target."""
        return self.seems_at(at, target, self.riders) - self.worth

    @kept
    def worth(self) -> float:
        """What its place is worth."""
        return self.appraisal.place(self.piece, self.nearest)

    def price(self, heat: int = 0) -> float:
        """What an order costs it: a push, and some heat of the order."""
        return price(self.piece, heat, self.scale)

    def gains(self, there: Piece) -> float:
        """What it gains by standing as it does in another field."""
        return self.appraisal.place(there, self.nearest) - self.worth


def _fastest(piece: Piece) -> Pace:
    return Pace(run=piece.is_mech)
