"""Attacks as orders declare them."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

import msgspec

from rules.age_of_destruction.moment.aiming import is_unaffected, refuse_contact
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.orders import Assault, Close, Ranged, Shot, SpecialAttack
from rules.core.geometry import crosses_interior


def ranged_attack(
    piece: Piece,
    order: Ranged | Shot | Assault,
    kind: str,
    choices: Mapping[str, str] = MappingProxyType({}),
) -> Attack:
    """The ranged attack of an order of a kind; without a weapon it is the primary (AOD-DMG-004).

    `choices` are those of the move that a shot belongs to.
    """
    mode = order.mode if isinstance(order, Ranged) else "direct"
    chosen = dict(choices) if isinstance(order, Shot) else order.choices
    weapon = order.weapon or "primary"
    bare = any(f.item.goes_bare and f.name in chosen for f in piece.working)
    return Attack(
        kind="ranged" if mode == "direct" else mode,
        attacker=piece.id,
        targets=order.targets,
        order=kind,
        weapon=piece.weapons.get(weapon),
        value=DAMAGE_VALUE[weapon],
        members=order.members if isinstance(order, Ranged) else (),
        choices=chosen,
        without="damage" if bare else "nothing",
    )


def close_attack(field: Field, piece: Piece, order: Close | Assault, kind: str) -> Attack:
    """The close attack of an order, on everybody in front where equipment sweeps, and on a second
    target the order picks where equipment is shared.

    A formation attacks one target only (AOD-FORM-022).
    """
    targets = order.all_targets if isinstance(order, Assault) else (order.target,)
    weapon = order.weapon or "primary"
    attack = Attack(
        kind="close",
        attacker=piece.id,
        targets=targets,
        order=kind,
        weapon=piece.weapons.get(weapon),
        value=DAMAGE_VALUE[weapon],
        capture=isinstance(order, Close) and order.capture,
        members=order.members if isinstance(order, Close) else (),
        choices=order.choices,
    )
    if attack.capture or attack.members:
        return attack
    if second := _second_target(piece, attack):
        return msgspec.structs.replace(attack, targets=(*targets, second), undivided=True)
    if not piece.striking_others(attack, "in_front"):
        return attack
    beside = [
        other.id
        for other in piece.opponents_in_contact
        if other.id not in targets and _in_front(field, piece, other)
    ]
    return msgspec.structs.replace(attack, targets=(*targets, *beside))


def _second_target(piece: Piece, attack: Attack) -> str:
    """The target picked for equipment that may be shared, "" for none."""
    usable = {fitted.name: fitted.item for fitted in piece.for_attack(attack)}
    picked = (attack.choices.get(n) for n, item in usable.items() if item.shared in usable)
    return next((target for target in picked if target), "")


def spread(field: Field, attack: Attack) -> Attack:
    """An attack with the opponents beside its target, where equipment finds them too.

    They need no line of fire of their own, but must be such as can be shot at.
    """
    attacker = field.piece(attack.attacker)
    if not attacker.striking_others(attack, "beside"):
        return attack
    beside = [
        other.id
        for other in field.piece(attack.targets[0]).touching
        if attacker.is_opponent(other)
        and not other.submerged
        and not other.captives
        and not is_unaffected(attack, attacker, other)
    ]
    return msgspec.structs.replace(attack, targets=(*attack.targets, *beside))


def infantry_beside(field: Field, attack: Attack) -> tuple[str, ...]:
    """All infantry in contact with a target, of any side, where equipment strikes it too.

    The equipment's own words say every unit (AOD-EQUIP-003); it spares its owner (AOD-EQUIP-009)
    and captives, which nobody can attack.
    """
    attacker = field.piece(attack.attacker)
    if not attacker.striking_others(attack, "infantry_beside"):
        return ()
    beside = {
        other.id: None
        for target_id in attack.targets
        for other in field.piece(target_id).touching
        if other.is_infantry
        and not other.is_captive
        and other.id not in (attacker.id, *attack.targets)
    }
    return tuple(beside)


def _in_front(field: Field, piece: Piece, other: Piece) -> bool:
    strikes = partial(refuse_contact, field, piece, other)
    return piece.front_touches(other) and permits(strikes)


def special_attack(kind: AttackKind, order: SpecialAttack, start: Field, end: Field) -> Attack:
    """The special attack that follows a move from one field to another.

    The rear counts when the move began in the target's rear zone and strikes its rear arc
    (AOD-CHARGE-004, AOD-RAM-004); an obstructed line concerns the charge (AOD-CHARGE-002).
    """
    target = end.piece(order.target)
    behind = target.turns_back_on(start.piece(order.unit).at) and target.rear_touches(
        end.piece(order.unit)
    )
    counts = {
        "charge": True,
        "death_from_above": bool(start.ruling("rear_bonus_on_dfa")),
        "ram": True,
    }
    hindered = kind == "charge" or (
        kind == "ram" and bool(start.ruling("ram_obstructed_line_modifier"))
    )
    return Attack(
        kind=kind,
        attacker=order.unit,
        targets=(order.target,),
        order=kind,
        choices=order.choices,
        from_behind=behind and counts[kind],
        obstructed=hindered and line_obstructed(start, order.unit, order.target),
    )


def line_obstructed(field: Field, attacker_id: str, target_id: str) -> bool:
    """Whether the line crosses terrain other than water and flat ground, or a base other than
    infantry's (AOD-CHARGE-002)."""
    attacker, target = field.piece(attacker_id), field.piece(target_id)
    terrain = any(
        not element.is_water and crosses_interior(attacker.at, target.at, element.polygon)
        for element in field.table.terrain
        if element.kind != "clear" or element.elevated
    )
    return terrain or any(
        other.outline.crossed_by(attacker.at, target.at)
        for other in field.on_table
        if other.id not in (attacker_id, target_id)
        and not (other.is_infantry or other.cruising or other.submerged)
    )
