"""Playing the games that are dealt, watching each step, and noting what occurs."""

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.end_game import EndGame
from rules.age_of_destruction.orders.end_stage import EndStage
from rules.age_of_destruction.orders.time_up import TimeUp
from rules.age_of_destruction.orders.withdraw import Withdraw
from rules.age_of_destruction.play.invariants import broken_invariants, ordered_twice
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.play.saved_game import (
    Skirmish,
    read_state,
    replay_game,
    start_game,
    write_game,
)
from rules.age_of_destruction.play.scenario import read_scenario
from rules.age_of_destruction.playouts.deal import Deals
from rules.age_of_destruction.playouts.ledger import Ledger
from rules.age_of_destruction.playouts.misfits import misfits
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.state.events import GameEnded
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import SeededDice
from rules.core.orders import write_order
from rules.core.saved_game import fingerprint
from rules.core.simulate import Commander, Habits, play_out

#: Orders after which the players of a game would end it.
BOUND = 150


class Fault(Exception):
    """Something that must not happen in a game."""


def actors(setup: Setup, state: State) -> tuple[str, ...]:
    """Who may act: who is asked, else the active player, and with him all once somebody would end
    the game."""
    if state.stage == "over":
        return ()
    question = open_question(state)
    if question is not None:
        return (question.player,)
    others = setup.after(state.active)[:-1] if state.agreed else []
    return (state.active, *others)


def traits(order: Order) -> list[str]:
    """What is rare about an order: its kind, then legs, choices and manners."""
    written = write_order(order)
    kind = written["order"]
    found = [kind]
    for key in ("to", "mode", "kind", "repair", "capture", "run", "members", "split", "off"):
        if key in written:
            value = written[key]
            found.append(f"{kind}.{key}" + (f".{value}" if isinstance(value, str) else ""))
    found += [f"on {name}" for name in order.on]
    found += [f"choice {written['choice']}"] if written.get("choice") else []
    found += [f"leg {key}" for leg in written.get("legs", ()) for key in leg]
    return found


HABITS: Habits[Order] = Habits(
    traits=traits,
    passes=lambda order: isinstance(order, EndStage),
    ends=lambda order: isinstance(order, (EndGame, TimeUp, Withdraw)),
)


class Playouts:
    """Games from one seed, one after the other, and the ledger of all of them."""

    def __init__(self, catalogue: Catalogue, seed: int, bound: int = BOUND) -> None:
        self.catalogue = catalogue
        self.seed = seed
        self.bound = bound
        self.ledger = Ledger(catalogue)
        self.chance = SeededDice(seed)
        self.deals = Deals(catalogue, self.chance)
        self.commander = Commander(HABITS, self.chance)

    def play(self) -> Skirmish:
        """Deal and play the next game to its end, then save it and play it again.

        Raises Fault for a broken invariant and a replay that differs, NeverEnds as `play_out`.
        """
        start = self.deals.next()
        setup = read_scenario(start | {"dice": [], "orders": []}, self.catalogue).setup
        game = start_game(start, self.catalogue, SeededDice(self.seed + self.deals.number))
        self.ledger.begin(setup)
        watch = Watch(self, setup, game)
        play_out(game, self.commander, partial(actors, setup), bound=self.bound, watch=watch.step)
        watch.replay(start)
        return game


def run(catalogue: Catalogue, seed: int, games: int, write: Callable[[str], None]) -> bool:
    """Play some games, write how each went and in the end what has never occurred.

    Returns whether all went well; a game that does not is told with its traceback, and the next
    one is played.
    """
    playouts = Playouts(catalogue, seed)
    faults = 0
    for number in range(1, games + 1):
        try:
            game = playouts.play()
        except Exception:
            faults += 1
            write(f"game {number} of seed {seed}: FAULT\n{traceback.format_exc(limit=-6)}")
        else:
            write(f"game {number}: {len(game.steps)} orders, {game.state.turn} turns, {how(game)}")
    for heading, (seen, all_of_them) in playouts.ledger.counts().items():
        never = ", ".join(playouts.ledger.missing().get(heading, ()))
        write(f"{heading}: {seen} of {all_of_them}" + (f"; never: {never}" if never else ""))
    return not faults


def how(game: Skirmish) -> str:
    """Why a game ended and who has won it."""
    end = next(e for e in reversed(game.steps[-1].events) if isinstance(e, GameEnded))
    return f"{end.why}, won by {end.winner}"


class Watch:
    """Looks at a game after every order."""

    def __init__(self, playouts: Playouts, setup: Setup, game: Skirmish) -> None:
        self.playouts = playouts
        self.setup = setup
        self.game = game
        self.ordered: set[str] = set()

    def step(self) -> None:
        """Judge and note what the last order has brought, and try some that do not fit."""
        step, state = self.game.steps[-1], self.game.state
        broken = broken_invariants(self.setup, state) + ordered_twice(step.events, self.ordered)
        restored = read_state(msgspec.json.decode(msgspec.json.encode(state)))
        if fingerprint(restored) != fingerprint(state):
            broken.append("the state does not survive being saved")
        if broken:
            raise Fault(f"{step.order}: " + "; ".join(broken))
        self.playouts.ledger.take(step.events, state)
        for order in self._misfits(step.order):
            codes = (violation.code for violation in explain(self.setup, state, order))
            self.playouts.ledger.refuse(codes)

    def _misfits(self, order: Order) -> Iterator[Order]:
        return misfits(order, sorted(self.setup.figures), self.playouts.chance)

    def replay(self, start: dict[str, Any]) -> None:
        """Save the game and play it again; raises Fault where the replay differs."""
        record = msgspec.json.decode(msgspec.json.encode(write_game(self.game, start)))
        state, difference = replay_game(record, self.playouts.catalogue)
        if difference is not None:
            raise Fault(f"the replay differs at order {difference.step}: {difference.message()}")
        if fingerprint(state) != fingerprint(self.game.state):
            raise Fault("the replay ends in another state")
