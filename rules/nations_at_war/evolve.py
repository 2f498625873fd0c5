"""The next state after an event: reads no rules and rolls nothing."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from rules.nations_at_war import events
from rules.nations_at_war.position import END, Cup
from rules.nations_at_war.state import State, UnitState

_replace = msgspec.structs.replace
E = TypeVar("E", bound=events.Event)
_STEPS: dict[type[events.Event], Callable[[State, Any], State]] = {}

#: What goes when a counter's impulse begins, and in the administrative phase.
_FRESH: dict[str, Any] = {
    "ops_complete": False,
    "out_of_command": False,
    "fired": False,
    "mp_left": None,
}


def evolve(state: State, event: events.Event) -> State:
    """The state after an event; an event that changes nothing gives the same state."""
    step = _STEPS.get(type(event))
    return step(state, event) if step else state


def _on(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(step: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _STEPS[kind] = step
        return step

    return register


def _with(state: State, units: Iterable[str], **changes: Any) -> State:
    """The state with some counters changed alike."""
    changed: dict[str, UnitState] = {u: _replace(state.units[u], **changes) for u in units}
    return _replace(state, units={**state.units, **changed})


@_on(events.MarkerDrawn)
def _drawn(state: State, event: events.MarkerDrawn) -> State:
    if event.marker == END:
        cup = _replace(state.cup, end_turn=state.cup.end_turn - 1)
        return _replace(state, cup=cup, end_turn_drawn=state.end_turn_drawn + 1)
    left = tuple(name for name in state.cup.formations if name != event.marker)
    return _replace(
        state,
        cup=_replace(state.cup, formations=left),
        activated=(*state.activated, event.marker),
        missed=tuple(name for name in state.missed if name != event.marker),
    )


@_on(events.EndMarkerReturned)
def _returned(state: State, event: events.EndMarkerReturned) -> State:
    cup = _replace(state.cup, end_turn=state.cup.end_turn + 1)
    return _replace(state, cup=cup, held={**state.held, event.player: 0})


@_on(events.ImpulseBegan)
def _began(state: State, event: events.ImpulseBegan) -> State:
    state = _with(state, event.units, **_FRESH)
    return _replace(state, stage="impulse", formation=event.formation)


@_on(events.CommandCheck)
def _checked(state: State, event: events.CommandCheck) -> State:
    return _with(state, event.units, out_of_command=not event.passed)


@_on(events.Rally)
def _rallied(state: State, event: events.Rally) -> State:
    return _with(state, event.units, disrupted=not event.passed)


@_on(events.Entered)
def _entered(state: State, event: events.Entered) -> State:
    return _with(state, event.units, at=event.at)


@_on(events.Loaded)
def _loaded(state: State, event: events.Loaded) -> State:
    return _with(state, (event.unit,), side="mounted")


@_on(events.Unloaded)
def _unloaded(state: State, event: events.Unloaded) -> State:
    return _with(state, (event.unit,), side="dismounted")


@_on(events.Moved)
def _moved(state: State, event: events.Moved) -> State:
    return _with(state, (event.unit,), mp_left=event.mp_left, ops_complete=True)


@_on(events.Fired)
def _fired(state: State, event: events.Fired) -> State:
    return _with(state, (event.unit,), fired=True)


@_on(events.ResultApplied)
def _result(state: State, event: events.ResultApplied) -> State:
    if event.result == "none":
        return state
    gone = {"at": None} if event.result == "eliminated" else {}
    state = _with(state, (event.unit,), **{event.result: True}, **gone)
    return _replace(state, markers=(*state.markers, event.wreck)) if event.wreck else state


@_on(events.ImpulseEnded)
def _ended(state: State, event: events.ImpulseEnded) -> State:
    state = _with(state, event.units, ops_complete=True)
    return _replace(state, stage="draw", formation=None)


@_on(events.PhaseEnded)
def _phase_ended(state: State, event: events.PhaseEnded) -> State:
    return _replace(state, stage="administrative")


@_on(events.SmokeStepped)
def _smoke(state: State, event: events.SmokeStepped) -> State:
    before, marker = state.markers[: event.index], state.markers[event.index]
    thinner = (_replace(marker, value=event.value),) if event.value else ()
    return _replace(state, markers=(*before, *thinner, *state.markers[event.index + 1 :]))


@_on(events.MarkersRemoved)
def _removed(state: State, event: events.MarkersRemoved) -> State:
    return _with(state, state.units, **_FRESH)


@_on(events.HqReplaced)
def _replaced(state: State, event: events.HqReplaced) -> State:
    back = UnitState(at=event.at, side=state.units[event.unit].side, reduced=True)
    return _replace(state, units={**state.units, event.unit: back})


@_on(events.CupFilled)
def _filled(state: State, event: events.CupFilled) -> State:
    return _replace(
        state,
        cup=Cup(event.cup.formations, event.cup.end_turn),
        held=event.held,
        missed=event.missed,
        activated=(),
        end_turn_drawn=0,
    )


@_on(events.TurnBegan)
def _turn(state: State, event: events.TurnBegan) -> State:
    return _replace(state, turn=event.turn, stage="over" if event.over else "draw")


@_on(events.Asked)
def _asked(state: State, event: events.Asked) -> State:
    return _replace(state, under_way=event.under_way)


@_on(events.Answered)
def _answered(state: State, event: events.Answered) -> State:
    return _replace(state, under_way=None)
