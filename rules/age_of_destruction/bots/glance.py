"""What a commander sees of places at a glance: who is in whose range and arc, whoever stands
between them."""

from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from rules.age_of_destruction.bots.duels import FROM_BEHIND, Duel, duels, farthest, sign
from rules.age_of_destruction.bots.worth import Scale, worth
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.table.terrain import Terrain
from rules.core.angles import sine_and_cosine, span
from rules.core.geometry import (
    Box,
    Point,
    box_around,
    boxes_meet,
    crosses_interior,
    distance,
)
from rules.core.kept import of_a_moment

#: Inches between bases that still are in contact at a glance.
NEARLY = 0.3


class Menace(msgspec.Struct, frozen=True, gc=False):
    """One attack as it looks from afar: the points it promises, from behind as well, and from how
    far."""

    points: float
    behind: float
    shortest: float
    longest: float


class Stance(msgspec.Struct, frozen=True, gc=False):
    """Where a unit looks, east and north, with the cosines of half its front arc and half its rear
    arc."""

    east: float
    north: float
    front: float
    rear: float

    def faces(self, x: float, y: float, inches: float) -> bool:
        """Whether what is so far east and north, and so many inches, away is in its front arc."""
        return x * self.east + y * self.north >= inches * self.front

    def turns_back_on(self, x: float, y: float, inches: float) -> bool:
        """Whether it is in its rear arc."""
        return x * self.east + y * self.north < -inches * self.rear


class View:
    """What is seen from where an opponent stands past the terrain that hides it from a unit."""

    def __init__(self, at: Point, walls: tuple[Terrain, ...]) -> None:
        self._at = at
        self._walls = walls
        #: The last place asked about, as prey and foe look at the same.
        self._last: Point | None = None
        self._seen = True

    def has(self, at: Point) -> bool:
        """Whether no terrain lies between it and a place."""
        if self._walls and self._last is not at:
            between = box_around((at, self._at))
            self._last = at
            self._seen = not any(self._is_behind(wall, at, between) for wall in self._walls)
        return self._seen

    def _is_behind(self, wall: Terrain, at: Point, between: Box) -> bool:
        return (
            boxes_meet(wall.box, between)
            and crosses_interior(at, self._at, wall.polygon)
            and (wall.kind == "blocking" or not _on_top(wall, (at, self._at)))
        )


class Opponent(msgspec.Struct, frozen=True, gc=False):
    """An opponent as it stands, with one side's attacks on the other, the best first, and what it
    sees."""

    at: Point
    stance: Stance
    menaces: tuple[Menace, ...]
    view: View


class Seen(msgspec.Struct, frozen=True, gc=False):
    """What a place promises at a glance: the points of the best attack from it, those of the worst
    on it together, and the inches to the nearest opponent."""

    hoped: float
    feared: float
    inches: float


#: Where a unit may get, and the place of the opponent it would look at from there.
Stop = tuple[Point, Point | None]


class Glance:
    """What one unit sees of the places within some inches of one; it minds some opponents."""

    def __init__(
        self,
        piece: Piece,
        minded: Sequence[Piece],
        about: Point,
        inches: float,
        scale: Scale,
    ) -> None:
        #: Where it gets with so many inches, once somebody has asked.
        self.stops: dict[float, list[Stop]] = {}
        self._arcs = _arcs(piece)
        self._places = [other.at for other in minded]
        self._preys: list[Opponent] = []
        self._foes: list[Opponent] = []
        for other in minded:
            stance = Stance(*sine_and_cosine(other.now.facing), *_arcs(other))
            walls = _walls(piece, other, box_around((about, other.at), inches))
            view = View(other.at, walls)
            left = distance(about, other.at) - inches
            if dealt := _menaces(piece, other, left, scale):
                self._preys.append(Opponent(other.at, stance, dealt, view))
            if not other.now.shutdown and (feared := _menaces(other, piece, left, scale)):
                self._foes.append(Opponent(other.at, stance, feared, view))
        self._preys.sort(key=lambda prey: -prey.menaces[0].behind)
        self._foes.sort(key=lambda foe: -foe.menaces[0].points)

    def here(self, at: Point, facing: float, most: int) -> Seen:
        """What a place promises the unit as it faces; `most` opponents attack it."""
        return self._seen(at, Stance(*sine_and_cosine(facing), *self._arcs), most)

    @of_a_moment
    def there(self, at: Point, target: Point | None, most: int) -> Seen:
        """The same where the unit looks at a target, if at any."""
        if target is None:
            return Seen(0.0, 0.0, 0.0)
        x, y = target[0] - at[0], target[1] - at[1]
        inches = span(x, y) or 1.0
        return self._seen(at, Stance(x / inches, y / inches, *self._arcs), most)

    def _seen(self, at: Point, stance: Stance, most: int) -> Seen:
        return Seen(self._hoped(at, stance), self._feared(at, stance, most), self._nearest(at))

    def _nearest(self, at: Point) -> float:
        x, y = at
        squares = [(x - a) * (x - a) + (y - b) * (y - b) for a, b in self._places]
        return sqrt(min(squares, default=0.0))

    def _hoped(self, at: Point, stance: Stance) -> float:
        best = 0.0
        for prey in self._preys:
            if prey.menaces[0].behind <= best:
                break
            x, y = prey.at[0] - at[0], prey.at[1] - at[1]
            inches = span(x, y)
            if stance.faces(x, y, inches):
                behind = prey.stance.turns_back_on(-x, -y, inches)
                points = _strength(prey.menaces, inches, behind=behind)
                if points > best and prey.view.has(at):
                    best = points
        return best

    def _feared(self, at: Point, stance: Stance, most: int) -> float:
        total, found = 0.0, 0
        for foe in self._foes:
            x, y = at[0] - foe.at[0], at[1] - foe.at[1]
            inches = span(x, y)
            if foe.stance.faces(x, y, inches):
                behind = stance.turns_back_on(-x, -y, inches)
                points = _strength(foe.menaces, inches, behind=behind)
                if points and foe.view.has(at):
                    total += points
                    found += 1
                    if found == most:
                        break
        return total


def glance(
    piece: Piece, minded: Sequence[Piece], about: Point, inches: float, scale: Scale = worth
) -> Glance:
    """What a unit sees, counted by a scale; remembered from one moment to the next while it and all
    it minds stand where they stood and show what they showed."""
    field, now = piece.field, piece.now
    about_it = (field.table, field.state.conditions, about, inches, piece.passengers, scale)
    looks = (
        *about_it,
        now.aboard,
        now.owner,
        *[(one.now.at, one.now.facing, sign(one)) for one in (piece, *minded)],
    )
    remembered = _remembered(field.setup)
    last = remembered.get(piece.id)
    if last is None or last[0] != looks:
        last = remembered[piece.id] = (looks, Glance(piece, minded, about, inches, scale))
    return last[1]


@of_a_moment
def _remembered(setup: Setup) -> dict[str, tuple[object, Glance]]:
    """The last glance of every unit of a game, with all it follows from."""
    return {}


def _walls(piece: Piece, other: Piece, between: Box) -> tuple[Terrain, ...]:
    """The terrain about a box that may hide two units from each other (AOD-LOF-009, AOD-ELEV-004);
    none does at cruising level."""
    if piece.cruising or other.cruising:
        return ()
    table = piece.field.table
    return tuple(t for t in table.near(between) if t.kind == "blocking" or t in table.elevations)


def _on_top(wall: Terrain, places: Iterable[Point]) -> bool:
    return any(map(wall.occupied_by, places))


def _strength(menaces: tuple[Menace, ...], inches: float, *, behind: bool) -> float:
    """What the best of some attacks promises that carry so far."""
    for menace in menaces:
        if menace.shortest <= inches <= menace.longest:
            return menace.behind if behind else menace.points
    return 0.0


def _menaces(one: Piece, other: Piece, left: float, scale: Scale) -> tuple[Menace, ...]:
    """What one unit does to another as it looks from afar, who are to be no nearer to each other
    than the inches left between them; the best first."""
    if left > farthest(one):
        return ()
    clash = duels(one.field, scale).between(one, other)
    found = [
        _menace(duel, duel.shortest, duel.longest) for duel in clash.shots if left <= duel.longest
    ]
    apart = (one.figure.shape.length + other.figure.shape.length) / 2 + NEARLY
    if left <= apart:
        found += [_menace(duel, 0.0, apart) for duel in clash.blows[:1]]
    return tuple(sorted(found, key=lambda menace: -menace.points))


def _menace(duel: Duel, shortest: float, longest: float) -> Menace:
    return Menace(duel.promise(), duel.promise(-FROM_BEHIND), shortest, longest)


def _arcs(piece: Piece) -> tuple[float, float]:
    """The cosines of half a front arc and half a rear arc."""
    halves = (piece.figure.front / 2, piece.figure.rear / 2)
    front, rear = (sine_and_cosine(half)[1] for half in halves)
    return front, rear
