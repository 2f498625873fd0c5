"""Dispute: a die decides what players cannot agree about (rule AOD-STD-013)."""

from typing import Literal

from rules.age_of_destruction.moment.field import Field
from rules.age_of_destruction.moment.refusals import Refusals
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.state import events
from rules.age_of_destruction.state.legs import Name
from rules.age_of_destruction.steps.resolution import Resolution

#: The lowest face that lets the action go ahead.
ALLOWED_FROM = 4


class Dispute(Order, frozen=True, kw_only=True):
    """What nobody at a real table can tell for certain; it is no order of the turn."""

    unit: Name
    target: Name = ""
    about: Literal["range", "front", "rear", "line", "height", "ground", "inches", "touches"]

    keeps_agreement = True
    strays = ({"order": "dispute", "unit": "R1", "about": "line"},)

    def explain(self, field: Field, refusals: Refusals) -> None:
        """Only where people look for themselves: whatever is measured here is not open
        (AOD-STD-007)."""
        if not field.setup.real_table:
            refusals.add("TABLE_NOT_REAL")
        for unit_id in filter(None, (self.unit, self.target)):
            if unit_id not in field.state.units:
                refusals.add("UNKNOWN_UNIT", unit_id)

    def carry_out(self, res: Resolution) -> None:
        """One die: from 4 the action is allowed."""
        dice = res.roll(1)
        res.emit(
            events.DisputeRolled(
                unit=self.unit,
                target=self.target,
                about=self.about,
                allowed=dice[0] >= ALLOWED_FROM,
                dice=dice,
                rules=("AOD-STD-013",),
            )
        )
