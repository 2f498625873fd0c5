"""Fire at aircraft (KG-149)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.aiming import shooter_faults
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.steps.aircraft import hit_aircraft, leave_air, shoot_down, tie_up
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import accuracy


class AntiAir(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Fire at an enemy aircraft."""

    aircraft: str
    weapon: str | None = None


def weapon_of(piece: Piece, name: str | None) -> Weapon | None:
    """The weapon that reaches the sky."""
    for weapon in piece.profile.weapons:
        if name in (None, weapon.name) and (weapon.aa or "aa" in weapon.ammunition):
            return weapon
    return None


def explain(field: Field, order: AntiAir) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    yield from shooter_faults(piece)
    if weapon_of(piece, order.weapon) is None:
        yield no("AMMUNITION_WRONG", "KG-149")
    if order.aircraft not in field.state.units:
        yield no("UNIT_UNKNOWN", "KG-149", unit=order.aircraft)
        return
    plane = field.piece(order.aircraft)
    if not plane.is_enemy(piece) or plane.profile.class_ != "aircraft":
        yield no("TARGET_WRONG", "KG-149", unit=order.aircraft)
    elif not plane.unit.airborne:
        yield no("UNIT_GONE", "KG-149", unit=order.aircraft)
    if any(terrain.kind == "woods" and at == "depth" for terrain, at in piece.standings):
        yield no("SKY_HIDDEN", "KG-149")


def carry_out(res: Resolution, order: AntiAir) -> None:
    """Guns aim and burst; machine guns spray."""
    weapon = weapon_of(res.piece(order.unit), order.weapon)
    if weapon is None:
        return
    if not weapon.is_gun:
        _spray(res, order)
        return
    needed = accuracy(res.piece(order.unit), weapon, None).total
    face = res.roll(10)
    res.emit("aimed", "KG-149", unit=order.unit, face=face, accuracy=needed)
    if face <= needed:
        burst = weapon.explosion + res.swing()
        agility = res.piece(order.aircraft).profile.agility
        res.emit("burst", "KG-149", unit=order.aircraft, attack=burst, agility=agility)
        if burst >= agility:
            hit_aircraft(res, order.aircraft)


def _spray(res: Resolution, order: AntiAir) -> None:
    face = res.roll(6)
    res.emit("aircraft_hit", "KG-149", unit=order.aircraft, face=face)
    if face == 1:
        shoot_down(res, order.aircraft)
    elif face == 2:
        leave_air(res, order.aircraft)
    elif face == 3:
        tie_up(res, order.aircraft)


def candidates(field: Field, piece: Piece) -> Iterator[AntiAir]:
    """Every enemy aircraft."""
    for plane in field.pieces:
        if plane.unit.airborne and plane.is_enemy(piece):
            yield AntiAir(unit=piece.id, aircraft=plane.id)


KIND = OrderKind(AntiAir, "major", explain, carry_out, candidates)
