"""What one attack roll promises, exactly: every throw of three dice counted (AOD-ATTACK-009)."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import msgspec

from rules.age_of_destruction.moment.attack import critical_of


class Odds(msgspec.Struct, frozen=True):
    """The chance of a hit that is not critical, and of a critical hit (AOD-CRIT-001)."""

    plain: Fraction
    critical: Fraction

    @property
    def hit(self) -> Fraction:
        """The chance of any hit."""
        return self.plain + self.critical

    def expected(self, damage: Fraction, critical_damage: Fraction) -> Fraction:
        """The clicks to expect, given what either kind of hit deals (AOD-CRIT-002)."""
        return self.plain * damage + self.critical * critical_damage


@cache
def odds(attack: int, defense: int) -> Odds:
    """The odds of an attack value against a defense, all modifiers included.

    Double six on the white dice always hits, double one never does (AOD-CRIT-001, 003).
    """
    found = Counter(_outcome(faces, defense - attack) for faces in product(range(1, 7), repeat=3))
    return Odds(Fraction(found["plain"], found.total()), Fraction(found["hit"], found.total()))


def twice(first: Odds) -> Odds:
    """The odds where a hit that is not critical must be rolled a second time."""
    return Odds(first.plain * first.hit, first.critical)


def _outcome(faces: tuple[int, ...], needed: int) -> str:
    return critical_of(faces) or ("plain" if sum(faces) >= needed else "miss")
