"""The next state after an event: reads no rules and rolls nothing."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from rules.warzone import events
from rules.warzone.position import Hold
from rules.warzone.state import State

_replace = msgspec.structs.replace
E = TypeVar("E", bound=events.Event)
_STEPS: dict[type[events.Event], Callable[[State, Any], State]] = {}

#: What a result handed in changes.
_RESULTS: dict[str, dict[str, Any]] = {
    "prone": {"posture": "prone"},
    "engaged": {"engaged": True},
    "free": {"engaged": False},
    "waiting": {"waiting": True},
    "not_waiting": {"waiting": False},
    "eliminated": {"eliminated": True, "climbing": None, "engaged": False, "waiting": False},
}


def evolve(state: State, event: events.Event) -> State:
    """The state after an event; an event that changes nothing gives the same state."""
    step = _STEPS.get(type(event))
    return step(state, event) if step else state


def _on(*kinds: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(step: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _STEPS.update(dict.fromkeys(kinds, step))
        return step

    return register


def _with(state: State, unit: str, **changes: Any) -> State:
    return _replace(state, units={**state.units, unit: _replace(state.units[unit], **changes)})


@_on(events.ActionSpent)
def _spent(state: State, event: events.ActionSpent) -> State:
    return _with(state, event.unit, actions_left=event.left)


@_on(events.Moved, events.PushedThrough)
def _moved(state: State, event: events.Moved) -> State:
    where = {"at": event.at, "facing": event.facing, "elevation": event.elevation}
    return _with(state, event.unit, **where)


@_on(events.Dived)
def _dived(state: State, event: events.Dived) -> State:
    return _with(_moved(state, event), event.unit, waiting=False)


@_on(events.BrokeOff)
def _broke_off(state: State, event: events.BrokeOff) -> State:
    return _with(state, event.unit, engaged=False)


@_on(events.PostureChanged)
def _posture(state: State, event: events.PostureChanged) -> State:
    return _with(state, event.unit, posture=event.posture)


@_on(events.Climbed)
def _climbed(state: State, event: events.Climbed) -> State:
    return _with(state, event.unit, climbing=Hold(event.piece, event.height))


@_on(events.Placed)
def _placed(state: State, event: events.Placed) -> State:
    where = {"at": event.at, "facing": event.facing, "elevation": event.elevation}
    return _with(state, event.unit, climbing=None, **where)


@_on(events.Displaced)
def _displaced(state: State, event: events.Displaced) -> State:
    counts = {"displaced": True} if event.counts else {}
    return _with(state, event.unit, at=event.at, **counts)


@_on(events.Jumped)
def _jumped(state: State, event: events.Jumped) -> State:
    return _with(state, event.unit, at=event.at, facing=event.facing)


@_on(events.Dropped)
def _dropped(state: State, event: events.Dropped) -> State:
    where = {"at": event.at, "facing": event.facing, "elevation": event.elevation}
    return _with(state, event.unit, climbing=None, **where)


@_on(events.Fell)
def _fell(state: State, event: events.Fell) -> State:
    return _with(state, event.unit, climbing=None, at=event.at, elevation=event.elevation)


@_on(events.Damaged)
def _damaged(state: State, event: events.Damaged) -> State:
    taken = state.units[event.unit].damage
    return _with(state, event.unit, damage=(*taken, (event.damage, event.multiplier)))


@_on(events.Avoided)
def _avoided(state: State, event: events.Avoided) -> State:
    return _with(state, event.unit, waiting=False) if event.by == "waiting" else state


@_on(events.LaidProne)
def _prone(state: State, event: events.LaidProne) -> State:
    return _with(state, event.unit, posture="prone")


@_on(events.Charged)
def _charged(state: State, event: events.Charged) -> State:
    return _with(state, event.unit, at=event.at, elevation=event.elevation)


@_on(events.ResultApplied)
def _result(state: State, event: events.ResultApplied) -> State:
    return _with(state, event.unit, **_RESULTS[event.result])


@_on(events.ActivationEnded)
def _ended(state: State, event: events.ActivationEnded) -> State:
    return _with(state, event.unit, actions_left=0, ended=True)


@_on(events.TurnEnded)
def _turn(state: State, event: events.TurnEnded) -> State:
    units = {
        unit: _replace(model, actions_left=event.actions[unit], displaced=False, ended=False)
        for unit, model in state.units.items()
    }
    return _replace(state, turn=event.turn, units=units)


@_on(events.Arranged)
def _arranged(state: State, event: events.Arranged) -> State:
    fields = ("at", "elevation", "facing", "posture", "actions_left", "waiting", "engaged")
    said = {name: getattr(event, name) for name in (*fields, "climbing")}
    ended = {"ended": False} if event.actions_left else {}
    return _with(state, event.unit, **said, **ended)


@_on(events.DarknessSet)
def _darkness(state: State, event: events.DarknessSet) -> State:
    return _replace(state, dark=event.dark)
