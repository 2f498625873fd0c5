"""A fall, and whom it hits (WZ-051 to WZ-059)."""

from typing import Annotated

import msgspec

from rules.core.calculators import TypedCalculator, Worked, number, only
from rules.warzone.calculators.throws import (
    WORDS,
    Multiple,
    Part,
    Saying,
    inches,
    rulings,
    thrown,
)
from rules.warzone.odds import blow, harm_of


class Fall(msgspec.Struct, frozen=True, kw_only=True):
    """A model that falls, and perhaps one below."""

    size: Annotated[int, number(1, 20, of="model")] = 2
    height: Annotated[int, number(0, 100, "inch")] = 5
    height_part: Annotated[Part, only(label="part")] = "0"
    onto: Annotated[bool, only(of="below")] = False
    their_size: Annotated[int, number(1, 20, label="size", onto=True)] = 2
    their_ld: Annotated[int, number(-20, 40, label="ld", onto=True)] = 12
    waiting: Annotated[bool, only(onto=True)] = False
    no_naturals: Annotated[bool, only(rare=True)] = False
    exact: Annotated[Multiple, only(rare=True)] = "fits"


class FallCalculator(TypedCalculator[Fall]):
    """Damage with its multiplier, prone or not, and a model below."""

    name = "fall"
    values = Fall
    rules = ("WZ-051", "WZ-052", "WZ-053", "WZ-054", "WZ-055", "WZ-056", "WZ-057", "WZ-058")
    words = WORDS

    def reckon(self, values: Fall, faces: tuple[int, ...], language: str) -> Worked:
        """The damage, then the test of whoever is below."""
        v, say = values, Saying(language)
        height = inches(v.height, v.height_part)
        read = rulings(v.exact, natural=not v.no_naturals)
        harm = harm_of(height, v.size, read)
        headline = harm.text if harm else say.text("no_harm")
        told = [say.landing(height, harm)]
        if not v.onto:
            return thrown(headline, told, (), faces, language)
        hit = blow(height, v.their_size, v.their_ld, v.size, waiting=v.waiting, rulings=read)
        more, throws = say.below(hit)
        return thrown(headline, (*told, *more), throws, faces, language)
