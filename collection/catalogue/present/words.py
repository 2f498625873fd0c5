"""The printed vocabulary of figures and dials in the visitor's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue.present.values import Colour, Equipment, Shape
from collection.common.language import Words, language
from rules import age_of_destruction as aod

EquipmentTable = Mapping[tuple[str, str], tuple[str, Words]]

_SLOTS = ("speed", "attack", "defense", "ballistic", "energy", "melee")
_COLOURS = ("green", "yellow", "red", "blue", "black", "grey")


def _in_own_language(english: str, polish: str) -> str:
    return polish if language() == "pl" else english


_named = lazy(_in_own_language, str)


def _codes(
    abilities: Mapping[tuple[str, str], aod.Equipment | aod.HeatEffect],
) -> EquipmentTable:
    """Codes and names by slot and colour; damage slots are known by their range type."""
    places = [(slot, colour) for slot in _SLOTS for colour in _COLOURS]
    found = [(place, abilities[place]) for place in places if place in abilities]
    return {
        place: (item.code, _named(item.name, item.name_pl)) for place, item in found if item.code
    }


EQUIPMENT = _codes(aod.ABILITIES.equipment)
HEAT_EFFECTS = _codes(aod.ABILITIES.heat_effects)

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
