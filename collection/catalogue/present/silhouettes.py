"""Which drawing and whose colour a figure's picture has, told from its record.

Drawings are the groups of `static/pictures/silhouettes.svg`, marks those of `marks.svg`.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from collection.catalogue import game

#: What lies where a unit fell.
WRECK = "wreck"
MERCENARIES = "M"
#: Factions without a mark of their own share one.
OTHER_FACTION = "other"

#: The code of each faction that has a mark and a spot colour of its own, by its English name.
MARKS: Mapping[str, str] = {
    "Bannson's Raiders": "BR",
    "Clan Jade Falcon": "CJF",
    "Dragon's Fury": "DF",
    "Highlanders": "H",
    "Republic of the Sphere": "RotS",
    "Spirit Cats": "SC",
    "Stormhammers": "SH",
    "Swordsworn": "SS",
    "Steel Wolves": "SW",
}

MARK_CODES = frozenset({*MARKS.values(), MERCENARIES})

_NAMED: Mapping[str, Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
NAMED: Mapping[str, str] = {name: each for kind in _NAMED.values() for name, each in kind.items()}

#: A working machine goes by its work: "MiningMech MOD".
_INDUSTRIAL = re.compile(r"\w+Mech\b")
_JUMP_JETS = "blue"
_JUMPING = {"Light": "mech-scout", "Assault": "mech-winged"}
_WALKING = {
    "Light": "mech-light",
    "Medium": "mech-gunner",
    "Heavy": "mech-heavy",
    "Assault": "mech-assault",
}
_VEHICLES = {
    "aquatic": "boat",
    "hover": "hover",
    "tracked": "tracked",
    "vtol": "vtol",
    "wheeled": "wheeled",
}
_ARTILLERY = {"hover": "hover-missile", "tracked": "tracked-artillery"}
_INFANTRY = {"aquatic": "armor-aquatic", "hover": "bike", "wheeled": "towed"}

#: Every drawing there is.
DRAWINGS: tuple[str, ...] = (
    *("mech-light", "mech-scout", "mech-medium", "mech-gunner", "mech-heavy", "mech-missile"),
    *("mech-assault", "mech-winged", "quad-light", "quad-heavy", "mech-industrial", "mech-unknown"),
    *("tracked", "tracked-assault", "tracked-artillery", "tracked-recovery"),
    *("wheeled", "wheeled-scout", "wheeled-truck", "hover", "hover-apc", "hover-missile"),
    *("vtol", "vtol-gunship", "boat"),
    *("foot", "foot-scout", "armor", "armor-pair", "armor-light", "armor-aquatic"),
    *("bike", "launcher", "towed", "nest", WRECK),
)


def drawing(unit: game.Unit) -> str:
    """The drawing of a figure: its sculpt's own, else that of its kind."""
    own = NAMED.get(unit.name)
    if own:
        return own
    match unit.type:
        case "mech":
            return _mech(unit)
        case "vehicle":
            return _vehicle(unit)
        case _:
            return _infantry(unit)


def mark(unit: game.Unit) -> str:
    """The mark and spot colour of a figure: its faction's, "M" without symbol, "" where nobody
    knows the base."""
    if not unit.known:
        return ""
    return MARKS.get(unit.faction, OTHER_FACTION) if unit.faction else MERCENARIES


def _mech(unit: game.Unit) -> str:
    if unit.speed_mode == "quad_mech":
        return "quad-heavy" if unit.mech_class in ("Heavy", "Assault") else "quad-light"
    if _INDUSTRIAL.match(unit.name):
        return "mech-industrial"
    if unit.mech_class in _JUMPING and _jumps(unit):
        return _JUMPING[unit.mech_class]
    if unit.mech_class == "Medium" and unit.weapons_of("melee"):
        return "mech-medium"
    return _WALKING.get(unit.mech_class or "", "mech-unknown")


def _jumps(unit: game.Unit) -> bool:
    symbols = (click.equipment.get("speed") for click in unit.dial)
    return any(symbol and symbol.color == _JUMP_JETS for symbol in symbols)


def _vehicle(unit: game.Unit) -> str:
    mode = unit.speed_mode or ""
    if unit.is_artillery and mode in _ARTILLERY:
        return _ARTILLERY[mode]
    if unit.is_transport and mode == "hover":
        return "hover-apc"
    return _VEHICLES.get(mode, "wheeled")


def _infantry(unit: game.Unit) -> str:
    usual = "armor" if unit.name.endswith("Battle Armor") else "foot"
    return _INFANTRY.get(unit.speed_mode or "", usual)
