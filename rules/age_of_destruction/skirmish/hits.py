"""What hits do: damage, then tokens and heat (steps 6 and 7 of AOD-SEQ-001)."""

import msgspec

from rules.age_of_destruction.skirmish import events
from rules.age_of_destruction.skirmish.attack import Attack
from rules.age_of_destruction.skirmish.damage import damage, force_down
from rules.age_of_destruction.skirmish.dealing import Dealt, dealt, taken
from rules.age_of_destruction.skirmish.heat import change_heat, shut_down
from rules.age_of_destruction.skirmish.orders import Split
from rules.age_of_destruction.skirmish.resolution import Resolution
from rules.age_of_destruction.skirmish.state import Question
from rules.core.tally import Part


class Result(msgspec.Struct, frozen=True):
    """What a roll did: who is hit, and whether it was critical ("hit", "miss" or "")."""

    hits: tuple[str, ...]
    critical: str


def deal(res: Resolution, attack: Attack, result: Result, split: Split | None) -> None:
    """Steps 6 and 7: damage first, then the heat of the 'Mechs hit."""
    burnt = _burn(res, attack)
    if not result.hits:
        return
    field, critical = res.field, result.critical == "hit"
    declared = [target for target in result.hits if target in attack.targets]
    whole = dealt(field, attack, result.hits[0], replaced=_replacement(res, attack), burnt=burnt)
    shares = _shares(res, attack, declared, whole, split)
    shares |= {target: whole.parts for target in result.hits if target not in attack.targets}
    for piece, fitted in whole.used:
        res.use(piece, fitted)
    stunning = _effects_of_hit(res, attack, declared)
    heated: list[str] = []
    for target_id, share in shares.items():
        if _heat_instead(res, attack, target_id):
            continue
        due = taken(field, attack, target_id, share, critical=critical)
        for piece, fitted in due.used:
            res.use(piece, fitted)
        if due.total > 0:
            _damage_target(res, attack, target_id, due, heated)
    for target_id in heated:
        _energy_heat(res, target_id)
    for target_id in stunning:
        _stun(res, target_id)


def _burn(res: Resolution, attack: Attack) -> Part | None:
    """Heat turned up to shutdown for damage; the dial turns with the other heat of the order."""
    attacker = res.piece(attack.attacker)
    if not attacker.is_mech:
        return None
    for fitted in attacker.for_attack(attack):
        if fitted.item.burns_heat_for_damage(attack):
            clicks = len(attacker.unit.heat_dial) - attacker.now.heat
            res.use(attacker, fitted)
            res.heat(attacker.id, fitted.name, clicks)
            return Part(fitted.name, clicks)
    return None


def _replacement(res: Resolution, attack: Attack) -> Part | None:
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        if fitted.item.damage_by_die(attack):
            die = res.roll(1)
            res.use(attacker, fitted)
            res.emit(
                events.DieReplaced(
                    unit=attacker.id,
                    name=fitted.name,
                    value=die[0],
                    dice=die,
                    rules=("AOD-ATTACK-005", "AOD-MODIF-007"),
                )
            )
            return Part(fitted.name, die[0])
    return None


def _shares(
    res: Resolution, attack: Attack, hits: list[str], whole: Dealt, split: Split | None
) -> dict[str, tuple[Part, ...]]:
    """The damage of every declared target hit (AOD-MULTI-005)."""
    attacker = res.piece(attack.attacker)
    sweeping = [f for f in attacker.for_attack(attack) if f.item.sweeps(attack)]
    if len(hits) <= 1 or sweeping:
        return dict.fromkeys(hits, whole.parts)
    planned = {target: (split or {}).get(target, 0) for target in hits}
    if split is None or sum(planned.values()) > whole.total:
        question = Question(
            "split", attacker.owner, attacker.id, options=tuple(hits), damage=whole.total
        )
        given = res.ask(question).split
        planned = dict.fromkeys(hits, 0) | ({hits[0]: whole.total} if given is None else given)
    return {target: (Part("share", share),) for target, share in planned.items()}


def _damage_target(
    res: Resolution, attack: Attack, target_id: str, due: Dealt, heated: list[str]
) -> None:
    damage(
        res,
        target_id,
        due.total,
        "attack",
        "AOD-SEQ-002",
        "AOD-DMG-008",
        parts=due.parts,
        source=attack.attacker,
    )
    if attack.range_type == "energy":
        heated.append(target_id)


def _effects_of_hit(res: Resolution, attack: Attack, hits: list[str]) -> list[str]:
    """Light the targets that equipment lights; those it will stun after the attack."""
    attacker, stunned = res.piece(attack.attacker), []
    for target_id in hits:
        target = res.piece(target_id)
        for fitted in attacker.for_attack(attack):
            if fitted.item.lights(attack, target):
                res.emit(
                    events.BeaconLit(
                        target=target_id, player=attacker.owner, rules=("AOD-EQUIP-003",)
                    )
                )
            if fitted.item.stuns(attack, target):
                res.use(attacker, fitted)
                stunned.append(target_id)
    return stunned


def _heat_instead(res: Resolution, attack: Attack, target_id: str) -> bool:
    attacker, target = res.piece(attack.attacker), res.piece(target_id)
    for fitted in attacker.for_attack(attack):
        if clicks := fitted.item.heats_instead(attack, target):
            res.use(attacker, fitted)
            change_heat(res, target_id, [Part(fitted.name, clicks)])
            return True
    return False


def _energy_heat(res: Resolution, target_id: str) -> None:
    """One heat a turn for energy damage (AOD-HEAT-011)."""
    now = res.piece(target_id).now
    if not (now.eliminated or now.heated_by_energy):
        change_heat(
            res, target_id, [Part("energy_hit", 1)], "AOD-HEAT-011", "AOD-HEAT-012", by_energy=True
        )


def _stun(res: Resolution, target_id: str) -> None:
    """Put a token on a target; a 'Mech with two shuts down, a cruising VTOL comes down."""
    target = res.piece(target_id)
    if target.now.eliminated or target.now.shutdown:
        return
    tokens = target.now.tokens + 1
    res.emit(events.TokenPlaced(unit=target_id, tokens=tokens, own=False, rules=("AOD-TOKEN-005",)))
    if target.is_mech and tokens > 1:
        shut_down(res, target_id, "AOD-EQUIP-003", stunned=True)
    if target.cruising:
        force_down(res, target_id, "AOD-EQUIP-003")
