"""How places would suit a unit: what it could do from there, and what could be done to it."""

from math import fsum, sqrt
from typing import NamedTuple

from msgspec.structs import replace

from rules.age_of_destruction.bots.curves import left_after
from rules.age_of_destruction.bots.drill.features import Row, row
from rules.age_of_destruction.bots.drill.mettle import Duel, Mettle, duel, mettle
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.scoring import ZONE
from rules.age_of_destruction.moment.showing import Showing, showing
from rules.age_of_destruction.moment.zones import zone_of
from rules.core.angles import direction, sine_and_cosine, span
from rules.core.geometry import Box, Point, box
from rules.core.kept import kept, of_a_moment

#: What is left of an attack for every turn of march before it, and the turns looked ahead.
A_TURN_LATER, FAR = 0.8, 12
LEFT = [left_after(A_TURN_LATER, turns) for turns in range(FAR + 1)]
#: Opponents a unit looks at, the nearest: what it weighs then grows with the figures of its side
#: only.
SEEN = 10
#: Inches between the middles of bases in contact, about, and what an attack after a way counts.
CONTACT, AFTER_A_WAY = 1.8, 0.7
#: The share of the build total a unit in an opponent's zone is worth: while the side does not lead
#: the third condition by more points than `ENOUGH`, and then; that of its points a heavily damaged
#: unit at home.
OPEN, SETTLED, ENOUGH, HOME = 0.05, 0.01, 2, 0.25
#: What is lost by reckoning where an angle is just wide enough.
BIT = 1e-9
#: Turns a side has where nothing limits them.
MANY_TURNS = 20.0


class Opponent(NamedTuple):
    """An opponent as everybody sees it: what it shows, where it is and looks, and the cosine of
    half its front arc."""

    piece: Piece
    mettle: Mettle
    x: float
    y: float
    east: float
    north: float
    half_front: float


class Foe(NamedTuple):
    """An opponent as a unit sees it: the same, and what each promises the other, how far it strikes
    after a way and what that takes; the points it has left."""

    piece: Piece
    mettle: Mettle
    x: float
    y: float
    east: float
    north: float
    half_front: float
    mine: Duel
    theirs: Duel
    far: float
    rushed: float
    left: float


class Stand(NamedTuple):
    """How a place suits a unit, in points, and the opponent it would look at."""

    hope: float
    nearness: float
    danger: float
    rush: float
    back: float
    zone: float
    home: float
    target: Foe | None

    def less(self, before: "Stand") -> Row:
        """What it is better or worse by than another, as features."""
        return row(
            hope=self.hope - before.hope,
            nearness=self.nearness - before.nearness,
            danger=self.danger - before.danger,
            rush=self.rush - before.rush,
            back=self.back - before.back,
            zone=self.zone - before.zone,
            home=self.home - before.home,
        )


NOWHERE = Stand(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, None)


class Watch:
    """What one side sees of the other at a moment."""

    def __init__(self, field: Field, player: str, seen: int = SEEN) -> None:
        """`seen`: the opponents each unit looks at."""
        self.field = field
        self.seen = seen
        self.team = field.setup.team(player)
        self.orders = field.setup.orders_a_turn
        self.foes = [other for other in field.opponents_of(self.team) if not other.is_captive]
        self.opponents = [_opponent(other) for other in self.foes]
        setup = field.setup
        self.zones = [
            box(zone)
            for other in setup.players
            if other.team != self.team and (zone := zone_of(setup, other.id))
        ]
        self._occupying = setup.build_total * _open_share(field, self.team)
        limit = setup.limits.turns
        turns = MANY_TURNS if limit is None else (limit - field.state.turn) / len(setup.players)
        self._turns_left = turns
        #: What a zone is worth at whatever distance follows from.
        self.stakes = (self._occupying, turns)
        self._seen: dict[str, Sight] = {}

    def sight(self, piece: Piece) -> "Sight":
        """What a unit sees."""
        found = self._seen.get(piece.id)
        if found is None:
            found = self._seen[piece.id] = Sight(self, piece)
        return found

    def nearest(self, piece: Piece) -> list[Opponent]:
        """The opponents a unit looks at, the nearest first where there are more."""
        if len(self.opponents) <= self.seen or piece.now.at is None:
            return self.opponents
        x, y = piece.at
        return sorted(self.opponents, key=lambda o: span(o.x - x, o.y - y))[: self.seen]

    def zone(self, at: Point, inches: float) -> float:
        """What it is worth to be in an opponent's zone, or so many turns away from it."""
        turns = min((_to_box(at, zone) for zone in self.zones), default=1e6) / max(inches, 1.0)
        if turns >= self._turns_left or turns > FAR:
            return 0.0
        return self._occupying * left_after(0.85, turns)


class Sight:
    """What one unit sees of its opponents, wherever it would stand."""

    def __init__(self, watch: Watch, piece: Piece) -> None:
        self.watch = watch
        self.piece = piece
        self.mettle = own = mettle(_on_its_feet(piece))
        self.speed = max(own.speed, 1)
        self.is_salvage = piece.is_salvage
        self.foes = [_foe(own, other) for other in watch.nearest(piece)]
        self.half_front = sine_and_cosine(piece.figure.front / 2)[1]
        self.half_rear = -sine_and_cosine(piece.figure.rear / 2)[1]
        zone = zone_of(piece.field.setup, piece.owner) if self.is_salvage else None
        #: Around its own zone, for a heavily damaged unit.
        self.home = box(zone) if zone else None

    @kept
    def here(self) -> Stand:
        """Where it stands now; what is out of its line of fire does not count."""
        return self.stand(self.piece.at, self.piece.now.facing, clear=True)

    def stand(
        self, at: Point, facing: float | None = None, *, clear: bool = False, inches: int = 0
    ) -> Stand:
        """How a place suits it; without a facing it looks at whom it would attack. `clear`: only
        what the line of fire reaches is hoped for; `inches`: it goes so far in a turn."""
        x, y = at
        inches = inches or self.speed
        looks = sine_and_cosine(facing) if facing is not None else None
        hope, near, gap = 0.0, 0.0, 1e9
        aim: Foe | None = None
        next_to: Foe | None = None
        dangers: list[tuple[float, float, Foe]] = []
        rushes: list[float] = []
        for foe in self.foes:
            across, ahead = foe.x - x, foe.y - y
            far = sqrt(across * across + ahead * ahead)
            if far < gap:
                gap, next_to = far, foe
            best, later = _hoped(foe.mine, far, inches)
            near = max(near, later, best)
            if (
                best > hope
                and (
                    not looks or across * looks[0] + ahead * looks[1] >= self.half_front * far - BIT
                )
                and not (clear and self._is_hidden(foe))
            ):
                hope, aim = best, foe
            worst = _feared(foe.theirs, far)
            if worst <= 0.0:
                if far <= foe.far:
                    rushes.append(foe.rushed)
            elif -across * foe.east - ahead * foe.north >= foe.half_front * far - BIT:
                dangers.append((worst, far, foe))
            else:
                rushes.append(worst * AFTER_A_WAY)
        target = aim or next_to
        back = 0.0
        if dangers and target:
            east, north = looks or _looks(target.x - x, target.y - y)
            for worst, far, foe in dangers:
                if (foe.x - x) * east + (foe.y - y) * north < self.half_rear * far:
                    back += worst
        left, orders = self.mettle.losses[-1], self.watch.orders
        danger = min(_worst([worst for worst, _far, _foe in dangers], orders), left)
        rush = min(_worst(rushes, orders), left)
        zone = 0.0 if self.is_salvage else self.watch.zone(at, inches)
        return Stand(hope, near, danger, rush, back, zone, self._home(at), target)

    def aboard(self, at: Point, inches: int) -> Stand:
        """How a place suits it that is aboard something there which goes so far in a turn: nobody
        strikes it, and what it may do comes a turn later."""
        there = self.stand(at, inches=inches)
        near = A_TURN_LATER * there.nearness
        return NOWHERE._replace(nearness=near, zone=A_TURN_LATER * there.zone)

    def _is_hidden(self, foe: Foe) -> bool:
        return self.piece.field.line(self.piece, foe.piece).blocked

    def _home(self, at: Point) -> float:
        """What it is worth to a heavily damaged unit to be in its own zone, or near it."""
        if not self.home:
            return 0.0
        turns = _to_box(at, self.home) / self.speed
        return HOME * self.piece.figure.value * left_after(0.85, min(turns, FAR))


def _on_its_feet(piece: Piece) -> Showing:
    """What a unit shows, or would show were it not aboard."""
    if piece.now.aboard is None:
        return piece.showing
    return showing(piece.outfit, replace(piece.now, aboard=None))


def _opponent(piece: Piece) -> Opponent:
    half_front = sine_and_cosine(piece.figure.front / 2)[1]
    looks = sine_and_cosine(piece.now.facing)
    return Opponent(piece, mettle(piece.showing), *piece.at, *looks, half_front)


def _foe(own: Mettle, other: Opponent) -> Foe:
    piece = other.piece
    charges = piece.is_mech and not piece.now.shutdown
    return Foe(*other, *_bout(own, other.mettle, charges))


@of_a_moment
def _bout(own: Mettle, theirs: Mettle, charges: bool) -> tuple[Duel, Duel, float, float, float]:
    """What a unit and an opponent, who `charges` or does not, are to each other, as a `Foe` has
    it."""
    mine, back = duel(own, theirs), duel(theirs, own)
    far, rushed = 0.0, 0.0
    if charges:
        far, rushed = back.far + (theirs.speed + 1) // 2, back.best * AFTER_A_WAY
    if back.blow > 0.0:
        far, rushed = max(far, theirs.speed + CONTACT), max(rushed, back.blow * AFTER_A_WAY)
    return mine, back, far, rushed, theirs.losses[-1]


def _hoped(mine: Duel, far: float, inches: int) -> tuple[float, float]:
    """What attacks promise at a distance, and what they promise later to who marches there."""
    best, later = 0.0, 0.0
    for least, most, points in mine.shots:
        if least <= far <= most:
            if points > best:
                best = points
        elif far > most and points > 0.0:
            soon = points * _later((far - most) / inches)
            if soon > later:
                later = soon
    if mine.blow > 0.0:
        if far <= CONTACT:
            best = max(best, mine.blow)
        else:
            later = max(later, mine.blow * _later((far - CONTACT) / inches))
    return best, later


def _feared(theirs: Duel, far: float) -> float:
    """What an opponent's attacks promise it at a distance."""
    worst = theirs.blow if far <= CONTACT else 0.0
    for least, most, points in theirs.shots:
        if least <= far <= most and points > worst:
            worst = points
    return worst


def _later(turns: float) -> float:
    """What is left of an attack after so many turns of march; straight between whole turns."""
    whole = int(turns)
    if whole >= FAR:
        return LEFT[FAR]
    return LEFT[whole] * (1.0 - (1.0 - A_TURN_LATER) * (turns - whole))


def _looks(across: float, ahead: float) -> tuple[float, float]:
    far = sqrt(across * across + ahead * ahead)
    return (across / far, ahead / far) if far else (0.0, 1.0)


def _worst(points: list[float], most: int) -> float:
    if len(points) > most:
        points.sort(reverse=True)
        points = points[:most]
    return fsum(points)


def _to_box(at: Point, zone: Box) -> float:
    left, right, low, high = zone
    x = max(left - at[0], 0.0, at[0] - right)
    y = max(low - at[1], 0.0, at[1] - high)
    return sqrt(x * x + y * y)


def _open_share(field: Field, team: str) -> float:
    lead = 0
    for entry in field.state.scored:
        if entry.condition == ZONE:
            lead += 1 if field.setup.team(entry.player) == team else -1
    return OPEN if lead <= ENOUGH else SETTLED


def towards(start: Point, end: Point) -> float:
    """The direction of a place, as short as a player writes it."""
    return round(direction(end[0] - start[0], end[1] - start[1]), 3)
