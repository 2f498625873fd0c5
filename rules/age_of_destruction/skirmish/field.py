"""A state seen through its set-up: where everything stands and what lies between."""

from functools import cached_property
from itertools import combinations
from typing import Any

from rules.age_of_destruction.abilities import Condition
from rules.age_of_destruction.skirmish.conditions import known, weathered
from rules.age_of_destruction.skirmish.piece import Piece
from rules.age_of_destruction.skirmish.setup import PlayedCard, Setup
from rules.age_of_destruction.skirmish.state import State
from rules.age_of_destruction.table.line_of_fire import Line, Party, Reading, line_of_fire
from rules.age_of_destruction.table.path import Base
from rules.age_of_destruction.table.terrain import Table
from rules.core.geometry import Outline, Point


class Field:
    """One moment of the game, with everything on the table; pieces are made once each."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self._pieces: dict[str, Piece] = {}
        self._unmoved: dict[str, Piece] = {}
        self._lines: dict[tuple[str, str], Line] = {}

    @cached_property
    def conditions(self) -> list[Condition]:
        """The planetary conditions in force."""
        return known(self.state.conditions)

    @cached_property
    def table(self) -> Table:
        """The table with the terrain laid in the set-up, as the planetary conditions make it."""
        table = self.setup.table.with_terrain(self.state.laid)
        return weathered(table, self.state.conditions)

    @property
    def grounding(self) -> str | None:
        """The planetary condition that lets nothing cruise."""
        return next((condition.name for condition in self.conditions if condition.grounds), None)

    def piece(self, unit_id: str) -> Piece:
        """A unit by its id; raises KeyError for none."""
        if unit_id not in self._pieces:
            piece = Piece(self, self.setup.figures[unit_id], self.state.units[unit_id])
            if unit_id in self._unmoved:
                piece.stands_as(self._unmoved.pop(unit_id))
            self._pieces[unit_id] = piece
        return self._pieces[unit_id]

    def later(self, state: State) -> "Field":
        """The field at another moment; what is known of the units that have not changed is kept."""
        field = Field(self.setup, state)
        known = self._unmoved | self._pieces
        field._unmoved = {
            unit_id: piece
            for unit_id, piece in known.items()
            if piece.now is state.units.get(unit_id)
        }
        return field

    @cached_property
    def on_table(self) -> list[Piece]:
        """Every unit with a place on the table."""
        pieces = (self.piece(unit_id) for unit_id in self.state.units)
        return [p for p in pieces if p.now.at is not None and not p.now.gone]

    @cached_property
    def touching_bases(self) -> list[tuple[Base, Base]]:
        """The pairs of bases that touch each other, each once, in file order."""
        return [
            (one.base, other.base)
            for one, other in combinations(self.on_table, 2)
            if one.touches(other)
        ]

    def of(self, player: str) -> list[Piece]:
        """The units a player controls, captives aside, passengers included."""
        return [p for p in self.owned_by(player) if not p.is_captive]

    def owned_by(self, player: str) -> list[Piece]:
        """The units of a player that are in the game, captives of others included."""
        pieces = (self.piece(unit_id) for unit_id in self.state.units)
        return [p for p in pieces if p.owner == player and not p.now.gone]

    def held_from(self, player: str) -> list[Piece]:
        """The units of a player that others hold captive."""
        return [p for p in self.owned_by(player) if p.is_captive]

    def uses_left(self, player: str, played: PlayedCard) -> bool:
        """Whether a player may use a card of his group (once more) this turn (AOD-CARD-021)."""
        frequency = played.card.frequency
        if frequency is None:
            return True
        used = self.state.card_uses.get(player, {}).get(played.card.id, 0)
        return used < frequency.at(self.setup.build_total)

    def moved(self, unit_id: str, **changes: Any) -> "Field":
        """The field as it would be with one unit elsewhere or otherwise."""
        return self.later(self.state.with_unit(unit_id, **changes))

    def ruling(self, switch: str) -> Any:
        """The reading in force."""
        return self.setup.rulings[switch]

    def line(self, shooter: Piece, target: Piece) -> Line:
        """The line of fire from one unit to another (AOD-LOF-001)."""
        ends = (shooter.id, target.id)
        if ends not in self._lines:
            others = [p.party for p in self.on_table if p.id not in ends]
            self._lines[ends] = self._line(shooter.party, target.party, others)
        return self._lines[ends]

    def line_to_point(self, shooter: Piece, at: Point) -> Line:
        """The line of fire to a point of the ground, read as one to infantry or a vehicle.

        A base over the point is no obstacle, as a target's own base is none.
        """
        elevation = self.table.elevation_at(at)
        spot = Party(
            *("", at, Outline(at, at, 0.0), False, False, False),
            elevation.id if elevation else None,
        )
        others = [p.party for p in self.on_table if p.id != shooter.id and not p.outline.holds(at)]
        return self._line(shooter.party, spot, others)

    def _line(self, shooter: Party, target: Party, others: list[Party]) -> Line:
        return line_of_fire(
            self.table,
            shooter,
            target,
            others,
            Reading(
                over_small_bases=self.ruling("mech_vs_small_blocked_by") == "mech_bases",
                elevated_by_type=self.ruling("elevated_bases_filtered_by_type_table"),
                over_elevations=not self.ruling("elevation_blocks_cruising_lof"),
                out_of_any_depth=self.ruling("own_hindering_exempt_depth") == "whole_element",
            ),
        )
