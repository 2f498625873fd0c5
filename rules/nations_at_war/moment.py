"""What is true now, read from a state: who is where, in command, in the way."""

from collections.abc import Iterable, Iterator

from rules.nations_at_war.hexes import Hex, distance
from rules.nations_at_war.position import Target
from rules.nations_at_war.state import Formation, Setup, State, UnitState


class Moment:
    """A state read by its set-up."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state

    def unit(self, unit_id: str) -> UnitState:
        """How a counter stands."""
        return self.state.units[unit_id]

    def on_map(self, formation: Formation) -> tuple[str, ...]:
        """The counters of a formation that stand on the map, in file order."""
        return tuple(u for u in formation.units if self.unit(u).on_map)

    def in_play(self, formation: Formation) -> tuple[str, ...]:
        """The counters of a formation that are not lost, those still to come included."""
        return tuple(u for u in formation.units if not self.unit(u).eliminated)

    def target(self, unit_id: str) -> Target | None:
        """The class of a counter as a target (NW-044)."""
        return self.setup.target(unit_id, self.unit(unit_id).side)

    def enemies(self, owner: str) -> Iterator[str]:
        """The counters on the map that are not a player's, in file order."""
        return (
            unit_id
            for unit_id, unit in self.state.units.items()
            if unit.on_map and self.setup.owner(unit_id) != owner
        )

    def enemy_at(self, owner: str, at: Hex) -> str | None:
        """The first enemy counter of a hex in file order."""
        return next((u for u in self.enemies(owner) if self.unit(u).at == at), None)

    def may_fire(self, owner: str) -> tuple[str, ...]:
        """The enemies who may use Opportunity Fire on a player's movers; range and sight are the
        caller's (NW-020, NW-033, NW-049)."""
        return tuple(u for u in self.enemies(owner) if not self.barred_from_fire(u))

    def barred_from_fire(self, unit_id: str) -> bool:
        """Whether Ops Complete keeps a counter from Opportunity Fire, under the switch (NW-049)."""
        unit = self.unit(unit_id)
        bars = self.setup.rulings.ops_complete_bars_opportunity_fire
        return bars and unit.ops_complete and not unit.out_of_command

    def headquarters(self, formation: Formation) -> str | None:
        """The headquarters in play of a formation; None when it is lost or not on the map."""
        return formation.hq if self.unit(formation.hq).on_map else None

    def morale(self, formation: Formation) -> int:
        """The morale of a formation, that of a lost headquarters included (NW-002, NW-003)."""
        return self._value(formation, "morale")

    def command_range(self, formation: Formation) -> int:
        """How far a headquarters commands, in hexes (NW-016)."""
        return self._value(formation, "command_range")

    def leadership(self, formation: Formation) -> int:
        """What a headquarters takes off a rally in its own hex (NW-024)."""
        return self._value(formation, "leadership")

    def _value(self, formation: Formation, name: str) -> int:
        """A value of a headquarters; of its reduced side where that has its own (NW-014)."""
        printed = self.setup.counters[formation.hq]
        reduced = printed.replacement if self.unit(formation.hq).reduced else None
        value: int | None = getattr(reduced, name) if reduced else None
        return getattr(printed, name) if value is None else value

    def commands(self, formation: Formation, at: Hex) -> bool:
        """Whether a hex is in reach of a formation's headquarters (NW-016, NW-017)."""
        hq = self.headquarters(formation)
        where = self.unit(hq).at if hq else None
        return where is not None and distance(where, at) <= self.command_range(formation)

    def by_hex(self, units: Iterable[str]) -> dict[Hex, tuple[str, ...]]:
        """Counters on the map by their hexes, in the order of the first one there (NW-019)."""
        hexes: dict[Hex, tuple[str, ...]] = {}
        for unit_id in units:
            if (at := self.unit(unit_id).at) is not None:
                hexes[at] = (*hexes.get(at, ()), unit_id)
        return hexes

    def takes_part(self, formation: Formation, turn: int) -> bool:
        """Whether a formation has a counter on the map or one due by a turn (NW-050)."""
        return any(
            self.unit(u).on_map or (self.waits(u) and self.due(u) <= turn) for u in formation.units
        )

    def waits(self, unit_id: str) -> bool:
        """Whether a counter may still come from off the map."""
        unit = self.unit(unit_id)
        entry = self.setup.counters[unit_id].reinforcement
        return entry is not None and unit.at is None and not unit.eliminated

    def due(self, unit_id: str) -> int:
        """The turn from which a reinforcement may come."""
        entry = self.setup.counters[unit_id].reinforcement
        return entry.turn if entry else 0
