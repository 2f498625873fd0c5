"""What a commander is, the one who draws lots, and fights between commanders."""

from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play.rules import NothingLegal, advance, some_legal_order, who_acts
from rules.age_of_destruction.state.events import AnyEvent
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.dice import Dice, RecordedDice, SeededDice


class Commander(Protocol):
    """Whoever gives the orders of one player or of several."""

    def choose(self, setup: Setup, state: State, player: str) -> Order:
        """A legal order, or the answer to the question a player is asked; only for who is to act.

        He ends his stage only where he knows of nothing useful that is legal. Raises NothingLegal
        where the game is stuck, which is a fault of the game.
        """


class RandomCommander:
    """Gives any order, by lot: a unit, what it does, and how."""

    def __init__(self, chance: SeededDice) -> None:
        self._chance = chance

    def choose(self, setup: Setup, state: State, player: str) -> Order:
        """A legal order by lot; raises ValueError for who is not to act."""
        if player != who_acts(state):
            raise ValueError(f"{player} has nothing to say")
        order = some_legal_order(setup, state, player, self._chance)
        if order is None:
            raise NothingLegal(player, state)
        return order


class Taken(msgspec.Struct, frozen=True):
    """An order taken in a fight: the faces it rolled, what happened, the state it has led to."""

    order: Order
    faces: tuple[int, ...]
    events: tuple[AnyEvent, ...]
    state: State


def fight(
    setup: Setup, state: State, commanders: Mapping[str, Commander], dice: Dice
) -> Iterator[Taken]:
    """A game played to its end, order by order, by a commander for every player."""
    while state.stage != "over":
        player = who_acts(state)
        order = commanders[player].choose(setup, state, player)
        rolled = RecordedDice(dice)
        state, happened = advance(setup, state, order, rolled)
        yield Taken(order, rolled.faces, happened, state)
