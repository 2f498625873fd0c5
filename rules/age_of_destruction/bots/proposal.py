"""An order a commander considers, and what he thinks of before he knows it."""

from collections.abc import Callable, Iterable

import msgspec

from rules.age_of_destruction.orders.base import Order


class Proposal(msgspec.Struct, frozen=True):
    """An order and the points it promises; `judged` once the rules have been asked and permit
    it."""

    order: Order
    points: float
    judged: bool = False


class Idea(msgspec.Struct, frozen=True):
    """Something a unit might do, with the points it seems to promise at a glance; `weigh` tells
    what orders it comes to, each with the points it promises when looked at with care."""

    unit: str
    points: float
    weigh: Callable[[], Iterable[Proposal]]


def as_idea(proposal: Proposal, unit: str = "") -> Idea:
    """What has been weighed already."""
    return Idea(unit, proposal.points, lambda: (proposal,))
