"""Whole games by lot of any system: every step is checked, every state and save read again."""

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol

import msgspec

from rules.core.dice import SeededDice
from rules.core.match import TypedMatch
from rules.core.orders import write_order
from rules.core.simulate import Commander, Habits, play_out

Written = Mapping[str, Any]


class Fault(Exception):
    """Something that must not happen in a game."""


class Playable(Protocol):
    """What is asked of a system in play (`core.system.Play`)."""

    @property
    def order_kinds(self) -> Sequence[str]: ...

    @property
    def endings(self) -> Sequence[str]: ...

    def deals(self, seed: int) -> Iterator[dict[str, Any]]: ...

    def begin(self, start: Written, seed: int, state: Any = None) -> TypedMatch[Any, Any, Any]: ...

    def replay(self, data: Any, language: str) -> dict[str, Any]: ...


def kind_of(order: Written) -> tuple[str, ...]:
    """The kind of an order and nothing else."""
    return (str(order["order"]),)


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How games of a system are played by lot.

    `traits`: what is rare about an order, its kind first; `gives_up`: the kinds meant to end a
    game; `bound`: the orders after which players mean to end it; `last_turn`: the turn after which
    nobody acts in a game that knows no end.
    """

    traits: Callable[[Written], Sequence[str]] = kind_of
    gives_up: tuple[str, ...] = ()
    bound: int = 200
    last_turn: int | None = None


USUAL = Manner()


def run(
    play: Playable, seed: int, games: int, say: Callable[[str], None], manner: Manner = USUAL
) -> bool:
    """Play what is dealt for a seed and say how each game went, then how often orders of each kind
    were given; a game that does not go well is told with its traceback, and the next one is played.

    Returns whether all went well.
    """
    given = Counter(dict.fromkeys(play.order_kinds, 0))
    well, number = True, 0
    commander = Commander(_habits(play, manner), SeededDice(seed))
    for number, start in enumerate(islice(play.deals(seed), games), 1):
        name = str(start.get("name") or "a game")
        try:
            match = _played(play, start, seed + number, commander, manner)
        except Exception:
            say(f"game {number}, {name}: {traceback.format_exc()}")
            well = False
            continue
        given.update(str(write_order(step.order)["order"]) for step in match.game.steps)
        say(f"game {number}, {name}: {len(match.game.steps)} orders, turn {match.turn}")
    if not number:
        say("no games to play")
    say(", ".join(f"{kind} {count}" for kind, count in sorted(given.items())))
    return well and number > 0


def _played(
    play: Playable, start: Written, seed: int, commander: Commander[Any], manner: Manner
) -> TypedMatch[Any, Any, Any]:
    """One game to its end; raises Fault, and NeverEnds as `play_out`."""
    match = play.begin(start, seed)

    def actors(_state: object) -> Sequence[str]:
        late = manner.last_turn is not None and match.turn > manner.last_turn
        return () if late else match.actors()

    def watch() -> None:
        if faults := list(match.faults()):
            raise Fault(f"after {write_order(match.game.steps[-1].order)}: {'; '.join(faults)}")
        if play.begin(start, seed, match.state()).game.state != match.game.state:
            raise Fault("a state is read otherwise than it was written")

    play_out(match.game, commander, actors, bound=manner.bound, watch=watch)
    answer = play.replay(match.save(), "en")
    if not answer["identical"]:
        raise Fault(f"plays again otherwise: {answer['reason']}")
    return match


def _habits(play: Playable, manner: Manner) -> Habits[Any]:
    endings = set(play.endings)

    def ends(order: Any) -> bool:
        return write_order(order)["order"] in manner.gives_up

    return Habits(
        traits=lambda order: manner.traits(write_order(order)),
        passes=lambda order: write_order(order)["order"] in endings and not ends(order),
        ends=ends,
    )
