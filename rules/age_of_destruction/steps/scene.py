"""Figures being put where players say they stand: who moves with whom, and who stands aside."""

from collections.abc import Iterable

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.state.facts import GroundSaid, LineSaid
from rules.age_of_destruction.state.legs import Spot
from rules.age_of_destruction.table.terrain import Kind, Terrain
from rules.core.geometry import (
    Outline,
    Point,
    Polygon,
    ahead,
    along,
    bearing,
    box_around,
    distance,
    inside,
)

#: What begins the ids of terrain that somebody has only spoken of.
CLAIMED = "claimed-"
#: Inches that units which do not touch are kept apart; half a side of the ground under a unit, and
#: half the sides of what lies on a line.
MARGIN = 0.3
SQUARE, STRIP = 0.3, (0.05, 0.2)


class Scene:
    """A table on which units are put to their places one after the other.

    `ends`: where those who are about to go come to; `grounds`: what each stands in, and whether
    elevated; `lines`: what lies between two units, seen from where.
    """

    def __init__(self, field: Field) -> None:
        self.field = field
        self.spots = {
            piece.id: Spot(at=piece.at, facing=piece.now.facing) for piece in field.on_table
        }
        self.ends: dict[str, Spot] = {}
        self.grounds = said_grounds(field)
        self.lines: dict[tuple[str, str], tuple[LineSaid, Point]] = {}
        self._obstacles: list[Terrain] = []
        self._knots = _knots(field)
        self._settled: set[str] = set()
        #: Lines that nobody else may stand on.
        self._free: list[tuple[Point, Point, tuple[str, ...]]] = []

    def copy(self) -> "Scene":
        """The same scene, to try something in."""
        other = Scene.__new__(Scene)
        other.__dict__ = {
            name: value.copy() if isinstance(value, dict | set | list) else value
            for name, value in vars(self).items()
        }
        return other

    def adopt(self, trial: "Scene") -> None:
        """Be as a trial has come out."""
        self.__dict__ = vars(trial)

    # --- Who stands where ---------------------------------------------------------------------

    def shape(self, unit_id: str) -> Shape:
        """The base of a unit."""
        return self.field.setup.figures[unit_id].shape

    def outline(self, unit_id: str) -> Outline:
        """The outline of a unit's base where it is now."""
        spot = self.spots[unit_id]
        return self.shape(unit_id).outline(spot.at, spot.facing)

    @staticmethod
    def ahead(at: Point, direction: float, inches: float) -> Point:
        """A place some inches away, as short as files write it."""
        x, y = ahead(at, direction, inches)
        return round(x, 6), round(y, 6)

    def together(self, one: str, other: str) -> bool:
        """Whether contacts join two units."""
        return other in self._knots[one]

    def is_settled(self, unit_id: str) -> bool:
        """Whether a unit has its place."""
        return unit_id in self._settled

    def settle(self, unit_id: str) -> None:
        """Let a unit stay, with all that contacts join to it."""
        self._settled |= self._knots[unit_id]

    def part(self, unit_id: str) -> None:
        """Take a unit from those it touches."""
        left = self._knots[unit_id] - {unit_id}
        for other in left:
            self._knots[other] = frozenset(_joined(self.field, other, left))
        self._knots[unit_id] = frozenset({unit_id})
        self._settled.discard(unit_id)

    def _tie(self, unit_id: str, others: Iterable[str]) -> None:
        knot = self._knots[unit_id].union(*(self._knots[other] for other in others))
        for each in knot:
            self._knots[each] = knot

    # --- Putting somebody somewhere -------------------------------------------------------------

    def shift(self, unit_id: str, at: Point, facing: float) -> None:
        """Carry a unit, and all that contacts join to it, elsewhere."""
        old = self.spots[unit_id]
        turn = facing - old.facing
        for other in self._knots[unit_id]:
            spot = self.spots[other]
            inches = distance(old.at, spot.at)
            to = ahead(at, bearing(old.at, spot.at) + turn, inches) if inches else at
            looks = (spot.facing + turn) % 360
            self.spots[other] = Spot(at=(round(to[0], 6), round(to[1], 6)), facing=looks)

    def bring(self, unit_id: str, at: Point, facing: float, beside: tuple[str, ...] = ()) -> bool:
        """Carry a unit and those joined to it to a place, if there is room among the settled."""
        before = self.spots.copy()
        self.shift(unit_id, at, facing)
        knot = self._knots[unit_id]
        if not all(self._has_room(each, knot.union(beside)) for each in knot):
            self.spots = before
            return False
        self._settled |= knot
        if not self.ends.keys() & set(beside):
            self._tie(unit_id, beside)
        return True

    def place(
        self,
        unit_id: str,
        at: Point,
        facing: float,
        beside: tuple[str, ...] = (),
        *,
        tight: bool = False,
    ) -> bool:
        """Put a unit alone to a place, if there is room among the settled."""
        before = self.spots[unit_id]
        self.spots[unit_id] = Spot(at=at, facing=facing % 360)
        if not tight and not self._has_room(unit_id, {unit_id, *beside}):
            self.spots[unit_id] = before
            return False
        self._settled.add(unit_id)
        self._tie(unit_id, (each for each in beside if self._touches(unit_id, each)))
        return True

    def _touches(self, one: str, other: str) -> bool:
        return self.outline(one).gap(self.outline(other)) < MARGIN / 2

    def _has_room(self, unit_id: str, mates: Iterable[str]) -> bool:
        """Whether a unit is on the table, apart from settled strangers and off the free lines."""
        outline = self.outline(unit_id)
        if not self.field.table.holds(outline):
            return False
        others = self._settled.difference(mates)
        if any(outline.gap(self.outline(each)) < MARGIN for each in others):
            return False
        for each, end in self.ends.items():
            came = self.shape(each).outline(end.at, end.facing)
            if each not in mates and each != unit_id and outline.gap(came) < MARGIN:
                return False
        return not self._on_a_line(unit_id, outline)

    def _on_a_line(self, unit_id: str, outline: Outline) -> bool:
        return any(
            unit_id not in owners and outline.crossed_by(start, end)
            for start, end, owners in self._free
        )

    # --- Ways and lines -------------------------------------------------------------------------

    def may_go(self, unit_id: str, start: Point, end: Point, stays: Iterable[str]) -> bool:
        """Whether a settled unit comes straight to a place, which is on the table and free."""
        facing = bearing(start, end) if start != end else self.spots[unit_id].facing
        outline = self.shape(unit_id).outline(end, facing)
        if not self.field.table.holds(outline) or self.barred(start, end, (unit_id,)):
            return False
        rest = self._settled.difference((unit_id, *stays))
        return all(outline.gap(self.outline(each)) >= MARGIN for each in rest)

    def barred(self, start: Point, end: Point, ends: tuple[str, ...]) -> bool:
        """Whether a settled base lies on a line."""
        rest = self._settled.difference(ends)
        return any(self.outline(each).crossed_by(start, end) for each in rest)

    def keep_free(self, start: Point, end: Point, *owners: str) -> None:
        """Let nobody else come to stand on a line."""
        self._free.append((start, end, owners))

    # --- Standing aside -------------------------------------------------------------------------

    def make_way(self) -> bool:
        """Put everybody aside who is where somebody else has been put."""
        for unit_id in sorted(set(self.spots) - self._settled):
            knot = self._knots[unit_id]
            fits = all(self._has_room(each, knot) for each in knot)
            if not fits and not self.put_aside(unit_id):
                return False
            self._settled |= knot
        return True

    def put_aside(self, unit_id: str, within: Polygon = ()) -> bool:
        """Put a unit, with those joined to it, to the nearest place that is free."""
        spot, table = self.spots[unit_id], self.field.table
        rest = set(self.spots) - self._knots[unit_id] - self._settled
        left, right, low, high = (
            box_around(within) if within else (0.0, table.width, 0.0, table.depth)
        )
        found = [
            (distance(spot.at, at), at)
            for x in range(int(left), int(right) + 1)
            for y in range(int(low), int(high) + 1)
            for at in ((float(x), float(y)),)
            if not within or inside(at, within)
        ]
        settled = self._settled.copy()
        self._settled |= rest
        try:
            return any(
                (within or not self._in_opposing_zone(unit_id, at))
                and self.bring(unit_id, at, spot.facing)
                for _, at in sorted(found)
            )
        finally:
            self._settled = settled | (self._settled - rest)

    def _in_opposing_zone(self, unit_id: str, at: Point) -> bool:
        setup, piece = self.field.setup, self.field.piece(unit_id)
        zones = [zone_of(setup, p.id) for p in setup.players if p.team != piece.team]
        return any(zone and inside(at, zone) for zone in zones)

    # --- What comes of it -----------------------------------------------------------------------

    def changed(self) -> dict[str, Spot]:
        """The units that stand otherwise than they did."""
        units = self.field.state.units
        return {
            unit_id: spot
            for unit_id, spot in self.spots.items()
            if (spot.at, spot.facing) != (units[unit_id].at, units[unit_id].facing)
        }

    def terrain(self) -> tuple[Terrain, ...]:
        """The terrain that lies on the table, with what is said of ground and lines."""
        laid = [each for each in self.field.state.laid if not each.id.startswith(CLAIMED)]
        for unit_id, (kind, elevated) in self.grounds.items():
            if unit_id in self.spots and (kind != "open" or elevated):
                laid.append(_square(unit_id, kind, elevated, self.spots[unit_id].at))
        for (unit_id, target), (line, start) in self.lines.items():
            if line != "clear":
                laid.append(self._strip(unit_id, target, line, start))
        return (*laid, *self._obstacles)

    def obstruct(self, unit_id: str, end: Point, target: str) -> None:
        """Let something lie on the line to a target, behind the end of the way there."""
        name = f"{CLAIMED}way-{unit_id}"
        self._obstacles.append(_across(name, "hindering", end, self.spots[target].at, 0.5))

    def _strip(self, unit_id: str, target: str, line: LineSaid, start: Point) -> Terrain:
        """Something across the line of two units, amid what is free of it."""
        end = self.spots[target].at
        inches = distance(start, end)
        near, far = self.shape(unit_id).length / 2, self.shape(target).length / 2
        share = (inches + near - far) / (2 * inches) if inches > near + far else 0.5
        name = f"{CLAIMED}line-{unit_id}-{target}"
        if line == "blocked":
            return _across(name, "blocking", start, end, share)
        elevated = self.is_elevated(unit_id)
        return _across(name, "hindering", start, end, share, elevated=elevated)

    def is_elevated(self, unit_id: str) -> bool:
        """Whether a unit is said to stand on an elevation."""
        return self.grounds.get(unit_id, ("open", False))[1]


def said_ground(unit_id: str) -> str:
    """The id of the ground that a unit is said to stand in."""
    return f"{CLAIMED}ground-{unit_id}"


def said_grounds(field: Field) -> dict[str, tuple[GroundSaid, bool]]:
    """What every unit is said to stand in still, and whether elevated."""
    found: dict[str, tuple[GroundSaid, bool]] = {}
    laid = {element.id: element for element in field.state.laid}
    for piece in field.on_table:
        element = laid.get(said_ground(piece.id))
        if element is not None and element.occupied_by(piece.at):
            said = "open" if element.kind == "clear" else element.kind
            found[piece.id] = (msgspec.convert(said, GroundSaid), element.elevated)
    return found


def _across(
    name: str, kind: Kind, start: Point, end: Point, share: float, *, elevated: bool = False
) -> Terrain:
    """A small element across a line, at a share of it."""
    at, direction = along(start, end, share), bearing(start, end)
    thick, wide = STRIP
    corners = [
        ahead(ahead(at, direction, back), direction + 90, side)
        for back, side in ((-thick, -wide), (-thick, wide), (thick, wide), (thick, -wide))
    ]
    polygon = tuple((round(x, 6), round(y, 6)) for x, y in corners)
    return Terrain(id=name, kind=kind, polygon=polygon, elevated=elevated)


def _square(unit_id: str, said: GroundSaid, elevated: bool, at: Point) -> Terrain:
    x, y = at
    kind: Kind = "clear" if said == "open" else said
    corners = ((-SQUARE, -SQUARE), (SQUARE, -SQUARE), (SQUARE, SQUARE), (-SQUARE, SQUARE))
    return Terrain(
        id=said_ground(unit_id),
        kind=kind,
        polygon=tuple((round(x + dx, 6), round(y + dy, 6)) for dx, dy in corners),
        elevated=elevated and kind in ("clear", "hindering"),
    )


def _knots(field: Field) -> dict[str, frozenset[str]]:
    """Everybody with those whom contacts join to him."""
    units = set(field.bases.by_unit)
    return {unit_id: frozenset(_joined(field, unit_id, units)) for unit_id in units}


def _joined(field: Field, unit_id: str, among: Iterable[str]) -> list[str]:
    """A unit and those of some whom contacts join to it."""
    reached, left = [unit_id], set(among) - {unit_id}
    for each in reached:
        met = [other for other in field.touching(each) if other in left]
        reached += met
        left -= set(met)
    return reached
