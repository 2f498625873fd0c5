"""Attacks worth considering, from where units stand or after a way, with what they promise."""

from collections.abc import Iterator
from itertools import chain
from math import fsum

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.prospects import chance, may_ram, promise
from rules.age_of_destruction.bots.worth import loss, price
from rules.age_of_destruction.forecast.outlook import TooManyWays, outlook
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.orders.legal_attacks import close_orders, salvos, shots, slots
from rules.age_of_destruction.orders.legal_formations import joint_fire, melees
from rules.age_of_destruction.orders.legal_moves import SKIN, gap, heading, spot
from rules.age_of_destruction.state.orders import (
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    Leg,
    Move,
    Ram,
    Ranged,
    SpecialAttack,
    UnitOrder,
)
from rules.age_of_destruction.steps.dealing import charge_recoil
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack, special_attack
from rules.age_of_destruction.steps.movement import Pace, Pose, allowance
from rules.core.drawing import as_listed
from rules.core.geometry import distance

#: Inches from a marker within which a salvo counts a unit as its target, and the share of an
#: attack's damage a salvo promises that may drift and falls a turn later.
SALVO_REACH, SALVO_SHARE = 1.5, 0.35
#: The clicks a death from above that misses costs.
FAILED_LEAP = 2
#: Inches by which a unit that rushes stays within its range.
WITHIN = 0.1
_KINDS: dict[type[SpecialAttack], AttackKind] = {
    Charge: "charge",
    DeathFromAbove: "death_from_above",
    Ram: "ram",
}


def firing_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Shots, salvos, blows, attempts to capture and repairs without a move."""
    for order in chain(
        shots(piece, as_listed), salvos(piece, as_listed), close_orders(piece, as_listed)
    ):
        points = _promised(appraisal, piece, order)
        if points > 0:
            yield Proposal(order, points - price(piece))


def _promised(appraisal: Appraisal, piece: Piece, order: UnitOrder) -> float:
    field = piece.field
    if isinstance(order, Ranged) and order.mode == "artillery":
        return _salvo(piece, order)
    if isinstance(order, Ranged):
        return promise(field, ranged_attack(piece, order, "ranged"))
    if isinstance(order, Close) and order.repair:
        return _repair(piece, order)
    if isinstance(order, Close):
        if not piece.is_opponent(field.piece(order.target)):
            return 0.0
        return promise(field, close_attack(field, piece, order, "close"))
    if isinstance(order, Move):
        shot = next(leg.shoot for leg in order.legs if leg.shoot)
        return promise(field, ranged_attack(piece, shot, "move", order.choices))
    return 0.0


def _salvo(piece: Piece, order: Ranged) -> float:
    field, points = piece.field, 0.0
    clicks = damage_value(piece, "primary_damage")
    for other in field.on_table:
        if any(distance(marker, other.at) <= SALVO_REACH for marker in order.markers):
            sign = 1 if piece.is_opponent(other) else -1
            points += sign * SALVO_SHARE * loss(other, clicks)
    return points


def _repair(piece: Piece, order: Close) -> float:
    """The points a repair gives a friend on average, by everything the dice may bring."""
    field, friend = piece.field, piece.field.piece(order.target)
    try:
        ahead = outlook(field.setup, field.state, order)
    except TooManyWays:
        return 0.0
    fate = ahead.fates.get(friend.id)
    chances = fate.clicks.items() if fate else ()
    return -sum(float(chance) * loss(friend, clicks) for clicks, chance in chances)


def joint_proposals(field: Field, player: str) -> Iterator[Proposal]:
    """Joint fire and joint blows of formations."""
    for fire in joint_fire(field, player, as_listed):
        if fire.mode != "artillery":
            yield _joint(field, fire, ranged_attack(field.piece(fire.unit), fire, "ranged"))
    for blow in melees(field, player, as_listed):
        leader = field.piece(blow.unit)
        yield _joint(field, blow, close_attack(field, leader, blow, "close"))


def _joint(field: Field, order: Ranged | Close, attack: Attack) -> Proposal:
    cost = fsum(price(field.piece(unit_id)) for unit_id in order.units)
    return Proposal(order, promise(field, attack) - cost)


def striking_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Assaults, charges, deaths from above and rams, along the way the guide finds."""
    field = piece.field
    for target in field.opponents_of(piece.team):
        if target.is_captive:
            continue
        if piece.is_mech:
            yield from _rushes(appraisal, piece, target)
            yield from _leaps(appraisal, piece, target)
        elif may_ram(piece):
            yield from _rams(appraisal, piece, target)


def _rams(appraisal: Appraisal, piece: Piece, target: Piece) -> Iterator[Proposal]:
    if pose := _into_contact(piece, target, Pace()):
        ram = Ram(unit=piece.id, target=target.id, path=(pose.at,), facing=pose.facing)
        yield _special(appraisal, piece, pose, ram, heat=0)


def _into_contact(piece: Piece, target: Piece, pace: Pace) -> Pose | None:
    """Where a unit stands after going straight up to another; None for one out of reach."""
    lengths = (piece.figure.shape.length + target.figure.shape.length) / 2
    reach = allowance(piece, pace).total
    if distance(piece.at, target.at) > reach + lengths + SKIN:
        return None
    towards = heading(piece.at, target.at)
    inches = max(gap(piece, target, towards) - SKIN, 0.0)
    end = spot(piece.at, towards, inches)
    return Pose(end, towards, piece.now.level) if inches <= reach else None


def _rushes(appraisal: Appraisal, piece: Piece, target: Piece) -> Iterator[Proposal]:
    if piece.opponents_in_contact:
        return
    if pose := _into_contact(piece, target, Pace()):
        rush = Assault(unit=piece.id, kind="close", legs=_legs(pose), target=target.id)
        yield _after_way(appraisal, piece, pose, rush)
    pace = Pace(ranged_assault=True)
    for slot in slots(piece):
        weapon = piece.weapons[slot]
        far = distance(piece.at, target.at)
        if weapon.maximum <= 0 or far > weapon.maximum + allowance(piece, pace).total:
            continue
        stop = max(min(weapon.maximum - WITHIN, far), weapon.minimum + WITHIN)
        towards = heading(piece.at, target.at)
        inches = min(max(far - stop, 0.0), allowance(piece, pace).total)
        pose = Pose(spot(piece.at, towards, inches), towards, piece.now.level)
        rush = Assault(
            unit=piece.id, kind="ranged", legs=_legs(pose), targets=(target.id,), weapon=slot
        )
        yield _after_way(appraisal, piece, pose, rush)


def _legs(pose: Pose) -> tuple[Leg, ...]:
    return (Leg(travel=(pose.at,)), Leg(rotate=pose.facing))


def _after_way(appraisal: Appraisal, piece: Piece, pose: Pose, order: Assault) -> Proposal:
    """An assault: what its attack promises from the end of its way, and what that place does."""
    there = piece.field.moved(piece.id, at=pose.at, facing=pose.facing)
    mover = there.piece(piece.id)
    if order.kind == "ranged":
        attack = ranged_attack(mover, order, "assault")
        reaches = order.targets[0] if mover.faces(there.piece(order.targets[0]).at) else ""
    else:
        attack = close_attack(there, mover, order, "assault")
        reaches = order.target or ""
    points = promise(there, attack) if reaches else 0.0
    points += appraisal.place(mover) - appraisal.place(piece)
    return Proposal(order, points - price(piece, heat=1))


def _leaps(appraisal: Appraisal, piece: Piece, target: Piece) -> Iterator[Proposal]:
    if pose := _into_contact(piece, target, Pace(run=True)):
        charge = Charge(unit=piece.id, target=target.id, path=(pose.at,), facing=pose.facing)
        yield _special(appraisal, piece, pose, charge, heat=2)
    if piece.jump and (pose := _into_contact(piece, target, Pace(jumps=True))):
        path = (pose.at,)
        leap = DeathFromAbove(unit=piece.id, target=target.id, path=path, facing=pose.facing)
        yield _special(appraisal, piece, pose, leap, heat=0)


def _special(
    appraisal: Appraisal,
    piece: Piece,
    pose: Pose,
    order: Charge | DeathFromAbove | Ram,
    heat: int,
) -> Proposal:
    """A special attack: what it promises and costs, and what the place beside its target does."""
    there = piece.field.moved(piece.id, at=pose.at, facing=pose.facing)
    attack = special_attack(_KINDS[type(order)], order, piece.field, there)
    hit = float(chance(there, attack, order.target).hit)
    recoil = {
        "charge": loss(piece, charge_recoil(damage_value(piece, "primary_damage"), full=False)),
        "ram": loss(piece, 1),
        "death_from_above": hit * loss(piece, 1) + (1 - hit) * loss(piece, FAILED_LEAP),
    }[attack.kind]
    points = promise(there, attack) - recoil
    points += appraisal.place(there.piece(piece.id)) - appraisal.place(piece)
    return Proposal(order, points - price(piece, heat))
