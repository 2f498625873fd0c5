"""The way of a model to a place: found round what is in its way, held to what it may go."""

from collections.abc import Iterator

import msgspec

from rules.core.geometry import Outline, Point, along, distance, inches_to, overlaps
from rules.core.hands import Spot, Way
from rules.core.orders import write_order
from rules.core.violations import Violation
from rules.warzone.ground import LOST, nearest_on_rim
from rules.warzone.guide.deeds import Deed, Deeds, turned
from rules.warzone.guide.paces import BY_HAND, OFF_GROUND, Gait, barred, gaits
from rules.warzone.guide.roads import Road, Roads
from rules.warzone.guide.telling import plain
from rules.warzone.moment import Moment
from rules.warzone.orders import AnyOrder
from rules.warzone.orders.arrange import Arrange
from rules.warzone.play import explain
from rules.warzone.position import Leg, Legs

#: Inches within which a base is drawn to a wall or to a friend's base, and left off it by.
SNAP, OFF = 0.35, 0.0005
#: Inches by which a way is shortened until it may end.
BACK = 0.05


class Ways:
    """The ways of one model now, told in a language."""

    def __init__(self, now: Moment, unit: str, language: str) -> None:
        self.now = now
        self.unit = unit
        self.model = now.model(unit)
        self.deeds = Deeds(now, unit, language)
        self.tell = self.deeds.tell

    def find(self, to: Point, facing: float | None, pace: str) -> Way | None:
        """The way by a pace; by "" as the place asks for: on foot where it leads there, else by
        what does. None for a model that has no such pace."""
        open_ones = {gait.name: gait for gait in gaits(self.now, self.unit)}
        if pace == BY_HAND and not self.model.eliminated:
            return self._by_hand(to, facing)
        if self.model.eliminated or self.model.ended or self.model.posture == "prone":
            return None
        if pace in OFF_GROUND:
            return self._off_ground(pace, to, facing)
        if pace in open_ones:
            return self._on_foot(open_ones[pace], to, facing)
        if pace:
            return None
        return self._as_asked(open_ones, to, facing)

    def _as_asked(self, found: dict[str, Gait], to: Point, facing: float | None) -> Way | None:
        usual = next(iter(found.values()))
        on_foot = self._on_foot(usual, to, facing)
        if not self.model.climbing and not on_foot.reasons and not on_foot.is_clamped:
            return on_foot
        for pace in OFF_GROUND:
            way = self._off_ground(pace, to, facing)
            if way and not way.reasons and not way.is_clamped:
                return way
        if self.model.climbing:
            return self._off_ground("climb", to, facing)
        return on_foot

    def _by_hand(self, to: Point, facing: float | None) -> Way:
        """Straight to a place, whatever lies between, and level with the ground there."""
        at = self._on_table(to)
        order = Arrange(unit=self.unit, at=_round(at), facing=facing)
        found = explain(self.now.setup, self.now.state, order)
        road = Road((self.model.at, at), distance(self.model.at, at))
        return Way(
            points=road.points,
            at=at,
            facing=self.model.facing if facing is None else facing,
            spent=round(road.length, 2),
            most=max(self.now.setup.table.width, self.now.setup.table.depth),
            is_clamped=distance(at, to) > LOST,
            order=write_order(order),
            reasons=tuple(map(self.tell.reason, found)),
            why=self.tell.why(found[0] if found else None),
            says=(self.tell.says("by_hand"),),
            spots=self._levels(road),
        )

    def _on_table(self, to: Point) -> Point:
        """A place within the table."""
        radius, table = self.now.radius(self.unit), self.now.setup.table
        x, y = (
            min(max(place, radius), size - radius)
            for place, size in zip(to, (table.width, table.depth), strict=True)
        )
        return x, y

    # --- On foot ---

    def _on_foot(self, gait: Gait, to: Point, facing: float | None) -> Way:
        against = barred(self.now, self.unit, gait)
        roads = Roads(self.now, self.unit, gait.inches, pushes=gait.pushes)
        place, snapped = (to, "") if against else self._snapped(roads, to)
        road = None if against else roads.to(place) or self._towards(roads, place)
        if road is None:
            return self._refused(gait, to, against)
        ends, rest = self._cut(roads, road)
        if rest is not None and gait.template == "" and self.model.actions_left > 1:
            both = self._both(gait, ends, rest, facing)
            if both is not None:
                return both
        short = self._shortened(roads, ends)
        order = gait.order(self.unit, self._legs(short.points, facing))
        way = self._told(gait, short, order, facing, snapped)
        if distance(way.at, place) <= LOST:
            return way
        leads_there = distance(road.points[-1], place) <= LOST
        why = self._short_of(gait, place, too_far=leads_there and rest is not None)
        return msgspec.structs.replace(way, is_clamped=True, snapped="", why=way.why or why)

    def _short_of(self, gait: Gait, place: Point, *, too_far: bool) -> str:
        """Why a way ends before the place that was pointed at: the inches, else what is against
        going straight there."""
        if too_far:
            return self.tell.word("why", "TOO_FAR")
        straight = gait.order(self.unit, (Leg(travel=(_round(place),)),))
        found = explain(self.now.setup, self.now.state, straight)
        return self.tell.why(found[0] if found else None)

    def _snapped(self, roads: Roads, to: Point) -> tuple[Point, str]:
        """The place with the base at a wall or at a friend that is near enough to be meant."""
        radius, level = self.now.radius(self.unit), self.model.elevation
        for piece in self.now.ground.blocks:
            rise = piece.height - level
            away = inches_to(to, piece.polygon)
            if rise > self.now.profile(self.unit).size and away - radius < SNAP:
                edge = nearest_on_rim(to, piece.polygon)
                outward = (edge, to) if away > LOST else (to, edge)
                at = _beyond(edge, outward, radius + OFF)
                if at and roads.rests(at):
                    return at, piece.id
        for other in self.now.others(self.unit):
            friend = not self.now.is_enemy(self.unit, other)
            if friend and abs(self.now.apart(self.unit, to, other)) < SNAP:
                middle = self.now.model(other).at
                at = _beyond(middle, (middle, to), radius + self.now.radius(other) + OFF)
                if at and roads.rests(at):
                    return at, other
        return to, ""

    def _towards(self, roads: Roads, to: Point) -> Road | None:
        """A way to the nearest place before one that no way leads to."""
        start, whole = roads.start, distance(roads.start, to)
        steps = int(min(whole, roads.inches + 1) / 0.2)
        for step in range(steps, 0, -1):
            at = along(start, to, step * 0.2 / whole)
            if roads.to(at):
                nearer = (along(start, to, (step + n / 10) * 0.2 / whole) for n in range(9, -1, -1))
                return next(filter(None, map(roads.to, nearer)))
        return None

    def _cut(self, roads: Roads, road: Road) -> tuple[Road, Road | None]:
        """A way as far as the inches go, and what is left of it."""
        if road.length <= roads.inches + LOST:
            return road, None
        points, left = [road.points[0]], roads.inches
        for index, point in enumerate(road.points[1:], 1):
            step = distance(points[-1], point)
            if step > left:
                at = along(points[-1], point, left / step)
                rest = (at, *road.points[index:])
                return (
                    Road((*points, at), roads.inches),
                    Road(rest, road.length - roads.inches),
                )
            points.append(point)
            left -= step
        return road, None

    def _both(self, gait: Gait, first: Road, rest: Road, facing: float | None) -> Way | None:
        """Two actions declared together, where the first ends on a base that the second leaves
        (WZ-005, WZ-019); None where one will do, or two do not."""
        ends, end = first.points[-1], rest.points[-1]
        on_base = any(self.now.overlapped(self.unit, ends, self.model.elevation))
        if not on_base or rest.length > gait.inches + LOST:
            return None
        legs, following = self._legs(first.points, None), self._legs(rest.points, facing)
        order = gait.order(self.unit, legs, following)
        if explain(self.now.setup, self.now.state, order):
            return None
        road = Road((*first.points, *rest.points[1:]), first.length + rest.length)
        way = self._told(gait, road, order, facing)
        says = (self.tell.says("two_moves"), *way.says)
        spots = (*way.spots, Spot(ends, "1"))
        return msgspec.structs.replace(way, says=says, spots=spots, at=end, most=2 * gait.inches)

    def _shortened(self, roads: Roads, road: Road) -> Road:
        """A way as far as it may end; the whole way where it may end nowhere."""
        points, length = list(road.points), road.length
        while len(points) > 1:
            step = distance(points[-2], points[-1])
            gone = 0.0
            while gone < step:
                at = along(points[-1], points[-2], gone / step) if step else points[-1]
                if length - gone > LOST and roads.rests(at):
                    return Road((*points[:-1], at), length - gone)
                gone += BACK
            length -= step
            points.pop()
        return road

    def _legs(self, points: tuple[Point, ...], facing: float | None) -> Legs:
        travel = tuple(_round(point) for point in points[1:])
        return (Leg(travel=travel), Leg(rotate=round(self._looks(points, facing), 2)))

    def _looks(self, points: tuple[Point, ...], facing: float | None) -> float:
        if facing is not None:
            return facing % 360
        return turned(points[-2], points[-1], self.model.facing)

    def _refused(self, gait: Gait, to: Point, against: tuple[Violation, ...]) -> Way:
        order = gait.order(self.unit, (Leg(travel=(_round(to),)),))
        found = against or explain(self.now.setup, self.now.state, order)
        return Way(
            points=(self.model.at, to),
            at=to,
            facing=self.model.facing,
            spent=round(distance(self.model.at, to), 2),
            most=gait.inches,
            order=write_order(order),
            reasons=tuple(map(self.tell.reason, found)),
            why=self.tell.why(found[0]) if found else self.tell.word("why", "no_way"),
        )

    def _told(
        self,
        gait: Gait,
        road: Road,
        order: AnyOrder,
        facing: float | None,
        snapped: str = "",
    ) -> Way:
        found = explain(self.now.setup, self.now.state, order)
        return Way(
            points=road.points,
            at=road.points[-1],
            facing=self._looks(road.points, facing),
            spent=round(road.length, 2),
            most=gait.inches,
            snapped=snapped,
            order=write_order(order),
            reasons=tuple(map(self.tell.reason, found)),
            why=self.tell.why(found[0] if found else None),
            says=tuple(self._said(gait, road, order)),
            spots=self._levels(road),
        )

    def _said(self, gait: Gait, road: Road, order: AnyOrder) -> Iterator[str]:
        cost = 2 if getattr(order, "next", None) is not None else 1
        if gait.template:
            out = not self.now.would_be_under(self.unit, road.points[-1], gait.template)
            yield self.tell.says("dive_out" if out else "dive_in")
            yield self.tell.says("dive_hook")
        else:
            yield self.tell.says("actions", cost=cost, left=self.model.actions_left)
        for name in self._stepped(road):
            yield self.tell.says("terrain_cost", name=self.tell.title(name))

    def _stepped(self, road: Road) -> Iterator[str]:
        """The low pieces a way leads over, whose costs are not supplied (WZ-034)."""
        radius, level = self.now.radius(self.unit), self.model.elevation
        for piece in self.now.ground.blocks:
            sides = zip(road.points, road.points[1:], strict=False)
            if piece.height > level + LOST and any(
                overlaps(Outline(one, other, radius), piece.polygon) for one, other in sides
            ):
                yield piece.id

    def _levels(self, road: Road) -> tuple[Spot, ...]:
        """How high it ends, where that is another height."""
        ground = self.now.ground.surface(road.points[-1])
        rise = ground - self.model.elevation
        if abs(rise) <= LOST or self.now.profile(self.unit).airborne:
            return ()
        sign = "↑" if rise > 0 else "↓"
        return (Spot(road.points[-1], f"{sign}{plain(abs(rise))}″"),)

    # --- Off the ground ---

    def _off_ground(self, pace: str, to: Point, facing: float | None) -> Way | None:
        tried = list(self._deeds(pace, to, facing))
        deed = next((deed for deed in tried if not deed.against), tried[0] if tried else None)
        if deed is None:
            return None
        order, against = deed.order, deed.against
        is_placed = pace != "climb" or (len(deed.points) > 1 and deed.chance < 1)
        is_clamped = is_placed and distance(deed.at, to) > LOST
        denied = against or (tried[0].against if is_clamped else ())
        return Way(
            points=deed.points,
            at=deed.at,
            facing=getattr(order, "facing", None) or self.model.facing,
            spent=round(self._spent(pace, deed), 2),
            most=self.now.movement(self.unit) / (1 if pace == "jump" else 2),
            is_clamped=is_clamped,
            order=write_order(order),
            reasons=tuple(map(self.tell.reason, against)),
            why=self.tell.why(denied[0] if denied else None),
            says=(*deed.says, *filter(None, (deed.result, deed.risk))),
            spots=deed.spots,
            aims=deed.aims,
        )

    def _spent(self, pace: str, deed: Deed) -> float:
        if pace == "climb":
            hangs = self.model.climbing
            return deed.height - (hangs.height if hangs else 0.0)
        return distance(deed.points[-2], deed.at)

    def _deeds(self, pace: str, to: Point, facing: float | None) -> Iterator[Deed]:
        """A deed to the place, then to places nearer and nearer."""
        looks = facing if facing is not None else round(turned(self.model.at, to, 0.0), 2)
        if pace == "climb":
            for piece in self.deeds.walls():
                yield self.deeds.climb(piece, _round(to), looks)
                yield self.deeds.climb(piece, None, looks)
            return
        whole = distance(self.model.at, to)
        steps = int(whole / 0.1)
        places = [to, *(along(self.model.at, to, step / steps) for step in range(steps, 0, -1))]
        if pace == "drop":
            yield from (self.deeds.drop(_round(at), looks) for at in places)
            return
        for piece in self.deeds.gaps():
            yield from (self.deeds.jump(piece, _round(at), looks) for at in places)
            yield self.deeds.jump(piece, _round(self.deeds.straight_over(piece)), looks)


def _round(point: Point) -> Point:
    return round(point[0], 4), round(point[1], 4)


def _beyond(from_: Point, line: tuple[Point, Point], inches: float) -> Point | None:
    """The point some inches from a place along a line; None for a line of no length."""
    start, end = line
    whole = distance(start, end)
    if whole <= LOST:
        return None
    step = inches / whole
    return from_[0] + (end[0] - start[0]) * step, from_[1] + (end[1] - start[1]) * step
