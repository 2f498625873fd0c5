"""What climbs, jumps, drops and falls come to, by numbers alone: faces needed, chances, damage."""

import math
from typing import Literal

import msgspec

from rules.warzone.ground import LOST
from rules.warzone.position import Rulings

#: Faces of the die, and the lowest that fail the tests of climbing and jumping (WZ-037, WZ-044).
FACES = 20
CLIMBER_FALLS = 17
JUMPER_FALLS = 19
#: The damage of any fall, before its inches (WZ-053).
LEAST_DAMAGE = 5


class Harm(msgspec.Struct, frozen=True):
    """Damage with its multiplier; how they meet armour is for another chapter (WZ-056)."""

    damage: int
    multiplier: int

    @property
    def text(self) -> str:
        """Both, such as 10×2."""
        return f"{self.damage}×{self.multiplier}"

    @property
    def product(self) -> int:
        """One number, where one is needed."""
        return self.damage * self.multiplier


class Test(msgspec.Struct, frozen=True):
    """A d20 that succeeds on `most` or less."""

    most: int

    @property
    def chance(self) -> float:
        """How often it succeeds, 0 to 1."""
        return self.most / FACES


#: A climber keeps its hold (WZ-037); a jumper gets across a gap wider than half its movement
#: (WZ-044).
HOLDS = Test(CLIMBER_FALLS - 1)
LEAPS = Test(JUMPER_FALLS - 1)


def is_high(height: float, size: int) -> bool:
    """Whether a height is more than a model comes down safely (WZ-047, WZ-052)."""
    return height > size + LOST


def harm_of(height: float, size: int, rulings: Rulings) -> Harm | None:
    """What a fall from a height in inches does to a model of a Size; None where it does nothing
    (WZ-052…055)."""
    if not is_high(height, size):
        return None
    times = height / size
    fits = math.floor(times + LOST)
    if rulings.exact_multiple == "less" and abs(times - fits) <= LOST:
        fits -= 1
    return Harm(LEAST_DAMAGE + math.floor(height + LOST), max(1, fits))


def leadership(value: int, rulings: Rulings) -> Test:
    """A test of Leadership: at most the value passes; 1 always, 20 never, unless switched off
    (WZ-048)."""
    lowest, highest = (1, FACES - 1) if rulings.natural_rolls else (0, FACES)
    return Test(min(max(value, lowest), highest))


class Stages(msgspec.Struct, frozen=True):
    """A climb of a rise in inches: how high it is after each action, the last of which is up."""

    rise: float
    heights: tuple[float, ...]

    @property
    def actions(self) -> int:
        """How many actions it takes."""
        return len(self.heights)


def stages(movement: float, rise: float, hangs: float = 0.0) -> Stages | None:
    """A climb on from where a model hangs, half its movement an action (WZ-035); None for who does
    not move."""
    if movement <= LOST:
        return None
    step, height = movement / 2, hangs
    heights = []
    while height < rise - LOST:
        height = min(height + step, rise)
        heights.append(height)
    return Stages(rise, tuple(heights))


class Crossing(msgspec.Struct, frozen=True):
    """A jump over a gap: automatic, by a test, or not at all (WZ-043…045)."""

    kind: Literal["sure", "test", "never"]
    test: Test | None = None

    @property
    def chance(self) -> float:
        """How often it succeeds, 0 to 1."""
        if self.test:
            return self.test.chance
        return 1.0 if self.kind == "sure" else 0.0


def crossing(movement: float, width: float) -> Crossing:
    """A jump over a gap of a width in inches."""
    if width > movement + LOST:
        return Crossing("never")
    if width > movement / 2 + LOST:
        return Crossing("test", LEAPS)
    return Crossing("sure")


class Descent(msgspec.Struct, frozen=True):
    """A drop: the test it takes, if any, what it does, and how far from the point below the model
    may then stand (WZ-047…050)."""

    test: Test | None
    harm: Harm | None
    aside: float

    @property
    def chance(self) -> float:
        """How often the model dares it, 0 to 1."""
        return self.test.chance if self.test else 1.0


def descent(
    height: float, size: int, ld: int, movement: float, *, immune: bool, rulings: Rulings
) -> Descent:
    """A drop from a height in inches; `immune` to Morale needs no test (WZ-048)."""
    tested = is_high(height, size) and not immune
    test = leadership(ld, rulings) if tested else None
    return Descent(test, harm_of(height, size, rulings), movement / 2)


class Blow(msgspec.Struct, frozen=True):
    """What comes down on a model: what it does, and the test that avoids it; waiting avoids it
    without one (WZ-057, WZ-058)."""

    harm: Harm | None
    test: Test | None
    by_waiting: bool = False

    @property
    def chance(self) -> float:
        """How often the model is hurt, 0 to 1."""
        if self.harm is None or self.by_waiting:
            return 0.0
        return 1 - self.test.chance if self.test else 1.0


def blow(
    height: float, size: int, ld: int, lander: int, *, waiting: bool, rulings: Rulings
) -> Blow:
    """What a model of Size `lander` does that lands on one of a Size and a Leadership."""
    harm = harm_of(height, size, rulings)
    if harm is None:
        return Blow(None, None)
    if waiting:
        return Blow(harm, None, by_waiting=True)
    return Blow(harm, leadership(ld - lander, rulings))
