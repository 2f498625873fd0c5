"""Armies in the making (`core.system.Building`)."""

from typing import Any

import msgspec

from rules.core.army import Edit, Offers, Setting
from rules.core.system import NO_SHELF, Shelf
from rules.khans_and_generals.army.battle_group import (
    Army,
    BattleGroup,
    read_army,
    write_army,
)
from rules.khans_and_generals.army.battles import USUAL_SIZES
from rules.khans_and_generals.army.editing import edited
from rules.khans_and_generals.army.filling import fills
from rules.khans_and_generals.army.muster import Muster
from rules.khans_and_generals.army.offering import Offering, outdated
from rules.khans_and_generals.army.settings import Forces, settings

#: The force a new army begins with where there is no other choice.
USUAL_PERIOD = "modern"


class Building:
    """Armies of the forces there are, of files, and of one's own units."""

    def __init__(self, forces: Forces) -> None:
        self._forces = forces

    def begin(self, name: str) -> dict[str, Any]:
        """An army nothing has joined, of the list and size people mostly begin with."""
        group = BattleGroup(format="battle-group/1", system="khans-and-generals", name=name)
        force = self._forces.get(USUAL_PERIOD)
        data = write_army(Army(group, {}, {}))
        if force:
            data |= {
                "build_total": USUAL_SIZES[force.period][0],
                "period": force.period,
                "faction": force.army_list["faction"],
                "profiles": force.profiles,
                "army_list": force.army_list,
            }
        return write_army(read_army(data))

    def settings(self, data: Any, language: str) -> tuple[Setting, ...]:
        """The list, the size, the battle and what else is agreed."""
        return settings(Muster(read_army(data)), self._forces, language)

    def offers(
        self,
        data: Any,
        words: str,
        to: str,
        most: int,
        language: str,
        shelf: Shelf = NO_SHELF,
    ) -> Offers:
        """Formations, units and fortifications of the army's list and of one's own."""
        return Offering(read_army(data), self._forces, shelf, language).offers(words, to, most)

    def edited(self, data: Any, edit: Edit, shelf: Shelf = NO_SHELF) -> dict[str, Any]:
        """The army after an edit."""
        return edited(read_army(data), edit, self._forces, shelf)

    def fills(self, data: Any, language: str) -> list[dict[str, Any]]:
        """Ways to complete the army to its limit."""
        return fills(data, read_army(data), language)

    def outdated(self, data: Any, shelf: Shelf) -> tuple[str, ...]:
        """The units of one's own that were changed since they joined."""
        return outdated(read_army(data), shelf)

    def ready_made(self) -> dict[str, dict[str, Any]]:
        """The forces that come with the game, each with its cards and its list."""
        return {name: msgspec.to_builtins(force) for name, force in self._forces.items()}
