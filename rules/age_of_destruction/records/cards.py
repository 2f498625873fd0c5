"""Combat enhancement cards (CEC): their data and what they cost (rules AOD-CARD to AOD-GUN)."""

import re

import msgspec

from rules.age_of_destruction.records.units import Symbol, Unit, Weapon
from rules.age_of_destruction.records.vocabulary import (
    CARD_PREFIXES,
    CLASS_OF_LETTER,
    PILOT_TYPES,
    UNIQUE_PILOT_TYPES,
)
from rules.core.wording import Title

#: Build totals are multiples of this; scaled costs and frequencies count in it (AOD-BUILD-002).
STEP = 150


class Price(msgspec.Struct, frozen=True, gc=False):
    """A point value: fixed, or n for every 150 points of the limit (AOD-CARD-015, 016)."""

    points: int
    scaled: bool = False

    def at(self, limit: int | None) -> int | None:
        """The points to pay at a build total; None when a scaled price lacks a usable limit."""
        if not self.scaled:
            return self.points
        if not limit or limit < 0 or limit % STEP:
            return None
        return self.points * (limit // STEP)


class Cost(msgspec.Struct, frozen=True, gc=False):
    """What a card prints: a price, perhaps another after OR, perhaps one for each 'Mech class."""

    base: Price | None
    alternative: Price | None = None
    by_class: dict[str, int] = {}

    def due(self, limit: int | None, mech_class: str | None, alternative: bool) -> int | None:
        """The points to pay at a build total; None when they depend on something unknown."""
        if self.by_class:
            return self.by_class.get(mech_class) if mech_class else None
        price = self.alternative if alternative else self.base
        return price.at(limit) if price else None


_PRICE = re.compile(r"(\d{1,4})(/150)?")
_BY_CLASS = re.compile(r"([LMHA])=(\d{1,4})")


def parse_cost(text: str) -> Cost:
    """Read a printed cost: "23", "10/150", "21 OR 30", "L=11, M=16" (AOD-CARD-015 to 020).

    Raises ValueError for anything else.
    """
    by_class = [_BY_CLASS.fullmatch(part.strip()) for part in text.split(",")]
    if all(by_class):
        return Cost(None, by_class={CLASS_OF_LETTER[m[1]]: int(m[2]) for m in by_class if m})
    prices = [_PRICE.fullmatch(part.strip()) for part in text.split(" OR ")]
    if len(prices) > 2 or not all(prices):
        raise ValueError(f"no cost: {text!r}")
    read = [Price(int(match[1]), scaled=bool(match[2])) for match in prices if match]
    return Cost(read[0], alternative=read[1] if len(read) > 1 else None)


class Frequency(msgspec.Struct, frozen=True, gc=False):
    """How often an effect may be used: n times for every m points of the limit (AOD-CARD-021)."""

    uses: int
    points: int

    def at(self, limit: int) -> int:
        """Uses at a build total, rounded down to full steps."""
        return limit // self.points * self.uses


class Requirement(msgspec.Struct, frozen=True, gc=False):
    """A further condition a card prints: enough units of a kind, or words the player confirms."""

    count: int = 0
    type: str | None = None
    rank: str | None = None
    mech_class: str | None = None
    faction: str | None = None
    unique: bool | None = None
    text: dict[str, str] = {}

    @property
    def is_free_text(self) -> bool:
        """Whether only a person can judge it."""
        return not self.count

    def counts(self, unit: Unit, faction: str | None) -> bool:
        """Whether a figure of an effective faction is of the kind that is asked for."""
        return (
            self.type in (None, unit.type)
            and self.rank in (None, unit.rank)
            and self.mech_class in (None, unit.mech_class)
            and self.faction in (None, faction)
            and self.unique in (None, unit.unique)
        )

    def might_count(self, unit: Unit) -> bool:
        """Whether a figure whose base is not recorded could be of the kind, whatever faction it
        turns out to serve; a star leaves no room for a rank (AOD-UNIT-011)."""
        has_class = unit.is_mech and unit.mech_class in (None, self.mech_class)
        has_rank = not unit.unique and unit.rank in (None, self.rank)
        return (
            self.type in (None, unit.type)
            and (self.rank is None or has_rank)
            and (self.mech_class is None or has_class)
            and not (self.unique is False and unit.unique)
        )


class Provides(msgspec.Struct, frozen=True, gc=False):
    """Special equipment a gear card grants: on which slot, in which colour and shape."""

    slot: str
    symbol: Symbol
    name: str


class Summary(msgspec.Struct, frozen=True, gc=False):
    """An ability with a name: what it does, by language."""

    name: str
    text: dict[str, str]


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One combat enhancement card (AOD-CARD-002).

    Gear with `under_salvage` works on a salvage unit too; gear that `needs_damage` rests where the
    dial shows a damage value of 0.

    `attaches_to` is a combat value or a range type (AOD-GEAR-021); `mark` "primary" or "secondary"
    where the card prints PRI or SEC only (AOD-GEAR-014). `joins_other_than` names the equipment a
    permission to be used with other gear leaves out. `text` is our summary of what it does by
    language, `ability` that of what a pilot brings to the preferred 'Mech. `factions` are a pride
    card's faction, an alliance's factions or a contract's symbols.
    """

    id: str
    type: str
    set: str
    number: str
    name: str
    name_pl: str | None = None
    official: bool = True
    text: dict[str, str] = {}
    ability: Summary | None = None
    cost: Cost | None = None
    cost_text: str | None = None
    classes: tuple[str, ...] = ()
    required_factions: tuple[str, ...] = ()
    attaches_to: str | None = None
    mark: str | None = None
    provides: Provides | None = None
    joins_gear: bool = False
    joins_other_than: str | None = None
    joins_equipment: bool = False
    under_salvage: bool = False
    needs_damage: bool = False
    modifiers: dict[str, int] = {}
    preferred_mech: str | None = None
    recruitment: dict[str, int] = {}
    crossed_out: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    frequency: Frequency | None = None
    cancels: tuple[str, ...] = ()
    cancels_any_one: bool = False

    @property
    def title(self) -> str:
        """Number and name: "AOD-G-013 Inferno Ammunition"."""
        english = f"{self.id} {self.name}"
        return Title(english, f"{self.id} {self.name_pl}") if self.name_pl else english

    def name_in(self, language: str) -> str:
        """The name in a language, the printed one where there is no other."""
        return (self.name_pl if language == "pl" else None) or self.name

    def effect_in(self, language: str, unit: Unit) -> str:
        """What the card does on a 'Mech, in a language: the ability of a pilot in the preferred
        one, else the summary of the card; empty for a record without any (AOD-PILOT-008)."""
        if self.ability and self.prefers(unit):
            return f"{self.ability.name}: {self.ability.text.get(language, '')}"
        return self.text.get(language, "")

    @property
    def is_gear(self) -> bool:
        """Whether it is a gear card (AOD-GEAR-006)."""
        return self.type == "G"

    @property
    def is_pilot(self) -> bool:
        """Whether it is a pilot of any kind (AOD-PILOT-003)."""
        return self.type in PILOT_TYPES

    @property
    def is_gunslinger(self) -> bool:
        """Whether factions may recruit it (AOD-GUN-001)."""
        return self.type == "GS"

    @property
    def is_unique(self) -> bool:
        """Whether a battle group may hold it once only (AOD-PILOT-006)."""
        return self.type in UNIQUE_PILOT_TYPES

    def prefers(self, unit: Unit | None) -> bool:
        """Whether a figure is the 'Mech a pilot is at home in (AOD-PILOT-010)."""
        return unit is not None and unit.id == self.preferred_mech

    def fits_class(self, unit: Unit) -> bool:
        """Whether a 'Mech is of a class the card names, if any (AOD-GEAR-007, AOD-PILOT-001)."""
        return not self.classes or unit.mech_class in self.classes

    def fitting_weapons(self, unit: Unit) -> list[Weapon]:
        """The weapons gear may sit on: those of its range type or damage value, the marked one
        where it prints PRI or SEC (AOD-GEAR-009, 014)."""
        return [
            weapon
            for weapon in unit.weapons
            if self.attaches_to in (weapon.range_type, weapon.damage_value)
            and self.mark in (None, weapon.slot)
        ]

    def joins(self, other: "Card") -> bool:
        """Whether it may be used along with another gear card on one value: never with its own
        like, nor with the equipment its permission leaves out (AOD-GEAR-012)."""
        if not self.joins_gear or other.id == self.id:
            return False
        granted = other.provides.name if other.provides else None
        return self.joins_other_than is None or granted != self.joins_other_than

    def recruitment_cost(self, faction: str) -> int | None:
        """The cost named for a faction, else the symbol-less one, else None (AOD-GUN-004, 009)."""
        return self.recruitment.get(faction, self.recruitment.get("base"))


def type_of_number(number: str) -> str:
    """The card type a collector number such as "GS-003" tells (AOD-CARD-004)."""
    for prefix in CARD_PREFIXES:
        if re.match(rf"{prefix}-?\d", number):
            return "LP" if prefix == "L" else prefix
    return "other"


def canonical_card_id(card_id: str) -> str:
    """The id under which a card is kept: AOD-L-001 is AOD-LP-001 (AOD-CARD-004)."""
    parts = card_id.split("-")
    if len(parts) == 3 and parts[1] == "L":
        return f"{parts[0]}-LP-{parts[2]}"
    return card_id
