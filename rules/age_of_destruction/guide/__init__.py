"""For whoever gives orders, at a table on the screen or by a program: what a unit may do and why
not, and how far a move takes it.

Nothing here is a rule: every answer is what `explain` and the engine's own movement say.
"""

from rules.age_of_destruction.guide.details import Detail, details, needed
from rules.age_of_destruction.guide.marches import March, measure
from rules.age_of_destruction.guide.mending import RepairOdds
from rules.age_of_destruction.guide.options import Option, options

__all__ = [
    "Detail",
    "March",
    "Option",
    "RepairOdds",
    "details",
    "measure",
    "needed",
    "options",
]
