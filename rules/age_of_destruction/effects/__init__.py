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
from rules.age_of_destruction.effects.base import (
    EQUIPMENT,
    HEAT_EFFECTS,
    TEXTS,
    Ability,
    CardText,
    Consequence,
    Equipment,
    HeatEffect,
)
from rules.age_of_destruction.effects.cards import GROUP_TEXTS, GroupText
from rules.age_of_destruction.effects.conditions import CONDITIONS, Condition
from rules.age_of_destruction.effects.factions import FACTIONS
from rules.age_of_destruction.effects.steps import Aid, Others, Repeat, Step

__all__ = [
    "CONDITIONS",
    "EQUIPMENT",
    "FACTIONS",
    "GROUP_TEXTS",
    "HEAT_EFFECTS",
    "TEXTS",
    "Ability",
    "Aid",
    "CardText",
    "Condition",
    "Consequence",
    "Equipment",
    "GroupText",
    "HeatEffect",
    "Others",
    "Repeat",
    "Step",
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
