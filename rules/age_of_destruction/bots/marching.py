"""Moves worth considering: where to, and how much better a unit would stand there."""

from collections.abc import Iterator
from math import fsum

import msgspec

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.goals import ends, look, nearest_of
from rules.age_of_destruction.bots.proposal import Proposal
from rules.age_of_destruction.bots.worth import STIR, price
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

#: Marches weighed with care.
CAREFULLY = 2
#: The share of a captive's points an inch on the way home is worth.
HOMEWARD = 0.03


def moving_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Moves of one unit: turns, marches towards opponents, zones and away, runs of 'Mechs."""
    if led_by(piece):
        yield from _homeward(piece)
        return
    before, cost = appraisal.place(piece), price(piece)
    needed = break_away(piece, jumps=False).needed
    success = 1.0 if needed is None else (7 - needed) / 6
    nearest = nearest_of(piece)
    for target in nearest[:2]:
        facing = heading(piece.at, target.at)
        if not piece.faces(target.at) or piece.turns_back_on(target.at):
            turned = piece.field.moved(piece.id, facing=facing).piece(piece.id)
            turn = Move(unit=piece.id, legs=(Leg(rotate=facing),))
            yield Proposal(turn, appraisal.place(turned) - before - cost)
    for run in (False, True) if piece.is_mech else (False,):
        for proposal in _marches(appraisal, piece, nearest, run=run):
            gain = (proposal.points - before) * success
            yield Proposal(proposal.order, gain - price(piece, heat=int(run)))


def _marches(
    appraisal: Appraisal, piece: Piece, nearest: list[Piece], *, run: bool
) -> list[Proposal]:
    """Straight ways towards all goals with what their ends promise; the best one mended where
    something is in its way."""
    reach = allowance(piece, Pace(run=run)).total
    goals = dict.fromkeys(ends(piece, nearest, reach)) if reach > 0 else {}
    found = [(_march(appraisal, piece, (end,), nearest, run=run), end) for end in goals]
    found.sort(key=lambda each: -each[0].points)
    marches = [proposal for proposal, _ in found]
    if marches and not is_legal(piece.field, marches[0].order):
        way = toward(piece, found[0][1], pace=Pace(run=run))
        if way and (path := way.legs[0].travel):
            marches[0] = _march(appraisal, piece, path, nearest, run=run)
    return marches


def _march(
    appraisal: Appraisal, piece: Piece, path: Path, nearest: list[Piece], *, run: bool
) -> Proposal:
    facing = look(path[-1], nearest, piece.now.facing)
    there = piece.field.moved(piece.id, at=path[-1], facing=facing).piece(piece.id)
    order = Move(unit=piece.id, legs=(Leg(travel=path), Leg(rotate=facing)), run=run)
    return Proposal(order, appraisal.place(there))


def _homeward(piece: Piece) -> Iterator[Proposal]:
    """A captor leads its captive towards its own zone."""
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
            yield Proposal(order, points - price(piece))


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
