"""What attacks promise: points of worth they take on average, by the odds of one attack roll."""

from collections.abc import Iterator
from functools import partial
from math import fsum

from rules.age_of_destruction.bots.worth import heating, loss
from rules.age_of_destruction.forecast.odds import Odds, odds, twice
from rules.age_of_destruction.moment.aiming import (
    aimed_line,
    may_reach,
    refuse_close,
    refuse_ranged,
)
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.scoring import CAPTIVE_FACTOR
from rules.age_of_destruction.moment.values import attack_tally, damage_value, defense_tally
from rules.age_of_destruction.orders.ram import Ram
from rules.age_of_destruction.state.state import UnitState
from rules.age_of_destruction.steps.dealing import charge_recoil, dealt, taken
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.core.geometry import distance

#: What an attack that may be repeated promises beside its first roll, as a share of that.
REPEATED = 0.4
#: The share of an attack that counts where its target may be out of sight, or the way not straight.
UNSEEN, STRAIGHT = 0.4, 0.7
#: The share of a captive's points that counts before it is brought home.
CAPTIVE = 0.6


def promise(field: Field, attack: Attack) -> float:
    """The points an attack takes from its targets on average; those of a captive it makes."""
    shares = 1 if attack.undivided else len(attack.targets)
    total = fsum(_promise(field, attack, target) for target in attack.targets) / shares
    items = [fitted.item for fitted in field.piece(attack.attacker).for_attack(attack)]
    repeats = any(item.has("repeats") for item in items)
    return total * (1 + REPEATED * repeats)


def chance(field: Field, attack: Attack, target_id: str) -> Odds:
    """The odds of an attack against one of its targets."""
    target = field.piece(target_id)
    line = aimed_line(field, attack, target) if attack.kind == "ranged" else None
    striking, _ = attack_tally(field, attack, target_id)
    warding, _ = defense_tally(field, attack, target_id, line)
    once = odds(striking.total, warding.total)
    checked = any(f.item.guard(attack).second_roll for f in target.against(attack))
    return twice(once) if checked else once


def _promise(field: Field, attack: Attack, target_id: str) -> float:
    attacker, target = field.piece(attack.attacker), field.piece(target_id)
    likely = chance(field, attack, target_id)
    plain, critical = float(likely.plain), float(likely.critical)
    hit = plain + critical
    if attack.capture:
        prize = CAPTIVE * CAPTIVE_FACTOR * target.figure.value
        return hit * prize - (1 - hit) * loss(attacker, 1)
    heats = max(
        (f.item.after_hit(attack, target).heat_instead for f in attacker.for_attack(attack)),
        default=0,
    )
    if heats:
        return hit * heating(target, heats)
    whole = dealt(field, attack, target_id).parts
    due, most = (
        max(taken(field, attack, target_id, whole, critical=by_luck).total, 0)
        for by_luck in (False, True)
    )
    points = plain * loss(target, due) + critical * loss(target, most)
    if attack.range_type == "energy" and target.is_mech and not target.now.heated_by_energy:
        points += hit * heating(target, 1)
    return points


class Prospects:
    """What units promise to take from others where they stand, remembered by how both are.

    Who has come to stand between them meanwhile is not looked at again; one instance serves one
    decision.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, UnitState, str, UnitState], float] = {}

    def between(self, attacker: Piece, target: Piece) -> float:
        """The points the best attack of one unit takes from another, 0 where none is legal."""
        key = (attacker.id, attacker.now, target.id, target.now)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._weighed(attacker, target)
        return found

    def best(self, attacker: Piece) -> float:
        """The points the best attack of a unit takes from anybody."""
        targets = attacker.field.opponents_of(attacker.team)
        return max((self.between(attacker, target) for target in targets), default=0.0)

    def _weighed(self, attacker: Piece, target: Piece) -> float:
        return _best(attacker, target)


class Foresight(Prospects):
    """The same with what units may do after a way: assaults, charges and rams, from wherever their
    speed takes them."""

    def _weighed(self, attacker: Piece, target: Piece) -> float:
        standing = super()._weighed(attacker, target)
        if not _may_strike(attacker, target):
            return standing
        return max((standing, *_rushes(attacker, target)))


def _rushes(attacker: Piece, target: Piece) -> Iterator[float]:
    """What every attack after a way promises, its costs taken off."""
    if attacker.opponents_in_contact:
        return
    inches = distance(attacker.at, target.at)
    to_go = inches - (attacker.figure.shape.length + target.figure.shape.length) / 2
    if attacker.is_mech:
        yield from _assaults(attacker, target, inches)
        if to_go <= allowance(attacker, Pace(run=True)).total:
            yield _charge(attacker, target)
    elif Ram.suits(attacker) and to_go <= allowance(attacker, Pace()).total:
        ram = Attack("ram", attacker.id, (target.id,), "ram")
        yield STRAIGHT * promise(attacker.field, ram) - loss(attacker, 1)


def _assaults(attacker: Piece, target: Piece, inches: float) -> Iterator[float]:
    """Ranged assaults by all weapons that reach so far after half a move."""
    way = allowance(attacker, Pace(ranged_assault=True)).total
    for weapon in attacker.weapons.values():
        if attacker.silenced(weapon.range_type) or not 0 < weapon.maximum >= inches - way:
            continue
        aim = (attacker.id, (target.id,))
        shot = Attack("ranged", *aim, "assault", weapon, weapon.damage_value)
        share = UNSEEN if aimed_line(attacker.field, shot, target).blocked else 1.0
        yield share * promise(attacker.field, shot) - heating(attacker, 1)


def _charge(attacker: Piece, target: Piece) -> float:
    recoil = charge_recoil(damage_value(attacker, "primary_damage"), full=False)
    promised = promise(attacker.field, Attack("charge", attacker.id, (target.id,), "charge"))
    return STRAIGHT * promised - loss(attacker, recoil) - heating(attacker, 2)


def _best(attacker: Piece, target: Piece) -> float:
    if not _may_strike(attacker, target):
        return 0.0
    return max((_promised(attacker, attack) for attack in _attacks(attacker, target)), default=0.0)


def _may_strike(attacker: Piece, target: Piece) -> bool:
    return not (attacker.is_captive or attacker.now.shutdown or target.is_captive)


def _attacks(attacker: Piece, target: Piece) -> list[Attack]:
    """The direct shots and close attacks of a unit at another that are legal from where it is."""
    field, found = attacker.field, []
    close = attacker.touches(target)
    for slot, weapon in attacker.weapons.items():
        aim = (attacker.id, (target.id,))
        if weapon.maximum > 0 and may_reach(attacker, target, slot):
            shot = Attack("ranged", *aim, "ranged", weapon, weapon.damage_value)
            if permits(partial(refuse_ranged, field, shot)):
                found.append(shot)
        if close:
            blow = Attack("close", *aim, "close", weapon, weapon.damage_value)
            if permits(partial(refuse_close, field, blow)):
                found.append(blow)
    return found


def _promised(attacker: Piece, attack: Attack) -> float:
    return promise(attacker.field, attack)
