"""Figures: what is printed on the base and on the dials (rules AOD-UNIT, AOD-DIAL)."""

import re
from functools import cached_property

import msgspec

from rules.age_of_destruction.records.artillery_markers import ArtilleryMarker
from rules.age_of_destruction.records.vocabulary import (
    CLASS_OF_LETTER,
    DAMAGE_VALUE,
    EquipmentColor,
    EquipmentShape,
)
from rules.core.typed import Written


class Symbol(Written, frozen=True, gc=False):
    """Special equipment on one value of one click: a colour, as a square or a circle."""

    color: EquipmentColor
    shape: EquipmentShape


class Click(msgspec.Struct, frozen=True, gc=False):
    """One position of the combat dial (AOD-DIAL-001, AOD-DIAL-010)."""

    speed: int
    attack: int
    defense: int
    primary_damage: int
    secondary_damage: int | None
    marker: str | None
    equipment: dict[str, Symbol]


class HeatPosition(msgspec.Struct, frozen=True, gc=False):
    """One position of the heat dial: modifiers and effect colours by column (AOD-DIAL-011)."""

    primary_damage: int
    secondary_damage: int
    speed: int
    effects: dict[str, str]


class Weapon(msgspec.Struct, frozen=True, gc=False):
    """One range pair in inches with its range type and number of targets (AOD-UNIT-016 to 019)."""

    slot: str
    range_type: str
    targets: int
    minimum: int
    maximum: int

    @property
    def damage_value(self) -> str:
        """The combat value this weapon deals: "primary_damage" or "secondary_damage"."""
        return DAMAGE_VALUE[self.slot]


class Unit(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One figure on one base (AOD-UNIT-001).

    `status` says how much is known: "complete" (with dial), "listed" (number and name) or "block"
    (one of several versions of a sculpt). `points`, `dial` and the base's data are None or empty
    where nobody knows them. `faction` None on a complete record is a mercenary (AOD-UNIT-006).
    """

    id: str
    set: str | None
    number: str | None
    name: str
    type: str
    nickname: str | None = None
    variant: str | None = None
    faction: str | None = None
    label: str | None = None
    rank: str | None = None
    unique: bool = False
    points: int | None = None
    mech_class: str | None = None
    speed_mode: str | None = None
    capacity: int = 0
    artillery_range: int | None = None
    artillery_marker: ArtilleryMarker | None = None
    attack_symbol: str = "crosshair"
    weapons: tuple[Weapon, ...] = ()
    vent: int | None = None
    dial: tuple[Click, ...] = ()
    heat_dial: tuple[HeatPosition, ...] = ()
    slots: bool = False
    status: str = "complete"
    dials_refused: bool = False

    @property
    def full_name(self) -> str:
        """The name with the nickname in quotes where there is one: "Arbalest “Bolt”"."""
        return f"{self.name} “{self.nickname}”" if self.nickname else self.name

    @property
    def title(self) -> str:
        """Number and name as people say them: "AOD-113 Arbalest “Bolt”"."""
        return f"{self.id} {self.full_name}"

    @property
    def collector(self) -> str | None:
        """Set and number, by which figures are told apart (AOD-BUILD-007); None without them."""
        code, number = split_id(self.id)
        code, number = code or self.set, number or self.number
        return f"{code}-{number.lstrip('0') or '0'}".upper() if code and number else None

    @property
    def rank_mark(self) -> str | None:
        """The rank of the chevrons, or "unique" for the star in their place (AOD-UNIT-009, 011)."""
        return "unique" if self.unique else self.rank

    @property
    def is_mech(self) -> bool:
        """Whether gear and pilots may concern it at all (AOD-GEAR-001)."""
        return self.type == "mech"

    @property
    def known(self) -> bool:
        """Whether the base's data is known, and not just number and name."""
        return self.status == "complete"

    @property
    def is_mercenary(self) -> bool:
        """Whether the base bears no faction symbol (AOD-UNIT-006)."""
        return self.known and self.faction is None

    @cached_property
    def printed_faction(self) -> str | None:
        """The faction whose symbol the base is known to bear."""
        return self.faction if self.known else None

    @cached_property
    def gaps(self) -> tuple[str, ...]:
        """What of `missing` keeps a battle group from being judged."""
        if self.known and self.points is not None and not self.dials_refused:
            return ()
        return tuple(field for field in self.missing if field not in ("rank", "variant"))

    @property
    def missing(self) -> list[str]:
        """The printed data a battle group needs and the record lacks (AOD-UNIT-007, 008)."""
        lacking = {
            "points": self.points is None,
            "dial": self.dials_refused or not (self.known or self.dial),
            "faction": not self.known,
            "rank": self.known and self.rank is None and not self.unique,
            "variant": self.known and self.is_mech and not self.variant,
        }
        return [field for field, absent in lacking.items() if absent]

    @property
    def base(self) -> str:
        """One of the four base kinds (AOD-UNIT-003)."""
        return "quad" if self.speed_mode == "quad_mech" else self.type

    @property
    def is_artillery(self) -> bool:
        """Whether a number in brackets follows the maximum range (AOD-UNIT-020)."""
        return self.artillery_range is not None

    @cached_property
    def is_anti_aircraft(self) -> bool:
        """Whether AA stands in the name as a word of its own (AOD-UNIT-021)."""
        return re.search(r"(?<![^\W_])AA(?![^\W_])", self.name) is not None

    @property
    def is_transport(self) -> bool:
        """Whether the base prints a capacity (AOD-UNIT-022)."""
        return self.capacity > 0

    def weapons_of(self, range_type: str) -> list[Weapon]:
        """The weapons with a range type, primary first."""
        return [weapon for weapon in self.weapons if weapon.range_type == range_type]

    def always_shows(self, value: str, color: str) -> bool:
        """Whether a combat value carries equipment of a colour on every click."""
        return (value, color) in self._always_shown

    @cached_property
    def _always_shown(self) -> frozenset[tuple[str, str]]:
        """The combat values that carry equipment on every click, with its colours."""
        shown: list[set[tuple[str, str]]] = [
            {(value, symbol.color) for value, symbol in click.equipment.items()}
            for click in self.dial
        ]
        return frozenset(set.intersection(*shown)) if shown else frozenset()


def class_of_variant(variant: str) -> str | None:
    """The class named by the last letter of a variant name, never guessed (AOD-UNIT-013)."""
    return CLASS_OF_LETTER.get(variant.strip()[-1:].upper())


_IDENTIFIER = re.compile(r"([A-Za-z0-9]+)-([A-Za-z0-9]+)")


def split_id(unit_id: str) -> tuple[str | None, str | None]:
    """Set and number of an id of the form SET-NUMBER, else two Nones (AOD-UNIT-012)."""
    match = _IDENTIFIER.fullmatch(unit_id)
    return (match[1].upper(), match[2].upper()) if match else (None, None)
