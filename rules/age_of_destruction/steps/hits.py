"""What hits do: damage, then tokens and heat (steps 6 and 7 of AOD-SEQ-001)."""

import msgspec

from rules.age_of_destruction.moment.answers import BEST
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Split
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.dealing import Dealt, dealt, taken
from rules.age_of_destruction.steps.elimination import force_down
from rules.age_of_destruction.steps.heat import change_heat, shut_down
from rules.age_of_destruction.steps.resolution import Resolution
from rules.age_of_destruction.steps.rolls import critical_in, read_black_die
from rules.core.tally import Part


class Blow(msgspec.Struct, frozen=True):
    """What a roll does at one place: who is hit, whether it was critical ("hit", "miss" or ""), the
    totals.

    `split` is the plan for dividing the damage. Of a salvo, `damage` is what everybody takes, and
    `by` the player whose doing it is.
    """

    hits: tuple[str, ...] = ()
    critical: str = ""
    aims: dict[str, events.Aim] = {}
    split: Split | None = None
    damage: tuple[Part, ...] | None = None
    by: str = ""


def confirmed(res: Resolution, attack: Attack, blow: Blow) -> Blow:
    """The blow with the hits that stand where equipment asks for a second roll; a critical hit
    always does."""
    hits = tuple(unit_id for unit_id in blow.hits if _stands(res, attack, unit_id, blow))
    return msgspec.structs.replace(blow, hits=hits)


def _stands(res: Resolution, attack: Attack, unit_id: str, blow: Blow) -> bool:
    target = res.piece(unit_id)
    for fitted in [] if blow.critical == "hit" else _rolling(res, attack, target):
        if fitted.item.guard(attack).second_roll:
            res.use(target, fitted)
            return _hits_again(res, attack, unit_id, blow, fitted, ("AOD-EQUIP-003",))
    return True


def _rolling(res: Resolution, attack: Attack, target: Piece) -> list[Fitted]:
    """The equipment of a target whose dice may answer; by the ruling
    `dice_answer_long_range_fire` also that of whoever stands in a blast."""
    at_a_point = attack.kind == "artillery"
    if at_a_point and not res.ruling("dice_answer_long_range_fire"):
        return []
    return target.against(attack)


def deal(res: Resolution, attack: Attack, blow: Blow) -> None:
    """Steps 6 and 7: damage first, then the heat of the 'Mechs hit."""
    burnt = _burn(res, attack)
    if not blow.hits:
        return
    if blow.damage is None:
        shares = _worked_out(res, attack, blow, burnt)
    else:
        shares = dict.fromkeys(blow.hits, blow.damage)
    stunning = _effects_of_hit(res, attack, [t for t in blow.hits if t in attack.targets])
    field, crit = res.field, blow.critical == "hit"
    heated: list[str] = []
    burning: list[tuple[str, Part]] = []
    for target_id, share in shares.items():
        if _heat_instead(res, attack, target_id):
            continue
        spared = _spared(res, attack, target_id)
        due = taken(field, attack, target_id, share, critical=crit, spared=spared)
        for piece, fitted in due.used:
            res.use(piece, fitted)
        if due.total > 0:
            _damage_target(res, attack, target_id, due, heated, by=blow.by)
            burning += _kindled(res, attack, target_id)
    for target_id, part in burning:
        change_heat(res, target_id, [part], "AOD-GEAR-016")
    for target_id in heated:
        _energy_heat(res, target_id)
    for target_id in stunning:
        _stun(res, target_id, by=res.piece(attack.attacker).owner)


def _worked_out(
    res: Resolution, attack: Attack, blow: Blow, burnt: Part | None
) -> dict[str, tuple[Part, ...]]:
    """Steps 6.1 to 6.3: what every unit hit is dealt, divided among the targets."""
    declared = [target for target in blow.hits if target in attack.targets]
    replaced, rolled = _replacement(res, attack), _rolled(res, attack, blow)
    field = res.field
    wholes = {
        target: dealt(field, attack, target, replaced=replaced, rolled=rolled, burnt=burnt)
        for target in blow.hits
    }
    shares = _shares(res, attack, declared, wholes, blow.split)
    shares |= {t: wholes[t].parts for t in blow.hits if t not in attack.targets}
    for whole in wholes.values():
        for piece, fitted in whole.used:
            res.use(piece, fitted)
    return shares


def _burn(res: Resolution, attack: Attack) -> Part | None:
    """Heat turned up to shutdown for damage; the dial turns with the other heat of the order."""
    attacker = res.piece(attack.attacker)
    if not attacker.is_mech:
        return None
    for fitted in attacker.for_attack(attack):
        if fitted.item.harm(attacker, attack).burns_heat:
            clicks = len(attacker.unit.heat_dial) - attacker.now.heat
            res.use(attacker, fitted)
            res.heat(attacker.id, fitted.name, clicks)
            return Part(fitted.name, clicks)
    return None


def _replacement(res: Resolution, attack: Attack) -> Part | None:
    attacker = res.piece(attack.attacker)
    for fitted in attacker.for_attack(attack):
        if fitted.item.harm(attacker, attack).replaced:
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
    res: Resolution,
    attack: Attack,
    hits: list[str],
    wholes: dict[str, Dealt],
    split: Split | None,
) -> dict[str, tuple[Part, ...]]:
    """The damage of every declared target hit (AOD-MULTI-005)."""
    attacker = res.piece(attack.attacker)
    if len(hits) <= 1 or attack.undivided or _undivided(res, attack):
        return {target: wholes[target].parts for target in hits}
    whole = wholes[hits[0]]
    planned = {target: (split or {}).get(target, 0) for target in hits}
    if whole.total > 0 and (split is None or sum(planned.values()) > whole.total):
        question = Question(
            "split", attacker.owner, attacker.id, options=tuple(hits), damage=whole.total
        )
        given = res.ask(question).split
        planned = dict.fromkeys(hits, 0) | ({hits[0]: whole.total} if given is None else given)
    return {target: (Part("share", share),) for target, share in planned.items()}


def _undivided(res: Resolution, attack: Attack) -> bool:
    """Whether equipment, perhaps by a die, gives every target the whole damage."""
    attacker = res.piece(attack.attacker)
    if attacker.striking_others(attack, "in_front"):
        return True
    for fitted in attacker.for_attack(attack):
        lowest = fitted.item.harm(attacker, attack).whole_from
        if lowest is not None:
            die = res.roll(1)
            whole = die[0] >= lowest
            note_die(res, attacker, fitted, int(whole), die)
            return whole
    return False


def note_die(
    res: Resolution, piece: Piece, fitted: Fitted, value: int, die: tuple[int, ...]
) -> None:
    """Note that a die decided what equipment does."""
    res.use(piece, fitted)
    res.emit(
        events.EffectRolled(
            unit=piece.id, name=fitted.name, value=value, dice=die, rules=fitted.item.rules
        )
    )


def _rolled(res: Resolution, attack: Attack, blow: Blow) -> tuple[Part, ...]:
    """What dice add to the damage value after a hit."""
    attacker = res.piece(attack.attacker)
    values = {w.damage_value: damage_value(attacker, w.damage_value) for w in attacker.unit.weapons}
    parts = []
    for fitted in attacker.for_attack(attack):
        item = fitted.item
        harm = item.harm(attacker, attack)
        if harm.more(BEST, values):
            die = res.roll(1)
            more = harm.more(die[0], values)
            note_die(res, attacker, fitted, more, die)
            parts.append(Part(fitted.name, more))
        if harm.doubled_at is None:
            continue
        res.use(attacker, fitted)
        again = (blow.hits[0], blow, fitted, item.rules, harm.doubled_at)
        if _hits_again(res, attack, *again):
            parts.append(Part(fitted.name, values[attack.value]))
    return tuple(part for part in parts if part.value)


def _hits_again(
    res: Resolution,
    attack: Attack,
    unit_id: str,
    blow: Blow,
    fitted: Fitted,
    rules: tuple[str, ...],
    modifier: int = 0,
) -> bool:
    """Roll the attack once more with a modifier, for as much as equipment makes of it."""
    aim = blow.aims[unit_id]
    faces = read_black_die(res, attack, res.roll(3))
    total = sum(faces) + sum(part.value for part in aim.attack) + modifier
    second = critical_in(res, attack, faces)
    hit = second == "hit" or (second != "miss" and total >= aim.against)
    res.emit(
        events.HitConfirmed(
            unit=attack.attacker,
            target=unit_id,
            dice=faces,
            total=total,
            against=aim.against,
            hit=hit,
            because=fitted.name,
            rules=rules,
        )
    )
    return hit


def _spared(res: Resolution, attack: Attack, target_id: str) -> tuple[Part, ...]:
    """What dice take off the damage to a target."""
    target = res.piece(target_id)
    parts = []
    for fitted in _rolling(res, attack, target):
        if spares := fitted.item.guard(attack).spares:
            die = res.roll(1)
            less = spares[die[0] - 1]
            note_die(res, target, fitted, less, die)
            parts.append(Part(fitted.name, -less))
    return tuple(part for part in parts if part.value)


def _kindled(res: Resolution, attack: Attack, target_id: str) -> list[tuple[str, Part]]:
    """The heat that comes with the damage of an attack."""
    attacker, target = res.piece(attack.attacker), res.piece(target_id)
    found = []
    for fitted in attacker.for_attack(attack):
        if clicks := fitted.item.after_hit(attack, target).heat:
            res.use(attacker, fitted)
            found.append((target_id, Part(fitted.name, clicks)))
    return found


def _damage_target(
    res: Resolution, attack: Attack, target_id: str, due: Dealt, heated: list[str], *, by: str
) -> None:
    at_a_point = attack.kind == "artillery"
    rule = "AOD-ARTY-009" if at_a_point else "AOD-SEQ-002"
    hurt = damage(
        res,
        target_id,
        due.total,
        "artillery" if at_a_point else "attack",
        rule,
        "AOD-DMG-008",
        parts=due.parts,
        source=attack.attacker,
        by=by,
    )
    if attack.range_type == "energy":
        heated.append(hurt)
    _test_gear(res, hurt)


def _test_gear(res: Resolution, unit_id: str) -> None:
    """Roll for the gear that damage by an attack may destroy."""
    piece = res.piece(unit_id)
    for fitted in () if piece.now.eliminated else piece.shown:
        lowest = fitted.item.breaks_from
        if lowest is not None:
            die = res.roll(1)
            res.emit(
                events.GearTested(
                    unit=unit_id,
                    name=fitted.name,
                    place=fitted.place,
                    lost=die[0] >= lowest,
                    dice=die,
                    rules=("AOD-GEAR-016",),
                )
            )


def _effects_of_hit(res: Resolution, attack: Attack, hits: list[str]) -> list[str]:
    """Light the targets that equipment lights; those it will stun after the attack."""
    attacker, stunned = res.piece(attack.attacker), []
    for target_id in hits:
        target = res.piece(target_id)
        for fitted in attacker.for_attack(attack):
            hit = fitted.item.after_hit(attack, target)
            if hit.lights:
                res.emit(
                    events.BeaconLit(
                        target=target_id, player=attacker.owner, rules=("AOD-EQUIP-003",)
                    )
                )
            if hit.stuns:
                res.use(attacker, fitted)
                stunned.append(target_id)
    return stunned


def _heat_instead(res: Resolution, attack: Attack, target_id: str) -> bool:
    attacker, target = res.piece(attack.attacker), res.piece(target_id)
    for fitted in attacker.for_attack(attack):
        if clicks := fitted.item.after_hit(attack, target).heat_instead:
            res.use(attacker, fitted)
            change_heat(res, target_id, [Part(fitted.name, clicks)])
            return True
    return False


def _energy_heat(res: Resolution, target_id: str) -> None:
    """One heat a turn for energy damage (AOD-HEAT-011)."""
    if not res.piece(target_id).now.heated_by_energy:
        change_heat(
            res, target_id, [Part("energy_hit", 1)], "AOD-HEAT-011", "AOD-HEAT-012", by_energy=True
        )


def _stun(res: Resolution, target_id: str, *, by: str) -> None:
    """Put a token on a target; a 'Mech with two shuts down, a cruising VTOL comes down. `by` is the
    player whose unit does it."""
    target = res.piece(target_id)
    if target.now.eliminated or target.now.shutdown:
        return
    tokens = target.now.tokens + 1
    res.emit(events.TokenPlaced(unit=target_id, tokens=tokens, own=False, rules=("AOD-TOKEN-005",)))
    if target.is_mech and tokens > 1:
        shut_down(res, target_id, "AOD-EQUIP-003", stunned=True)
    if target.cruising:
        force_down(res, target_id, "AOD-EQUIP-003", by=by)
