"""How strong figures are, counted exactly against three typical ones.

The yardsticks are the infantry, the vehicle and the 'Mech in the middle of the catalogue by points.
Everybody stands bare, on open ground, with a cold heat dial.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from rules.age_of_destruction.forecast.proving_ground import BARE, Fitting, Situation, prospects
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit

TYPES = ("infantry", "vehicle", "mech")
#: The ways one figure may attack another.
WAYS = (Situation("ranged"), Situation("ranged", "secondary"), Situation("close"))
#: Attacks that a click is said to last where nothing ever turns it.
MOST_ATTACKS = 20
PLACES = 3


class Strength(msgspec.Struct, frozen=True):
    """What a figure is worth in a fight with each type of yardstick.

    `punch` is the clicks of damage its best attack deals at the yardstick's start, on average over
    its own dial; `staying` the attacks of the yardstick, at its start, that it takes to turn the
    figure off its dial.
    """

    punch: dict[str, float]
    staying: dict[str, float]


class Strengths(msgspec.Struct, frozen=True):
    """The measured figures by id, the yardsticks, and by build total and meter the four values
    between the fifths of all lists there are (see `meters.py`)."""

    yardsticks: dict[str, str]
    figures: dict[str, Strength]
    scales: dict[str, dict[str, tuple[float, ...]]] = {}


def read_strengths(data: Any) -> Strengths:
    """The strengths in a parsed file; raises msgspec.ValidationError for another shape."""
    return msgspec.convert(data, Strengths)


def measurable(catalogue: Catalogue) -> list[Unit]:
    """The figures with known points and dial, by id."""
    known = (u for u in catalogue.units.values() if u.known and u.points and u.dial)
    return sorted(known, key=lambda unit: unit.id)


def yardsticks(catalogue: Catalogue) -> dict[str, Unit]:
    """The figure in the middle of each type, by points."""
    found = {}
    for kind in TYPES:
        units = sorted(
            (unit.points or 0, unit.id) for unit in measurable(catalogue) if unit.type == kind
        )
        found[kind] = catalogue.units[units[(len(units) - 1) // 2][1]]
    return found


def measured(
    units: Iterable[Unit], against: Mapping[str, Unit], catalogue: Catalogue
) -> dict[str, Strength]:
    """The strength of some figures against yardsticks, by id."""
    return {unit.id: strength(unit, against, catalogue) for unit in units}


def strength(
    unit: Unit, against: Mapping[str, Unit], catalogue: Catalogue, fitting: Fitting = BARE
) -> Strength:
    """The strength of a figure against yardsticks, bare or with what it carries."""
    punch, staying = {}, {}
    own = tuple(range(1, len(unit.dial) + 1))
    for kind, other in against.items():
        dealt = _best(unit, other, (own, (1,)), catalogue, (fitting, BARE))
        suffered = _best(other, unit, ((1,), own), catalogue, (BARE, fitting))
        punch[kind] = _written(sum(dealt, Fraction(0)) / len(own))
        staying[kind] = _written(sum(map(_attacks, suffered), Fraction(0)))
    return Strength(punch, staying)


def _best(
    attacker: Unit,
    target: Unit,
    clicks: tuple[Sequence[int], Sequence[int]],
    catalogue: Catalogue,
    carried: tuple[Fitting, Fitting],
) -> list[Fraction]:
    """The clicks to expect of the best attack at each pair of clicks; 0 where there is none."""
    best = [Fraction(0)] * (len(clicks[0]) * len(clicks[1]))
    for way in WAYS:
        if way.weapon == "primary" or len(attacker.weapons) > 1:
            rows = prospects(attacker, target, way, catalogue, *carried, clicks=clicks)
            found = [prospect for row in rows for prospect in row]
            best = [max(b, f.expected) if f else b for b, f in zip(best, found, strict=True)]
    return best


def _attacks(expected: Fraction) -> Fraction:
    """How many attacks turn the dial by one click."""
    return min(1 / expected, Fraction(MOST_ATTACKS)) if expected else Fraction(MOST_ATTACKS)


def _written(value: Fraction) -> float:
    return round(float(value), PLACES)
