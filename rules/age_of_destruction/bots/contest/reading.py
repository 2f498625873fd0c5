"""A contest of two battle groups as their files say them."""

from typing import Any

from rules.age_of_destruction.army.battle_group import BattleGroup, read_group
from rules.age_of_destruction.army.verdict import Judgement, violation_message
from rules.age_of_destruction.bots.contest.game import TURNS, Contest, begin
from rules.age_of_destruction.records.catalogue import Catalogue


class NotPlayable(Exception):
    """A battle group that the rules do not admit; its text are the reasons as sentences."""


def read_fighter(data: Any, catalogue: Catalogue, language: str = "en") -> BattleGroup:
    """A legal battle group out of a parsed battle-group/1 file.

    Raises Unreadable for what is no group, NotPlayable for one that is not legal.
    """
    group = read_group(data)
    if errors := Judgement(group, catalogue).errors:
        raise NotPlayable("; ".join(violation_message(error, language) for error in errors))
    return group


def set_up_contest(
    groups: tuple[BattleGroup, BattleGroup],
    commanders: tuple[str, str],
    seed: int,
    catalogue: Catalogue,
    turns: int = TURNS,
) -> Contest:
    """A contest that can begin; raises Unreadable for groups with figures nobody can play."""
    contest = Contest(groups, commanders, seed, turns)
    begin(contest, 0, catalogue)
    return contest
