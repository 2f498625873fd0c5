"""The first two steps of an impulse: command check and rally, a roll for each hex."""

from collections.abc import Iterator

from rules.nations_at_war import events
from rules.nations_at_war.course import Course
from rules.nations_at_war.hexes import Hex
from rules.nations_at_war.state import Formation

Modifier = tuple[str, int]


def check_command(course: Course, formation: Formation) -> None:
    """Who is in command range acts freely; every other hex takes a morale check (NW-016…022)."""
    now = course.now
    near: list[str] = []
    far: dict[Hex, tuple[str, ...]] = {}
    for at, units in now.by_hex(formation.units).items():
        if now.commands(formation, at):
            near += units
        else:
            far[at] = units
    if near:
        in_order = tuple(unit for unit in formation.units if unit in near)
        course.emit(
            events.InCommand(formation=formation.id, units=in_order, why="range", rules=("NW-016",))
        )
    for at, units in far.items():
        _check(course, events.CommandCheck, formation, at, units, (), "NW-017", "NW-018", "NW-019")


def rally(course: Course, formation: Formation) -> None:
    """Every hex with Disrupted counters of the formation takes a morale check, those Out Of Command
    too (NW-024, NW-025)."""
    for at, together in _rolling(course, formation):
        modifiers = _rally_modifiers(course, formation, at, together[0])
        _check(course, events.Rally, formation, at, together, modifiers, "NW-024", "NW-025")


def _rolling(course: Course, formation: Formation) -> Iterator[tuple[Hex, tuple[str, ...]]]:
    """Who shares a rally roll, and where: those of a hex or, by the switch, each counter alone in
    file order (NW-025)."""
    now = course.now
    disrupted = tuple(unit for unit in formation.units if now.unit(unit).disrupted)
    alone = course.setup.rulings.rally_per == "unit"
    for group in ((unit,) for unit in disrupted) if alone else (disrupted,):
        yield from now.by_hex(group).items()


def _rally_modifiers(
    course: Course, formation: Formation, at: Hex, unit_id: str
) -> tuple[Modifier, ...]:
    """What changes a rally roll: Out Of Command +1, leadership off in the headquarters' hex; a
    counter out of range that passed its check has neither (NW-024, NW-026)."""
    now = course.now
    hq = now.headquarters(formation)
    if now.unit(unit_id).out_of_command:
        return (("out_of_command", 1),)
    if hq is not None and now.unit(hq).at == at:
        return (("leadership", -now.leadership(formation)),)
    return ()


def _check(
    course: Course,
    kind: type[events.CommandCheck] | type[events.Rally],
    formation: Formation,
    at: Hex,
    units: tuple[str, ...],
    modifiers: tuple[Modifier, ...],
    *rules: str,
) -> None:
    """Two dice against the morale of the formation; equal passes (NW-018)."""
    one, other = course.chance.roll(2)
    parts = (("2d6", one + other), *modifiers)
    total = events.Sum(sum(value for _, value in parts), parts)
    morale = course.now.morale(formation)
    course.emit(
        kind(
            formation=formation.id,
            at=at,
            units=units,
            dice=(one, other),
            total=total,
            morale=morale,
            passed=total.value <= morale,
            rules=rules,
        )
    )
