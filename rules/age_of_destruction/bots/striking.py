"""Attacks worth considering, from where units stand or after a way, with what they promise."""

from collections.abc import Iterable, Iterator
from functools import partial
from math import fsum

from rules.age_of_destruction.bots.duels import FROM_BEHIND, IN_ASSAULT, Clash, duels, farthest
from rules.age_of_destruction.bots.even_dice import SEQUENCES, EvenDice
from rules.age_of_destruction.bots.post import Post
from rules.age_of_destruction.bots.promises import chance, promise
from rules.age_of_destruction.bots.proposal import Idea, Proposal, as_idea
from rules.age_of_destruction.bots.worth import STIR, Scale, loss, price, worth
from rules.age_of_destruction.moment.aiming import may_reach
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.values import damage_value
from rules.age_of_destruction.orders import SPECIAL_ATTACKS
from rules.age_of_destruction.orders.approaches import SKIN, gap, heading, spot
from rules.age_of_destruction.orders.assault import Assault
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.ranged import Ranged, salvos
from rules.age_of_destruction.orders.samples import shots_at_one, touching
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.unit_orders import weapons_of
from rules.age_of_destruction.play.rules import advance
from rules.age_of_destruction.state.legs import Leg, WeaponSlot
from rules.age_of_destruction.steps.movement import Pace, Pose, allowance
from rules.core.drawing import as_listed
from rules.core.geometry import along, distance

#: Inches from a marker within which a salvo counts a unit as its target, and the share of an
#: attack's damage a salvo promises that may drift and falls a turn later.
SALVO_REACH, SALVO_SHARE = 1.5, 0.35
#: Inches by which a unit that rushes stays within its range.
WITHIN = 0.1
#: Targets of one unit whose shots are worth a second thought.
TRIED = 3
#: Clicks a die seems to repair.
DIE = 4
#: How a unit moves that shoots in an assault.
HALTING = Pace(ranged_assault=True)


def firing_ideas(post: Post) -> Iterator[Idea]:
    """Shots, salvos, blows, attempts to capture and repairs without a move."""
    piece, cost = post.piece, post.price()
    yield from (
        as_idea(Proposal(salvo, _salvo(piece, salvo, post.scale) - cost), piece.id)
        for salvo in salvos(piece, as_listed)
    )
    yield from _shots(post, cost)
    for other in piece.touching:
        if piece.is_opponent(other):
            blows = duels(piece.field, post.scale).between(piece, other).blows
            if blows or piece.is_infantry:
                points = max((duel.promise(-FROM_BEHIND) for duel in blows), default=STIR)
                yield Idea(piece.id, points, partial(_hand_to_hand, post, other))
        elif piece.is_friend(other):
            for order in Close.repairs(piece, other):
                clicks = DIE if order.repair == "die" else damage_value(piece, "primary_damage")
                mended = -loss(other, -clicks, post.scale)
                yield Idea(piece.id, mended - cost, partial(_priced, post, [order]))


def _shots(post: Post, cost: float) -> Iterator[Idea]:
    """Shots at the opponents in range and in front from whom they seem to take most."""
    piece = post.piece
    reach = farthest(piece)
    found = [
        (points, other)
        for other in piece.field.opponents_of(piece.team)
        if distance(piece.at, other.at) <= reach and (points := _best_shot(post, other)) > 0
    ]
    found.sort(key=lambda each: -each[0])
    for points, other in found[:TRIED]:
        yield Idea(piece.id, points - cost, partial(_shots_at, post, other))


def _shots_at(post: Post, other: Piece) -> Iterator[Proposal]:
    piece, weapons = post.piece, weapons_of(post.piece)
    return _priced(post, (o for slot in weapons for o in shots_at_one(piece, other, slot)))


def _best_shot(post: Post, other: Piece) -> float:
    """What the best shot at an opponent promises at a glance, 0 where none carries to it."""
    piece = post.piece
    if other.is_captive or not piece.faces(other.at):
        return 0.0
    shots = duels(piece.field, post.scale).between(piece, other).shots
    inches = distance(piece.at, other.at)
    easier = -FROM_BEHIND * other.turns_back_on(piece.at)
    return max(
        (
            duel.promise(easier)
            for duel in shots
            if duel.carries(inches) or may_reach(piece, other, duel.slot)
        ),
        default=0.0,
    )


def _hand_to_hand(post: Post, other: Piece) -> Iterator[Proposal]:
    """Blows at somebody it touches, and attempts to capture it."""
    orders = (o for o in touching(post.piece, as_listed) if other.id in o.aims)
    return _priced(post, orders)


def _priced(post: Post, orders: Iterable[Order]) -> Iterator[Proposal]:
    piece, cost, scale = post.piece, post.price(), post.scale
    return (Proposal(order, promised(piece, order, scale) - cost) for order in orders)


def promised(piece: Piece, order: Order, scale: Scale = worth) -> float:
    """The points an order without a move takes from opponents or gives back to a friend."""
    field = piece.field
    if isinstance(order, Ranged) and order.mode == "artillery":
        return _salvo(piece, order, scale)
    if isinstance(order, Close) and order.repair:
        return _repair(piece, order, scale)
    if isinstance(order, Close) and not piece.is_opponent(field.piece(order.target)):
        return 0.0
    attack = None if isinstance(order, Assault) else order.attack(field)
    return promise(field, attack, scale) if attack else 0.0


def _salvo(piece: Piece, order: Ranged, scale: Scale) -> float:
    field, points = piece.field, 0.0
    clicks = damage_value(piece, "primary_damage")
    for other in field.on_table:
        if any(distance(marker, other.at) <= SALVO_REACH for marker in order.markers):
            sign = 1 if piece.is_opponent(other) else -1
            points += sign * SALVO_SHARE * loss(other, clicks, scale)
    return points


def _repair(piece: Piece, order: Close, scale: Scale) -> float:
    """The points a repair gives a friend on average, by dice that fall evenly: what a hot 'Mech may
    roll comes out in thousands of ways."""
    field, friend = piece.field, piece.field.piece(order.target)
    given = []
    for sequence in range(SEQUENCES):
        after, _ = advance(field.setup, field.state, order, EvenDice(sequence))
        mended = friend.now.click - after.units[friend.id].click
        given.append(-loss(friend, -mended, scale))
    return fsum(given) / SEQUENCES


def joint_proposals(field: Field, player: str, scale: Scale = worth) -> Iterator[Proposal]:
    """Joint fire and joint blows of formations."""
    for kind in (Ranged, Close):
        for order in kind.together(field, player, as_listed):
            if attack := order.attack(field):
                cost = fsum(price(field.piece(unit), scale=scale) for unit in order.units)
                yield Proposal(order, promise(field, attack, scale) - cost)


def striking_ideas(post: Post) -> Iterator[Idea]:
    """Assaults, charges, deaths from above and rams, along the way the guide finds."""
    piece, value = post.piece, damage_value(post.piece, "primary_damage")
    assaults = piece.is_mech and not piece.opponents_in_contact
    kinds = [kind for kind in SPECIAL_ATTACKS if kind.suits(piece)]
    for target in post.nearest if assaults or kinds else ():
        clash = duels(piece.field, post.scale).between(piece, target)
        if assaults:
            yield from _assaults(post, target, clash)
        for kind in kinds:
            if _is_within(piece, target, kind.pace) and clash.rush is not None:
                blow = kind(unit=piece.id, target=target.id)
                recoil = loss(piece, blow.recoil(value, hit=True), post.scale)
                cost = recoil + post.price(kind.heat)
                easier = -FROM_BEHIND * target.turns_back_on(piece.at)
                points = clash.rush.promise(easier) + _seems_beside(post, target) - cost
                yield Idea(piece.id, points, partial(_special, post, target, kind))


def _is_within(piece: Piece, target: Piece, pace: Pace) -> bool:
    """Whether a unit may come to touch another; a quick look at the distance only."""
    lengths = (piece.figure.shape.length + target.figure.shape.length) / 2
    return distance(piece.at, target.at) <= allowance(piece, pace).total + lengths + SKIN


def _seems_beside(post: Post, target: Piece) -> float:
    """What a unit seems to gain by standing beside another."""
    at, other = post.piece.at, target.at
    lengths = (post.piece.figure.shape.length + target.figure.shape.length) / 2
    inches = distance(at, other)
    share = max(inches - lengths, 0.0) / inches if inches else 0.0
    return post.seems_to_gain(along(at, other, share), other)


def _into_contact(piece: Piece, target: Piece, pace: Pace) -> Pose | None:
    """Where a unit stands after going straight up to another; None for one out of reach."""
    towards = heading(piece.at, target.at)
    inches = max(gap(piece, target, towards) - SKIN, 0.0)
    end = spot(piece.at, towards, inches)
    in_reach = inches <= allowance(piece, pace).total
    return Pose(end, towards, piece.now.level) if in_reach else None


def _assaults(post: Post, target: Piece, clash: Clash) -> Iterator[Idea]:
    """A 'Mech goes up to an opponent and strikes it, or into range and shoots."""
    piece, cost = post.piece, post.price(1)
    harder = IN_ASSAULT - FROM_BEHIND * target.turns_back_on(piece.at)
    if _is_within(piece, target, Pace()) and clash.blows:
        points = clash.blows[0].promise(harder) + _seems_beside(post, target)
        yield Idea(piece.id, points - cost, partial(_close_assault, post, target))
    far, way = distance(piece.at, target.at), allowance(piece, HALTING).total
    for duel in clash.shots if farthest(piece) + way >= far else ():
        if duel.longest + way < far:
            continue
        stop = max(min(duel.longest - WITHIN, far), duel.shortest + WITHIN)
        inches = min(max(far - stop, 0.0), way)
        end = along(piece.at, target.at, inches / far) if far else piece.at
        points = duel.promise(harder) + post.seems_to_gain(end, target.at)
        shot = partial(_ranged_assault, post, target, duel.slot, inches)
        yield Idea(piece.id, points - cost, shot)


def _close_assault(post: Post, target: Piece) -> Iterator[Proposal]:
    piece = post.piece
    if pose := _into_contact(piece, target, Pace()):
        rush = Assault(unit=piece.id, kind="close", legs=_legs(pose), target=target.id)
        yield _after_way(post, pose, rush)


def _ranged_assault(
    post: Post, target: Piece, slot: WeaponSlot, inches: float
) -> Iterator[Proposal]:
    piece = post.piece
    towards = heading(piece.at, target.at)
    pose = Pose(spot(piece.at, towards, inches), towards, piece.now.level)
    rush = Assault(
        unit=piece.id, kind="ranged", legs=_legs(pose), targets=(target.id,), weapon=slot
    )
    yield _after_way(post, pose, rush)


def _legs(pose: Pose) -> tuple[Leg, ...]:
    return (Leg(travel=(pose.at,)), Leg(rotate=pose.facing))


def _after_way(post: Post, pose: Pose, order: Assault) -> Proposal:
    """An assault: what its attack promises from the end of its way, and what that place does."""
    there = post.piece.field.moved(order.unit, at=pose.at, facing=pose.facing)
    mover = there.piece(order.unit)
    attack = order.attack(there)
    reaches = order.kind == "close" or mover.faces(there.piece(order.targets[0]).at)
    points = promise(there, attack, post.scale) if attack and reaches else 0.0
    return Proposal(order, points + post.gains(mover) - post.price(1))


def _special(post: Post, target: Piece, kind: type[SpecialAttack]) -> Iterator[Proposal]:
    """A special attack: what it promises and costs, and what the place beside its target does."""
    piece = post.piece
    pose = _into_contact(piece, target, kind.pace)
    if pose is None:
        return
    order = kind(unit=piece.id, target=target.id, path=(pose.at,), facing=pose.facing)
    there = piece.field.moved(piece.id, at=pose.at, facing=pose.facing)
    attack = order.blow(piece.field, there)
    value = damage_value(piece, "primary_damage")
    well, ill = (loss(piece, order.recoil(value, hit=hit), post.scale) for hit in (True, False))
    recoil = well
    if ill != well:
        hit = chance(there, attack, order.target).hit
        recoil = hit * well + (1 - hit) * ill
    points = promise(there, attack, post.scale) - recoil + post.gains(there.piece(piece.id))
    yield Proposal(order, points - post.price(order.heat))
