"""The manners in which a model may move: how far each leads, and why it is not open."""

from collections.abc import Callable, Iterator
from math import inf

import msgspec

from rules.core.geometry import Point, along, distance, inside, middle, point_to_segment
from rules.core.hands import Pace, Region, Spot
from rules.core.refusals import Refusals
from rules.core.violations import Violation
from rules.warzone.ground import LOST, NEAR
from rules.warzone.guide.deeds import Deed, Deeds
from rules.warzone.guide.roads import Roads, outlines
from rules.warzone.landing import may_lie_prone
from rules.warzone.moment import Moment
from rules.warzone.orders import AnyOrder
from rules.warzone.orders.base import refuse_actor
from rules.warzone.orders.dive import Dive
from rules.warzone.orders.move import Move
from rules.warzone.orders.push_through import PushThrough
from rules.warzone.position import Legs
from rules.warzone.refusals import REFUSALS
from rules.warzone.walk import ENEMY_GAP, LARGE, ignores_gaps, narrows

#: Manners of going on foot, and those off the ground, in the order in which they are tried.
ON_FOOT = ("move", "crawl", "push_through", "dive", "dive_full")
OFF_GROUND = ("climb", "jump", "drop")
#: Setting the scene by hand.
BY_HAND = "arrange"
#: Inches between the places looked at on top of a wall, beyond a gap, below an edge.
FINE_TOP, FINE_LANDING = 0.2, 0.4


class Gait(msgspec.Struct, frozen=True):
    """A manner of going on foot: its name, the inches there are, and what it pushes through."""

    name: str
    inches: float
    pushes: bool = False
    template: str = ""

    def order(self, unit: str, legs: Legs, following: Legs | None = None) -> AnyOrder:
        """The order to go some legs so."""
        if self.template:
            full = self.name == "dive_full"
            return Dive(unit=unit, template=self.template, legs=legs, full=full, success=True)
        if self.pushes:
            return PushThrough(unit=unit, legs=legs, next=following)
        return Move(unit=unit, legs=legs, next=following)


def gaits(now: Moment, unit: str) -> Iterator[Gait]:
    """The manners of going on foot that a model has, whether or not they are open now."""
    movement = now.movement(unit)
    yield Gait("crawl" if now.model(unit).posture == "mp" else "move", movement)
    if now.profile(unit).size >= LARGE:
        yield Gait("push_through", movement, pushes=True)
    over = [name for name, each in now.setup.templates.items() if now.under(unit, each)]
    if now.model(unit).waiting and over:
        yield Gait("dive", movement / 2, template=over[0])
        if may_lie_prone(now, unit):
            yield Gait("dive_full", movement, template=over[0])


def barred(now: Moment, unit: str, gait: Gait) -> tuple[Violation, ...]:
    """Why a model goes nowhere so, whatever the way."""
    refusals = Refusals(REFUSALS)
    cost = 0 if gait.template else 1
    refuse_actor(now, unit, cost, refusals, engaged=gait.pushes)
    return tuple(refusals.violations)


class Paces:
    """Every manner of moving of one model, told in a language."""

    def __init__(self, now: Moment, unit: str, language: str) -> None:
        self.now = now
        self.unit = unit
        self.deeds = Deeds(now, unit, language)
        self.tell = self.deeds.tell

    def all(self) -> tuple[Pace, ...]:
        """Those on foot, then climbing, jumping and dropping."""
        on_foot = tuple(map(self._on_foot, gaits(self.now, self.unit)))
        return (*on_foot, self._climb(), self._jump(), self._drop(), self._arrange())

    def _on_foot(self, gait: Gait) -> Pace:
        against = barred(self.now, self.unit, gait)
        region: Region = ()
        if not against:
            region = Roads(self.now, self.unit, gait.inches, pushes=gait.pushes).region()
        spots = tuple(self._narrows()) if region and not gait.pushes else ()
        return self._pace(gait.name, gait.inches, region, spots, why=self._first(against))

    def _narrows(self) -> Iterator[Spot]:
        """How wide the gaps of the enemy line are that are too narrow for it (WZ-009)."""
        if ignores_gaps(self.now, self.unit):
            return
        at, near = self.deeds.model.at, self.now.movement(self.unit) + 1
        for _, _, start, end, width in narrows(self.now, self.unit):
            if width < ENEMY_GAP - LOST and point_to_segment(at, start, end) < near:
                yield Spot(along(start, end, 0.5), self.tell.says("passage_shut", inches=width))

    def _climb(self) -> Pace:
        half, deeds = self.now.movement(self.unit) / 2, self.deeds
        found = {name: deeds.climb(name) for name in deeds.walls()}
        if not found:
            return self._pace("climb", half, (), why=self.tell.word("why", "no_wall"))
        legal = {name: deed for name, deed in found.items() if not deed.against}
        spots = tuple(spot for deed in legal.values() for spot in deed.spots)
        tops = (name for name, deed in legal.items() if deed.chance < 1)
        region: Region = tuple(outline for name in tops for outline in self._tops(name))
        return self._pace("climb", half, region, spots, why=self._denied(list(found.values())))

    def _tops(self, name: str) -> Region:
        """Where it may stand on top of a wall."""
        reach = self.now.profile(self.unit).base + NEAR

        def fits(at: Point) -> bool:
            if distance(self.deeds.model.at, at) > reach:
                return False
            climbed = self.deeds.climb(name, at)
            return not climbed.against and climbed.chance < 1

        return self._lit(fits, reach, FINE_TOP)

    def _jump(self) -> Pace:
        movement, deeds = self.now.movement(self.unit), self.deeds
        gaps = list(deeds.gaps())
        if not gaps:
            return self._pace("jump", movement, (), why=self.tell.word("why", "no_gap"))
        straight = [deeds.jump(name, deeds.straight_over(name)) for name in gaps]
        stopped = barred(self.now, self.unit, Gait("jump", movement))
        if stopped:
            return self._pace("jump", movement, (), why=self._first(stopped))
        reach = movement + 2 * self.now.radius(self.unit) + NEAR

        def lands(at: Point) -> bool:
            return any(not deeds.jump(name, at).against for name in gaps)

        region = self._lit(lands, reach, FINE_LANDING)
        spots = tuple(spot for deed in straight if not deed.against for spot in deed.spots)
        why = "" if region else self._denied(straight) or self.tell.word("why", "no_gap")
        return self._pace("jump", movement, region, spots, why=why)

    def _drop(self) -> Pace:
        half, deeds = self.now.movement(self.unit) / 2, self.deeds
        refusals = Refusals(REFUSALS)
        refuse_actor(self.now, self.unit, 1, refusals, hangs=True)
        if refusals.violations:
            why = self._first(tuple(refusals.violations))
            return self._pace("drop", half, (), why=why)

        def lands(at: Point) -> bool:
            return not deeds.drop(at).against

        region = self._lit(lands, half + self.now.radius(self.unit) + NEAR, FINE_LANDING)
        spots = tuple(self._below(region))
        why = "" if region else self.tell.word("why", "no_edge")
        return self._pace("drop", half, region, spots, why=why)

    def _below(self, region: Region) -> Iterator[Spot]:
        """How far down each part of a region lies, and what that does."""
        for outline in region:
            at = middle(outline)
            if not inside(at, outline):
                at = outline[0]
            yield from self.deeds.drop(at).spots

    def _lit(self, legal: Callable[[Point], bool], reach: float, fine: float) -> Region:
        x, y = self.deeds.model.at
        if reach <= LOST:
            return ()
        return outlines(
            lambda at: fine if legal(at) else -inf,
            (x - reach, x + reach, y - reach, y + reach),
            fine,
        )

    def _arrange(self) -> Pace:
        """Everywhere on the table: no move of the game, but a way to set the scene."""
        table, radius = self.now.setup.table, self.now.radius(self.unit)
        right, far = table.width - radius, table.depth - radius
        corners = ((radius, radius), (right, radius), (right, far), (radius, far))
        return self._pace(BY_HAND, max(table.width, table.depth), (corners,), why="")

    def _pace(
        self, name: str, most: float, region: Region, spots: tuple[Spot, ...] = (), *, why: str
    ) -> Pace:
        label = self.tell.word("paces", name)
        return Pace(name, label, round(most, 4), region, spots, legal=not why, why=why)

    def _first(self, against: tuple[Violation, ...]) -> str:
        return self.tell.why(against[0] if against else None)

    def _denied(self, deeds: list[Deed]) -> str:
        """Why none of some deeds is open, "" where one is."""
        if any(not deed.against for deed in deeds):
            return ""
        return self._first(deeds[0].against)
