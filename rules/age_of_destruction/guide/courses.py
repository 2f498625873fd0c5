"""The way of a unit to a place somebody points at, as an order that may be given.

It goes round what is in the way, no farther than the unit comes, and into contact where it ends
beside another base. Only `explain` decides whether it may be gone.
"""

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from rules.age_of_destruction.guide.climbs import climbs
from rules.age_of_destruction.guide.reach import BEYOND, Gait, ground_of, plane_of, rest_of
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.standing import adjoin, refuse_standing
from rules.age_of_destruction.orders.carrying import leading
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.state.legs import Legs
from rules.age_of_destruction.steps.captives import led_by
from rules.age_of_destruction.table.bases import Base
from rules.age_of_destruction.table.placement import Beside
from rules.core.geometry import (
    Point,
    bearing,
    distance,
    edges,
    length,
    nearest_on_segment,
    turn_between,
)
from rules.core.routes import Routes, cut
from rules.core.violations import Violation

#: Inches from another base within which a unit is drawn into contact with it.
SNAP = 0.8
#: Inches a way is shorter than what is left, for rounding its corners; and what is no way.
SHORT, NOTHING = 0.002, 0.1
#: Degrees beside the place that was meant, in which contact is tried, the nearest first.
ASIDE = tuple(sign * step for step in range(0, 100, 10) for sign in ((1, -1) if step else (1,)))
#: Inches by which a way that is refused is shortened again and again.
BACK = (0.05, 0.15, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0)
#: Degrees by which a base longer than wide is turned where it has no room as it is meant to look.
TURNS = (0, 15, -15, 30, -30, 45, -45, 60, -60, 90)
DECIMALS = 3
#: Inches beyond twice the distance up to which a way to a far place is looked for.
FARTHER = 4.0


class Course(msgspec.Struct, frozen=True):
    """A way and the order that takes it: its points from where the unit is, its inches of the
    `most` there are.

    `clamped`: it ends before the place that was asked for; `snapped`: the unit it was drawn into
    contact with, "" for none; `refused`: what speaks against it.
    """

    gait: Gait
    order: Move
    points: tuple[Point, ...]
    facing: float
    inches: float
    clamped: bool = False
    snapped: str = ""
    refused: tuple[Violation, ...] = ()

    @property
    def at(self) -> Point:
        """Where it ends."""
        return self.points[-1]

    @property
    def legs(self) -> Legs:
        """The way as legs."""
        return self.order.legs

    @property
    def most(self) -> float:
        """The inches there were for it."""
        return self.gait.inches

    def after(self, field: Field) -> Field:
        """The field with the unit at the end of the way."""
        level = self.gait.changes
        more = {"level": level} if level else {}
        return field.moved(self.order.unit, at=self.at, facing=self.facing, **more)


def course_to(
    piece: Piece,
    gait: Gait,
    goal: Point,
    *,
    facing: float | None = None,
    look: Point | None = None,
    via: Sequence[Point] = (),
) -> Course:
    """The way to a place, through others, or as near to it as the unit comes; there it looks in a
    direction or at a point, else at an opponent it touches, else on."""
    return _Steering(piece, gait, facing, look).to(goal, tuple(via))


def course_into_contact(piece: Piece, gait: Gait, other: Piece) -> Course | None:
    """The way into contact with another unit, None where it cannot come so far."""
    return _Steering(piece, gait, None, None).into_contact(other.at, only=other.id)


class _Steering:
    """One unit that is led somewhere."""

    def __init__(self, piece: Piece, gait: Gait, facing: float | None, look: Point | None) -> None:
        self.piece, self.gait, self.facing, self.point = piece, gait, facing, look
        self.ground, self.rest = ground_of(piece, gait), rest_of(piece, gait)
        self.routes: dict[Point, Routes] = {}

    def to(self, goal: Point, via: tuple[Point, ...]) -> Course:
        """The course to a place."""
        if distance(goal, self.piece.at) < NOTHING and not via:
            return self._course((self.piece.at,), clamped=False)
        return self.into_contact(goal, via) or self._near(goal, via)

    def into_contact(
        self, goal: Point, via: tuple[Point, ...] = (), only: str = ""
    ) -> Course | None:
        """The course into contact with a base at a place, None where there is none."""
        for at, facing, name in self._beside(goal, only):
            if distance(self.piece.at, at) <= self.gait.inches:
                route = self._route(at, via)
                if route and length(route) <= self.gait.inches:
                    course = self._course(route, clamped=False, snapped=name, looks=facing)
                    if not self._place_stands_against(course):
                        return course
        return None

    def _near(self, goal: Point, via: tuple[Point, ...]) -> Course:
        """The course to a place apart from all bases, or to where it ends on the way there."""
        route = self._route(goal, via)
        if route is None:
            return self._nearest(goal)
        whole = cut(route, max(self.gait.inches - SHORT, 0.0))
        clamped = length(route) > self.gait.inches
        course = self._course(whole, clamped=clamped)
        if self._place_stands_against(course):
            nearest = self._nearest(whole[-1])
            if not nearest.refused and distance(nearest.at, whole[-1]) < BACK[-1]:
                return nearest
            return self._shortened(whole) or nearest
        return course

    def _nearest(self, goal: Point) -> Course:
        """The course to the place nearest to one that cannot be come to."""
        ground, inches = self.ground, self.gait.inches
        routes = self._routes_from(self.piece.at)
        table = ground.table
        meant = {table.elevation_at(goal), table.elevation_at(self.piece.at)}
        crosses = {element.id for element in meant if element} if len(meant) > 1 else set()
        ends = [climb for run in climbs(ground, routes, inches) for climb in run]
        ends.sort(key=lambda climb: (climb.element not in crosses, distance(climb.at, goal)))
        sides = [side for loop in plane_of(self.piece, self.gait, routes) for side in edges(loop)]
        spots = sorted(
            (nearest_on_segment(goal, *side) for side in sides),
            key=lambda spot: distance(spot, goal),
        )
        for climb in ends[:1]:
            meant_to = climb.element in crosses or not spots
            if meant_to or distance(climb.at, goal) <= distance(spots[0], goal):
                course = self._course(climb.way, clamped=True)
                if not course.refused:
                    return course
        for spot in spots[:1]:
            route = routes.way_to(spot)
            if route is not None:
                course = self._course(cut(route, inches - SHORT), clamped=True)
                if not course.refused:
                    return course
                if shorter := self._shortened(course.points):
                    return shorter
        return self._course((self.piece.at,), clamped=True)

    def _shortened(self, route: tuple[Point, ...]) -> Course | None:
        """The longest part of a way that is tried and may be gone."""
        whole = length(route)
        for less in BACK:
            if less < whole:
                course = self._course(cut(route, whole - less), clamped=True)
                if not course.refused:
                    return course
        return None

    def _route(self, goal: Point, via: tuple[Point, ...]) -> tuple[Point, ...] | None:
        """The shortest way to a place through others."""
        route: tuple[Point, ...] = (self.piece.at,)
        for stop in (*via, goal):
            near = self._routes_from(route[-1])
            leg = near.way_to(stop)
            if leg is None or length(leg) > near.most:
                most = max(distance(route[-1], stop) * 2, self.gait.inches) + FARTHER
                leg = self.ground.routes(most, route[-1]).way_to(stop)
            if leg is None:
                return None
            route += leg[1:]
        return route

    def _routes_from(self, start: Point) -> Routes:
        """The ways from a place, as far as the unit may come."""
        found = self.routes.get(start)
        if found is None:
            most = max(self.gait.inches, 0.0) + BEYOND
            found = self.routes[start] = self.ground.routes(most, start)
        return found

    # --- Contact --------------------------------------------------------------------------------

    def _beside(self, goal: Point, only: str) -> Iterator[tuple[Point, float, str]]:
        """Places in contact with a base near a place and how the unit looks there, the likeliest
        first."""
        if self.rest.level == "cruising":
            return
        look = self.facing if self.facing is not None else bearing(self.piece.at, goal)
        here = self.ground.shape.outline(goal, look)
        near = [
            (here.gap(base.outline), base)
            for base in self.ground.others
            if not base.cruising
            and only in ("", base.id)
            and distance(base.at, goal) < SNAP + self._apart(base)
        ]
        near = [(gap, base) for gap, base in near if gap <= SNAP]
        for _, base in sorted(near, key=lambda found: found[0])[:2]:
            meant = base.at if distance(base.at, goal) > base.reach / 2 else None
            start = bearing(base.at, goal) if meant else bearing(base.at, self.piece.at)
            for aside in ASIDE:
                direction = (start + aside) % 360
                facing = self._facing_beside(base, direction, look)
                beside = Beside(base.outline, base.at, self.ground.shape, facing)
                at, _ = beside.tangent(direction, facing)
                if self._rests(at, facing):
                    yield at, facing, base.id

    def _apart(self, base: Base) -> float:
        return base.reach + self.ground.shape.length / 2

    def _facing_beside(self, base: Base, direction: float, look: float) -> float:
        """How the unit looks that touches a base on some side: at an opponent, else on."""
        opposed = self.piece.is_opponent(self.piece.field.piece(base.id))
        if self.facing is None and opposed:
            look = (direction + 180) % 360
        return round(look, DECIMALS) % 360

    def _rests(self, at: Point, facing: float) -> bool:
        """Whether the unit may come to rest at a place."""
        outline = self.ground.shape.outline(at, facing)
        field, mover = self.piece.field, self.rest.mover
        return permits(partial(refuse_standing, field, self.piece.id, outline, mover))

    # --- Orders ---------------------------------------------------------------------------------

    def _course(
        self,
        route: tuple[Point, ...],
        *,
        clamped: bool,
        snapped: str = "",
        looks: float | None = None,
    ) -> Course:
        """The order that takes a way, the unit turned where it has room if nothing says how it
        `looks`."""
        points = _short(route)
        facing = self._look(points) if looks is None else looks
        order = self._order(points[1:], facing)
        refused = explain(self.piece.field.setup, self.piece.field.state, order)
        return Course(
            gait=self.gait,
            order=order,
            points=points,
            facing=facing,
            inches=length(points),
            clamped=clamped,
            snapped=snapped or self._met(points[-1], facing),
            refused=refused,
        )

    def _met(self, at: Point, facing: float) -> str:
        """Whom it touches at a place it was led to."""
        there = self.piece.field.moved(self.piece.id, at=at, facing=facing).piece(self.piece.id)
        return next((o.id for o in there.touching if not adjoin(self.piece, o)), "")

    def _look(self, points: tuple[Point, ...]) -> float:
        """The direction in which it looks at the end: the one that is asked for, at a point, or on;
        turned from that as little as it needs to have room."""
        end = points[-1]
        if self.facing is not None:
            wanted = self.facing
        elif self.point is not None and distance(end, self.point) > NOTHING:
            wanted = bearing(end, self.point)
        elif len(points) > 1:
            wanted = bearing(points[-2], end)
        else:
            wanted = self.piece.now.facing
        wanted = round(wanted, DECIMALS) % 360
        if self.ground.shape.length <= self.ground.shape.width or len(points) < 2:
            return wanted
        turns = sorted(TURNS, key=lambda turn: turn_between(wanted + turn, wanted))
        ways = [(wanted + turn) % 360 for turn in turns]
        return next((facing for facing in ways if self._rests(end, facing)), wanted)

    def _order(self, path: tuple[Point, ...], facing: float) -> Move:
        legs = self.gait.legs(path, facing)
        if led_by(self.piece):
            end = path[-1] if path else self.piece.at
            if leg := leading(self.piece, end, facing):
                legs = (*legs, leg)
        return Move(unit=self.piece.id, legs=legs, run=self.gait.pace.run)

    def _place_stands_against(self, course: Course) -> bool:
        """Whether the order is refused for its way, and not as every order of the unit is."""
        if not course.refused:
            return False
        here = Move(unit=self.piece.id, run=self.gait.pace.run)
        known = {
            violation.code
            for violation in explain(self.piece.field.setup, self.piece.field.state, here)
        }
        return any(violation.code not in known for violation in course.refused)


def _short(route: tuple[Point, ...]) -> tuple[Point, ...]:
    """A route with corners as short as a player writes them, without those it does not move to."""
    points = [route[0]]
    for x, y in route[1:]:
        corner = (round(x, DECIMALS), round(y, DECIMALS))
        if distance(points[-1], corner) > SHORT:
            points.append(corner)
    return tuple(points)


def may_move(piece: Piece, gait: Gait) -> tuple[Violation, ...]:
    """What speaks against any move of this kind, whatever its way."""
    order = Move(unit=piece.id, run=gait.pace.run)
    return explain(piece.field.setup, piece.field.state, order)
