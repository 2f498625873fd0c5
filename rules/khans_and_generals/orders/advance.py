"""Advance to contact (KG-096)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import (
    OrderKind,
    UnitOrder,
    enemies_in_order,
    no,
    target_faults,
)
from rules.khans_and_generals.orders.moving import into_contact, may_reach, way_faults
from rules.khans_and_generals.steps.locking import lock, lock_in_contact, may_fight
from rules.khans_and_generals.steps.movement import Legs, Plan, march
from rules.khans_and_generals.steps.resolution import Resolution


class Advance(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Go into contact with an enemy."""

    target: str
    legs: Legs


def explain_contact(field: Field, order: Advance, factor: int = 1) -> Iterator[Violation]:
    """Why a unit cannot come into melee with a target this way."""
    faults = list(target_faults(field, order.target))
    yield from faults
    if faults:
        return
    piece, target = field.piece(order.unit), field.piece(order.target)
    if not may_fight(piece, target):
        yield no("TARGET_WRONG", "KG-096", "KG-106", unit=order.target)
        return
    if piece.unit.deployed:
        yield no("NOT_DEPLOYED", "KG-059")
    plan = Plan(field, piece, order.legs, factor=factor)
    yield from way_faults(plan)
    if not plan.end.touches(target.base):
        yield no("NOT_IN_CONTACT", "KG-096", unit=order.target)


def explain(field: Field, order: Advance) -> Iterator[Violation]:
    """Why not."""
    yield from explain_contact(field, order)


def carry_out_contact(res: Resolution, order: Advance, *, factor: int, charge: bool) -> None:
    """Go, and lock with the target where the way ends in contact, and with whoever stands beside
    it (KG-096)."""
    piece = res.piece(order.unit)
    march(res, order.unit, Plan(res.field, piece, order.legs, factor=factor))
    if res.piece(order.unit).touches(res.piece(order.target)):
        lock(res, order.unit, order.target, charge=charge)
        lock_in_contact(res, order.unit)


def carry_out(res: Resolution, order: Advance) -> None:
    """Go into contact."""
    carry_out_contact(res, order, factor=1, charge=False)


def candidates(field: Field, piece: Piece) -> Iterator[Advance]:
    """Straight at the nearest enemies."""
    for enemy in enemies_in_order(field, piece)[:2]:
        if not may_reach(piece, enemy):
            continue
        yield Advance(unit=piece.id, target=enemy.id, legs=into_contact(piece, enemy))


KIND = OrderKind(Advance, "move", explain, carry_out, candidates, moves=True)
