"""Dice that fall evenly: over a few sequences every part of what may be rolled comes up once."""

from functools import cache
from itertools import product

from rules.age_of_destruction.moment.attack import critical_of
from rules.core.dice import FACES

#: Sequences of dice that belong together; prime, so that throws are mixed (see `EvenDice`).
SEQUENCES = 11
#: The dice of an attack roll.
ATTACK_DICE = 3


class EvenDice:
    """One of so many sequences that belong together: their first throws are spread from the worst
    to the best, and so are their second ones, in another order."""

    def __init__(self, sequence: int) -> None:
        self._sequence = sequence
        self._thrown = 0

    def roll(self, number: int) -> tuple[int, ...]:
        """The next throw."""
        step = self._thrown % (SEQUENCES - 1) + 1
        place = (self._sequence * step + self._thrown) % SEQUENCES
        self._thrown += 1
        throws = _throws(number)
        return throws[(2 * place + 1) * len(throws) // (2 * SEQUENCES)]


@cache
def _throws(number: int) -> list[tuple[int, ...]]:
    """Every throw of some dice, the worst first."""
    return sorted(product(range(1, FACES + 1), repeat=number), key=_rank)


def _rank(faces: tuple[int, ...]) -> tuple[int, int]:
    luck = critical_of(faces) if len(faces) == ATTACK_DICE else ""
    return {"miss": -1, "": 0, "hit": 1}[luck], sum(faces)
