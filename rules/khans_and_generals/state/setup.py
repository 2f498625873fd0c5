"""What does not change in a battle: the table, the players, the cards, the terrain."""

from functools import cached_property

import msgspec

from rules.khans_and_generals.records.profile import Profile
from rules.khans_and_generals.table.terrain import Terrain


class Setup(msgspec.Struct, frozen=True, dict=True):
    """The fixed part of a battle. The first player owns the edge y = 0, the second the other."""

    width: float
    depth: float
    players: tuple[str, ...]
    profiles: dict[str, Profile]
    terrain: tuple[Terrain, ...] = ()

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of every unit in the file."""
        return {name: place for place, name in enumerate(self.profiles)}

    def other(self, player: str) -> str:
        """The opponent."""
        return self.players[1] if player == self.players[0] else self.players[0]

    def from_own_edge(self, player: str, y: float) -> float:
        """How far a point is from a player's edge."""
        return y if player == self.players[0] else self.depth - y
