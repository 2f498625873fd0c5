"""What setting up a weapon and making it ready to move share (KG-018, KG-059)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import UnitOrder, no

SET_UP_TYPES = ("machine_gun", "mortar")


def can_set_up(piece: Piece) -> bool:
    """Machine guns, mortars and artillery, or whose card says so."""
    profile = piece.profile
    by_type = profile.class_ == "artillery" or profile.type in SET_UP_TYPES
    return by_type or "set_up" in profile.orders


def deploying_faults(field: Field, order: UnitOrder, *, deployed: bool) -> Iterator[Violation]:
    """Why a weapon cannot be set up, or made ready to move, by an order."""
    piece = field.piece(order.unit)
    if not can_set_up(piece):
        yield no("TARGET_WRONG", "KG-018", unit=order.unit)
    elif piece.unit.deployed is deployed:
        yield no("NOTHING_TO_DO", "KG-059")
