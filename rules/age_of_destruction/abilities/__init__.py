"""What equipment, heat, cards and factions do; importing this registers every ability."""

from rules.age_of_destruction.abilities import (
    attack,
    conditions,
    damage,
    defense,
    factions,
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
from rules.age_of_destruction.abilities.conditions import CONDITIONS, Condition
from rules.age_of_destruction.abilities.factions import FACTIONS

__all__ = [
    "CONDITIONS",
    "EQUIPMENT",
    "FACTIONS",
    "HEAT_EFFECTS",
    "TEXTS",
    "Ability",
    "CardText",
    "Condition",
    "Consequence",
    "Equipment",
    "HeatEffect",
    "Repeat",
    "attack",
    "conditions",
    "damage",
    "defense",
    "factions",
    "gear",
    "heat",
    "pilots",
    "speed",
]
