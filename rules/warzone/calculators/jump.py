"""Over a gap (WZ-043 to WZ-046)."""

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
from rules.warzone.odds import FACES, crossing, harm_of


class Jump(msgspec.Struct, frozen=True, kw_only=True):
    """A model at the edge of a gap."""

    mv: Annotated[int, number(0, 60, "inch", of="model")] = 4
    size: Annotated[int, number(1, 20)] = 2
    dark: Annotated[bool, only()] = False
    width: Annotated[int, number(0, 100, "inch", of="gap")] = 3
    width_part: Annotated[Part, only(label="part")] = "0"
    depth: Annotated[int, number(0, 100, "inch")] = 5
    depth_part: Annotated[Part, only(label="part", rare=True)] = "0"
    exact: Annotated[Multiple, only(rare=True)] = "fits"


class JumpCalculator(TypedCalculator[Jump]):
    """Whether a test is needed, and what falling in does."""

    name = "jump"
    values = Jump
    rules = ("WZ-043", "WZ-044", "WZ-045", "WZ-046")
    words = WORDS

    def reckon(self, values: Jump, faces: tuple[int, ...], language: str) -> Worked:
        """Automatic, by one test, or not at all."""
        v, say = values, Saying(language)
        movement = v.mv / (2 if v.dark else 1)
        over = crossing(movement, inches(v.width, v.width_part))
        if over.kind == "never":
            told = (say.said("too_wide", "bad", most=movement),)
            return thrown(say.text("never"), told, (), faces, language)
        placed = say.said("lands", "good", most=movement)
        if over.test is None:
            return thrown(say.text("sure"), (placed,), (), faces, language)
        depth = inches(v.depth, v.depth_part)
        landing = say.landing(depth, harm_of(depth, v.size, rulings(v.exact)))
        bands = (
            Band(1, over.test.most, say.said("gets_over", "good"), (placed,)),
            Band(FACES - 1, FACES - 1, say.said("falls_near", "bad"), (landing,)),
            Band(FACES, FACES, say.said("falls_far", "bad"), (landing,)),
        )
        headline = say.text("by_test", most=over.test.most)
        return thrown(headline, (), (Throw(say.text("throw_jump"), bands),), faces, language)
