"""An order a commander considers."""

import msgspec

from rules.age_of_destruction.state.orders import AnyOrder


class Proposal(msgspec.Struct, frozen=True):
    """An order and the points it promises; whether it is legal is still to be asked."""

    order: AnyOrder
    points: float
