"""Attack: only what postures and walls change of it belongs to this chapter."""

from collections.abc import Iterator
from typing import Literal, Self

from rules.core.angles import span
from rules.core.geometry import Point
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST
from rules.warzone.moment import Moment
from rules.warzone.orders.base import Order, own_models, refuse_actor
from rules.warzone.position import Count, Name, Place

Kind = Literal["ranged", "close", "charge"]
#: What postures and walls change of a skill (WZ-025, WZ-027, WZ-031, WZ-041).
COVER, TARGET_PRONE, ATTACKER_MP, TARGET_CLIMBING = -2, 4, -2, 2
#: How many Sizes an attacker reaches at a climber (WZ-041).
REACH = 1.5


class Attack(Order, frozen=True):
    """An attack, reported with the skill it is made at and not resolved; `at` is where a charge
    ends, `sight` what the caller sees of a climber, `cost` the caller's count of actions."""

    unit: Name
    target: Name
    kind: Kind
    sight: bool | None = None
    at: Place | None = None
    cost: Count = 0

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Who attacks whom."""
        return (("unit", self.unit), ("target", self.target))

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what postures and walls keep from attacking."""
        add, unit, target = refusals.add, self.unit, self.target
        refuse_actor(now, unit, self.cost, refusals, engaged=True)
        if now.model(target).eliminated:
            add("ELIMINATED", target)
        if not now.is_enemy(unit, target):
            add("NOT_AN_ENEMY", unit, target=target)
        model = now.model(unit)
        if model.posture == "mp" and self.kind == "charge":
            add("NOT_STANDING", unit)
        if model.posture == "mp" and self.kind == "close" and not model.engaged:
            add("NOT_ENGAGED", unit)
        if self._ends_elsewhere:
            self._explain_end(now, self._end(now), refusals)
        if now.model(target).climbing and self.kind != "ranged":
            self._explain_climber(now, refusals)

    @property
    def _ends_elsewhere(self) -> bool:
        return self.kind == "charge" and self.at is not None

    def _end(self, now: Moment) -> Point:
        return self.at if self.kind == "charge" and self.at else now.model(self.unit).at

    def _elevation(self, now: Moment) -> float:
        if self._ends_elsewhere and not now.profile(self.unit).airborne:
            return now.ground.surface(self._end(now))
        return now.model(self.unit).elevation

    def _explain_end(self, now: Moment, at: Point, refusals: Refusals) -> None:
        if not now.ground.on_table(at, now.radius(self.unit)):
            refusals.add("OFF_TABLE", self.unit)
        for other in now.overlapped(self.unit, at, self._elevation(now)):
            refusals.add("ON_A_BASE", self.unit, on=other)

    def _explain_climber(self, now: Moment, refusals: Refusals) -> None:
        """Near enough from base edge to base edge in space, and seen (WZ-041)."""
        unit, target = self.unit, self.target
        if self.sight is None:
            refusals.add("NOT_SUPPLIED", unit, field="sight")
        elif not self.sight:
            refusals.add("NO_SIGHT", unit, target=target)
        inches, reach = self.inches(now), self.reach(now)
        if inches > reach + LOST:
            refusals.add("OUT_OF_REACH", unit, target=target, distance=inches, reach=reach)

    def inches(self, now: Moment) -> float:
        """Between the edges of both bases in space (WZ-041)."""
        level = max(0.0, now.apart(self.unit, self._end(now), self.target))
        return span(level, now.hangs_at(self.target) - self._elevation(now))

    def reach(self, now: Moment) -> float:
        """How far away a climber may be (WZ-041)."""
        profile = now.profile(self.unit)
        return REACH * profile.size + profile.reach

    def skill(self, now: Moment) -> events.Sum:
        """The skill with what postures and walls change of it; no number where it is not known."""
        profile, model, target = (
            now.profile(self.unit),
            now.model(self.unit),
            now.model(self.target),
        )
        close = self.kind != "ranged"
        name, printed = ("cc", profile.cc) if close else ("rc", profile.rc)
        applies = (
            ("cover", COVER, not close and target.posture == "mp"),
            ("target_prone", TARGET_PRONE, target.posture == "prone"),
            ("attacker_mp", ATTACKER_MP, close and model.posture == "mp"),
            ("target_climbing", TARGET_CLIMBING, close and target.climbing is not None),
        )
        changes = tuple((what, value) for what, value, holds in applies if holds)
        if printed is None:
            return events.Sum(None, changes)
        parts = ((name, printed), *changes)
        return events.Sum(sum(value for _, value in parts), parts)

    def carry_out(self, course: Course) -> None:
        """Report the attack; a charge whose end is stated moves the model there."""
        now = course.now
        at_climber = self.kind == "charge" and now.model(self.target).climbing is not None
        skill = self.skill(now)
        course.spend(self.unit, self.cost)
        if self._ends_elsewhere:
            at, elevation = self._end(now), self._elevation(now)
            course.emit(events.Charged(unit=self.unit, at=at, elevation=elevation))
        course.emit(
            events.NotSupplied(
                unit=self.unit,
                what="attack",
                target=self.target,
                kind=self.kind,
                skill=skill,
                charge_bonus=False if at_climber else None,
                rules=("WZ-025", "WZ-027", "WZ-031", "WZ-041"),
            )
        )

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every kind at every enemy, seen; it costs an action."""
        kinds: tuple[Kind, ...] = ("ranged", "close", "charge")
        for unit in own_models(now, player):
            for target in now.enemies(unit):
                for kind in kinds:
                    yield cls(unit=unit, target=target, kind=kind, sight=True, cost=1)
