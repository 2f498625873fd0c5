"""Moves worth considering: where to, and how much better a unit would stand there."""

from collections.abc import Iterator
from functools import partial
from math import fsum

import msgspec

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.goals import NEAREST, look, nearest_of, written
from rules.age_of_destruction.bots.post import Post
from rules.age_of_destruction.bots.proposal import Idea, Proposal, as_idea
from rules.age_of_destruction.bots.worth import STIR
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.orders.approaches import heading
from rules.age_of_destruction.orders.move import Move, carrying_moves
from rules.age_of_destruction.orders.ways import toward
from rules.age_of_destruction.play.rules import is_legal
from rules.age_of_destruction.state.legs import Leg, Path
from rules.age_of_destruction.steps.captives import led_by
from rules.age_of_destruction.steps.movement import Pace, allowance, break_away
from rules.core.drawing import as_listed
from rules.core.geometry import Point, box, distance

#: Marches of one unit at one pace that are worth a second thought, those of them that are mended
#: where something is in the way, and marches of formations.
TRIED, MENDED, CAREFULLY = 6, 1, 2
#: The share of a captive's points an inch on the way home is worth.
HOMEWARD = 0.03


def moving_ideas(post: Post) -> Iterator[Idea]:
    """Moves of one unit: turns, marches towards opponents, zones and away, runs of 'Mechs."""
    piece = post.piece
    if led_by(piece):
        yield from (as_idea(proposal) for proposal in _homeward(post))
        return
    yield from _turns(post)
    for run in (False, True) if piece.is_mech else (False,):
        yield from _marches(post, Pace(run=run))


def _turns(post: Post) -> Iterator[Idea]:
    """Turns to opponents it does not face."""
    piece, cost = post.piece, post.price()
    for target in post.nearest[:2]:
        if not piece.faces(target.at) or piece.turns_back_on(target.at):
            gain = post.seems_to_gain(piece.at, target.at)
            yield Idea(piece.id, gain - cost, partial(_turn, post, target))


def _turn(post: Post, target: Piece) -> Iterator[Proposal]:
    piece = post.piece
    facing = heading(piece.at, target.at)
    turned = piece.field.moved(piece.id, facing=facing).piece(piece.id)
    turn = Move(unit=piece.id, legs=(Leg(rotate=facing),))
    yield Proposal(turn, post.gains(turned) - post.price())


def _marches(post: Post, pace: Pace) -> Iterator[Idea]:
    """The straight ways towards all goals that seem to lead to the best places."""
    piece = post.piece
    reach = allowance(piece, pace).total
    if reach <= 0:
        return
    likely, cost = _gets_away(piece), post.price(int(pace.run))
    goals = [(post.seems_to_gain(end, target), end) for end, target in post.stops(reach)]
    goals.sort(key=lambda goal: -goal[0])
    for index, (gain, end) in enumerate(goals[:TRIED]):
        march = partial(_march, post, end, pace, mended=index < MENDED)
        yield Idea(piece.id, gain * likely - cost, march)


def _march(post: Post, end: Point, pace: Pace, *, mended: bool) -> Iterator[Proposal]:
    """A march straight to a place, or as far as it may go."""
    piece, goal = post.piece, written(post.piece, end)
    for path in _paths(piece, goal, pace) if mended else ((goal,),):
        facing = look(path[-1], post.nearest[:NEAREST], piece.now.facing)
        legs = (Leg(travel=path), Leg(rotate=facing))
        order = Move(unit=piece.id, legs=legs, run=pace.run)
        if is_legal(piece.field, order):
            there = piece.field.moved(piece.id, at=path[-1], facing=facing).piece(piece.id)
            gain = post.gains(there) * _gets_away(piece)
            yield Proposal(order, gain - post.price(int(pace.run)), judged=True)
            return


def _paths(piece: Piece, goal: Point, pace: Pace) -> Iterator[Path]:
    """Straight to a goal, else as far as nothing is in the way."""
    yield (goal,)
    way = toward(piece, goal, pace=pace)
    if way and (path := way.legs[0].travel):
        yield path


def _gets_away(piece: Piece) -> float:
    """The chance that a unit breaks away from those who hold it."""
    needed = break_away(piece, jumps=False).needed
    return 1.0 if needed is None else (7 - needed) / 6


def _homeward(post: Post) -> Iterator[Proposal]:
    """A captor leads its captive towards its own zone."""
    piece = post.piece
    home = zone_of(piece.field.setup, piece.owner)
    captive = led_by(piece)
    if home is None or captive is None:
        return
    left, right, low, high = box(home)
    goal = ((left + right) / 2, (low + high) / 2)
    for order in carrying_moves(piece, as_listed):
        stops = [leg.travel[-1] for leg in order.legs if leg.travel]
        if stops and any(leg.captive for leg in order.legs):
            nearer = distance(piece.at, goal) - distance(stops[-1], goal)
            points = HOMEWARD * captive.figure.value * nearer
            yield Proposal(order, points - post.price())


def marching_proposals(appraisal: Appraisal, field: Field, player: str) -> Iterator[Proposal]:
    """Marches of movement formations towards opponents, the most promising weighed with care."""
    orders = list(Move.together(field, player, as_listed))
    orders.sort(key=lambda order: _inches_nearer(field, order), reverse=True)
    for order in orders[:CAREFULLY]:
        there = _after_march(field, order)
        gain = fsum(
            appraisal.place(there.piece(unit_id)) - appraisal.place(field.piece(unit_id))
            for unit_id in order.members
        )
        yield Proposal(order, gain - STIR)


def _inches_nearer(field: Field, order: Move) -> float:
    total = 0.0
    for unit_id in order.members:
        piece = field.piece(unit_id)
        for other in nearest_of(piece)[:1]:
            end = _end(order, unit_id) or piece.at
            total += distance(piece.at, other.at) - distance(end, other.at)
    return total


def _end(order: Move, unit_id: str) -> Point | None:
    stops = [leg.travel[-1] for leg in order.legs_of(unit_id) if leg.travel]
    return stops[-1] if stops else None


def _after_march(field: Field, order: Move) -> Field:
    units = dict(field.state.units)
    for unit_id in order.members:
        if end := _end(order, unit_id):
            units[unit_id] = msgspec.structs.replace(units[unit_id], at=end)
    return field.later(msgspec.structs.replace(field.state, units=units))
