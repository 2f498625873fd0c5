"""Roll for what players leave to chance in setting up (KG-020 to KG-025)."""

from collections.abc import Iterator
from typing import Any, Literal, get_args

import msgspec

from rules.core.violations import Violation
from rules.khans_and_generals.army.battles import BattleType
from rules.khans_and_generals.moment.field import Field
from rules.khans_and_generals.moment.sight import TIMES
from rules.khans_and_generals.orders.base import Order, OrderKind
from rules.khans_and_generals.state.state import Ground
from rules.khans_and_generals.steps.resolution import Resolution
from rules.khans_and_generals.steps.turn import roll_weather

BATTLES: tuple[BattleType, ...] = get_args(BattleType)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
What = Literal["battle", "time", "weather", "weather_length", "ground"]


class Roll(Order, frozen=True, kw_only=True, omit_defaults=True):
    """Roll for one thing."""

    what: What


def explain(field: Field, order: Roll) -> Iterator[Violation]:
    """Always possible."""
    yield from ()


def carry_out(res: Resolution, order: Roll) -> None:
    """The dice decide."""
    if order.what == "battle":
        while (face := res.roll(12)) > len(BATTLES):
            pass
        battle = msgspec.structs.replace(res.state.battle, type=BATTLES[face - 1])
        res.emit("rolled", "KG-020", table={"battle": battle}, what=order.what)
        return
    fields: dict[str, Any]
    if order.what == "time":
        fields = {"time": TIMES[res.roll(4) - 1], "time_turns": 0}
    elif order.what == "weather":
        fields = {"weather": roll_weather(res)}
    elif order.what == "weather_length":
        fields = {"weather_left": res.roll(12)}
    else:
        fields = {"ground": GROUNDS[res.roll(6) - 1]}
    conditions = msgspec.structs.replace(res.conditions, **fields)
    res.emit("rolled", "KG-020", table={"conditions": conditions}, what=order.what)


def candidates(field: Field, player: str) -> Iterator[Roll]:
    """Everything, until it is known what is fought about."""
    if field.state.battle.type is None:
        for what in get_args(What):
            yield Roll(what=what)


KIND = OrderKind(Roll, "none", explain, carry_out, candidates, set_up=True)
