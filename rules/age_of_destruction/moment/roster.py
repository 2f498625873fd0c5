"""Whom every player leads, and who holds and carries whom."""

from collections.abc import Mapping
from itertools import compress
from operator import is_not

from rules.age_of_destruction.state.setup import Setup
from rules.age_of_destruction.state.state import UnitState
from rules.core.kept import kept, of_a_moment


class Roster:
    """The units of a game by who leads, holds and carries them; it goes by their ids and holds
    until one of them changes sides, is taken aboard or captive, or leaves.

    `units` are those it was last found true of.
    """

    def __init__(self, setup: Setup, units: Mapping[str, UnitState]) -> None:
        self.units = units
        self._figures = setup.figures

    def at(self, units: Mapping[str, UnitState]) -> "Roster | None":
        """Itself where it holds at another moment of the same game too, else None."""
        then = self.units
        for unit_id in compress(units, map(is_not, units.values(), then.values())):
            if not _stays(then[unit_id], units[unit_id]):
                return None
        self.units = units
        return self

    @of_a_moment
    def led_by(self, player: str) -> tuple[str, ...]:
        """The units a player controls, captives aside, passengers included."""
        units = self.units
        return tuple(name for name in self.owned_by(player) if units[name].captive_of is None)

    @of_a_moment
    def owned_by(self, player: str) -> tuple[str, ...]:
        """The units of a player that are in the game, captives of others included."""
        return tuple(
            unit_id
            for unit_id, now in self.units.items()
            if (now.owner or self._figures[unit_id].owner) == player and not now.gone
        )

    @kept
    def captives(self) -> dict[str, list[str]]:
        """The units that others hold, by their captors."""
        held: dict[str, list[str]] = {}
        for unit_id, now in self.units.items():
            if now.captive_of is not None:
                held.setdefault(now.captive_of, []).append(unit_id)
        return held

    @kept
    def passengers(self) -> dict[str, list[str]]:
        """The units that are aboard others, by their transports (AOD-CARRY-003)."""
        aboard: dict[str, list[str]] = {}
        for unit_id, now in self.units.items():
            if now.aboard is not None:
                aboard.setdefault(now.aboard, []).append(unit_id)
        return aboard


def _stays(then: UnitState, now: UnitState) -> bool:
    """Whether a unit is where it was in the roster."""
    return (
        now.captive_of == then.captive_of
        and now.aboard == then.aboard
        and now.owner == then.owner
        and now.gone == then.gone
    )
