"""What comes of a legal order: events, in order. Changes nothing; `evolve` applies them."""

from collections.abc import Callable
from typing import Any

from rules.age_of_destruction.orders.explain import free_turn, spared_order, switched_off
from rules.age_of_destruction.orders.marches import carry_out_march
from rules.age_of_destruction.orders.moves import (
    carry_out_assault,
    carry_out_move,
    carry_out_special,
)
from rules.age_of_destruction.orders.repairs import carry_out_repair
from rules.age_of_destruction.orders.undeclared import is_lost
from rules.age_of_destruction.orders.withdrawal import carry_out_withdrawal
from rules.age_of_destruction.play.set_up.decide import carry_out_set_up
from rules.age_of_destruction.play.turns import end_turn
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.evolve import evolve
from rules.age_of_destruction.state.orders import (
    Answer,
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    EndGame,
    EndStage,
    Face,
    Move,
    Ram,
    Ranged,
    SetUpOrder,
    Switch,
    TimeUp,
    UnitOrder,
    Vent,
    Withdraw,
)
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.age_of_destruction.steps.artillery import place_markers
from rules.age_of_destruction.steps.attacks import make_attack
from rules.age_of_destruction.steps.damage import damage
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack
from rules.age_of_destruction.steps.ending import agree, call_time, end_if_decided
from rules.age_of_destruction.steps.heat import change_heat
from rules.age_of_destruction.steps.resolution import Resolution, Stopped
from rules.age_of_destruction.steps.switches import switch_off
from rules.core.dice import Dice
from rules.core.tally import Part


def decide(setup: Setup, state: State, order: AnyOrder, dice: Dice) -> tuple[events.AnyEvent, ...]:
    """The events of an order that `explain` finds nothing wrong with.

    An answer runs the order under way again from its start with the faces rolled so far, and
    gives only the events that are new. Raises what the dice raise.
    """
    return advance(setup, state, order, dice)[1]


def advance(
    setup: Setup, state: State, order: AnyOrder, dice: Dice
) -> tuple[State, tuple[events.AnyEvent, ...]]:
    """Carry out a legal order: the state after it and what happened, as `decide` says."""
    if not isinstance(order, Answer):
        res = Resolution(setup, state, order, dice)
        happened = _run(res)
        return res.state, tuple(happened)
    way = state.under_way
    if way is None:
        raise ValueError("an answer needs a question")
    res = Resolution(setup, way.start, way.order, dice, (*way.answers, order), way.faces)
    new = (events.Answered(answer=order), *_run(res)[way.told :])
    for event in new:
        state = evolve(state, event)
    return state, new


def _run(res: Resolution) -> list[events.AnyEvent]:
    res.emit(events.OrderGiven(order=res.order))
    try:
        if res.state.preparation is not None:
            carry_out_set_up(res, res.state.preparation, res.order)
            _pay_circles(res)
        elif isinstance(res.order, EndStage):
            end_turn(res)
            _pay_circles(res)
        elif isinstance(res.order, Face):
            _turn_freely(res, res.order)
        elif isinstance(res.order, Switch):
            switch_off(res, res.order.unit, res.order.off)
        elif isinstance(res.order, Withdraw):
            carry_out_withdrawal(res, res.order)
        elif isinstance(res.order, EndGame):
            agree(res, res.order)
        elif isinstance(res.order, TimeUp):
            call_time(res, res.order)
        elif not isinstance(res.order, (Answer, SetUpOrder)):
            _carry_out(res, res.order)
        end_if_decided(res)
        res.emit(events.OrderFinished())
    except Stopped as stopped:
        res.stop(stopped.question)
    return res.events


def _move(res: Resolution, order: Move) -> None:
    (carry_out_march if order.in_formation else carry_out_move)(res, order)


def _turn_freely(res: Resolution, order: Face) -> None:
    """Turn a unit by what a pilot can, once a turn; nobody spins for it."""
    switch_off(res, order.unit, order.off)
    piece = res.piece(order.unit)
    if fitted := free_turn(piece):
        res.use(piece, fitted)
        rules = fitted.item.rules
        res.emit(events.OnceUsed(unit=piece.id, name=fitted.name, rules=rules))
        res.emit(events.Turned(unit=piece.id, facing=order.facing % 360, free=True, rules=rules))


def _vent(res: Resolution, order: Vent) -> None:
    rating = res.piece(order.unit).unit.vent or 0
    change_heat(res, order.unit, [Part("vent", -rating)], "AOD-VENT-002", "AOD-VENT-003")


def _ranged(res: Resolution, order: Ranged) -> None:
    if order.mode == "artillery":
        place_markers(res, order)
    else:
        make_attack(res, ranged_attack(res.piece(order.unit), order, "ranged"), order.split)


def _close(res: Resolution, order: Close) -> None:
    if order.repair:
        carry_out_repair(res, order)
    else:
        attack = close_attack(res.field, res.piece(order.unit), order, "close")
        make_attack(res, attack, None)


_CARRY_OUT: dict[type[Any], tuple[str, Callable[[Resolution, Any], None]]] = {
    Move: ("move", _move),
    Vent: ("vent", _vent),
    Ranged: ("ranged", _ranged),
    Close: ("close", _close),
    Assault: ("assault", carry_out_assault),
    Charge: ("charge", lambda res, order: carry_out_special(res, order, "charge")),
    DeathFromAbove: (
        "death_from_above",
        lambda res, order: carry_out_special(res, order, "death_from_above"),
    ),
    Ram: ("ram", lambda res, order: carry_out_special(res, order, "ram")),
}


def _carry_out(res: Resolution, order: UnitOrder) -> None:
    """Pay, do it, then tokens, pushing, circles and heat (AOD-SEQ-001 steps 9 and 10).

    One order pays for a formation; one that moves is not pushed (AOD-FORM-010). A lost one is paid
    for and does nothing else (AOD-ORDER-003).
    """
    kind, carry_out = _CARRY_OUT[type(order)]
    had_token = {unit_id for unit_id in order.units if res.piece(unit_id).now.tokens}
    members = order.units if order.in_formation else ()
    rules = ("AOD-TURN-004", "AOD-TURN-010")
    lost = is_lost(switched_off(res.field, order), order)
    spared = spared_order(res.field, order)
    if spared:
        res.use(res.piece(order.unit), spared)
    free = spared is not None
    res.emit(events.OrderPaid(unit=order.unit, kind=kind, members=members, free=free, rules=rules))
    if lost:
        rules = ("AOD-DMG-005", "AOD-ORDER-003")
        res.emit(events.OrderLost(unit=order.unit, members=members, rules=rules))
        return
    for unit_id in order.units:
        switch_off(res, unit_id, res.piece(unit_id).switchable(order.off))
    carry_out(res, order)
    if kind != "vent":
        exempt = kind == "move" and order.in_formation
        for unit_id in order.units:
            _token_and_push(res, unit_id, pushed=unit_id in had_token and not exempt)
    _pay_circles(res)
    for unit_id, parts in res.heat_due.items():
        change_heat(res, unit_id, parts)


def _pay_circles(res: Resolution) -> None:
    """Push every unit for each circle it has used (AOD-EQUIP-008)."""
    for (unit_id, name), circled in res.used.items():
        if circled:
            damage(res, unit_id, 1, "circle", "AOD-EQUIP-008", "AOD-EQUIP-110", source=name)


def _token_and_push(res: Resolution, unit_id: str, *, pushed: bool) -> None:
    """AOD-TOKEN-001, AOD-PUSH-001 and AOD-PUSH-002."""
    piece = res.piece(unit_id)
    if piece.now.eliminated:
        return
    tokens = max(piece.now.tokens, 1) if piece.is_mech else piece.now.tokens + 1
    res.emit(
        events.TokenPlaced(unit=unit_id, tokens=tokens, rules=("AOD-TOKEN-001", "AOD-TOKEN-002"))
    )
    if not pushed or any(f.item.prevents_push(piece) for f in piece.working):
        return
    if piece.is_mech:
        res.heat(unit_id, "push")
    else:
        damage(res, unit_id, 1, "push", "AOD-PUSH-001", "AOD-PUSH-005")
