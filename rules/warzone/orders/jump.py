"""Jump across a gap."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Self

import msgspec

from rules.core.geometry import (
    Point,
    ahead,
    along,
    bearing,
    cuts,
    distance,
    strictly_inside,
)
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST, NEAR
from rules.warzone.landing import fall
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, facing_then, own_models, refuse_actor
from rules.warzone.position import Degrees, Gap, Name, Place, Places
from rules.warzone.room import Newcomer, put_aside, refuse_no_room


class Leap(msgspec.Struct, frozen=True):
    """Where the line of a jump enters the gap and where it leaves it."""

    near: Point
    far: Point

    @property
    def width(self) -> float:
        """Inches across."""
        return distance(self.near, self.far)


class Jump(Order, frozen=True):
    """One action across a gap to `at`, on level ground (WZ-043…046)."""

    unit: Name
    piece: Name
    at: Place
    facing: Degrees | None = None
    displace: Places = msgspec.field(default_factory=dict)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who jumps, and who makes room."""
        return (("unit", self.unit), *((f"displace.{name}", name) for name in self.displace))

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The gap."""
        return (("piece", self.piece),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model from jumping there."""
        add, unit = refusals.add, self.unit
        judged = refuse_actor(now, unit, 1, refusals)
        gap = now.setup.pieces[self.piece]
        if not isinstance(gap, Gap):
            add("NOT_A_GAP", unit, piece=self.piece)
            return
        if not judged:
            return
        if strictly_inside(self.at, gap.polygon):
            add("LANDS_IN_GAP", unit, piece=self.piece)
        if not now.ground.on_table(self.at, now.radius(unit)):
            add("OFF_TABLE", unit)
        level = now.model(unit).elevation
        if not self._is_level(now, self.at) and not strictly_inside(self.at, gap.polygon):
            add("NOT_LEVEL", unit, higher=abs(now.ground.surface(self.at) - level))
        if not now.ground.can_stand(self.at) or now.is_walled(unit, self.at, level):
            add("BAD_PLACE", unit, at=list(self.at))
        leap = self.leap(now, gap)
        if leap is None:
            add("NOT_AT_EDGE", unit)
        else:
            self._explain_leap(now, leap, refusals)
        on_level, in_the_way = partial(self._is_level, now), self.in_the_way(now)
        refuse_no_room(self._newcomer(now), in_the_way, self.displace, on_level, refusals)

    def _is_level(self, now: Moment, at: Point) -> bool:
        """Whether a place is as high as where the jump begins (WZ-043)."""
        return abs(now.ground.surface(at) - now.model(self.unit).elevation) <= LOST

    def _explain_leap(self, now: Moment, leap: Leap, refusals: Refusals) -> None:
        unit, allowance, radius = self.unit, now.movement(self.unit), now.radius(self.unit)
        if distance(now.model(unit).at, leap.near) > radius + NEAR:
            refusals.add("NOT_AT_EDGE", unit)
        if leap.width > allowance + LOST:
            refusals.add("GAP_TOO_WIDE", unit, width=leap.width, allowance=allowance)
        length = distance(leap.near, self.at) - radius
        if length > allowance + LOST:
            refusals.add("TOO_FAR", unit, length=length, allowance=allowance)

    def leap(self, now: Moment, gap: Gap) -> Leap | None:
        """Where the line to `at` enters the gap first, and leaves it; None where it does not, as
        from inside."""
        start = now.model(self.unit).at
        if strictly_inside(start, gap.polygon):
            return None
        shares = cuts(start, self.at, gap.polygon)
        over = [
            (one, other)
            for one, other in pairwise(shares)
            if strictly_inside(along(start, self.at, (one + other) / 2), gap.polygon)
        ]
        if not over:
            return None
        return Leap(along(start, self.at, over[0][0]), along(start, self.at, over[0][1]))

    def in_the_way(self, now: Moment) -> tuple[str, ...]:
        """Enemies overlapped or touched where it lands, friends overlapped (WZ-046)."""
        elevation = now.model(self.unit).elevation
        overlapped = set(now.overlapped(self.unit, self.at, elevation))
        return tuple(
            other
            for other in now.touched(self.unit, self.at, elevation)
            if other in overlapped or now.is_enemy(self.unit, other)
        )

    def _newcomer(self, now: Moment) -> Newcomer:
        model = now.model(self.unit)
        return Newcomer(
            now, self.unit, self.at, model.elevation, facing_then(now, self.unit, self.facing)
        )

    def carry_out(self, course: Course) -> None:
        """Jump: with a test where the gap is wider than half the movement (WZ-043, WZ-044)."""
        now, unit = course.now, self.unit
        gap = now.setup.pieces[self.piece]
        leap = self.leap(now, gap) if isinstance(gap, Gap) else None
        if leap is None or not isinstance(gap, Gap):
            raise ValueError(f"{self.piece} is not jumped")
        course.spend(unit, 1)
        tested = leap.width > now.movement(unit) / 2 + LOST
        face = course.jump_falls(unit) if tested else 0
        if face:
            self._fall_in(course, gap, leap, at_start=face == 19)
        else:
            self._land(course)

    def room(self, now: Moment) -> dict[str, Point]:
        """Where those go that are in the way where it lands (WZ-046)."""
        on_level = partial(self._is_level, now)
        newcomer, places = self._newcomer(now), self.displace
        return newcomer.make_room(self.in_the_way(now), places, on_level, aslant=True)

    def _land(self, course: Course) -> None:
        now = course.now
        facing = facing_then(now, self.unit, self.facing)
        put_aside(course, self.room(now), "WZ-046")
        rules = ("WZ-043", "WZ-046")
        course.emit(events.Jumped(unit=self.unit, at=self.at, facing=facing, rules=rules))

    def _fall_in(self, course: Course, gap: Gap, leap: Leap, *, at_start: bool) -> None:
        """The base falls just inside the near or the far edge, or in the middle of a gap narrower
        than it."""
        base = course.now.profile(self.unit).base
        direction = bearing(leap.near, leap.far)
        if leap.width < base:
            at = along(leap.near, leap.far, 0.5)
        elif at_start:
            at = ahead(leap.near, direction, base / 2)
        else:
            at = ahead(leap.far, direction, -base / 2)
        fall(course, self.unit, at, gap.depth, {})

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Straight over every gap, to just beyond its far side."""
        for unit in own_models(now, player):
            model, radius = now.model(unit), now.radius(unit)
            for gap in now.ground.gaps:
                for direction in range(0, 360, 90):
                    reach = ahead(model.at, direction, now.movement(unit) + 2 * radius)
                    shares = cuts(model.at, reach, gap.polygon)
                    if len(shares) > 3:
                        far = along(model.at, reach, shares[-2])
                        yield cls(unit=unit, piece=gap.id, at=ahead(far, direction, radius))
