"""An order a commander considers, and what every order costs the unit that carries it out."""

import msgspec

from rules.age_of_destruction.commanders.worth import heating, loss
from rules.age_of_destruction.skirmish.orders import AnyOrder
from rules.age_of_destruction.skirmish.piece import Piece

#: The points below which nothing is worth an order.
STIR = 0.5


class Proposal(msgspec.Struct, frozen=True):
    """An order and the points it promises; whether it is legal is still to be asked."""

    order: AnyOrder
    points: float


def price(piece: Piece, heat: int = 0) -> float:
    """What an order costs a unit: a push where it bears a token, and some heat of the order."""
    pushed = piece.now.tokens > 0 and not any(f.item.prevents_push(piece) for f in piece.working)
    if piece.is_mech:
        return STIR + heating(piece, heat + pushed)
    return STIR + (loss(piece, 1) if pushed else 0.0)
