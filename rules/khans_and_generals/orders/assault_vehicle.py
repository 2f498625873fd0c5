"""Men against a vehicle (KG-104, KG-105, P17)."""

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
from rules.khans_and_generals.steps.casualties import attacked
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    break_part,
    destroy_vehicle,
    hit_crew,
    immobilise,
)
from rules.khans_and_generals.table.bases import within

FARTHEST = 5
ASSAULTERS = ("line", "support", "hq")
#: What the d6 of the Training test is made harder by (KG-105).
TEST = 1


class AssaultVehicle(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Rush at a vehicle and back."""

    target: str


def explain(field: Field, order: AssaultVehicle) -> Iterator[Violation]:
    """Why not."""
    faults = list(target_faults(field, order.target))
    yield from faults
    if faults:
        return
    piece, target = field.piece(order.unit), field.piece(order.target)
    fit = piece.profile.class_ in ASSAULTERS and target.profile.is_vehicle
    if not fit or not target.is_enemy(piece):
        yield no("TARGET_WRONG", "KG-104", unit=order.target)
    elif piece.immobile:
        yield no("IMMOBILE", "KG-104", "KG-152", unit=order.unit)
    elif piece.unit.deployed:
        yield no("NOT_DEPLOYED", "KG-059")
    elif not within(piece.base.distance(target.base), min(piece.movement, FARTHEST)):
        yield no("TOO_FAR", "KG-104", length=piece.base.distance(target.base), left=FARTHEST)


def carry_out(res: Resolution, order: AssaultVehicle) -> None:
    """A vehicle without armour is destroyed, armour is tried with a die."""
    if res.piece(order.target).is_armoured:
        assault_armour(res, order.unit, order.target)
    else:
        destroy_vehicle(res, order.target, order.unit, "KG-104")


def assault_armour(res: Resolution, attacker: str, vehicle: str) -> None:
    """A Training test with `TEST` on the die, then the d8 (KG-105)."""
    attacked(res, vehicle)
    if not res.test(attacker, modifier=TEST):
        return
    face = res.roll(8)
    res.emit("vehicle_hit", "KG-105", unit=vehicle, face=face, by=attacker)
    if face == 4:
        immobilise(res, vehicle)
    elif face == 5:
        break_part(res, vehicle, "optics")
    elif face == 6:
        break_part(res, vehicle, "weapon")
    elif face == 7:
        hit_crew(res, vehicle, attacker)
    elif face == 8:
        destroy_vehicle(res, vehicle, attacker, "KG-105")


def candidates(field: Field, piece: Piece) -> Iterator[AssaultVehicle]:
    """Every vehicle, the nearest first."""
    for enemy in enemies_in_order(field, piece):
        if enemy.profile.is_vehicle:
            yield AssaultVehicle(unit=piece.id, target=enemy.id)


KIND = OrderKind(AssaultVehicle, "mixed", explain, carry_out, candidates)
