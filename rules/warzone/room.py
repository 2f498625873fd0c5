"""Making room: models put aside for one that has come among them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt

from rules.core.geometry import Point, ahead, bearing, cuts, distance
from rules.core.refusals import Refusals
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST, TOUCH
from rules.warzone.moment import Moment
from rules.warzone.position import Places

#: How far from the newcomer's base a model is put that nobody puts elsewhere.
ASIDE = 0.1


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
    ) -> dict[str, Point]:
        """Where each of some models goes: to the place its owner chose, else straight away to the
        first free spot that suits. Who has nowhere to go is left out."""
        moved: dict[str, Point] = {}
        for unit in units:
            spots = (places[unit],) if unit in places else self._spots(unit, moved)
            found = next((s for s in spots if suits(s) and self.is_free(unit, s, moved)), None)
            if found is not None:
                moved[unit] = found
        return moved

    def is_free(self, unit: str, spot: Point, moved: Mapping[str, Point]) -> bool:
        """Whether a model put at a spot is on the table, clear of the newcomer and on nobody."""
        now, radius = self.now, self.now.radius(unit)
        if not now.ground.on_table(spot, radius):
            return False
        if distance(spot, self.at) - radius - now.radius(self.unit) <= TOUCH:
            return False
        return all(
            distance(spot, moved.get(other, now.model(other).at)) - radius - now.radius(other)
            >= -TOUCH
            for other in now.others(unit)
            if other != self.unit and now.meets(other, now.model(unit).elevation)
        )

    def _spots(self, unit: str, moved: Mapping[str, Point]) -> Iterator[Point]:
        """Places straight away from the newcomer, nearest first: just clear of it, clear of each
        other model on the line, and beyond each edge of the ground."""
        now, start = self.now, self.now.model(unit).at
        direction = bearing(self.at, start) if distance(self.at, start) > LOST else self.facing
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
        for way in sorted(each for each in ways if clear <= each < longest):
            yield ahead(self.at, direction, way)


def _leaving(start: Point, direction: float, centre: Point, reach: float) -> Iterator[float]:
    """How far along a ray it leaves a circle for good, if it meets it."""
    ahead_by = ahead((0.0, 0.0), direction, 1.0)
    x, y = centre[0] - start[0], centre[1] - start[1]
    along = x * ahead_by[0] + y * ahead_by[1]
    beside = reach * reach - (x * x + y * y - along * along)
    if beside > 0:
        yield along + sqrt(beside)


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
