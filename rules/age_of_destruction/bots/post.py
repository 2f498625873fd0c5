"""A unit as its commander thinks of it: what it gains by standing elsewhere."""

from collections.abc import Iterable

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.glance import Glance
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.geometry import Point
from rules.core.kept import kept


class Post:
    """A unit with what its place is worth now; who is aboard is where the transport is."""

    def __init__(self, appraisal: Appraisal, piece: Piece) -> None:
        self.appraisal = appraisal
        self.piece = piece
        self._most = appraisal.setup.orders_a_turn

    @kept
    def glance(self) -> Glance:
        """What it sees about it."""
        aboard = self.piece.now.aboard
        transport = self.piece.field.piece(aboard) if aboard else self.piece
        return Glance(self.piece, transport.at, allowance(transport, _fastest(transport)).total)

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
        return self.appraisal.place(self.piece, self.glance.nearest)

    def gains(self, there: Piece) -> float:
        """What it gains by standing as it does in another field."""
        return self.appraisal.place(there, self.glance.nearest) - self.worth


def _fastest(piece: Piece) -> Pace:
    return Pace(run=piece.is_mech)
