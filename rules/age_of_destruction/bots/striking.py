"""Attacks worth considering, from where units stand or after a way, with what they promise."""

from collections.abc import Iterator
from itertools import chain
from math import fsum

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.prospects import chance, promise
from rules.age_of_destruction.bots.worth import loss, price
from rules.age_of_destruction.forecast.outlook import TooManyWays, outlook
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.orders import SPECIAL_ATTACKS
from rules.age_of_destruction.orders.approaches import SKIN, gap, heading, spot
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged, salvos
from rules.age_of_destruction.orders.samples import shots, touching
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.unit_orders import weapons_of
from rules.age_of_destruction.state.legs import Leg
from rules.age_of_destruction.steps.movement import Pace, Pose, allowance
from rules.core.drawing import as_listed
from rules.core.geometry import distance

#: Inches from a marker within which a salvo counts a unit as its target, and the share of an
#: attack's damage a salvo promises that may drift and falls a turn later.
SALVO_REACH, SALVO_SHARE = 1.5, 0.35
#: Inches by which a unit that rushes stays within its range.
WITHIN = 0.1


def firing_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Shots, salvos, blows, attempts to capture and repairs without a move."""
    for order in chain(
        shots(piece, as_listed), salvos(piece, as_listed), touching(piece, as_listed)
    ):
        points = _promised(piece, order)
        if points > 0:
            yield Proposal(order, points - price(piece))


def _promised(piece: Piece, order: Order) -> float:
    field = piece.field
    if isinstance(order, Ranged) and order.mode == "artillery":
        return _salvo(piece, order)
    if isinstance(order, Close) and order.repair:
        return _repair(piece, order)
    if isinstance(order, Close) and not piece.is_opponent(field.piece(order.target)):
        return 0.0
    attack = None if isinstance(order, Assault) else order.attack(field)
    return promise(field, attack) if attack else 0.0


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
    for kind in (Ranged, Close):
        for order in kind.together(field, player, as_listed):
            if attack := order.attack(field):
                cost = fsum(price(field.piece(unit_id)) for unit_id in order.units)
                yield Proposal(order, promise(field, attack) - cost)


def striking_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Assaults, charges, deaths from above and rams, along the way the guide finds."""
    field = piece.field
    for target in field.opponents_of(piece.team):
        if target.is_captive:
            continue
        if piece.is_mech:
            yield from _rushes(appraisal, piece, target)
        for kind in SPECIAL_ATTACKS:
            if kind.suits(piece) and (pose := _into_contact(piece, target, kind.pace)):
                path, facing = (pose.at,), pose.facing
                order = kind(unit=piece.id, target=target.id, path=path, facing=facing)
                yield _special(appraisal, piece, pose, order)


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
    for slot in weapons_of(piece):
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
    attack = order.attack(there)
    reaches = order.kind == "close" or mover.faces(there.piece(order.targets[0]).at)
    points = promise(there, attack) if attack and reaches else 0.0
    points += appraisal.place(mover) - appraisal.place(piece)
    return Proposal(order, points - price(piece, heat=1))


def _special(appraisal: Appraisal, piece: Piece, pose: Pose, order: SpecialAttack) -> Proposal:
    """A special attack: what it promises and costs, and what the place beside its target does."""
    there = piece.field.moved(piece.id, at=pose.at, facing=pose.facing)
    attack = order.blow(piece.field, there)
    value = damage_value(piece, "primary_damage")
    well, ill = (loss(piece, order.recoil(value, hit=hit)) for hit in (True, False))
    recoil = well
    if ill != well:
        hit = float(chance(there, attack, order.target).hit)
        recoil = hit * well + (1 - hit) * ill
    points = promise(there, attack) - recoil
    points += appraisal.place(there.piece(piece.id)) - appraisal.place(piece)
    return Proposal(order, points - price(piece, order.heat))
