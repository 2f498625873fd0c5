"""How an order to a unit is given now: in its own turn, from a trap, or for a command point."""

from typing import TypeVar

import msgspec

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders import KINDS
from rules.khans_and_generals.orders.base import Order, UnitOrder
from rules.khans_and_generals.play.rules import acts_from_trap, bare_faults, explain_at

O = TypeVar("O", bound=Order)  # noqa: E741 - an order


def payer(piece: Piece) -> str | None:
    """The HQ whose command point an order would take, None where it takes none (KG-082)."""
    state, field = piece.field.state, piece.field
    if piece.owner == state.active or acts_from_trap(piece):
        return None
    supreme = field.supreme(piece.owner)
    own = piece.id if piece.profile.commands else piece.unit.hq
    named = (own, supreme.id if supreme else None)
    staffs = [hq for hq in named if hq in state.units and field.piece(hq).present]
    for hq in staffs:
        if state.reaction == (piece.id, hq) or state.command_points.get(hq, 0) > 0:
            return hq
    return staffs[0] if staffs else None


def given(piece: Piece, order: O) -> O:
    """An order as it has to be given now: with what pays for it."""
    return msgspec.structs.replace(order, cp=payer(piece))


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
