"""Jump down, from an edge or from the wall one hangs on."""

from collections.abc import Iterator
from typing import Self

import msgspec

from rules.core.geometry import Point, ahead, distance, overlaps
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST, NEAR, disc
from rules.warzone.landing import land, on_level_of
from rules.warzone.moment import Moment
from rules.warzone.odds import is_high
from rules.warzone.orders.base import Order, facing_then, own_models, refuse_actor
from rules.warzone.position import Degrees, Name, Place, Places
from rules.warzone.room import Newcomer, refuse_no_room


class Drop(Order, frozen=True):
    """One action down to `at`, near the point below (WZ-047…050)."""

    unit: Name
    at: Place
    facing: Degrees | None = None
    displace: Places = msgspec.field(default_factory=dict)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who drops, and who makes room."""
        return (("unit", self.unit), *((f"displace.{name}", name) for name in self.displace))

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model from dropping there."""
        add, unit = refusals.add, self.unit
        if not refuse_actor(now, unit, 1, refusals, hangs=True):
            return
        radius, level = now.radius(unit), now.hangs_at(unit)
        ground = now.ground.surface(self.at)
        if not now.ground.on_table(self.at, radius):
            add("OFF_TABLE", unit)
        base = disc(self.at, radius)
        walled = any(
            b.height > ground + LOST and overlaps(base, b.polygon) for b in now.ground.blocks
        )
        if ground >= level - LOST or walled:
            add("NOT_DOWN", unit, at=list(self.at))
        if walled or not now.ground.can_stand(self.at):
            add("BAD_PLACE", unit, at=list(self.at))
        self._explain_distance(now, refusals)
        model = now.model(unit)
        newcomer = Newcomer(now, unit, self.at, ground, model.facing)
        hit = tuple(now.overlapped(unit, self.at, ground))
        refuse_no_room(newcomer, hit, self.displace, on_level_of(now, hit), refusals)

    def _explain_distance(self, now: Moment, refusals: Refusals) -> None:
        """The point below is the foot of the wall, or the edge where the line to `at` leaves the
        ground, with the base at it."""
        unit, model, allowance = self.unit, now.model(self.unit), now.movement(self.unit) / 2
        below = model.at if model.climbing else self.edge(now)
        if below is None or (
            not model.climbing and distance(model.at, below) > now.radius(unit) + NEAR
        ):
            refusals.add("NOT_AT_EDGE", unit)
        if below is not None and (length := distance(below, self.at)) > allowance + LOST:
            refusals.add("TOO_FAR", unit, length=length, allowance=allowance)

    def edge(self, now: Moment) -> Point | None:
        """Where the line to `at` leaves the ground downwards; None where it does not."""
        model = now.model(self.unit)
        for stretch in now.ground.stretches(model.at, self.at):
            if stretch.ground < model.elevation - LOST:
                return stretch.start
        return None

    def height(self, now: Moment) -> float:
        """Inches down to `at`."""
        return now.hangs_at(self.unit) - now.ground.surface(self.at)

    def carry_out(self, course: Course) -> None:
        """From higher than its Size a model must dare it, and suffers the fall (WZ-048, WZ-049)."""
        now, unit, profile = course.now, self.unit, course.now.profile(self.unit)
        ground = now.ground.surface(self.at)
        height = self.height(now)
        course.spend(unit, 1)
        dares = not is_high(height, profile.size) or "morale_immune" in profile.abilities
        if not dares and not course.leads(unit, profile.ld, "WZ-048"):
            course.emit(events.ActionLost(unit=unit, rules=("WZ-049",)))
            return
        facing = facing_then(now, unit, self.facing)
        course.emit(
            events.Dropped(
                unit=unit,
                at=self.at,
                elevation=ground,
                facing=facing,
                height=height,
                rules=("WZ-047", "WZ-050"),
            )
        )
        land(course, unit, height, self.displace)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Half the movement away in eight directions."""
        for unit in own_models(now, player):
            model = now.model(unit)
            for direction in range(0, 360, 45):
                for inches in (now.movement(unit) / 2, now.profile(unit).base * 1.5):
                    yield cls(unit=unit, at=ahead(model.at, direction, inches))
