"""Where dice and drawn markers come from: a seed, or a script of both."""

from collections.abc import Sequence
from typing import Protocol

from rules.core.dice import (
    Dice,
    DiceRunOut,
    Die,
    FaceImpossible,
    RecordedDice,
    ScriptedDice,
    SeededDice,
    TypedDice,
)
from rules.nations_at_war.position import END, Cup


class DrawsRunOut(DiceRunOut):
    """A script has fewer markers than the game draws."""


class NotInTheCup(FaceImpossible):
    """A script draws a marker that is not in the cup; `index` is its place in the script."""

    def __init__(self, index: int, marker: str) -> None:
        super().__init__(marker)
        self.index = index
        self.marker = marker


class Chance(Dice, Protocol):
    """A source of six-sided dice and of markers."""

    def draw(self, cup: Cup) -> str:
        """A marker that is in the cup: a formation's, or "end"."""


class ScriptedChance(ScriptedDice):
    """Faces and markers in a fixed order; raises DiceRunOut, DrawsRunOut or NotInTheCup."""

    def __init__(self, faces: Sequence[int], draws: Sequence[str]) -> None:
        super().__init__(faces)
        self._draws = list(draws)
        self.drawn = 0

    def draw(self, cup: Cup) -> str:
        """The next marker of the script."""
        if self.drawn == len(self._draws):
            raise DrawsRunOut
        marker = self._draws[self.drawn]
        if not (cup.end_turn if marker == END else marker in cup.formations):
            raise NotInTheCup(self.drawn, marker)
        self.drawn += 1
        return marker

    @property
    def left(self) -> int:
        """Faces and markers not used yet."""
        return self.dice_left + self.draws_left

    @property
    def dice_left(self) -> int:
        """Faces not rolled yet."""
        return super().left

    @property
    def draws_left(self) -> int:
        """Markers not drawn yet."""
        return len(self._draws) - self.drawn


class TypedChance(TypedDice):
    """Faces and markers somebody types; a marker is the number of its place in the cup."""

    def draw(self, cup: Cup) -> str:
        """The next marker."""
        markers = (*cup.formations, *([END] * cup.end_turn))
        drawn = self.throw(Die("marker", tuple(range(len(markers))), markers))
        return markers[drawn]


class SeededChance(SeededDice):
    """Faces and markers by lot, the same for the same seed everywhere."""

    def draw(self, cup: Cup) -> str:
        """Any marker of the cup, each as likely as another."""
        number = self.below(len(cup.formations) + cup.end_turn)
        return cup.formations[number] if number < len(cup.formations) else END


class RecordedChance(RecordedDice):
    """Another source of dice and markers, with a record of the dice it gave; the markers drawn
    stand in the events."""

    def __init__(self, source: Dice) -> None:
        super().__init__(source)
        self._cup: Chance = source  # type: ignore[assignment]

    def draw(self, cup: Cup) -> str:
        """The next marker of the source."""
        return self._cup.draw(cup)
