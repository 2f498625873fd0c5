"""A vehicle breaks through a line (KG-103, P18)."""

from collections.abc import Iterator

from rules.core.geometry import ahead
from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.assault_vehicle import assault_armour
from rules.khans_and_generals.orders.base import (
    OrderKind,
    UnitOrder,
    enemies_in_order,
    most_minor,
    no,
    target_faults,
)
from rules.khans_and_generals.steps.casualties import (
    attacked,
    check_rout,
    destroy,
    give_effect,
)
from rules.khans_and_generals.steps.melee import pass_behind
from rules.khans_and_generals.steps.movement import Leg, Plan, march
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import destroy_vehicle
from rules.khans_and_generals.table.bases import within

THROUGH = 6


class TankCharge(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Drive straight at men, horses or guns."""

    target: str


def gap_ahead(piece: Piece, target: Piece) -> float | None:
    """How far straight ahead a vehicle meets a base, None if its front does not point at it."""
    front = piece.base.front
    end = ahead(front, piece.unit.facing, 1_000)
    if not target.base.crossed_by(front, end):
        return None
    low, high = 0.0, 1_000.0
    for _ in range(60):
        middle = (low + high) / 2
        if target.base.crossed_by(front, ahead(front, piece.unit.facing, middle)):
            high = middle
        else:
            low = middle
    return low


def reach(piece: Piece, target: Piece) -> float:
    """How far the vehicle drives until the bases touch."""
    low, high = 0.0, gap_ahead(piece, target) or 0.0
    for _ in range(40):
        middle = (low + high) / 2
        if piece.base.ahead(middle).gap(target.base) > 0:
            low = middle
        else:
            high = middle
    return low


def explain(field: Field, order: TankCharge) -> Iterator[Violation]:
    """Why not."""
    faults = list(target_faults(field, order.target))
    yield from faults
    if faults:
        return
    piece, target = field.piece(order.unit), field.piece(order.target)
    armed = piece.profile.is_vehicle and piece.profile.is_armed
    if not armed or not target.is_enemy(piece) or target.profile.is_vehicle:
        yield no("TARGET_WRONG", "KG-103", "KG-106", unit=order.target)
        return
    gap = gap_ahead(piece, target)
    if gap is None:
        yield no("NOT_STRAIGHT", "KG-103", unit=order.target)
        return
    plan = way_to(piece, target)
    if not within(gap, plan.left):
        yield no("TOO_FAR", "KG-103", length=round(gap, 2), left=round(max(0.0, plan.left), 2))
    if plan.takes_minor and piece.unit.minor >= most_minor(piece):
        yield no("ORDER_SPENT", "KG-093", unit=piece.id)
    if plan.barred is not None:
        yield no("TERRAIN_BARRED", "KG-026", terrain=plan.barred.id)
    if plan.burning:
        yield no("BURNING", "KG-045")
    if any(stands_in_the_way(piece, other) for other in plan.passed(plan.length)):
        yield no("PATH_BLOCKED", "KG-090", "KG-092")


def way_to(piece: Piece, target: Piece) -> Plan:
    """The straight way until the bases touch."""
    stop = piece.base.ahead(reach(piece, target))
    return Plan(piece.field, piece, (Leg(travel=(stop.at,)),))


def stands_in_the_way(piece: Piece, other: Piece) -> bool:
    """Whether a vehicle cannot drive through somebody: through its own men it can (KG-090)."""
    return other.is_enemy(piece) or other.profile.class_ in ("vehicle", "artillery")


def carry_out(res: Resolution, order: TankCharge) -> None:
    """The way there, as of every move; then shock, a d8, through or not; whoever still stands
    answers."""
    target = res.piece(order.target)
    if not march(res, order.unit, way_to(res.piece(order.unit), target)):
        return
    attacked(res, target.id)
    give_effect(res, order.target, "tank_charged", order.unit)
    check_rout(res, order.unit)
    face = res.roll(8)
    res.emit("tank_charge", "KG-103", unit=order.unit, target=order.target, face=face)
    if face >= THROUGH or res.unit(order.target).routed:
        pass_behind(res, order.unit, order.target)
        if target.profile.class_ == "artillery":
            destroy(res, order.target, order.unit, "KG-103")
    _answer(res, order)


def _answer(res: Resolution, order: TankCharge) -> None:
    """The target answers as it would assault (KG-105)."""
    target = res.piece(order.target)
    unit = target.unit
    if unit.lost or unit.routed or unit.pinned or target.profile.class_ == "artillery":
        return
    if res.piece(order.unit).is_armoured:
        assault_armour(res, order.target, order.unit)
    else:
        destroy_vehicle(res, order.unit, order.target, "KG-104")


def candidates(field: Field, piece: Piece) -> Iterator[TankCharge]:
    """Whoever stands before it."""
    if piece.profile.is_vehicle:
        for enemy in enemies_in_order(field, piece)[:4]:
            yield TankCharge(unit=piece.id, target=enemy.id)


KIND = OrderKind(TankCharge, "mixed", explain, carry_out, candidates, moves=True)
