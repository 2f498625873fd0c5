"""Moves worth considering: where to, and how much better a unit would stand there."""

from collections.abc import Iterator

import msgspec

from rules.age_of_destruction.commanders.appraisal import Appraisal
from rules.age_of_destruction.commanders.proposal import Proposal
from rules.age_of_destruction.commanders.worth import STIR, price
from rules.age_of_destruction.guide.ways import toward
from rules.age_of_destruction.set_up.zones import zone_of
from rules.age_of_destruction.skirmish.captives import led_by
from rules.age_of_destruction.skirmish.explain import is_legal
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.legal_carrying import carrying_moves
from rules.age_of_destruction.skirmish.legal_formations import marches
from rules.age_of_destruction.skirmish.legal_moves import heading, spot
from rules.age_of_destruction.skirmish.movement import Pace, allowance, break_away
from rules.age_of_destruction.skirmish.orders import Leg, Move, Path
from rules.age_of_destruction.skirmish.piece import Piece
from rules.core.drawing import as_listed
from rules.core.geometry import Point, along, bearing, box, distance

#: Opponents a unit thinks of when it moves, and marches weighed with care.
NEAREST, CAREFULLY = 3, 2
#: Degrees beside the way to a goal, and shares of the allowance, that are tried too.
ASIDE, SHARES = (-60, -30, 30, 60), (1.0, 0.5)
#: Inches by which a unit stays within its range.
WITHIN = 0.5
#: The share of a captive's points an inch on the way home is worth.
HOMEWARD = 0.03


def moving_proposals(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Moves of one unit: turns, marches towards opponents, zones and away, runs of 'Mechs."""
    if led_by(piece):
        yield from _homeward(piece)
        return
    yield from _landings(appraisal, piece)
    before, cost = appraisal.place(piece), price(piece)
    needed = break_away(piece, jumps=False).needed
    success = 1.0 if needed is None else (7 - needed) / 6
    nearest = _nearest(piece)
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
    ends = dict.fromkeys(_ends(piece, nearest, reach)) if reach > 0 else {}
    found = [(_march(appraisal, piece, (end,), nearest, run=run), end) for end in ends]
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
    facing = _look(path[-1], nearest, piece.now.facing)
    there = piece.field.moved(piece.id, at=path[-1], facing=facing).piece(piece.id)
    order = Move(unit=piece.id, legs=(Leg(travel=path), Leg(rotate=facing)), run=run)
    return Proposal(order, appraisal.place(there))


def _ends(piece: Piece, nearest: list[Piece], reach: float) -> Iterator[Point]:
    """Where a unit gets on its way to its goals, and beside the first of them."""
    goals = list(_goals(piece, nearest, reach))
    for goal in goals:
        yield _toward(piece, goal, 0, reach)
    for goal in goals[:1]:
        for aside in ASIDE:
            for share in SHARES:
                yield _toward(piece, goal, aside, reach * share)


def _toward(piece: Piece, goal: Point, aside: float, reach: float) -> Point:
    inches = min(distance(piece.at, goal), reach)
    return spot(piece.at, heading(piece.at, goal) + aside, inches)


def _nearest(piece: Piece) -> list[Piece]:
    others = [other for other in piece.field.opponents_of(piece.team) if not other.is_captive]
    return sorted(others, key=lambda other: distance(piece.at, other.at))[:NEAREST]


def _look(at: Point, nearest: list[Piece], otherwise: float) -> float:
    """The direction of the opponent nearest to a place."""
    if not nearest:
        return otherwise
    return heading(at, min((other.at for other in nearest), key=lambda p: distance(at, p)))


def _goals(piece: Piece, nearest: list[Piece], reach: float) -> Iterator[Point]:
    """Where a unit may want to go: within range of opponents and up to them, into their zones,
    aside and away."""
    ranges = sorted({w.maximum for w in piece.weapons.values() if w.maximum > 0}, reverse=True)
    for other in nearest:
        far = distance(piece.at, other.at)
        for inches in ranges:
            if inches - WITHIN < far:
                yield along(other.at, piece.at, (inches - WITHIN) / far)
        yield along(other.at, piece.at, min(2.0 / far, 1.0)) if far else other.at
    for player in piece.field.setup.players:
        zone = zone_of(piece.field.setup, player.id)
        wanted = player.id == piece.owner if piece.is_salvage else player.team != piece.team
        if zone and wanted:
            left, right, low, high = box(zone)
            x = min(max(piece.at[0], left + 1), right - 1)
            y = min(max(piece.at[1], low + 1), high - 1)
            yield (x, y)
    if nearest:
        away = bearing(nearest[0].at, piece.at)
        for side in (0, 60, 300):
            x, y = spot(piece.at, away + side, reach)
            table = piece.field.table
            yield (min(max(x, 1.0), table.width - 1), min(max(y, 1.0), table.depth - 1))


def _homeward(piece: Piece) -> Iterator[Proposal]:
    """A captor leads its captive towards its own zone."""
    home = zone_of(piece.field.setup, piece.owner)
    captive = led_by(piece)
    if home is None or captive is None:
        return
    left, right, low, high = box(home)
    goal = ((left + right) / 2, (low + high) / 2)
    for order in carrying_moves(piece, as_listed):
        ends = [leg.travel[-1] for leg in order.legs if leg.travel]
        if ends and any(leg.captive for leg in order.legs):
            nearer = distance(piece.at, goal) - distance(ends[-1], goal)
            points = HOMEWARD * captive.figure.value * nearer
            yield Proposal(order, points - price(piece))


def _landings(appraisal: Appraisal, piece: Piece) -> Iterator[Proposal]:
    """Passengers put down where they can do something."""
    if not piece.passengers:
        return
    for order in carrying_moves(piece, as_listed):
        if order.legs[0].disembark is None or len(order.legs) > 1:
            continue
        field = piece.field
        for landing in order.legs[0].disembark:
            field = field.moved(
                landing.unit, at=landing.at, facing=landing.facing % 360, aboard=None
            )
        landed = sum(appraisal.place(field.piece(each.unit)) for each in order.legs[0].disembark)
        yield Proposal(order, landed - price(piece))


def marching_proposals(appraisal: Appraisal, field: Field, player: str) -> Iterator[Proposal]:
    """Marches of movement formations towards opponents, the most promising weighed with care."""
    orders = list(marches(field, player, as_listed))
    orders.sort(key=lambda order: _inches_nearer(field, order), reverse=True)
    for order in orders[:CAREFULLY]:
        there = _after_march(field, order)
        gain = sum(
            appraisal.place(there.piece(unit_id)) - appraisal.place(field.piece(unit_id))
            for unit_id in order.members
        )
        yield Proposal(order, gain - STIR)


def _inches_nearer(field: Field, order: Move) -> float:
    total = 0.0
    for unit_id in order.members:
        piece = field.piece(unit_id)
        for other in _nearest(piece)[:1]:
            end = _end(order, unit_id) or piece.at
            total += distance(piece.at, other.at) - distance(end, other.at)
    return total


def _end(order: Move, unit_id: str) -> Point | None:
    ends = [leg.travel[-1] for leg in order.legs_of(unit_id) if leg.travel]
    return ends[-1] if ends else None


def _after_march(field: Field, order: Move) -> Field:
    units = dict(field.state.units)
    for unit_id in order.members:
        if end := _end(order, unit_id):
            units[unit_id] = msgspec.structs.replace(units[unit_id], at=end)
    return field.later(msgspec.structs.replace(field.state, units=units))
