"""Where the faces of dice come from: a seed, a script, or a record of what was rolled."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Protocol, TypeVar, runtime_checkable

import msgspec

T = TypeVar("T")

FACES = 6


class Die(msgspec.Struct, frozen=True):
    """One kind of die, or anything else that is drawn by lot: its faces are equally likely.

    `labels` name the faces of what has no numbers, in their order.
    """

    name: str
    faces: tuple[int, ...]
    labels: tuple[str, ...] = ()


@cache
def die(sides: int) -> Die:
    """The die with so many sides."""
    return Die(f"d{sides}", tuple(range(1, sides + 1)))


D6 = die(FACES)


class DiceRunOut(Exception):
    """A script or record has fewer faces than the game asks for."""


class FaceImpossible(Exception):
    """A script or record has a face that the die asked for does not have."""


class Dice(Protocol):
    """A source of six-sided dice."""

    def roll(self, number: int) -> tuple[int, ...]:
        """The faces of some dice, 1 to 6 each."""


@runtime_checkable
class DiceOfAllKinds(Dice, Protocol):
    """A source of any dice."""

    def throw(self, die: Die) -> int:
        """A face of a die."""


def throw(dice: Dice, die: Die) -> int:
    """A face of a die from a source of all kinds; raises TypeError for another source."""
    if not isinstance(dice, DiceOfAllKinds):
        raise TypeError(f"these dice have no {die.name}")
    return dice.throw(die)


class ScriptedDice:
    """Faces in a fixed order; raises DiceRunOut after the last."""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self.used = 0

    def roll(self, number: int) -> tuple[int, ...]:
        """The next faces of the script."""
        end = self.used + number
        if end > len(self._faces):
            raise DiceRunOut(f"{number} dice asked for, {self.left} left")
        rolled = tuple(self._faces[self.used : end])
        self.used = end
        return rolled

    def throw(self, die: Die) -> int:
        """The next face, which must be one of the die's; raises FaceImpossible."""
        (face,) = self.roll(1)
        if face not in die.faces:
            raise FaceImpossible(f"a {die.name} has no {face}")
        return face

    @property
    def left(self) -> int:
        """Faces not rolled yet."""
        return len(self._faces) - self.used


class Throw(msgspec.Struct, frozen=True):
    """The dice an order has thrown, in their order, and the one it asks for next, None for none;
    `together`: how many are thrown at once with that one, it and those before it among them, and
    `before`: how many of those have been."""

    thrown: tuple[Die, ...]
    needed: Die | None = None
    together: int = 1
    before: int = 0


class DieNeeded(Exception):
    """More faces are asked for than were typed; `die` is the one that is asked for."""

    def __init__(self, die: Die) -> None:
        super().__init__(die.name)
        self.die = die


class FaceWrong(Exception):
    """A typed face that its die does not have; `at` counts the faces before it."""

    def __init__(self, die: Die, face: int, at: int) -> None:
        super().__init__(die.name)
        self.die, self.face, self.at = die, face, at


class FacesLeft(Exception):
    """More faces were typed than are asked for; `count` says how many are."""

    def __init__(self, count: int) -> None:
        super().__init__(str(count))
        self.count = count


class TypedDice:
    """The faces that somebody typed; raises DieNeeded after the last, FaceWrong for one that
    cannot be."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = faces
        self.used: list[Die] = []
        #: How many dice are thrown at once, and how many had been before them.
        self.together, self.before = 1, 0

    def roll(self, number: int) -> tuple[int, ...]:
        """The faces of some six-sided dice."""
        self.together, self.before = number, len(self.used)
        return tuple(self._next(D6) for _ in range(number))

    def throw(self, die: Die) -> int:
        """The next face."""
        self.together, self.before = 1, len(self.used)
        return self._next(die)

    def _next(self, die: Die) -> int:
        at = len(self.used)
        if at == len(self._faces):
            raise DieNeeded(die)
        if self._faces[at] not in die.faces:
            raise FaceWrong(die, self._faces[at], at)
        self.used.append(die)
        return self._faces[at]


class RecordedDice:
    """Another source of dice, with a record of what it gave."""

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.faces: tuple[int, ...] = ()

    def roll(self, number: int) -> tuple[int, ...]:
        """The next faces of the source."""
        rolled = self._source.roll(number)
        self.faces += rolled
        return rolled

    def throw(self, die: Die) -> int:
        """A face of a die of the source."""
        face = throw(self._source, die)
        self.faces += (face,)
        return face


#: The step from one state of PCG32 to the next, and how many different numbers it gives.
_MULTIPLIER, _INCREMENT = 6364136223846793005, 1442695040888963407
_MASK = (1 << 64) - 1
_NUMBERS = 1 << 32


class SeededDice:
    """Faces from a seed by PCG32 (O'Neill 2014), the same on every machine and Python.

    `state` is the generator's whole memory, so that a saved game goes on with the same faces.
    """

    def __init__(self, seed: int) -> None:
        self.state = ((seed + _INCREMENT) * _MULTIPLIER + _INCREMENT) & _MASK

    def roll(self, number: int) -> tuple[int, ...]:
        """The next faces."""
        return tuple(self.below(FACES) + 1 for _ in range(number))

    def throw(self, die: Die) -> int:
        """A face of a die."""
        return die.faces[self.below(len(die.faces))]

    def below(self, count: int) -> int:
        """A number from 0 to count - 1 without bias: those that would favour low ones are drawn
        again."""
        limit = _NUMBERS - _NUMBERS % count
        while True:
            old = self.state
            self.state = (old * _MULTIPLIER + _INCREMENT) & _MASK
            shifted = (((old >> 18) ^ old) >> 27) & 0xFFFFFFFF
            turn = old >> 59
            number = ((shifted >> turn) | (shifted << (-turn & 31))) & 0xFFFFFFFF
            if number < limit:
                return number % count

    def shuffled(self, options: Sequence[T]) -> Iterator[T]:
        """Some options by lot, each once; drawn only as far as somebody asks for them."""
        left = list(options)
        while left:
            drawn = self.below(len(left))
            left[drawn], left[-1] = left[-1], left[drawn]
            yield left.pop()
