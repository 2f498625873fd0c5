"""Move a model, in one action or in two that are declared together."""

from collections.abc import Iterator
from typing import Self

from rules.core.geometry import ahead
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models, refuse_actor
from rules.warzone.position import Leg, Legs, Name
from rules.warzone.refusals import REFUSALS
from rules.warzone.walk import Arrival, Walk


class Move(Order, frozen=True):
    """One action of moving; `next` are the legs of the following one, which may clear a base the
    first ends on (WZ-003…016)."""

    unit: Name
    legs: Legs = ()
    next: Legs | None = None

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who moves."""
        return (("unit", self.unit),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model, and what is wrong with its way."""
        if refuse_actor(now, self.unit, cost_of(self.next), refusals):
            walk_actions(Walk(now, self.unit, refusals), self.legs, self.next)

    def carry_out(self, course: Course) -> None:
        """Spend the actions and move."""
        course.spend(self.unit, cost_of(self.next))
        walk = Walk(course.now, self.unit, Refusals(REFUSALS))
        for arrival in walk_actions(walk, self.legs, self.next):
            tell_way(course, self.unit, arrival, events.Moved, "WZ-003", "WZ-004")

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """All and half of the movement in eight directions, and a turn."""
        for unit in own_models(now, player):
            yield cls(unit=unit, legs=(Leg(rotate=(now.model(unit).facing + 90) % 360),))
            for legs in sample_legs(now, unit):
                yield cls(unit=unit, legs=legs)


def cost_of(following: Legs | None) -> int:
    """One action, and one more where another one is declared with it (WZ-005)."""
    return 1 if following is None else 2


def walk_actions(walk: Walk, legs: Legs, following: Legs | None) -> list[Arrival]:
    """Go one action, or two of which the second must end free."""
    allowance = walk.now.movement(walk.unit)
    if following is None:
        return [walk.go(legs, allowance, clears=True)]
    first = walk.go(legs, allowance, clears=False)
    return [first, walk.go(following, allowance, clears=True)]


def tell_way(
    course: Course, unit: str, arrival: Arrival, kind: type[events.Moved], *rules: str
) -> None:
    """Tell where a way ended, and of what it stepped over (WZ-034)."""
    course.emit(
        kind(
            unit=unit,
            at=arrival.at,
            facing=arrival.facing,
            elevation=arrival.elevation,
            length=arrival.length,
            rules=rules,
        )
    )
    for piece in arrival.stepped:
        course.emit(
            events.NotSupplied(unit=unit, what="terrain_cost", piece=piece, rules=("WZ-034",))
        )


def sample_legs(now: Moment, unit: str, share: float = 1.0) -> Iterator[Legs]:
    """Straight ways in eight directions, of all and of half the movement."""
    model, movement = now.model(unit), now.movement(unit) * share
    for direction in range(0, 360, 45):
        for inches in (movement, movement / 2):
            yield (Leg(travel=(ahead(model.at, direction, inches),)),)
