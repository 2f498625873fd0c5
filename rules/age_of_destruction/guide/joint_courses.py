"""The way of a movement formation to a place its leader is led to (rules AOD-FORM-004 to 011)."""

from collections.abc import Iterator, Sequence

import msgspec

from rules.age_of_destruction.guide.courses import BACK, Course, course_to
from rules.age_of_destruction.guide.reach import Gait
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders import FORMS, read_order
from rules.age_of_destruction.orders.marches import common_speed
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.move_drafts import march
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.geometry import Point, length
from rules.core.routes import cut


class _Told(msgspec.Struct, frozen=True):
    """A march as somebody would say it in its form."""

    unit: str
    members: tuple[str, ...]
    path: tuple[Point, ...]
    face: float | None

    def one(self, name: str) -> str:
        """The leader; nothing else is said."""
        return self.unit if name == "unit" else ""

    def every(self, name: str) -> Sequence[str]:
        """The members."""
        return self.members if name == "with" else ()

    def points(self, name: str = "path") -> Sequence[Point]:
        """The way of the leader, beside which the others go."""
        return self.path if name == "path" else ()

    def facing(self) -> float | None:
        """The direction of all at the end."""
        return self.face

    def inches(self, name: str) -> float | None:
        """None."""
        return None

    def count(self, name: str) -> int:
        """None."""
        return 0

    def element(self, name: str) -> Terrain:
        """None; raises KeyError."""
        raise KeyError(name)


def march_to(
    field: Field,
    members: tuple[str, ...],
    goal: Point,
    *,
    facing: float | None = None,
    via: Sequence[Point] = (),
) -> Course:
    """The way of the first of some units towards a place, the others beside it, as far as all of
    them may go."""
    gait = march_gait(field, members)
    alone = field
    for name in members[1:]:
        alone = alone.moved(name, at=None)
    course = course_to(alone.piece(members[0]), gait, goal, facing=facing, via=via)
    found = None
    for route in _shorter(course.points):
        order = _order(field, members, route, facing)
        refused = explain(field.setup, field.state, order)
        marched = msgspec.structs.replace(
            course,
            order=order,
            points=route,
            inches=length(route),
            facing=course.facing if facing is not None else field.piece(members[0]).now.facing,
            clamped=course.clamped or route != course.points,
            refused=refused,
        )
        if not refused:
            return marched
        found = found or marched
    return found or course


def march_gait(field: Field, members: tuple[str, ...]) -> Gait:
    """How far a formation marches: as far as the slowest."""
    pace = Pace(slowest=common_speed(field, members))
    inches = min(allowance(field.piece(name), pace).total for name in members)
    return Gait("march", pace, float(inches))


def _shorter(route: tuple[Point, ...]) -> Iterator[tuple[Point, ...]]:
    yield route
    whole = length(route)
    for less in BACK:
        if less < whole:
            path = cut(route, whole - less)
            yield tuple((round(x, 3), round(y, 3)) for x, y in path)


def _order(
    field: Field, members: tuple[str, ...], route: tuple[Point, ...], facing: float | None
) -> Move:
    told = _Told(members[0], members, route[1:], facing)
    order = read_order(msgspec.to_builtins(march(FORMS["march"], field, told)))
    if not isinstance(order, Move):
        raise TypeError(order)
    return order
