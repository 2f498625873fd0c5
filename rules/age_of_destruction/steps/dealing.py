"""How much damage an attack deals, step by step (rules AOD-SEQ-002, AOD-DMG, AOD-CRIT)."""

import msgspec

from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import Used, half, weapon_damage
from rules.core.tally import Part

#: The most indirect fire deals before a critical hit (AOD-INDIRECT-005).
INDIRECT_CAP = 2
#: What a ram deals (AOD-RAM-005).
RAM_DAMAGE = 2


class Dealt(msgspec.Struct, frozen=True):
    """Damage with its reasons and the equipment that changed it."""

    parts: tuple[Part, ...]
    used: tuple[tuple[Piece, Fitted], ...] = ()

    @property
    def total(self) -> int:
        """Clicks of damage."""
        return sum([part.value for part in self.parts])


def dealt(
    field: Field,
    attack: Attack,
    target_id: str,
    *,
    replaced: Part | None = None,
    rolled: tuple[Part, ...] = (),
    burnt: Part | None = None,
) -> Dealt:
    """The attacker's damage up to step 6.3, against its first or only target.

    `replaced` takes the place of the damage value, `rolled` is what dice add to it; `burnt` is heat
    turned into damage.
    """
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    parts = [replaced] if replaced else printed_damage(attacker, attack)
    parts += rolled
    parts += _by_type(field, attack, sum([part.value for part in parts]))
    used: Used = []
    for fitted in attacker.for_attack(attack):
        so_far = sum([part.value for part in parts])
        if change := fitted.item.damage_dealt(attack, target, so_far):
            parts.append(Part(fitted.name, change))
            used.append((attacker, fitted))
    if burnt:
        parts.append(burnt)
    if field.ruling("close_minimum_before_armour"):
        parts += _close_minimum(attacker, attack, parts)
    return Dealt(tuple(parts), tuple(used))


def printed_damage(attacker: Piece, attack: Attack) -> list[Part]:
    """Steps 6.1 and the fixed values of 6.2: a ram's 2, a Quad's 1 without a melee weapon."""
    if attack.kind == "ram":
        return [Part("ram", RAM_DAMAGE)]
    if attack.kind == "close" and attacker.is_quad and not attacker.unit.weapons_of("melee"):
        return [Part("quad", 1)]
    return weapon_damage(attacker, attack.value)


def _close_minimum(attacker: Piece, attack: Attack, parts: list[Part]) -> list[Part]:
    """What lifts a 'Mech's close attack on one target to a click (AOD-DMG-007)."""
    missing = 1 - sum([part.value for part in parts])
    lifts = attacker.is_mech and attack.kind == "close" and attack.is_single and missing > 0
    return [Part("minimum", missing)] if lifts else []


def _by_type(field: Field, attack: Attack, total: int) -> list[Part]:
    """What the kind of attack adds or caps (step 6.2)."""
    if attack.kind == "charge":
        return [Part("charge", 1)]
    if attack.kind == "death_from_above":
        return [Part("death_from_above", 2)]
    if field.ruling("indirect_cap_before_critical"):
        return _indirect_cap(attack, total)
    return []


def _indirect_cap(attack: Attack, total: int) -> list[Part]:
    """What keeps indirect fire at its cap (AOD-INDIRECT-005)."""
    capped = attack.kind == "indirect" and total > INDIRECT_CAP
    return [Part("indirect", INDIRECT_CAP - total)] if capped else []


def taken(
    field: Field,
    attack: Attack,
    target_id: str,
    share: tuple[Part, ...],
    *,
    critical: bool,
    spared: tuple[Part, ...] = (),
) -> Dealt:
    """What reaches one target (steps 6.4 to 6.6); `spared` is what dice take off.

    The critical hit of a salvo adds a click where there is damage (AOD-ARTY-014).
    """
    if critical and attack.kind == "artillery":
        plain = taken(field, attack, target_id, share, critical=False, spared=spared)
        critical = plain.total > 0
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    parts = _critical_and_caps(field, attack, target, share, critical=critical)
    used: Used = []
    for fitted in target.against(attack):
        total = sum([part.value for part in parts])
        change = fitted.item.damage_taken(attack, total) - total
        if not change:
            continue
        piercing = next(
            (f for f in attacker.for_attack(attack) if f.item.suppresses(fitted.item, attack)),
            None,
        )
        if piercing:
            used.append((attacker, piercing))
        else:
            parts.append(Part(fitted.name, change))
            used.append((target, fitted))
    for part in spared:
        total = sum([part.value for part in parts])
        parts.append(Part(part.what, max(part.value, -total)))
    if not field.ruling("close_minimum_before_armour"):
        parts += _close_minimum(attacker, attack, parts)
    if sum([part.value for part in parts]) > 0:
        for fitted in attacker.for_attack(attack):
            if more := fitted.item.after_hit(attack, target).damage:
                parts.append(Part(fitted.name, more))
                used.append((attacker, fitted))
    return Dealt(tuple(parts), tuple(used))


def _critical_and_caps(
    field: Field, attack: Attack, target: Piece, share: tuple[Part, ...], *, critical: bool
) -> list[Part]:
    """Steps 6.4 and 6.5, with the caps that rulings put before or after the critical hit."""
    parts, more = list(share), [Part("critical_hit", 1)] if critical else []
    energy_cap_last = field.ruling("energy_infantry_cap_after_critical")
    if not energy_cap_last:
        parts += _energy_cap(attack, target, parts)
    parts += more
    if energy_cap_last:
        parts += _energy_cap(attack, target, parts)
    if not field.ruling("indirect_cap_before_critical"):
        parts += _indirect_cap(attack, sum([part.value for part in parts]))
    return parts


def _energy_cap(attack: Attack, target: Piece, parts: list[Part]) -> list[Part]:
    """What leaves infantry one click of energy damage (AOD-DMG-003)."""
    total = sum([part.value for part in parts])
    capped = attack.range_type == "energy" and target.is_infantry and total > 1
    return [Part("infantry", 1 - total)] if capped else []


def charge_recoil(value: int, *, full: bool) -> int:
    """What a charge with a damage value costs, half of it unless equipment says all
    (AOD-CHARGE-006)."""
    return max(value if full else half(value), 1)
