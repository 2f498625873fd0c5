"""A row of d20 tests, one after the other, with what each brings."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from rules.core.calculators import (
    FAULTS,
    CalculatorWords,
    Fault,
    Need,
    Prospect,
    Said,
    Worked,
    face_fault,
)
from rules.core.dice import FaceWrong as Wrong
from rules.core.dice import TypedDice, die
from rules.warzone.odds import FACES, Blow, Harm
from rules.warzone.position import Rulings

WORDS = CalculatorWords.of("rules.warzone.calculators")
D20 = die(FACES)

#: Parts of an inch that are typed beside whole ones, in hundredths.
Part = Literal["0", "25", "50", "75"]
Multiple = Literal["fits", "less"]


class Band(msgspec.Struct, frozen=True):
    """Some faces in a row, what they bring, `more` of it, and the throws that then follow."""

    first: int
    last: int
    said: Said
    more: tuple[Said, ...] = ()
    then: tuple["Throw", ...] = ()


class Throw(msgspec.Struct, frozen=True):
    """One d20: what it is for, and what its faces bring."""

    label: str
    bands: tuple[Band, ...]

    def band(self, face: int) -> Band:
        """What a face brings."""
        return next(band for band in self.bands if band.first <= face <= band.last)


def inches(whole: int, part: Part) -> float:
    """Whole inches and a part of one."""
    return whole + int(part) / 100


def rulings(exact: Multiple, *, natural: bool = True) -> Rulings:
    """The readings that are chosen (WZ-048, WZ-054)."""
    return Rulings(natural_rolls=natural, exact_multiple=exact)


def thrown(
    headline: str, said: Sequence[Said], throws: Sequence[Throw], faces: tuple[int, ...], lang: str
) -> Worked:
    """What comes of some tests, as far as faces are typed."""
    dice, told = TypedDice(faces), list(said)
    needs: list[Need] = []
    left = list(throws)
    while left:
        throw = left.pop(0)
        if len(needs) == len(faces):
            needs.append(_need(throw, None))
            return Worked(
                headline, dice=tuple(needs), prospects=_prospects(throw), said=tuple(told)
            )
        try:
            face = dice.throw(D20)
        except Wrong as error:
            return Worked(faults=(face_fault(error, lang),))
        band = throw.band(face)
        needs.append(_need(throw, face))
        told += [band.said, *band.more]
        left = [*band.then, *left]
    if len(faces) > len(needs):
        return Worked(faults=(Fault("faces", FAULTS["more"][lang]),))
    return Worked(headline, dice=tuple(needs), said=tuple(told))


def _need(throw: Throw, face: int | None) -> Need:
    return Need(FACES, "d20", throw.label, face)


def _prospects(throw: Throw) -> tuple[Prospect, ...]:
    return tuple(
        Prospect(
            f"{band.first}" if band.first == band.last else f"{band.first} … {band.last}",
            Fraction(band.last - band.first + 1, FACES),
            band.said.text,
        )
        for band in throw.bands
        if band.first <= band.last
    )


class Saying:
    """The words in one language."""

    def __init__(self, language: str) -> None:
        self.language = language

    def text(self, name: str, **named: Any) -> str:
        """A text with its numbers written short."""
        shown: Mapping[str, Any] = {
            key: f"{value:.4g}" if isinstance(value, (int, float)) else value
            for key, value in named.items()
        }
        return WORDS.tell("told", name, self.language, **shown)

    def said(
        self, name: str, weight: Literal["plain", "good", "bad"] = "plain", **named: Any
    ) -> Said:
        """A sentence with the rules written beside it."""
        return Said(self.text(name, **named), WORDS.rules_of("told", name), weight)

    def landing(self, height: float, harm: Harm | None) -> Said:
        """What coming down from a height does."""
        if harm is None:
            return self.said("unhurt", "good", height=height)
        return self.said("hurt", "bad", height=height, harm=harm.text, product=harm.product)

    def below(self, hit: Blow) -> tuple[tuple[Said, ...], tuple[Throw, ...]]:
        """What it does to a model below: a sentence where nothing is rolled, else the throw."""
        if hit.harm is None:
            return (self.said("below_unhurt", "good"),), ()
        if hit.by_waiting or hit.test is None:
            return (self.said("below_waits", "good"),), ()
        harm, most = hit.harm.text, hit.test.most
        bands = (
            Band(1, most, self.said("below_avoids", "good")),
            Band(most + 1, FACES, self.said("below_hit", "bad", harm=harm)),
        )
        return (), (Throw(self.text("throw_below", most=most), bands),)
