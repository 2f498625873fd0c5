"""Every attack carried out in one sequence (rules AOD-SEQ-001, AOD-ATTACK-009, AOD-CRIT).

Direct and indirect fire, at one target or several, long-range fire, close combat and special
attacks take the same steps 3 to 8; how they differ in whom they meet is their `Way`.
"""

from collections.abc import Iterator
from functools import partial
from typing import Protocol

import msgspec

from rules.age_of_destruction.moment.aiming import refuse_close, refuse_ranged
from rules.age_of_destruction.moment.answers import BEST, Repeat
from rules.age_of_destruction.moment.attack import Attack, Without
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.records.vocabulary import DAMAGE_VALUE
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Split
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.aimed import Aimed
from rules.age_of_destruction.steps.capture import settle_capture
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.declare import spread
from rules.age_of_destruction.steps.hits import Blow, confirmed, deal, note_die
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.switches import ask_attacked, ask_attacker
from rules.core.tally import Part


class Way(Protocol):
    """A way of attacking: whom it may hit, and what its one roll does."""

    @property
    def attack(self) -> Attack:
        """The attack as declared (steps 1 and 2)."""

    def met(self, field: Field) -> tuple[str, ...]:
        """Everybody the roll may hit."""

    def strike(self, res: Resolution, attack: Attack) -> Iterator[Blow]:
        """Step 5: the roll, and where it comes down; each blow is dealt before the next one is
        looked at."""


def carry_out_attack(res: Resolution, way: Way) -> Blow:
    """Steps 3 to 8 of an attack and its follow-ups; its last blow."""
    met = way.met(res.field)
    ask_attacker(res, way.attack, met)
    attack = _aided_by_dice(res, way.attack)
    for unit_id in met:
        ask_attacked(res, attack, unit_id)
    healthy = [unit_id for unit_id in attack.targets if not res.piece(unit_id).is_salvage]
    blow = Blow()
    for struck in way.strike(res, attack):
        blow = confirmed(res, attack, struck)
        if attack.capture:
            settle_capture(res, attack, succeeded=bool(blow.hits))
        else:
            deal(res, attack, blow)
        if blow.critical == "miss":
            _fumble(res, attack)
    if blow.hits and attack.targets and not attack.capture:
        _bind(res, attack, blow)
        crippled = any(res.piece(target_id).is_salvage for target_id in healthy)
        _follow_up(res, msgspec.structs.replace(attack, crippled=crippled), blow)
    for target_id in attack.targets:
        _strike_back(res, attack, target_id)
    return blow


def make_attack(res: Resolution, attack: Attack, split: Split | None) -> Blow:
    """Carry out an attack at units; its targets are legal."""
    return carry_out_attack(res, Aimed(_spread(res, attack), split))


def _spread(res: Resolution, attack: Attack) -> Attack:
    """The attack with the targets that equipment adds."""
    wider, attacker = spread(res.field, attack), res.piece(attack.attacker)
    fitted = attacker.striking_others(attack, "beside")
    if fitted and wider.targets != attack.targets:
        res.use(attacker, fitted)
    return wider


def _aided_by_dice(res: Resolution, attack: Attack) -> Attack:
    """The attack with what dice rolled before it give (AOD-FACT-013, AOD-FACT-014)."""
    attacker = res.piece(attack.attacker)
    added, through = [], False
    for fitted in attacker.for_attack(attack):
        if fitted.item.before_roll(attack, BEST) is None:
            continue
        die = res.roll(1)
        note_die(res, attacker, fitted, die[0], die)
        if aid := fitted.item.before_roll(attack, die[0]):
            through = through or aid.through_hindering
            added += [Part(fitted.name, aid.attack)] if aid.attack else []
    return msgspec.structs.replace(attack, added=tuple(added), through_hindering=through)


def _fumble(res: Resolution, attack: Attack) -> None:
    """What a critical miss costs the attacker alone (AOD-CRIT-003, AOD-ARTY-014)."""
    rule = "AOD-ARTY-014" if attack.kind == "artillery" else "AOD-CRIT-003"
    damage(res, attack.attacker, 1, "critical_miss", rule, "AOD-PUSH-003")


def _bind(res: Resolution, attack: Attack, blow: Blow) -> None:
    """Oblige the attacker to go on with what it has hit (AOD-FACT-010, AOD-FACT-012)."""
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        for target_id in blow.hits:
            target = res.piece(target_id)
            if fitted.item.after_hit(attack, target).binds and not target.now.eliminated:
                res.emit(events.Bound(unit=attacker.id, target=target_id, rules=fitted.item.rules))


def _follow_up(res: Resolution, attack: Attack, blow: Blow) -> None:
    """A second attack that a success allows, once a turn (AOD-SEQ-003)."""
    attacker = res.piece(attack.attacker)
    if attack.follow_up or attacker.now.eliminated:
        return
    for fitted in attacker.for_attack(attack):
        repeat = fitted.item.repeats(attack)
        if repeat is None or fitted.name not in attack.choices or fitted.name in attacker.now.once:
            continue
        again = _repeated(res, attack, fitted.name, repeat, blow)
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
    res: Resolution, attack: Attack, name: str, repeat: Repeat, blow: Blow
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
        targets = tuple(t for t in blow.hits if not res.piece(t).is_infantry)[:1]
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


def attack_if_legal(res: Resolution, attack: Attack, split: Split | None) -> Blow | None:
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
