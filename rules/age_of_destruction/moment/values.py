"""Speed, attack, defense and damage as they count now, with every reason (rules AOD-MODIF)."""

import msgspec

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.showing import Showing, not_negative
from rules.age_of_destruction.table.bases import LineOfFire
from rules.core.kept import of_a_moment
from rules.core.tally import Part, Tally

Used = list[tuple[Piece, Fitted]]
#: What every member beside the leader adds to the attack of a formation (AOD-FORM-016, 023).
HELP = 2


def half(value: int) -> int:
    """Half of a value, fractions up (AOD-ATTACK-006)."""
    return (value + 1) // 2


@of_a_moment
def speed(piece: Piece) -> Tally:
    """The modified speed (AOD-MOVE-001): dial, planetary conditions, cards, heat (AOD-CARD-023);
    the lower one of a captor and the captive it leads (AOD-CAPTURE-013)."""
    more = _speed_limits(piece)
    for fitted in piece.inborn:
        if number := fitted.item.movement(piece).inches:
            more.append(Part(fitted.name, number))
    if not more and not piece.captives:
        return _shown_speed(piece.showing)
    base, *shown = _speed_parts(piece.showing)
    parts = not_negative([base, *more, *shown])
    total = sum(part.value for part in parts)
    for captive in map(piece.field.piece, piece.captives):
        if not captive.is_mech and (lower := speed(captive).total) < total:
            parts.append(Part("captive", lower - total, captive.id))
    return Tally(tuple(parts))


@of_a_moment
def _shown_speed(showing: Showing) -> Tally:
    """The speed of a unit about which nothing counts but what it shows."""
    return Tally(tuple(not_negative(_speed_parts(showing))))


def _speed_parts(showing: Showing) -> list[Part]:
    parts = [Part("base", showing.click.speed), *showing.modifiers("speed")]
    if showing.heat_position and showing.heat_position.speed:
        parts.append(Part("heat", showing.heat_position.speed))
    return parts


def _speed_limits(piece: Piece) -> list[Part]:
    """What planetary conditions take off a printed speed."""
    parts, left = [], piece.click.speed
    for condition in piece.field.conditions:
        most = condition.top_speed(piece)
        if most is not None and left > most:
            parts.append(Part(condition.name, most - left))
            left = most
    return parts


def base_attack(piece: Piece) -> list[Part]:
    """The attack value before anything the target adds."""
    return list(_base_attack(piece.showing).parts)


@of_a_moment
def _base_attack(showing: Showing) -> Tally:
    parts = [Part("base", showing.click.attack), *showing.modifiers("attack")]
    return Tally(tuple(not_negative(parts)))


def attack_value(piece: Piece) -> int:
    """The attack value that decides whether attack orders are possible (AOD-RANGED-003)."""
    return _base_attack(piece.showing).total


def weapon_damage(piece: Piece, value: str) -> list[Part]:
    """The damage value used, with the number of the heat dial, never below 0 (AOD-SEQ-002)."""
    return list(piece.showing.damage(value).parts)


def damage_value(piece: Piece, value: str) -> int:
    """The modified damage value."""
    return piece.showing.damage(value).total


def attack_tally(field: Field, attack: Attack, target_id: str) -> tuple[Tally, Used]:
    """The attack value against one target (engine step 3), and the equipment it used."""
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    parts, used = base_attack(attacker), Used()
    if attack.helpers:
        parts.append(Part("formation", HELP * len(attack.helpers)))
    if any(field.piece(unit_id).strikes_rear(attack, target) for unit_id in attack.attackers):
        parts.append(Part("rear_arc", 2))
    if target.now.shutdown:
        parts.append(Part("shutdown", 4))
    for fitted in attacker.for_attack(attack):
        if number := fitted.item.attack_value(attack, target):
            parts.append(Part(fitted.name, number))
            used.append((attacker, fitted))
    parts += attack.added
    if attack.repeat_attack:
        parts.append(Part(attack.follow_up, attack.repeat_attack))
    return Tally(tuple(parts)), used


def is_lit(field: Field, attack: Attack, target: Piece) -> bool:
    """Whether a beacon clears the line of a ballistic attack."""
    beacons = field.state.beacons if attack.range_type == "ballistic" else ()
    return any(
        beacon.target == target.id
        and field.setup.team(beacon.player) == field.piece(attack.attacker).team
        for beacon in beacons
    )


def as_met(field: Field, attack: Attack, target: Piece) -> Attack:
    """An attack as it meets one of its targets: hindering terrain does nothing for one that a
    beacon lights (AOD-EQUIP-003)."""
    if attack.through_hindering or not is_lit(field, attack, target):
        return attack
    return msgspec.structs.replace(attack, through_hindering=True)


def defense_tally(
    field: Field, attack: Attack, target_id: str, line: LineOfFire | None
) -> tuple[Tally, Used]:
    """The defense of one target (engine step 4), and the equipment it used.

    `line` is the line of fire of a direct attack whose terrain counts, else None.
    """
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    attack = as_met(field, attack, target)
    parts, used = own_defense(target)
    parts += circumstances(field, attack, attacker, target, line)
    for fitted in target.against(attack):
        if number := fitted.item.defense_value(target, attack):
            parts.append(Part(fitted.name, number))
            used.append((target, fitted))
    return Tally(tuple(not_negative(parts))), used


def lenders(target: Piece) -> list[Piece]:
    """The friends in contact who would lend a target a higher printed defense."""
    return [
        friend
        for friend in target.friends_in_contact
        if friend.click.defense > target.click.defense and friend.permitting("lend_defense")
    ]


def own_defense(target: Piece) -> tuple[list[Part], Used]:
    """The printed defense, or that of a friend in contact who lends a higher one."""
    used = Used()
    base, where = target.click.defense, ""
    if lending := lenders(target):
        lender = max(lending, key=lambda friend: friend.click.defense)
        base, where = lender.click.defense, lender.id
        used += [(lender, fitted) for fitted in lender.permitting("lend_defense")]
    return [Part("base", base, where), *target.showing.modifiers("defense")], used


def circumstances(
    field: Field, attack: Attack, attacker: Piece, target: Piece, line: LineOfFire | None
) -> list[Part]:
    parts = []
    if line and line.hindering and not attack.through_hindering:
        parts.append(Part("hindering", 1))
    lowered = attack.is_ranged and target.is_quad and not attack.through_hindering
    if lowered and target.stands_in("hindering"):
        parts.append(Part("hull_down", 1))
    strikes_upwards = not attack.is_special or field.ruling("height_advantage_in_special_attacks")
    if strikes_upwards and _is_above(attack, attacker, target):
        parts.append(Part("height", 1))
    if attack.is_ranged and called_shot(field, attack, attacker, target):
        parts.append(Part("called_shot", 2))
    if attack.is_ranged and friendly_fire(attacker, target):
        parts.append(Part("friendly_fire", 1 if target.is_mech else 2))
    if attack.kind == "indirect":
        parts.append(Part("indirect", 3))
    if attack.capture:
        parts.append(Part("capture", 3))
    if attack.order == "assault":
        parts.append(Part("assault", 1))
    if attack.obstructed:
        parts.append(Part("obstructed", 2))
    if attack.kind == "death_from_above":
        parts.append(Part("death_from_above", 2))
    if attack.follow_up and attack.repeat_defense:
        parts.append(Part(attack.follow_up, attack.repeat_defense))
    return parts


def _is_above(attack: Attack, attacker: Piece, target: Piece) -> bool:
    """AOD-ELEV-009; a cruising VTOL against shooters below it (AOD-VTOL-010)."""
    if attacker.cruising or attacker.elevation is not None:
        return False
    if any(fitted.item.reach(attack, target).level for fitted in attacker.for_attack(attack)):
        return False
    return target.elevation is not None or (target.cruising and attack.is_ranged)


def called_shot(field: Field, attack: Attack, attacker: Piece, target: Piece) -> bool:
    """Whether an engaged shooter picks a target out of contact (AOD-RANGED-006).

    Not for a Quad touched by infantry alone (AOD-QUAD-006), nor when one of several targets
    touches the attacker (AOD-MULTI-003).
    """
    engaged = attacker.opponents_in_contact
    if attacker.is_quad:
        engaged = [other for other in engaged if not other.is_infantry]
    if any(attacker.touches(field.piece(other)) for other in attack.targets) and (
        field.ruling("called_shot_needs_target_out_of_contact") or not attacker.touches(target)
    ):
        return False
    return any(other.id not in attack.targets for other in engaged)


def friendly_fire(attacker: Piece, target: Piece) -> bool:
    """Whether an unengaged shooter fires at a target that touches a friend (AOD-RANGED-007)."""
    return not attacker.opponents_in_contact and any(
        other.id != attacker.id and attacker.is_friend(other) for other in target.touching
    )


def same_water(one: Piece, other: Piece) -> bool:
    """Whether both stand in the same water element (AOD-CLOSE-008)."""
    waters = (element for element in one.field.table.terrain if element.is_water)
    return any(water.occupied_by(one.at) and water.occupied_by(other.at) for water in waters)
