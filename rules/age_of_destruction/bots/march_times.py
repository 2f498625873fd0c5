"""How many turns of march units are away from where they want to be."""

from collections.abc import Callable
from functools import partial

from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.steps.transport import is_behind, refuse_load
from rules.core.geometry import Point, Polygon, box, distance, inches_to, inches_to_box, is_box


def way_to(zone: Polygon) -> Callable[[Point], float]:
    """The inches from any place to a zone, 0 inside."""
    if is_box(zone):
        return partial(inches_to_box, box=box(zone))
    return partial(inches_to, polygon=zone)


def turns_away(piece: Piece) -> float:
    """The turns until some weapon of a unit reaches the nearest opponent: on foot, or aboard a
    transport it stands behind."""
    turns = turns_of_march(piece, reach(piece), speed(piece).total)
    if not piece.is_infantry:
        return turns
    rides = [
        1 + turns_of_march(transport, reach(piece), speed(transport).total)
        for transport in piece.touching
        if may_ride(piece, transport)
    ]
    return min((turns, *rides))


def may_ride(rider: Piece, transport: Piece) -> bool:
    """Whether a unit may come aboard when its player's next turn begins."""
    return (
        transport.owner == rider.owner
        and is_behind(transport, rider)
        and permits(partial(refuse_load, transport, [rider]))
    )


def reach(piece: Piece) -> int:
    """The longest range of a unit's weapons."""
    return max((weapon.maximum for weapon in piece.weapons.values()), default=0)


def turns_of_march(piece: Piece, within: int, inches: int) -> float:
    """The turns of so many inches until a unit is within some distance of the nearest opponent."""
    opponents = [o for o in piece.field.opponents_of(piece.team) if not o.is_captive]
    if not opponents:
        return 0.0
    return turns_over(min(distance(piece.at, other.at) for other in opponents) - within, inches)


def turns_over(left: float, inches: int) -> float:
    """The turns of so many inches until no inch is left; half an inch at least."""
    return max(left, 0.5) / max(inches, 1)
