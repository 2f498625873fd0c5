"""The way of a unit to a place somebody points at, as an order that may be given.

It goes round what is in the way, no farther than the unit comes, and into contact where it ends at
an enemy. Only `explain` decides whether it may be gone.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from rules.core.geometry import (
    Point,
    along,
    bearing,
    distance,
    edges,
    length,
    nearest_on_segment,
    turn_between,
)
from rules.core.routes import Wall, cut
from rules.core.violations import Violation
from rules.khans_and_generals.guide.giving import refusals
from rules.khans_and_generals.guide.reach import Ways, reached, region_of
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.advance import Advance
from rules.khans_and_generals.orders.base import UnitOrder
from rules.khans_and_generals.orders.charge import REACH, Charge
from rules.khans_and_generals.orders.disengage import Disengage
from rules.khans_and_generals.orders.human_wave import HumanWave
from rules.khans_and_generals.orders.move import RUN_FACTOR, Move
from rules.khans_and_generals.play.rules import given
from rules.khans_and_generals.steps.locking import may_fight
from rules.khans_and_generals.steps.movement import WIDEST_TURN, Leg, Plan
from rules.khans_and_generals.table.bases import Base

PaceName = Literal["move", "run", "charge", "human_wave", "disengage"]
PACES: tuple[PaceName, ...] = ("move", "run", "charge", "human_wave", "disengage")
#: Paces that end in contact after one straight line.
RUSHES = ("charge", "human_wave")
FACTORS = {"run": RUN_FACTOR, "charge": REACH}
#: Centimetres from an enemy's base within which a way is drawn into contact with it.
SNAP = 1.5
#: Centimetres that are no way, and degrees that are no turn.
NOTHING, NO_TURN = 0.2, 0.5
#: Centimetres a way is shorter than what is left, for rounding its corners.
SHORT = 0.004
#: Centimetres by which a way that is refused is shortened again and again.
BACK = (0.1, 0.3, 0.7, 1.5, 3.0, 5.0, 8.0)
#: Degrees by which a way leads behind a unit, so that it steps back without turning round.
BEHIND = 100
#: Centimetres a base that comes into contact may have to the enemy's.
TOUCH = 0.02
DECIMALS = 3

AnyMove = Move | Advance | Disengage


class Course(msgspec.Struct, frozen=True):
    """A way and the order that takes it: the places of the middle of the base, `most` centimetres
    there are for it; `snapped` the enemy it was drawn to, "" for none."""

    order: AnyMove
    points: tuple[Point, ...]
    facing: float
    most: float
    clamped: bool = False
    snapped: str = ""
    refused: tuple[Violation, ...] = ()

    @property
    def at(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def spent(self) -> float:
        """Its centimetres."""
        return length(self.points)


def course_to(piece: Piece, pace: str, goal: Point, facing: float | None) -> Course:
    """The way to a place, or as near to it as the unit comes; there it faces as asked, else as the
    way leads."""
    return _Steering(piece, pace, facing).to(goal)


class _Steering:
    """One unit that is led somewhere."""

    def __init__(self, piece: Piece, pace: str, facing: float | None) -> None:
        self.piece, self.field = piece, piece.field
        self.pace, self.facing = pace, facing
        self.factor = FACTORS.get(pace, 1)
        self.most = max(0.0, Plan(self.field, piece, ()).allowance([]) * self.factor)
        self.tried: Course | None = None

    def to(self, goal: Point) -> Course:
        """The course to a place."""
        if distance(goal, self.piece.base.at) < NOTHING and self.pace not in RUSHES:
            return self._turned()
        found = self._into_contact(goal)
        if found is not None:
            return found
        if self.pace in RUSHES:
            return self._refused(goal)
        return self._near(goal)

    # --- In place, and into contact ---------------------------------------------------------

    def _turned(self) -> Course:
        facing = self.piece.unit.facing if self.facing is None else self.facing
        return self._course((self.piece.base.at,), facing)

    def _into_contact(self, goal: Point) -> Course | None:
        """The way to the enemy at a place; straight, where the pace asks for it."""
        if self.pace == "disengage":
            return None
        enemies = [e for e in self.field.enemies(self.piece.owner) if may_fight(self.piece, e)]
        near = [enemy for enemy in enemies if self._is_meant(enemy, goal)]
        if self.pace in RUSHES and not near:
            near = enemies
        refused: Course | None = None
        for enemy in sorted(near, key=lambda enemy: distance(enemy.base.at, goal))[:3]:
            course = self.rush(enemy)
            if not course.refused:
                return course
            if refused is None and (self.pace in RUSHES):
                refused = course
        return refused

    def _is_meant(self, enemy: Piece, goal: Point) -> bool:
        if enemy.base.to_point(goal) <= SNAP:
            return True
        standing = self.piece.base.moved(goal, bearing(goal, enemy.base.at))
        return standing.gap(enemy.base) <= SNAP

    def rush(self, enemy: Piece) -> Course:
        """A turn towards an enemy and a straight line into contact."""
        base = self.piece.base
        turn = _turn(self.piece.unit.facing, bearing(base.at, enemy.base.at))
        turned = base.turned(turn, "centre") if abs(turn) > NO_TURN else base
        share = _contact(turned, enemy.base)
        points = (base.at, _rounded(along(base.at, enemy.base.at, share)))
        return self._course(points, turned.facing, snapped=enemy.id)

    def _refused(self, goal: Point) -> Course:
        """A rush at nobody."""
        base = self.piece.base
        return self._course((base.at, _rounded(goal)), bearing(base.at, goal), snapped="")

    # --- To a place -------------------------------------------------------------------------

    def _near(self, goal: Point) -> Course:
        """The way to a place, or the part of it there is movement for."""
        for facing in self._facings(goal):
            for ways, route in self._routes(goal, facing):
                whole = cut(route, max(ways.budget.most - SHORT, 0.0))
                clamped = length(route) > ways.budget.most
                course = self._course(whole, facing, clamped=clamped)
                if not course.refused and (not clamped or self.tried is None):
                    return course
                self._keep(course, goal)
        return self._best(goal)

    def _facings(self, goal: Point) -> Iterator[float]:
        """How the unit is turned for its way: as asked; else as the way leads, or as it is."""
        unit = self.piece.unit
        if self.facing is not None:
            yield self.facing
            return
        ahead = bearing(self.piece.base.at, goal)
        for ways, route in self._routes(goal, unit.facing):
            del ways
            ahead = bearing(route[-2], route[-1])
            break
        turn = turn_between(ahead, unit.facing)
        if turn < BEHIND and unit.turned + turn <= WIDEST_TURN:
            yield ahead
        yield unit.facing

    def _routes(self, goal: Point, facing: float) -> Iterator[tuple[Ways, tuple[Point, ...]]]:
        """The ways there: such as are long enough first, without friends to be passed if it can be;
        then those that are too long, the one with the least left to go first."""
        found = []
        held = reached(self.field, self.piece.id, self.factor, round(facing, 2) % 360)
        for ways in held.ways:
            route = _route(ways, goal)
            if route is None:
                continue
            passes = _passes(held.ground.friends, route)
            if passes:
                sparing = _route(ways.sparing(), goal)
                if sparing is not None and length(sparing) <= ways.budget.most:
                    route, passes = sparing, 0
            over = max(0.0, length(route) - ways.budget.most)
            found.append(((over, passes, ways.budget.tested, length(route)), ways, route))
        for _, ways, route in sorted(found, key=lambda each: each[0]):
            yield ways, route

    def _keep(self, course: Course, goal: Point) -> None:
        """The best of what was tried: legal, and near."""
        known = self.tried
        if known is None or _worth(course, goal) < _worth(known, goal):
            self.tried = course

    def _best(self, goal: Point) -> Course:
        """What comes nearest to a place that cannot be come to."""
        tried = self.tried
        if tried is not None and not tried.refused:
            return tried
        nearest = self._nearest(goal)
        if nearest is not None:
            return nearest
        if tried is not None:
            return self._shortened(tried) or tried
        return self._course((self.piece.base.at, _rounded(goal)), self.piece.unit.facing)

    def _nearest(self, goal: Point) -> Course | None:
        """The way to the nearest place that can be come to."""
        region = region_of(self.field, self.piece.id, self.factor)
        facing = self.piece.unit.facing if self.facing is None else self.facing
        sides = [side for loop in region for side in edges(loop)]
        spots = sorted(
            (nearest_on_segment(goal, *side) for side in sides),
            key=lambda spot: distance(spot, goal),
        )
        for spot in spots[:1]:
            for ways, route in self._routes(spot, facing):
                whole = cut(route, max(ways.budget.most - SHORT, 0.0))
                course = self._course(whole, facing, clamped=True)
                if not course.refused:
                    return course
                if shorter := self._shortened(course):
                    return shorter
        return None

    def _shortened(self, course: Course) -> Course | None:
        """The longest part of a way that is tried and may be gone."""
        for less in BACK:
            if less < course.spent - NOTHING:
                shorter = self._course(
                    cut(course.points, course.spent - less), course.facing, clamped=True
                )
                if not shorter.refused:
                    return shorter
        return None

    # --- As an order ------------------------------------------------------------------------

    def _course(
        self,
        points: Sequence[Point],
        facing: float,
        *,
        clamped: bool = False,
        snapped: str = "",
    ) -> Course:
        way = tuple(map(_rounded, points))
        order = given(self.piece, self._order(self._legs(way[1:], facing), snapped))
        refused = tuple(refusals(self.field, order))
        plan = Plan(self.field, self.piece, order.legs, factor=self.factor)
        if plan.cut is not None and not refused:
            way, clamped = cut(way, plan.length), True
        return Course(
            order, way, facing % 360, self.most, clamped=clamped, snapped=snapped, refused=refused
        )

    def _order(self, legs: tuple[Leg, ...], snapped: str) -> AnyMove:
        name = self.piece.id
        if self.pace == "disengage":
            return Disengage(unit=name, legs=legs)
        if self.pace == "charge":
            return Charge(unit=name, target=snapped, legs=legs)
        if self.pace == "human_wave":
            return HumanWave(unit=name, target=snapped, legs=legs)
        if snapped and self.pace == "move":
            return Advance(unit=name, target=snapped, legs=legs)
        return Move(unit=name, legs=legs, run=self.pace == "run")

    def _legs(self, way: tuple[Point, ...], facing: float) -> tuple[Leg, ...]:
        turn = round(_turn(self.piece.unit.facing, facing), 2)
        turning = (Leg(rotate=turn),) if abs(turn) > NO_TURN else ()
        return (*turning, Leg(travel=way)) if way else turning


def after(field: Field, course: Course) -> Field:
    """The field with the unit at the end of its way."""
    order: UnitOrder = course.order
    unit = field.state.units[order.unit]
    moved = msgspec.structs.replace(
        unit,
        at=course.at,
        facing=course.facing,
        moved=unit.moved + course.spent,
        moving=True,
        activated=True,
        ran=unit.ran or (isinstance(order, Move) and order.run),
        in_position=None if course.spent else unit.in_position,
    )
    units = {**field.state.units, unit.id: moved}
    return Field(field.setup, msgspec.structs.replace(field.state, units=units))


def can_rush(piece: Piece) -> bool:
    """Whether a unit is of those that start melees at all (KG-096, KG-103)."""
    return piece.profile.class_ not in ("artillery", "vehicle", "aircraft")


def _worth(course: Course, goal: Point) -> tuple[bool, float]:
    return bool(course.refused), distance(course.at, goal)


def _route(ways: Ways, goal: Point) -> tuple[Point, ...] | None:
    """The way to a place as points, None where none leads."""
    last = ways.last_corner(goal) or ways.routes.last_corner(goal)
    return None if last is None else tuple(map(_rounded, (*last[0].way, goal)))


def _passes(friends: Sequence[Wall], route: Sequence[Point]) -> int:
    """How many walls of friends a way runs through."""
    return sum(any(wall.bars(one, other) for one, other in pairwise(route)) for wall in friends)


def _turn(one: float, other: float) -> float:
    """Degrees clockwise from one facing to another, -180 to 180."""
    return (other - one + 180) % 360 - 180


def _contact(base: Base, enemy: Base) -> float:
    """The share of the way to an enemy's middle after which two bases touch."""
    low, high = 0.0, 1.0
    if base.gap(enemy) <= 0:
        return 0.0
    while (high - low) * distance(base.at, enemy.at) > TOUCH / 4:
        half = (low + high) / 2
        if base.moved(along(base.at, enemy.at, half), base.facing).gap(enemy) > 0:
            low = half
        else:
            high = half
    return low


def _rounded(at: Point) -> Point:
    return round(at[0], DECIMALS), round(at[1], DECIMALS)
