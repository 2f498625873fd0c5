"""Who could carry out an order together with a unit, and what is missing for the others (rules
AOD-FORM, AOD-ALLY)."""

from collections.abc import Iterator, Sequence
from math import inf

import msgspec

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.orders.move import Move
from rules.age_of_destruction.orders.ranged import Ranged
from rules.age_of_destruction.orders.unit_orders import FormationOrder
from rules.age_of_destruction.play.rules import explain
from rules.age_of_destruction.steps.formations import FIRE, MARCH, MELEE, Formation
from rules.age_of_destruction.table.bases import TOLERANCE
from rules.core.violations import Violation

#: The kinds of formations by name.
KINDS: dict[str, Formation] = {"march": MARCH, "fire": FIRE, "melee": MELEE}
#: What is said against who is in a formation, apart from what it does.
OF_MEMBERS = frozenset(
    {
        *("NOT_YOUR_UNIT", "NO_ORDERS_LEFT", "ALREADY_ORDERED", "UNIT_GONE", "CAPTIVE_UNIT"),
        *("PASSENGER_UNIT", "HOLDS_CAPTIVE", "TWO_TOKENS", "UNIT_SHUT_DOWN", "SALVAGE_RESTRICTED"),
        *("NEVER_IN_FORMATION", "NOT_IN_THIS_FORMATION", "FACTIONS_NOT_ALLIED", "FORMATION_SIZE"),
        *("MERCENARIES_WITH_SEVERAL", "FORMATION_ON_ABRUPT_EDGE", "FORMATION_APART"),
    }
)
#: Inches from a formation within which it is worth telling what is missing.
NEAR = 3.0


class Companion(msgspec.Struct, frozen=True):
    """Somebody beside a formation in the making: `joins` are the kinds it could be in, `against`
    what keeps it from the one it is nearest to, `apart` the inches its base lacks to touch."""

    unit: str
    joins: tuple[str, ...]
    against: tuple[Violation, ...] = ()
    apart: float = 0.0


class Together(msgspec.Struct, frozen=True):
    """A kind of formation that a unit could lead with those who stand with it: how many more it
    needs, 0 where it is whole."""

    kind: str
    units: tuple[str, ...]
    lacks: int


def companions(field: Field, unit_id: str, along: Sequence[str] = ()) -> tuple[Companion, ...]:
    """The units of the same player near a unit and those it takes along, the nearest first."""
    piece = field.piece(unit_id)
    if piece.now.at is None or piece.now.gone or piece.is_captive:
        return ()
    group = [piece, *(field.piece(name) for name in along)]
    others = [
        other
        for other in field.of(piece.owner)
        if other.now.at is not None and other.id != unit_id and other.id not in along
    ]
    found = [_companion(field, group, other) for other in others]
    near = [one for one in found if one.joins or one.apart <= NEAR]
    return tuple(sorted(near, key=lambda one: (not one.joins, one.apart)))


def _companion(field: Field, group: list[Piece], other: Piece) -> Companion:
    members = (*(piece.id for piece in group), other.id)
    asked = {kind: list(_orders(field, kind, members)) for kind in KINDS}
    against = {
        kind: min((_against(field, kind, order) for order in orders), key=len)
        for kind, orders in asked.items()
        if orders
    }
    joins = tuple(kind for kind, found in against.items() if not found)
    apart = min((piece.outline.gap(other.outline) for piece in group), default=inf) - TOLERANCE
    least = min(against.values(), key=len)
    return Companion(other.id, joins, () if joins else least, max(apart, 0.0))


def against_march(field: Field, members: tuple[str, ...]) -> tuple[Violation, ...]:
    """What is said against any march of some units, the first of them leading."""
    order = Move(unit=members[0], members=members)
    found = explain(field.setup, field.state, order)
    return tuple(violation for violation in found if violation.code in OF_MEMBERS)


def _against(field: Field, kind: str, order: FormationOrder) -> tuple[Violation, ...]:
    """What is said against the members of a formation that may still grow."""
    found = [v for v in explain(field.setup, field.state, order) if v.code in OF_MEMBERS]
    if len(order.members) < KINDS[kind].least:
        found = [v for v in found if v.code != "FORMATION_SIZE"]
    return tuple(found)


def _orders(field: Field, kind: str, members: tuple[str, ...]) -> Iterator[FormationOrder]:
    """Orders of a kind that members would be given: blows only at whom all of them touch."""
    leader = members[0]
    if kind == "march":
        yield Move(unit=leader, members=members)
    elif kind == "fire":
        yield Ranged(unit=leader, members=members)
    else:
        shared = set.intersection(*(set(field.touching(name)) for name in members))
        for target in field.opponents_of(field.piece(leader).team):
            if target.id in shared:
                yield Close(unit=leader, target=target.id, members=members)


def together(field: Field, unit_id: str) -> tuple[Together, ...]:
    """The formations of every kind a unit could lead now with whoever stands with it, as large as
    they come."""
    found = []
    for kind, formation in KINDS.items():
        members: tuple[str, ...] = (unit_id,)
        while len(members) < formation.most:
            joining = [c.unit for c in companions(field, unit_id, members[1:]) if kind in c.joins]
            if not joining:
                break
            members = (*members, joining[0])
        if len(members) > 1:
            lacks = max(formation.least - len(members), 0)
            found.append(Together(kind, members, lacks))
    return tuple(found)
