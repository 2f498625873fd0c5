"""Special equipment and heat effects by slot and colour; importing this registers them all."""

from rules.age_of_destruction.abilities import attack, damage, defense, heat, speed
from rules.age_of_destruction.abilities.base import (
    EQUIPMENT,
    HEAT_EFFECTS,
    Consequence,
    Equipment,
    HeatEffect,
    Repeat,
)

__all__ = [
    "EQUIPMENT",
    "HEAT_EFFECTS",
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
