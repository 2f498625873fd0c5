"""For whoever gives orders, at a table on the screen or by a program: what a unit may do and why
not, and how far a move takes it.

Nothing here is a rule: every answer is what `explain` and the engine's own movement say.
"""

from rules.age_of_destruction.guide.aims import Aim, Crossing, Glance, aims, glances
from rules.age_of_destruction.guide.courses import Course, course_to, may_move
from rules.age_of_destruction.guide.details import Detail, details, needed
from rules.age_of_destruction.guide.marches import March, measure
from rules.age_of_destruction.guide.mending import RepairOdds
from rules.age_of_destruction.guide.options import Option, options
from rules.age_of_destruction.guide.reach import Gait, area_of, gaits
from rules.age_of_destruction.guide.sectors import Sector, sectors

__all__ = [
    "Aim",
    "Course",
    "Crossing",
    "Detail",
    "Gait",
    "Glance",
    "March",
    "Option",
    "RepairOdds",
    "Sector",
    "aims",
    "area_of",
    "course_to",
    "details",
    "gaits",
    "glances",
    "may_move",
    "measure",
    "needed",
    "options",
    "sectors",
]
