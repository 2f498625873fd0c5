"""Equipment in a circle that a commander switches off rather than pay a click for it."""

from collections.abc import Iterator

from rules.age_of_destruction.bots.promises import promise
from rules.age_of_destruction.bots.worth import loss
from rules.age_of_destruction.moment.attack import Attack
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state.state import Question


def too_dear(field: Field, question: Question) -> Iterator[str]:
    """What a unit is asked about that costs a click worth more than the attack then takes less;
    where nobody knows what it saves, what would cost the unit itself."""
    piece = field.piece(question.unit)
    way = field.state.under_way
    order = way.order if way else None
    attack = order.attack(field) if isinstance(order, Order) else None
    for fitted in piece.shown:
        if not fitted.circled or fitted.name not in question.options:
            continue
        if attack is None or not _is_met(attack, piece):
            dear = piece.now.click >= len(piece.unit.dial)
        else:
            bare = field.moved(piece.id, off=(*piece.now.off, fitted.name))
            dear = promise(bare, attack) - promise(field, attack) <= loss(piece, 1)
        if dear:
            yield fitted.name


def _is_met(attack: Attack, piece: Piece) -> bool:
    """Whether an attack is made on a unit, or on a friend that it might help."""
    return piece.id in attack.targets or any(
        other.id in attack.targets for other in piece.friends_in_contact
    )
