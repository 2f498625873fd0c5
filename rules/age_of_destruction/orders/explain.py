"""Every reason why an order is refused; none means that it is legal."""

from collections.abc import Callable
from functools import partial
from typing import Any

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.fitted import Fitted
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.orders import explain_attacks, explain_ending, explain_moves
from rules.age_of_destruction.orders.explain_marches import (
    refuse_legs_of_others,
    refuse_march,
    refuse_plan,
)
from rules.age_of_destruction.orders.undeclared import is_lost
from rules.age_of_destruction.play.set_up.explain import refuse_in_set_up
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
    GivenToFormation,
    Leg,
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
from rules.age_of_destruction.state.state import Question, State
from rules.age_of_destruction.steps.formations import refuse_formation
from rules.age_of_destruction.steps.movement import Pace, Walk, may_face
from rules.age_of_destruction.steps.room import spot_of
from rules.age_of_destruction.steps.transport import refuse_landing
from rules.core.violations import Violation

#: What counts as which order of AOD-ORDER-001; special attacks are given as moves.
KINDS: dict[type[Any], str] = {
    Move: "move",
    Vent: "vent",
    Ranged: "ranged",
    Close: "close",
    Assault: "assault",
    Charge: "move",
    DeathFromAbove: "death_from_above",
    Ram: "move",
}


def _refuse_move(field: Field, piece: Piece, order: Move, refusals: Refusals) -> None:
    refuse_legs_of_others(order, refusals)
    refuse = refuse_march if order.in_formation else explain_moves.refuse_move
    refuse(field, piece, order, refusals)


_EXPLAIN: dict[type[Any], Callable[[Field, Piece, Any, Refusals], None]] = {
    Move: _refuse_move,
    Ranged: explain_attacks.refuse_ranged_order,
    Close: explain_attacks.refuse_close_order,
    Assault: explain_moves.refuse_assault,
    Charge: explain_moves.refuse_charge,
    DeathFromAbove: explain_moves.refuse_death_from_above,
    Ram: explain_moves.refuse_ram,
}


def explain(setup: Setup, state: State, order: AnyOrder) -> tuple[Violation, ...]:
    """Every violation of an order at a moment."""
    refusals = Refusals()
    _refuse(Field.of_moment(setup, state), order, refusals)
    return tuple(refusals.violations)


def is_legal(field: Field, order: AnyOrder) -> bool:
    """Whether there is no violation; a quicker question than which ones there are."""
    return permits(partial(_refuse, field, order))


def _refuse(field: Field, order: AnyOrder, refusals: Refusals) -> None:
    state = field.state
    question = state.under_way.question if state.under_way else None
    if state.stage == "over":
        refusals.add("GAME_OVER")
    elif isinstance(order, Answer):
        _refuse_answer(field, question, order, refusals)
    elif question is not None:
        refusals.add("QUESTION_OPEN", player=question.player)
    elif state.preparation is not None:
        refuse_in_set_up(field, state.preparation, order, refusals)
    elif state.stage != "orders" or isinstance(order, SetUpOrder):
        refusals.add("WRONG_STAGE")
    elif isinstance(order, Face):
        _refuse_face(field, order, refusals)
    elif isinstance(order, Switch):
        _refuse_switch(field, order, refusals)
    elif isinstance(order, Withdraw):
        explain_ending.refuse_withdrawal(field, order, refusals)
    elif isinstance(order, EndGame):
        explain_ending.refuse_agreement(field, order, refusals)
    elif isinstance(order, TimeUp):
        explain_ending.refuse_time(field, order, refusals)
    elif not isinstance(order, EndStage):
        _refuse_unit_order(field, order, refusals)


def _refuse_unit_order(field: Field, order: UnitOrder, refusals: Refusals) -> None:
    for unit_id in (order.unit, *order.units):
        if unit_id not in field.state.units:
            refusals.add("UNKNOWN_UNIT", unit_id)
    if refusals.violations:
        return
    ordered = [field.piece(unit_id) for unit_id in order.units]
    if field.state.orders_left <= 0 and spared_order(field, order) is None:
        refusals.add("NO_ORDERS_LEFT")
    for piece in ordered:
        _refuse_status(field, piece, KINDS[type(order)], refusals)
    if any(piece.now.at is None or piece.is_captive for piece in ordered):
        return
    if isinstance(order, GivenToFormation) and order.in_formation:
        refuse_formation(field, order, refusals)
    _refuse_switches(field, order, refusals)
    field = switched_off(field, order)
    if isinstance(order, Vent):
        if not field.piece(order.unit).is_mech:
            refusals.add("NOT_A_MECH", order.unit)
        return
    if not is_lost(field, order):
        _EXPLAIN[type(order)](field, field.piece(order.unit), order, refusals)


def switched_off(field: Field, order: UnitOrder | Face) -> Field:
    """The field as an order finds it, without the equipment that it switches off."""
    for unit_id in order.units if order.off else ():
        piece = field.piece(unit_id)
        field = field.moved(unit_id, off=(*piece.now.off, *piece.switchable(order.off)))
    return field


def free_turn(piece: Piece) -> Fitted | None:
    """The equipment with which a unit may still turn freely this turn."""
    return next(
        (f for f in piece.working if f.item.turns_freely and f.name not in piece.now.once), None
    )


def spared_order(field: Field, order: UnitOrder) -> Fitted | None:
    """What lets an order that asks for it take none of the pool."""
    if not isinstance(order, Vent):
        return None
    working = field.piece(order.unit).working
    return next((f for f in working if f.item.vents_freely and f.name in order.choices), None)


def _refuse_face(field: Field, order: Face, refusals: Refusals) -> None:
    if order.unit not in field.state.units:
        refusals.add("UNKNOWN_UNIT", order.unit)
        return
    piece = field.piece(order.unit)
    if piece.owner != field.state.active:
        refusals.add("NOT_YOUR_UNIT", piece.id)
    for name in order.off:
        if not piece.switchable((name,)):
            refusals.add("EQUIPMENT_ABSENT", piece.id, name=name)
    piece = switched_off(field, order).piece(piece.id)
    if piece.now.at is None or free_turn(piece) is None:
        refusals.add("NO_FREE_TURN", piece.id)
        return
    walk = Walk(field, piece, Pace(), refusals)
    walk.take((Leg(rotate=order.facing),))
    walk.stop()


def _refuse_switch(field: Field, order: Switch, refusals: Refusals) -> None:
    """Optional equipment that is on, of a unit the player leads in his own turn (AOD-EQUIP-105)."""
    if order.unit not in field.state.units:
        refusals.add("UNKNOWN_UNIT", order.unit)
        return
    piece = field.piece(order.unit)
    if piece.owner != field.state.active:
        refusals.add("NOT_YOUR_UNIT", piece.id)
    if piece.now.gone:
        refusals.add("UNIT_GONE", piece.id)
    elif piece.is_captive:
        refusals.add("CAPTIVE_UNIT", piece.id)
    if not order.off:
        refusals.add("NOTHING_SWITCHED_OFF", piece.id)
    for name in order.off:
        if not piece.switchable((name,)):
            refusals.add("EQUIPMENT_ABSENT", piece.id, name=name)
        elif name in piece.now.off:
            refusals.add("ALREADY_OFF", piece.id, name=name)
    for name in order.on:
        refusals.add("NOTHING_TO_CHOOSE", piece.id, name=name)


def _refuse_status(field: Field, piece: Piece, kind: str, refusals: Refusals) -> None:
    """What keeps a unit from any order of a kind (AOD-ORDER-002)."""
    now = piece.now
    if piece.owner != field.state.active:
        refusals.add("NOT_YOUR_UNIT", piece.id)
    if now.ordered:
        refusals.add("ALREADY_ORDERED", piece.id)
    if now.gone:
        refusals.add("UNIT_GONE", piece.id)
    elif now.aboard:
        refusals.add("PASSENGER_UNIT", piece.id)
    elif piece.is_captive:
        refusals.add("CAPTIVE_UNIT", piece.id)
    else:
        _refuse_kind(field, piece, kind, refusals)


def _refuse_kind(field: Field, piece: Piece, kind: str, refusals: Refusals) -> None:
    if piece.captives and kind != "move":
        refusals.add("HOLDS_CAPTIVE", piece.id)
    if piece.now.shutdown and kind != "vent":
        refusals.add("UNIT_SHUT_DOWN", piece.id)
    if piece.now.tokens_at_start > 1 and field.ruling("second_token_from_effects_blocks_orders"):
        refusals.add("TWO_TOKENS", piece.id)
    for fitted in piece.working:
        allowed = fitted.item.allows_only(piece)
        if allowed and not field.ruling("salvage_mech_may_vent"):
            allowed = ("move",)
        if allowed and kind not in allowed:
            refusals.add("SALVAGE_RESTRICTED", piece.id, allowed=list(allowed))


def _refuse_switches(field: Field, order: UnitOrder, refusals: Refusals) -> None:
    """Only optional equipment in the window can be switched off, and working equipment of the unit
    that is given the order be chosen (AOD-EQUIP-108)."""
    for name in order.off:
        if not any(field.piece(unit_id).switchable((name,)) for unit_id in order.units):
            refusals.add("EQUIPMENT_ABSENT", order.unit, name=name)
    leader = field.piece(order.unit)
    for name in order.on:
        _refuse_choice(leader, order.off, name, refusals)


def _refuse_choice(leader: Piece, off: tuple[str, ...], name: str, refusals: Refusals) -> None:
    """An order asks for what would not work without it, or for one of two sources at one value
    (AOD-EQUIP-108, AOD-GEAR-017)."""
    working = [fitted for fitted in leader.working if fitted.name not in off]
    chosen = [fitted for fitted in working if fitted.name == name]
    partners = {fitted.item.shared for fitted in chosen} - {"", *(f.name for f in working)}
    for absent in partners if chosen else {name}:
        refusals.add("EQUIPMENT_ABSENT", leader.id, name=absent)
    rivals = any(one.excludes(other) for one in chosen for other in working)
    if chosen and not rivals and not any(fitted.item.is_asked_for for fitted in chosen):
        refusals.add("NOTHING_TO_CHOOSE", leader.id, name=name)


def _refuse_answer(
    field: Field, question: Question | None, answer: Answer, refusals: Refusals
) -> None:
    if question is None:
        refusals.add("NO_QUESTION")
    elif answer.to != question.to or not question.concerns(answer.unit):
        refusals.add("WRONG_ANSWER", to=question.to)
    elif answer.to == "free_spin":
        _refuse_spin(field, question, answer, refusals)
    elif answer.to == "march":
        _refuse_other_march(field, question, answer, refusals)
    elif answer.to == "place":
        if spot := spot_of(field, question.about, question.unit, answer):
            refuse_landing(field, question.about, question.unit, spot, refusals)
    elif answer.to == "deactivate":
        for name in answer.off:
            if name not in question.options:
                refusals.add("EQUIPMENT_ABSENT", question.unit, name=name)
    elif answer.to == "split":
        shares = answer.split or {}
        if shares.keys() - set(question.options) or sum(shares.values()) > question.damage:
            refusals.add("SPLIT_IMPOSSIBLE", question.unit, damage=question.damage)
    elif answer.choice not in question.options:
        refusals.add("WRONG_ANSWER", to=question.about)


def _refuse_spin(field: Field, question: Question, answer: Answer, refusals: Refusals) -> None:
    spinner, mover = field.piece(answer.unit or question.unit), field.piece(question.about)
    if answer.facing is None:
        return
    facing = answer.facing % 360
    if not (spinner.would_face(facing, mover) and may_face(spinner, facing)):
        refusals.add("CANNOT_SPIN", spinner.id)


def _refuse_other_march(
    field: Field, question: Question, answer: Answer, refusals: Refusals
) -> None:
    """Judge how the others march when some members are held (AOD-FORM-009); they may always stay
    where they are."""
    order = field.state.under_way.order if field.state.under_way else None
    if not isinstance(order, Move):
        return
    order = order.marching(answer.member_legs)
    refuse_legs_of_others(order, refusals)
    if any(answer.member_legs.values()):
        held = set(order.members) - set(question.options)
        refuse_plan(field, order, refusals, held)
