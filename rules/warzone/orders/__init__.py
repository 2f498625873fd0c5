"""The kinds of orders, one file each."""

from typing import Any, get_args

from rules.core.codec import Unreadable
from rules.core.typed import read_typed
from rules.warzone.orders.arrange import Arrange, Darkness
from rules.warzone.orders.attack import Attack
from rules.warzone.orders.base import Order
from rules.warzone.orders.climb import Climb
from rules.warzone.orders.dive import Dive
from rules.warzone.orders.drop import Drop
from rules.warzone.orders.ending import EndActivation, EndStage
from rules.warzone.orders.fall import Fall
from rules.warzone.orders.jump import Jump
from rules.warzone.orders.move import Move
from rules.warzone.orders.posture import Posture
from rules.warzone.orders.push_through import PushThrough
from rules.warzone.orders.result import HandInResult
from rules.warzone.orders.sight import Sight
from rules.warzone.state import Setup

AnyOrder = (
    Move
    | PushThrough
    | Posture
    | Climb
    | Jump
    | Drop
    | Dive
    | Fall
    | Attack
    | Sight
    | HandInResult
    | EndActivation
    | EndStage
    | Arrange
    | Darkness
)
KINDS: tuple[type[Order], ...] = get_args(AnyOrder)


def read_order(value: Any, setup: Setup, path: str = "$") -> AnyOrder:
    """Read one order; raises Unreadable with the path of the first fault, a name nobody has
    included."""
    order: AnyOrder = read_typed(value, AnyOrder, path)
    for where, name in order.names:
        if name not in setup.models:
            raise Unreadable(f"{path}.{where}", "UNKNOWN_NAME", name=name)
    for where, name in order.pieces:
        if name not in (setup.templates if where == "template" else setup.pieces):
            raise Unreadable(f"{path}.{where}", "UNKNOWN_NAME", name=name)
    return order
