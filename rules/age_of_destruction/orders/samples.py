"""What a unit may try: whatever the kinds of orders propose, manner by manner."""

from collections.abc import Iterable, Iterator

from rules.age_of_destruction.moment.aiming import may_reach
from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders import FORMS, KINDS
from rules.age_of_destruction.orders.approaches import SKIN, gap, heading, spot
from rules.age_of_destruction.orders.base import Manner, Order
from rules.age_of_destruction.orders.move import RUN, WALK, Move
from rules.age_of_destruction.orders.ranged import shots_at, shots_at_pairs
from rules.age_of_destruction.orders.special_attacks import SpecialAttack
from rules.age_of_destruction.orders.unit_orders import FormationOrder, weapons_of
from rules.age_of_destruction.state.legs import WeaponSlot
from rules.age_of_destruction.steps.movement import allowance
from rules.age_of_destruction.table.bases import Base
from rules.core.drawing import Draw
from rules.core.geometry import distance


def _having(manner: str) -> tuple[type[Order], ...]:
    """The kinds that try something in a manner at all."""
    usual = getattr(Order, manner).__func__
    return tuple(kind for kind in KINDS if getattr(kind, manner).__func__ is not usual)


UNPAID, UNORDERED = _having("unpaid"), _having("unordered")
ON_THE_SPOT, TOUCHING = _having("on_the_spot"), _having("touching")
AIMED, STRIKING = _having("aimed"), _having("strikes")
#: The kinds that formations carry out.
JOINT = tuple(kind for kind in KINDS if issubclass(kind, FormationOrder))


def of_a_unit(piece: Piece, draw: Draw) -> Iterator[Order]:
    """Samples of a unit's orders, manner by manner."""
    able = piece.field.state.orders_left > 0 and piece.now.at is not None and not piece.now.ordered
    for manner in draw(_ALL if able else _FREE):
        yield from manner(piece, draw)


def unpaid(piece: Piece, draw: Draw) -> Iterator[Order]:
    """What takes no order of the turn."""
    for kind in UNPAID:
        yield from kind.unpaid(piece, draw)


def _unordered(piece: Piece, draw: Draw) -> Iterator[Order]:
    for kind in UNORDERED:
        yield from kind.unordered(piece, draw)


def of_formations(field: Field, player: str, draw: Draw) -> Iterator[Order]:
    """Samples of what units may do in formation, kind by kind."""
    for kind in draw(JOINT):
        yield from kind.together(field, player, draw)


def _on_the_spot(piece: Piece, draw: Draw) -> Iterator[Order]:
    """What a unit does where it stands."""
    yield from draw([order for kind in ON_THE_SPOT for order in kind.on_the_spot(piece)])


def touching(piece: Piece, draw: Draw) -> Iterator[Order]:
    """What a unit does to whom it touches."""
    for kind in TOUCHING:
        yield from kind.touching(piece, draw)


def shots(piece: Piece, draw: Draw) -> Iterator[Order]:
    """Shots at every opponent in reach, and at pairs of them."""
    opponents = piece.field.opponents_of(piece.team)
    for slot in draw(weapons_of(piece)):
        near = [other for other in opponents if may_reach(piece, other, slot)]
        reach = [other for other in near if piece.faces(other.at)]
        for target in draw(reach):
            yield from draw(list(shots_at_one(piece, target, slot)))
        yield from draw(list(shots_at_pairs(piece, reach, slot)))


def shots_at_one(piece: Piece, target: Piece, slot: WeaponSlot) -> Iterator[Order]:
    """Shots at one opponent."""
    opponents = piece.field.opponents_of(piece.team)
    others = [o.id for o in opponents if o is not target and piece.faces(o.at)]
    yield from shots_at(piece, target, slot, others)
    yield from usual_first(order for kind in AIMED for order in kind.aimed(piece, target, slot))


def approaches(piece: Piece, draw: Draw) -> Iterator[Order]:
    """Straight into contact with every unit in reach: as a move, and to strike an opponent."""
    reach = max(
        allowance(piece, pace).total for pace in ((WALK, RUN) if piece.is_mech else (WALK,))
    )
    for base in draw(list(piece.field.bases)):
        if base.id != piece.id and _is_within(reach, piece.base, base):
            yield from draw(list(_contacts(piece, piece.field.piece(base.id))))


def _contacts(piece: Piece, other: Piece) -> Iterator[Order]:
    towards = heading(piece.at, other.at)
    end = spot(piece.at, towards, max(gap(piece, other, towards) - SKIN, 0.0))
    if not piece.touches(other):
        yield from Move.into_contact(piece, end, towards)
    if piece.is_opponent(other):
        found = [order for kind in STRIKING for order in kind.strikes(piece, other, end, towards)]
        yield from sorted(found, key=lambda order: not isinstance(order, SpecialAttack))


def usual_first(found: Iterable[Order]) -> list[Order]:
    """Orders in the sequence in which their forms are offered."""
    return sorted(found, key=lambda order: FORMS[order.form].unusual)


def _is_within(reach: int, base: Base, target: Base) -> bool:
    """Whether a unit might come to touch another; a quick look at the distance only."""
    return distance(base.at, target.at) <= reach + 2 * (base.reach + target.reach)


_FREE: tuple[Manner, ...] = (unpaid,)
_ALL: tuple[Manner, ...] = (
    *_FREE,
    _unordered,
    _on_the_spot,
    *(manner for kind in KINDS for manner in kind.manners()),
    shots,
    touching,
    approaches,
)
