"""Commanders: they give the orders of players where nobody else does.

Nothing here is a rule: what is legal `explain` says, what comes of an order the engine.
"""

from collections.abc import Callable

from rules.core.dice import SeededDice
from rules.khans_and_generals.bots.commander import Commander, RandomCommander
from rules.khans_and_generals.bots.greedy import GreedyCommander
from rules.khans_and_generals.orders.base import Order
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State

#: Commanders by name, from the weakest to the strongest; each is given the lot it draws by.
COMMANDERS: dict[str, Callable[[SeededDice], Commander]] = {
    "random": RandomCommander,
    "greedy": GreedyCommander,
}


def ordered(name: str, lot: int, setup: Setup, state: State) -> Order:
    """The order a commander of that name gives for who must act, in plain values, so that another
    process may be asked; raises NothingLegal, KeyError for a name nobody has."""
    return COMMANDERS[name](SeededDice(lot)).choose(setup, state)


def answered(name: str, lot: int, setup: Setup, state: State, player: str) -> Order | None:
    """The order a commander of that name gives for a player in the enemy's turn (KG-082), None
    where it lets the moment pass; raises KeyError for a name nobody has."""
    return COMMANDERS[name](SeededDice(lot)).answer(setup, state, player)
