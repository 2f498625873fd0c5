"""Commanders: they give the orders of players where nobody else does.

Nothing here is a rule: what is legal `explain` says, what comes of an order the engine.
"""

from collections.abc import Callable

from rules.age_of_destruction.bots.commander import Commander, RandomCommander, Taken, fight
from rules.age_of_destruction.bots.drilled import DrilledCommander
from rules.age_of_destruction.bots.greedy import GreedyCommander
from rules.age_of_destruction.bots.planning import PlanningCommander
from rules.age_of_destruction.bots.searching import SearchingCommander
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice

#: Commanders by name, from the weakest to the strongest; each is given the lot it draws by.
COMMANDERS: dict[str, Callable[[SeededDice], Commander]] = {
    "random": RandomCommander,
    "greedy": GreedyCommander,
    "drilled": DrilledCommander,
    "searching": SearchingCommander,
    "planning": PlanningCommander,
}


def ordered(name: str, lot: int, setup: Setup, state: State, player: str) -> Order:
    """The order a commander of that name gives for a player, in plain values, so that another
    process may be asked; raises NothingLegal."""
    return COMMANDERS[name](SeededDice(lot)).choose(setup, state, player)


__all__ = [
    "COMMANDERS",
    "Commander",
    "DrilledCommander",
    "GreedyCommander",
    "PlanningCommander",
    "RandomCommander",
    "SearchingCommander",
    "Taken",
    "fight",
    "ordered",
]
