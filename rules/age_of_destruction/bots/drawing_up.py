"""How a commander lays terrain and draws up his units before the first turn."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.deploy import Deploy
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.place_terrain import PlaceTerrain
from rules.age_of_destruction.play.rules import NothingLegal, is_legal
from rules.age_of_destruction.state.state import Preparation
from rules.core.dice import SeededDice
from rules.core.geometry import distance

#: What an inch forward is worth in inches to the side.
FORWARD = 3.0
#: Inches of the line over which units of the highest and lowest worth spread from its middle.
WING = 8.0
#: How much faster a transport must be for a ride, and what such a ride is worth in inches.
FASTER, ABOARD = 1.3, 1000.0


def draw_up(field: Field, ready: Preparation, chance: SeededDice) -> Order:
    """Terrain by lot; units in the front rank, the dearest in the middle, the fast on the wings.

    Raises NothingLegal where the set-up is stuck.
    """
    player = field.state.active
    candidates: list[Order] = [*PlaceTerrain.candidates(field, player)]
    deploys = [*Deploy.candidates(field, player)]
    if deploys:
        unit = _next_unit(field, deploys)
        own = [order for order in deploys if order.unit == unit]
        candidates = [*sorted(own, key=lambda order: _likes(field, order), reverse=True)]
    else:
        candidates = list(chance.shuffled(candidates))
    legal = (order for order in (*candidates, EndStage()) if is_legal(field, order))
    found = next(legal, None)
    if found is None:
        raise NothingLegal(field.state.active, field.state)
    return found


def _next_unit(field: Field, deploys: list[Deploy]) -> str:
    """The dearest unit that still waits."""
    figures = field.setup.figures
    return max((order.unit for order in deploys), key=lambda unit_id: figures[unit_id].value)


def _gains_speed(field: Field, order: Deploy) -> bool:
    """Whether a unit would begin the game aboard something much faster."""
    rider, transport = (field.setup.figures[u].unit for u in (order.unit, order.aboard or ""))
    return transport.dial[0].speed >= FASTER * rider.dial[0].speed


def _likes(field: Field, order: Deploy) -> float:
    if order.aboard is not None:
        return ABOARD if _gains_speed(field, order) else -ABOARD
    if order.at is None:
        return -ABOARD
    figure, middle = field.setup.figures[order.unit], field.table.middle
    across = abs(order.at[0] - middle[0])
    fast = min(figure.unit.dial[0].speed / 18, 1.0)
    forward = -distance(order.at, (order.at[0], middle[1]))
    aloft = 2.0 if order.level == "cruising" else 0.0
    return FORWARD * forward - abs(across - fast * WING) + aloft
