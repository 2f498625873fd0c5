"""The game/1 file: a battle as it began, and every order with the faces it rolled.

`start` is a scenario/1 object whose dice and orders are left out; `opening` are the faces of a
change of the battlefield before the first order. `orders`, `faces` and `states` have one entry for
every order. A fingerprint is SHA-256 over the JSON of the whole state, sorted keys; files hold its
first eight hex digits.
"""

import hashlib
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

import msgspec

from rules.core.codec import Unreadable
from rules.core.dice import (
    Dice,
    DiceRunOut,
    FaceImpossible,
    RecordedDice,
    ScriptedDice,
    SeededDice,
)
from rules.core.game import Difference, Game, GameRules
from rules.core.game import replay as replay_record
from rules.core.saved_game import (
    GameFile,
    read_game,
    record_of,
    ruleset_of,
    saved_of,
    start_of,
    taken,
    write_dice,
    write_record,
)
from rules.core.system import SavedGame as Saved
from rules.core.typed import Written
from rules.khans_and_generals.army.battle_group import RULESET
from rules.khans_and_generals.play.outcome import opened
from rules.khans_and_generals.play.rules import AnyOrder, advance, decide, explain, legal_orders
from rules.khans_and_generals.play.scenario import Scenario, read_order, read_scenario
from rules.khans_and_generals.state.events import Event, evolve
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State

Faces = tuple[Annotated[int, msgspec.Meta(ge=1, le=12)], ...]

#: Lots that are tried for an opening; its dice are few.
MOST_LOTS = 20_000

Battle = Game[State, AnyOrder, Event]


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
        advance=partial(advance, setup),
    )


class DiceRecord(Written, frozen=True):
    """Where the faces came from."""

    scheme: Literal["pcg32", "recorded"]


class BattleFile(GameFile, frozen=True, kw_only=True):
    """A game/1 file of this system."""

    system: Literal["khans-and-generals"]
    dice: DiceRecord
    faces: tuple[Faces, ...]
    opening: Faces = ()


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

    def write(
        self, *, scheme: str = "recorded", seed: int | None = None, ruleset: str = RULESET
    ) -> dict[str, Any]:
        """The battle as files hold it."""
        more = {"opening": list(self.opening), "dice": write_dice(scheme, seed)}
        return write_record(taken(self.game), self.start, ruleset, **more)


def _position(start: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in start.items() if key not in ("dice", "orders", "expect")}


def _read_start(start: Mapping[str, Any]) -> Scenario:
    return read_scenario({**start, "dice": [], "orders": []})


def _open(scenario: Scenario, dice: Dice) -> State:
    state = scenario.state
    for event in opened(scenario.setup, state, dice):
        state = evolve(state, event)
    return state


def _read(data: Any) -> tuple[BattleFile, Scenario, list[tuple[AnyOrder, tuple[int, ...], str]]]:
    file = read_game(data, BattleFile)
    record = record_of(file, read_order)
    return file, start_of(file, _read_start), record


def replay_game(data: Any) -> tuple[State, Difference | None]:
    """Play a parsed game/1 file again; the state reached and the first difference, if any."""
    file, scenario, record = _read(data)
    try:
        state = _open(scenario, ScriptedDice(file.opening))
    except (DiceRunOut, FaceImpossible):
        return scenario.state, Difference(0, "DICE_RUN_OUT")
    return replay_record(rules_of(scenario.setup), state, record)


def saved(data: Any) -> Saved:
    """What a parsed game/1 file holds, with a lot under which the battle opens as it did; raises
    Unreadable."""
    file, scenario, record = _read(data)
    lot = next((lot for lot in range(MOST_LOTS) if _opening(scenario, lot) == file.opening), None)
    if lot is None:
        raise Unreadable("$.opening", "NO_SUCH_OPENING")
    return saved_of(file.start, ruleset_of(data, RULESET), record, lot)


def _opening(scenario: Scenario, lot: int) -> Faces:
    recorded = RecordedDice(SeededDice(lot))
    _open(scenario, recorded)
    return recorded.faces
