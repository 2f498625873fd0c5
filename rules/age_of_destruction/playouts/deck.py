"""Decks that are dealt to their end before they are shuffled again."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from rules.core.dice import SeededDice

T = TypeVar("T")


def shuffled(items: Sequence[T], chance: SeededDice) -> list[T]:
    """The items in an order drawn by lot."""
    left, drawn = list(items), []
    while left:
        drawn.append(left.pop(chance.below(len(left))))
    return drawn


class Deck(Generic[T]):
    """Cards or figures of which none comes twice before all have come once."""

    def __init__(self, items: Sequence[T], chance: SeededDice) -> None:
        self._items = items
        self._chance = chance
        self._left = shuffled(items, chance)

    def draw(self, fits: Callable[[T], bool] = lambda item: True) -> T | None:
        """The next item that fits: of those not dealt yet, else of all; None where none fits."""
        for source in (self._left, shuffled(self._items, self._chance)):
            found = next((item for item in source if fits(item)), None)
            if found is not None:
                break
        if found in self._left:
            self._left.remove(found)
            self._left = self._left or shuffled(self._items, self._chance)
        return found
