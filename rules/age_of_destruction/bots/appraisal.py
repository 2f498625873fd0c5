"""How a commander likes the place of a unit, and a whole position, in points."""

from collections.abc import Collection, Iterable, Mapping
from itertools import compress
from math import fsum, inf
from operator import is_not

import msgspec

from rules.age_of_destruction.bots.curves import left_after, of_a_lead
from rules.age_of_destruction.bots.glance import Seen
from rules.age_of_destruction.bots.march_times import (
    reach,
    turns_away,
    turns_of_march,
    turns_over,
    way_to,
)
from rules.age_of_destruction.bots.prospects import Prospects
from rules.age_of_destruction.bots.worth import Scale, harm_of_heat, price, worth
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.scoring import (
    BATTLEFIELD,
    CAPTIVE_FACTOR,
    ELIMINATION,
    ZONE,
    in_zone_of,
    occupiers,
)
from rules.age_of_destruction.moment.values import speed
from rules.age_of_destruction.moment.zones import zone_of
from rules.age_of_destruction.state.setup import Player
from rules.age_of_destruction.state.state import UnitState
from rules.core.geometry import Point

#: The share of the build total a unit in an opponent's zone is worth, first and once its side leads
#: the third condition by more points than `ENOUGH`.
OPEN, SETTLED, ENOUGH = 0.05, 0.01, 2
#: The share of that which is left for every turn of march still to go.
A_TURN_LATER = 0.85
#: Turns a side has where nothing limits them.
MANY_TURNS = 20.0
#: The lead that makes a condition nearly sure as the game ends, as a share of the build total, and
#: what every turn still to come adds; the lead in the third condition.
SURE, UNSURE, ZONE_LEAD = 0.15, 0.03, 2.0
#: Turns an occupier is thought to stay.
ZONE_TURNS = 2.0
#: Turns beyond which a lead tells no less.
LONG = 10.0


#: What an attack takes, its price paid, from whom, and whether its unit has had an order.
Blow = tuple[float, str, bool]


class Stakes(msgspec.Struct, frozen=True):
    """The share of the build total a condition is worth that is won for sure; the battlefield also
    breaks ties (AOD-VICT-021)."""

    elimination: float = 0.12
    battlefield: float = 0.17
    zone: float = 0.12


class Leanings(msgspec.Struct, frozen=True):
    """How much an attack counts that can be made only next turn, and one that is to be feared; the
    share of its points an idle unit would give to have somebody within range, by turns of march;
    how tempting the deployment zones of opponents are, and what of that the ways there are; the
    share of its points it is worth that a heavily damaged unit is home; what the victory conditions
    are worth; by what scale units are."""

    next_turn: float = 0.7
    feared: float = 0.5
    by_march: float = 0.06
    zone: float = 1.0
    from_afar: float = 1.0
    home: float = 0.25
    stakes: Stakes = Stakes()
    scale: Scale = worth


class Sight:
    """A position that is looked at: who stands otherwise in it than now, and the best attacks
    that have been found in it."""

    def __init__(self, field: Field, changed: set[str], moved: set[str] | None) -> None:
        self.field = field
        self.changed = changed
        #: The teams of those who stand elsewhere than now; None where somebody has come, gone or
        #: changed sides.
        self.moved = moved
        #: What the best attack of a unit takes, and from whom.
        self.taken: dict[str, tuple[float, str]] = {}
        #: The best attacks of the units of a team that are worth their price.
        self.blows: dict[str, list[Blow]] = {}
        self._changed_opponents: dict[str, list[Piece]] = {}

    def is_as_far(self, piece: Piece) -> bool:
        """Whether a unit that stands as it does now is surely as far from its opponents as now;
        never said of infantry, which may ride with friends that have moved."""
        moved = self.moved
        return moved is not None and moved <= {piece.team} and not piece.is_infantry

    def changed_opponents_of(self, team: str) -> list[Piece]:
        """The units of other teams on the table that stand otherwise than now."""
        found = self._changed_opponents.get(team)
        if found is None:
            there = self.field.bases.by_unit
            changed = (self.field.piece(name) for name in there if name in self.changed)
            found = [piece for piece in changed if piece.team != team]
            self._changed_opponents[team] = found
        return found


class Appraisal:
    """What places and positions are worth to the side of one player."""

    def __init__(self, field: Field, player: str, prospects: Prospects, leanings: Leanings) -> None:
        self.leanings = leanings
        self.setup = field.setup
        self.team = field.setup.team(player)
        self.prospects = prospects
        self.scale = leanings.scale
        self._now = field
        self._latest = Sight(field, set(), set())
        self._counted: dict[str, tuple[float, float]] = {}
        self._taken: dict[str, list[tuple[float, str]]] = {}
        self._grounds: dict[tuple[str, bool], float] = {}
        self._occupying_now: dict[str, int] = {}
        self._occupying = field.setup.build_total * _open_share(field, player)
        self._turns_left = _own_turns_left(field)
        self._ways_to_zones = [
            way_to(zone)
            for other in self.setup.players
            if other.team != self.team and (zone := zone_of(self.setup, other.id))
        ]

    def place(self, piece: Piece, minded: Collection[Piece] | None = None) -> float:
        """What a unit's place promises its side for the turns to come: attacks, what it has to
        fear, how near it is to somebody, and to an opponent's deployment zone; of opponents, it may
        mind only some, who stand as they do at another moment."""
        if piece.now.at is None or piece.is_captive or piece.now.gone:
            return 0.0
        best = self.prospects.best(piece, minded)
        hoped = self.leanings.next_turn * best
        feared = self.leanings.feared * self.danger(piece, minded)
        return hoped - feared + self._ground(piece, idle=not best)

    def seeming(self, piece: Piece, at: Point, seen: Seen, riders: Iterable[Piece]) -> float:
        """What a place seems to promise a unit with riders aboard by what is seen of it at a
        glance."""
        if piece.is_salvage:
            return self._near_home(piece, at) - self.leanings.feared * seen.feared
        inches = speed(piece).total
        points = self._near_zone(at, inches)
        if not seen.hoped:
            points -= self._idle(piece, turns_over(seen.inches - reach(piece), inches))
        for rider in riders:
            turns = 1 + turns_over(seen.inches - reach(rider), inches)
            points += A_TURN_LATER * self._near_zone(at, inches) - self._idle(rider, turns)
        feared = min(seen.feared, self._left(piece))
        return points + self.leanings.next_turn * seen.hoped - self.leanings.feared * feared

    def ground(self, piece: Piece) -> float:
        """What a unit's place is worth apart from all blows: a deployment zone of opponents, or the
        way there, and how soon it may attack somebody; its passengers ride with it."""
        idle = not self._most_taken(piece)[0]
        sight = self._sight(piece.field)
        if piece.id in sight.changed or not sight.is_as_far(piece):
            return self._ground(piece, idle=idle)
        found = self._grounds.get((piece.id, idle))
        if found is None:
            found = self._grounds[piece.id, idle] = self._ground(piece, idle=idle)
        return found

    def _ground(self, piece: Piece, *, idle: bool) -> float:
        if piece.is_salvage:
            return self._near_home(piece, piece.at)
        points = self._near_zone(piece.at, speed(piece).total)
        if idle:
            points -= self._idle(piece, turns_away(piece))
        return points + fsum(map(self._aboard, map(piece.field.piece, piece.passengers)))

    def saved_by_riding(self, rider: Piece, transport: Piece, seen: Seen) -> float:
        """What it seems to save a unit to go by a transport that is about where it is."""
        on_foot = turns_over(seen.inches - reach(rider), speed(rider).total)
        riding = 1 + turns_over(seen.inches - reach(rider), speed(transport).total)
        return self._idle(rider, on_foot - riding)

    def _aboard(self, passenger: Piece) -> float:
        """What the place of its transport is worth to a passenger, which is put down a turn
        later."""
        transport = passenger.field.piece(passenger.now.aboard or "")
        inches = speed(transport).total
        turns = 1 + turns_of_march(transport, reach(passenger), inches)
        return A_TURN_LATER * self._near_zone(transport.at, inches) - self._idle(passenger, turns)

    def _idle(self, piece: Piece, turns: float) -> float:
        """What it costs that a unit attacks nobody for so many turns."""
        return self.leanings.by_march * piece.figure.value * turns

    def danger(self, piece: Piece, minded: Collection[Piece] | None = None) -> float:
        """What opponents promise to take from a unit: as many of the worst as one turn has orders,
        each the less likely the more there are of its side."""
        feared = self.prospects.worst(piece, minded)
        return min(fsum(feared[: self.setup.orders_a_turn]), self._left(piece))

    def _near_zone(self, at: Point, inches: int) -> float:
        """What it is worth that a unit is in a deployment zone of opponents, or so many turns of
        some inches away from it."""
        turns = min([way(at) for way in self._ways_to_zones], default=inf) / max(inches, 1)
        if turns >= self._turns_left:
            return 0.0
        share = self.leanings.zone
        if turns > 0:
            share *= self.leanings.from_afar * left_after(A_TURN_LATER, turns)
        return share * self._occupying

    def _near_home(self, piece: Piece, at: Point) -> float:
        """What it is worth that a heavily damaged unit is home, where nobody counts it, or so many
        turns away from a place."""
        home = zone_of(self.setup, piece.owner)
        if home is None:
            return 0.0
        turns = way_to(home)(at) / max(speed(piece).total, 1)
        share = self.leanings.home * left_after(A_TURN_LATER, turns)
        return share * piece.figure.value

    def position(self, field: Field) -> float:
        """The points a position is worth to the side: what is left of everybody, and how the
        victory conditions stand."""
        total, field_held = 0.0, 0.0
        before = self._now.state.units
        for unit_id, now in field.state.units.items():
            as_now = now is before[unit_id]
            left, held = self._counts_now(unit_id) if as_now else self._counts(field.piece(unit_id))
            total += left
            field_held += held
        return total + self._conditions(field, field_held)

    def _counts_now(self, unit_id: str) -> tuple[float, float]:
        """What a unit counts for the side as it is now."""
        found = self._counted.get(unit_id)
        if found is None:
            found = self._counted[unit_id] = self._counts(self._now.piece(unit_id))
        return found

    def _counts(self, piece: Piece) -> tuple[float, float]:
        """What is left of a unit for the side, and what it counts on the battlefield."""
        sign = self._sign(piece.owner)
        return sign * self._standing(piece), sign * self._held(piece)

    def _held(self, piece: Piece) -> float:
        """What a unit counts on the battlefield for its side, below 0 for the other
        (AOD-VICT-009); who is aboard counts once it has been put down."""
        if piece.now.gone or piece.is_captive:
            return 0.0
        if piece.is_functional or (piece.now.aboard and self._turns_left >= 1):
            return piece.figure.value
        exposed = piece.now.at is not None and not in_zone_of(piece, piece.owner)
        return -piece.figure.value if exposed else 0.0

    def _conditions(self, field: Field, held: float) -> float:
        """What leading in the three conditions is worth; the sooner the end, the more."""
        leads = {BATTLEFIELD: held, ELIMINATION: 0.0, ZONE: 0.0}
        for entry in field.state.scored:
            if entry.condition in leads and entry.condition != BATTLEFIELD:
                leads[entry.condition] += self._sign(entry.player) * entry.points
        to_come = min(self._turns_left / 2, ZONE_TURNS)
        for player in self.setup.players:
            leads[ZONE] += self._sign(player.id) * to_come * self._occupiers(field, player)
        sure = self.setup.build_total * (SURE + UNSURE * min(self._turns_left, LONG))
        stakes = self.leanings.stakes
        return self.setup.build_total * fsum(
            (
                stakes.elimination * of_a_lead(leads[ELIMINATION] / sure),
                stakes.battlefield * of_a_lead(leads[BATTLEFIELD] / sure),
                stakes.zone * of_a_lead(leads[ZONE] / ZONE_LEAD),
            )
        )

    def _occupiers(self, field: Field, player: Player) -> int:
        """How many units of a player stand in an opponent's zone."""
        moved = self._sight(field).moved
        if moved is None or player.team in moved:
            return len(occupiers(field, player.id))
        found = self._occupying_now.get(player.id)
        if found is None:
            found = self._occupying_now[player.id] = len(occupiers(self._now, player.id))
        return found

    def _sign(self, player: str) -> int:
        return 1 if self.setup.team(player) == self.team else -1

    def promises(self, field: Field, team: str, orders: int, *, fresh: bool = False) -> float:
        """What the best attacks of so many orders of a side promise together, pushes paid, one a
        unit and no target counted for more than it is worth; `fresh` only of units that have had no
        order this turn."""
        blows = self._blows(field, team)
        if fresh:
            blows = [blow for blow in blows if not blow[2]]
        left: dict[str, float] = {}
        total = 0.0
        for points, target, _ in blows[:orders]:
            known = left.setdefault(target, self._worth_now(field, target))
            left[target] = max(known - points, 0.0)
            total += known - left[target]
        return total

    def _blows(self, field: Field, team: str) -> list[Blow]:
        """The best attacks of the units of a side that are worth their price, the best first."""
        sight = self._sight(field)
        found = sight.blows.get(team)
        if found is None:
            found = []
            for piece in field.standing(team):
                taken, target = self._most_taken(piece)
                if taken and (points := taken - price(piece, scale=self.scale)) > 0:
                    found.append((points, target, bool(piece.now.ordered)))
            found.sort(reverse=True)
            sight.blows[team] = found
        return found

    def _most_taken(self, piece: Piece) -> tuple[float, str]:
        """What the best attack of a unit takes, and from whom."""
        sight = self._sight(piece.field)
        found = sight.taken.get(piece.id)
        if found is None:
            found = sight.taken[piece.id] = max(self._found(piece, sight), default=(0.0, ""))
        return found

    def _found(self, piece: Piece, sight: Sight) -> list[tuple[float, str]]:
        """What attacks of a unit take, and from whom, the best among them; of a unit that stands as
        it does now only those are looked at anew who do not."""
        between = self.prospects.between
        if piece.now is not self._now.state.units[piece.id]:
            targets = piece.field.opponents_of(piece.team)
            return [(between(piece, other), other.id) for other in targets]
        targets = sight.changed_opponents_of(piece.team)
        taken = [(between(piece, other), other.id) for other in targets]
        for points, target in self._taken_now(piece.id):
            if target not in sight.changed:
                taken.append((points, target))
                break
        return taken

    def _taken_now(self, unit_id: str) -> list[tuple[float, str]]:
        """What the attacks of a unit take now, and from whom, the best first."""
        found = self._taken.get(unit_id)
        if found is None:
            piece, between = self._now.piece(unit_id), self.prospects.between
            targets = self._now.opponents_of(piece.team)
            found = sorted(((between(piece, o), o.id) for o in targets), reverse=True)
            self._taken[unit_id] = found
        return found

    def _sight(self, field: Field) -> Sight:
        """What is known of a position; only of the last one asked about."""
        if self._latest.field is not field:
            before, after = self._now.state.units, field.state.units
            changed = set(compress(after, map(is_not, after.values(), before.values())))
            self._latest = Sight(field, changed, self._moved(changed, after))
        return self._latest

    def _moved(self, changed: Iterable[str], after: Mapping[str, UnitState]) -> set[str] | None:
        """The teams of those who stand elsewhere than now; None where somebody has come, gone or
        changed sides."""
        moved, before = set(), self._now.state.units
        for unit_id in changed:
            then, now = before[unit_id], after[unit_id]
            if not _stays_in(then, now):
                return None
            if now.at != then.at:
                moved.add(self.setup.team(now.owner or self.setup.figures[unit_id].owner))
        return moved

    def _worth_now(self, field: Field, unit_id: str) -> float:
        return self.scale(field.outfits[unit_id], field.state.units[unit_id].click)

    def _left(self, piece: Piece) -> float:
        return self.scale(piece.outfit, piece.now.click)

    def _standing(self, piece: Piece) -> float:
        """What is left of a unit, for its side; a captive counts for its captor."""
        now = piece.now
        if now.eliminated or now.withdrawn:
            return 0.0
        left = self._left(piece)
        if piece.is_captive:
            return -CAPTIVE_FACTOR * 0.5 * left
        heat = harm_of_heat(piece, now.heat) if piece.is_mech else 0.0
        return left - heat


def _stays_in(then: UnitState, now: UnitState) -> bool:
    """Whether a unit is on the table, aboard or held as it was, wherever it stands."""
    return (
        (now.at is None) == (then.at is None)
        and now.aboard == then.aboard
        and now.captive_of == then.captive_of
        and now.owner == then.owner
        and now.gone == then.gone
    )


def _open_share(field: Field, player: str) -> float:
    team = field.setup.team(player)
    lead = fsum(
        1 if field.setup.team(entry.player) == team else -1
        for entry in field.state.scored
        if entry.condition == ZONE
    )
    return OPEN if lead <= ENOUGH else SETTLED


def _own_turns_left(field: Field) -> float:
    """The turns every side still has; many where nothing limits them."""
    limit = field.setup.limits.turns
    if limit is None:
        return MANY_TURNS
    return (limit - field.state.turn) / len(field.setup.players)
