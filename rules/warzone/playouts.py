"""Whole games by lot from the ready-made scenarios, every step checked, saved and played again."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rules.core.dice import SeededDice
from rules.core.orders import write_order
from rules.core.simulate import Commander, Habits, play_out
from rules.warzone.invariants import broken_invariants
from rules.warzone.orders import AnyOrder
from rules.warzone.orders.ending import EndActivation, EndStage
from rules.warzone.reading import read_position
from rules.warzone.saved_game import Match, replay_game, start_game, write_game
from rules.warzone.state import State

#: The turn after which a game is over: the chapter knows no end of its own.
LAST_TURN = 5
BOUND = 200


class Fault(Exception):
    """Something that must not happen in a game."""


HABITS: Habits[AnyOrder] = Habits(
    traits=lambda order: [str(write_order(order)["order"])],
    passes=lambda order: isinstance(order, EndStage | EndActivation),
    ends=lambda order: False,
)


def deal(position: Mapping[str, Any], chance: SeededDice) -> dict[str, Any]:
    """A position as it is."""
    return dict(position)


def play(start: Mapping[str, Any], commander: Commander[AnyOrder], seed: int) -> Match:
    """Play one game to its last turn; raises Fault, and NeverEnds as `play_out`."""
    setup, _ = read_position(start)
    game = start_game(start, SeededDice(seed))

    def actors(state: State) -> tuple[str, ...]:
        return setup.players if state.turn <= LAST_TURN else ()

    def watch() -> None:
        for broken in broken_invariants(setup, game.state):
            raise Fault(f"after {write_order(game.steps[-1].order)}: {broken}")
        if msgspec.convert(msgspec.to_builtins(game.state), State) != game.state:
            raise Fault("a state is read otherwise than it was written")

    play_out(game, commander, actors, bound=BOUND, watch=watch)
    state, difference = replay_game(write_game(game, start))
    if difference or state != game.state:
        raise Fault(f"plays again otherwise: {difference}")
    return game


def run(positions: Mapping[str, Any], seed: int, games: int, say: Callable[[str], None]) -> bool:
    """Play games from a seed and say how each went, then what orders were given; whether all went
    well."""
    commander = Commander(HABITS, SeededDice(seed))
    orders: Counter[str] = Counter()
    names = sorted(positions)
    for number in range(games):
        name = names[number % len(names)]
        try:
            game = play(positions[name], commander, seed + number)
        except Exception as error:
            say(f"game {number + 1} from {name}: {type(error).__name__}: {error}")
            return False
        orders.update(str(write_order(step.order)["order"]) for step in game.steps)
        say(f"game {number + 1} from {name}: {len(game.steps)} orders, turn {game.state.turn}")
    say(", ".join(f"{kind} {count}" for kind, count in sorted(orders.items())))
    return True
