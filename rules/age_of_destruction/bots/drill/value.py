"""What a position is worth to a side, by what each of its units could do next and they to it."""

from collections.abc import Iterable
from math import fsum, inf

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.drill.watch import Stand, Watch
from rules.age_of_destruction.bots.worth import price
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece

#: What the attacks count that a side may still make this turn, those of its next turn, and those of
#: opponents before that.
THIS_TURN, NEXT_TURN, REPLY = 0.9, 0.6, 0.8
#: What counts of all the attacks units could make, now or after turns of march, of a way into an
#: opponent's zone, and home.
NEARNESS, ZONE = 0.2, 0.4
#: Opponents each unit looks at.
SEEN = 6
#: What an attack after a way counts.
AFTER_A_WAY = 0.6


def value(appraisal: Appraisal, field: Field) -> float:
    """The points of a position for the side of an appraisal, the replies of opponents included."""
    setup, state, ours = field.setup, field.state, appraisal.team
    points = appraisal.position(field)
    to_come = inf if setup.limits.turns is None else setup.limits.turns - state.turn
    for team in setup.teams:
        own = team == ours
        sign = 1.0 if own else -1.0
        stands = _stands(field, team)
        if own and state.orders_left > 0 and setup.team(state.active) == ours:
            fresh = [each for each in stands if not each[0].now.ordered]
            points += THIS_TURN * _attacks(fresh, state.orders_left)
        comes = to_come >= len(setup.players) if own else to_come > 0
        if comes:
            share = NEXT_TURN if own else REPLY
            points += sign * share * _attacks(stands, setup.orders_a_turn, rushing=not own)
            points += sign * NEARNESS * fsum(stand.nearness for _, stand in stands)
            points += sign * ZONE * fsum(stand.zone + stand.home for _, stand in stands)
    return points


def _stands(field: Field, team: str) -> list[tuple[Piece, Stand]]:
    """Every unit of a side on the table and aboard with how its place suits it."""
    player = field.setup.members(team)[0]
    watch, found = Watch(field, player, SEEN), list[tuple[Piece, Stand]]()
    for piece in field.standing(team):
        if piece.is_captive:
            continue
        sight = watch.sight(piece)
        found.append((piece, sight.here))
        for rider in map(field.piece, piece.passengers):
            found.append((rider, watch.sight(rider).aboard(piece.at, sight.speed)))
    return found


def _attacks(stands: Iterable[tuple[Piece, Stand]], orders: int, *, rushing: bool = False) -> float:
    """What the best attacks of so many orders take together, each of another unit, no target
    counted for more than it has left; `rushing`: 'Mechs attack after a way too."""
    found: list[tuple[float, int, Stand]] = []
    for piece, stand in stands:
        points = stand.hope
        if rushing and piece.is_mech:
            points = max(points, AFTER_A_WAY * stand.nearness)
        if points > 0.0 and stand.target:
            found.append((points - price(piece), len(found), stand))
    found.sort(key=lambda each: -each[0])
    total, left = 0.0, dict[str, float]()
    for points, _, stand in found[:orders]:
        target = stand.target
        if target is None:
            continue
        known = left.get(target.piece.id, target.left)
        taken = max(min(points, known), 0.0)
        left[target.piece.id] = known - taken
        total += taken
    return total
