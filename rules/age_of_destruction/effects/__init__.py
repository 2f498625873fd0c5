"""What equipment, heat, cards and factions do; importing this registers every ability."""

from rules.age_of_destruction.effects import (
    attack,
    cards,
    conditions,
    damage,
    defense,
    factions,
    gear,
    heat,
    pilots,
    speed,
)
from rules.age_of_destruction.effects.registry import ABILITIES

__all__ = [
    "ABILITIES",
    "attack",
    "cards",
    "conditions",
    "damage",
    "defense",
    "factions",
    "gear",
    "heat",
    "pilots",
    "speed",
]
