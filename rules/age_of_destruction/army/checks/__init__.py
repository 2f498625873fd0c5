"""The checks of a battle group, one module a chapter; importing them registers them in order."""

from rules.age_of_destruction.army.checks import (
    total,
    stated_costs,
    figures,
    cards,
    gear,
    pilots,
    recruitment,
    loads,
    event,
    notices,
)

__all__ = [
    "cards",
    "event",
    "figures",
    "gear",
    "loads",
    "notices",
    "pilots",
    "recruitment",
    "stated_costs",
    "total",
]
