"""Armies beside the models that somebody owns."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from armybuilder.groups.models import BattleGroup
from armybuilder.groups.present.armies import judge
from armybuilder.groups.present.army_lines import Owned, needs_of


@dataclass(frozen=True)
class Standing:
    """An army: whether it is counted, and how many models it lacks if it stands alone."""

    public_id: str
    name: str
    chosen: bool
    needed: int
    lacking: int


@dataclass(frozen=True)
class Together:
    """The armies, and every unit of those that are counted, what is lacking first."""

    armies: tuple[Standing, ...]
    units: tuple[tuple[str, Owned], ...]

    @property
    def lacking(self) -> int:
        """How many models the armies counted lack together."""
        return sum(max(0, each.needed - each.owned) for _name, each in self.units)


def together(
    groups: Iterable[BattleGroup], chosen: Collection[str], owned: Mapping[str, int]
) -> Together:
    """The armies of groups, those of some ids counted together."""
    armies = []
    total: Counter[str] = Counter()
    for group in groups:
        needed = needs_of(judge(group.document).entries)
        is_chosen = group.public_id in chosen
        if is_chosen:
            total.update(needed)
        lacking = sum(max(0, number - owned.get(name, 0)) for name, number in needed.items())
        count = sum(needed.values())
        armies.append(Standing(group.public_id, group.name, is_chosen, count, lacking))
    units = [(name, Owned(owned.get(name, 0), number)) for name, number in total.items()]
    units.sort(key=lambda each: (each[1].owned - each[1].needed, each[0]))
    return Together(tuple(armies), tuple(units))
