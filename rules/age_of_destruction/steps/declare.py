"""Attacks as orders declare them."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Literal

import msgspec

from rules.age_of_destruction.moment.aiming import is_unaffected, refuse_contact
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state.legs import Split, WeaponSlot
from rules.age_of_destruction.steps.dealing import dealt
from rules.core.geometry import crosses_interior


def ranged_attack(
    piece: Piece,
    targets: tuple[str, ...],
    slot: WeaponSlot | None,
    order: str,
    *,
    mode: Literal["direct", "indirect", "artillery"] = "direct",
    members: tuple[str, ...] = (),
    choices: Mapping[str, str] = MappingProxyType({}),
) -> Attack:
    """The ranged attack that an order of a kind declares; without a weapon it is the primary
    (AOD-DMG-004)."""
    chosen, weapon = dict(choices), slot or "primary"
    bare = any(f.item.choice and f.item.choice.bare and f.name in chosen for f in piece.working)
    return Attack(
        kind="ranged" if mode == "direct" else mode,
        attacker=piece.id,
        targets=targets,
        order=order,
        weapon=piece.weapons.get(weapon),
        value=DAMAGE_VALUE[weapon],
        members=members,
        choices=chosen,
        without="damage" if bare else "nothing",
    )


def close_attack(
    field: Field,
    piece: Piece,
    targets: tuple[str, ...],
    slot: WeaponSlot | None,
    order: str,
    *,
    capture: bool = False,
    members: tuple[str, ...] = (),
    choices: Mapping[str, str] = MappingProxyType({}),
) -> Attack:
    """The close attack that an order of a kind declares, on everybody in front where equipment
    sweeps, and on a second target the order picks where equipment is shared.

    A formation attacks one target only (AOD-FORM-022).
    """
    weapon = slot or "primary"
    attack = Attack(
        kind="close",
        attacker=piece.id,
        targets=targets,
        order=order,
        weapon=piece.weapons.get(weapon),
        value=DAMAGE_VALUE[weapon],
        capture=capture,
        members=members,
        choices=dict(choices),
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
    usable = {fitted.name: fitted.item.choice for fitted in piece.for_attack(attack)}
    picked = (attack.choices.get(n) for n, how in usable.items() if how and how.shares in usable)
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


def refuse_split(field: Field, attack: Attack, split: Split | None, refusals: Refusals) -> None:
    """A plan must name targets and fit the damage for some two of them (AOD-MULTI-005).

    Targets missed drop out, so a plan is impossible only when its smallest two shares exceed the
    damage.
    """
    first = field.state.units.get(attack.targets[0]) if attack.targets else None
    if not split or first is None or first.at is None:
        return
    attack = spread(field, attack)
    damage = sum(p.value for p in dealt(field, attack, attack.targets[0]).parts)
    shares = sorted(split.values())
    if set(split) - set(attack.targets) or sum(shares[:2]) > damage or shares[-1] > damage:
        refusals.add("SPLIT_IMPOSSIBLE", attack.attacker, damage=damage)


def special_attack(
    kind: AttackKind,
    start: Field,
    end: Field,
    attacker: str,
    target_id: str,
    choices: dict[str, str],
) -> Attack:
    """The special attack that follows a move from one field to another.

    The rear counts when the move began in the target's rear zone and strikes its rear arc
    (AOD-CHARGE-004, AOD-RAM-004); an obstructed line concerns the charge (AOD-CHARGE-002).
    """
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
        attacker=attacker,
        targets=(target_id,),
        order=kind,
        choices=choices,
        from_behind=counts[kind] and starts_behind(start, end, attacker, target_id),
        obstructed=hindered and line_obstructed(start, attacker, target_id),
    )


def starts_behind(start: Field, end: Field, attacker: str, target_id: str) -> bool:
    """Whether a move began in the rear zone of whom it ends in contact with, at the rear arc."""
    target = end.piece(target_id)
    came_from = start.piece(attacker).at
    return target.turns_back_on(came_from) and target.rear_touches(end.piece(attacker))


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
