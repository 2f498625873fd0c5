"""Attacks and repairs: what was rolled, against what, and what it brought."""

import msgspec

from rules.age_of_destruction.state.events.base import Event, Parts


class Aim(msgspec.Struct, frozen=True):
    """An attack's total against one target's defense."""

    attack: Parts
    total: int
    defense: Parts
    against: int
    hit: bool


class AttackRolled(Event, frozen=True):
    """The roll of an attack: two white dice, then the black one. `attack` and `total` are those
    against the first target, `targets` those of each. `rerolled`: what the roll was before.
    `members` are those of the formation that attacks."""

    unit: str
    kind: str
    total: int
    attack: Parts
    targets: dict[str, Aim]
    critical: str = ""
    weapon: str = ""
    follow_up: str = ""
    rerolled: tuple[int, ...] = ()
    members: tuple[str, ...] = ()


class HitConfirmed(Event, frozen=True):
    """A second roll decided whether a hit counts."""

    unit: str
    target: str
    total: int
    against: int
    hit: bool
    because: str


class DieReplaced(Event, frozen=True):
    """A die takes the place of a damage value."""

    unit: str
    name: str
    value: int


class EffectRolled(Event, frozen=True):
    """A die decided what equipment or a card's text does; `value` is the number it gave."""

    unit: str
    name: str
    value: int


class Bound(Event, frozen=True):
    """A unit has to go on attacking the target it has hit."""

    unit: str
    target: str


class BeaconLit(Event, frozen=True):
    """A target is lit for a player's ballistic fire until the end of the turn."""

    target: str
    player: str


class GearTested(Event, frozen=True):
    """A die decided whether gear breaks; `place` is its card and value."""

    unit: str
    name: str
    place: str
    lost: bool


class RepairRolled(Event, frozen=True):
    """The roll of a repair; `rerolled`: what it was before."""

    unit: str
    target: str
    attack: Parts
    total: int
    against: int
    success: bool
    critical: str = ""
    rerolled: tuple[int, ...] = ()
