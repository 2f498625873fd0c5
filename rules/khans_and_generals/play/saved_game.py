"""The game/1 file: a battle as it began, and every order with the faces it rolled.

`start` is a scenario/1 object whose dice and orders are left out; `opening` are the faces of a
change of the battlefield before the first order. `orders`, `faces` and `states` have one entry for
every order. A fingerprint is SHA-256 over the JSON of the whole state, sorted keys; files hold its
first eight hex digits.
"""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core.codec import Node
from rules.core.dice import Dice, DiceRunOut, FaceImpossible, RecordedDice, ScriptedDice
from rules.core.game import SHORTEST_PRINT, Difference, Game, GameRules
from rules.core.game import replay as replay_record
from rules.core.saved_game import FORMAT, read_steps, start_of
from rules.khans_and_generals.army.battle_group import RULESET, SYSTEM
from rules.khans_and_generals.play.outcome import opened
from rules.khans_and_generals.play.rules import AnyOrder, decide, explain, legal_orders
from rules.khans_and_generals.play.scenario import Scenario, read_order, read_scenario, write_order
from rules.khans_and_generals.state.events import Event, evolve
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State

SCHEMES = ("pcg32", "recorded")
HIGHEST_FACE = 12

Battle = Game[State, AnyOrder, Event]
Record = list[tuple[AnyOrder, tuple[int, ...], str]]


def fingerprint(state: State) -> str:
    """A short text that differs for different states; as read back, so that 1 and 1.0 are one."""
    as_read = read_state(write_state(state))
    return hashlib.sha256(msgspec.json.encode(as_read, order="sorted")).hexdigest()[:16]


def write_state(state: State) -> dict[str, Any]:
    """A state as plain JSON values; `read_state(write_state(s)) == s`."""
    written: dict[str, Any] = msgspec.to_builtins(state)
    return written


def read_state(data: Any) -> State:
    """A state as `write_state` wrote it; raises msgspec.ValidationError for anything else."""
    return msgspec.convert(data, State)


def rules_of(setup: Setup) -> GameRules[State, AnyOrder, Event]:
    """The four functions, bound to a set-up."""
    return GameRules(
        explain=partial(explain, setup),
        legal_orders=partial(legal_orders, setup),
        decide=partial(decide, setup),
        evolve=evolve,
        fingerprint=fingerprint,
    )


class SavedGame:
    """A battle being played from a position, with all its file needs; `later`: a state it has
    come to, if it is not to begin."""

    def __init__(self, start: Mapping[str, Any], dice: Dice, later: State | None = None) -> None:
        self.start = _position(start)
        self.scenario = _read_start(self.start)
        recorded = RecordedDice(dice)
        state = later or _open(self.scenario, recorded)
        self.opening = recorded.faces
        self.game: Battle = Game(rules_of(self.scenario.setup), state, dice)

    def write(self, *, scheme: str = "recorded", seed: int | None = None) -> dict[str, Any]:
        """The battle as files hold it."""
        steps = self.game.steps
        return {
            "format": FORMAT,
            "system": SYSTEM,
            "ruleset": RULESET,
            "dice": {"scheme": scheme} | ({} if seed is None else {"seed": seed}),
            "start": self.start,
            "opening": list(self.opening),
            "orders": [write_order(step.order) for step in steps],
            "faces": [list(step.faces) for step in steps],
            "states": [step.fingerprint[:SHORTEST_PRINT] for step in steps],
        }


def _position(start: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in start.items() if key not in ("dice", "orders", "expect")}


def _read_start(start: Mapping[str, Any]) -> Scenario:
    return read_scenario({**start, "dice": [], "orders": []})


def _open(scenario: Scenario, dice: Dice) -> State:
    state = scenario.state
    for event in opened(scenario.setup, state, dice):
        state = evolve(state, event)
    return state


def read_record(data: Any) -> tuple[tuple[int, ...], Record]:
    """Opening faces and orders of a parsed game/1 file; raises Unreadable."""
    steps = list(read_steps(data, SYSTEM, "faces", "states"))
    node = Node(data)
    node.get("dice").get("scheme").one_of(SCHEMES)
    record = [
        (read_order(order.value, order.path), _faces(rolled), state.text())
        for order, rolled, state in steps
    ]
    return node.optional("opening", _faces) or (), record


def _faces(node: Node) -> tuple[int, ...]:
    return tuple(face.integer(low=1, high=HIGHEST_FACE) for face in node.items())


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any."""
    opening, record = read_record(data)
    scenario = start_of(data, _read_start)
    try:
        state = _open(scenario, ScriptedDice(opening))
    except (DiceRunOut, FaceImpossible):
        return scenario.state, Difference(0, "DICE_RUN_OUT")
    return replay_record(rules_of(scenario.setup), state, record)
