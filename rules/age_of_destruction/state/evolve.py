"""The next state after an event: reads no rules and rolls nothing."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.state import (
    Beacon,
    PlacedMarker,
    Scored,
    State,
    UnderWay,
    UnitState,
)

_replace = msgspec.structs.replace
E = TypeVar("E", bound=events.Event)
_STEPS: dict[type[events.Event], Callable[[State, Any], State]] = {}


def evolve(state: State, event: events.Event) -> State:
    """The state after an event; an event that changes nothing gives the same state."""
    step = _STEPS.get(type(event))
    return step(state, event) if step else state


def _on(
    kind: type[E],
) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    def register(step: Callable[[State, E], State]) -> Callable[[State, E], State]:
        _STEPS[kind] = step
        return step

    return register


@_on(events.OrderGiven)
def _given(state: State, event: events.OrderGiven) -> State:
    agreed = state.agreed if event.order.keeps_agreement else ()
    return _replace(state, under_way=UnderWay(start=state, order=event.order), agreed=agreed)


@_on(events.OrderFinished)
def _finished(state: State, event: events.OrderFinished) -> State:
    return _replace(state, under_way=None)


@_on(events.Asked)
def _asked(state: State, event: events.Asked) -> State:
    if state.under_way is None:
        return state
    open_order = _replace(
        state.under_way, question=event.question, faces=event.faces, told=event.told
    )
    return _replace(state, under_way=open_order)


@_on(events.Answered)
def _answered(state: State, event: events.Answered) -> State:
    if state.under_way is None:
        return state
    answers = (*state.under_way.answers, event.answer)
    return _replace(state, under_way=_replace(state.under_way, question=None, answers=answers))


@_on(events.OrderPaid)
def _paid(state: State, event: events.OrderPaid) -> State:
    for unit_id in event.members or (event.unit,):
        state = state.with_unit(unit_id, ordered=event.kind)
    return _replace(state, orders_left=state.orders_left - (not event.free))


@_on(events.SwitchedOff)
def _switched_off(state: State, event: events.SwitchedOff) -> State:
    off = tuple(sorted({*state.units[event.unit].off, *event.names}))
    return state.with_unit(event.unit, off=off)


@_on(events.Moved)
def _moved(state: State, event: events.Moved) -> State:
    if event.facing is None:
        return state.with_unit(event.unit, at=event.at)
    return state.with_unit(event.unit, at=event.at, facing=event.facing)


@_on(events.Claimed)
def _claimed(state: State, event: events.Claimed) -> State:
    for unit_id, spot in event.spots.items():
        state = state.with_unit(unit_id, at=spot.at, facing=spot.facing)
    return state if event.laid == state.laid else _replace(state, laid=event.laid)


@_on(events.Turned)
def _turned(state: State, event: events.Turned) -> State:
    return state.with_unit(event.unit, facing=event.facing)


@_on(events.LevelChanged)
def _level(state: State, event: events.LevelChanged) -> State:
    return state.with_unit(event.unit, level=event.level)


@_on(events.Damaged)
def _damaged(state: State, event: events.Damaged) -> State:
    by = state.units[event.unit].damaged_by
    if event.source in state.units and event.source not in by:
        by = (*by, event.source)
    return state.with_unit(event.unit, click=event.click, damaged_by=by)


@_on(events.AttackRolled)
def _attacked(state: State, event: events.AttackRolled) -> State:
    return state.with_unit(event.unit, has_attacked=True)


@_on(events.AbilityUsed)
def _used(state: State, event: events.AbilityUsed) -> State:
    if not event.player:
        return state
    used = state.card_uses.get(event.player, {})
    used = {**used, event.card: used.get(event.card, 0) + 1}
    return _replace(state, card_uses={**state.card_uses, event.player: used})


@_on(events.Repaired)
def _repaired(state: State, event: events.Repaired) -> State:
    return state.with_unit(event.unit, click=event.click)


@_on(events.Eliminated)
def _eliminated(state: State, event: events.Eliminated) -> State:
    beacons = tuple(b for b in state.beacons if b.target != event.unit)
    state = _let_go(state, event.unit)
    state = state.with_unit(
        event.unit, eliminated=True, at=None, tokens=0, fresh=0, captive_of=None, aboard=None
    )
    return _replace(state, beacons=beacons)


@_on(events.Boarded)
def _boarded(state: State, event: events.Boarded) -> State:
    state = _let_go(state, event.unit)
    return state.with_unit(
        event.unit,
        at=None,
        aboard=event.transport,
        tokens=0,
        fresh=0,
        touching_at_start=(),
        water_at_start=None,
    )


@_on(events.Disembarked)
def _disembarked(state: State, event: events.Disembarked) -> State:
    return state.with_unit(event.unit, at=event.at, facing=event.facing, aboard=None)


@_on(events.CaptiveLed)
def _captive_led(state: State, event: events.CaptiveLed) -> State:
    return state.with_unit(event.unit, at=event.at, facing=event.facing)


@_on(events.Captured)
def _captured(state: State, event: events.Captured) -> State:
    state = _let_go(state, event.unit)
    return state.with_unit(event.unit, captive_of=event.captor)


def _let_go(state: State, quarry: str) -> State:
    """Nobody is bound to attack a unit any more that is captive, aboard or gone."""
    for unit_id, unit in state.units.items():
        if unit.quarry == quarry:
            state = state.with_unit(unit_id, quarry="")
    return state


@_on(events.Freed)
def _freed(state: State, event: events.Freed) -> State:
    owner = event.owner or state.units[event.unit].owner
    captor = state.units.get(event.captor)
    if not event.owner and captor and captor.ordered != "close":
        state = _met_as_captive(state, event.unit, event.captor)
    return state.with_unit(event.unit, captive_of=None, owner=owner, ordered=None, fresh=0, once=())


def _met_as_captive(state: State, captive: str, captor: str) -> State:
    """Forget that others touched a captive as the turn began, as it was nobody's opponent then; one
    taken since has a captor with a close combat order."""
    for unit_id, unit in state.units.items():
        if unit_id != captor and captive in unit.touching_at_start:
            met = tuple(name for name in unit.touching_at_start if name != captive)
            state = state.with_unit(unit_id, touching_at_start=met)
    return state


@_on(events.HeatChanged)
def _heat(state: State, event: events.HeatChanged) -> State:
    warmed = event.by_energy or state.units[event.unit].heated_by_energy
    return state.with_unit(event.unit, heat=event.heat, heated_by_energy=warmed)


@_on(events.ShutDown)
def _shut_down(state: State, event: events.ShutDown) -> State:
    return state.with_unit(event.unit, shutdown=True, tokens=event.tokens, stunned=event.stunned)


@_on(events.Restarted)
def _restarted(state: State, event: events.Restarted) -> State:
    return state.with_unit(
        event.unit,
        shutdown=False,
        stunned=False,
        rolls_no_more=event.rolled,
        tokens=0,
        tokens_at_start=0,
        fresh=0,
    )


@_on(events.TokenPlaced)
def _token(state: State, event: events.TokenPlaced) -> State:
    unit = state.units[event.unit]
    fresh = 1 if event.own else unit.fresh
    return state.with_unit(event.unit, tokens=event.tokens, fresh=fresh)


@_on(events.TokensRemoved)
def _tokens_removed(state: State, event: events.TokensRemoved) -> State:
    return state.with_unit(event.unit, tokens=event.tokens)


@_on(events.OnceUsed)
def _once(state: State, event: events.OnceUsed) -> State:
    return state.with_unit(event.unit, once=(*state.units[event.unit].once, event.name))


@_on(events.GearTested)
def _tested(state: State, event: events.GearTested) -> State:
    if not event.lost:
        return state
    lost = (*state.units[event.unit].lost, event.place)
    return state.with_unit(event.unit, lost=lost)


@_on(events.BeaconLit)
def _beacon(state: State, event: events.BeaconLit) -> State:
    return _replace(state, beacons=(*state.beacons, Beacon(event.target, event.player)))


@_on(events.TurnStarted)
def _turn_started(state: State, event: events.TurnStarted) -> State:
    units = {unit_id: _at_turn_start(unit_id, unit, event) for unit_id, unit in state.units.items()}
    return _replace(
        state,
        units=units,
        active=event.player,
        turn=event.turn,
        stage="command",
        orders_left=event.orders,
        first=state.first or event.player,
        preparation=None,
        card_uses={p: uses for p, uses in state.card_uses.items() if p != event.player},
    )


def _at_turn_start(unit_id: str, unit: UnitState, event: events.TurnStarted) -> UnitState:
    """A unit as a turn begins; the very same where that changes nothing about it."""
    changes: dict[str, Any] = {}
    if unit_id in event.touching:
        changes = {
            "ordered": None,
            "fresh": 0,
            "off": (),
            "touching_at_start": event.touching[unit_id],
            "behind_at_start": event.behind.get(unit_id, ()),
            "water_at_start": event.water.get(unit_id),
            "tokens_at_start": unit.tokens,
            "cruising_at_start": unit.level == "cruising",
        }
    elif not (unit.heated_by_energy or unit.rolls_no_more or unit.once or unit.damaged_by):
        return unit
    begun = _replace(
        unit, heated_by_energy=False, rolls_no_more=False, once=(), damaged_by=(), **changes
    )
    return unit if begun == unit else begun


@_on(events.Bound)
def _bound(state: State, event: events.Bound) -> State:
    return state.with_unit(event.unit, quarry=event.target)


@_on(events.OpponentChosen)
def _chosen(state: State, event: events.OpponentChosen) -> State:
    return _replace(state, awed={**state.awed, event.player: event.opponent})


@_on(events.OrdersLost)
def _orders_lost(state: State, event: events.OrdersLost) -> State:
    awed = {player: chosen for player, chosen in state.awed.items() if player != event.by}
    return _replace(state, awed=awed, orders_left=max(state.orders_left - event.lost, 0))


@_on(events.OrderGained)
def _gained(state: State, event: events.OrderGained) -> State:
    return _replace(state, orders_left=state.orders_left + event.gained)


@_on(events.OrderStageBegan)
def _order_stage(state: State, event: events.OrderStageBegan) -> State:
    return _replace(state, stage="orders")


@_on(events.MarkerPlaced)
def _marker_placed(state: State, event: events.MarkerPlaced) -> State:
    marker = PlacedMarker(
        *(event.unit, event.player, event.at, event.heading), event.bonus, event.choices
    )
    return _replace(state, markers=(*state.markers, marker))


@_on(events.MarkersRemoved)
def _markers_removed(state: State, event: events.MarkersRemoved) -> State:
    left = tuple(m for m in state.markers if (m.unit, m.player) != (event.unit, event.player))
    return _replace(state, markers=left)


@_on(events.TurnEnded)
def _turn_ended(state: State, event: events.TurnEnded) -> State:
    units = state.units
    if event.off_ends:
        units = {unit_id: _replace(unit, off=()) for unit_id, unit in units.items()}
    return _replace(state, units=units, orders_left=0, beacons=())


@_on(events.FirstPlayerRolled)
def _first_player(state: State, event: events.FirstPlayerRolled) -> State:
    return _prepared(state, first=event.player)


@_on(events.SetUpContinued)
def _set_up(state: State, event: events.SetUpContinued) -> State:
    return _replace(_prepared(state, step=event.step), active=event.player)


@_on(events.TerrainPlaced)
def _terrain_placed(state: State, event: events.TerrainPlaced) -> State:
    if state.preparation is None:
        return state
    pool = state.preparation.pool
    laid = tuple(
        _replace(piece, polygon=event.polygon, access=event.access)
        for piece in pool
        if piece.id == event.piece
    )
    state = _prepared(state, pool=tuple(piece for piece in pool if piece.id != event.piece))
    return _replace(state, laid=(*state.laid, *laid))


@_on(events.ConditionsRevealed)
def _conditions(state: State, event: events.ConditionsRevealed) -> State:
    return _replace(state, conditions=event.cards)


@_on(events.UnitDeployed)
def _deployed(state: State, event: events.UnitDeployed) -> State:
    return state.with_unit(event.unit, at=event.at, facing=event.facing, level=event.level)


def _prepared(state: State, **changes: Any) -> State:
    if state.preparation is None:
        return state
    return _replace(state, preparation=_replace(state.preparation, **changes))


@_on(events.PointsScored)
def _scored(state: State, event: events.PointsScored) -> State:
    points = sum(part.value for part in event.points)
    entry = Scored(event.player, event.condition, event.unit, points, event.why)
    return _replace(state, scored=(*state.scored, entry))


@_on(events.Withdrew)
def _withdrew(state: State, event: events.Withdrew) -> State:
    return _replace(state, withdrawn=(*state.withdrawn, event.player))


@_on(events.UnitWithdrawn)
def _unit_withdrawn(state: State, event: events.UnitWithdrawn) -> State:
    return state.with_unit(
        event.unit, withdrawn=True, at=None, tokens=0, fresh=0, captive_of=None, aboard=None
    )


@_on(events.EndAgreed)
def _end_agreed(state: State, event: events.EndAgreed) -> State:
    return _replace(state, agreed=(*state.agreed, event.player))


@_on(events.TimeCalled)
def _time_called(state: State, event: events.TimeCalled) -> State:
    return _replace(state, closing=event.closing)


@_on(events.GameEnded)
def _game_ended(state: State, event: events.GameEnded) -> State:
    return _replace(state, stage="over", agreed=(), winner=event.winner)
