"""A commander who looks ahead as the searching one does, and counts as games have shown things to
count."""

from rules.age_of_destruction.bots.appraisal import Leanings, Stakes
from rules.age_of_destruction.bots.searching import Outlook, SearchingCommander
from rules.age_of_destruction.bots.worth import staying

#: What some 600 games showed, in which orders were drawn by lot among the good ones, by what became
#: of the sides two turns later; that zones tempt little, and less from afar, by matches against the
#: searching commander.
LEARNED = Outlook(
    leanings=Leanings(
        next_turn=0.7,
        feared=0.6,
        by_march=0.01,
        zone=0.12,
        from_afar=0.5,
        home=0.8,
        stakes=Stakes(elimination=0.04, battlefield=0.08, zone=0.04),
        scale=staying,
    ),
    reply=0.85,
    next_turn=0.5,
    for_a_way=0.005,
)


class PlanningCommander(SearchingCommander):
    """Sees that the battlefield at the end decides: every click counts from the first, pushes and
    ways are dear, what may come later is cheap, and whoever is heavily damaged goes home."""

    outlook = LEARNED
