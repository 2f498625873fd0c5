"""Movement formations carried out (rules AOD-FORM-005 to 010, AOD-BREAK-010)."""

from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.explain_marches import common_speed, refuse_plan
from rules.age_of_destruction.orders.explain_moves import planned_pace
from rules.age_of_destruction.orders.moves import take_legs, try_break_away
from rules.age_of_destruction.state.orders import Move
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.movement import Pace
from rules.age_of_destruction.steps.resolution import Resolution


def carry_out_march(res: Resolution, order: Move) -> None:
    """Every member in contact tries to break away, then each moves in turn (AOD-FORM-009)."""
    slowest = common_speed(res.field, order)
    free = [
        unit_id for unit_id in order.members if try_break_away(res, res.piece(unit_id), run=False)
    ]
    order = _after_break_away(res, order, free)
    for unit_id in order.members:
        piece, legs = res.piece(unit_id), order.legs_of(unit_id)
        pace = planned_pace(res.field, piece, legs, Pace(slowest=slowest))
        take_legs(res, order, unit_id, legs, pace, free=unit_id in free)


def _after_break_away(res: Resolution, order: Move, free: list[str]) -> Move:
    """The march as it was told, or another where those who stay behind make it impossible."""
    held, refusals = set(order.members) - set(free), Refusals()
    if held:
        refuse_plan(res.field, order, refusals, held)
    if not refusals.violations:
        return order
    player = res.piece(order.unit).owner
    answer = res.ask(Question("march", player, order.unit, options=tuple(free)))
    return order.marching(answer.member_legs)
