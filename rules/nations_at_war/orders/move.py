"""Move a counter, or several together; load, unload, enter the map; answer who fires at movers."""

from collections.abc import Iterator, Mapping
from typing import Literal, Self

import msgspec

from rules.core.codec import Unreadable
from rules.core.refusals import Refusals
from rules.core.typed import missing
from rules.nations_at_war.chance import ScriptedChance
from rules.nations_at_war.course import Course
from rules.nations_at_war.legs import Fire, Fires, Leg, Legs
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.movement import Firing, move, refuse_fire
from rules.nations_at_war.orders.base import Order, active_units, refuse_actor
from rules.nations_at_war.position import Name
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.state import Question, UnderWay
from rules.nations_at_war.ways import Way, reach


class Stopped(Exception):
    """The move cannot go on before somebody says who fires."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Move(Order, frozen=True):
    """Move one counter by its `legs`, or `members` that start in one hex by theirs (NW-028…046).

    `opportunity_fire` is the fire the movers draw, handed in beforehand (NW-033).
    """

    unit: Name | None = None
    legs: Legs = ()
    members: tuple[Name, ...] = ()
    member_legs: dict[Name, Legs] = msgspec.field(default_factory=dict)
    opportunity_fire: Fires | None = None

    @property
    def ways(self) -> dict[str, tuple[Leg, ...]]:
        """The legs of every mover."""
        if self.members:
            return {member: self.member_legs[member] for member in self.members}
        return {self.unit or "": self.legs}

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """The movers, and who fires at whom."""
        movers = [(f"members[{index}]", name) for index, name in enumerate(self.members)]
        fires = _names_of("opportunity_fire", self.opportunity_fire or ())
        return (*(movers or [("unit", self.unit or "")]), *fires)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report what keeps the movers, their ways, and the fire handed in."""
        ways = {}
        for unit_id, legs in self.ways.items():
            refuse_actor(now, unit_id, refusals)
            if now.unit(unit_id).fired:
                refusals.add("FIRED_ALREADY", unit_id)
            if not now.unit(unit_id).eliminated:
                ways[unit_id] = Way(now, unit_id, legs, refusals)
        if len({now.unit(unit_id).at for unit_id in ways}) > 1:
            refusals.add("NOT_TOGETHER", *self.ways)
        if refusals.violations:
            self._explain_fire_alone(now, refusals)
        elif self.opportunity_fire:
            self._explain_fire(now, ways, self.opportunity_fire, refusals)

    def _explain_fire_alone(self, now: Moment, refusals: Refusals) -> None:
        """Report fire that could not be if the ways, against which there is something, were gone
        as stated."""
        ways = self.ways
        for fire in self.opportunity_fire or ():
            hexes = sum(len(leg.entered) for leg in ways.get(fire.target, ()))
            if fire.target in ways and not 1 <= fire.after <= hexes:
                refusals.add("NO_SUCH_MOMENT", fire.unit, target=fire.target, after=fire.after)
            refuse_fire(now, ways, fire, refusals)

    def _explain_fire(
        self, now: Moment, ways: Mapping[str, Way], fires: tuple[Fire, ...], refusals: Refusals
    ) -> None:
        """Report fire that cannot be, by moving in thought."""
        course = in_thought(now)
        heard: list[Fire] = []
        firing = _handed_in(fires)

        def hear(question: Question, entered: Mapping[str, int]) -> tuple[Fire, ...]:
            heard.extend(found := firing(question, entered))
            return found

        move(course, ways, hear, refusals)
        for fire in fires:
            if any(fire is each for each in heard):
                continue
            if fire.target in ways and course.now.unit(fire.target).eliminated:
                refusals.add("ELIMINATED", fire.target)
            else:
                refusals.add("NO_SUCH_MOMENT", fire.unit, target=fire.target, after=fire.after)

    def carry_out(self, course: Course) -> None:
        """Move; with prompts asked for, as far as the first question."""
        if self.opportunity_fire is not None:
            set_out(course, self.ways, _handed_in(self.opportunity_fire))
        elif course.setup.asks:
            go_on(course, self.ways, ())
        else:
            set_out(course, self.ways, _nobody)

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Every hex in reach by a cheapest way, flips before it and after it, entries."""
        for unit_id in active_units(now, player):
            for legs in _sample_legs(now, unit_id):
                yield cls(unit=unit_id, legs=legs)


class Answer(Order, frozen=True):
    """Who fires at the movers that have just entered a hex; an empty list declines (NW-033). With
    `rest` it speaks for what is left of the way, too: nobody fires there."""

    to: Literal["opportunity_fire"]
    fire: Fires = ()
    rest: bool = False

    stages = ("impulse",)

    @property
    def units(self) -> tuple[tuple[str, str], ...]:
        """Who fires at whom."""
        return _names_of("fire", self.fire)

    def explain(self, now: Moment, refusals: Refusals) -> None:
        """Report fire that cannot be."""
        if (way := now.state.under_way) is None:
            refusals.add("NO_QUESTION")
            return
        course = Course(now.setup, way.start, ScriptedChance((), ()))
        go_on(course, way.members, (*way.answers, self.fire), refusals=refusals)

    def carry_out(self, course: Course) -> None:
        """The move goes on: it is gone anew from its start, with one answer more."""
        raise TypeError("an answer is carried out by the move it belongs to")

    @classmethod
    def candidates(cls, now: Moment, player: str) -> Iterator[Self]:
        """Nobody, or any single one who may, with any result; charts answer for either player."""
        way = now.state.under_way
        if way is None:
            return
        yield cls(to="opportunity_fire")
        yield cls(to="opportunity_fire", rest=True)
        for firer in way.question.may:
            for target in way.question.units:
                for result in ("none", "disrupted", "reduced", "eliminated"):
                    fire = msgspec.convert(
                        {"unit": firer, "target": target, "result": result}, Fire
                    )
                    yield cls(to="opportunity_fire", fire=(fire,))


def in_thought(now: Moment) -> Course:
    """A course that nobody sees, for what neither rolls nor draws."""
    return Course(now.setup, now.state, ScriptedChance((), ()))


def set_out(
    course: Course,
    members: Mapping[str, tuple[Leg, ...]],
    firing: Firing,
    refusals: Refusals | None = None,
) -> None:
    """Let members go their legs, which `explain` found nothing against."""
    ways = {unit: Way(course.now, unit, legs, Refusals(REFUSALS)) for unit, legs in members.items()}
    move(course, ways, firing, refusals or Refusals(REFUSALS))


def go_on(
    course: Course,
    members: Mapping[str, tuple[Leg, ...]],
    answers: tuple[tuple[Fire, ...], ...],
    *,
    rest: bool = False,
    refusals: Refusals | None = None,
) -> None:
    """A move with the answers so far, up to its next question or its end; with `rest` nothing more
    is asked."""
    start, found = course.state, refusals if refusals is not None else Refusals(REFUSALS)
    try:
        set_out(course, members, _answered(answers, rest), found)
    except Stopped as stopped:
        way = UnderWay(start, dict(members), answers, len(course.events), stopped.question)
        course.stop(way)


def _answered(answers: tuple[tuple[Fire, ...], ...], rest: bool) -> Firing:
    """The fire of one answer after another; raises Stopped when they run out, unless nobody fires
    for the rest."""
    left = list(answers)

    def firing(question: Question, entered: Mapping[str, int]) -> tuple[Fire, ...]:
        if left:
            return left.pop(0)
        if rest:
            return ()
        raise Stopped(question)

    return firing


def _handed_in(fires: tuple[Fire, ...]) -> Firing:
    """The fire that names this moment of a mover's way."""
    return lambda question, entered: tuple(
        fire for fire in fires if entered.get(fire.target) == fire.after
    )


def _nobody(question: Question, entered: Mapping[str, int]) -> tuple[Fire, ...]:
    return ()


def _names_of(field: str, fires: tuple[Fire, ...]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"{field}[{index}].{role}", getattr(fire, role))
        for index, fire in enumerate(fires)
        for role in ("unit", "target")
    )


def refuse_incomplete(order: Move, path: str) -> None:
    """Raise Unreadable for a move that says nobody, or nothing of a member."""
    if not order.members and order.unit is None:
        raise missing("unit", path)
    for index, member in enumerate(order.members):
        if member in order.members[:index]:
            raise Unreadable(f"{path}.members[{index}]", "NAMED_TWICE", name=member)
        if member not in order.member_legs:
            raise missing(member, f"{path}.member_legs")
    for name in order.member_legs:
        if name not in order.members:
            raise Unreadable(f"{path}.member_legs.{name}", "UNKNOWN_NAME", name=name)


def _sample_legs(now: Moment, unit_id: str) -> Iterator[tuple[Leg, ...]]:
    unit, flips = now.unit(unit_id), _flips(now, unit_id)
    yield from ((flip,) for flip in flips)
    for way in reach(now, unit_id).values():
        travel = Leg(travel=way)
        yield (travel,)
        yield from ((travel, flip) for flip in flips)
    if unit.at is None and (entry := now.setup.counters[unit_id].reinforcement):
        for at in entry.hexes or tuple(now.setup.map.hexes):
            yield (Leg(enter=at),)


def _flips(now: Moment, unit_id: str) -> tuple[Leg, ...]:
    if not now.setup.two_sided(unit_id):
        return ()
    mounted = now.unit(unit_id).side == "mounted"
    return (Leg(unload=True) if mounted else Leg(load=True),)
