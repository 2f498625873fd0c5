"""Ways that lead a unit on its errand: straight, or round what stands before it."""

from collections.abc import Iterator

from rules.core.geometry import ahead, bearing, distance
from rules.khans_and_generals.bots.errands import Errand
from rules.khans_and_generals.moment.field import Field, Piece, fire_base
from rules.khans_and_generals.orders.move import RUN_FACTOR, Move
from rules.khans_and_generals.steps.movement import NEVER_RUN, Leg

#: Degrees to either side of the straight way that are tried, in this order.
TURNS = (0.0, 30.0, -30.0, 60.0, -60.0)
#: Shares of what is left of the movement that are tried.
SHARES = (1.0, 0.66, 0.33)
#: The same of steps to all sides, and the degrees between two of these.
SIDESTEPS, ROUND = (1.0, 0.5), 45
#: Centimetres between the places at which a way out of a fire may end.
OUT_OF_FIRE = 0.05
#: Centimetres below which nobody sets out.
SHORTEST = 1.0


def ways(field: Field, piece: Piece, goal: Errand) -> Iterator[Move]:
    """Moves that bring a unit nearer to where it ought to be, the one that brings it nearest
    first; not all of them are legal."""
    to_go = goal.left(piece.base.at)
    if to_go < SHORTEST:
        return
    course = bearing(piece.base.at, goal.at)
    runs = (False, True) if _may_hurry(field, piece) else (False,)
    tried: list[tuple[float, Move]] = []
    for run in runs:
        allowance = piece.movement * (RUN_FACTOR if run else 1) - piece.unit.moved
        for share in SHARES:
            length = min(allowance * share, to_go)
            if length < SHORTEST:
                continue
            for turn in TURNS:
                move = _march(piece, course + turn, length, run=run)
                end = ahead(piece.base.at, course + turn, length)
                tried.append((goal.left(end), move))
    tried.sort(key=lambda pair: pair[0])
    for move in dict.fromkeys(move for left, move in tried if left < to_go):
        yield move


def sidesteps(piece: Piece) -> Iterator[Move]:
    """Moves to all sides, for who only wants to be elsewhere."""
    allowance = piece.movement - piece.unit.moved
    for share in SIDESTEPS:
        if allowance * share >= SHORTEST:
            for turn in range(0, 360, ROUND):
                yield _march(piece, piece.unit.facing + turn, allowance * share, run=False)


def ways_out_of_fire(piece: Piece) -> Iterator[Move]:
    """The shortest moves to all sides that end beside the fire a unit stands in (KG-047)."""
    fires = [fire_base(square) for square in piece.field.state.fires]
    for turn in range(0, 360, ROUND):
        clear, steps = None, int(piece.movement / OUT_OF_FIRE)
        for step in range(1, steps + 1):
            at = ahead(piece.base.at, turn, step * OUT_OF_FIRE)
            if not any(fire.overlaps(piece.base.moved(at, piece.unit.facing)) for fire in fires):
                clear = at
                break
        if clear is not None:
            yield Move(
                unit=piece.id, legs=(Leg(travel=((round(clear[0], 2), round(clear[1], 2)),)),)
            )


def _may_hurry(field: Field, piece: Piece) -> bool:
    """Whether it runs: who runs does not shoot, so only out of everybody's sight and range."""
    if piece.unit.major or piece.unit.formation in NEVER_RUN or piece.profile.is_vehicle:
        return False
    reach = max((weapon.range for weapon in piece.profile.weapons), default=0.0)
    enemies = field.enemies(piece.owner)
    return all(distance(piece.base.at, enemy.base.at) > reach + piece.movement for enemy in enemies)


def _march(piece: Piece, course: float, length: float, *, run: bool) -> Move:
    turn = (course - piece.unit.facing + 180) % 360 - 180
    legs: tuple[Leg, ...] = (Leg(rotate=round(turn, 2)),) if abs(turn) > 1 else ()
    at = ahead(piece.base.at, piece.unit.facing + (round(turn, 2) if legs else 0.0), length)
    travel = (round(at[0], 2), round(at[1], 2))
    return Move(unit=piece.id, legs=(*legs, Leg(travel=(travel,))), run=run)
