"""Shots for which nobody declared a weapon (rules AOD-DMG-004, AOD-DMG-005, AOD-ORDER-003)."""

from functools import partial
from typing import Protocol, Self

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.legs import WeaponSlot


class Shooting(Protocol):
    """An order to shoot."""

    def declaring(self, slot: WeaponSlot) -> Self:
        """The same with a declared weapon; how damage is divided is another question."""

    def refuse(self, field: Field, piece: Piece, refusals: Refusals) -> None:
        """Report what speaks against it."""

    def shot(self, piece: Piece) -> Attack:
        """The attack it makes from where a unit is."""


def comes_to_nothing(field: Field, piece: Piece, order: Shooting) -> bool:
    """Whether an order without a declared weapon does: a 'Mech's primary cannot make the shot, its
    secondary could."""
    if not (piece.is_mech and field.ruling("undeclared_weapon_loses_the_order")):
        return False
    return not _can_shoot(field, piece, order, "primary") and _can_shoot(
        field, piece, order, "secondary"
    )


def _can_shoot(field: Field, piece: Piece, order: Shooting, slot: WeaponSlot) -> bool:
    """Whether a weapon reaches what the order is aimed at, and does something to it."""
    declared = order.declaring(slot)
    if slot not in piece.weapons or not _does_something(field, piece, declared, slot):
        return False
    return permits(partial(declared.refuse, field, piece))


def _does_something(field: Field, piece: Piece, declared: Shooting, slot: WeaponSlot) -> bool:
    """Whether a weapon has a damage value, or equipment that works with it in its place."""
    if damage_value(piece, DAMAGE_VALUE[slot]) > 0:
        return True
    attack = declared.shot(piece)
    targets = [field.piece(unit_id) for unit_id in attack.targets if unit_id in field.state.units]
    return any(
        fitted.item.answers(("harm",), attack, piece, target)
        for fitted in piece.for_attack(attack)
        for target in targets
    )
