"""For whoever gives orders, at a table on the screen or by a program: what a unit may do and why
not, how far a move takes it, and the way towards somebody.

Nothing here is a rule: every answer is what `explain` and the engine's own movement say.
"""

from rules.age_of_destruction.guide.details import Detail, details, needed
from rules.age_of_destruction.guide.marches import March, measure
from rules.age_of_destruction.guide.mending import RepairOdds
from rules.age_of_destruction.guide.options import Option, options
from rules.age_of_destruction.guide.places import deployment, laying, put_down
from rules.age_of_destruction.guide.ways import Halt, Way, pace_of, toward, towards_unit
from rules.age_of_destruction.orders.approaches import straight_at
from rules.age_of_destruction.orders.carrying import disembarking, leading

__all__ = [
    "Detail",
    "Halt",
    "March",
    "Option",
    "RepairOdds",
    "Way",
    "deployment",
    "details",
    "disembarking",
    "laying",
    "leading",
    "measure",
    "needed",
    "options",
    "pace_of",
    "put_down",
    "straight_at",
    "toward",
    "towards_unit",
]
