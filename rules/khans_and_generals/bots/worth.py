"""What a unit is worth as it stands, in points of its card, and what enemies may do to it."""

from math import prod

from rules.khans_and_generals.bots.errands import weapons
from rules.khans_and_generals.guide.odds import Outlook, gun_needs, shelled, shot
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.sight import in_sight
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.table.bases import within

#: The part of its price that a unit keeps as long as it stands at all.
FOR_STANDING = 0.35
#: What is left of a routed unit's worth, and what other troubles take of the price.
ROUTED = 0.35
PINNED, DISORDERED, STUCK, BROKEN, NERVOUS = 0.12, 0.06, 0.15, 0.3, 0.3
#: What a position behind a work adds.
COVERED = 0.06
#: The part of the price of all it commands that a headquarters is worth beyond its own.
COMMANDS = 0.2
#: How likely an enemy who could fire at a unit does, and what one is to it who may fall on it.
AIMED_AT, NEAR = 0.5, 0.3
#: How many turns of its movement an enemy is away who may fall on a unit.
REACH = 1.5


def price(piece: Piece) -> float:
    """What a unit costs; its Strength where its card has no price."""
    return float(piece.profile.points or max(piece.profile.strength, 1))


def stake(piece: Piece) -> float:
    """What is lost with a unit: its price, and for a headquarters a part of what it commands."""
    if not piece.profile.commands:
        return price(piece)
    everybody = (p for p in piece.field.pieces if p.owner == piece.owner and p.id != piece.id)
    people = (p for p in everybody if piece.unit.supreme or p.unit.hq == piece.id)
    return price(piece) + COMMANDS * sum(map(price, people))


def worth(piece: Piece) -> float:
    """What is left of the stake in a unit: by its Strength, its order and its nerves."""
    unit = piece.unit
    if unit.lost:
        return 0.0
    whole = max(piece.profile.strength, 1)
    left = FOR_STANDING + (1 - FOR_STANDING) * unit.strength / whole
    if unit.routed:
        return stake(piece) * left * ROUTED
    left -= NERVOUS * strain(piece) * strain(piece)
    left -= PINNED * unit.pinned + DISORDERED * (unit.formation == "disordered")
    left -= STUCK * unit.immobilised + BROKEN * len(unit.broken)
    left += COVERED * (unit.in_position is not None)
    return stake(piece) * left


def strain(piece: Piece) -> float:
    """How near a unit is to rout, 0 to 1: its Reluctance against what it bears (KG-157, KG-159)."""
    total = piece.profile.base_reluctance + sum(effect.value for effect in piece.unit.effects)
    bears = piece.unit.strength
    if not piece.profile.line_way and piece.profile.rout_at is not None:
        bears = piece.profile.rout_at
    return min(1.0, total / max(bears, 1))


def danger(piece: Piece) -> float:
    """How likely a unit is destroyed or routed where it stands before it acts again, 0 to 1."""
    enemies = piece.field.enemies(piece.owner)
    return 1 - prod(1 - _threat(piece.field, enemy, piece) for enemy in enemies)


def _threat(field: Field, enemy: Piece, piece: Piece) -> float:
    """How likely one enemy does it."""
    unit = enemy.unit
    if unit.routed or unit.abandoned or enemy.profile.class_ == "aircraft":
        return 0.0
    gap = enemy.base.distance(piece.base)
    near = NEAR if gap < REACH * enemy.movement and not unit.immobilised else 0.0
    if field.in_fight(enemy.id) or not any(gap <= weapon.range for weapon in weapons(enemy)):
        return near
    if not in_sight(field, enemy, piece):
        return near
    fates = (
        aimed(field, enemy, piece, weapon)
        for weapon in enemy.profile.weapons
        if within(gap, weapon.range)
    )
    return max(near, AIMED_AT * max((float(f.destroyed + f.routed) for f in fates), default=0.0))


def aimed(field: Field, enemy: Piece, piece: Piece, weapon: Weapon) -> Outlook:
    """What a weapon that is aimed at a unit does to it."""
    if piece.is_armoured or (enemy.profile.attack[1] is None and not weapon.is_gun):
        return Outlook()
    if weapon.is_gun:
        gap = enemy.base.distance(piece.base)
        return shelled(enemy, piece, weapon, gun_needs(enemy, weapon, gap))
    return shot(field, enemy, piece, weapon)
