"""Disengage: break off a melee (KG-096, KG-175)."""

from collections.abc import Iterator

from rules.core.geometry import along, distance
from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.orders.moving import way_faults
from rules.khans_and_generals.steps.casualties import disorder, give_effect, leave_fights
from rules.khans_and_generals.steps.locking import may_fight
from rules.khans_and_generals.steps.movement import Leg, Legs, Plan, march
from rules.khans_and_generals.steps.resolution import Resolution


class Disengage(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Try to get away from the enemy."""

    legs: Legs


def explain(field: Field, order: Disengage) -> Iterator[Violation]:
    """Why not."""
    if not field.in_fight(order.unit):
        yield no("NOTHING_TO_DO", "KG-175")
    piece = field.piece(order.unit)
    plan = Plan(field, piece, order.legs)
    yield from way_faults(plan)
    for enemy in field.enemies(piece.owner):
        if may_fight(piece, enemy) and plan.end.touches(enemy.base):
            yield no("STILL_IN_CONTACT", "KG-096", "KG-175", unit=enemy.id)


def carry_out(res: Resolution, order: Disengage) -> None:
    """A Training test: away and disordered, or held."""
    if not res.test(order.unit):
        give_effect(res, order.unit, "failed_disengage", None)
        return
    leave_fights(res, order.unit)
    march(res, order.unit, Plan(res.field, res.piece(order.unit), order.legs))
    disorder(res, order.unit, "KG-175")


def candidates(field: Field, piece: Piece) -> Iterator[Disengage]:
    """Straight away from the enemy."""
    for name in field.opponents(piece.id)[:1]:
        enemy = field.piece(name)
        gap = distance(piece.base.at, enemy.base.at) or 1.0
        for step in (piece.movement, piece.movement / 2):
            away = along(piece.base.at, enemy.base.at, -step / gap)
            yield Disengage(unit=piece.id, legs=(Leg(travel=(away,)),))


KIND = OrderKind(Disengage, "major", explain, carry_out, candidates, moves=True, in_melee=True)
