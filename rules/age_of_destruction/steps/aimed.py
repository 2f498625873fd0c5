"""Attacks at units: one roll against the defense of each (rules AOD-ATTACK-009, AOD-MULTI)."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.moment.aiming import aimed_line
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import attack_tally, defense_tally
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Split
from rules.age_of_destruction.steps.declare import infantry_beside
from rules.age_of_destruction.steps.hits import Blow
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.rolls import throw
from rules.core.geometry import EPSILON, distance


class Aimed(msgspec.Struct, frozen=True):
    """A direct, indirect, close or special attack, with the plan for dividing its damage."""

    attack: Attack
    split: Split | None = None

    def met(self, field: Field) -> tuple[str, ...]:
        """Its targets, and the infantry beside them that its equipment strikes too."""
        return (*self.attack.targets, *infantry_beside(field, self.attack))

    def strike(self, res: Resolution, attack: Attack) -> Iterator[Blow]:
        """One roll against the defense of everybody met (AOD-MULTI-004)."""
        beside = infantry_beside(res.field, attack)
        _note_reach(res, attack)
        _note_others(res, attack, beside)
        attacks, defenses = {}, {}
        for target_id in (*attack.targets, *beside):
            attacks[target_id], used = attack_tally(res.field, attack, target_id)
            line = None
            if attack.kind == "ranged" and target_id in attack.targets:
                line = aimed_line(res.field, attack, res.piece(target_id))
            defenses[target_id], more = defense_tally(res.field, attack, target_id, line)
            for piece, fitted in [*used, *more]:
                res.use(piece, fitted)
        thrown = throw(res, attack)
        crit, aims = thrown.critical, {}
        for target_id, striking in attacks.items():
            total, against = sum(thrown.faces) + striking.total, defenses[target_id].total
            hit = crit == "hit" or (crit != "miss" and total >= against)
            aims[target_id] = events.Aim(
                striking.parts, total, defenses[target_id].parts, against, hit
            )
        first = aims[attack.targets[0]]
        res.emit(
            events.AttackRolled(
                unit=attack.attacker,
                kind=attack.kind,
                dice=thrown.faces,
                rerolled=thrown.before,
                total=first.total,
                attack=first.attack,
                targets=aims,
                critical=crit,
                weapon=attack.weapon.slot if attack.weapon else "",
                follow_up=attack.follow_up,
                members=attack.members,
                rules=_rules(attack, crit),
            )
        )
        hits = tuple(target_id for target_id, aim in aims.items() if aim.hit)
        yield Blow(hits, crit, aims, split=self.split)


def _rules(attack: Attack, crit: str) -> tuple[str, ...]:
    by_kind = {
        "ranged": ("AOD-ATTACK-009", "AOD-RANGED-001"),
        "indirect": ("AOD-ATTACK-009", "AOD-INDIRECT-004"),
        "close": ("AOD-ATTACK-009", "AOD-CLOSE-005"),
        "charge": ("AOD-ATTACK-009", "AOD-CHARGE-004"),
        "death_from_above": ("AOD-ATTACK-009", "AOD-DFA-003"),
        "ram": ("AOD-ATTACK-009", "AOD-RAM-004"),
    }
    extra = {"hit": ("AOD-CRIT-001",), "miss": ("AOD-CRIT-003",)}.get(crit, ())
    several = () if attack.is_single else ("AOD-MULTI-004",)
    joint = {"ranged": ("AOD-FORM-016",), "close": ("AOD-FORM-023",)}
    together = joint.get(attack.kind, ()) if attack.members else ()
    return by_kind[attack.kind] + together + several + extra


def _note_others(res: Resolution, attack: Attack, beside: tuple[str, ...]) -> None:
    """Note what strikes more than one target, or infantry beside them."""
    attacker = res.piece(attack.attacker)
    sweeping = attacker.striking_others(attack, "in_front")
    if sweeping and not attack.is_single:
        res.use(attacker, sweeping)
    spraying = attacker.striking_others(attack, "infantry_beside")
    if spraying and beside:
        res.use(attacker, spraying)


def _note_reach(res: Resolution, attack: Attack) -> None:
    """Note what finds the target or keeps it from being found, hit or miss."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        for target_id in attack.targets:
            target = res.piece(target_id)
            reach = fitted.item.reach(attack, target)
            if reach.doubled and _beyond_range(attack, attacker, target):
                res.use(attacker, fitted)
            if not reach.seeks:
                continue
            if blinding := target.blinding(fitted.item, attack):
                res.use(target, blinding)
            else:
                res.use(attacker, fitted)


def _beyond_range(attack: Attack, attacker: Piece, target: Piece) -> bool:
    longest = attack.weapon.maximum if attack.weapon else 0
    return distance(attacker.at, target.at) > longest + EPSILON
