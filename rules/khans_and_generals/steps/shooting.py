"""Fire at units: small arms, pinning, vehicles (sections 15 and 17 of the rules)."""

from typing import Literal

import msgspec

from rules.core.tally import Tally, of_parts
from rules.khans_and_generals.arithmetic import percent
from rules.khans_and_generals.moment.field import Piece
from rules.khans_and_generals.moment.sight import FROM_HILL, PARTIAL, POWDER, SCREEN, Sight
from rules.khans_and_generals.records.profile import Plane, Weapon
from rules.khans_and_generals.state.state import Cloud, Place
from rules.khans_and_generals.steps.casualties import (
    attacked,
    destroy,
    give_effect,
    hurt,
    losses_from_fire,
    pin,
)
from rules.khans_and_generals.steps.fire import event_fire
from rules.khans_and_generals.steps.resolution import Resolution

#: Formations and ranged Defence (section 13 of the rules).
FORMATION_DEFENCE = {"disordered": -2, "column": -3, "loose": 2, "skirmish": 4, "close": -2}
#: Percent that a shield wall adds to Armour before it.
PINNED_DEFENCE, SHIELDS = 2, 50
#: What fire does to morale, by the kind of weapon (KG-162).
FIRE_EFFECT = {
    "firearm": "under_firearms",
    "machine_gun": "under_machine_guns",
    "muscle": "under_fire",
    "flamethrower": "flamethrowers",
    "at_rifle": "under_firearms",
    "gun": "under_artillery",
    "howitzer": "under_artillery",
    "mortar": "under_artillery",
}
#: The pinning table (KG-112); Training counts 2 more than its value.
PIN_DIFFICULT, PIN_LIGHT, PIN_HEAVY, PIN_BUILT_UP, PIN_ROAD, PIN_TRAINING = 1, 2, 3, 4, -3, 2
PIN_MACHINE_GUN, PIN_SHELL, PIN_HEAVY_SHELL, PIN_AIRCRAFT = -1, -2, -4, -5
SERVED_BY_ONE = -2
#: Armour classes that a shell of so many millimetres breaks without armour-piercing (KG-137).
HE_CALIBRE, HE_CLASS = 75, 3
AT_RIFLE_TYPES = {"light_tank": -2, "heavy_tank": -4, "armoured_car": -1, "unarmoured": 1}
AT_RIFLE_SIDES = {"front": 0, "flank": 1, "rear": 2}
FLAMETHROWER = 3
DUST_OR_POWDER_LASTS = 1


def ranged_defence(target: Piece, *, muscle: Piece | None = None) -> Tally:
    """Defence against fire: skill, against whoever shoots with `muscle` armour too, terrain,
    formation (KG-109)."""
    skill, armour = target.profile.defence
    walled = (
        muscle is not None
        and target.unit.formation == "shield_wall"
        and target.base.side_towards(muscle.base.front) == "front"
    )
    return of_parts(
        skill=skill,
        armour=armour if muscle is not None else 0,
        shield_wall=percent(armour, SHIELDS) - armour if walled else 0,
        terrain=sum(area.row.defence for area in target.areas),
        formation=FORMATION_DEFENCE.get(target.unit.formation, 0),
        pinned=PINNED_DEFENCE if target.unit.pinned else 0,
        position=target.position.defence if target.position else 0,
    )


def by_muscle(shooter: Piece, weapon: Weapon) -> Piece | None:
    """Who shoots with a weapon against which armour helps, None for other weapons (KG-109)."""
    return shooter if weapon.kind == "muscle" else None


def shot_modifiers(shooter: Piece, seen: Sight) -> Tally:
    """Partial sight, smoke, height (KG-041, KG-048, KG-072)."""
    return of_parts(
        partial_sight=0 if seen.full else PARTIAL,
        powder=POWDER if seen.powder else 0,
        screen=SCREEN if seen.screen else 0,
        hill=FROM_HILL if shooter.on_hill else 0,
    )


def ranged_attack(shooter: Piece, weapon: Weapon, distance: float, seen: Sight) -> Tally:
    """What is shot with before the dice (KG-108)."""
    return of_parts(
        attack=shooter.profile.attack[1] or 0,
        fire_effect=coefficient(shooter, weapon, distance),
        lost_figures=-shooter.lost_figures,
    ) + shot_modifiers(shooter, seen)


def coefficient(shooter: Piece, weapon: Weapon, distance: float) -> int:
    """The fire effect at a distance; after moving no bonus (KG-110, KG-111)."""
    value = weapon.coefficient(distance)
    if shooter.unit.moved > 0 and not shooter.profile.has("skirmisher"):
        return min(0, value)
    return value


def optics_of(shooter: Piece) -> int:
    """The optics of a vehicle, unless destroyed (KG-117)."""
    if not shooter.profile.is_vehicle or "optics" in shooter.unit.broken:
        return 0
    return shooter.profile.optics


def accuracy(shooter: Piece, weapon: Weapon, distance: float | None) -> Tally:
    """What the d10 of a gun must not exceed, at aircraft without distance (KG-117, KG-152)."""
    alone = shooter.profile.class_ == "artillery" and shooter.unit.strength == 1
    return of_parts(
        accuracy=weapon.accuracy,
        fire_effect=0 if distance is None else coefficient(shooter, weapon, distance),
        optics=optics_of(shooter),
        served_by_one=SERVED_BY_ONE if alone else 0,
    )


def pinning_sum(target: Piece, fire: int) -> Tally:
    """What the d10 must exceed to pin a unit (KG-112)."""
    position = target.position
    weight = PIN_LIGHT if position and position.weight == "light" else PIN_HEAVY
    return of_parts(
        training=target.profile.training + PIN_TRAINING,
        fire=fire,
        difficult=PIN_DIFFICULT if target.in_difficult else 0,
        built_up=PIN_BUILT_UP if target.stands_in("built_up") else 0,
        road=PIN_ROAD if target.stands_in("road", "dirt_road") else 0,
        position=weight if position else 0,
    )


def can_be_pinned(target: Piece) -> bool:
    """Whether fire may pin a unit (KG-112)."""
    unit, profile = target.unit, target.profile
    if unit.pinned or unit.routed or unit.lost or not profile.modern:
        return False
    return profile.class_ not in ("artillery", "vehicle", "aircraft")


def pin_by_weapon(weapon: Weapon) -> int | None:
    """What a weapon adds to the pinning sum, None for those that never pin."""
    if weapon.kind == "muscle":
        return None
    if weapon.kind == "machine_gun":
        return PIN_MACHINE_GUN
    if weapon.is_gun:
        return PIN_HEAVY_SHELL if weapon.is_heavy else PIN_SHELL
    return 0


def test_pinning(res: Resolution, target: str, by: str, fire: int | None) -> None:
    """A unit under fire may go to ground (KG-112, P12)."""
    piece = res.piece(target)
    if fire is None or not can_be_pinned(piece):
        return
    needed = pinning_sum(piece, fire).total
    face = res.roll(10)
    res.emit("pinning_tested", "KG-112", unit=target, face=face, sum=needed)
    if face > needed:
        pin(res, target, by)


def under_fire(res: Resolution, shooter: str, target: str, weapon: Weapon, hidden: bool) -> None:
    """The morale effects of fire (KG-162); nobody cools under it (KG-165)."""
    attacked(res, target)
    give_effect(res, target, FIRE_EFFECT[weapon.kind], shooter)
    if hidden:
        give_effect(res, target, "hidden_enemy", shooter)


def small_arms(
    res: Resolution, shooter: str, target: str, weapon: Weapon, seen: Sight, hidden: bool
) -> None:
    """Fire of small arms at a unit on foot, in the saddle or at a gun (P10)."""
    one, other = res.piece(shooter), res.piece(target)
    distance = one.base.distance(other.base)
    attack = ranged_attack(one, weapon, distance, seen).total + res.swing()
    defence = ranged_defence(other, muscle=by_muscle(one, weapon)).total
    effectiveness = max(0, attack - defence)
    rules = ("KG-107", "KG-108")
    res.emit("shot", *rules, unit=shooter, target=target, attack=attack, defence=defence)
    hurt(res, target, losses_from_fire(other, effectiveness), shooter, "KG-108", "KG-114")
    under_fire(res, shooter, target, weapon, hidden)
    test_pinning(res, target, shooter, pin_by_weapon(weapon))


def small_arms_at_vehicle(
    res: Resolution, shooter: str, target: str, weapon: Weapon, seen: Sight, hidden: bool
) -> None:
    """Small arms at a vehicle (KG-129, KG-130)."""
    one, other = res.piece(shooter), res.piece(target)
    attack = ranged_attack(one, weapon, one.base.distance(other.base), seen).total
    pepper(res, shooter, target, attack, muscle=by_muscle(one, weapon))
    under_fire(res, shooter, target, weapon, hidden)


def pepper(
    res: Resolution, shooter: str, target: str, attack: int, *, muscle: Piece | None = None
) -> None:
    """What bullets do to a vehicle, apart from morale; `attack` is that before the dice."""
    if res.piece(target).is_armoured:
        _rattle(res, shooter, target)
        return
    attack += res.swing()
    res.emit("shot", "KG-129", unit=shooter, target=target, attack=attack)
    if attack > ranged_defence(res.piece(target), muscle=muscle).total:
        _riddle(res, shooter, target)


def _rattle(res: Resolution, shooter: str, target: str) -> None:
    """The d8 against armour (KG-130)."""
    face = res.roll(8)
    res.emit("vehicle_hit", "KG-130", unit=target, face=face, by=shooter)
    piece = res.piece(target)
    if face == 7 and (not piece.hatches_closed or piece.profile.open_topped):
        hit_crew(res, target, shooter)
    elif face == 8:
        break_part(res, target, "optics")


def _riddle(res: Resolution, shooter: str, target: str) -> None:
    """The d6 against a vehicle without armour (KG-129)."""
    face = res.roll(6)
    res.emit("vehicle_hit", "KG-129", unit=target, face=face, by=shooter)
    if face == 3:
        break_part(res, target, "optics")
    elif face == 4:
        hit_crew(res, target, shooter)
    elif face == 5:
        immobilise(res, target)
    elif face == 6:
        destroy_vehicle(res, target, shooter)


def hit_crew(res: Resolution, target: str, by: str | None) -> None:
    """A vehicle loses a man and its nerve (KG-136, KG-162)."""
    give_effect(res, target, "crew_hit", by)
    hurt(res, target, 1, by, "KG-136")


def break_part(res: Resolution, target: str, part: str) -> None:
    """Optics or weapon are destroyed."""
    broken = res.unit(target).broken
    if part not in broken:
        res.change("part_broken", target, "KG-133", broken=(*broken, part))


def immobilise(res: Resolution, target: str) -> None:
    """A vehicle moves no more."""
    res.change("immobilised", target, "KG-133", immobilised=True)


def destroy_vehicle(
    res: Resolution, target: str, by: str | None, *rules: str, calibre: int = 0
) -> None:
    """A vehicle is destroyed and may burn (KG-042)."""
    piece = res.piece(target)
    flammable = piece.profile.flammable or piece.profile.has("flammable")
    destroy(res, target, by, *rules, calibre=calibre)
    source = "destroyed_flammable" if flammable else "destroyed_vehicle"
    event_fire(res, piece.unit.at, source)


def side_hit(shooter: Piece, target: Piece) -> str:
    """The side of a vehicle that a shooter sees (KG-133)."""
    return target.base.side_towards(shooter.base.front)


def plane_class(plane: Plane | None, side: str) -> int:
    """The armour class of a hull or turret towards a side."""
    if plane is None:
        return 0
    return plane.towards("side" if side == "flank" else side)


class Blow(msgspec.Struct, frozen=True):
    """A shell that reaches a vehicle: `piercing` its penetration, None for one without."""

    side: str
    piercing: int | None = None
    calibre: int = 0
    open_top: bool = False


def strike_vehicle(res: Resolution, by: str | None, target: str, blow: Blow) -> None:
    """The location and damage of a hit on an armoured vehicle (KG-133 to KG-138, P15)."""
    profile = res.piece(target).profile
    armour = profile.armour
    turret = False
    if armour is not None and armour.turret is not None and blow.side != "top":
        turret = res.roll(6) % 2 == 0
    plane = armour.turret if armour and turret else armour.hull if armour else None
    value = plane_class(plane, blow.side)
    face = res.roll(8)
    modified = min(8, face + max(0, (blow.piercing or 0) - value))
    res.emit(
        "vehicle_hit",
        "KG-133",
        unit=target,
        face=face,
        modified=modified,
        location="turret" if turret else "hull",
        side=blow.side,
        by=by,
    )
    if modified >= 6:
        pierced = blow.piercing is None or blow.piercing >= value
        if pierced:
            destroy_vehicle(res, target, by, "KG-134", calibre=blow.calibre)
    elif modified >= 4:
        bare = value == 0 or blow.open_top or profile.open_topped
        if bare or not res.piece(target).hatches_closed:
            _crew_by_location(res, target, by, turret, blow.side)
    elif modified == 3:
        break_part(res, target, "weapon")
    elif modified == 2:
        immobilise(res, target)
    else:
        break_part(res, target, "optics")


def _crew_by_location(
    res: Resolution, target: str, by: str | None, turret: bool, side: str
) -> None:
    """Who of the crew is hit (KG-136)."""
    piece = res.piece(target)
    crew = piece.unit.strength
    hit_crew(res, target, by)
    if res.unit(target).lost:
        return
    if turret:
        if (piece.profile.turret_crew or 99) <= 2:
            break_part(res, target, "weapon")
    elif side == "front" and not (crew >= 4 and piece.profile.hull_mg):
        immobilise(res, target)


def at_rifle_hit(res: Resolution, shooter: str, target: str, weapon: Weapon) -> None:
    """The d8 of an anti-tank rifle or a flamethrower against a vehicle (KG-139, KG-140, P16)."""
    one, other = res.piece(shooter), res.piece(target)
    face = res.roll(8)
    modified = at_rifle_result(one, other, weapon, face)
    res.emit("vehicle_hit", "KG-139", unit=target, face=face, modified=modified, by=shooter)
    pierced = pierces(one, other, weapon)
    if modified == 3:
        immobilise(res, target)
    elif modified == 4:
        break_part(res, target, "optics")
    elif modified == 5:
        break_part(res, target, "weapon")
    elif modified == 6 and pierced:
        hit_crew(res, target, shooter)
    elif modified >= 7 and pierced:
        destroy_vehicle(res, target, shooter, "KG-139")


def at_rifle_result(shooter: Piece, target: Piece, weapon: Weapon, face: int) -> int:
    """The d8 of an anti-tank rifle or a flamethrower with its modifiers (KG-139)."""
    modified = face + AT_RIFLE_TYPES.get(target.profile.type, 0)
    modified += AT_RIFLE_SIDES[side_hit(shooter, target)]
    modified += FLAMETHROWER if weapon.kind == "flamethrower" else 0
    return max(1, min(8, modified))


def pierces(shooter: Piece, target: Piece, weapon: Weapon) -> bool:
    """Whether an anti-tank rifle or a flamethrower gets through a hull (KG-140)."""
    armour = target.profile.armour
    value = plane_class(armour.hull if armour else None, side_hit(shooter, target))
    through = weapon.penetrates(shooter.base.distance(target.base)) > value
    return through or weapon.kind == "flamethrower"


def burst_on_vehicle(
    res: Resolution, shooter: str | None, target: str, explosion: int, calibre: int
) -> None:
    """A shell beside or on a vehicle without armour (KG-131)."""
    attack = explosion + res.swing()
    res.emit("burst", "KG-131", unit=target, attack=attack, by=shooter)
    if attack > ranged_defence(res.piece(target)).total:
        destroy_vehicle(res, target, shooter, "KG-131", calibre=calibre)


def may_shell(weapon: Weapon, shooter: Piece, target: Piece) -> bool:
    """Whether a shell without armour-piercing can hurt an armoured vehicle (KG-137, KG-138)."""
    if weapon.kind == "mortar":
        return target.profile.open_topped
    if target.profile.armour is None or weapon.calibre < HE_CALIBRE:
        return False
    side, armour = side_hit(shooter, target), target.profile.armour
    planes = [armour.hull, armour.turret] if armour.turret else [armour.hull]
    return max(plane_class(plane, side) for plane in planes) <= HE_CLASS


def shell_vehicle(res: Resolution, shooter: str, target: str, weapon: Weapon) -> None:
    """A hit by a shell without armour-piercing."""
    piece = res.piece(target)
    if not piece.is_armoured:
        burst_on_vehicle(res, shooter, target, weapon.explosion, weapon.calibre)
        return
    side = side_hit(res.piece(shooter), piece)
    mortar = weapon.kind == "mortar"
    blow = Blow(side, calibre=weapon.calibre, open_top=mortar and piece.profile.open_topped)
    strike_vehicle(res, shooter, target, blow)


def gun_at_vehicle(
    res: Resolution, shooter: str, target: str, weapon: Weapon, ammunition: str, modifiers: int
) -> bool:
    """Aimed fire of a gun at a vehicle; whether it hit (KG-131, KG-133, KG-137)."""
    one, other = res.piece(shooter), res.piece(target)
    distance = one.base.distance(other.base)
    needed = accuracy(one, weapon, distance).total + modifiers
    face = res.roll(10)
    hit = face <= needed
    res.emit("aimed", "KG-117", unit=shooter, target=target, face=face, accuracy=needed, hit=hit)
    if not hit:
        return False
    if ammunition == "ap" and other.is_armoured:
        piercing = weapon.penetrates(distance)
        blow = Blow(side_hit(one, other), piercing=piercing, calibre=weapon.calibre)
        strike_vehicle(res, shooter, target, blow)
    else:
        shell_vehicle(res, shooter, target, weapon)
    return True


def leave_powder_smoke(res: Resolution, shooter: str, weapon: Weapon) -> None:
    """Black powder leaves a cloud before the shooter's front (KG-048)."""
    piece = res.piece(shooter)
    if weapon.kind == "firearm" and piece.profile.has("black_powder"):
        add_cloud(res, "powder", piece.base.front)


def add_cloud(res: Resolution, kind: Literal["powder", "dust"], at: Place) -> None:
    """Powder smoke or dust, until the end of the next turn (KG-048)."""
    number = res.state.clouds_made + 1
    until = res.state.turn + DUST_OR_POWDER_LASTS
    cloud = Cloud(f"cloud-{number}", kind, at, until)
    table = {"smoke": (*res.state.smoke, cloud), "clouds_made": number}
    res.emit("smoke", "KG-048", table=table, kind=kind, at=at)
