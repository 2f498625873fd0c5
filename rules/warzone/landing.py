"""Falls and drops: what the height does to a model and to those it lands on."""

from collections.abc import Callable, Iterable

from rules.core.geometry import Point
from rules.warzone import events
from rules.warzone.course import Course
from rules.warzone.ground import LOST
from rules.warzone.moment import Moment
from rules.warzone.odds import harm_of, is_high
from rules.warzone.position import Places
from rules.warzone.room import Newcomer, put_aside


def may_lie_prone(now: Moment, unit: str) -> bool:
    """Vehicles that are no walkers are never prone (WZ-032)."""
    profile = now.profile(unit)
    return profile.kind != "vehicle" or profile.walker


def fall(course: Course, unit: str, at: Point, height: float, places: Places) -> None:
    """A model falls straight down at a place, from a height above where it then lies (WZ-051)."""
    elevation = lies_at(course.now, unit, at, height)
    course.emit(
        events.Fell(unit=unit, at=at, elevation=elevation, height=height, rules=("WZ-051",))
    )
    land(course, unit, height, places)


def lies_at(now: Moment, unit: str, at: Point, height: float) -> float:
    """How high a model lies that fell so far, not below the ground it was above (WZ-051)."""
    level, floor = now.hangs_at(unit), now.ground.floor(at)
    return max(level - height, floor) if level >= floor else level - height


def land(course: Course, unit: str, height: float, places: Places) -> None:
    """What landing does to a model, then to those it lands on (WZ-052, WZ-057…059)."""
    _hurt(course, unit, height, "WZ-053")
    if is_high(height, course.now.profile(unit).size) and may_lie_prone(course.now, unit):
        course.emit(events.LaidProne(unit=unit, rules=("WZ-052",)))
    hit = landed_on(course.now, unit)
    for other in hit:
        _hit(course, unit, other, height)
    newcomer = _newcomer(course.now, unit)
    moved = newcomer.make_room(hit, places, on_level_of(course.now, hit), aslant=True)
    put_aside(course, moved, "WZ-059")


def landed_on(now: Moment, unit: str) -> tuple[str, ...]:
    """The models on whose bases a model lies, in file order."""
    model = now.model(unit)
    return tuple(now.overlapped(unit, model.at, model.elevation))


def _newcomer(now: Moment, unit: str) -> Newcomer:
    model = now.model(unit)
    return Newcomer(now, unit, model.at, model.elevation, model.facing)


def on_level_of(now: Moment, units: Iterable[str]) -> Callable[[Point], bool]:
    """Whether a spot is on the level of those hit, or on the ground under them where they stand on
    a ledge nobody drew."""
    levels = {now.model(unit).elevation for unit in units}
    levels |= {now.ground.surface(now.model(unit).at) for unit in units}
    return lambda spot: any(abs(now.ground.surface(spot) - level) <= LOST for level in levels)


def _hit(course: Course, lander: str, unit: str, height: float) -> None:
    """A model landed on is hurt as if it had fallen itself; waiting or Leadership gets it out of
    the way, where it could be hurt at all (WZ-057, WZ-058)."""
    now = course.now
    if harm_of(height, now.profile(unit).size, course.setup.rulings) is None:
        return
    if now.model(unit).waiting:
        course.emit(events.Avoided(unit=unit, by="waiting", rules=("WZ-058",)))
    elif course.leads(unit, now.profile(unit).ld - now.profile(lander).size, "WZ-058"):
        course.emit(events.Avoided(unit=unit, by="leadership", rules=("WZ-058",)))
    else:
        _hurt(course, unit, height, "WZ-057")


def _hurt(course: Course, unit: str, height: float, rule: str) -> None:
    harm = harm_of(height, course.now.profile(unit).size, course.setup.rulings)
    if harm:
        course.emit(
            events.Damaged(
                unit=unit,
                damage=harm.damage,
                multiplier=harm.multiplier,
                rules=(rule, "WZ-056"),
            )
        )
