"""Why a move, an assault or a special attack is refused."""

from functools import partial

import msgspec

from rules.age_of_destruction.moment import aiming
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.refusals import Refusals, permits
from rules.age_of_destruction.moment.values import attack_value, speed
from rules.age_of_destruction.orders.explain_attacks import refuse_split
from rules.age_of_destruction.state.orders import (
    Assault,
    Charge,
    DeathFromAbove,
    Leg,
    Move,
    Ram,
    SpecialAttack,
)
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack
from rules.age_of_destruction.steps.movement import SHOT_COST, Pace, Walk, moved_field


def refuse_move(field: Field, piece: Piece, order: Move, refusals: Refusals) -> None:
    """AOD-MOVE with runs, levels and shots."""
    if order.run:
        refuse_run(piece, refusals)
    for name in order.on:
        _refuse_takeover(piece, name, order, refusals)
    shots = [leg.shoot for leg in order.legs if leg.shoot]
    may_shoot = piece.is_vtol and speed(piece).total > SHOT_COST
    if shots and not (may_shoot and len(shots) == 1):
        refusals.add("NO_SHOT_ON_MOVE", piece.id)
    pace = Pace(run=order.run, shoots=bool(shots) and may_shoot)
    found = refusals.apart()
    walk = planned_walk(field, piece, order.legs, pace, found)
    refusals.take(found)
    if shots and not found.violations:
        _refuse_shot(field, piece, order, walk.pace, refusals)


def refuse_run(piece: Piece, refusals: Refusals) -> None:
    """AOD-RUN-001; heat may forbid it."""
    if not piece.is_mech:
        refusals.add("NOT_A_MECH", piece.id)
    if any(effect.forbids_run for _, effect in piece.heat_effects):
        refusals.add("RUN_FORBIDDEN", piece.id)


def planned_walk(
    field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace, refusals: Refusals
) -> Walk:
    """The way on paper at the planned pace; what is wrong with it goes to the refusals."""
    return _walk(field, piece, legs, planned_pace(field, piece, legs, pace), refusals)


def planned_pace(field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace) -> Pace:
    """On the ground where that will do, else by jumping where the unit can.

    It also counts what the legs do with passengers.
    """
    actions = sum(1 for leg in legs if leg.board is not None or leg.disembark is not None)
    if actions:
        pace = msgspec.structs.replace(pace, transport_actions=actions)
    if pace.run or piece.jump is None or permits(partial(_walk, field, piece, legs, pace)):
        return pace
    return msgspec.structs.replace(pace, jumps=True)


def _walk(
    field: Field, piece: Piece, legs: tuple[Leg, ...], pace: Pace, refusals: Refusals
) -> Walk:
    walk = Walk(field, piece, pace, refusals)
    walk.take(legs)
    walk.finish()
    return walk


def _refuse_shot(field: Field, piece: Piece, order: Move, pace: Pace, refusals: Refusals) -> None:
    """Judge the shot from where the unit will be (AOD-VTOL-012)."""
    for index, leg in enumerate(order.legs):
        if leg.shoot is None:
            continue
        walk = Walk(field, piece, pace, Refusals())
        walk.take(order.legs[:index])
        there = walk.there
        attack = ranged_attack(there.piece(piece.id), leg.shoot, "move", order.choices)
        aiming.refuse_ranged(there, attack, refusals)
        refuse_split(there, attack, leg.shoot.split, refusals)


def _refuse_takeover(piece: Piece, name: str, order: Move, refusals: Refusals) -> None:
    """A unit that gives itself up for a captive stays where it is (see the equipment's card)."""
    for fitted in piece.working:
        if (
            fitted.name == name
            and fitted.item.frees_captives
            and (order.legs or piece.now.tokens_at_start or captive_beside(piece) is None)
        ):
            refusals.add("NO_CAPTIVE_TO_FREE", piece.id)


def captive_beside(piece: Piece) -> Piece | None:
    """The one captive vehicle or 'Mech a unit touched at the start of the turn and touches now."""
    beside = [
        other
        for other in piece.touching
        if other.is_captive and not other.is_infantry and other.id in piece.now.touching_at_start
    ]
    return beside[0] if len(beside) == 1 else None


def refuse_assault(field: Field, piece: Piece, order: Assault, refusals: Refusals) -> None:
    """AOD-ASSAULT."""
    if not piece.is_mech:
        refusals.add("NOT_A_MECH", piece.id)
    if piece.opponents_in_contact:
        refusals.add("ENGAGED", piece.id)
    if any(leg.shoot for leg in order.legs):
        refusals.add("NO_SHOT_ON_MOVE", piece.id)
        return
    if any(leg.board or leg.disembark for leg in order.legs):
        refusals.add("TRANSPORT_NEEDS_MOVE", piece.id)
    pace = Pace(ranged_assault=order.kind == "ranged")
    found = refusals.apart()
    walk = planned_walk(field, piece, order.legs, pace, found)
    refusals.take(found)
    if found.violations or not order.all_targets:
        return
    there = moved_field(field, piece, walk.pose)
    mover = there.piece(piece.id)
    if order.kind == "ranged":
        attack = ranged_attack(mover, order, "assault")
        aiming.refuse_ranged(there, attack, refusals)
        refuse_split(there, attack, order.split, refusals)
    else:
        if len(order.all_targets) > 1:
            refusals.add("TOO_MANY_TARGETS", piece.id, most=1)
        aiming.refuse_close(there, close_attack(there, mover, order, "assault"), refusals)


def refuse_charge(field: Field, piece: Piece, order: Charge, refusals: Refusals) -> None:
    """AOD-CHARGE."""
    refuse_run(piece, refusals)
    _refuse_weather(field, "charge", piece, refusals)
    _refuse_special(field, piece, order, Pace(run=True), refusals)


def refuse_death_from_above(
    field: Field, piece: Piece, order: DeathFromAbove, refusals: Refusals
) -> None:
    """AOD-DFA."""
    if not piece.is_mech:
        refusals.add("NOT_A_MECH", piece.id)
    if piece.jump is None:
        refusals.add("NO_JUMP", piece.id)
    _refuse_weather(field, "death_from_above", piece, refusals)
    _refuse_special(field, piece, order, Pace(jumps=True), refusals)


def _refuse_weather(field: Field, kind: str, piece: Piece, refusals: Refusals) -> None:
    for condition in field.conditions:
        if kind in condition.forbids:
            refusals.add("CONDITION_FORBIDS", piece.id, name=condition.name)


def refuse_ram(field: Field, piece: Piece, order: Ram, refusals: Refusals) -> None:
    """AOD-RAM."""
    if piece.unit.type != "vehicle":
        refusals.add("NOT_A_VEHICLE", piece.id)
    if piece.is_vtol:
        refusals.add("NOT_FOR_VTOL", piece.id)
    _refuse_special(field, piece, order, Pace(), refusals)


def special_legs(order: SpecialAttack) -> tuple[Leg, ...]:
    """The move of a special attack as legs."""
    travel = (Leg(travel=order.path),) if order.path else ()
    turn = () if order.facing is None else (Leg(rotate=order.facing),)
    return travel + turn


def _refuse_special(
    field: Field, piece: Piece, order: SpecialAttack, pace: Pace, refusals: Refusals
) -> None:
    """AOD-ATTACK-013, AOD-ATTACK-014 and the way into contact.

    Under water only close combat strikes (AOD-WATER-005). An abrupt edge bars close combat only
    (AOD-ELEV-012), unless the ruling `abrupt_edge_bars_special_attacks` says otherwise.
    """
    if attack_value(piece) <= 0:
        refusals.add("ATTACK_ZERO", piece.id)
    if any(_was_opponent(field, piece, other) for other in piece.now.touching_at_start):
        refusals.add("ENGAGED_AT_START", piece.id)
    target = aiming.known_target(field, piece, order.target, refusals)
    if target is None:
        return
    if target.is_infantry:
        refusals.add("TARGET_INFANTRY", target.id)
    walk = Walk(field, piece, pace, refusals)
    walk.take(special_legs(order))
    walk.finish()
    there = moved_field(field, piece, walk.pose)
    end, goal = there.piece(piece.id), there.piece(order.target)
    if not end.touches(goal):
        refusals.add("NOT_IN_CONTACT", goal.id)
    if goal.submerged:
        refusals.add("TARGET_SUBMERGED", goal.id)
    barred = bool(field.ruling("abrupt_edge_bars_special_attacks")) and not pace.jumps
    if barred and aiming.across_abrupt_edge(there, end, goal):
        refusals.add("ABRUPT_EDGE", goal.id)


def _was_opponent(field: Field, piece: Piece, other_id: str) -> bool:
    other = field.piece(other_id)
    return piece.team != other.team and not other.is_captive
