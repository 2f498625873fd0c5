"""An attack carried out (rules AOD-SEQ-001, AOD-ATTACK-009, AOD-CRIT, AOD-MULTI)."""

import msgspec

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.aiming import aimed_line, refuse_close, refuse_ranged
from rules.age_of_destruction.skirmish.attack import Attack
from rules.age_of_destruction.skirmish.capture import settle_capture
from rules.age_of_destruction.skirmish.damage import damage
from rules.age_of_destruction.skirmish.field import Piece
from rules.age_of_destruction.skirmish.hits import Result, deal
from rules.age_of_destruction.skirmish.orders import Split, UnitOrder
from rules.age_of_destruction.skirmish.refusals import Refusals
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.switches import offer_to_switch_off
from rules.age_of_destruction.skirmish.values import attack_tally, defense_tally, lenders

WHITE, BLACK = (0, 1), 2
_DICE = {"white1": 0, "white2": 1, "black": 2}


def make_attack(res: Resolution, attack: Attack, order: UnitOrder, split: Split | None) -> Result:
    """Carry an attack out with its follow-ups (steps 3 to 8); the targets are legal."""
    for target_id in attack.targets:
        _ask_target(res, attack, target_id)
    result = _roll(res, attack, order)
    if attack.capture:
        settle_capture(res, attack, succeeded=bool(result.hits))
    else:
        deal(res, attack, result, split)
    if result.critical == "miss":
        damage(res, attack.attacker, 1, "critical_miss", "AOD-CRIT-003", "AOD-PUSH-003")
    if result.hits and not attack.capture:
        _follow_up(res, attack, order)
    return result


def _ask_target(res: Resolution, attack: Attack, target_id: str) -> None:
    """Let the target's player, and those who would lend it their defense, switch off what would
    work now (AOD-EQUIP-111, step 4)."""
    target = res.piece(target_id)
    names = tuple(
        fitted.name
        for fitted in target.working
        if fitted.item.optional
        and (
            fitted.item.defense_value(target, attack)
            or fitted.item.hit_needs_second_roll(attack)
            or (not attack.capture and fitted.item.damage_taken(attack, 9) != 9)
        )
    )
    offer_to_switch_off(res, target, names)
    for friend in lenders(target):
        lent = tuple(f.name for f in friend.working if f.item.lends_defense() and f.item.optional)
        offer_to_switch_off(res, friend, lent)


def _roll(res: Resolution, attack: Attack, order: UnitOrder) -> Result:
    """Steps 3 to 5: one roll against the defense of every target (AOD-MULTI-004)."""
    attacks, defenses = {}, {}
    _note_reach(res, attack)
    for target_id in (*attack.targets, *_infantry_beside(res, attack)):
        attacks[target_id], used = attack_tally(res.field, attack, target_id)
        line = None
        if attack.kind == "ranged" and target_id in attack.targets:
            line = aimed_line(res.field, attack, res.piece(target_id))
        defenses[target_id], more = defense_tally(res.field, attack, target_id, line)
        for piece, fitted in [*used, *more]:
            res.use(piece, fitted)
    faces = res.roll(3)
    kept, before = _reroll(res, attack, order, faces)
    critical = critical_of(kept)
    if critical == "hit" and critical_of(faces) != "hit":
        critical = ""
    aims = {}
    for target_id, attack_value in attacks.items():
        total, against = sum(kept) + attack_value.total, defenses[target_id].total
        hit = critical == "hit" or (critical != "miss" and total >= against)
        aims[target_id] = events.Aim(
            attack_value.parts, total, defenses[target_id].parts, against, hit
        )
    first = aims[attack.targets[0]]
    res.emit(
        events.AttackRolled(
            unit=attack.attacker,
            kind=attack.kind,
            dice=kept,
            rerolled=before,
            total=first.total,
            attack=first.attack,
            targets=aims,
            critical=critical,
            weapon=attack.weapon.slot if attack.weapon else "",
            follow_up=attack.follow_up,
            members=attack.members,
            rules=_rules(attack, critical),
        )
    )
    hits = tuple(
        target_id
        for target_id, aim in aims.items()
        if aim.hit and _confirmed(res, attack, target_id, aim, critical)
    )
    return Result(hits, critical)


def _rules(attack: Attack, critical: str) -> tuple[str, ...]:
    by_kind = {
        "ranged": ("AOD-ATTACK-009", "AOD-RANGED-001"),
        "indirect": ("AOD-ATTACK-009", "AOD-INDIRECT-004"),
        "close": ("AOD-ATTACK-009", "AOD-CLOSE-005"),
        "charge": ("AOD-ATTACK-009", "AOD-CHARGE-004"),
        "death_from_above": ("AOD-ATTACK-009", "AOD-DFA-003"),
        "ram": ("AOD-ATTACK-009", "AOD-RAM-004"),
    }
    extra = {"hit": ("AOD-CRIT-001",), "miss": ("AOD-CRIT-003",)}.get(critical, ())
    several = () if attack.is_single else ("AOD-MULTI-004",)
    joint = {"ranged": ("AOD-FORM-016",), "close": ("AOD-FORM-023",)}
    together = joint.get(attack.kind, ()) if attack.members else ()
    return by_kind[attack.kind] + together + several + extra


def critical_of(faces: tuple[int, ...]) -> str:
    """AOD-CRIT-001 and AOD-CRIT-003: only the white dice count."""
    whites = sum(faces[index] for index in WHITE)
    return {12: "hit", 2: "miss"}.get(whites, "")


def _reroll(
    res: Resolution, attack: Attack, order: UnitOrder, faces: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces that count and those before a reroll; the lowest die unless another is picked."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        if not (fitted.item.rerolls and order.chooses(fitted.name)) or attack.is_special:
            continue
        index = _DICE.get(order.pick(fitted.name) or "", faces.index(min(faces)))
        kept = list(faces)
        kept[index] = res.roll(1)[0]
        res.use(attacker, fitted)
        return tuple(kept), faces
    return faces, ()


def _infantry_beside(res: Resolution, attack: Attack) -> list[str]:
    """All infantry in contact with a target, of any side, where equipment strikes it too.

    The equipment's own words say every unit (AOD-EQUIP-003); it spares its owner (AOD-EQUIP-009)
    and captives, which nobody can attack.
    """
    attacker = res.piece(attack.attacker)
    spraying = [f for f in attacker.for_attack(attack) if f.item.strikes_infantry_beside(attack)]
    beside = {
        other.id: None
        for target_id in attack.targets
        for other in res.piece(target_id).touching
        if other.is_infantry
        and not other.is_captive
        and other.id not in (attacker.id, *attack.targets)
    }
    if not spraying or not beside:
        return []
    res.use(attacker, spraying[0])
    return list(beside)


def _confirmed(
    res: Resolution, attack: Attack, target_id: str, aim: events.Aim, critical: str
) -> bool:
    """Whether a hit stands where equipment asks for a second roll; a critical hit always does."""
    target = res.piece(target_id)
    for fitted in target.working:
        if critical == "hit" or not fitted.item.hit_needs_second_roll(attack):
            continue
        res.use(target, fitted)
        faces = res.roll(3)
        total = sum(faces) + sum(part.value for part in aim.attack)
        second = critical_of(faces)
        hit = second == "hit" or (second != "miss" and total >= aim.against)
        res.emit(
            events.HitConfirmed(
                unit=attack.attacker,
                target=target_id,
                dice=faces,
                total=total,
                against=aim.against,
                hit=hit,
                because=fitted.name,
                rules=("AOD-EQUIP-003",),
            )
        )
        return hit
    return True


def _note_reach(res: Resolution, attack: Attack) -> None:
    """Note what finds the target or keeps it from being found, and what sweeps, hit or miss."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        if fitted.item.sweeps(attack) and not attack.is_single:
            res.use(attacker, fitted)
        for target_id in attack.targets:
            target = res.piece(target_id)
            if not fitted.item.seeks(attack, target):
                continue
            if blinding := target.blinding(fitted.item):
                res.use(target, blinding)
            else:
                res.use(attacker, fitted)


def _follow_up(res: Resolution, attack: Attack, order: UnitOrder) -> None:
    """A second attack that a success allows, once a turn (AOD-SEQ-003)."""
    attacker = res.piece(attack.attacker)
    if attack.follow_up or attacker.now.eliminated:
        return
    for fitted in attacker.for_attack(attack):
        repeat = fitted.item.repeats(attack)
        if repeat is None or not order.chooses(fitted.name) or fitted.name in attacker.now.once:
            continue
        again = msgspec.structs.replace(
            attack, follow_up=fitted.name, repeat_defense=repeat.defense, members=()
        )
        if _still_legal(res, again):
            res.use(attacker, fitted)
            res.emit(events.OnceUsed(unit=attacker.id, name=fitted.name, rules=("AOD-SEQ-003",)))
            make_attack(res, again, order, None)
            if attacker.is_mech:
                res.heat(attacker.id, fitted.name, repeat.heat)
        return


def _still_legal(res: Resolution, attack: Attack) -> bool:
    refusals = Refusals()
    (refuse_ranged if attack.is_ranged else refuse_close)(res.field, attack, refusals)
    return not refusals.violations


def attack_if_legal(
    res: Resolution, attack: Attack, order: UnitOrder, split: Split | None
) -> Result | None:
    """Make an attack declared for after a move, unless it cannot be made any more."""
    attacker: Piece = res.piece(attack.attacker)
    if attacker.now.eliminated or attacker.now.shutdown:
        return None
    refusals = Refusals()
    (refuse_ranged if attack.is_ranged else refuse_close)(res.field, attack, refusals)
    if refusals.violations:
        res.emit(
            events.AttackDropped(unit=attacker.id, codes=refusals.codes, rules=("AOD-ASSAULT-002",))
        )
        return None
    return make_attack(res, attack, order, split)
