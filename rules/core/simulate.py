"""Whole games by a commander who tries everything, for want of players.

Nothing here knows a game system: `Habits` say what an order is like.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Generic, TypeVar

import msgspec

from rules.core.dice import SeededDice
from rules.core.game import Game

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - an order
E = TypeVar("E")
T = TypeVar("T")

#: Orders within which a game ends once its players mean to end it.
FAREWELL = 200


class NeverEnds(Exception):
    """Nobody can act though the game is not over, or it does not end though all would end it."""


class Habits(msgspec.Struct, Generic[O], frozen=True):
    """What a commander knows of the orders of a game system.

    `traits`: what tells kinds of orders apart, the first of them the kind; `passes`: whether an
    order only ends a turn; `ends`: whether it is meant to end the game.
    """

    traits: Callable[[O], Sequence[str]]
    passes: Callable[[O], bool]
    ends: Callable[[O], bool]


class Commander(Generic[O]):
    """Gives every player's orders: never passes while something else is legal, and as often as not
    gives what has been given least."""

    def __init__(self, habits: Habits[O], chance: SeededDice) -> None:
        self.habits = habits
        self.chance = chance
        self.given: Counter[str] = Counter()

    def choose(self, legal: Sequence[O], *, ending: bool = False) -> O:
        """One of some legal orders; `ending` prefers those that end the game."""
        order = self._pick(self._willing(legal, ending))
        self.given.update(set(self.habits.traits(order)))
        return order

    def _willing(self, legal: Sequence[O], ending: bool) -> Sequence[O]:
        ends = [order for order in legal if self.habits.ends(order)]
        passes = [order for order in legal if self.habits.passes(order)]
        if ending and (ends or passes):
            return ends or passes
        others = [order for order in legal if not self._idles(order)]
        return others or passes or ends

    def _idles(self, order: O) -> bool:
        return self.habits.passes(order) or self.habits.ends(order)

    def _pick(self, orders: Sequence[O]) -> O:
        if self.chance.below(2):
            rarity = [min(self.given[t] for t in self.habits.traits(order)) for order in orders]
            least = min(rarity)
            rare = [o for o, given in zip(orders, rarity, strict=True) if given == least]
            return self._any(rare)
        kind = self._any(sorted({self.habits.traits(order)[0] for order in orders}))
        return self._any([order for order in orders if self.habits.traits(order)[0] == kind])

    def _any(self, options: Sequence[T]) -> T:
        return options[self.chance.below(len(options))]


def play_out(
    game: Game[S, O, E],
    commander: Commander[O],
    actors: Callable[[S], Sequence[str]],
    *,
    bound: int,
    watch: Callable[[], None] = lambda: None,
) -> None:
    """Play a game to its end; after `bound` orders its players mean to end it.

    `actors`: who may act at a moment, nobody when the game is over; `watch` is called after every
    order. Raises NeverEnds.
    """
    for number in count():
        acting = actors(game.state)
        if not acting:
            return
        legal = [order for who in acting for order in game.rules.legal_orders(game.state, who)]
        if not legal:
            raise NeverEnds(f"{', '.join(acting)} cannot act after {number} orders")
        if number >= bound + FAREWELL:
            raise NeverEnds(f"still going on after {number} orders")
        game.play(commander.choose(legal, ending=number >= bound))
        watch()
