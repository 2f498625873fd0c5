"""The rule book's closed lists of words, as the data files spell them: as types, by which files are
read, and in their order where that is asked for."""

from typing import Literal, get_args

UnitType = Literal["mech", "infantry", "vehicle"]

SpeedMode = Literal["aquatic", "foot", "hover", "mech", "quad_mech", "tracked", "vtol", "wheeled"]
MECH_SPEED_MODES = ("mech", "quad_mech")

MechClass = Literal["Light", "Medium", "Heavy", "Assault"]
CLASS_OF_LETTER = {"L": "Light", "M": "Medium", "H": "Heavy", "A": "Assault"}

Rank = Literal["green", "veteran", "elite"]
RANKS: tuple[str, ...] = get_args(Rank)
#: What stands in the place of the rank: chevrons, or a star.
RankMark = Literal[Rank, "unique"]

RangeType = Literal["ballistic", "energy", "melee"]
RANGE_TYPES: tuple[str, ...] = get_args(RangeType)

WeaponSlot = Literal["primary", "secondary"]
WEAPON_SLOTS: tuple[str, ...] = get_args(WeaponSlot)

AttackSymbol = Literal["crosshair", "cross", "wrench"]

#: The places of the stat slot that may carry special equipment.
CombatValue = Literal["speed", "attack", "defense", "primary_damage", "secondary_damage"]
#: The slots of special equipment; a damage value's is that of its weapon's range type.
EquipmentSlot = Literal[CombatValue, RangeType]
DAMAGE_VALUE = {"primary": "primary_damage", "secondary": "secondary_damage"}

#: Later expansions print purple too; what it means is not recorded.
EquipmentColor = Literal["green", "red", "blue", "black", "grey"]
EquipmentShape = Literal["square", "circle"]
HeatColor = Literal["green", "yellow", "red", "black"]
HeatColumn = Literal["primary_damage", "secondary_damage", "speed"]
HEAT_COLUMNS: tuple[str, ...] = get_args(HeatColumn)
DialMarker = Literal["start", "repair_limit"]

#: The dial has 18 positions and ends with at least one that shows elimination.
LONGEST_DIAL = 17

#: Longest prefix first, so that "GS-003" is no gear and "PC-001" no pilot (AOD-CARD-004).
CARD_PREFIXES = ("PC", "MC", "SA", "LP", "GS", "F", "G", "P", "L")
CardType = Literal["G", "P", "LP", "GS", "PC", "F", "MC", "SA"]
CARD_TYPES: tuple[str, ...] = get_args(CardType)
PILOT_TYPES = ("P", "LP", "GS")
UNIQUE_PILOT_TYPES = ("LP", "GS")
#: A player may have one card of each of these types (AOD-CARD-007, AOD-CARD-009).
SINGLE_CARD_TYPES = ("PC", "F", "MC", "SA")

#: What data sources write where a figure bears no faction symbol (AOD-UNIT-006).
NO_SYMBOL_LABELS = ("Gunslinger", "Mercenary")
#: What lists of factions call a base without symbol.
MERCENARY = "mercenary"

#: Only these have abilities in the rule book (AOD-FACT-001).
FACTIONS_WITH_ABILITIES = ("House Liao", "Clan Jade Falcon", "Clan Sea Fox")
