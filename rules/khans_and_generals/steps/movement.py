"""Moving: the way of a base, what it costs, what may stop it (section 12 of the rules, P8)."""

import itertools
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

import msgspec

from rules.core.geometry import Point, along, cuts, distance
from rules.khans_and_generals.moment.field import Field, Piece, burns, fire_base
from rules.khans_and_generals.state.state import Place
from rules.khans_and_generals.steps.casualties import disorder
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.shooting import add_cloud
from rules.khans_and_generals.table.bases import TOLERANCE, Base, Pivot, within
from rules.khans_and_generals.table.terrain import NEVER_ENTERED, OPEN_ORDER, ROADS, Terrain

WIDEST_TURN, STRAIGHT_TURN = 180, 90
FORMATION_MOVEMENT = {"pike_wall": -10, "shield_wall": -10}
HEDGEHOG_MOVEMENT = 5
#: Formations that never run (section 13 of the rules).
NEVER_RUN = ("close", "pike_wall", "shield_wall", "hedgehog", "square")
SLOW_GROUND, SLOW_PERCENT = ("mud", "deep_snow"), -50
#: Faces of the d6 that bog a vehicle off the road, by ground and drive (KG-025, KG-033).
BOGS = {
    "wet": {"wheeled": 2, "tracked": 0},
    "mud": {"wheeled": 4, "tracked": 2},
    "snow": {"wheeled": 2, "tracked": 0},
    "deep_snow": {"wheeled": 4, "tracked": 2},
}
MUDDY_ROAD = 1
TESTED_TERRAIN = ("scrub", "rocks", "woods")
STUCK_FOR_GOOD = 3
DUST_EVERY = 10


class Leg(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a move: the centre led along some points, or a turn."""

    travel: Annotated[tuple[Place, ...], msgspec.Meta(max_length=100)] = ()
    rotate: Annotated[float, msgspec.Meta(ge=-360, le=360)] | None = None
    about: Pivot = "centre"


Legs = Annotated[tuple[Leg, ...], msgspec.Meta(max_length=50)]


class Pace(msgspec.Struct, frozen=True):
    """One straight piece of a way."""

    start: Point
    end: Point
    facing: float


class Way:
    """The way legs lead a base."""

    def __init__(self, base: Base, legs: Sequence[Leg]) -> None:
        self.start = base
        self.paces: list[Pace] = []
        self.turns: list[tuple[float, Point]] = []
        for leg in legs:
            if leg.rotate is not None:
                self.turns.append((abs(leg.rotate), base.at))
                base = base.turned(leg.rotate, leg.about)
            for point in leg.travel:
                self.paces.append(Pace(base.at, point, base.facing))
                base = base.moved(point, base.facing)
        self.end = base

    @property
    def length(self) -> float:
        """Centimetres moved; turns cost none."""
        return sum(distance(pace.start, pace.end) for pace in self.paces)

    def tracks(self, until: float = math.inf) -> Iterator[tuple[float, Point, Point]]:
        """The lines the centre and the front cover in some centimetres, each with the centimetres
        before it."""
        gone = 0.0
        for pace in self.paces:
            step, end = distance(pace.start, pace.end), pace.end
            if gone + step > until:
                end = along(pace.start, pace.end, (until - gone) / step)
            yield gone, pace.start, end
            base = self.start.moved(pace.start, pace.facing)
            front = base.front
            shift = (end[0] - pace.start[0], end[1] - pace.start[1])
            yield gone, front, (front[0] + shift[0], front[1] + shift[1])
            gone += step
            if gone >= until:
                return

    def after(self, centimetres: float) -> Base:
        """The base after some centimetres of the way."""
        for pace in self.paces:
            step = distance(pace.start, pace.end)
            if centimetres <= step and step > 0:
                at = along(pace.start, pace.end, max(0.0, centimetres) / step)
                return self.start.moved(at, pace.facing)
            centimetres -= step
        return self.end

    def stations(self) -> Iterator[Base]:
        """The base every centimetre of the way, and at its end."""
        for centimetres in range(int(self.length) + 1):
            yield self.after(centimetres)
        yield self.end

    def entered_at(self, terrain: Terrain) -> float | None:
        """After how many centimetres the way first enters a piece of terrain."""
        entries = [
            gone + entry
            for gone, start, end in self.tracks()
            if (entry := terrain.entered_at(start, end)) is not None
        ]
        return min(entries, default=None)


class Plan:
    """What a way means for a unit: found once, for `explain` and for carrying it out."""

    def __init__(self, field: Field, piece: Piece, legs: Sequence[Leg], *, factor: int = 1) -> None:
        self.field = field
        self.piece = piece
        self.way = Way(piece.base, legs)
        self.factor = factor
        entries = [(t, self.way.entered_at(t)) for t in field.terrain if t.kind != "open"]
        self.entries = {t.id: entry for t, entry in entries if entry is not None}
        self.crossed = [t for t in field.terrain if t.id in self.entries]
        self.cut = self._cut_at_edge()

    # --- what it costs ---------------------------------------------------------------------

    @property
    def costly(self) -> list[Terrain]:
        """The terrain of the whole order, earlier parts included (KG-027)."""
        earlier = self.piece.unit.crossed
        return [t for t in self.field.terrain if t.id in self.entries or t.id in earlier]

    def allowance(self, terrain: Sequence[Terrain]) -> float:
        """The movement that some terrain leaves, percentages last (KG-001, KG-027)."""
        piece = self.piece
        base = piece.movement - piece.lost_crew
        base += FORMATION_MOVEMENT.get(piece.unit.formation, 0)
        kinds = {t.kind: t.row for t in terrain if not t.is_work}
        for row in kinds.values():
            mounted = piece.is_mounted and row.movement_mounted is not None
            base += (row.movement_mounted or 0) if mounted else row.movement
        base += sum(t.movement for t in terrain if t.is_work)
        percentages = [row.movement_percent for row in kinds.values() if row.movement_percent]
        if self.field.state.conditions.ground in SLOW_GROUND and self.off_road:
            percentages.append(SLOW_PERCENT)
        if percentages and base > 0:
            base = round(Fraction(base) * (100 + sum(percentages)) / 100)
        return base

    @property
    def off_road(self) -> bool:
        """Whether some of the way leaves the roads."""
        roads = [t for t in self.field.terrain if t.kind in ROADS]
        return not _covered([(p.start, p.end) for p in self.way.paces], roads)

    @property
    def left(self) -> float:
        """The movement left for this way."""
        most = self.allowance(self.costly) * self.factor
        if self.piece.unit.formation == "hedgehog":
            most = min(most, HEDGEHOG_MOVEMENT)
        return most - self.piece.unit.moved

    @property
    def needs_test(self) -> bool:
        """Whether only a Training test lets it move at all (KG-029)."""
        if self.way.length <= TOLERANCE or self.cut is not None:
            return False
        return self.allowance(self.costly) < 1

    @property
    def too_far(self) -> bool:
        """Whether the way is longer than it may be."""
        if self.cut is not None:
            return False
        if self.needs_test:
            half = self.piece.movement / 2 - self.piece.unit.moved
            return not within(self.way.length, half)
        return not within(self.way.length, self.left)

    def _cut_at_edge(self) -> float | None:
        """Where the way ends on the edge of terrain it has no movement for (KG-028)."""
        entered = sorted(self.crossed, key=lambda t: self.entries[t.id])
        for index, terrain in enumerate(entered):
            if self.allowance(entered[: index + 1]) >= 0:
                continue
            entry = self.entries[terrain.id]
            inside = terrain.standing(self.way.start) != "outside"
            if (entry <= TOLERANCE and inside) or terrain.is_work:
                return None
            whole = self.allowance(entered[:index]) * self.factor - self.piece.unit.moved
            edge = self._edge_of(terrain, entry)
            return edge if within(edge, whole) else None
        return None

    def _edge_of(self, terrain: Terrain, entry: float) -> float:
        """How far along the way two corners are inside."""
        low, high = 0.0, self.way.length
        step, reach = 0.25, entry + 2 * self.piece.base.reach
        found = next(
            (
                number * step
                for number in range(int(min(high, reach) / step) + 2)
                if terrain.standing(self.way.after(number * step)) != "outside"
            ),
            high,
        )
        low, high = max(0.0, found - step), found
        for _ in range(20):
            middle = (low + high) / 2
            if terrain.standing(self.way.after(middle)) == "outside":
                low = middle
            else:
                high = middle
        return high

    @property
    def end(self) -> Base:
        """Where the base stands afterwards if nothing stops it."""
        return self.way.end if self.cut is None else self.way.after(self.cut)

    @property
    def length(self) -> float:
        """How far it goes if nothing stops it."""
        return self.way.length if self.cut is None else self.cut

    # --- what stands against it ------------------------------------------------------------

    @property
    def turn(self) -> float:
        """The turns of the way; a column on a road turns with it (KG-088)."""
        free = self.piece.unit.formation == "column" and not self.piece.profile.is_vehicle
        return sum(
            degrees
            for degrees, at in self.way.turns
            if not (free and self.field.kind_at(at) in ROADS)
        )

    @property
    def barred(self) -> Terrain | None:
        """Terrain on the way that the unit may not enter."""
        piece, profile = self.piece, self.piece.profile
        for terrain in self.crossed:
            row = terrain.row
            names = {profile.class_, "mounted" if piece.is_horse else ""}
            if terrain.kind in NEVER_ENTERED or names & {*row.barred, *terrain.bars}:
                return terrain
            if profile.class_ in row.barred_in_depth and any(
                terrain.standing(base) == "depth" for base in self.way.stations()
            ):
                return terrain
        return None

    @property
    def burning(self) -> bool:
        """Whether it leads into fire, or does not lead out of it as it must (KG-045, KG-047)."""
        own = [square for square in self.field.state.fires if burns(square, self.piece.base)]
        for square in self.field.state.fires:
            fire = fire_base(square)
            crossed = any(fire.crossed_by(start, end) for _, start, end in self.way.tracks())
            if fire.overlaps(self.end) or (square not in own and crossed):
                return True
        if not own:
            return False
        return not any(fire_base(s).touches(self.end) for s in self.field.state.fires)

    def passed(self, centimetres: float) -> list[Piece]:
        """The units that some centimetres of the way run through, in file order."""
        tracks = list(self.way.tracks(centimetres))
        return [
            other
            for other in self.field.present
            if other.id != self.piece.id
            and any(other.base.crossed_by(start, end) for _, start, end in tracks)
        ]

    @property
    def blocked(self) -> bool:
        """Whether units or the edge of the table are in the way (KG-090 to KG-092)."""
        heavy = ("vehicle", "artillery")
        for other in self.passed(self.length):
            both = {self.piece.profile.class_, other.profile.class_} <= set(heavy)
            if other.is_enemy(self.piece) or both:
                return True
        if not self.field.on_table(self.end):
            return True
        return any(
            other.base.overlaps(self.end) for other in self.field.present if other is not self.piece
        )

    @property
    def takes_minor(self) -> bool:
        """Whether crossing something on the way takes the minor order (KG-093)."""
        known = self.piece.unit.crossed
        new = [terrain for terrain in self.crossed if terrain.id not in known]
        return any(t.row.minor_order or t.kind == "obstacle" for t in new)

    # --- what dice decide ------------------------------------------------------------------

    @property
    def bogs_at(self) -> int:
        """The faces of the ground's d6 that bog a vehicle, fewer by its off-road level (KG-033,
        KG-035)."""
        if not self.piece.profile.is_vehicle or self.way.length <= TOLERANCE:
            return 0
        ground = self.field.state.conditions.ground
        if self.off_road:
            faces = BOGS.get(ground, {}).get(self.piece.profile.drive, 0)
        else:
            dirt = any(t.kind == "dirt_road" for t in self.crossed)
            faces = MUDDY_ROAD if dirt and ground == "mud" else 0
        return max(0, faces - self.piece.profile.offroad) if faces else 0

    def first_of(self, *kinds: str) -> Terrain | None:
        """The first terrain of some kinds on the way."""
        found = [t for t in self.crossed if t.kind in kinds]
        return min(found, key=lambda t: self.entries[t.id], default=None)

    @property
    def stays_in_water(self) -> bool:
        """Whether it moves in shallow water it stood in before, and ends in it."""
        water = self.first_of("shallow_water")
        if water is None or self.starts_outside(water) or self.length <= TOLERANCE:
            return False
        return water.standing(self.end) != "outside"

    def starts_outside(self, terrain: Terrain) -> bool:
        """Whether the way enters a piece of terrain from outside."""
        return terrain.standing(self.way.start) == "outside"


def _covered(lines: Sequence[tuple[Point, Point]], areas: Sequence[Terrain]) -> bool:
    """Whether straight lines run in some areas only."""
    for start, end in lines:
        shares = sorted({share for area in areas for share in cuts(start, end, area.polygon)})
        pairs = list(itertools.pairwise(shares))
        if not pairs:
            return False
        middles = [along(start, end, (one + other) / 2) for one, other in pairs]
        if not all(any(area.holds(middle) for area in areas) for middle in middles):
            return False
    return bool(lines)


def straight(legs: Sequence[Leg]) -> bool:
    """Whether legs are one turn of at most 90° and one straight line (KG-089)."""
    turns = [index for index, leg in enumerate(legs) if leg.rotate is not None]
    points = sum(len(leg.travel) for leg in legs)
    narrow = all(abs(leg.rotate or 0) <= STRAIGHT_TURN + TOLERANCE for leg in legs)
    return points == 1 and turns in ([], [0]) and narrow


def march(res: Resolution, name: str, plan: Plan, *, run: bool = False) -> bool:
    """Carry out a move; whether it came to its end (P8)."""
    if plan.needs_test and not res.test(name):
        _stand(res, name, plan)
        return False
    stopped = _bogging(res, name, plan)
    if stopped is None:
        stopped = _entering_water(res, name, plan)
    base = plan.end if stopped is None else plan.way.after(stopped)
    length = plan.length if stopped is None else stopped
    _pass_through(res, name, plan, length)
    _arrive(res, name, plan, base, length, run=run, stuck=stopped is not None)
    return stopped is None


def _stand(res: Resolution, name: str, plan: Plan) -> None:
    res.emit("stayed", "KG-029", unit=name, units={name: {"stuck": True}})


def _bogging(res: Resolution, name: str, plan: Plan) -> float | None:
    """After how many centimetres a vehicle or gun is bogged, None if it is not (KG-032, KG-033)."""
    if plan.bogs_at:
        face = res.roll(6)
        res.emit("bogging_tested", "KG-033", unit=name, face=face, bogs_at=plan.bogs_at)
        if face <= plan.bogs_at:
            return 0.0
    if plan.piece.profile.class_ not in ("vehicle", "artillery"):
        return None
    terrain = plan.first_of(*TESTED_TERRAIN)
    if terrain is None or res.test(name, skill=_offroad(plan.piece)):
        return None
    return plan.entries[terrain.id] if plan.starts_outside(terrain) else 0.0


def _offroad(piece: Piece) -> int:
    return piece.profile.offroad if piece.profile.is_vehicle else 0


def _entering_water(res: Resolution, name: str, plan: Plan) -> float | None:
    """Wading in disorders, or bogs a vehicle (KG-031, KG-093)."""
    water = plan.first_of("shallow_water")
    if water is None or not plan.starts_outside(water):
        return None
    if res.test(name, skill=_offroad(plan.piece)):
        return None
    if plan.piece.profile.is_vehicle:
        return plan.entries[water.id]
    disorder(res, name, "KG-030")
    return None


def _pass_through(res: Resolution, name: str, plan: Plan, length: float) -> None:
    """Units that pass through each other may fall into disorder (KG-090, KG-091)."""
    passed = [other.id for other in plan.passed(length)]
    if not passed:
        return
    if plan.piece.profile.class_ in ("vehicle", "artillery"):
        for other in passed:
            disorder(res, other, "KG-090")
        return
    for one in (name, *passed):
        if not res.test(one, skill=_offroad(res.piece(one))):
            if res.piece(one).profile.is_vehicle:
                _count_bogging(res, one)
            else:
                disorder(res, one, "KG-091")


def _count_bogging(res: Resolution, name: str, *, elsewhere: bool = False) -> None:
    """One more failure at this spot, the first where it was `elsewhere` before; three are for good
    (KG-034)."""
    times = 1 if elsewhere else res.unit(name).bogged + 1
    fields = {"bogged": times, "stuck": True}
    if times >= STUCK_FOR_GOOD:
        fields["immobilised"] = True
    res.change("bogged", name, "KG-031", "KG-034", **fields)


def _arrive(
    res: Resolution, name: str, plan: Plan, base: Base, length: float, *, run: bool, stuck: bool
) -> None:
    unit = res.unit(name)
    moved = length > TOLERANCE
    known = [*unit.crossed, *(t.id for t in plan.crossed if t.id not in unit.crossed)]
    fields = {
        "at": base.at,
        "facing": base.facing,
        "moved": unit.moved + length,
        "turned": unit.turned + plan.turn,
        "crossed": tuple(known),
        "ran": unit.ran or run,
        "minor": unit.minor + (1 if plan.takes_minor else 0),
    }
    if moved:
        fields |= {"in_position": None, "hidden": False}
    if moved and not stuck:
        fields["bogged"] = 0
    res.emit("moved", "KG-087", unit=name, units={name: fields}, length=length, to=base.at)
    if stuck:
        _count_bogging(res, name, elsewhere=moved)
    elif plan.piece.profile.is_vehicle:
        _instead_of_disorder(res, name, plan)
    if not plan.piece.profile.is_vehicle:
        if plan.piece.burning:
            disorder(res, name, "KG-047")
        _disorder_by_terrain(res, name, plan)
    if plan.piece.profile.is_vehicle and res.conditions.ground == "very_dry" and moved:
        raise_dust(res, plan.way, length)


def _instead_of_disorder(res: Resolution, name: str, plan: Plan) -> None:
    """Where others would be disordered at the end of a move, out of a fire or in water they were in
    before, a vehicle tests Training (KG-031)."""
    if (plan.piece.burning or plan.stays_in_water) and not res.test(
        name, skill=_offroad(plan.piece)
    ):
        _count_bogging(res, name)


def _disorder_by_terrain(res: Resolution, name: str, plan: Plan) -> None:
    """Terrain that forbids the formation, or water it ends in, disorders (KG-030)."""
    piece = res.piece(name)
    if plan.way.length <= TOLERANCE:
        return
    entered = [t for t in plan.crossed if t in piece.areas or plan.cut is None]
    narrow = any(t.row.open_order for t in (*entered, *piece.areas))
    if narrow and piece.unit.formation not in OPEN_ORDER:
        disorder(res, name, "KG-030")
    if piece.stands_in("shallow_water"):
        disorder(res, name, "KG-030")


def raise_dust(res: Resolution, way: Way, length: float) -> None:
    """Vehicles raise dust where they start and every 10 cm (KG-025, KG-048)."""
    for step in range(int(length / DUST_EVERY + TOLERANCE) + 1):
        add_cloud(res, "dust", way.after(step * DUST_EVERY).at)
