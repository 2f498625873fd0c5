"""What a repair promises."""

from fractions import Fraction

import msgspec

from rules.age_of_destruction.forecast.outlook import TooManyWays, outlook
from rules.age_of_destruction.orders.close import Close
from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import State


class RepairOdds(msgspec.Struct, frozen=True):
    """The chance that a repair succeeds, and the clicks restored on average: a critical miss, which
    damages, is counted in."""

    success: Fraction
    restored: Fraction


def repair_odds(setup: Setup, state: State, order: Close) -> RepairOdds | None:
    """What a legal repair promises, None where it can come out in too many ways or nothing is
    rolled for it."""
    try:
        ahead = outlook(setup, state, order)
    except TooManyWays:
        return None
    restored = ahead.restored(order.target)
    return next((RepairOdds(mending.success, restored) for mending in ahead.mendings), None)
