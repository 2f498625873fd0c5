"""Making room: models put aside for one that has come among them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt

from rules.core.geometry import Point, ahead, bearing, cuts, distance, edges
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST, meet, overlap
from rules.warzone.moment import Moment
from rules.warzone.position import Places

#: How far from the newcomer's base a model is put that nobody puts elsewhere.
ASIDE = 0.1
#: Degrees by which a model turns off the straight way, where that leads to no free spot.
ASLANT = (0, *(side * turn for turn in range(15, 180, 15) for side in (1, -1)), 180)


class Newcomer:
    """A model at the place it has come to: those in its way, and where they go."""

    def __init__(self, now: Moment, unit: str, at: Point, elevation: float, facing: float) -> None:
        self.now = now
        self.unit = unit
        self.at = at
        self.elevation = elevation
        self.facing = facing

    def make_room(
        self,
        units: Iterable[str],
        places: Mapping[str, Point],
        suits: Callable[[Point], bool],
        *,
        aslant: bool = False,
    ) -> dict[str, Point]:
        """Where each of some models goes: to the place its owner chose, else straight away to the
        first free spot that suits; where that is nowhere, and it has to go (`aslant`), to one
        beside the newcomer, as little aslant as may be. Who has nowhere to go is left out."""
        moved: dict[str, Point] = {}
        for unit in units:
            turns = ASLANT if aslant else ASLANT[:1]
            ways = (spot for turn in turns for spot in self._spots(unit, moved, turn))
            spots = (places[unit],) if unit in places else ways
            found = next((s for s in spots if suits(s) and self.is_free(unit, s, moved)), None)
            if found is not None:
                moved[unit] = found
        return moved

    def is_free(self, unit: str, spot: Point, moved: Mapping[str, Point]) -> bool:
        """Whether a model put at a spot is on the table, in no wall, clear of the newcomer and on
        nobody."""
        now, radius = self.now, self.now.radius(unit)
        if not now.ground.on_table(spot, radius):
            return False
        if now.is_walled(unit, spot, now.model(unit).elevation):
            return False
        if meet(distance(spot, self.at) - radius - now.radius(self.unit)):
            return False
        return not any(
            overlap(
                distance(spot, moved.get(other, now.model(other).at)) - radius - now.radius(other)
            )
            for other in now.others(unit)
            if other != self.unit and now.meets(other, now.model(unit).elevation)
        )

    def _spots(self, unit: str, moved: Mapping[str, Point], turn: float) -> Iterator[Point]:
        """Places straight away from the newcomer, or turned off by some degrees, nearest first:
        just clear of it, clear of each other model on the line and of each wall, and beyond each
        edge of the ground."""
        now, start = self.now, self.now.model(unit).at
        direction = bearing(self.at, start) if distance(self.at, start) > LOST else self.facing
        direction += turn
        radius = now.radius(unit)
        clear = now.radius(self.unit) + radius + ASIDE
        longest = now.setup.table.width + now.setup.table.depth
        ways = {clear}
        for other in now.others(unit):
            reach = radius + now.radius(other)
            centre = moved.get(other, now.model(other).at)
            ways.update(_leaving(self.at, direction, centre, reach))
        end = ahead(self.at, direction, longest)
        for piece in now.setup.pieces.values():
            for share in cuts(self.at, end, piece.polygon):
                ways.update((share * longest, share * longest + LOST))
        for wall in now.ground.blocks:
            for corner, next_corner in edges(wall.polygon):
                ways.update(_leaving(self.at, direction, corner, radius))
                ways.update(_passing(self.at, direction, corner, next_corner, radius))
        farthest = 2 * clear if turn else longest
        for way in sorted(each for each in ways if clear <= each < farthest):
            yield ahead(self.at, direction, way)


def _leaving(start: Point, direction: float, centre: Point, reach: float) -> Iterator[float]:
    """How far along a ray it leaves a circle for good, if it meets it."""
    ahead_by = ahead((0.0, 0.0), direction, 1.0)
    x, y = centre[0] - start[0], centre[1] - start[1]
    along = x * ahead_by[0] + y * ahead_by[1]
    beside = reach * reach - (x * x + y * y - along * along)
    if beside > 0:
        yield along + sqrt(beside)


def _passing(
    start: Point, direction: float, one: Point, other: Point, reach: float
) -> Iterator[float]:
    """How far along a ray it is some inches off the line through two points, on its far side."""
    length = distance(one, other)
    if length <= LOST:
        return
    nx, ny = (one[1] - other[1]) / length, (other[0] - one[0]) / length
    x, y = ahead((0.0, 0.0), direction, 1.0)
    nears = x * nx + y * ny
    if abs(nears) > LOST:
        off = (start[0] - one[0]) * nx + (start[1] - one[1]) * ny
        yield (reach - off if nears > 0 else -reach - off) / nears


def put_aside(
    course: Course, moved: Mapping[str, Point], rule: str, *, counts: bool = False
) -> None:
    """Models make room; `counts` where that may happen once a turn only (WZ-040)."""
    for unit, at in moved.items():
        course.emit(events.Displaced(unit=unit, at=at, counts=counts, rules=(rule,)))


def refuse_places(
    newcomer: Newcomer,
    in_the_way: Iterable[str],
    places: Places,
    suits: Callable[[Point], bool],
    refusals: Refusals,
) -> None:
    """Report models named that need not make room, and places they cannot go to (WZ-040, WZ-046,
    WZ-059)."""
    known = set(in_the_way)
    for unit, spot in places.items():
        if unit not in known:
            refusals.add("NOT_IN_THE_WAY", unit)
            continue
        others = {each: place for each, place in places.items() if each != unit}
        if not suits(spot) or not newcomer.is_free(unit, spot, others):
            refusals.add("BAD_PLACE", unit, at=list(spot))


def refuse_no_room(
    newcomer: Newcomer,
    in_the_way: Iterable[str],
    places: Places,
    suits: Callable[[Point], bool],
    refusals: Refusals,
) -> None:
    """As `refuse_places`, and report the newcomer's place where somebody in the way has nowhere to
    go (WZ-046, WZ-059)."""
    in_the_way = tuple(in_the_way)
    refuse_places(newcomer, in_the_way, places, suits, refusals)
    room = newcomer.make_room(in_the_way, places, suits, aslant=True)
    if any(unit not in room and unit not in places for unit in in_the_way):
        refusals.add("BAD_PLACE", newcomer.unit, at=list(newcomer.at))
