"""What fire at vehicles promises, counted exactly (section 17 of the rules)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from rules.khans_and_generals.guide.odds import (
    SWINGS,
    Coming,
    Fate,
    Outlook,
    die_chance,
    fate_of,
    fire_effects,
    gun_needs,
    sum_of,
    through_smoke,
)
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import sight
from rules.khans_and_generals.records.profile import Plane, Weapon
from rules.khans_and_generals.steps.shooting import (
    at_rifle_result,
    by_muscle,
    pierces,
    plane_class,
    ranged_attack,
    ranged_defence,
    shot_modifiers,
    side_hit,
)

EIGHTH, SIXTH = Fraction(1, 8), Fraction(1, 6)
Fates = Iterator[tuple[Fraction, Fate]]


def at_vehicle(
    field: Field, shooter: Piece, target: Piece, weapon: Weapon, ammunition: str
) -> Outlook:
    """Aimed fire of any weapon at a vehicle."""
    coming = fire_effects(shooter, weapon)
    if weapon.kind == "flamethrower":
        outlook = sum_of(_pierced(shooter, target, weapon, coming))
    elif weapon.kind == "at_rifle" or weapon.is_gun:
        outlook = _aimed(field, shooter, target, weapon, ammunition)
    elif target.is_armoured:
        outlook = sum_of(_rattled(shooter, target, coming))
    else:
        outlook = sum_of(_riddled(field, shooter, target, weapon, coming))
    return through_smoke(field, shooter, target, outlook)


def _aimed(field: Field, shooter: Piece, target: Piece, weapon: Weapon, ammunition: str) -> Outlook:
    """Fire that a d10 decides first; an anti-tank rifle's shakes even where it misses."""
    seen = sight(field, shooter.id, target.id)
    distance = shooter.base.distance(target.base)
    needed = gun_needs(shooter, weapon, distance, shot_modifiers(shooter, seen).total)
    hit = die_chance(needed, 10)
    coming = fire_effects(shooter, weapon)
    if weapon.kind == "at_rifle":
        fates = [(hit * chance, fate) for chance, fate in _pierced(shooter, target, weapon, coming)]
        fates.append((1 - hit, fate_of(target, 0, coming, shooter.id, pins=False)))
        outlook = sum_of(fates)
    else:
        outlook = sum_of(
            (hit * chance, fate)
            for chance, fate in _shelled(shooter, target, weapon, ammunition, coming)
        )
    return msgspec.structs.replace(outlook, hit=hit, needed=max(0, min(10, needed)))


def _shelled(
    shooter: Piece, target: Piece, weapon: Weapon, ammunition: str, coming: Sequence[Coming]
) -> Fates:
    """What a hit by a gun does (KG-131, KG-133 to KG-138)."""
    if ammunition == "ap" and target.is_armoured:
        piercing = weapon.penetrates(shooter.base.distance(target.base))
        yield from struck(shooter, target, coming, piercing=piercing)
    elif target.is_armoured:
        yield from struck(shooter, target, coming)
    else:
        for swing, chance in SWINGS.items():
            burst = weapon.explosion + swing > ranged_defence(target).total
            yield chance, Fate(destroyed=True) if burst else _shaken(shooter, target, coming)


def struck(
    shooter: Piece,
    target: Piece,
    coming: Sequence[Coming],
    *,
    piercing: int | None = None,
) -> Fates:
    """Where and how a shell strikes armour (KG-133, P15)."""
    armour = target.profile.armour
    side = side_hit(shooter, target)
    planes: list[Plane | None] = [armour.hull if armour else None]
    if armour and armour.turret is not None:
        planes.append(armour.turret)
    for plane in planes:
        value = plane_class(plane, side)
        bare = value == 0 or target.profile.open_topped
        for face in range(1, 9):
            modified = min(8, face + max(0, (piercing or 0) - value))
            chance = EIGHTH / len(planes)
            pierced = piercing is None or piercing >= value
            if modified >= 6 and pierced:
                yield chance, Fate(destroyed=True)
            elif modified in (4, 5) and (bare or not target.hatches_closed):
                yield chance, _crew(shooter, target, coming)
            else:
                yield chance, _shaken(shooter, target, coming)


def _pierced(shooter: Piece, target: Piece, weapon: Weapon, coming: Sequence[Coming]) -> Fates:
    """The d8 of an anti-tank rifle or a flamethrower (KG-139, KG-140)."""
    through = pierces(shooter, target, weapon)
    for face in range(1, 9):
        modified = at_rifle_result(shooter, target, weapon, face)
        if modified >= 7 and through:
            yield EIGHTH, Fate(destroyed=True)
        elif modified == 6 and through:
            yield EIGHTH, _crew(shooter, target, coming)
        else:
            yield EIGHTH, _shaken(shooter, target, coming)


def _rattled(shooter: Piece, target: Piece, coming: Sequence[Coming]) -> Fates:
    """Bullets against armour: the d8 (KG-130)."""
    is_open = not target.hatches_closed or target.profile.open_topped
    yield EIGHTH, _crew(shooter, target, coming) if is_open else _shaken(shooter, target, coming)
    yield 7 * EIGHTH, _shaken(shooter, target, coming)


def _riddled(
    field: Field, shooter: Piece, target: Piece, weapon: Weapon, coming: Sequence[Coming]
) -> Fates:
    """Bullets against a vehicle without armour: the d6 where they get through (KG-129)."""
    seen = sight(field, shooter.id, target.id)
    attack = ranged_attack(shooter, weapon, shooter.base.distance(target.base), seen).total
    defence = ranged_defence(target, muscle=by_muscle(shooter, weapon)).total
    through = sum(
        (chance for swing, chance in SWINGS.items() if attack + swing > defence), Fraction(0)
    )
    calm = _shaken(shooter, target, coming)
    yield through * SIXTH, Fate(destroyed=True)
    yield through * SIXTH, _crew(shooter, target, coming)
    yield 1 - through * 2 * SIXTH, calm


def _crew(shooter: Piece, target: Piece, coming: Sequence[Coming]) -> Fate:
    return fate_of(target, 1, (("crew_hit", None), *coming), shooter.id, pins=False)


def _shaken(shooter: Piece, target: Piece, coming: Sequence[Coming]) -> Fate:
    return fate_of(target, 0, coming, shooter.id, pins=False)
