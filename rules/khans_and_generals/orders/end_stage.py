"""End one's turn, or the setting up (KG-075, KG-168)."""

from collections.abc import Iterator

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.base import Order, OrderKind
from rules.khans_and_generals.orders.deploy import waiting
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
        _end_set_up(res)
    else:
        turn.end_turn_of(res)


def _end_set_up(res: Resolution) -> None:
    """The other side sets up, then the battle begins; who was not placed waits in reserve (a house
    ruling on KG-059)."""
    active = res.state.active
    left = tuple(piece.id for piece in waiting(res.field, active))
    if left:
        reserves = {**res.state.reserves, f"{active} 0": left}
        res.emit("left_in_reserve", "KG-059", "KG-060", table={"reserves": reserves}, names=left)
    other = res.setup.other(active)
    if waiting(res.field, other):
        res.emit("set_up_passed", "KG-059", table={"active": other})
        return
    res.emit("set_up_ended", "KG-059", table={"stage": "change"})
    turn.change_battlefield(res)


def candidates(field: Field, player: str) -> Iterator[EndStage]:
    """For whose turn it is."""
    if player == field.state.active:
        yield EndStage()


KIND = OrderKind(EndStage, "none", explain, carry_out, candidates)
