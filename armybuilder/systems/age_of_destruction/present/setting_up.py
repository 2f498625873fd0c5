"""The set-up: pieces of terrain that wait to be laid, and units that may stand elsewhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.systems.age_of_destruction.present.shapes import outline
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import KINDS_OF_GROUND, ground_title
from collection.common.language import Words
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class WaitingGround:
    """A piece of the pool: its outline around (0, 0) and what it is."""

    id: str
    kind: str
    title: Words
    name: Words
    points: str


def waiting_ground(table: Table) -> tuple[WaitingGround, ...]:
    """The pool while terrain is laid, else nothing."""
    ready = table.state.preparation
    if ready is None or ready.step != "terrain":
        return ()
    return tuple(
        WaitingGround(
            id=piece.id,
            kind=piece.kind,
            title=ground_title(piece.id, piece.kind),
            name=KINDS_OF_GROUND[piece.kind],
            points=outline(piece.polygon, 0.0),
        )
        for piece in ready.pool
    )


@dataclass(frozen=True)
class Stand:
    """How far the set-up of whoever acts has come: whether `all_stand` and only has to be said so,
    whether the battle `begins` with that, whether it may be done `anew`."""

    all_stand: bool
    begins: bool
    anew: bool


def stand(table: Table) -> Stand:
    """How the set-up stands."""
    people = table.people
    return Stand(
        all_stand=not table.refusals(aod.EndStage()),
        begins=not any(_waits(table, unit, people) for unit in table.state.units),
        anew=len(people) == 1 and table.mine == people,
    )


def _waits(table: Table, unit: str, people: Sequence[str]) -> bool:
    """Whether a person has still to place a unit."""
    now = table.state.units[unit]
    placed = now.at is not None or now.aboard is not None or now.gone
    return not placed and table.setup.figures[unit].owner in people


def placeable(table: Table) -> tuple[str, ...]:
    """The units that a person may put on the table now, or elsewhere on it."""
    if not table.acts or table.step not in ("deployment", "infiltration"):
        return ()
    waiting = aod.to_deploy(table.field, table.state.active, table.step)
    return (*waiting, *table.movable)


def dearest(table: Table, seat: str) -> str:
    """The figure of most points that a seat has on the table, "" for none."""
    figures = table.setup.figures
    own = [piece.id for piece in table.field.on_table if piece.owner == seat]
    return max(own, key=lambda unit: figures[unit].value, default="")


def next_to_act(table: Table, unit: str) -> str:
    """The unit to go on with: the one given while it may be ordered, else of those that may one
    that works and bears the fewest tokens, the dearest of them; the one given where nobody may."""
    if not (table.in_play and table.acts):
        return unit
    able = aod.still_to_order(table.setup, table.state)
    if unit in able:
        return unit
    figures, units = table.setup.figures, table.state.units

    def last(each: str) -> tuple[bool, int, int]:
        return units[each].shutdown, units[each].tokens, -figures[each].value

    return min(able, key=last, default=unit)


def step_of(table: Table, order: Mapping[str, Any], steps: Sequence[SkirmishStep]) -> int | None:
    """The number of the step that put the unit of a deployment where it stands; None for another
    order, for a unit that waits, and for one that was put there in a step which is over."""
    unit = order.get("unit")
    if order.get("order") != "deploy" or unit not in table.movable:
        return None
    for step in reversed(steps):
        if step.order.get("order") == "deploy" and step.order.get("unit") == unit:
            return step.number
        if ended_set_up(step.events):
            break
    return None


def ended_set_up(events: Sequence[Any]) -> bool:
    """Whether a step with these events was somebody's last one of the set-up."""
    happened = aod.read_events(events)
    goes_on = (aod.SetUpContinued, aod.TurnStarted)
    return any(isinstance(e, goes_on) for e in happened) and not any(
        isinstance(e, aod.TurnEnded) for e in happened
    )
