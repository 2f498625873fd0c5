"""What one attack promises: points of worth it takes on average, by the odds of one attack roll."""

from functools import cache
from math import fsum

import msgspec

from rules.age_of_destruction.bots.worth import Scale, heating, loss, worth
from rules.age_of_destruction.forecast.odds import odds, twice
from rules.age_of_destruction.moment.aiming import aimed_line
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.scoring import CAPTIVE_FACTOR
from rules.age_of_destruction.moment.values import attack_tally, defense_tally
from rules.age_of_destruction.steps.dealing import dealt, taken

#: What an attack that may be repeated promises beside its first roll, as a share of that.
REPEATED = 0.4
#: The share of a captive's points that counts before it is brought home.
CAPTIVE = 0.6


class Likely(msgspec.Struct, frozen=True, gc=False):
    """The chance of a hit that is not critical, and of a critical one."""

    plain: float
    critical: float

    @property
    def hit(self) -> float:
        """The chance of any hit."""
        return self.plain + self.critical


class Stakes(msgspec.Struct, frozen=True, gc=False):
    """The points a plain hit takes, and a critical one."""

    plain: float
    critical: float


@cache
def likely(needed: int, *, checked: bool = False) -> Likely:
    """How likely an attack hits that needs so much on three dice; `checked`: a plain hit must be
    rolled a second time."""
    once = odds(0, needed)
    found = twice(once) if checked else once
    return Likely(float(found.plain), float(found.critical))


def needed(field: Field, attack: Attack, target_id: str) -> int:
    """What three dice must show for an attack to hit one of its targets."""
    target = field.piece(target_id)
    line = aimed_line(field, attack, target) if attack.kind == "ranged" else None
    striking, _ = attack_tally(field, attack, target_id)
    warding, _ = defense_tally(field, attack, target_id, line)
    return warding.total - striking.total


def is_checked(field: Field, attack: Attack, target_id: str) -> bool:
    """Whether equipment makes an attack on a target hit twice."""
    return any(f.item.guard(attack).second_roll for f in field.piece(target_id).against(attack))


def chance(field: Field, attack: Attack, target_id: str) -> Likely:
    """How likely an attack hits one of its targets."""
    checked = is_checked(field, attack, target_id)
    return likely(needed(field, attack, target_id), checked=checked)


def promise(field: Field, attack: Attack, scale: Scale = worth) -> float:
    """The points an attack takes from its targets on average; those of a captive it makes."""
    shares = 1 if attack.undivided else len(attack.targets)
    total = fsum(_promise(field, attack, target, scale) for target in attack.targets) / shares
    return total * times(field, attack)


def times(field: Field, attack: Attack) -> float:
    """How many times its first roll an attack is worth."""
    items = [fitted.item for fitted in field.piece(attack.attacker).for_attack(attack)]
    return 1 + REPEATED * any(item.has("repeats") for item in items)


def stakes(field: Field, attack: Attack, target_id: str, scale: Scale = worth) -> Stakes:
    """What hits of an attack take from one of its targets: clicks, or heat instead of them; energy
    weapons heat 'Mechs as well."""
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    heats = max(
        (f.item.after_hit(attack, target).heat_instead for f in attacker.for_attack(attack)),
        default=0,
    )
    if heats:
        points = heating(target, heats)
        return Stakes(points, points)
    whole = dealt(field, attack, target_id).parts
    due, most = (
        max(taken(field, attack, target_id, whole, critical=by_luck).total, 0)
        for by_luck in (False, True)
    )
    heats_too = attack.range_type == "energy" and target.is_mech
    more = heating(target, 1) if heats_too and not target.now.heated_by_energy else 0.0
    return Stakes(loss(target, due, scale) + more, loss(target, most, scale) + more)


def _promise(field: Field, attack: Attack, target_id: str, scale: Scale) -> float:
    found = chance(field, attack, target_id)
    if attack.capture:
        attacker, target = field.piece(attack.attacker), field.piece(target_id)
        prize = CAPTIVE * CAPTIVE_FACTOR * target.figure.value
        return found.hit * prize - (1 - found.hit) * loss(attacker, 1, scale)
    at_stake = stakes(field, attack, target_id, scale)
    return found.plain * at_stake.plain + found.critical * at_stake.critical
