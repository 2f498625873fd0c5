"""What a turn has left in it: who may still be ordered, and whether it may end unasked."""

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.answer import open_question
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.orders.face import free_turn
from rules.age_of_destruction.orders.samples import of_a_unit
from rules.age_of_destruction.orders.switch import Switch
from rules.age_of_destruction.orders.vent import Vent
from rules.age_of_destruction.play.rules import is_legal
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State
from rules.core.drawing import as_listed


def anything_left(setup: Setup, state: State) -> bool:
    """Whether the active player may still do something useful in the order stage (AOD-TURN-012); a
    question is something to do.

    Cooling a 'Mech without heat is not useful, nor is switching equipment off.
    """
    if state.stage != "orders" or open_question(state) is not None:
        return state.stage != "over"
    field = Field.of_moment(setup, state)
    return any(_may_act(field, piece) for piece in field.of(state.active))


def still_to_order(setup: Setup, state: State) -> tuple[str, ...]:
    """The units that the active player may still give a useful order of the turn (AOD-TURN-004,
    AOD-TURN-010), as they were listed; none while a question is open."""
    if state.stage != "orders" or not state.orders_left or open_question(state) is not None:
        return ()
    field = Field.of_moment(setup, state)
    fresh = [piece for piece in field.of(state.active) if not piece.now.ordered]
    return tuple(piece.id for piece in fresh if _is_of_use(field, piece))


def _may_act(field: Field, piece: Piece) -> bool:
    if piece.now.at is None:
        return False
    return free_turn(piece) is not None or _is_of_use(field, piece)


def _is_of_use(field: Field, piece: Piece) -> bool:
    return piece.now.at is not None and any(
        _is_useful(piece, order) and is_legal(field, order) for order in of_a_unit(piece, as_listed)
    )


def _is_useful(piece: Piece, order: Order) -> bool:
    return not isinstance(order, Switch) and (not isinstance(order, Vent) or piece.now.heat > 0)
