"""Shells at a point, direct or directed (KG-116 to KG-125)."""

from collections.abc import Iterator
from typing import Literal

from rules.core.geometry import Point, distance, segment_to_segment
from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import in_reach, link_cut
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import point_in_sight
from rules.khans_and_generals.orders.aiming import chosen_weapon, shooter_faults, weapon_of
from rules.khans_and_generals.orders.base import (
    OrderKind,
    UnitOrder,
    enemies_in_order,
    no,
    target_faults,
)
from rules.khans_and_generals.records.profile import Ammunition, Weapon
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.steps.artillery import (
    fire_area,
    fire_canister,
    fire_he,
    fire_illumination,
    fire_smoke,
)
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.table.bases import within

FARTHEST_DIRECTOR = 40
INDIRECT = ("howitzer", "mortar")
FOR_SHELLS = ("he", "area", "smoke", "illumination", "canister")
FIRE = {
    "he": fire_he,
    "area": fire_area,
    "smoke": fire_smoke,
    "illumination": fire_illumination,
}


class Shell(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Fire a gun at a point; canister needs none."""

    at: Place | None = None
    weapon: str | None = None
    ammunition: Ammunition | None = None
    mode: Literal["direct", "indirect"] = "direct"
    director: str | None = None


def ammunition_of(order: Shell, weapon: Weapon) -> str:
    """What is fired: as ordered, or the gun's first that serves."""
    if order.ammunition is not None:
        return order.ammunition
    return next((kind for kind in FOR_SHELLS if kind in weapon.ammunition), "")


def explain(field: Field, order: Shell) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    yield from shooter_faults(piece)
    weapon = weapon_of(piece, order.weapon, guns=True)
    if weapon is None:
        yield no("CANNOT_SHOOT", "KG-116")
        return
    chosen = ammunition_of(order, weapon)
    if chosen not in weapon.ammunition or chosen not in FOR_SHELLS:
        yield no("AMMUNITION_WRONG", "KG-121", ammunition=chosen)
        return
    if chosen == "canister":
        if weapon.canister is None:
            yield no("AMMUNITION_WRONG", "KG-124", ammunition=chosen)
        return
    if order.at is None:
        yield no("TARGET_WRONG", "KG-117", unit=order.unit)
        return
    if order.mode == "indirect":
        yield from _direction_faults(field, order, piece, weapon, order.at)
        return
    if not _before(piece, order.at):
        yield no("NOT_IN_FRONT", "KG-014", unit=order.unit)
    reachable = within(distance(piece.base.front, order.at), weapon.range)
    if reachable and not point_in_sight(field, piece, order.at, weapon.spread):
        yield no("NOT_SEEN", "KG-116", unit=order.unit)


def _before(piece: Piece, point: Point) -> bool:
    return bool(piece.unit.in_position) or piece.base.side_towards(point) == "front"


def _direction_faults(
    field: Field, order: Shell, gun: Piece, weapon: Weapon, point: Point
) -> Iterator[Violation]:
    """Why a gun cannot be directed (KG-074, KG-125)."""
    if weapon.kind not in INDIRECT:
        yield no("NOT_INDIRECT", "KG-125")
        return
    if not _before(gun, point):
        yield no("NOT_IN_FRONT", "KG-014", unit=order.unit)
    name = order.director or ""
    faults = list(target_faults(field, name))
    yield from faults
    if faults:
        return
    if name not in (gun.unit.hq, gun.unit.observers):
        yield no("TARGET_WRONG", "KG-125", unit=name)
        return
    director = field.piece(name)
    if director.unit.routed or director.unit.pinned:
        yield no("ROUTED" if director.unit.routed else "PINNED", "KG-127", unit=name)
    if name == gun.unit.hq and name != gun.unit.observers and not in_reach(field, gun, name):
        yield no("NO_COMMUNICATION", "KG-074", "KG-085")
    if not within(gun.base.distance(director.base), FARTHEST_DIRECTOR):
        yield no("DIRECTOR_TOO_FAR", "KG-125", unit=name)
    if link_cut(field, gun.owner, gun, director) or _impassable(field, gun, director):
        yield no("DIRECTOR_CUT_OFF", "KG-125", unit=name)
    if not point_in_sight(field, director, point, weapon.spread):
        yield no("NOT_SEEN", "KG-125", unit=name)


def _impassable(field: Field, one: Piece, other: Piece) -> bool:
    """Whether deep water or a cliff lies between."""
    return any(
        segment_to_segment(one.base.at, other.base.at, a, b) == 0
        for terrain in field.terrain
        if terrain.kind in ("deep_water", "cliff")
        for a, b in terrain.sides
    )


def carry_out(res: Resolution, order: Shell) -> None:
    """Measure and fire (P13)."""
    piece = res.piece(order.unit)
    weapon = chosen_weapon(piece, order.weapon, guns=True)
    chosen = ammunition_of(order, weapon)
    if chosen == "canister":
        fire_canister(res, order.unit, weapon)
    elif order.at is not None:
        gone = distance(piece.base.front, order.at)
        if not within(gone, weapon.range):
            res.emit("order_lost", "KG-008", unit=order.unit, distance=gone)
            return
        FIRE[chosen](res, order.unit, weapon, order.at)
    if piece.unit.hidden:
        res.change("revealed", order.unit, "KG-066", hidden=False)


def candidates(field: Field, piece: Piece) -> Iterator[Shell]:
    """At every enemy, with every ammunition, directly and directed."""
    weapon = weapon_of(piece, None, guns=True)
    if weapon is None:
        return
    for kind in weapon.ammunition:
        if kind == "canister":
            yield Shell(unit=piece.id, ammunition=kind)
            continue
        for enemy in enemies_in_order(field, piece)[:4]:
            at = enemy.base.at
            yield Shell(unit=piece.id, at=at, ammunition=kind)
            for director in (piece.unit.observers, piece.unit.hq):
                if director is not None:
                    yield Shell(
                        unit=piece.id, at=at, ammunition=kind, mode="indirect", director=director
                    )


KIND = OrderKind(Shell, "major", explain, carry_out, candidates)
