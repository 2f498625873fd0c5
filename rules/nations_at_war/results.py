"""Results of combat, handed in by whoever has the charts: what they may be and what they do."""

from typing import Literal

from rules.core.refusals import Refusals
from rules.nations_at_war import events
from rules.nations_at_war.course import Course
from rules.nations_at_war.moment import Moment
from rules.nations_at_war.position import Marker, Result

What = Literal["ranged_attack", "assault_or_overrun", "opportunity_fire"]


def refuse_absent(now: Moment, unit_id: str, refusals: Refusals) -> bool:
    """Report a counter that is lost or off the map; whether it was."""
    unit = now.unit(unit_id)
    if unit.eliminated:
        refusals.add("ELIMINATED", unit_id)
    elif unit.at is None:
        refusals.add("NOT_ON_MAP", unit_id)
    return not unit.on_map


def refuse_result(now: Moment, unit_id: str, result: Result, refusals: Refusals) -> None:
    """Report a result that a counter shows already: what a second one means is not in the document
    (NW-043)."""
    if result in ("disrupted", "reduced") and getattr(now.unit(unit_id), result):
        refusals.add("ALREADY_IN_THAT_STATE", unit_id, result=result)


def apply_result(course: Course, unit_id: str, result: Result, source: str = "") -> None:
    """Apply a result to a counter, whichever side is up: carrier and passengers share it; what had
    two sides leaves a wreck (NW-037, NW-043)."""
    if result == "none":
        return
    at = course.state.units[unit_id].at
    leaves = result == "eliminated" and course.setup.two_sided(unit_id) and at is not None
    course.emit(
        events.ResultApplied(
            unit=unit_id,
            result=result,
            source=source,
            wreck=Marker("wreck", at) if leaves and at is not None else None,
            rules=("NW-037", "NW-043") if leaves else ("NW-043",),
        )
    )


def report(course: Course, what: What, unit_id: str, target: str, *rules: str) -> None:
    """Say that something is for the caller's charts: who attacks or enters, where, whom."""
    at = course.state.units[unit_id].at
    if at is None:
        raise ValueError(f"{unit_id} is not on the map")
    course.emit(
        events.NotSupplied(
            what=what,
            unit=unit_id,
            at=at,
            target=target,
            target_class=course.now.target(target),
            rules=rules,
        )
    )
