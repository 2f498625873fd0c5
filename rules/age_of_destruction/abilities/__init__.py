"""What equipment, heat, cards and factions do; importing this registers every ability."""

from rules.age_of_destruction.abilities import (
    attack,
    damage,
    defense,
    gear,
    heat,
    pilots,
    speed,
)
from rules.age_of_destruction.abilities.base import (
    EQUIPMENT,
    HEAT_EFFECTS,
    TEXTS,
    Ability,
    CardText,
    Consequence,
    Equipment,
    HeatEffect,
    Repeat,
)

__all__ = [
    "EQUIPMENT",
    "HEAT_EFFECTS",
    "TEXTS",
    "Ability",
    "CardText",
    "Consequence",
    "Equipment",
    "HeatEffect",
    "Repeat",
    "attack",
    "damage",
    "defense",
    "gear",
    "heat",
    "pilots",
    "speed",
]
