"""What the drafts of several kinds of orders share: ways, places, weapons, what boxes settle."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.orders.forms import Form, Said, Undraftable, Written
from rules.age_of_destruction.orders.ways import Halt, toward, towards_unit
from rules.age_of_destruction.state.given import Given
from rules.age_of_destruction.state.legs import write_leg
from rules.core.geometry import Point, middle

#: Legs as files hold them.
Legs = list[dict[str, Any]]


def legs_said(form: Form, field: Field, said: Said, goal: str = "") -> Legs:
    """The way through points, else towards somebody or the goal; then a turn."""
    points, turn = said.points(), turn_said(said)
    legs = through(points) or _towards(form, field, said, said.one("toward") or goal)
    return [leg for leg in legs if "rotate" not in leg] + turn if turn else legs


def through(points: Sequence[Point]) -> Legs:
    """The leg through some points, no leg through none."""
    return [{"travel": [list(point) for point in points]}] if points else []


def turn_said(said: Said) -> Legs:
    """The turn at the end, none where it is not said."""
    facing = said.facing()
    return [] if facing is None else [{"rotate": facing}]


def weapon_said(said: Said) -> str:
    """The weapon, the primary one where none is named (AOD-DMG-004)."""
    return said.one("weapon") or "primary"


def placed(said: Said, order: Written, proposed: Given | None) -> Written | None:
    """An order at the place and in the direction that is said, for the rest as proposed."""
    rest: Written = msgspec.to_builtins(proposed) if proposed else {}
    points, facing = said.points(), said.facing()
    if points:
        rest["at"] = points[-1]
    if facing is not None:
        rest["facing"] = facing
    return rest | order if "at" in rest else None


def settled(order: Written, said: Said) -> Written:
    """An order with what boxes ticked beside it settle: equipment `off`, choices `on` ("Pulse" or
    "Streak=B2"), `more` targets."""
    details: Written = {}
    if off := said.every("off"):
        details["off"] = off
    if on := said.every("on"):
        named = [chosen.partition("=") for chosen in on]
        details["on"] = {name: value for name, _, value in named}
    if more := said.every("more"):
        details["targets"] = list(dict.fromkeys([*order.get("targets", []), *more]))
    return order | details


def _towards(form: Form, field: Field, said: Said, goal: str) -> Legs:
    """The legs that lead towards a unit or terrain, as far as they are to."""
    if not goal:
        return []
    piece, halt = field.piece(said.one("unit")), _halt(said)
    others = {other.id.lower(): other for other in field.on_table if other is not piece}
    if other := others.get(goal.lower()):
        way = towards_unit(piece, other, pace=form.pace, detours=True, halt=halt)
    else:
        place = middle(said.element(goal).polygon)
        way = toward(piece, place, pace=form.pace, detours=True, halt=halt)
    if way is None:
        raise Undraftable("NO_WAY", goal)
    return [write_leg(leg) for leg in way.legs]


def _halt(said: Said) -> Halt:
    """Where a way towards somebody ends before."""
    most, stop = said.inches("inches"), said.one("stop")
    element = said.element(stop).id if stop else ""
    return Halt(element=element) if most is None else Halt(most, element)
