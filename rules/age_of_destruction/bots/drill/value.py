"""What a position is worth to a side, by what each of its units could do next and they to it."""

from collections.abc import Iterable
from math import fsum, inf

from rules.age_of_destruction.bots.appraisal import Appraisal
from rules.age_of_destruction.bots.drill.watch import Sight, Stand, Watch
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


class Vantages:
    """How their places suit units, remembered by how they and those they look at are, while the
    same of these are hidden from them; one instance serves one decision."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Sight] = {}

    def of(self, watch: Watch, piece: Piece) -> Sight:
        """What a unit sees, or saw when all it looks at was the same."""
        looked_at = [other.piece.now for other in watch.nearest(piece)]
        key = (piece.id, piece.now, watch.stakes, *looked_at)
        found = self._known.get(key)
        if found is None or not _is_the_same(found, piece):
            found = self._known[key] = Sight(watch, piece)
        return found


def _is_the_same(seen: Sight, piece: Piece) -> bool:
    """Whether a unit sees those it saw, and those are hidden that were."""
    field = piece.field
    return all(
        field.line(piece, field.piece(other)).blocked == hidden
        for other, hidden in seen.hidden.items()
    )


def value(appraisal: Appraisal, field: Field, vantages: Vantages) -> float:
    """The points of a position for the side of an appraisal, the replies of opponents included."""
    setup, state, ours = field.setup, field.state, appraisal.team
    points = appraisal.position(field)
    to_come = inf if setup.limits.turns is None else setup.limits.turns - state.turn
    for team in setup.teams:
        own = team == ours
        sign = 1.0 if own else -1.0
        stands = _stands(field, team, vantages)
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


def _stands(field: Field, team: str, vantages: Vantages) -> list[tuple[Piece, Stand]]:
    """Every unit of a side on the table and aboard with how its place suits it."""
    player = field.setup.members(team)[0]
    watch, found = Watch(field, player, SEEN), list[tuple[Piece, Stand]]()
    for piece in field.standing(team):
        if piece.is_captive:
            continue
        sight = vantages.of(watch, piece)
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
