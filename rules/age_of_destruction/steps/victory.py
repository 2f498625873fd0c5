"""Who wins the conditions and the game (rules AOD-VICT-019 to AOD-VICT-023)."""

from collections.abc import Callable, Collection

import msgspec

from rules.age_of_destruction.moment.scoring import BATTLEFIELD, ELIMINATION, Points
from rules.age_of_destruction.state.setup import Setup

#: The points of every team, by condition.
Totals = dict[str, dict[str, int]]


class Judgement(msgspec.Struct, frozen=True):
    """The team that won each condition, where one did, and the team or the tied teams that lead;
    `decided_by`: "conditions", "battlefield", "elimination" or "dice"."""

    won: dict[str, str]
    leaders: tuple[str, ...]
    decided_by: str


def totals(setup: Setup, standings: dict[str, Points]) -> Totals:
    """The points of team-mates added for each condition (AOD-VICT-023)."""
    added: Totals = {}
    for player, points in standings.items():
        sums = added.setdefault(setup.team(player), dict.fromkeys(points, 0))
        for condition, tally in points.items():
            sums[condition] += tally.total
    return added


def judge(points: Totals, barred: Collection[str] = ()) -> Judgement:
    """Judge the points of some teams; `barred` ones cannot win the game."""
    won = _conditions_won(points)
    tie_breaks: dict[str, Callable[[str], int]] = {
        "conditions": list(won.values()).count,
        "battlefield": lambda team: points[team][BATTLEFIELD],
        "elimination": lambda team: points[team][ELIMINATION],
    }
    leaders = [team for team in points if team not in barred]
    for name, measure in tie_breaks.items():
        most = max(map(measure, leaders))
        leaders = [team for team in leaders if measure(team) == most]
        if len(leaders) == 1:
            return Judgement(won, tuple(leaders), name)
    return Judgement(won, tuple(leaders), "dice")


def _conditions_won(points: Totals) -> dict[str, str]:
    """The one team with the most points in each condition; nobody in a tie (AOD-VICT-020)."""
    won = {}
    for condition in next(iter(points.values())):
        most = max(team[condition] for team in points.values())
        best = [name for name, team in points.items() if team[condition] == most]
        if len(best) == 1:
            won[condition] = best[0]
    return won


def roll_off(
    teams: Collection[str], roll: Callable[[int], tuple[int, ...]]
) -> list[dict[str, int]]:
    """One die for each tied team, the highest wins, those tied for it roll again (AOD-VICT-022).

    One entry a round; in the last one team alone has the highest face.
    """
    rounds = []
    tied = list(teams)
    while len(tied) > 1:
        faces = dict(zip(tied, roll(len(tied)), strict=True))
        rounds.append(faces)
        tied = [team for team in tied if faces[team] == max(faces.values())]
    return rounds
