"""The kinds of orders, one file each."""

from typing import Any, get_args

from rules.core.codec import Unreadable
from rules.core.typed import read_typed
from rules.nations_at_war.orders.base import Order
from rules.nations_at_war.orders.draw import Draw
from rules.nations_at_war.orders.end_stage import EndStage
from rules.nations_at_war.orders.fire import RangedFire
from rules.nations_at_war.orders.move import Answer, Move, refuse_incomplete
from rules.nations_at_war.orders.replace_hq import ReplaceHq
from rules.nations_at_war.orders.result import HandInResult
from rules.nations_at_war.state import Setup

AnyOrder = Draw | Move | RangedFire | HandInResult | ReplaceHq | EndStage | Answer
KINDS: tuple[type[Order], ...] = get_args(AnyOrder)


def read_order(value: Any, setup: Setup, path: str = "$") -> AnyOrder:
    """Read one order; raises Unreadable with the path of the first fault, a name nobody has
    included."""
    order: AnyOrder = read_typed(value, AnyOrder, path)
    if isinstance(order, Move):
        refuse_incomplete(order, path)
    if isinstance(order, ReplaceHq) and order.formation not in setup.formations:
        raise Unreadable(f"{path}.formation", "UNKNOWN_NAME", name=order.formation)
    for where, name in order.units:
        if name not in setup.counters:
            raise Unreadable(f"{path}.{where}", "UNKNOWN_NAME", name=name)
    return order
