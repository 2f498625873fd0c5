"""Charge: a straight rush of up to twice the movement (KG-089, KG-175)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.advance import Advance, carry_out_contact, explain_contact
from rules.khans_and_generals.orders.base import OrderKind, enemies_in_order, no
from rules.khans_and_generals.orders.moving import into_contact, may_reach, straight_faults
from rules.khans_and_generals.steps.movement import Plan
from rules.khans_and_generals.steps.resolution import Resolution

REACH = 2
#: Ground nobody charges on (KG-025).
TOO_HEAVY = ("mud", "deep_snow")


class Charge(Advance, frozen=True, kw_only=True, omit_defaults=True):
    """Rush straight at an enemy."""


def explain(field: Field, order: Charge) -> Iterator[Violation]:
    """Why not."""
    yield from straight_faults(order.legs)
    faults = list(explain_contact(field, order, factor=REACH))
    yield from faults
    if order.target in field.state.units and forbidden(field, order):
        yield no("CHARGE_FORBIDDEN", "KG-025", "KG-175")


def forbidden(field: Field, order: Charge) -> bool:
    """Whether ground, terrain or the target's skirmish order rule a charge out."""
    if field.state.conditions.ground in TOO_HEAVY:
        return True
    piece, target = field.piece(order.unit), field.piece(order.target)
    if target.unit.formation == "skirmish":
        return True
    plan = Plan(field, piece, order.legs, factor=REACH)
    entered = [*plan.crossed, *(t for t in field.terrain if t.standing(plan.end) != "outside")]
    return any(not terrain.row.charge for terrain in entered)


def carry_out(res: Resolution, order: Charge) -> None:
    """Rush into contact."""
    carry_out_contact(res, order, factor=REACH, charge=True)


def candidates(field: Field, piece: Piece) -> Iterator[Charge]:
    """Straight at the nearest enemies."""
    for enemy in enemies_in_order(field, piece)[:2]:
        if not may_reach(piece, enemy, REACH):
            continue
        yield Charge(unit=piece.id, target=enemy.id, legs=into_contact(piece, enemy))


KIND = OrderKind(Charge, "mixed", explain, carry_out, candidates, moves=True)
