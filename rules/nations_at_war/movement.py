"""Movers on their way, hex by hex: Opportunity Fire, meeting the enemy, what fire does to a way."""

from collections.abc import Callable, Container, Mapping

from rules.core.refusals import Refusals
from rules.nations_at_war import events
from rules.nations_at_war.course import Course
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.legs import Fire
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.refusals import REFUSALS
from rules.nations_at_war.results import apply_result, refuse_absent, refuse_result, report
from rules.nations_at_war.state import Question
from rules.nations_at_war.ways import Step, Way, shared_steps

#: Who fires at movers that have just entered a hex: the question, and how many hexes each mover has
#: entered by then.
Firing = Callable[[Question, Mapping[str, int]], tuple[Fire, ...]]


class Mover:
    """A counter on its way, and what is left of it."""

    def __init__(self, unit_id: str, way: Way) -> None:
        self.unit_id = unit_id
        self.left = way.allowance
        self.steps = list(way.steps)
        self.entered = 0

    def take(self) -> Step:
        """The next step of the way."""
        step = self.steps.pop(0)
        self.left = step.left
        return step


def move(course: Course, ways: Mapping[str, Way], firing: Firing, refusals: Refusals) -> None:
    """Carry out the ways of counters that move as one (NW-028…034).

    Reasons against the fire that `firing` hands in go to `refusals`; such fire is passed over.
    """
    movers = [Mover(unit_id, way) for unit_id, way in ways.items()]
    for unit_id in ways:
        _say_in_command(course, unit_id)
    for _ in range(shared_steps(ways)):
        together = [mover for mover in movers if _flips_then_enters(course, mover)]
        if together:
            _enter(course, together, firing, refusals)
    for mover in movers:
        while _flips_then_enters(course, mover):
            _enter(course, [mover], firing, refusals)
        _finish(course, mover)


def _say_in_command(course: Course, unit_id: str) -> None:
    if course.now.waits(unit_id):
        formation = course.setup.counters[unit_id].formation
        course.emit(
            events.InCommand(
                formation=formation, units=(unit_id,), why="reinforcement", rules=("NW-021",)
            )
        )


def _flips_then_enters(course: Course, mover: Mover) -> bool:
    """Let a mover load or unload where it stands; whether it then enters another hex. They draw no
    fire in place (NW-033)."""
    while mover.steps and mover.steps[0].side is not None:
        step = mover.take()
        mounts = step.side == "mounted"
        kind = events.Loaded if mounts else events.Unloaded
        rule = "NW-038" if mounts else "NW-040"
        course.emit(kind(unit=mover.unit_id, left=step.left, rules=(rule, "NW-041", "NW-045")))
    return bool(mover.steps)


def _enter(course: Course, movers: list[Mover], firing: Firing, refusals: Refusals) -> None:
    """Movers enter their next hex together: fire is drawn, then an enemy there is met."""
    steps = {mover.unit_id: mover.take() for mover in movers}
    at = next(iter(steps.values())).at
    if at is None:
        raise ValueError("this step enters no hex")
    units, owner = tuple(steps), course.setup.owner(movers[0].unit_id)
    costs = {unit: step.cost for unit, step in steps.items()}
    may = course.now.may_fire(owner)
    same = len(set(costs.values())) == 1
    course.emit(
        events.Entered(
            units=units,
            at=at,
            cost=next(iter(costs.values())) if same else costs,
            may=may,
            rules=("NW-028", "NW-033"),
        )
    )
    for mover in movers:
        mover.entered += 1
    entered = {mover.unit_id: mover.entered for mover in movers}
    for fire in firing(Question(units, at, may), entered):
        _suffer(course, {mover.unit_id: mover for mover in movers}, fire, refusals)
    _meet(course, movers, at)


def _suffer(course: Course, movers: Mapping[str, Mover], fire: Fire, refusals: Refusals) -> None:
    """Fire at a mover, with the result handed in (NW-033)."""
    found = Refusals(REFUSALS)
    refuse_fire(course.now, movers, fire, found)
    if found.violations:
        refusals.violations += found.violations
        return
    report(course, "opportunity_fire", fire.unit, fire.target, "NW-020", "NW-033")
    apply_result(course, fire.target, fire.result)
    mover = movers[fire.target]
    if fire.result == "eliminated":
        _drop(course, mover, 0, "eliminated")
    elif fire.stops:
        _drop(course, mover, 0, "stopped")
    elif fire.result == "disrupted":
        loads = (index for index, step in enumerate(mover.steps) if step.side == "mounted")
        _drop(course, mover, next(loads, len(mover.steps)), "disrupted")


def refuse_fire(now: Moment, movers: Container[str], fire: Fire, refusals: Refusals) -> None:
    """Report why a counter cannot fire at a mover; range and sight are the caller's (NW-033)."""
    if fire.target not in movers:
        refusals.add("NO_SUCH_MOMENT", fire.unit, target=fire.target, after=fire.after)
        return
    if not refuse_absent(now, fire.unit, refusals):
        if now.setup.owner(fire.unit) == now.setup.owner(fire.target):
            refusals.add("NOT_AN_ENEMY", fire.unit, target=fire.target)
        if now.barred_from_fire(fire.unit):
            refusals.add("OPS_COMPLETE", fire.unit)
    if now.unit(fire.target).eliminated:
        refusals.add("ELIMINATED", fire.target)
    else:
        refuse_result(now, fire.target, fire.result, refusals)


def _drop(course: Course, mover: Mover, index: int, why: events.Dropped) -> None:
    """Leave out the rest of a way from a step on."""
    if index >= len(mover.steps):
        return
    leg = mover.steps[index].leg
    del mover.steps[index:]
    rules = ("NW-039",) if why == "disrupted" else ("NW-033",)
    course.emit(events.LegDropped(unit=mover.unit_id, leg=leg, why=why, rules=rules))


def _meet(course: Course, movers: list[Mover], at: Hex) -> None:
    """Whoever is still there assaults or overruns an enemy of the hex; how is the combat chapter's
    (NW-032)."""
    for mover in movers:
        enemy = course.now.enemy_at(course.setup.owner(mover.unit_id), at)
        if enemy and course.now.unit(mover.unit_id).on_map:
            report(course, "assault_or_overrun", mover.unit_id, enemy, "NW-032")


def _finish(course: Course, mover: Mover) -> None:
    """Ops Complete for who is still there (NW-029)."""
    at = course.now.unit(mover.unit_id).at
    if at is not None:
        course.emit(events.Moved(unit=mover.unit_id, at=at, mp_left=mover.left, rules=("NW-029",)))
