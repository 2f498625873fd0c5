"""What every order kind is made of: its value, why not, what might be tried, what comes of it."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import msgspec

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.steps.resolution import Resolution

#: Which of a unit's orders of the turn it takes (KG-076, KG-078).
Part = Literal["major", "move", "mixed", "minor", "none"]
#: Minor orders a turn: in the own one, and in the enemy's (KG-076, KG-083).
OWN_MINOR, REACTION_MINOR = 1, 2


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Order(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="order", tag=_snake, omit_defaults=True
):
    """Any order. `cp` names the HQ whose command point pays for it in the enemy's turn."""

    cp: str | None = None


class UnitOrder(Order, frozen=True, kw_only=True, omit_defaults=True):
    """An order to a unit."""

    unit: str


class UnknownOrder(msgspec.Struct, frozen=True):
    """An order this game does not have."""

    order: str


class OrderKind(msgspec.Struct, frozen=True):
    """One kind of order; `moves`: it changes the unit's place, `in_melee`: a locked unit may be
    given it, `in_fire`: a unit in a burning square may; `set_up`: it is given before the battle,
    `prepares`: then, too, and takes nothing. `candidates` gets a unit, or for orders of players a
    field and a player."""

    value: type[Order]
    part: Part
    explain: Callable[[Field, Any], Iterator[Violation]]
    carry_out: Callable[[Resolution, Any], None]
    candidates: Callable[[Field, Any], Iterator[Order]]
    moves: bool = False
    in_melee: bool = False
    in_fire: bool = False
    set_up: bool = False
    prepares: bool = False

    @property
    def name(self) -> str:
        """Its name in files."""
        return str(self.value.__struct_config__.tag)


def no(code: str, *rules: str, **params: Any) -> Violation:
    """A reason why an order cannot be given."""
    return Violation(code, "error", rules, (), params)


def most_minor(piece: Piece) -> int:
    """How many minor orders a unit has in this player's turn (KG-076, KG-083)."""
    return OWN_MINOR if piece.owner == piece.field.state.active else REACTION_MINOR


def target_faults(field: Field, name: str) -> Iterator[Violation]:
    """Whether there is such a unit on the table."""
    if name not in field.state.units:
        yield no("UNIT_UNKNOWN", "KG-066", unit=name)
    elif not field.piece(name).present:
        yield no("UNIT_GONE", "KG-066", unit=name)


def never(field: Field, who: Any) -> Iterator[Order]:
    """No candidates: the order is for scenarios, or for players' own ideas."""
    yield from ()


def enemies_in_order(field: Field, piece: Piece) -> list[Piece]:
    """The enemies of a unit, the nearest first."""
    enemies = field.enemies(piece.owner)
    return sorted(enemies, key=lambda enemy: piece.base.distance(enemy.base))
