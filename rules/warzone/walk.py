"""A model on its way over the table: how far, through whom, over what ground."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Any

import msgspec

from rules.core.geometry import (
    Outline,
    Point,
    ahead,
    bearing,
    box,
    boxes_meet,
    distance,
    edges,
    inches_to,
    overlaps,
    point_to_segment,
    segment_to_segment,
    turn_between,
)
from rules.core.geometry import length as inches_along
from rules.core.refusals import Refusals
from rules.warzone.ground import LOST, Stretch, disc, meet, nearest_on_rim, overlap
from rules.warzone.moment import Moment
from rules.warzone.position import Gap, Leg, Passage

#: What must lie between two enemies, or an enemy and terrain, where one passes (WZ-009).
ENEMY_GAP = 3.0
#: Degrees by which a straight way may miss the nearest enemy's centre (WZ-011).
AIM = 1.0
#: Sizes that decide who minds whom (WZ-012, WZ-017, WZ-018).
LARGE, SMALL = 4, 2


class Arrival(msgspec.Struct, frozen=True):
    """Where a way ends, how long it was, and what it stepped over."""

    at: Point
    facing: float
    elevation: float
    length: float
    stepped: tuple[str, ...]


class Walk:
    """The way of one model by its legs from where it stands; reasons against it are reported.

    `pushes` goes through small enemies (WZ-018).
    """

    def __init__(self, now: Moment, unit: str, refusals: Refusals, *, pushes: bool = False) -> None:
        self.now = now
        self.unit = unit
        self.refusals = refusals
        self.pushes = pushes
        self.profile = now.profile(unit)
        self.radius = now.radius(unit)
        self.airborne = self.profile.airborne
        model = now.model(unit)
        self.at, self.facing, self.level = model.at, model.facing, model.elevation
        self.ledge: float | None = now.ground.surface(model.at)
        self.is_barred = False
        self.stepped: list[str] = []

    def go(self, legs: tuple[Leg, ...], allowance: float, *, clears: bool) -> Arrival:
        """Go some legs within an allowance in inches. Unless this action `clears` the base, another
        one does, and squad-mates, or enemies pushed through, may be underneath (WZ-005, WZ-019)."""
        if not legs:
            self.refusals.add("NOTHING_DONE", self.unit)
        start, length = self.at, 0.0
        path = [start]
        touched = self._touched(self.at)
        for leg in legs:
            if leg.shoot is not None:
                code = "NOTHING_ELSE" if self.pushes else "NOT_SUPPLIED"
                named = {} if self.pushes else {"field": "shoot"}
                self.refusals.add(code, self.unit, **named)
            if leg.rotate is not None:
                self.facing = float(leg.rotate) % 360
            length += leg.extra
            for point in leg.travel or ():
                length += distance(self.at, point)
                self._travel(point, touched)
                path.append(point)
        if length > allowance + LOST:
            self.refusals.add("TOO_FAR", self.unit, length=length, allowance=allowance)
        if not self.pushes and not self._is_free_of_gaps(path):
            self._mind_gaps(path)
        self._end(clears=clears)
        stepped = tuple(dict.fromkeys(self.stepped))
        return Arrival(self.at, self.facing, self.level, length, stepped)

    def passes(self, start: Point, end: Point) -> bool:
        """Whether a straight piece of a longer way may be gone, wherever the way leads then; from
        elsewhere than where the model stands it begins on the ground there."""
        touched: set[str] = set()
        if start == self.at:
            touched = self._touched(start)
        elif not self.airborne:
            self._begin_at(start)
        self._travel(end, touched)
        if not self.pushes and not ignores_gaps(self.now, self.unit):
            self._mind_gaps([start, end])
        return not self.refusals.violations

    def rests(self, at: Point) -> bool:
        """Whether a way may end at a place."""
        if not self.airborne:
            self._begin_at(at)
        self.at = at
        self._end(clears=True)
        return self.now.ground.on_table(at, self.radius) and not self.refusals.violations

    def _begin_at(self, at: Point) -> None:
        self.at, ground = at, self.now.ground.surface(at)
        if ground != self.ledge:
            self.level, self.ledge = ground, None

    def _travel(self, point: Point, touched: set[str]) -> None:
        """One straight line: the ground first, as it says at which height others are met."""
        if not self.now.ground.on_table(point, self.radius):
            self.refusals.add("OFF_TABLE", self.unit)
        if self.airborne:
            self._pass_models(self.at, point, self.level, touched)
        else:
            for stretch in self.now.ground.stretches(self.at, point):
                if not self.is_barred:
                    self._step(stretch)
                    self._pass_pieces(stretch)
                self._pass_models(stretch.start, stretch.end, self.level, touched)
        touched &= self._touched(point)
        self.at = point

    # --- Ground ---

    def _bar(self, code: str, **params: Any) -> None:
        """Report ground that cannot be passed; what lies beyond it is not judged."""
        self.is_barred = True
        self.refusals.add(code, self.unit, **params)

    def _step(self, stretch: Stretch) -> None:
        """Go up or down to the ground of a stretch; a ledge nobody drew is left at an edge."""
        if self.ledge is not None and stretch.ground == self.ledge:
            return
        self.ledge = None
        rise, size = stretch.ground - self.level, self.profile.size
        over = _over_gap(self.now.ground.gaps, stretch)
        if over and rise < -LOST:
            self._bar("JUMP_NEEDED", piece=over.id)
        elif rise > size + LOST:
            self._bar("CLIMB_NEEDED", piece=self._piece_under(stretch), rise=rise)
        elif rise < -size - LOST:
            self._bar("DROP_NEEDED", fall=-rise)
        else:
            self.level = stretch.ground

    def _piece_under(self, stretch: Stretch) -> str:
        """What rises here: a block, else the gap whose wall this is."""
        middle = disc(_middle(stretch), LOST * 10)
        for block in self.now.ground.blocks:
            if block.height == stretch.ground and overlaps(middle, block.polygon):
                return block.id
        walls = (g for g in self.now.ground.gaps if inches_to(stretch.start, g.polygon) <= LOST)
        return next((gap.id for gap in walls), "–")

    def _pass_pieces(self, stretch: Stretch) -> None:
        """What the base overlaps on a stretch: no wall it could not step over, no passage too low
        (WZ-008, WZ-033, WZ-034)."""
        for piece in self.now.setup.pieces.values():
            if isinstance(piece, Gap) or not _swept(stretch, self.radius, piece.polygon):
                continue
            if isinstance(piece, Passage):
                height = self.now.height(self.unit)
                if height > piece.clearance + LOST:
                    self.refusals.add(
                        "TOO_TALL",
                        self.unit,
                        piece=piece.id,
                        height=height,
                        clearance=piece.clearance,
                    )
                continue
            rise = piece.height - self.level
            if rise > self.profile.size + LOST:
                if _gets_off(stretch, piece.polygon):
                    continue
                self._bar("CLIMB_NEEDED", piece=piece.id, rise=rise)
            elif rise > LOST:
                self.stepped.append(piece.id)

    # --- Models ---

    def _touched(self, at: Point) -> set[str]:
        return set(self.now.touched(self.unit, at, self.level))

    def _pass_models(self, start: Point, end: Point, level: float, touched: set[str]) -> None:
        """Whom the base overlaps or touches on a straight line (WZ-005, WZ-007, WZ-009, WZ-015,
        WZ-018); who is touched from the start may be left."""
        for other in self.now.others(self.unit):
            if not self.now.meets(other, level):
                continue
            centre = self.now.model(other).at
            between = point_to_segment(centre, start, end) - self.radius - self.now.radius(other)
            if meet(between) and not (other in touched and _leaves(centre, start, end)):
                self._pass_model(other, overlapped=overlap(between))

    def _pass_model(self, other: str, *, overlapped: bool) -> None:
        add, small = self.refusals.add, self.now.profile(other).size <= SMALL
        if not self.now.is_enemy(self.unit, other):
            if overlapped and self.pushes:
                add("CROSSES_FRIEND", self.unit, by=other)
            elif overlapped and not self.now.is_mate(self.unit, other):
                add("BLOCKED_BY_FRIEND", self.unit, by=other)
            return
        if self.pushes:
            if overlapped and not small:
                add("CROSSES_TOO_LARGE", self.unit, by=other)
            elif not small:
                add("ENEMY_CONTACT", self.unit, by=other)
            return
        if overlapped:
            add("THROUGH_ENEMY", self.unit, by=other)
        add("ENEMY_CONTACT", self.unit, by=other)

    def _end(self, *, clears: bool) -> None:
        """The end is clear of bases, or of all but those the next action may leave (WZ-005, WZ-006,
        WZ-015, WZ-019)."""
        now, unit = self.now, self.unit
        for other in now.touched(unit, self.at, self.level):
            enemy = now.is_enemy(unit, other)
            overlapped = overlap(now.apart(unit, self.at, other))
            if enemy and self.pushes:
                if clears:
                    self.refusals.add("ENDS_ON_ENEMY", unit, on=other)
            elif enemy:
                self.refusals.add("ENEMY_CONTACT", unit, by=other)
            if overlapped and not (
                not clears and (now.is_mate(unit, other) or (enemy and self.pushes))
            ):
                self.refusals.add("ON_A_BASE", unit, on=other)
        if not self.airborne and not now.ground.can_stand(self.at):
            self.refusals.add("BAD_PLACE", unit, at=list(self.at))

    # --- Gaps of the enemy line ---

    def _is_free_of_gaps(self, path: list[Point]) -> bool:
        """Vehicles, flyers in the air, and whoever goes straight at the nearest enemy, or at one of
        several as near (WZ-011, WZ-013)."""
        if ignores_gaps(self.now, self.unit):
            return True
        start, end = path[0], path[-1]
        apart = {e: self.now.apart(self.unit, start, e) for e in self.now.enemies(self.unit)}
        if not apart:
            return True
        if inches_along(path) - distance(start, end) > LOST:
            return False
        nearest = min(apart.values()) + LOST
        goes = bearing(start, end)
        return any(
            turn_between(bearing(start, self.now.model(enemy).at), goes) <= AIM
            for enemy, inches in apart.items()
            if inches <= nearest
        )

    def _mind_gaps(self, path: list[Point]) -> None:
        """Report gaps under 3 inches that the way of the centre passes (WZ-009, WZ-064)."""
        for one, other, start, end, width in narrows(self.now, self.unit):
            if width < ENEMY_GAP - LOST and any(_meet(a, b, start, end) for a, b in pairwise(path)):
                self.refusals.add("GAP_TOO_NARROW", self.unit, one=one, other=other, gap=width)


def ignores_gaps(now: Moment, unit: str) -> bool:
    """Whether a model goes through gaps of the enemy line: vehicles, and flyers in the air
    (WZ-013)."""
    profile = now.profile(unit)
    return profile.kind == "vehicle" or (profile.flying and profile.airborne)


def narrows(now: Moment, unit: str) -> Iterator[tuple[str, str, Point, Point, float]]:
    """The gaps of the enemy line by the shortest connections, with their inches: between two
    enemies who count, and between one and a block the model could not step over (WZ-009, WZ-010,
    WZ-012)."""
    level, size = now.model(unit).elevation, now.profile(unit).size
    enemies = [
        enemy
        for enemy in now.enemies(unit)
        if now.meets(enemy, level)
        and not now.model(enemy).engaged
        and not (size >= LARGE and now.profile(enemy).size <= SMALL)
    ]
    for one, other in combinations(enemies, 2):
        a, b = now.model(one).at, now.model(other).at
        width = now.apart(one, a, other)
        if width > LOST:
            yield (
                one,
                other,
                _towards(a, b, now.radius(one)),
                _towards(b, a, now.radius(other)),
                width,
            )
    walls = [block for block in now.ground.blocks if block.height - level > size + LOST]
    for enemy in enemies:
        at, radius = now.model(enemy).at, now.radius(enemy)
        for wall in walls:
            edge = nearest_on_rim(at, wall.polygon)
            width = distance(at, edge) - radius
            if width > LOST:
                yield enemy, wall.id, _towards(at, edge, radius), edge, width


def _towards(start: Point, end: Point, inches: float) -> Point:
    return ahead(start, bearing(start, end), inches)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return segment_to_segment(a, b, c, d) <= LOST


def _leaves(centre: Point, start: Point, end: Point) -> bool:
    """Whether a straight line leads away from a point from its very start."""
    away = (start[0] - centre[0]) * (end[0] - start[0]) + (start[1] - centre[1]) * (
        end[1] - start[1]
    )
    return away >= -LOST


def _gets_off(stretch: Stretch, polygon: tuple[Point, ...]) -> bool:
    """Whether a base that stands a little in a wall, its centre outside, gets no farther in."""
    stands = inches_to(stretch.start, polygon)
    nearest = min(
        segment_to_segment(stretch.start, stretch.end, one, other) for one, other in edges(polygon)
    )
    return stands > LOST and nearest >= stands - LOST


def _middle(stretch: Stretch) -> Point:
    (ax, ay), (bx, by) = stretch.start, stretch.end
    return (ax + bx) / 2, (ay + by) / 2


def _over_gap(gaps: Iterable[Gap], stretch: Stretch) -> Gap | None:
    """The gap over which a stretch leads, where nothing else is the ground."""
    middle = _middle(stretch)
    if stretch.ground >= 0:
        return None
    return next((gap for gap in gaps if overlaps(disc(middle, LOST * 10), gap.polygon)), None)


def _swept(stretch: Stretch, radius: float, polygon: tuple[Point, ...]) -> bool:
    """Whether a base overlaps a polygon anywhere on a stretch; touching it is not."""
    way = Outline(stretch.start, stretch.end, radius)
    return boxes_meet(way.box(), box(polygon)) and overlaps(way, polygon)
