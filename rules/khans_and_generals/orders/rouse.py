"""A commander gets his men up again (KG-113, KG-154, KG-175)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.command import can_command, in_reach, superiors
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.moment.morale import ROUSED
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no, target_faults
from rules.khans_and_generals.steps.casualties import ease
from rules.khans_and_generals.steps.resolution import Resolution


class Rouse(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """End the pinning of a subordinate."""

    target: str


def commander_faults(field: Field, order: Rouse) -> Iterator[Violation]:
    """Why this commander cannot reach that unit."""
    faults = list(target_faults(field, order.target))
    yield from faults
    if faults:
        return
    staff, target = field.piece(order.unit), field.piece(order.target)
    if target.is_enemy(staff) or order.unit not in superiors(field, target):
        yield no("TARGET_WRONG", "KG-080", unit=order.target)
        return
    beside = staff.touches(target) and staff.id != target.id
    if field.in_fight(order.unit) and not beside:
        yield no("LOCKED", "KG-154")
    reachable = can_command(field, order.unit) and in_reach(field, target, order.unit)
    if not beside and not reachable:
        yield no("NO_COMMUNICATION", "KG-085")


def explain(field: Field, order: Rouse) -> Iterator[Violation]:
    """Why not."""
    faults = list(commander_faults(field, order))
    yield from faults
    if not faults and not field.piece(order.target).unit.pinned:
        yield no("NOTHING_TO_DO", "KG-113", unit=order.target)


def carry_out(res: Resolution, order: Rouse) -> None:
    """Pinned no more; the effect stays, less 2."""
    res.change("roused", order.target, "KG-113", pinned=False)
    ease(res, order.target, ROUSED, "KG-161")


def candidates(field: Field, piece: Piece) -> Iterator[Rouse]:
    """Every pinned friend."""
    if piece.profile.commands:
        for friend in field.friends(piece.owner):
            if friend.unit.pinned:
                yield Rouse(unit=piece.id, target=friend.id)


KIND = OrderKind(Rouse, "major", explain, carry_out, candidates, in_melee=True)
