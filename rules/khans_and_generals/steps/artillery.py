"""Shells: who is in the spread, who is hit, what it costs (section 16 of the rules, P13, P14)."""

from collections.abc import Sequence

from rules.core.geometry import (
    Point,
    ahead,
    along,
    distance,
    edges,
    inside,
    segments_cross,
)
from rules.khans_and_generals.arithmetic import share
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.steps.casualties import attacked, give_effect, hurt, losses_from_fire
from rules.khans_and_generals.steps.fire import event_fire
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import (
    accuracy,
    destroy_vehicle,
    may_shell,
    pin_by_weapon,
    ranged_defence,
    shell_vehicle,
    test_pinning,
)
from rules.khans_and_generals.table.bases import Base, within
from rules.khans_and_generals.table.terrain import DESTROYED_ON, Terrain


def in_spread(field: Field, point: Point, spread: float, but: str | None = None) -> list[Piece]:
    """The units within the spread of a point, the nearest first, then in file order."""
    near = [
        (piece.base.to_point(point), piece)
        for piece in field.present
        if piece.id != but and piece.profile.class_ != "aircraft" and not piece.unit.abandoned
    ]
    found = [(gap, piece) for gap, piece in near if within(gap, spread)]
    return [piece for _, piece in sorted(found, key=lambda entry: round(entry[0], 6))]


def _can_hurt(weapon: Weapon, gun: Piece, target: Piece) -> bool:
    """Shells pass over armour they cannot hurt (KG-138)."""
    return not target.is_armoured or may_shell(weapon, gun, target)


def fire_he(res: Resolution, gun: str, weapon: Weapon, point: Point) -> None:
    """High explosive: a test for each unit, damage to the first of them (KG-117, KG-118)."""
    piece = res.piece(gun)
    needed = accuracy(piece, weapon, distance(piece.base.front, point)).total
    hits = []
    for target in in_spread(res.field, point, weapon.spread, but=gun):
        if _can_hurt(weapon, piece, target) and _accurate(res, gun, needed, target.id):
            hits.append(target.id)
    _burst(res, gun, weapon, hits)
    _aftermath(res, gun, weapon, point, hits)


def fire_marker(res: Resolution, observers: str, weapon: Weapon, point: Point) -> None:
    """One marker of a battery off the map: one test without distance for all (KG-127)."""
    if not _accurate(res, observers, weapon.accuracy, None):
        return
    section = res.piece(observers)
    targets = in_spread(res.field, point, weapon.spread)
    hits = [target.id for target in targets if _can_hurt(weapon, section, target)]
    if "he" not in weapon.ammunition and "area" in weapon.ammunition:
        _shared_burst(res, observers, weapon, hits)
    else:
        _burst(res, observers, weapon, hits)
    _aftermath(res, observers, weapon, point, hits)


def fire_area(res: Resolution, gun: str, weapon: Weapon, point: Point) -> None:
    """Area ammunition: one test and one burst, shared by all in the spread (KG-119)."""
    piece = res.piece(gun)
    needed = accuracy(piece, weapon, distance(piece.base.front, point)).total
    if not _accurate(res, gun, needed, None):
        return
    targets = in_spread(res.field, point, weapon.spread, but=gun)
    hits = [target.id for target in targets if _can_hurt(weapon, piece, target)]
    _shared_burst(res, gun, weapon, hits)
    _aftermath(res, gun, weapon, point, hits)


def fire_canister(res: Resolution, gun: str, weapon: Weapon) -> None:
    """Canister: everybody in the triangle before the gun (KG-124)."""
    piece = res.piece(gun)
    triangle = canister_triangle(piece, weapon)
    targets = [
        (target.base.to_point(piece.base.front), target.id)
        for target in res.field.present
        if target.id != gun
        and not target.unit.abandoned
        and _meets(triangle, target.base)
        and _can_hurt(weapon, piece, target)
    ]
    hits = [name for _, name in sorted(targets, key=lambda entry: round(entry[0], 6))]
    for name in hits:
        _damage(res, gun, weapon, name)
    _aftermath(res, gun, weapon, None, hits)


def canister_triangle(gun: Piece, weapon: Weapon) -> tuple[Point, Point, Point]:
    """The triangle from the gun's front edge, as high as the range and as wide as the spread."""
    height, width = weapon.canister or (0, 0)
    front, facing = gun.base.front, gun.base.facing
    far = ahead(front, facing, height)
    return (front, ahead(far, facing - 90, width / 2), ahead(far, facing + 90, width / 2))


def _meets(triangle: tuple[Point, Point, Point], base: Base) -> bool:
    """Whether a base and a triangle share ground."""
    if any(inside(corner, triangle) for corner in (*base.rim, base.at)):
        return True
    if any(
        base.to_point(corner) == 0 for corner in (*triangle, along(triangle[1], triangle[2], 0.5))
    ):
        return True
    if base.is_round:
        return False
    return any(
        segments_cross(a, b, c, d) for a, b in edges(triangle) for c, d in edges(base.corners)
    )


def fire_smoke(res: Resolution, gun: str, weapon: Weapon, point: Point) -> None:
    """A smoke shell: the cloud comes at the start of the next turn (KG-122)."""
    piece = res.piece(gun)
    needed = accuracy(piece, weapon, distance(piece.base.front, point)).total
    if _accurate(res, gun, needed, None):
        coming = (*res.state.coming_smoke, point)
        res.emit("smoke_shell", "KG-122", unit=gun, table={"coming_smoke": coming}, at=point)


def fire_illumination(res: Resolution, gun: str, weapon: Weapon, point: Point) -> None:
    """A light until the end of the turn (KG-123)."""
    piece = res.piece(gun)
    needed = accuracy(piece, weapon, distance(piece.base.front, point)).total
    if _accurate(res, gun, needed, None):
        lights = (*res.state.lights, point)
        res.emit("illuminated", "KG-123", unit=gun, table={"lights": lights}, at=point)


def _accurate(res: Resolution, gun: str, needed: int, target: str | None) -> bool:
    face = res.roll(10)
    hit = face <= needed
    res.emit("aimed", "KG-117", unit=gun, target=target, face=face, accuracy=needed, hit=hit)
    return hit


def _burst(res: Resolution, gun: str, weapon: Weapon, hits: Sequence[str]) -> None:
    """Damage to as many of the hit as the strike capacity allows (KG-118)."""
    for name in hits[: weapon.strike_capacity]:
        _damage(res, gun, weapon, name)


def _damage(res: Resolution, gun: str, weapon: Weapon, name: str) -> None:
    target = res.piece(name)
    if target.profile.is_vehicle:
        shell_vehicle(res, gun, name, weapon)
        return
    attack, defence = weapon.explosion + res.swing(), ranged_defence(target).total
    res.emit("burst", "KG-118", unit=name, by=gun, attack=attack, defence=defence)
    lost = losses_from_fire(target, max(0, attack - defence))
    hurt(res, name, lost, gun, "KG-118", "KG-114")


def _shared_burst(res: Resolution, gun: str, weapon: Weapon, hits: Sequence[str]) -> None:
    """One burst for all that were hit, in equal parts (KG-119)."""
    explosion = weapon.explosion + res.swing() if hits else 0
    for name in hits:
        _share_of_burst(res, gun, weapon, name, explosion, len(hits))


def _share_of_burst(
    res: Resolution, gun: str, weapon: Weapon, name: str, explosion: int, parts: int
) -> None:
    target = res.piece(name)
    damage = share(max(0, explosion - ranged_defence(target).total), parts)
    res.emit("burst", "KG-119", unit=name, by=gun, attack=explosion, parts=parts)
    if not target.profile.is_vehicle:
        hurt(res, name, losses_from_fire(target, damage), gun, "KG-119", "KG-114")
    elif target.is_armoured:
        shell_vehicle(res, gun, name, weapon)
    elif damage > 0:
        destroy_vehicle(res, name, gun, "KG-131", calibre=weapon.calibre)


def _aftermath(
    res: Resolution, gun: str, weapon: Weapon, point: Point | None, hits: Sequence[str]
) -> None:
    """Morale and pinning of all that were hit, then what the shells do to the ground (KG-120)."""
    for name in hits:
        attacked(res, name)
        give_effect(res, name, "under_artillery", gun)
        if res.unit(gun).hidden:
            give_effect(res, name, "hidden_enemy", gun)
    for name in hits:
        test_pinning(res, name, gun, pin_by_weapon(weapon))
    for work in works_hit(res.field, hits):
        shell_work(res, work, weapon.calibre, by_bomb=False)
    if point is not None and res.conditions.ground == "very_dry":
        event_fire(res, point, "artillery")


def works_hit(field: Field, hits: Sequence[str]) -> list[Terrain]:
    """The zones and obstacles a unit that was hit is in, each once."""
    found: dict[str, Terrain] = {}
    for name in hits:
        piece = field.piece(name)
        if piece.position is not None:
            found[piece.position.id] = piece.position
        found |= {area.id: area for area in piece.areas if area.is_work}
    return list(found.values())


def shell_work(res: Resolution, work: Terrain, calibre: int, *, by_bomb: bool) -> None:
    """A shell or bomb may destroy a zone or an obstacle (KG-039)."""
    if work.indestructible or calibre < work.calibre:
        return
    most = DESTROYED_ON[work.weight] if work.destroyed_on is None else work.destroyed_on
    most = share(3 * most, 2) if by_bomb else most
    face = res.roll(8)
    res.emit("work_shelled", "KG-039", terrain=work.id, face=face, most=most)
    if face > most:
        return
    destroyed = (*res.state.destroyed, work.id)
    leaving = {
        piece.id: {"in_position": None}
        for piece in res.field.pieces
        if piece.unit.in_position == work.id
    }
    res.emit("work_destroyed", "KG-039", units=leaving, table={"destroyed": destroyed})


def marker_fault(markers: Sequence[Point], tubes: int, spread: float) -> bool:
    """Whether markers are not one for each tube, each touching the first, none overlapping
    (KG-127, KG-128)."""
    if len(markers) != tubes:
        return True
    apart = 2 * spread
    first, *others = markers
    if any(abs(distance(first, other) - apart) > 0.05 for other in others):
        return True
    return any(
        distance(one, other) < apart - 0.05
        for index, one in enumerate(others)
        for other in others[index + 1 :]
    )
