"""Equipment in a circle that a commander switches off rather than pay a click for it."""

from collections.abc import Iterator

from rules.age_of_destruction.bots.prospects import promise
from rules.age_of_destruction.bots.worth import loss
from rules.age_of_destruction.moment.attack import Attack, AttackKind
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.state.orders import (
    AnyOrder,
    Assault,
    Charge,
    Close,
    DeathFromAbove,
    Move,
    Ram,
    Ranged,
)
from rules.age_of_destruction.state.state import Question
from rules.age_of_destruction.steps.declare import close_attack, ranged_attack

#: The kinds of special attacks by their orders.
SPECIAL: dict[type, AttackKind] = {
    Charge: "charge",
    DeathFromAbove: "death_from_above",
    Ram: "ram",
}


def too_dear(field: Field, question: Question) -> Iterator[str]:
    """What a unit is asked about that costs a click worth more than the attack then takes less;
    where nobody knows what it saves, what would cost the unit itself."""
    piece = field.piece(question.unit)
    way = field.state.under_way
    attack = _attack_of(field, way.order) if way else None
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


def _attack_of(field: Field, order: AnyOrder) -> Attack | None:
    """The attack that an order makes from where its unit is now; None for one without."""
    if isinstance(order, Charge | DeathFromAbove | Ram):
        kind = SPECIAL[type(order)]
        return Attack(kind, order.unit, (order.target,), kind)
    if not isinstance(order, Ranged | Assault | Close | Move):
        return None
    piece = field.piece(order.unit)
    if isinstance(order, Move):
        shots = [leg.shoot for leg in order.legs if leg.shoot]
        return ranged_attack(piece, shots[0], "move", order.choices) if shots else None
    if isinstance(order, Close):
        return None if order.repair else close_attack(field, piece, order, "close")
    if isinstance(order, Ranged):
        return ranged_attack(piece, order, "ranged") if order.targets else None
    if not order.all_targets:
        return None
    if order.kind == "close":
        return close_attack(field, piece, order, "assault")
    return ranged_attack(piece, order, "assault")
