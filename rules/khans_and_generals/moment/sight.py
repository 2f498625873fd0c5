"""Who sees whom (section 10 of the rules, P9)."""

from functools import partial

import msgspec

from rules.core.geometry import Point, box, distance, point_to_segment
from rules.core.kept import of_a_moment, of_like_moments
from rules.khans_and_generals.moment.field import Field, Piece, fire_base, memory
from rules.khans_and_generals.table.bases import (
    TOLERANCE,
    Base,
    joined_without_crossing,
    within,
)
from rules.khans_and_generals.table.terrain import Standing, Terrain

#: Base sight in centimetres by weather, then at dawn, by day, in the evening, at night (KG-067).
BASE_SIGHT = {
    "sunny": (100, 200, 100, 40),
    "cloudy": (100, 200, 100, 40),
    "fog": (50, 50, 50, 10),
    "rain": (80, 180, 80, 20),
    "snow": (70, 170, 70, 10),
}
TIMES = ("dawn", "day", "evening", "night")
#: How far a fire or a shell lights the night (KG-045, KG-123).
LIGHT = 40
#: How far sight reaches into woods and high houses (KG-069).
WOODS_SIGHT = 10
CORNERS = 4
#: What the smoke of neighbouring fires overlaps, so that no line slips between them.
SMOKE_SEAM = 0.05

PARTIAL, POWDER, SCREEN, FROM_HILL = -3, -2, -3, 1


class Sight(msgspec.Struct, frozen=True):
    """How a target is seen: whether at all, whole, through which smoke."""

    seen: bool
    full: bool = False
    powder: bool = False
    screen: bool = False


UNSEEN = Sight(False)


def base_sight(field: Field, target: Base | Point) -> int:
    """How far one sees a target in open ground; what is lit at night is seen as by day."""
    conditions = field.state.conditions
    time = "day" if conditions.time == "night" and _lit(field, target) else conditions.time
    return BASE_SIGHT[conditions.weather][TIMES.index(time)]


def _lit(field: Field, target: Base | Point) -> bool:
    lights = [*field.state.lights, *(fire_base(square).at for square in field.state.fires)]
    if isinstance(target, Base):
        return any(within(target.to_point(light), LIGHT) for light in lights)
    return any(within(distance(target, light), LIGHT) for light in lights)


def _obstructions(field: Field) -> tuple[object, ...]:
    """Everything that lines of sight depend on."""
    state = field.state
    return field.stands, state.destroyed, state.smoke, state.fires, state.conditions.ground


@of_like_moments(memory, _obstructions)
def sight(field: Field, observer: str, target: str) -> Sight:
    """How one unit sees another; base sight and hiding are asked elsewhere."""
    one, other = field.piece(observer), field.piece(target)
    passes = partial(_passes, field, one, other, _between(field, one, other))
    lines = [
        (number, place, start, end)
        for number, start in enumerate(one.base.rim)
        for place, end in enumerate(other.base.rim)
        if passes(start, end)
    ]
    if not lines:
        return UNSEEN
    corners = [
        line for line in lines if _from_corner(one, line[0]) and _from_corner(other, line[1])
    ]
    return Sight(
        True,
        full=joined_without_crossing(corners),
        powder=_smoky(field, lines, "powder"),
        screen=_smoky(field, lines, "screen", "dust"),
    )


def _from_corner(piece: Piece, number: int) -> bool:
    return piece.base.is_round or number < CORNERS


def _smoky(field: Field, lines: list[tuple[int, int, Point, Point]], *kinds: str) -> bool:
    """Whether every line passes a cloud of some kinds."""
    clouds = [cloud for cloud in field.state.smoke if cloud.kind in kinds]
    return bool(clouds) and all(
        any(point_to_segment(cloud.at, start, end) < cloud.radius for cloud in clouds)
        for _, _, start, end in lines
    )


def _between(field: Field, one: Piece, other: Piece) -> list[Terrain]:
    """The areas that a line between two units may run through."""
    left, right, low, high = box((*one.base.rim, *other.base.rim))
    return [area for area in field.terrain if not area.misses((left, low), (right, high))]


def _passes(
    field: Field, one: Piece, other: Piece, areas: list[Terrain], start: Point, end: Point
) -> bool:
    """Whether a line from base to base is free; of areas only some can be in its way."""
    if one.base.crossed_by(start, end) or other.base.crossed_by(start, end):
        return False
    if _blocked(field, start, end, but=(one.id, other.id)):
        return False
    standing, others = dict(_standings(one)), dict(_standings(other))
    return all(
        _through(piece, start, end, standing.get(piece.id, "outside"), others.get(piece.id), one)
        for piece in areas
    )


def _standings(piece: Piece) -> list[tuple[str, Standing]]:
    return [(area.id, standing) for area, standing in piece.standings]


def _blocked(field: Field, start: Point, end: Point, but: tuple[str, ...]) -> bool:
    """Whether a ridge, an obstacle, a vehicle or the smoke of a fire stands in the way."""
    walls, smokes, vehicles = _screens(field)
    return (
        any(wall.stops_sight(start, end) for wall in walls)
        or any(smoke.crossed_by(start, end) for smoke in smokes)
        or any(piece.id not in but and piece.base.crossed_by(start, end) for piece in vehicles)
    )


@of_a_moment
def _screens(field: Field) -> tuple[list[Terrain], list[Base], list[Piece]]:
    """What stops sight wherever a line meets it: ground, the smoke of fires, vehicles."""
    return (
        [piece for piece in field.terrain if piece.ridge or piece.blocks],
        [fire_base(square, SMOKE_SEAM) for square in field.state.fires],
        [piece for piece in field.present if piece.profile.is_vehicle],
    )


def _through(
    piece: Terrain,
    start: Point,
    end: Point,
    own: Standing,
    target: Standing | None,
    observer: Piece,
) -> bool:
    """Whether a line may run through an area (KG-068 to KG-070)."""
    if piece.like_woods:
        return _through_woods(piece.length_inside(start, end), own, target or "outside")
    if piece.row.sight >= 200 or observer.on_hill:
        return True
    inside = piece.length_inside(start, end)
    return inside < piece.row.sight if target == "depth" else within(inside, piece.row.sight)


def _through_woods(inside: float, own: Standing, target: Standing) -> bool:
    if own == target == "outside":
        return inside <= TOLERANCE
    if own != "outside" and target != "outside":
        return inside < WOODS_SIGHT
    if "depth" in (own, target):
        return False
    return within(inside, WOODS_SIGHT)


def in_sight(field: Field, observer: Piece, target: Piece) -> bool:
    """Whether a unit sees another, all told."""
    if target.unit.hidden or not target.present or not observer.present:
        return False
    if not within(observer.base.distance(target.base), base_sight(field, target.base)):
        return False
    return sight(field, observer.id, target.id).seen


def point_in_sight(field: Field, observer: Piece, point: Point, spread: float) -> bool:
    """Whether a point can be fired at: it is seen itself, or an enemy within the spread is."""
    start = observer.base.front
    if within(distance(start, point), base_sight(field, point)) and _point_free(
        field, observer, start, point
    ):
        return True
    return any(
        within(enemy.base.to_point(point), spread) and in_sight(field, observer, enemy)
        for enemy in field.enemies(observer.owner)
    )


def _point_free(field: Field, observer: Piece, start: Point, point: Point) -> bool:
    if _blocked(field, start, point, but=(observer.id,)):
        return False
    own = dict(_standings(observer))
    return all(
        _through(
            piece,
            start,
            point,
            own.get(piece.id, "outside"),
            "edge" if piece.holds(point) else None,
            observer,
        )
        for piece in field.terrain
    )


def in_front(shooter: Piece, target: Base) -> bool:
    """Whether a target lies in the front sector: its middle nearest to the shooter's front."""
    places = (target.at,) if target.is_round else target.middles
    nearest = min(places, key=lambda place: distance(place, shooter.base.front))
    return shooter.base.side_towards(nearest) == "front"
