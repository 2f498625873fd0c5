"""What the figures to add are narrowed to and ordered by."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from collection.catalogue import game
from collection.catalogue.present import words
from collection.catalogue.present.catalogue_words import TYPES
from collection.catalogue.present.silhouettes import MARKS, MERCENARIES, mark
from collection.common.folding import fold
from collection.common.language import Words, language
from rules import age_of_destruction as aod

FAST, FAR = 10, 10


@dataclass(frozen=True)
class Option:
    """One value of a filter: what it is called, and the drawing that stands for it, if any."""

    value: str
    label: Words
    drawing: str = ""


def _is_fast(unit: aod.Unit) -> bool:
    return bool(unit.dial) and unit.dial[0].speed >= FAST


def _shoots_far(unit: aod.Unit) -> bool:
    return any(weapon.maximum >= FAR for weapon in unit.weapons)


def _strikes(unit: aod.Unit) -> bool:
    return any(weapon.range_type == "melee" for weapon in unit.weapons)


#: What a figure is good for: in words, and whether it is, by its base and first click.
ROLES: Mapping[str, tuple[Words, Callable[[aod.Unit], bool]]] = {
    "fast": (pgettext_lazy("role of a figure", "fast, speed 10 or more"), _is_fast),
    "far": (pgettext_lazy("role of a figure", "shoots far, 10″ or more"), _shoots_far),
    "melee": (pgettext_lazy("role of a figure", "has a melee weapon"), _strikes),
    "artillery": (
        pgettext_lazy("role of a figure", "artillery"),
        lambda unit: bool(unit.artillery_range),
    ),
    "carrier": (
        pgettext_lazy("role of a figure", "carries others"),
        lambda unit: unit.capacity > 0,
    ),
}

#: What the figures found are ordered by; "" leads with what is likeliest to join.
ORDERS: Mapping[str, Words] = {
    "": _("fitting first"),
    "points": _("points, fewest first"),
    "-points": _("points, most first"),
    "name": _("name"),
    "damage": _("damage for points"),
}


@dataclass(frozen=True)
class Narrowing:
    """Filters of the figures to add, each "" where it narrows nothing: a faction by the code of its
    mark, a type, a role, a piece of equipment by its code, the most points a figure may cost."""

    faction: str = ""
    type: str = ""
    role: str = ""
    equipment: str = ""
    most: int | None = None
    order: str = ""

    @property
    def is_deep(self) -> bool:
        """Whether one of the rarer filters is used."""
        return bool(self.role or self.equipment) or self.most is not None

    def admits(self, unit: aod.Unit) -> bool:
        """Whether a figure is like this."""
        wanted = ROLES.get(self.role)
        return (
            (not self.faction or mark(unit) == self.faction)
            and (not self.type or unit.type == self.type)
            and (wanted is None or wanted[1](unit))
            and (not self.equipment or self.equipment in _codes(unit))
            and (self.most is None or (unit.points is not None and unit.points <= self.most))
        )

    @property
    def key(self) -> Callable[[aod.Unit], tuple[bool, float | str]] | None:
        """A sort key; None where the likeliest lead."""
        return _KEYS.get(self.order)


def faction_options(known: aod.Catalogue) -> list[Option]:
    """The factions that have figures with a dial, by name, mercenaries last."""
    there = {mark(unit) for unit in known.units.values() if unit.dial}
    named = [
        Option(code, aod.faction_name(name, language()))
        for name, code in MARKS.items()
        if code in there
    ]
    return [*named, Option(MERCENARIES, _("no symbol"))]


def type_options() -> list[Option]:
    """The types, each with a drawing of its kind."""
    drawings = {"mech": "mech-medium", "vehicle": "tracked", "infantry": "foot"}
    return [Option(value, TYPES[value], drawing) for value, drawing in drawings.items()]


def role_options() -> list[Option]:
    """The roles by name."""
    return [Option(value, label) for value, (label, _test) in ROLES.items()]


def equipment_options() -> list[Option]:
    """All special equipment, by name."""
    named = {code: str(name) for code, name in words.EQUIPMENT.values()}
    return [Option(code, named[code]) for code in sorted(named, key=lambda code: fold(named[code]))]


def _codes(unit: aod.Unit) -> set[str]:
    return {item.code for item in game.equipment(unit)}


def _damage_for_points(unit: aod.Unit) -> float:
    if not unit.dial or not unit.points:
        return 0.0
    first = unit.dial[0]
    return max(first.primary_damage, first.secondary_damage or 0) / unit.points


_KEYS: Mapping[str, Callable[[aod.Unit], tuple[bool, float | str]]] = {
    "points": lambda unit: (unit.points is None, unit.points or 0),
    "-points": lambda unit: (unit.points is None, -(unit.points or 0)),
    "name": lambda unit: (False, fold(unit.full_name)),
    "damage": lambda unit: (not unit.dial, -_damage_for_points(unit)),
}
