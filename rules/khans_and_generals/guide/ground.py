"""The ground as a unit meets it that goes along with one facing: what is closed to it, what costs
it movement, where its base has room (section 12 of the rules).

A way is judged by two tracks, those of the middle of the base and of its front edge (KG-087), so
that everything stands twice in its way: where it is, and moved by the way from front to middle.
"""

from collections.abc import Iterable, Iterator

import msgspec

from rules.core.angles import sine_and_cosine
from rules.core.geometry import (
    Box,
    Point,
    Polygon,
    ahead,
    area,
    bearing,
    box_around,
    boxes_meet,
    distance,
    grown,
    span_in_box,
    strictly_inside,
)
from rules.core.kept import kept
from rules.core.routes import Solid
from rules.khans_and_generals.moment.field import Piece, fire_base
from rules.khans_and_generals.orders.base import most_minor
from rules.khans_and_generals.steps.movement import HEDGEHOG_MOVEMENT, Plan
from rules.khans_and_generals.table.bases import CONTACT, TOLERANCE, Base
from rules.khans_and_generals.table.terrain import NEVER_ENTERED, Terrain

#: Corners of a way round a round base.
ROUND_CORNERS = 12
#: Half as thick as a line is for ways.
LINE = 0.005
#: How much of the tolerance of contact a place of rest uses.
SNUG = CONTACT - TOLERANCE
#: Kinds of terrain that are looked at each for itself, the nearest ones.
MOST_TOLLS = 4


class Toll(msgspec.Struct, frozen=True):
    """Terrain that is paid for once, however often it is crossed (KG-027): all of one kind, or one
    zone or obstacle."""

    name: str
    pieces: tuple[Terrain, ...]


class Budget(msgspec.Struct, frozen=True):
    """Centimetres for a way that crosses some terrain; `tested`: only after a Training test
    (KG-029)."""

    most: float
    tested: bool = False


class Ground:
    """What a unit meets with its base turned some way; `factor` multiplies its movement."""

    def __init__(self, piece: Piece, facing: float, factor: int = 1) -> None:
        self.piece = piece
        self.field = piece.field
        self.base = piece.base.moved(piece.base.at, facing % 360)
        self.factor = factor
        front = self.base.front
        self.shift = (front[0] - self.base.at[0], front[1] - self.base.at[1])
        self._plan = Plan(self.field, piece, ())

    # --- What is closed --------------------------------------------------------------------

    @kept
    def closed(self) -> list[Solid]:
        """What no way may cross: enemies, fire, terrain barred to the unit (KG-045, KG-092)."""
        found: list[Solid] = []
        for other in self._others:
            if other.is_enemy(self.piece) or self._both_heavy(other):
                found += self._twice(outline_of(other.base))
        own = self.piece.base
        for square in self.field.state.fires:
            fire = fire_base(square)
            if not fire.overlaps(own):
                found += self._twice(outline_of(fire))
        for terrain in self.field.terrain:
            if self._bars(terrain):
                for outline in outlines_of(terrain):
                    found += self._twice(outline)
            elif self.piece.profile.class_ in terrain.row.barred_in_depth:
                core = self._depth_of(terrain.polygon)
                found += [Solid(core)] if core else []
        return found

    @kept
    def friends(self) -> list[Solid]:
        """Friends that would be disordered by being passed (KG-090, KG-091)."""
        found: list[Solid] = []
        for other in self._others:
            if not other.is_enemy(self.piece) and not self._both_heavy(other):
                found += self._twice(outline_of(other.base))
        return found

    @kept
    def _others(self) -> list[Piece]:
        return [other for other in self.field.present if other.id != self.piece.id]

    def _both_heavy(self, other: Piece) -> bool:
        heavy = ("vehicle", "artillery")
        return self.piece.profile.class_ in heavy and other.profile.class_ in heavy

    def _bars(self, terrain: Terrain) -> bool:
        """Whether terrain is closed to the unit, or takes a minor order it no longer has."""
        profile, unit = self.piece.profile, self.piece.unit
        names = {profile.class_, "mounted" if self.piece.is_horse else ""}
        if terrain.kind in NEVER_ENTERED or names & {*terrain.row.barred, *terrain.bars}:
            return True
        takes_minor = terrain.row.minor_order or terrain.kind == "obstacle"
        spent = unit.minor >= most_minor(self.piece)
        return takes_minor and spent and terrain.id not in unit.crossed

    def _twice(self, outline: Polygon) -> list[Solid]:
        x, y = self.shift
        return [Solid(outline), Solid(tuple((a - x, b - y) for a, b in outline))]

    def _depth_of(self, polygon: Polygon) -> Polygon:
        """Where the middle is when all corners are inside; of terrain with dents all of it."""
        if _has_dents(polygon):
            return polygon
        x, y = self.base.at
        corners = list(polygon)
        for a, b in self.base.corners:
            moved = tuple((p - (a - x), q - (b - y)) for p, q in polygon)
            corners = _common(corners, moved)
        return tuple(corners) if len(corners) > 2 else ()

    # --- What costs ------------------------------------------------------------------------

    @kept
    def tolls(self) -> list[Toll]:
        """What costs movement and has not been paid for yet, the nearest first."""
        groups: dict[str, list[Terrain]] = {}
        for terrain in self.field.terrain:
            if terrain.id not in self.piece.unit.crossed and not self._bars(terrain):
                if terrain.is_work:
                    groups[terrain.id] = [terrain]
                else:
                    groups.setdefault(terrain.kind, []).append(terrain)
        tolls = [Toll(name, tuple(pieces)) for name, pieces in groups.items()]
        costly = [toll for toll in tolls if self._costs(toll)]
        return sorted(costly, key=lambda toll: min(t.gap(self.base) for t in toll.pieces))

    def _costs(self, toll: Toll) -> bool:
        row, first = toll.pieces[0].row, toll.pieces[0]
        if first.is_work:
            return bool(first.movement)
        return bool(row.movement or row.movement_mounted or row.movement_percent)

    def walls_of(self, toll: Toll) -> list[Solid]:
        """What keeps a way out of terrain that shall not be paid for."""
        known = self._walls.get(toll.name)
        if known is None:
            outlines = (outline for piece in toll.pieces for outline in outlines_of(piece))
            known = [wall for outline in outlines for wall in self._twice(outline)]
            self._walls[toll.name] = known
        return known

    @kept
    def _walls(self) -> dict[str, list[Solid]]:
        return {}

    @kept
    def begins_in(self) -> frozenset[str]:
        """What is paid for as soon as the unit stirs: it stands in it."""
        points = (self.base.at, self.base.front)
        return frozenset(
            toll.name
            for toll in self.tolls
            if any(
                piece.polygon and strictly_inside(point, piece.polygon)
                for piece in toll.pieces
                for point in points
            )
        )

    def budgets(self) -> Iterator[tuple[frozenset[str], Budget]]:
        """What there is for ways that cross nothing but some of what costs, the most first."""
        forced = self.begins_in
        other = [toll for toll in self.tolls if toll.name not in forced]
        near = [toll for toll in other if self._is_near(toll)][:MOST_TOLLS]
        found = []
        for number in range(1 << len(near)):
            chosen = [toll.name for bit, toll in enumerate(near) if number >> bit & 1]
            budget = self.budget(forced | set(chosen))
            if budget.most > TOLERANCE:
                found.append((forced | frozenset(chosen), budget))
        yield from sorted(found, key=lambda each: (-each[1].most, len(each[0])))

    def _is_near(self, toll: Toll) -> bool:
        far = self.piece.movement * self.factor + self.base.reach
        return any(terrain.gap(self.base) <= far for terrain in toll.pieces)

    def budget(self, names: Iterable[str]) -> Budget:
        """What there is for a way that crosses all of some terrain (KG-027 to KG-029)."""
        piece, wanted = self.piece, set(names)
        crossed = [t for t in self.field.terrain if t.id in piece.unit.crossed]
        inside = [t for toll in self.tolls if toll.name in self.begins_in for t in toll.pieces]
        new = [
            t
            for toll in self.tolls
            if toll.name in wanted and toll.name not in self.begins_in
            for t in toll.pieces
        ]
        left = self._plan.allowance([*crossed, *inside, *new])
        if left < 0 <= self._plan.allowance([*crossed, *inside]) and not all(
            t.is_work for t in new
        ):
            return Budget(0.0)
        if left < 1:
            return Budget(piece.movement / 2 - piece.unit.moved, tested=True)
        most = left * self.factor
        if piece.unit.formation == "hedgehog":
            most = min(most, HEDGEHOG_MOVEMENT)
        return Budget(most - piece.unit.moved)

    # --- Room ------------------------------------------------------------------------------

    def room(self, at: Point) -> float:
        """How much room a base has at a place, below 0 for none; no more than there is."""
        width, depth = self.field.setup.width, self.field.setup.depth
        left, right, low, high = self.extent
        room = min(at[0] + left, width - at[0] - right, at[1] + low, depth - at[1] - high)
        room += TOLERANCE
        if room < 0:
            return room
        base = None
        for other, reach in self._rests:
            apart = distance(at, other.at) - reach
            if apart >= room:
                continue
            if apart < ROOM_EXACT:
                base = base or self.base.moved(at, self.base.facing)
                apart = base.gap(other) + SNUG
            room = min(room, apart)
            if room < 0:
                return room
        return room

    @kept
    def extent(self) -> Box:
        """The smallest box around the base, seen from its middle."""
        (x, y), box = self.base.at, box_around(self.base.corners)
        return box[0] - x, box[1] - x, box[2] - y, box[3] - y

    @kept
    def _rests(self) -> list[tuple[Base, float]]:
        """What the base may not stand on, and how far off nothing can be wrong."""
        bases = [other.base for other in self._others]
        bases += [fire_base(square) for square in self.field.state.fires]
        return [(base, base.reach + self.base.reach) for base in bases]

    @property
    def rims(self) -> list[Base]:
        """The bases about which room is looked for closely."""
        return [base for base, _ in self._rests]


#: Centimetres between two bases' circles below which their gap is measured.
ROOM_EXACT = 1.0


def outline_of(base: Base) -> Polygon:
    """What of a base no way crosses: a little less than all of it (KG-092)."""
    if base.is_round:
        step = 360.0 / ROUND_CORNERS
        far = (base.radius - TOLERANCE) / sine_and_cosine(step / 2)[1]
        turns = (step * (number + 0.5) for number in range(ROUND_CORNERS))
        return tuple(ahead(base.at, -turn, far) for turn in turns)
    wide, deep = base.size
    size = (wide - 2 * TOLERANCE, deep - 2 * TOLERANCE)
    return Base(base.at, base.facing, size).corners


def outlines_of(terrain: Terrain) -> Iterator[Polygon]:
    """The outline of an area, or thin ones about the pieces of a line."""
    if terrain.polygon:
        yield terrain.polygon
        return
    for one, other in terrain.sides:
        turn = bearing(one, other)
        side = [ahead(one, turn - 90, LINE), ahead(other, turn - 90, LINE)]
        yield (*side, ahead(other, turn + 90, LINE), ahead(one, turn + 90, LINE))


def meets_sides(walls: Iterable[Solid], box: Box) -> bool:
    """Whether the side of a wall runs through a box."""
    for wall in walls:
        if boxes_meet(wall.box, box) and any(
            span_in_box(one, other, box) is not None for one, other in wall.sides
        ):
            return True
    return False


def reach_box(at: Point, far: float, width: float, depth: float) -> Box:
    """The box of the table around a place."""
    left, right, low, high = grown((at[0], at[0], at[1], at[1]), far)
    return max(left, 0.0), min(right, width), max(low, 0.0), min(high, depth)


def _common(corners: list[Point], other: Polygon) -> list[Point]:
    """What of a polygon lies within another without dents, by cutting along its sides."""
    turned = 1.0 if area(other) > 0 else -1.0
    for index, (bx, by) in enumerate(other):
        ax, ay = other[index - 1]
        depths = [turned * ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in corners]
        kept_corners: list[Point] = []
        for number, corner in enumerate(corners):
            here, there = depths[number], depths[number - 1]
            if (here >= 0) != (there >= 0):
                share = there / (there - here)
                px, py = corners[number - 1]
                kept_corners.append((px + share * (corner[0] - px), py + share * (corner[1] - py)))
            if here >= 0:
                kept_corners.append(corner)
        corners = kept_corners
        if not corners:
            break
    return corners


def _has_dents(polygon: Polygon) -> bool:
    """Whether a polygon turns both ways."""
    turns = set()
    for index, (x, y) in enumerate(polygon):
        (ax, ay), (bx, by) = polygon[index - 2], polygon[index - 1]
        turns.add((bx - ax) * (y - by) - (by - ay) * (x - bx) > 0)
    return len(turns) > 1
