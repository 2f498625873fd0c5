"""Which attacks may be made (rules AOD-RANGED, LOF, INDIRECT, MULTI, AA, CLOSE, WATER, ELEV)."""

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.moment.values import attack_value, is_lit, same_water
from rules.age_of_destruction.records.units import Weapon
from rules.age_of_destruction.table.bases import LineOfFire
from rules.core.geometry import EPSILON, distance


def refuse_ranged(field: Field, attack: Attack, refusals: Refusals) -> None:
    """Everything wrong with a ranged attack."""
    attacker = field.piece(attack.attacker)
    refuse_shooter(attacker, attack, refusals)
    if not attack.targets:
        refusals.add("NO_TARGET", attacker.id)
    if len(set(attack.targets)) < len(attack.targets):
        refusals.add("TARGET_TWICE", attacker.id)
    if attack.weapon and len(attack.targets) > attack.weapon.targets:
        refusals.add("TOO_MANY_TARGETS", attacker.id, most=attack.weapon.targets)
    for target_id in attack.targets:
        if target := known_target(field, attacker, target_id, refusals):
            _refuse_line(field, attack, attacker, target, refusals)


def refuse_shooter(attacker: Piece, attack: Attack, refusals: Refusals) -> None:
    """What keeps a unit from shooting at all (AOD-RANGED-002, AOD-RANGED-003)."""
    if attack_value(attacker) <= 0:
        refusals.add("ATTACK_ZERO", attacker.id)
    weapon = attack.weapon
    if weapon is None:
        refusals.add("NO_WEAPON", attacker.id)
        return
    if weapon.range_type == "melee" or weapon.maximum <= 0:
        refusals.add("WEAPON_CANNOT_SHOOT", attacker.id)
    if attacker.silenced(weapon.range_type):
        refusals.add("WEAPON_SILENCED", attacker.id)
    if attacker.submerged:
        refusals.add("SHOOTER_SUBMERGED", attacker.id)


def known_target(field: Field, attacker: Piece, target_id: str, refusals: Refusals) -> Piece | None:
    """An opponent on the table, or None with the reason (AOD-ATTACK-010)."""
    if target_id not in field.state.units:
        refusals.add("UNKNOWN_UNIT", target_id)
        return None
    target = field.piece(target_id)
    if target.now.at is None:
        refusals.add("TARGET_GONE", target_id)
    elif target.is_captive:
        refusals.add("TARGET_CAPTIVE", target_id)
    elif not attacker.is_opponent(target):
        refusals.add("TARGET_FRIENDLY", target_id)
    else:
        if attacker.quarry not in (None, target_id):
            refusals.add("BOUND_TO_TARGET", attacker.id, target=attacker.quarry)
        return target
    return None


def _refuse_line(
    field: Field, attack: Attack, attacker: Piece, target: Piece, refusals: Refusals
) -> None:
    if not attacker.faces(target.at):
        refusals.add("OUT_OF_ARC", target.id)
    _refuse_range(attack, attacker, target, refusals)
    if target.captives:
        refusals.add("TARGET_HOLDS_CAPTIVE", target.id)
    if target.submerged:
        refusals.add("TARGET_SUBMERGED", target.id)
    _refuse_unaffected(attack, attacker, target, refusals)
    if attack.kind == "indirect":
        _refuse_indirect(field, attack, attacker, target, refusals)
        return
    engaged_elsewhere = attacker.opponents_in_contact and not attacker.touches(target)
    if engaged_elsewhere and any(attacker.is_friend(other) for other in target.touching):
        refusals.add("FRIEND_IN_MELEE", target.id)
    line = aimed_line(field, attack, target)
    if line.blocked:
        refusals.add("LINE_BLOCKED", *line.blocking_terrain, *line.blocking_bases, target=target.id)


def _refuse_unaffected(attack: Attack, attacker: Piece, target: Piece, refusals: Refusals) -> None:
    """A target out of reach for the attack, or for equipment the order asks for."""
    if is_unaffected(attack, attacker, target):
        refusals.add("TARGET_UNAFFECTED", target.id)


def is_unaffected(attack: Attack, attacker: Piece, target: Piece) -> bool:
    """Whether equipment puts a unit out of reach of an attack, or of what its order asks for."""
    chosen = [f for f in attacker.for_attack(attack) if f.name in attack.choices]
    return any(fitted.item.guard(attack).unreachable for fitted in target.working) or any(
        target.blinds(fitted.item, attack) for fitted in chosen
    )


def _refuse_range(attack: Attack, attacker: Piece, target: Piece, refusals: Refusals) -> None:
    if attack.weapon is None:
        return
    inches = distance(attacker.at, target.at)
    longest = maximum_range(attacker, target, attack)
    if inches > longest + EPSILON:
        refusals.add("OUT_OF_RANGE", target.id, distance=round(inches, 2), maximum=longest)
    if inches < attack.weapon.minimum - EPSILON:
        refusals.add(
            "TOO_CLOSE", target.id, distance=round(inches, 2), minimum=attack.weapon.minimum
        )


def common_range(weapon: Weapon, field: Field) -> int:
    """The printed maximum range of a weapon in inches, as planetary conditions limit it."""
    limits = [condition.longest_range for condition in field.conditions]
    return min([weapon.maximum, *(inches for inches in limits if inches is not None)])


def maximum_range(attacker: Piece, target: Piece, attack: Attack) -> int:
    """The longest range in inches, as planetary conditions limit it and cards stretch it
    (AOD-CARD-023); anti-aircraft units double it (AOD-AA-001).

    Whatever doubles it doubles it once.
    """
    if attack.weapon is None:
        return 0
    longest = common_range(attack.weapon, attacker.field)
    found = [f.item.reach(attack, target) for f in attacker.for_attack(attack)]
    longest += sum(reach.inches for reach in found)
    doubled = (
        target.cruising
        and attacker.unit.is_anti_aircraft
        and attack.weapon.range_type == "ballistic"
    )
    if doubled or any(reach.doubled for reach in found):
        return longest * 2
    return longest


def may_reach(attacker: Piece, target: Piece, slot: str) -> bool:
    """Whether a weapon might reach a target with everything an order may ask for; a quick look at
    the distance only."""
    weapon = attacker.weapons.get(slot)
    if weapon is None:
        return False
    inches = distance(attacker.at, target.at)
    if inches <= weapon.maximum:
        return True
    stretching = [fitted.item for fitted in attacker.answering("reach")]
    if not stretching and not attacker.unit.is_anti_aircraft:
        return inches <= weapon.maximum + EPSILON
    names = dict.fromkeys((fitted.name for fitted in attacker.working), "")
    attack = Attack("ranged", attacker.id, (target.id,), "ranged", weapon, choices=names)
    found = [item.reach(attack, target) for item in stretching]
    longest = weapon.maximum + sum(reach.inches for reach in found)
    doubled = attacker.unit.is_anti_aircraft or any(reach.doubled for reach in found)
    return inches <= longest * (1 + doubled) + EPSILON


def _refuse_indirect(
    field: Field, attack: Attack, attacker: Piece, target: Piece, refusals: Refusals
) -> None:
    """AOD-INDIRECT-001 and AOD-INDIRECT-002."""
    if len(attack.targets) != 1:
        refusals.add("INDIRECT_ONE_TARGET", attacker.id)
    if attack.weapon and attack.weapon.range_type != "ballistic":
        refusals.add("INDIRECT_NOT_BALLISTIC", attacker.id)
    if attacker.opponents_in_contact:
        refusals.add("INDIRECT_ENGAGED", attacker.id)
    if any(attacker.is_friend(other) for other in target.touching):
        refusals.add("INDIRECT_NEAR_FRIEND", target.id)
    if is_lit(field, attack, target) or not field.line(attacker, target).blocked:
        refusals.add("INDIRECT_NOT_BLOCKED", target.id)


def seeker(field: Field, attack: Attack, target: Piece) -> Fitted | None:
    """The equipment with which an attack finds its target past everything."""
    attacker = field.piece(attack.attacker)
    return next(
        (
            fitted
            for fitted in attacker.for_attack(attack)
            if fitted.item.reach(attack, target).seeks and not target.blinds(fitted.item, attack)
        ),
        None,
    )


def aimed_line(field: Field, attack: Attack, target: Piece) -> LineOfFire:
    """The line of fire of a direct attack, clear where equipment says so."""
    if is_lit(field, attack, target) or seeker(field, attack, target):
        return LineOfFire()
    return field.line(field.piece(attack.attacker), target)


def refuse_close(field: Field, attack: Attack, refusals: Refusals) -> None:
    """Everything wrong with a close attack, or with a capture attempt."""
    attacker = field.piece(attack.attacker)
    if not (attacker.is_infantry or attacker.is_mech or grants_close(attacker, attack)):
        refusals.add("CLOSE_NOT_FOR_TYPE", attacker.id)
    if attack.weapon is None:
        refusals.add("NO_WEAPON", attacker.id)
    elif attack.value == "secondary_damage" and not (
        attack.weapon.range_type == "melee" or grants_close(attacker, attack)
    ):
        refusals.add("SECONDARY_NOT_MELEE", attacker.id)
    if attack.capture and not (attacker.is_infantry and attacker.mode == "foot"):
        refusals.add("CANNOT_CAPTURE", attacker.id)
    if len(set(attack.targets)) < len(attack.targets):
        refusals.add("TARGET_TWICE", attacker.id)
    for target_id in attack.targets:
        if target := known_target(field, attacker, target_id, refusals):
            refuse_contact(field, attacker, target, refusals)
            _refuse_unaffected(attack, attacker, target, refusals)
            if attack.capture and target.captives:
                refusals.add("TARGET_HOLDS_CAPTIVE", target.id)


def grants_close(attacker: Piece, attack: Attack) -> bool:
    """Whether equipment lets any type make such a close attack."""
    return any("close_combat" in fitted.item.permits for fitted in attacker.for_attack(attack))


def refuse_contact(field: Field, attacker: Piece, target: Piece, refusals: Refusals) -> None:
    """Everything that keeps a unit from striking another beside it."""
    if not attacker.touches(target):
        refusals.add("NOT_IN_CONTACT", target.id)
    elif not attacker.is_quad and not attacker.front_touches(target):
        refusals.add("NOT_IN_FRONT", target.id)
    refuse_water_and_edge(field, attacker, target, refusals)


def refuse_water_and_edge(field: Field, attacker: Piece, target: Piece, refusals: Refusals) -> None:
    """AOD-CLOSE-008, AOD-WATER-005 and AOD-ELEV-012."""
    if target.stands_in("shallow_water") and not same_water(target, attacker):
        refusals.add("TARGET_IN_WATER", target.id)
    if target.submerged and not attacker.submerged:
        refusals.add("TARGET_SUBMERGED", target.id)
    if across_abrupt_edge(field, attacker, target):
        refusals.add("ABRUPT_EDGE", target.id)


def across_abrupt_edge(field: Field, one: Piece, other: Piece) -> bool:
    """Whether exactly one of two units stands on an abrupt elevation."""
    abrupt = {t.id for t in field.table.terrain if t.abrupt and t.elevated}
    return one.elevation != other.elevation and bool({one.elevation, other.elevation} & abrupt)
