"""Speed of play: a skirmish of 450 points a side in its third turn, on a table with terrain."""

import time
from collections.abc import Callable
from typing import Any

from rules.age_of_destruction import Catalogue
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.rules import advance, legal_orders
from rules.age_of_destruction.play.scenario import Scenario, read_scenario
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice

#: Orders of one playout: about two turns of both sides with their answers.
PLAYOUT = 16

RED = (
    ("AOD-102", 16, 9, 0),
    ("AOD-097", 22, 8, 0),
    ("AOD-033", 6, 9, 20),
    ("AOD-061", 11, 8, 0),
    ("AOD-070", 18, 3, 0),
    ("AOD-029", 13.4, 13.3, 0),
    ("AOD-053", 27, 6, 340),
    ("AOD-021", 15.5, 12.6, 0),
)
BLUE = (
    ("AOD-093", 15, 19, 180),
    ("AOD-109", 22, 24, 180),
    ("AOD-049", 9, 20, 160),
    ("AOD-041", 20, 31, 180),
    ("AOD-054", 28, 24, 200),
    ("AOD-005", 13.4, 14.8, 180),
    ("AOD-030", 26, 18, 200),
    ("AOD-022", 17.6, 16.4, 180),
)
TERRAIN = (
    ("wood", "hindering", (8, 14, 12.5, 18), False),
    ("pond", "shallow_water", (2, 13, 6, 18), False),
    ("rock", "blocking", (18.5, 18, 20.5, 20), False),
    ("hill", "clear", (21, 11, 26, 16), True),
)


def measure_skirmish(catalogue: Catalogue, seconds: float) -> dict[str, float]:
    """Lists of legal orders and playouts of sixteen orders a second."""
    scenario = position(catalogue)
    setup, state = scenario.setup, scenario.state
    return {
        "legal_orders_per_s": _rate(
            lambda number: legal_orders(setup, state, state.active), seconds
        ),
        "playouts_per_s": _rate(lambda number: play_out(setup, state, number), seconds),
    }


def position(catalogue: Catalogue) -> Scenario:
    """The position measured: sixteen figures of the catalogue, two of them in contact."""
    return read_scenario(
        {
            "format": "scenario/1",
            "system": "age-of-destruction",
            "build_total": 450,
            "table": {"width": 36, "depth": 36},
            "terrain": [_element(*element) for element in TERRAIN],
            "players": ["red", "blue"],
            "active": "red",
            "units": [
                {"id": f"{side[0]}{n}", "owner": side, "unit": unit, "at": [x, y], "facing": facing}
                for side, army in (("red", RED), ("blue", BLUE))
                for n, (unit, x, y, facing) in enumerate(army)
            ],
            "dice": [],
            "orders": [],
        },
        catalogue,
    )


def _element(
    name: str, kind: str, box: tuple[float, float, float, float], elevated: bool
) -> dict[str, Any]:
    left, low, right, high = box
    corners = [[left, low], [right, low], [right, high], [left, high]]
    return {"id": name, "kind": kind, "polygon": corners, "elevated": elevated}


def play_out(setup: Setup, state: State, seed: int) -> State:
    """The state after some orders, each one of those that are legal; nobody withdraws."""
    dice = SeededDice(seed)
    for step in range(PLAYOUT):
        question = open_question(state)
        player = question.player if question else state.active
        legal = [o for o in legal_orders(setup, state, player) if not isinstance(o, Withdraw)]
        if not legal:
            break
        order = legal[(seed + 7919 * step) % len(legal)]
        state, _ = advance(setup, state, order, dice)
    return state


def _rate(work: Callable[[int], object], seconds: float) -> float:
    done = 0
    started = time.process_time()
    while (elapsed := time.process_time() - started) < seconds:
        work(done)
        done += 1
    return done / elapsed
