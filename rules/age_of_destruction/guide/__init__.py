"""For whoever gives orders, at a table on the screen or by a program: what a unit may do and why
not, and how far a move takes it.

Nothing here is a rule: every answer is what `explain` and the engine's own movement say.
"""

from rules.age_of_destruction.guide.aims import (
    Aim,
    Crossing,
    Glance,
    aims,
    glances,
    joint,
    joint_aims,
    reason_weight,
)
from rules.age_of_destruction.guide.companions import (
    Companion,
    Together,
    against_march,
    companions,
    together,
)
from rules.age_of_destruction.guide.courses import Course, course_to, may_move
from rules.age_of_destruction.guide.details import Detail, details, needed
from rules.age_of_destruction.guide.joint_courses import march_gait, march_to
from rules.age_of_destruction.guide.marches import March, measure
from rules.age_of_destruction.guide.mending import RepairOdds
from rules.age_of_destruction.guide.options import Option, options
from rules.age_of_destruction.guide.questions import answer_matters
from rules.age_of_destruction.guide.reach import Gait, area_of, gaits
from rules.age_of_destruction.guide.rolls import Roll, roll_ahead
from rules.age_of_destruction.guide.sectors import Sector, sectors
from rules.age_of_destruction.guide.strikes import of_itself, strikes
from rules.age_of_destruction.guide.threats import threat_of

__all__ = [
    "Aim",
    "Companion",
    "Course",
    "Crossing",
    "Detail",
    "Gait",
    "Glance",
    "March",
    "Option",
    "RepairOdds",
    "Roll",
    "Sector",
    "Together",
    "against_march",
    "aims",
    "answer_matters",
    "area_of",
    "companions",
    "course_to",
    "details",
    "gaits",
    "glances",
    "joint",
    "joint_aims",
    "march_gait",
    "march_to",
    "may_move",
    "measure",
    "needed",
    "of_itself",
    "options",
    "reason_weight",
    "roll_ahead",
    "sectors",
    "strikes",
    "threat_of",
    "together",
]
