"""Down from an edge (WZ-047 to WZ-050), and onto somebody (WZ-057 to WZ-059)."""

from typing import Annotated

import msgspec

from rules.core.calculators import Said, TypedCalculator, Worked, number, only
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
from rules.warzone.odds import FACES, blow, descent


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """A model at an edge, and perhaps one below."""

    mv: Annotated[int, number(0, 60, "inch", of="model")] = 4
    size: Annotated[int, number(1, 20)] = 2
    ld: Annotated[int, number(-20, 40)] = 12
    immune: Annotated[bool, only()] = False
    dark: Annotated[bool, only(rare=True)] = False
    height: Annotated[int, number(0, 100, "inch", of="edge")] = 5
    height_part: Annotated[Part, only(label="part")] = "0"
    onto: Annotated[bool, only(of="below")] = False
    their_size: Annotated[int, number(1, 20, label="size", onto=True)] = 2
    their_ld: Annotated[int, number(-20, 40, label="ld", onto=True)] = 12
    waiting: Annotated[bool, only(onto=True)] = False
    no_naturals: Annotated[bool, only(rare=True)] = False
    exact: Annotated[Multiple, only(rare=True)] = "fits"


class DropCalculator(TypedCalculator[Drop]):
    """Whether it dares, what landing does, and to whom."""

    name = "drop"
    values = Drop
    rules = ("WZ-047", "WZ-048", "WZ-049", "WZ-050")
    words = WORDS

    def reckon(self, values: Drop, faces: tuple[int, ...], language: str) -> Worked:
        """A test of Leadership where it is high, then the landing."""
        v, say = values, Saying(language)
        height = inches(v.height, v.height_part)
        read = rulings(v.exact, natural=not v.no_naturals)
        movement = v.mv / (2 if v.dark else 1)
        down = descent(height, v.size, v.ld, movement, immune=v.immune, rulings=read)
        landed = [say.said("placed", most=down.aside), say.landing(height, down.harm)]
        then: tuple[Throw, ...] = ()
        if v.onto:
            hit = blow(height, v.their_size, v.their_ld, v.size, waiting=v.waiting, rulings=read)
            told, then = say.below(hit)
            landed += told
        if down.test is None:
            safe = "immune" if down.harm else "safe"
            return thrown(say.text(safe), (*landed,), then, faces, language)
        bands = self._bands(say, down.test.most, tuple(landed), then)
        headline = say.text("dares", most=down.test.most)
        throw = Throw(say.text("throw_drop", most=down.test.most), bands)
        return thrown(headline, (), (throw,), faces, language)

    def _bands(
        self, say: Saying, most: int, landed: tuple[Said, ...], then: tuple[Throw, ...]
    ) -> tuple[Band, ...]:
        return (
            Band(1, most, say.said("drops", "good"), landed, then),
            Band(most + 1, FACES, say.said("lost", "bad")),
        )
