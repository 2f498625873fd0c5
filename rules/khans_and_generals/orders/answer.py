"""Choose the target of a raid (KG-142)."""

from collections.abc import Iterator
from typing import Literal

from rules.core.violations import Violation
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.orders.base import Order, OrderKind, no
from rules.khans_and_generals.steps import aircraft
from rules.khans_and_generals.steps.casualties import check_rout
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.turn import go_on_with_aircraft


class Answer(Order, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to the open question."""

    choice: str
    to: Literal["choose"] = "choose"


def explain(field: Field, order: Answer) -> Iterator[Violation]:
    """Why not."""
    question = field.state.waiting
    if question is None:
        yield no("STAGE_WRONG", "KG-142")
    elif order.choice not in question.options:
        yield no("TARGET_WRONG", "KG-142", unit=order.choice)


def carry_out(res: Resolution, order: Answer) -> None:
    """The raid, then whoever else is in the air."""
    question = res.state.waiting
    if question is None:
        return
    res.emit("answered", "KG-142", unit=question.unit, table={"waiting": None})
    aircraft.raid(res, question.unit, order.choice)
    check_rout(res)
    aircraft.end_turn_of(res, question.unit)
    go_on_with_aircraft(res)


def candidates(field: Field, player: str) -> Iterator[Answer]:
    """Every option."""
    question = field.state.waiting
    if question is not None and question.player == player:
        for option in question.options:
            yield Answer(choice=option)


KIND = OrderKind(Answer, "none", explain, carry_out, candidates)
