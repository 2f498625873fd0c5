"""How a commander likes the place of a unit, and a whole position, in points."""

from rules.age_of_destruction.commanders.prospects import Prospects
from rules.age_of_destruction.commanders.worth import harm_of_heat, price, worth
from rules.age_of_destruction.set_up.zones import zone_of
from rules.age_of_destruction.skirmish.field import Field
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.scoring import CAPTIVE_FACTOR, ELIMINATION, ZONE
from rules.age_of_destruction.skirmish.values import speed
from rules.core.geometry import distance, inches_to, inside

#: How much an attack counts that can be made only next turn, and one that is to be feared.
NEXT_TURN = 0.7
FEARED = 0.5
#: The share of its points an idle unit would give to have somebody within range, by turns of march.
BY_MARCH = 0.06
#: The share of the build total a point of the third condition is worth while it is open, and once
#: a side leads it by more points than can easily be made good.
OPEN, SETTLED = 0.05, 0.01
#: Inches over which the pull of an opponent's zone is felt, and the share of a point it makes.
FAR = 40.0
PULL = 0.8


class Appraisal:
    """What places and positions are worth to the side of one player."""

    def __init__(self, field: Field, player: str) -> None:
        self.setup = field.setup
        self.team = field.setup.team(player)
        self.prospects = Prospects()
        self._occupying = field.setup.build_total * _open_share(field, player)

    def place(self, piece: Piece) -> float:
        """What a unit's place promises its side for the turns to come: attacks, what it has to
        fear, how near it is to somebody, and to an opponent's deployment zone."""
        if piece.now.at is None or piece.is_captive or piece.now.gone:
            return 0.0
        best = self.prospects.best(piece)
        return NEXT_TURN * best - FEARED * self.danger(piece) + self.ground(piece)

    def ground(self, piece: Piece) -> float:
        """What a unit's place is worth apart from all blows: a deployment zone of opponents, or the
        way there, and how soon it may attack somebody."""
        points = self._near_zone(piece)
        if not piece.is_salvage and not self.prospects.best(piece):
            points -= BY_MARCH * piece.figure.value * _turns_away(piece)
        return points

    def danger(self, piece: Piece) -> float:
        """What opponents promise to take from a unit: as many of the worst as one turn has orders,
        each the less likely the more there are of its side."""
        feared = sorted(
            (
                self.prospects.between(other, piece)
                for other in piece.field.opponents_of(piece.team)
            ),
            reverse=True,
        )
        return min(sum(feared[: self.setup.orders_a_turn]), worth(piece.figure, piece.now.click))

    def _near_zone(self, piece: Piece) -> float:
        """What being in, or near, a deployment zone of opponents is worth."""
        zones = [
            zone
            for other in self.setup.players
            if other.team != piece.team and (zone := zone_of(self.setup, other.id))
        ]
        if not zones or piece.is_salvage:
            return 0.0
        if any(inside(piece.at, zone) for zone in zones):
            return self._occupying
        inches = min(inches_to(piece.at, zone) for zone in zones)
        fast = min(speed(piece).total / 10, 1.0)
        return self._occupying * PULL * fast * max(1 - inches / FAR, 0.0) / 2

    def position(self, field: Field) -> float:
        """The points a position is worth to the side: what is left of everybody, what is on record,
        and what either side's places promise."""
        total = 0.0
        for unit_id in field.state.units:
            piece = field.piece(unit_id)
            sign = 1 if piece.team == self.team else -1
            total += sign * _standing(piece)
        for entry in field.state.scored:
            sign = 1 if self.setup.team(entry.player) == self.team else -1
            if entry.condition == ZONE:
                total += sign * self._occupying
            elif entry.condition == ELIMINATION:
                total += sign * entry.points * 0.25
        return total

    def promises(self, field: Field, team: str, orders: int, *, fresh: bool = False) -> float:
        """What the best attacks of so many orders of a side promise together, pushes paid, one a
        unit and no target counted for more than it is worth; `fresh` only of units that have had no
        order this turn."""
        able = [p for p in field.standing(team) if not (fresh and p.now.ordered)]
        blows = sorted((self._best_blow(piece) for piece in able), reverse=True)
        left: dict[str, float] = {}
        total = 0.0
        for points, target in blows[:orders]:
            if points > 0:
                known = left.setdefault(target, self._worth_now(field, target))
                left[target] = max(known - points, 0.0)
                total += known - left[target]
        return total

    def _best_blow(self, piece: Piece) -> tuple[float, str]:
        targets = piece.field.opponents_of(piece.team)
        between = self.prospects.between
        points, target = max(
            ((between(piece, target), target.id) for target in targets), default=(0.0, "")
        )
        return (points - price(piece), target) if points else (0.0, "")

    def _worth_now(self, field: Field, unit_id: str) -> float:
        return worth(self.setup.figures[unit_id], field.state.units[unit_id].click)


def _open_share(field: Field, player: str) -> float:
    team = field.setup.team(player)
    lead = sum(
        1 if field.setup.team(entry.player) == team else -1
        for entry in field.state.scored
        if entry.condition == ZONE
    )
    return OPEN if abs(lead) <= 3 else SETTLED


def _standing(piece: Piece) -> float:
    """What is left of a unit, for its side; a captive counts for its captor."""
    now = piece.now
    if now.eliminated or now.withdrawn:
        return 0.0
    left = worth(piece.figure, now.click)
    if piece.is_captive:
        return -CAPTIVE_FACTOR * 0.5 * left
    heat = harm_of_heat(piece, now.heat) if piece.is_mech else 0.0
    return left - heat


def _turns_away(piece: Piece) -> float:
    """The turns of march until some weapon of a unit reaches the nearest opponent."""
    opponents = [o for o in piece.field.opponents_of(piece.team) if not o.is_captive]
    if not opponents:
        return 0.0
    reach = max((weapon.maximum for weapon in piece.weapons.values()), default=0)
    inches = min(distance(piece.at, other.at) for other in opponents) - reach
    return max(inches, 0.5) / max(speed(piece).total, 1)
