"""The supreme HQ hands over command points (KG-081)."""

from collections.abc import Iterator
from typing import Annotated

import msgspec

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field, Piece
from rules.khans_and_generals.orders.base import OrderKind, UnitOrder, no, target_faults
from rules.khans_and_generals.steps.resolution import Resolution


class PassPoints(UnitOrder, frozen=True, kw_only=True, omit_defaults=True):
    """Hand over some points."""

    to: str
    points: Annotated[int, msgspec.Meta(ge=1, le=1_000)]


def explain(field: Field, order: PassPoints) -> Iterator[Violation]:
    """Why not."""
    piece = field.piece(order.unit)
    faults = list(target_faults(field, order.to))
    yield from faults
    if faults:
        return
    other = field.piece(order.to)
    if not piece.unit.supreme or other.is_enemy(piece) or not other.profile.commands:
        yield no("TARGET_WRONG", "KG-081", unit=order.to)
    if order.points > field.state.command_points.get(order.unit, 0):
        yield no("POINTS_TOO_MANY", "KG-081", points=order.points)


def carry_out(res: Resolution, order: PassPoints) -> None:
    """The points change hands."""
    points = dict(res.state.command_points)
    points[order.unit] -= order.points
    points[order.to] = points.get(order.to, 0) + order.points
    res.emit("points_passed", "KG-081", unit=order.unit, table={"command_points": points})


def candidates(field: Field, piece: Piece) -> Iterator[PassPoints]:
    """One point to every other HQ."""
    if piece.unit.supreme:
        for friend in field.friends(piece.owner):
            if friend.profile.commands and friend.id != piece.id:
                yield PassPoints(unit=piece.id, to=friend.id, points=1)


KIND = OrderKind(PassPoints, "none", explain, carry_out, candidates)
