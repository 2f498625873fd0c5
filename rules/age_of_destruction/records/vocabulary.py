"""The rule book's closed lists of words, as the data files spell them."""

UNIT_TYPES = ("mech", "infantry", "vehicle")

SPEED_MODES = ("aquatic", "foot", "hover", "mech", "quad_mech", "tracked", "vtol", "wheeled")
MECH_SPEED_MODES = ("mech", "quad_mech")

MECH_CLASSES = ("Light", "Medium", "Heavy", "Assault")
CLASS_OF_LETTER = {"L": "Light", "M": "Medium", "H": "Heavy", "A": "Assault"}

RANKS = ("green", "veteran", "elite")

RANGE_TYPES = ("ballistic", "energy", "melee")

WEAPON_SLOTS = ("primary", "secondary")

ATTACK_SYMBOLS = ("crosshair", "cross", "wrench")

#: The places of the stat slot that may carry special equipment.
COMBAT_VALUES = ("speed", "attack", "defense", "primary_damage", "secondary_damage")
DAMAGE_VALUE = {"primary": "primary_damage", "secondary": "secondary_damage"}

EQUIPMENT_COLORS = ("green", "red", "blue", "black", "grey", "purple")
EQUIPMENT_SHAPES = ("square", "circle")
HEAT_COLORS = ("green", "yellow", "red", "black")
HEAT_COLUMNS = ("primary_damage", "secondary_damage", "speed")
DIAL_MARKERS = ("start", "repair_limit")

#: The dial has 18 positions and ends with at least one that shows elimination.
LONGEST_DIAL = 17

#: Longest prefix first, so that "GS-003" is no gear and "PC-001" no pilot (AOD-CARD-004).
CARD_PREFIXES = ("PC", "MC", "SA", "LP", "GS", "F", "G", "P", "L")
CARD_TYPES = ("G", "P", "LP", "GS", "PC", "F", "MC", "SA")
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
