"""Ways to fight as data, and how well a figure suits one."""

import tomllib
from bisect import bisect_left
from collections.abc import Callable, Mapping
from importlib.resources import files

import msgspec

from rules.age_of_destruction.records.units import Unit
from rules.age_of_destruction.starting.strength import Strength


class Archetype(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to fight; `archetypes.toml` says what its fields mean."""

    wants: dict[str, float]
    mechs: tuple[float, float]
    infantry: tuple[float, float]
    copies: int
    title: dict[str, str]
    name: dict[str, str]
    needs: str | None = None


ARCHETYPES: dict[str, Archetype] = msgspec.convert(
    tomllib.loads(
        files("rules.age_of_destruction.starting").joinpath("archetypes.toml").read_text("utf-8")
    ),
    dict[str, Archetype],
)


def _mean(values: Mapping[str, float]) -> float:
    return sum(values.values()) / len(values)


#: What figures are liked for, from the record and the strength; the words of `wants`.
TRAITS: dict[str, Callable[[Unit, Strength], float]] = {
    "speed": lambda unit, _: unit.dial[0].speed,
    "reach": lambda unit, _: max((weapon.maximum for weapon in unit.weapons), default=0),
    "punch": lambda _, strength: _mean(strength.punch),
    "hunting": lambda _, strength: strength.punch["mech"],
    "staying": lambda _, strength: _mean(strength.staying),
    "mass": lambda unit, _: unit.points or 0,
    "numbers": lambda unit, _: -(unit.points or 0),
    "thrift": lambda unit, strength: _mean(strength.punch) / (unit.points or 1),
    "shells": lambda unit, _: unit.artillery_range or 0,
}


class Liking:
    """How much each measured figure has of every trait: its place among all of them, from 0 for the
    least to 1 for the most."""

    def __init__(self, units: Mapping[str, Unit], strengths: Mapping[str, Strength]) -> None:
        self.places: dict[str, dict[str, float]] = {}
        for trait, amount in TRAITS.items():
            amounts = {item: amount(unit, strengths[item]) for item, unit in units.items()}
            ranked = sorted(set(amounts.values()))
            top = max(len(ranked) - 1, 1)
            self.places[trait] = {
                item: bisect_left(ranked, value) / top for item, value in amounts.items()
            }

    def of(self, item: str, archetype: Archetype) -> float:
        """How well a figure suits a way to fight, from 0 to 1."""
        wants = archetype.wants
        suits = sum(weight * self.places[trait][item] for trait, weight in wants.items())
        return suits / sum(wants.values())
