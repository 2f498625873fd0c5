"""Whether a turn has anything left in it, so that it may end without being asked."""

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


def _may_act(field: Field, piece: Piece) -> bool:
    if piece.now.at is None:
        return False
    return free_turn(piece) is not None or any(
        _is_useful(piece, order) and is_legal(field, order) for order in of_a_unit(piece, as_listed)
    )


def _is_useful(piece: Piece, order: Order) -> bool:
    return not isinstance(order, Switch) and (not isinstance(order, Vent) or piece.now.heat > 0)
