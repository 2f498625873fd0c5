"""Where a unit may want to go."""

from collections.abc import Iterator, Sequence

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.orders.approaches import heading, spot
from rules.core.geometry import Point, ahead, along, bearing, box, distance

#: Opponents a unit thinks of when it moves.
NEAREST = 3
#: Degrees beside the way to a goal, and shares of the allowance, that are tried too.
ASIDE, SHARES = (-60, -30, 30, 60), (1.0, 0.5)
#: Inches between places that are not the same.
GRID = 0.5
#: Inches by which a unit stays within its range, by which a passenger is put down behind its
#: transport, and at which a unit is beside another.
WITHIN, BEHIND, BESIDE = 0.5, 2.75, 2.0


def ends(piece: Piece, nearest: Sequence[Piece], reach: float) -> list[Point]:
    """About where a unit gets on its way to its goals, and beside the first of them: places on the
    table that are not nearly the same."""
    table = piece.field.table
    apart = {(round(x / GRID), round(y / GRID)): (x, y) for x, y in _ends(piece, nearest, reach)}
    return [end for end in apart.values() if table.has(end)]


def _ends(piece: Piece, nearest: Sequence[Piece], reach: float) -> Iterator[Point]:
    goals = list(_goals(piece, nearest, reach))
    for goal in goals:
        far = distance(piece.at, goal)
        yield along(piece.at, goal, reach / far) if far > reach else goal
    for goal in goals[:1]:
        towards, inches = bearing(piece.at, goal), min(distance(piece.at, goal), reach)
        for aside in ASIDE:
            for share in SHARES:
                yield ahead(piece.at, towards + aside, min(inches, reach * share))


def written(piece: Piece, end: Point) -> Point:
    """The end of a way as short as a player writes it, and no farther."""
    return spot(piece.at, heading(piece.at, end), distance(piece.at, end))


def nearest_of(piece: Piece) -> list[Piece]:
    """The opponents a unit thinks of when it moves."""
    others = [other for other in piece.field.opponents_of(piece.team) if not other.is_captive]
    return sorted(others, key=lambda other: distance(piece.at, other.at))[:NEAREST]


def look(at: Point, nearest: Sequence[Piece], otherwise: float) -> float:
    """The direction of the opponent nearest to a place."""
    target = nearest_to(at, nearest)
    return heading(at, target) if target else otherwise


def nearest_to(at: Point, others: Sequence[Piece]) -> Point | None:
    """The place of whoever of some units is nearest to another place."""
    return min((other.at for other in others), key=lambda p: distance(at, p), default=None)


def _goals(piece: Piece, nearest: Sequence[Piece], reach: float) -> Iterator[Point]:
    """Where a unit may want to go: within range of opponents and up to them, into their zones,
    aside and away."""
    ranges = _ranges(piece)
    for other in nearest:
        far = distance(piece.at, other.at)
        for inches in ranges:
            if inches < far:
                yield along(other.at, piece.at, inches / far)
        yield along(other.at, piece.at, min(BESIDE / far, 1.0)) if far else other.at
    yield from _zones(piece)
    if nearest:
        away = bearing(nearest[0].at, piece.at)
        table = piece.field.table
        for side in (0, 60, 300):
            x, y = spot(piece.at, away + side, reach)
            yield (min(max(x, 1.0), table.width - 1), min(max(y, 1.0), table.depth - 1))


def _ranges(piece: Piece) -> list[float]:
    """The distances from which a unit shoots, and from which passengers do that are put down behind
    it; the longest first."""
    own = [weapon.maximum - WITHIN for weapon in piece.weapons.values()]
    riders = map(piece.field.piece, piece.passengers)
    theirs = [w.maximum - BEHIND for rider in riders for w in rider.weapons.values()]
    return sorted({inches for inches in (*own, *theirs) if inches > 0}, reverse=True)


def _zones(piece: Piece) -> Iterator[Point]:
    """The nearest places in the zones of opponents; in its own for a heavily damaged unit."""
    for player in piece.field.setup.players:
        zone = zone_of(piece.field.setup, player.id)
        wanted = player.id == piece.owner if piece.is_salvage else player.team != piece.team
        if zone and wanted:
            left, right, low, high = box(zone)
            x = min(max(piece.at[0], left + 1), right - 1)
            yield (x, min(max(piece.at[1], low + 1), high - 1))
