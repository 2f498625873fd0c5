"""How an order to a unit is given now: in its own turn, from a trap, or for a command point."""

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders import KINDS
from rules.khans_and_generals.orders.base import Order, UnitOrder
from rules.khans_and_generals.play.rules import bare_faults, explain_at, given


def refusals(field: Field, order: Order) -> list[Violation]:
    """Why an order cannot be given; nothing for a legal one."""
    return explain_at(field, order)


def against(piece: Piece, kind: type[UnitOrder]) -> list[Violation]:
    """What keeps a unit from any order of a kind, whatever else it says."""
    bare = given(piece, UnitOrder(unit=piece.id))
    return bare_faults(piece.field, bare, KINDS[kind])


def acts(piece: Piece) -> bool:
    """Whether somebody may give a unit on the table any order now."""
    state = piece.field.state
    if state.stage != "orders" or state.waiting is not None or not piece.present:
        return False
    return any(not against(piece, value) for value in KINDS if issubclass(value, UnitOrder))
