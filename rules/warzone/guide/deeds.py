"""What a climb, a jump or a drop comes to from where a model is: its way, chance, result, risk."""

from collections.abc import Iterator

import msgspec

from rules.core.geometry import Point, ahead, along, bearing, distance
from rules.core.hands import Aim, Spot
from rules.core.violations import Violation
from rules.warzone.ground import LOST, NEAR, nearest_on_rim
from rules.warzone.guide.telling import Telling, plain
from rules.warzone.moment import Moment
from rules.warzone.odds import HOLDS, Blow, Harm, blow, crossing, descent, harm_of, is_high, stages
from rules.warzone.orders import AnyOrder
from rules.warzone.orders.climb import Climb
from rules.warzone.orders.drop import Drop
from rules.warzone.orders.jump import Jump
from rules.warzone.play import explain
from rules.warzone.position import Gap, Passage


class Deed(msgspec.Struct, frozen=True):
    """One action off the ground: where it leads, what may come of it, and why it is refused.

    `chance` is that of its test, 1 without one; `result` and `risk` are what comes of success and
    of failure, in words; `height` is how far up or down it goes.
    """

    order: AnyOrder
    against: tuple[Violation, ...]
    points: tuple[Point, ...]
    label: str
    chance: float = 1.0
    result: str = ""
    risk: str = ""
    says: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    aims: tuple[Aim, ...] = ()
    height: float = 0.0

    @property
    def at(self) -> Point:
        """Where it ends."""
        return self.points[-1]


class Deeds:
    """The climbs, jumps and drops of one model now, told in a language."""

    def __init__(self, now: Moment, unit: str, language: str) -> None:
        self.now = now
        self.unit = unit
        self.tell = Telling(now.setup, language)
        self.model = now.model(unit)
        self.profile = now.profile(unit)
        self.rulings = now.setup.rulings

    def against(self, order: AnyOrder) -> tuple[Violation, ...]:
        """Why an order is refused."""
        return explain(self.now.setup, self.now.state, order)

    # --- Climbing ---

    def walls(self) -> Iterator[str]:
        """The pieces that can be climbed from here: that on which it hangs, else those at its
        base."""
        if self.model.climbing:
            yield self.model.climbing.piece
            return
        for name in self.now.setup.pieces:
            if Climb(unit=self.unit, piece=name).is_at_wall(self.now):
                yield name

    def climb(self, piece: str, at: Point | None = None, facing: float | None = None) -> Deed:
        """One action up a wall, to stand at a place on top where it gets there."""
        now, unit, tell = self.now, self.unit, self.tell
        order = Climb(unit=unit, piece=piece, at=at, facing=facing)
        label = tell.line("climb", name=tell.title(piece))
        if isinstance(now.setup.pieces[piece], Passage):
            return Deed(order, self.against(order), (self.model.at,), label)
        step, hangs = order.ascent(now), self.model.climbing
        foot = nearest_on_rim(self.model.at, now.setup.pieces[piece].polygon)
        spots = (Spot(foot, f"↑{plain(step.height)}/{plain(step.rise)}″"),)
        top = (self.model.at, step.at) if step.is_up else (self.model.at, foot)
        deed = Deed(order, self.against(order), top, label, spots=spots, height=step.height)
        fell = self.fall_from(step.height)
        if not step.is_up:
            left = stages(now.movement(unit), step.rise, step.height)
            more = left.actions if left else 0
            return msgspec.structs.replace(
                deed,
                result=tell.says("hangs_at", height=step.height),
                says=(
                    tell.says("climb_on", height=step.height, rise=step.rise, more=more),
                    tell.says("climb_hangs", risk=fell),
                ),
            )
        room = order.room(now, step) if hangs or step.rise > self.profile.size else {}
        if room is None:
            says = (tell.says("climb_room"), tell.says("climb_hangs", risk=fell))
            result = tell.says("hangs_at", height=step.height)
            return msgspec.structs.replace(deed, result=result, says=says)
        return msgspec.structs.replace(
            deed,
            chance=HOLDS.chance,
            result=tell.says("stands_top", rise=step.rise),
            risk=fell,
            says=(tell.says("climb_up", rise=step.rise),),
            aims=tuple(map(self._moved, room)),
        )

    # --- Jumping ---

    def gaps(self) -> Iterator[str]:
        """The gaps at whose edge its base stands."""
        reach = self.now.radius(self.unit) + NEAR
        for gap in self.now.ground.gaps:
            rim = nearest_on_rim(self.model.at, gap.polygon)
            if distance(self.model.at, rim) <= reach:
                yield gap.id

    def straight_over(self, piece: str) -> Point:
        """The place just beyond a gap, straight across from here; as far as one jumps where there
        is no other side."""
        gap, at, radius = self.now.setup.pieces[piece], self.model.at, self.now.radius(self.unit)
        near = nearest_on_rim(at, gap.polygon)
        away = distance(at, near)
        reach = self.now.movement(self.unit) + 2 * radius
        end = ahead(at, bearing(at, near) if away > LOST else self.model.facing, away + reach)
        leap = (
            Jump(unit=self.unit, piece=piece, at=end).leap(self.now, gap)
            if isinstance(gap, Gap)
            else None
        )
        if leap is None or distance(leap.far, end) < LOST:
            return end
        return ahead(leap.far, bearing(leap.near, leap.far), radius)

    def jump(self, piece: str, at: Point, facing: float | None = None) -> Deed:
        """A jump over a gap to a place."""
        now, unit, tell = self.now, self.unit, self.tell
        order = Jump(unit=unit, piece=piece, at=at, facing=facing)
        against, label = self.against(order), tell.line("jump", name=tell.title(piece))
        gap = now.setup.pieces[piece]
        leap = order.leap(now, gap) if isinstance(gap, Gap) else None
        deed = Deed(order, against, (self.model.at, at), label)
        if leap is None or not isinstance(gap, Gap):
            return deed
        movement = now.movement(unit)
        over = crossing(movement, leap.width)
        harm = harm_of(gap.depth, self.profile.size, self.rulings)
        says = {
            "sure": (tell.says("jump_sure", width=leap.width, half=movement / 2),),
            "test": (tell.says("jump_test", width=leap.width),),
            "never": (),
        }[over.kind]
        risk = tell.fall(now, unit, gap.depth, harm, verb="fall") if over.test else ""
        return msgspec.structs.replace(
            deed,
            points=(self.model.at, leap.near, leap.far, at),
            chance=over.chance,
            result=tell.says("over"),
            risk=risk,
            says=says,
            spots=(Spot(along(leap.near, leap.far, 0.5), f"{plain(leap.width)}″"),),
            aims=tuple(map(self._moved, order.room(now))) if not against else (),
            height=gap.depth,
        )

    # --- Dropping ---

    def drop(self, at: Point, facing: float | None = None) -> Deed:
        """A drop to a place below."""
        now, unit, tell, profile = self.now, self.unit, self.tell, self.profile
        order = Drop(unit=unit, at=at, facing=facing)
        against, height = self.against(order), order.height(now)
        label = tell.line("drop", inches=height)
        edge = self.model.at if self.model.climbing else order.edge(now)
        points = (self.model.at, at) if edge is None else (self.model.at, edge, at)
        if height <= LOST:
            return Deed(order, against, points, label)
        immune = "morale_immune" in profile.abilities
        down = descent(
            height,
            profile.size,
            profile.ld,
            now.movement(unit),
            immune=immune,
            rulings=self.rulings,
        )
        how = "drop_test" if down.test else "drop_immune" if down.harm else "drop_safe"
        most = down.test.most if down.test else 0
        blows = tuple(self._blows(at, height)) if not against else ()
        return Deed(
            order,
            against,
            points,
            label,
            chance=down.chance,
            result=tell.fall(now, unit, height, down.harm, verb="lands"),
            risk=tell.says("action_lost") if down.test else "",
            says=(
                tell.says(how, height=height, most=most),
                *(aim.says for aim in blows),
            ),
            spots=(Spot(at, self._down(height, down.harm)),),
            aims=blows,
            height=height,
        )

    def _down(self, height: float, harm: Harm | None) -> str:
        return f"↓{plain(height)}″ {harm.text}" if harm else f"↓{plain(height)}″"

    def _blows(self, at: Point, height: float) -> Iterator[Aim]:
        """Those it lands on, and what that does to them (WZ-057, WZ-058)."""
        now, ground = self.now, self.now.ground.surface(at)
        for other in now.overlapped(self.unit, at, ground):
            profile, waiting = now.profile(other), now.model(other).waiting
            hit = blow(
                height,
                profile.size,
                profile.ld,
                self.profile.size,
                waiting=waiting,
                rulings=self.rulings,
            )
            yield Aim(
                other,
                legal=True,
                says=self._blow(other, hit),
                needed=hit.test.most if hit.test else None,
                chance=hit.chance,
            )

    def _blow(self, other: str, hit: Blow) -> str:
        name = self.tell.title(other)
        if hit.harm is None:
            return self.tell.says("blow_none", name=name)
        if hit.by_waiting or hit.test is None:
            return self.tell.says("blow_waiting", name=name)
        return self.tell.says("blow_test", name=name, most=hit.test.most, harm=hit.harm.text)

    def _moved(self, other: str) -> Aim:
        return Aim(
            other, legal=True, says=self.tell.says("makes_room", name=self.tell.title(other))
        )

    def fall_from(self, height: float) -> str:
        """What a fall from a height would do to it, in words."""
        harm = harm_of(height, self.profile.size, self.rulings)
        return self.tell.fall(self.now, self.unit, height, harm, verb="fall")


def walls_at(now: Moment, unit: str) -> Iterator[tuple[str, float]]:
    """The walls at a model's base that it would climb, each with its rise in inches."""
    for name, piece in now.setup.pieces.items():
        order = Climb(unit=unit, piece=name)
        if not isinstance(piece, Passage) and order.is_at_wall(now):
            rise = order.ascent(now).rise
            if is_high(rise, now.profile(unit).size):
                yield name, rise


def turned(start: Point, end: Point, otherwise: float) -> float:
    """Where one looks that goes straight from a place to another."""
    return bearing(start, end) if distance(start, end) > LOST else otherwise
