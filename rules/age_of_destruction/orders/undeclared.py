"""Shots for which nobody declared a weapon (rules AOD-DMG-004, AOD-DMG-005, AOD-ORDER-003)."""

from functools import partial

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.orders.explain_attacks import refuse_ranged_order
from rules.age_of_destruction.orders.explain_moves import refuse_assault
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.orders import AnyOrder, Assault, Ranged, WeaponSlot
from rules.age_of_destruction.steps.declare import ranged_attack


def is_lost(field: Field, order: AnyOrder) -> bool:
    """Whether an order comes to nothing as no weapon was declared: a 'Mech's primary cannot make
    the shot, its secondary could."""
    if not isinstance(order, Ranged | Assault) or order.weapon is not None:
        return False
    piece = field.piece(order.unit)
    if not (piece.is_mech and field.ruling("undeclared_weapon_loses_the_order")):
        return False
    if isinstance(order, Assault) and order.kind == "close":
        return False
    return not _can_shoot(field, order, "primary") and _can_shoot(field, order, "secondary")


def _can_shoot(field: Field, order: Ranged | Assault, slot: WeaponSlot) -> bool:
    """Whether a weapon reaches what the order is aimed at, and does something to it; how damage is
    divided is another question."""
    piece = field.piece(order.unit)
    if slot not in piece.weapons or not _does_something(field, piece, order, slot):
        return False
    declared = msgspec.structs.replace(order, weapon=slot, split=None)
    if isinstance(declared, Ranged):
        return permits(partial(refuse_ranged_order, field, piece, declared))
    return permits(partial(refuse_assault, field, piece, declared))


def _does_something(field: Field, piece: Piece, order: Ranged | Assault, slot: WeaponSlot) -> bool:
    """Whether a weapon has a damage value, or equipment that works with it in its place."""
    if damage_value(piece, DAMAGE_VALUE[slot]) > 0:
        return True
    declared = msgspec.structs.replace(order, weapon=slot)
    kind = "assault" if isinstance(order, Assault) else "ranged"
    attack = ranged_attack(piece, declared, kind)
    targets = [field.piece(unit_id) for unit_id in order.targets if unit_id in field.state.units]
    return any(
        fitted.item.answers(("harm",), attack, piece, target)
        for fitted in piece.for_attack(attack)
        for target in targets
    )
