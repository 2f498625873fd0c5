"""A contest as its two files say it."""

from typing import Any

from rules.age_of_destruction.army.battle_group import BattleGroup, read_group
from rules.age_of_destruction.army.verdict import validate, violation_message
from rules.age_of_destruction.catalogue import Catalogue
from rules.age_of_destruction.contest.game import TURNS, Contest, begin


class NotPlayable(Exception):
    """A battle group that the rules do not admit; `reasons` are sentences."""

    def __init__(self, name: str, reasons: list[str]) -> None:
        super().__init__(f"{name}: " + "; ".join(reasons))
        self.reasons = reasons


def read_contest(
    files: tuple[Any, Any],
    commanders: tuple[str, str],
    seed: int,
    catalogue: Catalogue,
    *,
    turns: int = TURNS,
    language: str = "en",
) -> Contest:
    """A contest between two parsed battle-group/1 files.

    Raises Unreadable for what is no group or cannot be set up, NotPlayable for illegal groups.
    """
    one, other = (_legal(read_group(data), catalogue, language) for data in files)
    contest = Contest((one, other), commanders, seed, turns)
    begin(contest, 0, catalogue)
    return contest


def _legal(group: BattleGroup, catalogue: Catalogue, language: str) -> BattleGroup:
    errors = validate(group, catalogue).errors
    if errors:
        reasons = [violation_message(violation, language) for violation in errors]
        raise NotPlayable(group.name, reasons)
    return group
