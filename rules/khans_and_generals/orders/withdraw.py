"""Capitulate (KG-168)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.base import Order, OrderKind, no
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.turn import end_battle


class Withdraw(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Give up."""

    player: str


def explain(field: Field, order: Withdraw) -> Iterator[Violation]:
    """Why not."""
    if order.player not in field.setup.players:
        yield no("UNIT_UNKNOWN", "KG-168", unit=order.player)


def carry_out(res: Resolution, order: Withdraw) -> None:
    """The other side has won."""
    end_battle(res, res.setup.other(order.player), "capitulation")


def candidates(field: Field, player: str) -> Iterator[Withdraw]:
    """For whose turn it is."""
    if player == field.state.active:
        yield Withdraw(player=player)


KIND = OrderKind(Withdraw, "none", explain, carry_out, candidates)
