"""What units promise to take from each other where they stand, and what they may after a way."""

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec

from rules.age_of_destruction.bots.duels import (
    FROM_BEHIND,
    IN_ASSAULT,
    Clash,
    Duel,
    duels,
    farthest,
)
from rules.age_of_destruction.bots.worth import Scale, heating, loss, worth
from rules.age_of_destruction.moment.aiming import aimed_line, refuse_close, refuse_ranged
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import permits
from rules.age_of_destruction.moment.values import circumstances, damage_value
from rules.age_of_destruction.orders.ram import Ram
from rules.age_of_destruction.state.state import UnitState
from rules.age_of_destruction.steps.dealing import charge_recoil
from rules.age_of_destruction.steps.movement import Pace, allowance
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.core.geometry import EPSILON, distance

#: The share of an attack that counts where its target may be out of sight, or the way not straight.
UNSEEN, STRAIGHT = 0.4, 0.7
#: How units move that shoot in an assault, and those that charge or ram.
HALTING, RUNNING, WALKING = Pace(ranged_assault=True), Pace(run=True), Pace()


class Prospects:
    """What units promise to take from others where they stand, remembered by how both are.

    Who has come to stand between them meanwhile is not looked at again; one instance serves one
    decision.
    """

    def __init__(self, scale: Scale = worth) -> None:
        """`scale`: by which what attacks take is counted."""
        self.scale = scale
        self._known: dict[tuple[str, UnitState, str, UnitState], float] = {}
        self._reaches: dict[tuple[str, UnitState], tuple[float, Stride]] = {}

    def between(self, attacker: Piece, target: Piece) -> float:
        """The points the best attack of one unit takes from another, 0 where none is legal."""
        key = (attacker.id, attacker.now, target.id, target.now)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._looked_at(attacker, target)
        return found

    def _looked_at(self, attacker: Piece, target: Piece) -> float:
        """The same of two who have not been looked at as they are."""
        inches = distance(attacker.at, target.at)
        if attacker.is_captive or attacker.now.shutdown or target.is_captive:
            return 0.0
        in_reach = inches <= self._reach(attacker, target)
        return self._weighed(attacker, target, inches) if in_reach else 0.0

    def best(self, attacker: Piece, targets: Iterable[Piece] | None = None) -> float:
        """The points the best attack of a unit takes from anybody, or from one of some targets that
        stand as they do at another moment."""
        if targets is None:
            targets = attacker.field.opponents_of(attacker.team)
        return max([self._at_most(attacker, target) for target in targets], default=0.0)

    def worst(self, target: Piece, attackers: Iterable[Piece] | None = None) -> list[float]:
        """The points that opponents promise to take from a unit, the most first."""
        if attackers is None:
            attackers = target.field.opponents_of(target.team)
        found = []
        for other in attackers:
            if distance(other.at, target.at) <= self._reach(other, target):
                found.append(self.between(target.field.piece(other.id), target))
        return sorted(found, reverse=True)

    def _at_most(self, attacker: Piece, target: Piece) -> float:
        if distance(attacker.at, target.at) > self._reach(attacker, target):
            return 0.0
        return self.between(attacker, attacker.field.piece(target.id))

    def _reach(self, attacker: Piece, target: Piece) -> float:
        """Inches beyond which one unit does nothing to another."""
        key = (attacker.id, attacker.now)
        found = self._reaches.get(key)
        if found is None:
            found = self._reaches[key] = (farthest(attacker), self._stride(attacker))
        shot, way = found
        in_contact = _in_contact(attacker, target)
        return max(shot + way.halting, in_contact + way.rushing) + EPSILON

    def _stride(self, attacker: Piece) -> "Stride":
        """How much nearer a unit comes before it attacks."""
        return STANDING

    def _weighed(self, attacker: Piece, target: Piece, inches: float) -> float:
        clash = duels(attacker.field, self.scale).between(attacker, target)
        return _standing(clash, attacker, target, inches)


class Stride(msgspec.Struct, frozen=True, gc=False):
    """The inches a unit goes that charges or rams, and that shoots in an assault."""

    rushing: float = 0.0
    halting: float = 0.0


#: Of a unit that attacks from where it stands only.
STANDING = Stride()


class Foresight(Prospects):
    """The same with what units may do after a way: assaults, charges and rams, from wherever their
    speed takes them."""

    def __init__(self, scale: Scale = worth) -> None:
        super().__init__(scale)
        self._strides: dict[tuple[str, UnitState], Stride] = {}

    def _stride(self, attacker: Piece) -> Stride:
        key = (attacker.id, attacker.now)
        found = self._strides.get(key)
        if found is None:
            found = self._strides[key] = _stride(attacker)
        return found

    def _weighed(self, attacker: Piece, target: Piece, inches: float) -> float:
        clash = duels(attacker.field, self.scale).between(attacker, target)
        standing = _standing(clash, attacker, target, inches)
        if attacker.opponents_in_contact:
            return standing
        stride = self._stride(attacker)
        ways = _after_a_way(clash, attacker, target, inches, stride, self.scale, standing)
        return max((standing, *ways))


def _in_contact(one: Piece, other: Piece) -> float:
    """Inches from dot to dot beyond which two units are in no contact."""
    return (one.figure.shape.length + other.figure.shape.length) / 2 + TOLERANCE


def _stride(piece: Piece) -> Stride:
    """A 'Mech may charge and shoot in an assault, ground vehicles ram."""
    if piece.is_mech:
        return Stride(allowance(piece, RUNNING).total, allowance(piece, HALTING).total)
    return Stride(allowance(piece, WALKING).total) if Ram.suits(piece) else STANDING


def _standing(clash: Clash, attacker: Piece, target: Piece, inches: float) -> float:
    """What the best of the shots and close attacks promises that are legal from where a unit is."""
    found = 0.0
    if inches <= farthest(attacker) + EPSILON and attacker.faces(target.at):
        for duel in clash.shots:
            shoots = duel.carries(inches) and duel.promise(-FROM_BEHIND) > found
            if shoots and permits(
                partial(refuse_ranged, attacker.field, duel.of(attacker, target))
            ):
                found = max(found, _here(duel, attacker, target))
    if inches <= _in_contact(attacker, target) and attacker.touches(target):
        for duel in clash.blows:
            if permits(partial(refuse_close, attacker.field, duel.of(attacker, target))):
                found = max(found, _here(duel, attacker, target))
    return found


def _here(duel: Duel, attacker: Piece, target: Piece) -> float:
    """What a duel promises as the two stand, with everything that lies between them."""
    field, attack = attacker.field, duel.of(attacker, target)
    line = aimed_line(field, attack, target) if attack.is_ranged else None
    harder = sum(part.value for part in circumstances(field, attack, attacker, target, line))
    if attacker.strikes_rear(attack, target):
        harder -= FROM_BEHIND
    return duel.promise(harder)


def _after_a_way(
    clash: Clash,
    attacker: Piece,
    target: Piece,
    inches: float,
    stride: Stride,
    scale: Scale,
    least: float,
) -> Iterator[float]:
    """What every attack after a way promises, its costs taken off; those that surely promise no
    more than something else may be left out."""
    if attacker.is_mech:
        yield from _assaults(clash, attacker, target, inches, stride.halting, least)
    far = inches - _in_contact(attacker, target) > stride.rushing
    if far or clash.rush is None:
        return
    recoil = loss(attacker, 1, scale)
    if attacker.is_mech:
        clicks = charge_recoil(damage_value(attacker, "primary_damage"), full=False)
        recoil = loss(attacker, clicks, scale) + heating(attacker, 2)
    yield STRAIGHT * clash.rush.promise() - recoil


def _assaults(
    clash: Clash, attacker: Piece, target: Piece, inches: float, way: float, least: float
) -> Iterator[float]:
    """Ranged assaults with all weapons that carry so far after half a move, as far as they may
    promise more than something else."""
    for duel in clash.shots if inches - way <= farthest(attacker) else ():
        if duel.longest >= inches - way:
            promised, heat = duel.promise(IN_ASSAULT), heating(attacker, 1)
            if promised - heat > least:
                attack = duel.of(attacker, target)
                seen = not aimed_line(attacker.field, attack, target).blocked
                yield (1.0 if seen else UNSEEN) * promised - heat
