"""Climb a wall, from its foot or on from where the model hangs."""

from collections.abc import Iterator
from functools import partial
from typing import Self

import msgspec

from rules.core.geometry import Point, ahead, bearing, distance, inches_to, inside
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST, NEAR, nearest_on_rim
from rules.warzone.landing import fall
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, facing_then, own_models, refuse_actor
from rules.warzone.position import Block, Degrees, Gap, Name, Passage, Place, Places
from rules.warzone.room import Newcomer, put_aside, refuse_places

#: A model so many Sizes larger than the climber makes no room (WZ-040).
TOO_LARGE = 2


class Ascent(msgspec.Struct, frozen=True):
    """What one action of climbing comes to: the height gained, and where it would stand on top."""

    height: float
    rise: float
    at: Point
    elevation: float

    @property
    def is_up(self) -> bool:
        """Whether the top is reached."""
        return self.height >= self.rise - LOST


class Climb(Order, frozen=True):
    """One action up a wall; at the top it stands at `at`, straight across the edge unless said
    (WZ-034…042)."""

    unit: Name
    piece: Name
    at: Place | None = None
    facing: Degrees | None = None
    displace: Places = msgspec.field(default_factory=dict)

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who climbs, and who makes room."""
        return (("unit", self.unit), *((f"displace.{name}", name) for name in self.displace))

    @property
    def pieces(self) -> tuple[tuple[str, str], ...]:
        """The wall."""
        return (("piece", self.piece),)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the model from climbing, and a bad place at the top."""
        add, unit, profile = refusals.add, self.unit, now.profile(self.unit)
        if not refuse_actor(now, unit, 1, refusals, hangs=True):
            return
        model = now.model(unit)
        if model.posture == "mp":
            add("NOT_STANDING", unit)
        if profile.kind != "humanoid" and "climb" not in profile.abilities:
            add("NO_CLIMBER", unit)
        if model.climbing and model.climbing.piece != self.piece:
            add("OTHER_WALL", unit, piece=model.climbing.piece)
            return
        if not model.climbing and not self.is_at_wall(now):
            add("NOT_AT_WALL", unit, piece=self.piece)
            return
        ascent = self.ascent(now)
        if not model.climbing and ascent.rise <= profile.size + LOST:
            add("LOW_OBSTACLE", unit, piece=self.piece, rise=ascent.rise)
        elif ascent.is_up:
            self._explain_top(now, ascent, refusals)

    def _explain_top(self, now: Moment, ascent: Ascent, refusals: Refusals) -> None:
        if self.at is not None and not self.fits_top(now, ascent):
            refusals.add("BAD_PLACE", self.unit, at=list(self.at))
            return
        newcomer = self._newcomer(now, ascent)
        in_the_way, on_top = self.in_the_way(now, ascent), partial(self._on_top, now)
        refuse_places(newcomer, in_the_way, self.displace, on_top, refusals)
        for unit in self.displace:
            if _too_large(now, self.unit, unit):
                refusals.add("TOO_LARGE_TO_MOVE", unit)
            if now.model(unit).displaced:
                refusals.add("MOVED_THIS_TURN", unit)

    def is_at_wall(self, now: Moment) -> bool:
        """Whether the base stands at a block, or inside a gap at its wall."""
        piece, model = now.setup.pieces[self.piece], now.model(self.unit)
        radius = now.radius(self.unit)
        if isinstance(piece, Passage):
            return False
        if isinstance(piece, Gap):
            down = inside(model.at, piece.polygon) and abs(model.elevation + piece.depth) <= NEAR
            rim = distance(model.at, nearest_on_rim(model.at, piece.polygon))
            return down and rim - radius <= NEAR
        return 0 < inches_to(model.at, piece.polygon) <= radius + NEAR

    def ascent(self, now: Moment) -> Ascent:
        """What this action comes to."""
        piece, model = now.setup.pieces[self.piece], now.model(self.unit)
        top = piece.height if isinstance(piece, Block) else 0.0
        rise = top - model.elevation
        hangs = model.climbing.height if model.climbing else 0.0
        height = min(hangs + now.movement(self.unit) / 2, rise)
        if self.at is not None:
            return Ascent(height, rise, self.at, top)
        edge = nearest_on_rim(model.at, piece.polygon)
        across = bearing(model.at, edge) if distance(model.at, edge) > LOST else model.facing
        at = ahead(model.at, across, now.profile(self.unit).base)
        return Ascent(height, rise, at, top)

    def fits_top(self, now: Moment, ascent: Ascent) -> bool:
        """Whether the model can stand on top there, no farther than its base's diameter from the
        foot."""
        model, profile = now.model(self.unit), now.profile(self.unit)
        near = distance(model.at, ascent.at) <= profile.base + NEAR
        return (
            near
            and self._on_top(now, ascent.at)
            and not now.is_walled(self.unit, ascent.at, ascent.elevation)
            and now.ground.on_table(ascent.at, profile.base / 2)
        )

    def _on_top(self, now: Moment, at: Point) -> bool:
        """Whether a point is ground at the top of this wall."""
        piece = now.setup.pieces[self.piece]
        top = piece.height if isinstance(piece, Block) else 0.0
        on_piece = inside(at, piece.polygon) if isinstance(piece, Block) else True
        return on_piece and now.ground.surface(at) == top and now.ground.can_stand(at)

    def in_the_way(self, now: Moment, ascent: Ascent) -> tuple[str, ...]:
        """The models that overlap or touch where it wants to stand."""
        return tuple(now.touched(self.unit, ascent.at, ascent.elevation))

    def _newcomer(self, now: Moment, ascent: Ascent) -> Newcomer:
        return Newcomer(
            now, self.unit, ascent.at, ascent.elevation, facing_then(now, self.unit, self.facing)
        )

    def room(self, now: Moment, ascent: Ascent) -> dict[str, Point] | None:
        """Where those in the way go; None where there is no room (WZ-040)."""
        in_the_way = self.in_the_way(now, ascent)
        stuck = any(_too_large(now, self.unit, u) or now.model(u).displaced for u in in_the_way)
        if stuck or not self.fits_top(now, ascent):
            return None
        newcomer = self._newcomer(now, ascent)
        room = newcomer.make_room(in_the_way, self.displace, partial(self._on_top, now))
        return room if len(room) == len(in_the_way) else None

    def carry_out(self, course: Course) -> None:
        """Get higher; at the top look for room, then test, then stand (WZ-036, WZ-037, WZ-040)."""
        now, unit = course.now, self.unit
        ascent = self.ascent(now)
        course.spend(unit, 1)
        rules = ("WZ-035", "WZ-036")
        course.emit(events.Climbed(unit=unit, piece=self.piece, height=ascent.height, rules=rules))
        if not ascent.is_up:
            return
        room = self.room(now, ascent)
        if room is None:
            course.emit(events.NoRoom(unit=unit, rules=("WZ-040",)))
        elif course.climb_holds(unit):
            self._stand(course, ascent, room)
        else:
            fall(course, unit, now.model(unit).at, ascent.height, {})

    def _stand(self, course: Course, ascent: Ascent, room: dict[str, Point]) -> None:
        facing = facing_then(course.now, self.unit, self.facing)
        put_aside(course, room, "WZ-040", counts=True)
        course.emit(
            events.Placed(
                unit=self.unit,
                at=ascent.at,
                elevation=ascent.elevation,
                facing=facing,
                rules=("WZ-036",),
            )
        )

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every wall."""
        for unit in own_models(now, player):
            for piece in now.setup.pieces:
                yield cls(unit=unit, piece=piece)


def _too_large(now: Moment, climber: str, unit: str) -> bool:
    return now.profile(unit).size - now.profile(climber).size >= TOO_LARGE
