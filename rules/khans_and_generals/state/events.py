"""What happened, and what it changed: an event carries the new values, so that `evolve` needs no
rules and a game saved under older rules is seen as it was played."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.khans_and_generals.state.state import State, Unit


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened. `units` are the new values of units' fields, `table` those of the
    state; `facts` are for telling it."""

    event: str
    unit: str | None = None
    rules: tuple[str, ...] = ()
    facts: dict[str, Any] = {}
    units: dict[str, dict[str, Any]] = {}
    table: dict[str, Any] = {}


def evolve(state: State, event: Event) -> State:
    """The state after an event."""
    changes = dict(event.table)
    if event.units:
        units = dict(state.units)
        for name, fields in event.units.items():
            units[name] = _changed(units[name], fields)
        changes["units"] = units
    return msgspec.structs.replace(state, **changes)


def _changed(unit: Unit, fields: dict[str, Any]) -> Unit:
    return msgspec.structs.replace(unit, **fields)


def read_event(data: Any) -> Event:
    """An event from plain JSON values, as msgspec writes it; raises msgspec.ValidationError."""
    event = msgspec.convert(data, Event)
    return msgspec.structs.replace(
        event,
        units={name: _read(Unit, fields) for name, fields in event.units.items()},
        table=_read(State, event.table),
    )


def _read(kind: type[msgspec.Struct], fields: Mapping[str, Any]) -> dict[str, Any]:
    """New values of some fields as their types have them."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    return {name: msgspec.convert(value, types[name]) for name, value in fields.items()}
