"""A commander rallies routed or disordered men (KG-165, KG-175)."""

from collections.abc import Iterator
from typing import Any

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import REGROUPED, would_rout
from rules.khans_and_generals.orders.base import OrderKind, no
from rules.khans_and_generals.orders.rouse import Rouse, commander_faults
from rules.khans_and_generals.steps.casualties import ease
from rules.khans_and_generals.steps.resolution import Resolution


class Regroup(Rouse, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a subordinate back into order."""


def needs_it(piece: Piece) -> bool:
    """Whether a unit is routed or disordered."""
    return piece.unit.routed or piece.unit.formation == "disordered"


def explain(field: Field, order: Regroup) -> Iterator[Violation]:
    """Why not."""
    faults = list(commander_faults(field, order))
    yield from faults
    if not faults and not needs_it(field.piece(order.target)):
        yield no("NOTHING_TO_DO", "KG-175", unit=order.target)


def carry_out(res: Resolution, order: Regroup) -> None:
    """Temporary effects less 6; who bears the rest is in hand again."""
    ease(res, order.target, REGROUPED, "KG-161")
    if would_rout(res.field, res.piece(order.target)):
        return
    fields: dict[str, Any] = {"routed": False, "formation": "standard"}
    res.change("regrouped", order.target, "KG-165", **fields)


def candidates(field: Field, piece: Piece) -> Iterator[Regroup]:
    """Every friend who needs it."""
    if piece.profile.commands:
        for friend in field.friends(piece.owner):
            if needs_it(friend):
                yield Regroup(unit=piece.id, target=friend.id)


KIND = OrderKind(Regroup, "major", explain, carry_out, candidates, in_melee=True)
