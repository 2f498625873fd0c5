"""Whole battles from a seed: every step is checked, every save plays again."""

import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from rules.core.dice import SeededDice
from rules.core.simulate import Commander, Habits, play_out
from rules.khans_and_generals.orders import BY_NAME, KINDS
from rules.khans_and_generals.orders.end_stage import EndStage
from rules.khans_and_generals.orders.withdraw import Withdraw
from rules.khans_and_generals.play.invariants import broken_invariants
from rules.khans_and_generals.play.rules import AnyOrder
from rules.khans_and_generals.play.saved_game import (
    SavedGame,
    read_state,
    replay_game,
    write_state,
)
from rules.khans_and_generals.state.setup import Setup
from rules.khans_and_generals.state.state import State

#: Orders after which the players of a battle would end it.
BOUND = 160
#: Orders that scenarios give, and no player.
NOT_BY_PLAYERS = ("ignite",)


class Fault(Exception):
    """Something that must not happen in a battle."""


def actors(state: State) -> tuple[str, ...]:
    """Who may act: who is asked, else the active player."""
    if state.stage == "over":
        return ()
    return (state.waiting.player,) if state.waiting is not None else (state.active,)


def traits(order: AnyOrder) -> list[str]:
    """What is rare about an order."""
    return [kind.name for value, kind in KINDS.items() if type(order) is value]


HABITS: Habits[AnyOrder] = Habits(
    traits=traits,
    passes=lambda order: isinstance(order, EndStage),
    ends=lambda order: isinstance(order, Withdraw),
)


def play_battle(start: Mapping[str, Any], seed: int, *, bound: int = BOUND) -> SavedGame:
    """One battle from a position under commanders who try everything; raises Fault."""
    dice = SeededDice(seed)
    saved = SavedGame(start, dice)
    commander = Commander(HABITS, dice)
    watch = partial(_watch, saved)
    play_out(saved.game, commander, actors, bound=bound, watch=watch)
    return saved


def _watch(saved: SavedGame) -> None:
    state = saved.game.state
    setup: Setup = saved.scenario.setup
    if wrong := broken_invariants(setup, state):
        raise Fault("; ".join(wrong))
    if read_state(write_state(state)) != state:
        raise Fault("the state is not the same after saving")


def run(catalogue: Mapping[str, Any], seed: int, games: int, say: Callable[[str], None]) -> bool:
    """Play battles of the catalogue; say how each went and which orders never occurred."""
    starts = {name: data for name, data in catalogue.items() if name.startswith("battles/")}
    if not starts:
        say("no battles to play")
        return False
    given: Counter[str] = Counter()
    well = True
    for number in range(games):
        name = sorted(starts)[number % len(starts)]
        try:
            saved = play_battle(starts[name], seed + number)
            _, difference = replay_game(saved.write(seed=seed + number))
            if difference is not None:
                raise Fault(difference.message())
        except Exception:
            say(f"{name} with seed {seed + number}: {traceback.format_exc()}")
            well = False
            continue
        given.update(trait for step in saved.game.steps for trait in traits(step.order))
        state = saved.game.state
        steps = len(saved.game.steps)
        say(f"{name}, seed {seed + number}: {steps} orders, {state.turn} turns, {state.ended_by}")
    never = [kind for kind in BY_NAME if kind not in given and kind not in NOT_BY_PLAYERS]
    say(f"orders never given: {', '.join(never) or 'none'}")
    return well
