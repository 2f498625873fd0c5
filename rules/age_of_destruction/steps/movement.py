"""How far and where a unit may move (rules AOD-MOVE, RUN, MODE, TERRAIN, ELEV, VTOL)."""

from collections.abc import Iterable
from functools import partial

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.moment.showing import Showing
from rules.age_of_destruction.moment.standing import refuse_standing
from rules.age_of_destruction.moment.values import half, speed
from rules.age_of_destruction.state.legs import Landing, Leg, Spot
from rules.age_of_destruction.steps.captives import barred_way, led_by, refuse_lead, refuse_parting
from rules.age_of_destruction.steps.transport import embarked, refuse_boarding, refuse_disembarking
from rules.age_of_destruction.table import path as paths
from rules.age_of_destruction.table.bases import TOLERANCE, Base
from rules.age_of_destruction.table.terrain import Level
from rules.core.geometry import EPSILON, Point, box, length
from rules.core.kept import of_a_moment
from rules.core.tally import Part, Tally

#: Inches a change of level costs (AOD-VTOL-003) and a shot on the move (AOD-VTOL-011).
LEVEL_COST = 2
SHOT_COST = 12


class Pace(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """In what manner a unit moves; `slowest` is the speed that bounds it in a formation,
    `transport_actions` counts boardings and disembarkations."""

    run: bool = False
    ranged_assault: bool = False
    shoots: bool = False
    jumps: bool = False
    slowest: int | None = None
    transport_actions: int = 0


class Pose(msgspec.Struct, frozen=True, gc=False):
    """Where a unit stands and looks."""

    at: Point
    facing: float
    level: Level


@of_a_moment
def allowance(piece: Piece, pace: Pace) -> Tally:
    """The inches a unit may move, with reasons; halving for terrain comes last (AOD-TERRAIN-008).

    Running doubles and a ranged assault halves the modified speed, or the printed one where the
    ruling `run_and_assault_act_on` says so. The slowest sets the speed of a formation
    (AOD-FORM-006). Boarding and disembarking take half of what that leaves each (AOD-CARRY-009,
    012, 016, 019); below 0, they cost more than there is.
    """
    mover = piece.mover(jumps=pace.jumps)
    hindered = paths.starts_hindered(piece.field.table, piece.base, mover)
    printed = piece.field.ruling("run_and_assault_act_on") == "unmodified_value"
    return _paced(piece.showing, speed(piece), pace, hindered, printed)


@of_a_moment
def _paced(showing: Showing, own: Tally, pace: Pace, hindered: bool, printed: bool) -> Tally:
    """What a speed allows at a pace; `printed`: runs and assaults act on the printed one."""
    parts = list(own.parts)
    total = own.total
    if pace.slowest is not None and pace.slowest < total:
        parts.append(Part("formation", pace.slowest - total))
        total = pace.slowest
    acted_on = showing.click.speed if printed else total
    if pace.run:
        parts.append(Part("run", showing.click.speed if printed else total))
    if pace.ranged_assault:
        parts.append(Part("assault", max(half(acted_on) - acted_on, -total)))
    if pace.shoots:
        parts.append(Part("shot", -min(SHOT_COST, total)))
    available = sum([part.value for part in parts])
    if pace.transport_actions:
        parts.append(Part("transport", -half(available) * pace.transport_actions))
    if hindered:
        total = max(sum(part.value for part in parts), 0)
        parts.append(Part("hindering", half(total) - total))
    return Tally(tuple(parts))


@of_a_moment
def _forced_stop(
    field: Field, path: tuple[Point, ...], facing: float, mover: paths.Mover
) -> paths.Stop | None:
    return paths.forced_stop(field.table, path, facing, mover)


class Walk:
    """A unit taken along the legs of a move, on paper; what is wrong goes to the refusals."""

    def __init__(self, field: Field, piece: Piece, pace: Pace, refusals: Refusals) -> None:
        self.field = field
        self.piece = piece
        self.pace = pace
        self.refusals = refusals
        self.pose = Pose(piece.at, piece.now.facing, piece.now.level)
        self.spent = 0.0
        self.landed_aloft = False
        self._way: list[Point] = [piece.at]
        self._way_facing = piece.now.facing
        self._has_left = False
        self._mover = piece.mover(jumps=pace.jumps)

    def take(self, legs: Iterable[Leg]) -> None:
        """Take every leg; a shot only needs a legal stop."""
        legs = tuple(legs)
        if any(leg.captive for leg in legs) and (captive := led_by(self.piece)):
            self.field = self.field.moved(captive.id, at=None)
        turned = False
        for index, leg in enumerate(legs):
            if self.landed_aloft and not leg.shoot:
                self.refusals.add("STAYS_AFTER_LANDING", self.piece.id)
            if leg.travel is not None:
                if turned:
                    self.stop()
                turned = False
                self.travel(leg.travel)
            elif leg.rotate is not None:
                turned = True
                self.pose = msgspec.structs.replace(self.pose, facing=leg.rotate % 360)
            elif leg.level is not None:
                self.change_level(leg.level)
            elif leg.shoot is not None:
                self.stop()
            elif leg.board is not None:
                self.board(leg.board, first=index == 0)
            elif leg.disembark is not None:
                self.disembark(leg.disembark)
            elif leg.captive is not None:
                self.lead(leg.captive)

    def finish(self) -> None:
        """Check the last stop and what has been spent."""
        self.stop()
        if self.piece.captives:
            refuse_parting(self.there, self.piece.id, self.refusals)
        given = allowance(self.piece, self.pace)
        if self.spent > given.total + EPSILON:
            paid = -sum(part.value for part in given.parts if part.what == "transport")
            self.refusals.add(
                "TOO_FAR",
                self.piece.id,
                allowance=given.total + paid,
                spent=round(self.spent + paid, 2),
            )

    @property
    def there(self) -> Field:
        """The field with the unit where it has come to."""
        return moved_field(self.field, self.piece, self.pose)

    def board(self, names: tuple[str, ...], *, first: bool) -> None:
        """Take units aboard before anything else (AOD-CARRY-007)."""
        if not first:
            self.refusals.add("BOARDING_FIRST", self.piece.id)
        riders = refuse_boarding(self.field, self.field.piece(self.piece.id), names, self.refusals)
        self.field = embarked(self.field, self.piece, riders)

    def disembark(self, landings: tuple[Landing, ...]) -> None:
        """Put passengers down behind the unit (AOD-CARRY-016, AOD-CARRY-017)."""
        self.stop()
        self.field = refuse_disembarking(self.there, self.piece.id, landings, self.refusals)
        self.landed_aloft = self.pose.level == "cruising"

    def lead(self, spot: Spot) -> None:
        """Put the captive where the unit has come to (AOD-CAPTURE-015)."""
        self.field = refuse_lead(self.there, self.piece, spot, self.refusals)

    def travel(self, points: Iterable[Point]) -> None:
        """One piece of the way."""
        self._has_left = True
        path = [self.pose.at, *points]
        table, mover = self.field.table, self._mover
        left, right, low, high = around = box(path)
        self.spent += length(path)
        self.pose = msgspec.structs.replace(self.pose, at=path[-1])
        if left < 0 or right > table.width or low < 0 or high > table.depth:
            self.refusals.add("OFF_TABLE", self.piece.id)
        bases = barring_bases(
            self.field, self.piece, self.pace, self.pose.level, self.field.bases.near_way(around)
        )
        for other in paths.crossed_bases(path, around, bases):
            self.refusals.add("BASE_IN_WAY", other)
        if not slips_between(self.piece):
            for pair in paths.slips_between(path, self.field.bases.pairs(bases)):
                self.refusals.add("BETWEEN_BASES", *pair)
        near = table.near(around)
        for element in paths.crossed_terrain(near, path, mover):
            self.refusals.add("TERRAIN_IN_WAY", element)
        if captive := led_by(self.piece):
            for element in barred_way(captive, self.piece.outline, near, path):
                self.refusals.add("TERRAIN_IN_WAY", element)
        for element in paths.missed_access(near, path, mover):
            self.refusals.add("NO_ACCESS", element)
        self._way += path[1:]
        stop = _forced_stop(self.field, tuple(self._way), self._way_facing, mover)
        if stop and length(self._way) > stop.inches + TOLERANCE:
            self.refusals.add(
                "MUST_STOP", stop.element, inches=round(stop.inches, 2), cause=stop.cause
            )

    def change_level(self, level: Level) -> None:
        """Climb or descend (AOD-VTOL-003)."""
        if not self.piece.is_vtol:
            self.refusals.add("NO_LEVELS", self.piece.id)
        elif level == "cruising" and (grounding := self.field.grounding):
            self.refusals.add("CONDITION_FORBIDS", self.piece.id, name=grounding)
        elif level != self.pose.level:
            self.spent += LEVEL_COST
            self.pose = msgspec.structs.replace(self.pose, level=level)
            self._mover = self.piece.mover(jumps=self.pace.jumps, level=level)
            self._way, self._way_facing = [self.pose.at], self.pose.facing

    def stop(self) -> None:
        """Check that the unit may stand where it has come to; one that has not left its place may
        stay there, whatever lies under it."""
        outline = self.piece.figure.shape.outline(self.pose.at, self.pose.facing)
        stays = not self._has_left and self.pose.level == self.piece.now.level
        if stays and outline == self.piece.outline:
            return
        refuse_standing(self.field, self.piece.id, outline, self._mover, self.refusals)


def barring_bases(
    field: Field, piece: Piece, pace: Pace, level: Level, bases: Iterable[Base]
) -> list[Base]:
    """Those of some bases that a mode may not cross at a level (AOD-MOVE-003, MODE-009, QUAD-003,
    VTOL-007)."""
    cruising_too = field.ruling("cruising_bases_block_paths")
    if pace.jumps or (level == "cruising" and not cruising_too):
        return []
    crossed = ["infantry"] if piece.is_mech else []
    if piece.permitting("step_over_vehicles"):
        crossed.append("vehicle")
    return [
        base
        for base in bases
        if base.id != piece.id and (cruising_too or not base.cruising) and base.type not in crossed
    ]


def slips_between(piece: Piece) -> bool:
    """Whether equipment lets a unit pass between touching bases (AOD-MOVE-004)."""
    return bool(piece.permitting("slip_between_bases"))


def may_face(piece: Piece, facing: float) -> bool:
    """Whether a unit has room to turn where it stands (AOD-CONTACT-006)."""

    def refuse(refusals: Refusals) -> None:
        walk = Walk(piece.field, piece, Pace(), refusals)
        walk.take((Leg(rotate=facing),))
        walk.stop()

    return permits(refuse)


def moved_field(field: Field, piece: Piece, pose: Pose) -> Field:
    """The field with a unit at the end of its way."""
    return field.moved(piece.id, at=pose.at, facing=pose.facing, level=pose.level)


def refuse_run(piece: Piece, refusals: Refusals) -> None:
    """AOD-RUN-001; heat may forbid it."""
    if not piece.is_mech:
        refusals.add("NOT_A_MECH", piece.id)
    if any(effect.forbids_run for _, effect in piece.heat_effects):
        refusals.add("RUN_FORBIDDEN", piece.id)


def planned_walk(
    field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace, refusals: Refusals
) -> Walk:
    """The way on paper at the planned pace; what is wrong with it goes to the refusals."""
    return walked(field, piece, legs, planned_pace(field, piece, legs, pace), refusals)


def planned_pace(field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace) -> Pace:
    """On the ground where that will do, else by jumping where the unit can.

    It also counts what the legs do with passengers.
    """
    actions = [leg for leg in legs if leg.board is not None or leg.disembark is not None]
    if actions:
        pace = msgspec.structs.replace(pace, transport_actions=len(actions))
    if pace.run or piece.jump is None or permits(partial(walked, field, piece, legs, pace)):
        return pace
    return msgspec.structs.replace(pace, jumps=True)


def walked(
    field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace, refusals: Refusals
) -> Walk:
    """The whole way on paper at a pace."""
    walk = Walk(field, piece, pace, refusals)
    walk.take(legs)
    walk.finish()
    return walk


class BreakAway(msgspec.Struct, frozen=True, gc=False):
    """What a unit needs to leave contact, and the equipment that counts; None for no roll."""

    needed: int | None
    used: tuple[tuple[Piece, Fitted], ...] = ()


#: The lowest face with which a unit breaks away (AOD-BREAK-002 to 004).
_USUAL_FAILURE = {"infantry": 3, "vehicle": 3, "mech": 2}
_HOVER_FAILURE = 1


def break_away(piece: Piece, *, jumps: bool) -> BreakAway:
    """Whether a unit must roll before it moves, and what it needs (AOD-BREAK-001 to 007)."""
    beside = piece.opponents_in_contact
    holding = [other for other in beside if _holds(piece, other)]
    one_will_do = not piece.field.ruling("break_away_auto_only_if_all_disabled")
    if not holding or (one_will_do and any(_disabled(other) for other in beside)):
        return BreakAway(None)
    fails = _USUAL_FAILURE[piece.unit.type]
    used: tuple[tuple[Piece, Fitted], ...] = ()
    if piece.mode == "hover":
        fails = _HOVER_FAILURE
    for fitted in piece.working:
        better = fitted.item.breaks_away(jumps=jumps)
        if better is not None and better < fails:
            fails, used = better, ((piece, fitted),)
    holds = [(other, f, f.item.holds(other, piece)) for other in holding for f in other.working]
    firmest = max((hold for _, _, hold in holds), default=0)
    if firmest > fails:
        fails = firmest
        used = tuple((other, fitted) for other, fitted, hold in holds if hold == firmest)
    return BreakAway(fails + 1, used)


def _holds(piece: Piece, other: Piece) -> bool:
    """Whether an opponent in contact makes a unit roll (AOD-BREAK-006, AOD-BREAK-007)."""
    return not _disabled(other) and not (piece.is_quad and other.is_infantry)


def _disabled(other: Piece) -> bool:
    return other.now.shutdown or other.is_salvage


def gripping(other: Piece, piece: Piece) -> list[Fitted]:
    """The equipment with which an opponent in contact holds a unit fast as long as he likes."""
    return [f for f in other.working if f.item.optional and f.item.holds(other, piece)]


def legs_of_held(piece: Piece, legs: tuple[Leg, ...]) -> tuple[Leg, ...]:
    """What is left of a move after a failed break away (AOD-BREAK-005, AOD-BREAK-009)."""
    turns = piece.is_infantry or (piece.is_mech and not piece.is_quad)
    if piece.unit.type == "vehicle":
        turns = bool(piece.field.ruling("vehicle_may_rotate_after_failed_break_away"))
    transports = bool(piece.field.ruling("transport_actions_after_failed_break_away"))
    return tuple(
        leg
        for leg in legs
        if leg.shoot
        or (leg.rotate is not None and turns and may_face(piece, leg.rotate))
        or ((leg.board or leg.disembark) and transports)
    )
