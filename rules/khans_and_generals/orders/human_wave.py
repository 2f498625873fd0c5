"""Human wave: a straight advance that takes the major order too (KG-089)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.advance import Advance, carry_out_contact, explain_contact
from rules.khans_and_generals.orders.base import OrderKind, enemies_in_order
from rules.khans_and_generals.orders.moving import into_contact, may_reach, straight_faults
from rules.khans_and_generals.steps.resolution import Resolution


class HumanWave(Advance, frozen=True, kw_only=True, omit_defaults=True):
    """Walk straight at an enemy, all together."""


def explain(field: Field, order: HumanWave) -> Iterator[Violation]:
    """Why not."""
    yield from straight_faults(order.legs)
    yield from explain_contact(field, order)


def carry_out(res: Resolution, order: HumanWave) -> None:
    """Walk into contact."""
    carry_out_contact(res, order, factor=1, charge=False)


def candidates(field: Field, piece: Piece) -> Iterator[HumanWave]:
    """Straight at the nearest enemy."""
    for enemy in enemies_in_order(field, piece)[:1]:
        if not may_reach(piece, enemy):
            continue
        yield HumanWave(unit=piece.id, target=enemy.id, legs=into_contact(piece, enemy))


KIND = OrderKind(HumanWave, "mixed", explain, carry_out, candidates, moves=True)
