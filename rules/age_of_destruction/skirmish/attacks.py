"""An attack carried out (rules AOD-SEQ-001, AOD-ATTACK-009, AOD-CRIT, AOD-MULTI)."""

from functools import partial

import msgspec

from rules.age_of_destruction.abilities import Repeat
from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.aiming import aimed_line, refuse_close, refuse_ranged
from rules.age_of_destruction.skirmish.attack import Attack, Without
from rules.age_of_destruction.skirmish.capture import settle_capture
from rules.age_of_destruction.skirmish.damage import damage
from rules.age_of_destruction.skirmish.declare import spread
from rules.age_of_destruction.skirmish.fitted import Fitted
from rules.age_of_destruction.skirmish.hits import Result, deal
from rules.age_of_destruction.skirmish.orders import Split
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.refusals import Refusals, permits
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.rolls import critical_in, read_black_die, throw
from rules.age_of_destruction.skirmish.state import Question
from rules.age_of_destruction.skirmish.switches import offer_to_switch_off
from rules.age_of_destruction.skirmish.values import as_met, attack_tally, defense_tally, lenders
from rules.age_of_destruction.vocabulary import DAMAGE_VALUE
from rules.core.geometry import EPSILON, distance
from rules.core.tally import Part


def make_attack(res: Resolution, attack: Attack, split: Split | None) -> Result:
    """Carry an attack out with its follow-ups (steps 3 to 8); the targets are legal."""
    attack = _aided_by_dice(res, _spread(res, attack))
    healthy = [t for t in attack.targets if not res.piece(t).is_salvage]
    for target_id in attack.targets:
        _ask_target(res, attack, target_id)
    result = _roll(res, attack)
    if attack.capture:
        settle_capture(res, attack, succeeded=bool(result.hits))
    else:
        deal(res, attack, result, split)
    if result.critical == "miss":
        damage(res, attack.attacker, 1, "critical_miss", "AOD-CRIT-003", "AOD-PUSH-003")
    if result.hits and not attack.capture:
        _bind(res, attack, result)
        crippled = any(res.piece(target_id).is_salvage for target_id in healthy)
        _follow_up(res, msgspec.structs.replace(attack, crippled=crippled), result)
    for target_id in attack.targets:
        _strike_back(res, attack, target_id)
    return result


def _aided_by_dice(res: Resolution, attack: Attack) -> Attack:
    """The attack with what dice rolled before it give (AOD-FACT-013, AOD-FACT-014)."""
    attacker = res.piece(attack.attacker)
    added, through = [], False
    for fitted in attacker.for_attack(attack):
        lowest = fitted.item.sees_through_from(attack)
        if lowest is not None:
            through = _aid(res, attacker, fitted) >= lowest or through
        if fitted.item.adds_die(attack):
            added.append(Part(fitted.name, _aid(res, attacker, fitted)))
    return msgspec.structs.replace(attack, added=tuple(added), through_hindering=through)


def _aid(res: Resolution, attacker: Piece, fitted: Fitted) -> int:
    die = res.roll(1)
    res.use(attacker, fitted)
    res.emit(
        events.EffectRolled(
            unit=attacker.id, name=fitted.name, value=die[0], dice=die, rules=fitted.item.rules
        )
    )
    return die[0]


def _bind(res: Resolution, attack: Attack, result: Result) -> None:
    """Oblige the attacker to go on with what it has hit (AOD-FACT-010, AOD-FACT-012)."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        for target_id in result.hits:
            target = res.piece(target_id)
            if fitted.item.binds(attack, target) and not target.now.eliminated:
                res.emit(events.Bound(unit=attacker.id, target=target_id, rules=fitted.item.rules))


def _spread(res: Resolution, attack: Attack) -> Attack:
    """The attack with the targets that equipment adds."""
    wider, attacker = spread(res.field, attack), res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        if wider.targets != attack.targets and fitted.item.spreads(attack):
            res.use(attacker, fitted)
    return wider


def _ask_target(res: Resolution, attack: Attack, target_id: str) -> None:
    """Let the target's player, and those who would lend it their defense, switch off what would
    work now (AOD-EQUIP-111, step 4)."""
    target = res.piece(target_id)
    attack = as_met(res.field, attack, target)
    names = tuple(
        fitted.name
        for fitted in target.against(attack)
        if fitted.item.optional
        and (
            fitted.item.defense_value(target, attack)
            or fitted.item.hit_needs_second_roll(attack)
            or fitted.item.spared_by_die(attack, 6)
            or (not attack.capture and fitted.item.damage_taken(attack, 9) != 9)
        )
    )
    offer_to_switch_off(res, target, names)
    for friend in lenders(target):
        lent = tuple(f.name for f in friend.working if f.item.lends_defense() and f.item.optional)
        offer_to_switch_off(res, friend, lent)


def _roll(res: Resolution, attack: Attack) -> Result:
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
    thrown = throw(res, attack)
    kept, crit = thrown.faces, thrown.critical
    aims = {}
    for target_id, attack_value in attacks.items():
        total, against = sum(kept) + attack_value.total, defenses[target_id].total
        hit = crit == "hit" or (crit != "miss" and total >= against)
        aims[target_id] = events.Aim(
            attack_value.parts, total, defenses[target_id].parts, against, hit
        )
    first = aims[attack.targets[0]]
    res.emit(
        events.AttackRolled(
            unit=attack.attacker,
            kind=attack.kind,
            dice=kept,
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
    hits = tuple(
        target_id
        for target_id, aim in aims.items()
        if aim.hit and _confirmed(res, attack, target_id, aim, crit)
    )
    return Result(hits, crit, aims)


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


def _confirmed(res: Resolution, attack: Attack, target_id: str, aim: events.Aim, crit: str) -> bool:
    """Whether a hit stands where equipment asks for a second roll; a critical hit always does."""
    target = res.piece(target_id)
    for fitted in target.against(attack):
        if crit == "hit" or not fitted.item.hit_needs_second_roll(attack):
            continue
        res.use(target, fitted)
        faces = read_black_die(res, attack, res.roll(3))
        total = sum(faces) + sum(part.value for part in aim.attack)
        second = critical_in(res, attack, faces)
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
            if fitted.item.doubles_range(attack, target) and _beyond_range(
                attack, attacker, target
            ):
                res.use(attacker, fitted)
            if not fitted.item.seeks(attack, target):
                continue
            if blinding := target.blinding(fitted.item):
                res.use(target, blinding)
            else:
                res.use(attacker, fitted)


def _beyond_range(attack: Attack, attacker: Piece, target: Piece) -> bool:
    longest = attack.weapon.maximum if attack.weapon else 0
    return distance(attacker.at, target.at) > longest + EPSILON


def _follow_up(res: Resolution, attack: Attack, result: Result) -> None:
    """A second attack that a success allows, once a turn (AOD-SEQ-003)."""
    attacker = res.piece(attack.attacker)
    if attack.follow_up or attacker.now.eliminated:
        return
    for fitted in attacker.for_attack(attack):
        repeat = fitted.item.repeats(attack)
        if repeat is None or fitted.name not in attack.choices or fitted.name in attacker.now.once:
            continue
        again = _repeated(res, attack, fitted.name, repeat, result)
        if again and _still_legal(res, again):
            res.use(attacker, fitted)
            res.emit(events.OnceUsed(unit=attacker.id, name=fitted.name, rules=("AOD-SEQ-003",)))
            second = make_attack(res, again, None)
            if attacker.is_mech and repeat.heat:
                res.heat(attacker.id, fitted.name, repeat.heat)
            if repeat.pushes and second.hits:
                damage(res, attacker.id, 1, "push", "AOD-PILOT-009", "AOD-PUSH-003")
        return


def _repeated(
    res: Resolution, attack: Attack, name: str, repeat: Repeat, result: Result
) -> Attack | None:
    """The second attack, None where it has nobody to strike."""
    attacker = res.piece(attack.attacker)
    slot = repeat.weapon or (attack.weapon.slot if attack.weapon else "primary")
    targets = attack.targets
    if repeat.elsewhere:
        targets = (attack.choices[name],)
        if targets[0] in (*attack.targets, ""):
            return None
    if repeat.spares_infantry:
        targets = tuple(t for t in result.hits if not res.piece(t).is_infantry)[:1]
    if repeat.kind == "ranged":
        slot = attack.choices[name] or next(
            (w.slot for w in attacker.unit.weapons if w.maximum), slot
        )
    return (
        msgspec.structs.replace(
            attack,
            kind=repeat.kind or attack.kind,
            targets=targets,
            weapon=attacker.weapons.get(slot),
            value=DAMAGE_VALUE.get(slot, attack.value),
            without=_without(repeat) or attack.without,
            crippled=False,
            follow_up=name,
            repeat_attack=repeat.attack,
            repeat_defense=repeat.defense,
            members=(),
        )
        if targets
        else None
    )


def _without(repeat: Repeat) -> Without | None:
    if repeat.unaided:
        return "all"
    return "damage" if repeat.bare else None


def _strike_back(res: Resolution, attack: Attack, target_id: str) -> None:
    """Let a unit answer an attack with one of its own, without equipment of the damage values."""
    target = res.piece(target_id)
    able = not attack.follow_up and not target.now.eliminated
    for fitted in target.working if able else ():
        if not fitted.item.strikes_back(attack):
            continue
        blows = {
            weapon.slot: Attack(
                kind="close",
                attacker=target_id,
                targets=(attack.attacker,),
                order="close",
                weapon=weapon,
                value=weapon.damage_value,
                without="damage",
                follow_up=fitted.name,
            )
            for weapon in target.unit.weapons
        }
        options = tuple(slot for slot, blow in blows.items() if _still_legal(res, blow))
        if not options:
            return
        question = Question(
            "choose", target.owner, target_id, options=("decline", *options), about=fitted.name
        )
        choice = res.ask(question).choice
        if choice != "decline":
            res.use(target, fitted)
            make_attack(res, blows[choice], None)
        return


def _still_legal(res: Resolution, attack: Attack) -> bool:
    return permits(partial(refuse_ranged if attack.is_ranged else refuse_close, res.field, attack))


def attack_if_legal(res: Resolution, attack: Attack, split: Split | None) -> Result | None:
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
    return make_attack(res, attack, split)
