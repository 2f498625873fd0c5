"""What fire and blows promise, counted exactly over the dice that decide them.

What is counted is what befalls the target in that one order or exchange, with its morale as it
would be then; what others do for having seen it is not.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from rules.khans_and_generals.arithmetic import share as part_of
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import bears, reluctance, with_effect
from rules.khans_and_generals.moment.sight import sight
from rules.khans_and_generals.orders.assault_vehicle import TEST
from rules.khans_and_generals.records.profile import Weapon
from rules.khans_and_generals.state.state import Effect, Lock
from rules.khans_and_generals.steps.casualties import losses_from_fire
from rules.khans_and_generals.steps.locking import sector_of
from rules.khans_and_generals.steps.melee import (
    damage_of,
    melee_defence,
    side_struck,
    struck_with,
)
from rules.khans_and_generals.steps.shooting import (
    FIRE_EFFECT,
    accuracy,
    by_muscle,
    can_be_pinned,
    pin_by_weapon,
    pinning_sum,
    ranged_attack,
    ranged_defence,
)

#: Green d6 minus red d6 with their chances.
SWINGS = {swing: Fraction(6 - abs(swing), 36) for swing in range(-5, 6)}
NEVER, SURE = Fraction(0), Fraction(1)

#: An effect on morale that comes: its name, and a value of its own or None.
Coming = tuple[str, int | None]


class Outlook(msgspec.Struct, frozen=True):
    """What a target may expect: Strength lost, and the chances that it loses any, is pinned,
    routed or destroyed; `own` is the Strength that whoever attacks may lose, `own_lost` the chance
    that he is routed or destroyed.

    `hit` is the chance that dice let anything happen at all; where one die decides that, it has to
    show `needed` or less.
    """

    loss: Fraction = NEVER
    hurt: Fraction = NEVER
    pinned: Fraction = NEVER
    routed: Fraction = NEVER
    destroyed: Fraction = NEVER
    own: Fraction = NEVER
    own_lost: Fraction = NEVER
    hit: Fraction = SURE
    needed: int | None = None

    @property
    def worth(self) -> float:
        """How much is gained, to compare one thing with another."""
        gained = self.loss + 6 * self.pinned + 12 * self.routed + 20 * self.destroyed
        return float(gained - self.own / 2 - 10 * self.own_lost)

    def times(self, chance: Fraction) -> "Outlook":
        """The same where something else has to come off first."""
        values = {name: getattr(self, name) * chance for name in _CHANCES}
        return msgspec.structs.replace(self, **values)


_CHANCES = ("loss", "hurt", "pinned", "routed", "destroyed", "own", "own_lost", "hit")


class Fate(msgspec.Struct, frozen=True):
    """One way in which it may turn out for a target."""

    lost: int = 0
    pinned: bool = False
    routed: bool = False
    destroyed: bool = False


def sum_of(fates: Iterable[tuple[Fraction, Fate]]) -> Outlook:
    """An outlook over all ways it may turn out."""
    found = Outlook()
    for chance, fate in fates:
        found = msgspec.structs.replace(
            found,
            loss=found.loss + chance * fate.lost,
            hurt=found.hurt + (chance if fate.lost or fate.destroyed else 0),
            pinned=found.pinned + (chance if fate.pinned else 0),
            routed=found.routed + (chance if fate.routed else 0),
            destroyed=found.destroyed + (chance if fate.destroyed else 0),
        )
    return found


def fate_of(target: Piece, lost: int, coming: Sequence[Coming], by: str, *, pins: bool) -> Fate:
    """What becomes of a unit that loses Strength and is shaken (KG-157 to KG-162)."""
    unit = target.unit
    lost = min(lost, unit.strength)
    left = unit.strength - lost
    if lost and not left:
        return Fate(lost, destroyed=True)
    effects = unit.effects
    for name, value in (*coming, *((("pinned", None),) if pins else ())):
        effects = with_effect(effects, name, by, target.field.state.turn, value)
    total = reluctance(target.field, target).total + _sum(effects) - _sum(unit.effects)
    routed = not unit.routed and not unit.abandoned and not bears(target.profile, total, left)
    return Fate(lost, pinned=pins, routed=routed)


def _sum(effects: Iterable[Effect]) -> int:
    return sum(effect.value for effect in effects)


def die_chance(needed: int, sides: int) -> Fraction:
    """How often a die shows a number or less."""
    return Fraction(min(sides, max(0, needed)), sides)


def test_chance(piece: Piece, modifier: int = 0, skill: int = 0) -> Fraction:
    """How often a Training test is passed (KG-150)."""
    return die_chance(piece.profile.training + skill - modifier, 6)


# --- Small arms ---------------------------------------------------------------------------------


def shot(field: Field, shooter: Piece, target: Piece, weapon: Weapon) -> Outlook:
    """Small arms at men, horses and guns (KG-108, KG-112, P10)."""
    seen = sight(field, shooter.id, target.id)
    attack = ranged_attack(shooter, weapon, shooter.base.distance(target.base), seen).total
    attack -= ranged_defence(target, muscle=by_muscle(shooter, weapon)).total
    coming = fire_effects(shooter, weapon)
    losses = {swing: losses_from_fire(target, max(0, attack + swing)) for swing in SWINGS}
    outlook = sum_of(
        (chance * often, fate_of(target, losses[swing], coming, shooter.id, pins=pins))
        for swing, chance in SWINGS.items()
        for often, pins in pinning_ways(target, losses[swing], pin_by_weapon(weapon))
    )
    return through_smoke(field, shooter, target, outlook)


def fire_effects(shooter: Piece, weapon: Weapon) -> tuple[Coming, ...]:
    """What fire does to morale (KG-162)."""
    hidden: tuple[Coming, ...] = (("hidden_enemy", None),) if shooter.unit.hidden else ()
    return ((FIRE_EFFECT[weapon.kind], None), *hidden)


def pinning_ways(target: Piece, lost: int, fire: int | None) -> Iterator[tuple[Fraction, bool]]:
    """Whether a unit that loses some Strength goes to ground, with the chances (KG-112)."""
    chance = pinning_chance(target, fire) if lost < target.unit.strength else NEVER
    if chance:
        yield chance, True
    if chance < 1:
        yield SURE - chance, False


def pinning_chance(target: Piece, fire: int | None) -> Fraction:
    """How often a unit under fire is pinned."""
    if fire is None or not can_be_pinned(target):
        return NEVER
    return SURE - die_chance(pinning_sum(target, fire).total, 10)


def through_smoke(field: Field, shooter: Piece, target: Piece, outlook: Outlook) -> Outlook:
    """The same where a screen has to be seen through first (KG-048)."""
    if not sight(field, shooter.id, target.id).screen:
        return outlook
    return outlook.times(test_chance(shooter))


# --- Shells -------------------------------------------------------------------------------------


def shelled(
    gun: Piece, target: Piece, weapon: Weapon, needed: int, parts: int = 1, by: str = ""
) -> Outlook:
    """A shell whose d10 must not exceed a number, shared by some units (KG-117 to KG-120)."""
    hit = die_chance(needed, 10)
    coming: tuple[Coming, ...] = (("under_artillery", None),)
    if gun.unit.hidden:
        coming = (*coming, ("hidden_enemy", None))
    defence = ranged_defence(target).total
    losses = {
        swing: losses_from_fire(target, part_of(max(0, weapon.explosion + swing - defence), parts))
        for swing in SWINGS
    }
    outlook = sum_of(
        (chance * often, fate_of(target, losses[swing], coming, by or gun.id, pins=pins))
        for swing, chance in SWINGS.items()
        for often, pins in pinning_ways(target, losses[swing], pin_by_weapon(weapon))
    )
    return msgspec.structs.replace(outlook.times(hit), needed=max(0, min(10, needed)))


def gun_needs(shooter: Piece, weapon: Weapon, distance: float, modifiers: int = 0) -> int:
    """What the d10 of a gun or an anti-tank rifle must not exceed (KG-117)."""
    return accuracy(shooter, weapon, distance).total + modifiers


# --- Hand to hand -------------------------------------------------------------------------------


def exchange(attacker: Piece, defender: Piece, *, charge: bool) -> Outlook | None:
    """The first exchange of blows of a unit in contact, None where others fight too (P11)."""
    field = attacker.field
    if field.in_fight(defender.id) or field.in_fight(attacker.id):
        return None
    side = sector_of(attacker, defender)
    lock = Lock(attacker.id, defender.id, side, charge=charge)
    shaken = _shaken(attacker, defender, side, charge)
    fates: list[tuple[Fraction, Fate]] = []
    own = own_lost = NEVER
    for swing, chance in SWINGS.items():
        blow = struck_with(attacker, shaken, swing, lock)
        fate = fate_of(shaken, damage_of(blow, shaken, side), (), attacker.id, pins=False)
        routed = fate.routed or (shaken.unit.routed and not defender.unit.routed)
        fates.append((chance, msgspec.structs.replace(fate, routed=routed and not fate.destroyed)))
        if side == "rear" or fate.destroyed or fate.routed:
            continue
        struck = _with(shaken, strength=shaken.unit.strength - fate.lost)
        for answer, often in SWINGS.items():
            back = struck_with(struck, attacker, answer)
            hit = max(0, back - melee_defence(attacker, side_struck(attacker, struck)).total)
            own_fate = fate_of(attacker, hit, (), defender.id, pins=False)
            own += chance * often * own_fate.lost
            own_lost += chance * often if own_fate.routed or own_fate.destroyed else 0
    return msgspec.structs.replace(sum_of(fates), own=own, own_lost=own_lost)


def _shaken(attacker: Piece, defender: Piece, side: str, charge: bool) -> Piece:
    """A defender after the shock of the attack (KG-160): it may be routed by it."""
    coming: list[Coming] = [("charged", None)] if charge else []
    advance = attacker.profile.valued("advance") or 0
    coming += [("advanced_on", advance)] if advance else []
    coming += {"flank": [("flanked", None)], "rear": [("rear_attacked", None)]}.get(side, [])
    effects = defender.unit.effects
    for name, value in coming:
        effects = with_effect(effects, name, attacker.id, defender.field.state.turn, value)
    fate = fate_of(defender, 0, coming, attacker.id, pins=False)
    if fate.routed:
        return _with(defender, effects=effects, routed=True, formation="disordered")
    return _with(defender, effects=effects)


def _with(piece: Piece, **fields: object) -> Piece:
    """A unit with some of its state changed, in a field where it is so."""
    state = piece.field.state
    changed = msgspec.structs.replace(piece.unit, **fields)
    units = {**state.units, piece.id: changed}
    return Field(piece.field.setup, msgspec.structs.replace(state, units=units)).piece(piece.id)


# --- Men against vehicles, vehicles against men -------------------------------------------------


def assaulted(attacker: Piece, vehicle: Piece) -> Outlook:
    """Men who rush at a vehicle (KG-104, KG-105)."""
    if not vehicle.is_armoured:
        return Outlook(destroyed=SURE, hurt=SURE)
    return _assault_of_armour(attacker, vehicle)


def _assault_of_armour(attacker: Piece, vehicle: Piece) -> Outlook:
    eighth = Fraction(1, 8)
    crew = fate_of(vehicle, 1, (("crew_hit", None),), attacker.id, pins=False)
    fates = [(5 * eighth, Fate()), (eighth, crew), (eighth, Fate(destroyed=True)), (eighth, Fate())]
    passed = test_chance(attacker, modifier=TEST)
    return sum_of(fates).times(passed)


def broken_through(vehicle: Piece, target: Piece) -> Outlook:
    """A vehicle that drives at men, horses or guns (KG-103, P18)."""
    shock = fate_of(target, 0, (("tank_charged", None),), vehicle.id, pins=False)
    through = SURE if shock.routed else Fraction(3, 8)
    is_gun = target.profile.class_ == "artillery"
    outlook = Outlook(
        routed=SURE if shock.routed and not is_gun else NEVER,
        destroyed=through if is_gun else NEVER,
    )
    answers = not (shock.routed or target.unit.routed or target.unit.pinned or is_gun)
    if not answers:
        return outlook
    back = assaulted(target, vehicle)
    return msgspec.structs.replace(outlook, own_lost=back.destroyed, own=back.loss)
