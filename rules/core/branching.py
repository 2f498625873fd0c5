"""Everything dice may bring, counted exactly: something is run once for every way they can fall."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

from rules.core.dice import FACES, Dice

T = TypeVar("T")

#: Ways some dice can fall, each with its chance; the chances add up to 1.
Ways = Sequence[tuple[Fraction, tuple[int, ...]]]

#: The faces of one throw after the other.
Throws = tuple[tuple[int, ...], ...]


class TooManyWays(Exception):
    """There are more ways than somebody wanted to look at."""


def all_ways(number: int) -> Ways:
    """Every throw of some dice."""
    chance = Fraction(1, FACES**number)
    return [(chance, faces) for faces in product(range(1, FACES + 1), repeat=number)]


def every_way(
    run: Callable[[Dice], T], *, ways: Callable[[int], Ways] = all_ways, most: int
) -> Iterator[tuple[Fraction, T]]:
    """What a run brings, with its chance, for every way its dice can fall.

    `ways` may put throws together that bring the same. Raises TooManyWays as soon as there are more
    than `most`, also in the middle of a run that throws again and again.
    """
    waiting: list[_Path] = [_Path(Fraction(1), ())]
    for count in range(most + 1):
        if not waiting:
            return
        if count == most:
            raise TooManyWays(f"more than {most} ways")
        dice = _Branching(waiting.pop(), ways, waiting, most - count)
        brought = run(dice)
        yield dice.path.chance, brought


class Once(Generic[T]):
    """A run that is made once for dice that fall the same, however often they are followed."""

    def __init__(self, run: Callable[[Dice], T]) -> None:
        self._run = run
        #: How many dice are thrown after some throws, and what some throws bring.
        self._asked: dict[Throws, int] = {}
        self._brought: dict[Throws, T] = {}

    def __call__(self, dice: Dice) -> T:
        """What the run brings."""
        thrown: Throws = ()
        while (number := self._asked.get(thrown)) is not None:
            thrown = (*thrown, dice.roll(number))
        if thrown not in self._brought:
            noted = _Noted(dice, thrown, self._asked)
            brought = self._run(noted)
            thrown = noted.thrown
            self._brought[thrown] = brought
        return self._brought[thrown]


class _Noted:
    """Dice that have been thrown some times already, and that note how many are thrown next."""

    def __init__(self, dice: Dice, thrown: Throws, asked: dict[Throws, int]) -> None:
        self.thrown = thrown
        self._dice = dice
        self._asked = asked
        self._again = iter(thrown)

    def roll(self, number: int) -> tuple[int, ...]:
        """The next throw."""
        faces = next(self._again, None)
        if faces is None:
            self._asked[self.thrown] = number
            faces = self._dice.roll(number)
            self.thrown = (*self.thrown, faces)
        return faces


class _Path:
    """The throws that lead somewhere, and the chance of them all."""

    def __init__(self, chance: Fraction, throws: Throws) -> None:
        self.chance = chance
        self.throws = throws

    def onward(self, chance: Fraction, faces: tuple[int, ...]) -> "_Path":
        return _Path(self.chance * chance, (*self.throws, faces))


class _Branching:
    """Dice that follow a path, then take the first way of every further throw and leave the other
    ways for later; `room` is for how many ways, this one among them."""

    def __init__(
        self, path: _Path, ways: Callable[[int], Ways], waiting: list[_Path], room: int
    ) -> None:
        self.path = path
        self._ways = ways
        self._waiting = waiting
        self._room = room
        self._thrown = 0

    def roll(self, number: int) -> tuple[int, ...]:
        """The next throw."""
        if self._thrown == len(self.path.throws):
            first, *others = self._ways(number)
            self._waiting.extend(self.path.onward(*way) for way in others)
            if len(self._waiting) >= self._room:
                raise TooManyWays(f"more than {len(self._waiting)} ways are left")
            self.path = self.path.onward(*first)
        faces = self.path.throws[self._thrown]
        self._thrown += 1
        return faces
