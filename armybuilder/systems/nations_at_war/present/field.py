"""A game of Nations At War as its pages read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from armybuilder.skirmishes.models import SkirmishStep
from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import seat_title
from collection.common.language import Words
from rules import nations_at_war as naw

SYSTEM = "nations-at-war"


@dataclass(frozen=True)
class Field:
    """A table with its position at hand."""

    table: Table

    @property
    def match(self) -> naw.NationsMatch:
        """The match."""
        return cast(naw.NationsMatch, self.table.game.match)

    @property
    def setup(self) -> naw.Setup:
        """What never changes."""
        return self.match.setup

    @property
    def state(self) -> naw.State:
        """What does."""
        return self.match.game.state

    @cached_property
    def now(self) -> naw.Moment:
        """What is true now."""
        return naw.Moment(self.setup, self.state)

    @cached_property
    def grid(self) -> naw.Grid:
        """Where hexes lie and what they are called."""
        return naw.Grid.of(self.setup.map)

    def ends(self, steps: Sequence[SkirmishStep]) -> bool:
        """Whether some steps lead to this moment, which in a replay they need not."""
        return not steps or steps[-1].fingerprint == self.match.fingerprint()

    @property
    def active(self) -> naw.Formation | None:
        """The formation whose impulse it is."""
        return self.setup.formations.get(self.state.formation or "")

    def owner(self, player: str) -> Words:
        """What a player is called."""
        return seat_title(self.table.game.seats, player)

    def number(self, at: naw.Hex) -> str:
        """What a hex is called."""
        return self.grid.number(at)


def field_of(table: Table) -> Field:
    """A table of this game."""
    return Field(table)
