"""Whole games by lot from the ready-made scenarios, every step checked, saved and played again."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from rules.core.dice import SeededDice
from rules.core.orders import write_order
from rules.core.simulate import Commander, Habits, play_out
from rules.nations_at_war.chance import SeededChance
from rules.nations_at_war.invariants import broken_invariants
from rules.nations_at_war.orders import AnyOrder
from rules.nations_at_war.orders.draw import Draw
from rules.nations_at_war.orders.end_stage import EndStage
from rules.nations_at_war.play import actors
from rules.nations_at_war.reading import read_position
from rules.nations_at_war.saved_game import Match, replay_game, start_game, write_game
from rules.nations_at_war.state import State

#: Orders after which the players only end their stages, and the last turn of a game.
BOUND = 200
LAST_TURN = 6


class Fault(Exception):
    """Something that must not happen in a game."""


def traits(order: AnyOrder) -> list[str]:
    """What is rare about an order: its kind, then its legs and results."""
    written = write_order(order)
    kind = str(written["order"])
    legs = [f"{kind}.{field}" for leg in written.get("legs", ()) for field in leg]
    result = [f"{kind}.{written['result']}"] if "result" in written else []
    return [kind, *legs, *result]


HABITS: Habits[AnyOrder] = Habits(
    traits=traits,
    passes=lambda order: isinstance(order, (EndStage, Draw)),
    ends=lambda order: False,
)


def deal(position: Mapping[str, Any], chance: SeededDice) -> dict[str, Any]:
    """A position with a last turn, its questions put or not, as the lot has it."""
    return (
        {"turn_limit": LAST_TURN} | dict(position) | {"prompts": ("auto", "ask")[chance.below(2)]}
    )


def play(start: Mapping[str, Any], commander: Commander[AnyOrder], seed: int) -> Match:
    """Play one game to its last turn; raises Fault, and NeverEnds as `play_out`."""
    setup, _ = read_position(start)
    game = start_game(start, SeededChance(seed))

    def watch() -> None:
        for broken in broken_invariants(setup, game.state):
            raise Fault(f"after {write_order(game.steps[-1].order)}: {broken}")
        if msgspec.convert(msgspec.to_builtins(game.state), State) != game.state:
            raise Fault("a state is read otherwise than it was written")

    play_out(game, commander, partial(actors, setup), bound=BOUND, watch=watch)
    state, difference = replay_game(write_game(game, start))
    if difference or state != game.state:
        raise Fault(f"plays again otherwise: {difference}")
    return game


def run(positions: Mapping[str, Any], seed: int, games: int, say: Callable[[str], None]) -> bool:
    """Play games from a seed and say how each went, then what orders were given; whether all went
    well."""
    chance = SeededDice(seed)
    commander = Commander(HABITS, chance)
    orders: Counter[str] = Counter()
    names = sorted(positions)
    for number in range(games):
        name = names[number % len(names)]
        start = deal(positions[name], chance)
        try:
            game = play(start, commander, seed + number)
        except Exception as error:
            say(f"game {number + 1} from {name}: {type(error).__name__}: {error}")
            return False
        orders.update(traits(step.order)[0] for step in game.steps)
        say(f"game {number + 1} from {name}: {len(game.steps)} orders, turn {game.state.turn}")
    say(", ".join(f"{kind} {count}" for kind, count in sorted(orders.items())))
    return True
