"""The printed vocabulary of figures and dials in the visitor's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.present.values import Colour, Equipment, Shape
from collection.common.language import Words

EquipmentTable = Mapping[tuple[str, str], tuple[str, Words]]

# (slot, colour) -> (code, name); damage slots are known by their range type.
EQUIPMENT: EquipmentTable = {
    ("speed", "green"): ("CA", _("Camouflage")),
    ("speed", "red"): ("EV", _("Evade")),
    ("speed", "blue"): ("JJ", _("Jump Jets")),
    ("speed", "black"): ("EC", _("Electronic Camouflage")),
    ("speed", "grey"): ("IN", _("Infiltrate")),
    ("attack", "green"): ("RE", pgettext_lazy("special equipment", "Repair")),
    ("attack", "red"): ("BY", _("Bypass")),
    ("attack", "blue"): ("IT", _("Improved Targeting")),
    ("attack", "black"): ("SV", _("Salvage")),
    ("attack", "grey"): ("CO", pgettext_lazy("special equipment", "Command")),
    ("defense", "green"): ("DC", _("Decoy")),
    ("defense", "red"): ("RF", _("Reflective Armor")),
    ("defense", "blue"): ("RA", _("Reactive Armor")),
    ("defense", "black"): ("HD", _("Hardened Armor")),
    ("defense", "grey"): ("HA", _("Heavy Armor")),
    ("ballistic", "green"): ("HB", _("Homing Beacon")),
    ("ballistic", "red"): ("AP", _("Armor Piercing")),
    ("ballistic", "blue"): ("AN", _("Anti-Personnel")),
    ("ballistic", "black"): ("SM", _("Streak Missiles")),
    ("ballistic", "grey"): ("PD", _("Point Defense System")),
    ("energy", "green"): ("TS", _("TSEMP")),
    ("energy", "red"): ("PU", _("Pulse")),
    ("energy", "blue"): ("GR", _("Grapple")),
    ("energy", "black"): ("AS", _("Alpha Strike")),
    ("energy", "grey"): ("FL", _("Flamers")),
    ("melee", "green"): ("FS", _("Full Strike")),
    ("melee", "red"): ("HH", _("Hand-to-Hand Weapon")),
    ("melee", "blue"): ("RS", _("Rapid Strike")),
    ("melee", "black"): ("AG", _("Agility")),
    ("melee", "grey"): ("BR", _("Brawling")),
}

HEAT_EFFECTS: EquipmentTable = {
    ("speed", "yellow"): ("SD", _("Avoid Shutdown")),
    ("speed", "red"): ("SC", _("Avoid Shutdown: Critical")),
    ("speed", "black"): ("EO", _("Engine Overheat")),
    ("ballistic", "yellow"): ("AE", _("Avoid Ammunition Explosion")),
    ("ballistic", "red"): ("AC", _("Avoid Ammunition Explosion: Critical")),
    ("ballistic", "black"): ("AJ", _("Ammunition Jam")),
    ("energy", "yellow"): ("HO", _("Avoid Heat Sink Overload")),
    ("energy", "red"): ("HC", _("Avoid Heat Sink Overload: Critical")),
    ("energy", "black"): ("WO", _("Weapons Offline")),
}

COLOURS: Mapping[str, Words] = {
    "green": _("green"),
    "red": _("red"),
    "blue": _("blue"),
    "black": _("black"),
    "grey": _("grey"),
    "yellow": _("yellow"),
}

SHAPES: Mapping[str, Words] = {
    "square": _("square"),
    "circle": _("circle, single use"),
}

DIAL_SLOTS: Mapping[str, Words] = {
    "speed": _("Speed"),
    "attack": _("Attack"),
    "defense": _("Defense"),
    "damage": _("Damage"),
    "primary_damage": _("Primary damage"),
    "secondary_damage": _("Secondary damage"),
}

MARKERS: Mapping[str, Words] = {
    "start": _("starting marker"),
    "repair_limit": _("repair marker"),
}

RANGE_TYPES: Mapping[str, Words] = {
    "ballistic": _("ballistic"),
    "energy": _("energy"),
    "melee": _("melee"),
}

SPEED_MODES: Mapping[str, Words] = {
    "mech": _("'Mech"),
    "quad_mech": _("quad 'Mech"),
    "foot": _("foot"),
    "tracked": _("tracked"),
    "hover": _("hover"),
    "wheeled": _("wheeled"),
    "vtol": _("VTOL"),
    "aquatic": _("aquatic"),
}


@dataclass(frozen=True)
class RankSign:
    """How a rank is printed: so many chevrons, or a star when there are none."""

    name: Words
    chevrons: int


RANKS: Mapping[str, RankSign] = {
    "green": RankSign(pgettext_lazy("rank", "green"), 1),
    "veteran": RankSign(pgettext_lazy("rank", "veteran"), 2),
    "elite": RankSign(pgettext_lazy("rank", "elite"), 3),
    "unique": RankSign(pgettext_lazy("rank", "unique"), 0),
}

PROVENANCE: Mapping[str, Words] = {
    "inferred": _("inferred"),
    "single": _("one source"),
    "differs": _("sources differ"),
    "doubtful": _("doubtful"),
    "unknown": _("unknown"),
    "house": _("house, not official"),
    "entered": _("entered by an owner"),
}

PIECE_COLUMNS: Mapping[str, Words] = {
    "number": _("Number"),
    "name": _("Name"),
    "variant": _("Variant"),
    "faction": _("Faction"),
    "rank": _("Rank"),
    "type": _("Type"),
    "mode": _("Speed mode"),
    "points": _("Points"),
    "equipment": _("Equipment"),
    "speed": _("Speed"),
    "attack": _("Attack"),
    "defense": _("Defense"),
    "damage": _("Damage"),
    "clicks": _("Clicks"),
    "reach": _("Range"),
    "owned": _("Owned"),
    "free": pgettext_lazy("copies", "Free"),
    "wanted": pgettext_lazy("copies", "Wanted"),
    "for_trade": pgettext_lazy("copies", "For trade"),
}


def equipment(slot: str, colour: str, shape: str = "square") -> Equipment:
    """The special equipment of a slot ("speed", …, or a range type) in a colour; raises KeyError
    for a combination no figure carries."""
    return _printed(EQUIPMENT, slot, colour, shape)


def heat_effect(slot: str, colour: str) -> Equipment:
    """The heat effect a colour means for speed or for damage of a range type; raises KeyError for
    the green starting position, which is a marker and no effect."""
    return _printed(HEAT_EFFECTS, slot, colour, "square")


def _printed(table: EquipmentTable, slot: str, colour: str, shape: str) -> Equipment:
    code, name = table[slot, colour]
    return Equipment(colour=cast(Colour, colour), code=code, name=name, shape=cast(Shape, shape))
