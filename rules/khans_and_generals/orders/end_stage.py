"""End one's turn, or the setting up (KG-075, KG-168)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.base import Order, OrderKind
from rules.khans_and_generals.steps import turn
from rules.khans_and_generals.steps.resolution import Resolution


class EndStage(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Nothing more; `time_up` ends the battle for want of time."""

    time_up: bool = False


def explain(field: Field, order: EndStage) -> Iterator[Violation]:
    """Always possible."""
    yield from ()


def carry_out(res: Resolution, order: EndStage) -> None:
    """On with the game."""
    if order.time_up:
        turn.by_time(res)
    elif res.state.stage == "setup":
        res.emit("set_up_ended", "KG-059", table={"stage": "change"})
        turn.change_battlefield(res)
    else:
        turn.end_turn_of(res)


def candidates(field: Field, player: str) -> Iterator[EndStage]:
    """For whose turn it is."""
    if player == field.state.active:
        yield EndStage()


KIND = OrderKind(EndStage, "none", explain, carry_out, candidates)
