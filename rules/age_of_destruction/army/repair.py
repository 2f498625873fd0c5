"""Repairs: the smallest sets of edits that make an illegal group legal, and fuller groups."""

from typing import Any

import msgspec

from rules.age_of_destruction.army.battle_group import BattleGroup
from rules.age_of_destruction.army.verdict import Verdict
from rules.age_of_destruction.catalogue import Catalogue


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """One edit of a group, as verdict/1 writes it: `op` is remove, replace, add, move or set."""

    op: str
    where: str
    replacement: str | None = None
    entry: dict[str, Any] | None = None
    to: str | None = None
    field: str | None = None
    value: Any = None


class Repair(msgspec.Struct, frozen=True):
    """Edits that together give a legal group, and the total it then has."""

    changes: tuple[Change, ...]
    total: int


def apply_changes(group: BattleGroup, changes: tuple[Change, ...]) -> BattleGroup:
    """The group after the edits; places are those of the group before any of them."""
    return group


def repairs(
    group: BattleGroup, catalogue: Catalogue, verdict: Verdict | None = None, most: int = 5
) -> tuple[Repair, ...]:
    """The smallest repairs of an illegal group, smallest first, each validated."""
    return ()


def fill(group: BattleGroup, catalogue: Catalogue, most: int = 5) -> tuple[Repair, ...]:
    """Additions that spend the remaining points of a legal group, the fullest first."""
    return ()


def closest_at(
    group: BattleGroup, catalogue: Catalogue, build_total: int, most: int = 3
) -> tuple[Repair, ...]:
    """The closest legal versions of a group at another build total."""
    return ()


def repair_message(repair: Repair, group: BattleGroup, catalogue: Catalogue, lang: str) -> str:
    """The repair in words."""
    return ""
