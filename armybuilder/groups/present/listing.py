"""Groups as lines of a list."""

from collections.abc import Sequence

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.games import judge_states, standing
from armybuilder.groups.present.verdicts import Standing


def lines_of(groups: Sequence[BattleGroup]) -> list[tuple[BattleGroup, Standing, bool]]:
    """Each group with its line of verdict, judged now by the data it pinned, and whether its owner
    has to decide on today's data."""
    return [
        (group, standing(judged), undecided)
        for group, (judged, undecided) in zip(groups, judge_states(groups), strict=True)
    ]
