"""How long commanders think about an order, and how that grows with the figures on the table."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from math import log

from rules.age_of_destruction import Catalogue
from rules.age_of_destruction.bots import COMMANDERS, fight
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.play.rules import legal_orders
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.tools.bench_games import start

#: Figures a side: those between which growth is told, and those for which milliseconds are.
FIGURES_A_SIDE = (6, 12, 24)
USUAL = 12
#: Orders of a game after which both sides are in contact, and those looked at after them.
APART, ORDERS = 24, 36
#: Moments each commander thinks about: who looks ahead, about a few of them.
FEW, MANY = 6, 24
AHEAD = ("searching", "planning")
#: Who plays the games.
PLAYS = "greedy"


def measure_minds(catalogue: Catalogue) -> dict[str, float]:
    """Milliseconds of processor time that every commander but the one by lot takes for an order
    with twelve figures a side in contact, and the exponents by which these and lists of legal
    orders grow between six and twenty-four."""
    moments = {figures: _in_contact(catalogue, figures) for figures in FIGURES_A_SIDE}
    took: dict[str, list[float]] = {}
    for figures, states in moments.items():
        for name in COMMANDERS:
            if name != "random":
                few = _spread(states, FEW if name in AHEAD else MANY)
                chosen = partial(_chosen, _drawn_up(catalogue, figures), name)
                took.setdefault(name, []).append(_ms(chosen, few))
        listed = partial(_listed, _drawn_up(catalogue, figures))
        took.setdefault("legal_orders", []).append(_ms(listed, _spread(states, MANY)))
    usual = FIGURES_A_SIDE.index(USUAL)
    thinking = {f"{name}_order_ms": took[name][usual] for name in COMMANDERS if name in took}
    return thinking | {f"growth_{name}": _growth(times) for name, times in took.items()}


def _in_contact(catalogue: Catalogue, figures: int) -> list[State]:
    """Moments of a game at which somebody has an order to give, once both sides have met."""
    scenario = _drawn_up(catalogue, figures)
    setup, state = scenario.setup, scenario.state
    commander = COMMANDERS[PLAYS](SeededDice(1))
    both = {player.id: commander for player in setup.players}
    moments = []
    for number, taken in enumerate(
        islice(fight(setup, state, both, SeededDice(2)), APART + ORDERS)
    ):
        if number >= APART and open_question(state) is None and state.orders_left > 0:
            moments.append(state)
        state = taken.state
    return moments


def _drawn_up(catalogue: Catalogue, figures: int) -> Scenario:
    """A game of which nobody remembers anything yet."""
    return read_scenario(start(figures) | {"dice": [], "orders": []}, catalogue)


def _spread(states: Sequence[State], number: int) -> Sequence[State]:
    """Some of the states, evenly spread over all."""
    return states[:: max(len(states) // number, 1)][:number]


def _chosen(scenario: Scenario, name: str, state: State) -> object:
    return COMMANDERS[name](SeededDice(1)).choose(scenario.setup, state, state.active)


def _listed(scenario: Scenario, state: State) -> object:
    return legal_orders(scenario.setup, state, state.active)


def _ms(work: Callable[[State], object], states: Sequence[State]) -> float:
    """The mean milliseconds of processor time of some work on states."""
    started = time.process_time()
    for state in states:
        work(state)
    return (time.process_time() - started) / len(states) * 1000


def _growth(times: Sequence[float]) -> float:
    """The exponent by which times grow from the fewest figures to the most."""
    return log(times[-1] / times[0]) / log(FIGURES_A_SIDE[-1] / FIGURES_A_SIDE[0])
