"""How far a unit comes, at every pace it may use, as areas of the table.

An area holds the places of the middle of the base at which the unit, turned as it is, may come to
rest after a way that the rules allow. Its outline is right within `TOLERANCE` centimetres.
"""

from collections.abc import Sequence

from rules.core.contours import contours
from rules.core.geometry import Box, Point, Polygon, ahead, along, area, distance, grown
from rules.core.hands import Region
from rules.core.kept import of_a_moment
from rules.core.routes import Corner, Routes, Solid
from rules.khans_and_generals.guide.ground import Budget, Ground, meets_sides, reach_box
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.steps.movement import STRAIGHT_TURN, WIDEST_TURN

#: Centimetres within which the outline of an area is right.
TOLERANCE = 1.0
#: Centimetres between the places that are looked at, and how often larger squares are halved.
FINE, HALVINGS = 2.0, 1
#: Centimetres of a way from which on it is enough to look more coarsely.
FAR, COARSE = 40.0, 3.0
#: Square centimetres that are too few to be drawn.
SPECK = 0.3
#: Centimetres beyond its own to which it is known how far a unit would have to go.
BEYOND = 3.0
#: Degrees between the rays by which a rush straight on is measured.
RAY = 5


class Ways:
    """The shortest ways of a unit over some terrain that costs it, and over no other; `spares`
    goes round friends as well."""

    def __init__(
        self, ground: Ground, crosses: frozenset[str], budget: Budget, *, spares: bool = False
    ) -> None:
        self.ground, self.crosses, self.budget = ground, crosses, budget
        self.walls = [*ground.closed, *(ground.friends if spares else ())]
        for toll in ground.tolls:
            if toll.name not in crosses:
                self.walls += ground.walls_of(toll)
        setup = ground.field.setup
        size, most = (setup.width, setup.depth), budget.most + BEYOND
        self.routes = Routes(ground.base.at, self.walls, size, most)

    def sparing(self) -> "Ways":
        """The same round friends."""
        return Ways(self.ground, self.crosses, self.budget, spares=True)

    def last_corner(self, to: Point) -> tuple[Corner, float] | None:
        """The last corner of the way to a place and its centimetres, None where none leads."""
        return self.routes.last_corner(to, self.routes.most)

    def left(self, to: Point) -> float:
        """The centimetres left at a place, below 0 where it is too far."""
        farthest = self.budget.most - distance(self.routes.start, to)
        if farthest < 0:
            return farthest
        found = self.last_corner(to)
        return self.budget.most - (found[1] if found else self.routes.most)


def ways_of(ground: Ground) -> list[Ways]:
    """The ways of a unit by what they cross, those with the most centimetres first."""
    return [Ways(ground, crosses, budget) for crosses, budget in ground.budgets()]


class Reached:
    """How surely a unit comes to places: by the centimetres left there, or by the room if less."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.ways = ways_of(ground)
        self.walls = [wall for ways in self.ways for wall in ways.walls]
        self.far = max((ways.budget.most for ways in self.ways), default=0.0)

    def value(self, at: Point) -> float:
        """Above 0 for a place that can be come to."""
        left = -BEYOND
        for ways in self.ways:
            if ways.budget.most - distance(ways.routes.start, at) > left:
                left = max(left, ways.left(at))
        if left < -FINE:
            return left
        room = self.ground.room(at)
        return min(room, left) if room < 0 or left > 0 else -min(room, -left)

    def busy(self, box: Box) -> bool:
        """Whether some wall stands here, at which what is left jumps, or a base takes up room."""
        if meets_sides(self.walls, box):
            return True
        x, y = (box[0] + box[1]) / 2, (box[2] + box[3]) / 2
        about = (box[1] - box[0]) + self.ground.base.reach
        return any(distance((x, y), base.at) < about + base.reach for base in self.ground.rims)

    def region(self) -> Region:
        """The outlines of all places."""
        setup = self.ground.field.setup
        box = reach_box(self.ground.base.at, self.far, setup.width, setup.depth)
        if self.far <= 0:
            return ()
        fine = FINE if self.far <= FAR else COARSE
        found = contours(self.value, grown(box, 2 * fine), fine, HALVINGS, self.busy)
        return tuple(loop for loop in found if abs(area(loop)) > SPECK)


@of_a_moment
def reached(field: Field, name: str, factor: int, facing: float) -> Reached:
    """The places a unit comes to, turned some way."""
    return Reached(Ground(field.piece(name), facing, factor))


@of_a_moment
def region_of(field: Field, name: str, factor: int) -> Region:
    """The outlines of where a unit comes to, turned as it is."""
    return reached(field, name, factor, field.piece(name).unit.facing).region()


# --- Straight on --------------------------------------------------------------------------------


@of_a_moment
def rush_of(field: Field, name: str, factor: int, charges: bool) -> Region:
    """Where a straight line leads after one turn of at most 90° (KG-089); `charges`: over ground
    that allows a charge."""
    piece = field.piece(name)
    widest = min(STRAIGHT_TURN, WIDEST_TURN - piece.unit.turned)
    steps = max(0, int(widest // RAY))
    ends = [
        _rush(Ground(piece, piece.unit.facing + RAY * step, factor), charges)
        for step in range(-steps, steps + 1)
    ]
    outline: Polygon = (piece.base.at, *ends)
    return (outline,) if len(outline) > 2 and abs(area(outline)) > SPECK else ()


def _rush(ground: Ground, charges: bool) -> Point:
    """The end of the longest straight way a unit can go as it is turned."""
    at, facing = ground.base.at, ground.base.facing
    most = ground.budget(ground.begins_in).most
    stops = [most]
    end = ahead(at, facing, max(most, 0.0))
    tracks = ((at, end), (ground.base.front, ahead(ground.base.front, facing, max(most, 0.0))))
    stops += [_first(wall, at, end) for wall in ground.closed if wall.bars(at, end)]
    paid = set(ground.begins_in)
    entries = sorted(_entries(ground, tracks, charges))
    for entry, name, open_to_it in entries:
        if entry >= min(stops):
            break
        if not open_to_it:
            stops.append(entry)
        elif name not in paid:
            paid.add(name)
            most = ground.budget(paid).most
            stops.append(max(most, entry))
    return ahead(at, facing, max(0.0, min(stops)))


def _entries(
    ground: Ground, tracks: Sequence[tuple[Point, Point]], charges: bool
) -> list[tuple[float, str, bool]]:
    """After how many centimetres terrain is entered, by its toll, and whether it is open."""
    found = []
    tolls = {piece.id: toll.name for toll in ground.tolls for piece in toll.pieces}
    for terrain in ground.field.terrain:
        is_open = terrain.row.charge or not charges
        if terrain.id in tolls or not is_open:
            cuts = [terrain.entered_at(one, other) for one, other in tracks]
            entered = [cut for cut in cuts if cut is not None]
            if entered:
                found.append((min(entered), tolls.get(terrain.id, ""), is_open))
    return found


def _first(wall: Solid, at: Point, end: Point) -> float:
    """How far a straight way leads before a wall."""
    low, high = 0.0, 1.0
    for _ in range(12):
        half = (low + high) / 2
        if wall.bars(at, along(at, end, half)):
            high = half
        else:
            low = half
    return low * distance(at, end)
