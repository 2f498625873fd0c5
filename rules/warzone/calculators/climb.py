"""Up a wall (WZ-034 to WZ-037)."""

from typing import Annotated

import msgspec

from rules.core.calculators import TypedCalculator, Worked, number, only
from rules.warzone.calculators.throws import (
    WORDS,
    Band,
    Multiple,
    Part,
    Saying,
    Throw,
    inches,
    rulings,
    thrown,
)
from rules.warzone.ground import LOST
from rules.warzone.odds import FACES, HOLDS, harm_of, stages


class Climb(msgspec.Struct, frozen=True, kw_only=True):
    """A model at a wall, or on it."""

    mv: Annotated[int, number(0, 60, "inch", of="model")] = 4
    size: Annotated[int, number(1, 20)] = 2
    actions: Annotated[int, number(1, 20)] = 2
    dark: Annotated[bool, only()] = False
    rise: Annotated[int, number(0, 100, "inch", of="wall")] = 6
    rise_part: Annotated[Part, only(label="part")] = "0"
    hangs: Annotated[int, number(0, 100, "inch")] = 0
    hangs_part: Annotated[Part, only(label="part", rare=True)] = "0"
    exact: Annotated[Multiple, only(rare=True)] = "fits"


class ClimbCalculator(TypedCalculator[Climb]):
    """How high, in how many actions, and what a fall would do."""

    name = "climb"
    values = Climb
    rules = ("WZ-034", "WZ-035", "WZ-036", "WZ-037")
    words = WORDS

    def reckon(self, values: Climb, faces: tuple[int, ...], language: str) -> Worked:
        """One test, at the top or at the end of the activation."""
        v, say = values, Saying(language)
        rise, hangs = inches(v.rise, v.rise_part), inches(v.hangs, v.hangs_part)
        if rise <= v.size + LOST:
            return Worked(say.text("low", rise=rise), said=(say.said("low_wall"),))
        left = stages(v.mv / (2 if v.dark else 1), rise, min(hangs, rise))
        if left is None:
            return Worked(say.text("no_movement"), said=(say.said("does_not_move", "bad"),))
        heights = left.heights[: v.actions]
        height = heights[-1] if heights else rise
        is_up = height >= rise - LOST
        told = [say.said("action", n=n, height=each) for n, each in enumerate(heights, 1)]
        harm = harm_of(height, v.size, rulings(v.exact))
        holds = say.said("stands", "good") if is_up else say.said("hangs", "good", height=height)
        bands = (
            Band(1, HOLDS.most, holds),
            Band(HOLDS.most + 1, FACES, say.said("slips", "bad"), (say.landing(height, harm),)),
        )
        throw = Throw(say.text("throw_top" if is_up else "throw_end"), bands)
        more = left.actions - len(heights)
        headline = (
            say.text("up", n=len(heights))
            if is_up
            else say.text("not_up", height=height, more=more)
        )
        return thrown(headline, told, (throw,), faces, language)
