"""Fire at a unit: small arms, anti-tank rifles, guns at vehicles (KG-107 to KG-140)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import Sight, base_sight, in_front, sight
from rules.khans_and_generals.orders.aiming import chosen_weapon, shooter_faults, weapon_of
from rules.khans_and_generals.orders.base import (
    OrderKind,
    UnitOrder,
    enemies_in_order,
    no,
    target_faults,
)
from rules.khans_and_generals.records.profile import Ammunition, Weapon
from rules.khans_and_generals.steps.fire import event_fire, ignite
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    accuracy,
    at_rifle_hit,
    gun_at_vehicle,
    leave_powder_smoke,
    may_shell,
    shot_modifiers,
    small_arms,
    small_arms_at_vehicle,
    under_fire,
)
from rules.khans_and_generals.table.bases import within

#: What a hilltop adds to the range of archers and siege engines (KG-041).
HILLTOP_RANGE = 10
#: Weapons that fire with the ranged Attack of the card.
SMALL_ARMS = ("firearm", "machine_gun", "muscle")


class Ranged(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Fire at a target."""

    target: str
    weapon: str | None = None
    ammunition: Ammunition | None = None


def ammunition_of(order: Ranged, weapon: Weapon, target: Piece) -> str:
    """What a gun fires: armour-piercing at armour where it has it (KG-121)."""
    if order.ammunition is not None:
        return order.ammunition
    if target.is_armoured and "ap" in weapon.ammunition:
        return "ap"
    return "he" if "he" in weapon.ammunition else weapon.ammunition[0]


def explain(field: Field, order: Ranged) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    yield from shooter_faults(piece)
    weapon = weapon_of(piece, order.weapon)
    if weapon is None or (piece.profile.attack[1] is None and weapon.kind in SMALL_ARMS):
        yield no("CANNOT_SHOOT", "KG-107")
        return
    faults = list(target_faults(field, order.target))
    yield from faults
    if faults:
        return
    target = field.piece(order.target)
    if not target.is_enemy(piece):
        yield no("TARGET_WRONG", "KG-066", unit=order.target)
        return
    turned = piece.unit.in_position or piece.profile.has("parthian_shot")
    if not turned and not in_front(piece, target.base):
        yield no("NOT_IN_FRONT", "KG-014", unit=order.target)
    if target.unit.hidden or not sight(field, order.unit, order.target).seen:
        yield no("NOT_SEEN", "KG-066", unit=order.target)
    if weapon.is_gun:
        yield from _gun_faults(order, piece, target, weapon)


def _gun_faults(order: Ranged, piece: Piece, target: Piece, weapon: Weapon) -> Iterator[Violation]:
    """What a gun may not fire at whom (KG-133, KG-137, KG-138)."""
    if not target.profile.is_vehicle:
        yield no("TARGET_WRONG", "KG-117", unit=order.target)
        return
    chosen = ammunition_of(order, weapon, target)
    if chosen not in weapon.ammunition or chosen not in ("he", "ap"):
        yield no("AMMUNITION_WRONG", "KG-121", ammunition=chosen)
    elif chosen == "he" and target.is_armoured and not may_shell(weapon, piece, target):
        yield no("AMMUNITION_WRONG", "KG-133", "KG-137", "KG-138", ammunition=chosen)


def reach_of(piece: Piece, weapon: Weapon) -> float:
    """The firing range, from a hilltop of archers and siege engines more (KG-041)."""
    far = piece.profile.has("archers") or piece.profile.has("siege_engine")
    return weapon.range + (HILLTOP_RANGE if far and piece.on_hill else 0)


def carry_out(res: Resolution, order: Ranged) -> None:
    """Measure, which is the order (KG-008), and shoot."""
    piece, target = res.piece(order.unit), res.piece(order.target)
    weapon = chosen_weapon(piece, order.weapon)
    farthest = min(reach_of(piece, weapon), base_sight(res.field, target.base))
    shoot(res, order, weapon, sight(res.field, order.unit, order.target), farthest)


def shoot(res: Resolution, order: Ranged, weapon: Weapon, seen: Sight, farthest: float) -> None:
    """Measure; look through the smoke; fire at what is seen so (P10)."""
    piece, target = res.piece(order.unit), res.piece(order.target)
    distance = piece.base.distance(target.base)
    if not within(distance, farthest):
        res.emit("order_lost", "KG-008", unit=order.unit, target=order.target, distance=distance)
        return
    if seen.screen and not res.test(order.unit):
        res.emit("sight_lost", "KG-048", unit=order.unit, target=order.target)
        return
    hidden, flaming = piece.unit.hidden, piece.unit.flaming
    if hidden:
        res.change("revealed", order.unit, "KG-066", hidden=False)
    _fire(res, order, weapon, seen, hidden)
    leave_powder_smoke(res, order.unit, weapon)
    if weapon.kind == "flamethrower":
        ignite(res, target.base.at, "flamethrower")
    elif weapon.kind == "muscle" and flaming:
        res.change("arrows_spent", order.unit, flaming=False)
        ignite(res, target.base.at, "flaming_arrows")
    elif weapon.kind == "machine_gun" and res.conditions.ground == "very_dry":
        event_fire(res, target.base.at, "heavy_machine_gun")


def _fire(res: Resolution, order: Ranged, weapon: Weapon, seen: Sight, hidden: bool) -> None:
    shooter, name = order.unit, order.target
    target = res.piece(name)
    modifiers = shot_modifiers(res.piece(shooter), seen).total
    if not target.profile.is_vehicle:
        small_arms(res, shooter, name, weapon, seen, hidden)
    elif weapon.is_gun:
        ammunition = ammunition_of(order, weapon, target)
        if gun_at_vehicle(res, shooter, name, weapon, ammunition, modifiers):
            under_fire(res, shooter, name, weapon, hidden)
    elif weapon.kind == "flamethrower":
        at_rifle_hit(res, shooter, name, weapon)
        under_fire(res, shooter, name, weapon, hidden)
    elif weapon.kind == "at_rifle":
        if _aim(res, order, weapon, modifiers):
            at_rifle_hit(res, shooter, name, weapon)
        under_fire(res, shooter, name, weapon, hidden)
    else:
        small_arms_at_vehicle(res, shooter, name, weapon, seen, hidden)


def _aim(res: Resolution, order: Ranged, weapon: Weapon, modifiers: int) -> bool:
    """The accuracy test of an anti-tank rifle (KG-139)."""
    piece = res.piece(order.unit)
    distance = piece.base.distance(res.piece(order.target).base)
    needed = accuracy(piece, weapon, distance).total + modifiers
    face = res.roll(10)
    hit = face <= needed
    res.emit("aimed", "KG-139", unit=order.unit, face=face, accuracy=needed, hit=hit)
    return hit


def candidates(field: Field, piece: Piece) -> Iterator[Ranged]:
    """Every enemy with every weapon, the nearest first."""
    for enemy in enemies_in_order(field, piece):
        for weapon in piece.profile.weapons:
            named = weapon.name if weapon is not piece.profile.weapons[0] else None
            yield Ranged(unit=piece.id, target=enemy.id, weapon=named)


KIND = OrderKind(Ranged, "major", explain, carry_out, candidates)
