"""An order a commander considers."""

import msgspec

from rules.age_of_destruction.orders.base import Order


class Proposal(msgspec.Struct, frozen=True):
    """An order and the points it promises; whether it is legal is still to be asked."""

    order: Order
    points: float
