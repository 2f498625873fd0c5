"""What equipment, heat, cards and factions do; importing this registers every ability."""

from rules.age_of_destruction.abilities import attack, damage, defense, heat, speed
from rules.age_of_destruction.abilities.base import (
    EQUIPMENT,
    HEAT_EFFECTS,
    Ability,
    Consequence,
    Equipment,
    HeatEffect,
    Repeat,
)

__all__ = [
    "EQUIPMENT",
    "HEAT_EFFECTS",
    "Ability",
    "Consequence",
    "Equipment",
    "HeatEffect",
    "Repeat",
    "attack",
    "damage",
    "defense",
    "heat",
    "speed",
]
