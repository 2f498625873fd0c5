"""A state seen through its set-up: where everything stands and what lies between."""

from itertools import compress
from operator import is_not
from typing import Any

import msgspec

from rules.age_of_destruction.moment.abilities import Abilities, abilities_of
from rules.age_of_destruction.moment.conditions import Condition
from rules.age_of_destruction.moment.outfit import Outfit, outfits
from rules.age_of_destruction.moment.piece import Piece
from rules.age_of_destruction.moment.roster import Roster
from rules.age_of_destruction.state.setup import Figure, PlayedCard, Setup
from rules.age_of_destruction.state.state import State, UnitState
from rules.age_of_destruction.table.bases import Base, Bases, LineOfFire
from rules.age_of_destruction.table.line_of_fire import Reading, line_of_fire
from rules.age_of_destruction.table.terrain import FLOATING_MODES, Table, Terrain
from rules.core.geometry import Outline, Point
from rules.core.kept import kept, of_a_moment
from rules.core.wording import Title

#: Where a set-up keeps the last moment looked at, and the last somebody asked for.
_LATEST, _ASKED_FOR = "latest_field", "field_asked_for"


class Field:
    """One moment of the game, with everything on the table; pieces are made once each.

    The units of all states of a game are in file order.
    """

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state
        self._pieces: dict[str, Piece] = {}
        #: What is known of rosters and bases, be it of a moment before it, until it is asked for.
        self._roster: Roster | None = None
        self._bases: Bases | None = None
        #: The units as they stood on those bases.
        self._stood = state.units

    @classmethod
    def of_moment(cls, setup: Setup, state: State) -> "Field":
        """The field of a state; it keeps what the last moment looked at in the same game tells, and
        is the very same for who asks again after orders have been tried from it."""
        known = vars(setup)
        asked_for: Field | None = known.get(_ASKED_FOR)
        if asked_for is None or asked_for.state is not state:
            latest: Field | None = known.get(_LATEST)
            if latest is None:
                asked_for = cls(setup, state)
            else:
                asked_for = latest if latest.state is state else latest.later(state)
            known[_ASKED_FOR] = asked_for
        return asked_for.remembered()

    def remembered(self) -> "Field":
        """Itself, as the last moment that has been looked at in its game."""
        vars(self.setup)[_LATEST] = self
        return self

    def later(self, state: State) -> "Field":
        """The field at another moment; what is known of the units that have not changed is kept."""
        field = Field(self.setup, state)
        field.outfits, field._roster = self.outfits, self._roster
        if state.laid is self.state.laid and state.conditions is self.state.conditions:
            field.table, field.conditions = self.table, self.conditions
            field._bases, field._stood = self._bases, self._stood
        return field

    @kept
    def abilities(self) -> Abilities:
        """What the game is played with."""
        return abilities_of(self.setup)

    @kept
    def outfits(self) -> dict[str, Outfit]:
        """What every figure brings into the game, by its id."""
        return outfits(self.setup)

    @kept
    def conditions(self) -> list[Condition]:
        """The planetary conditions in force."""
        return [self.abilities.condition(card_id) for card_id in self.state.conditions]

    @kept
    def table(self) -> Table:
        """The table with the terrain laid in the set-up, as the planetary conditions make it."""
        if not self.state.laid and not self.state.conditions:
            return self.setup.table
        return _weathered(self.setup, self.state.laid, self.state.conditions)

    @property
    def grounding(self) -> Title | None:
        """The planetary condition that lets nothing cruise."""
        return next((condition.title for condition in self.conditions if condition.grounds), None)

    def piece(self, unit_id: str) -> Piece:
        """A unit by its id; raises KeyError for none."""
        piece = self._pieces.get(unit_id)
        if piece is None:
            piece = Piece(self, self.setup.figures[unit_id], self.state.units[unit_id])
            self._pieces[unit_id] = piece
        return piece

    @property
    def roster(self) -> Roster:
        """Who leads, holds and carries whom."""
        known, units = self._roster, self.state.units
        if known is None or known.units is not units:
            known = (known and known.at(units)) or Roster(self.setup, units)
            self._roster = known
        return known

    @property
    def bases(self) -> Bases:
        """The bases of all units on the table."""
        if self._bases is None:
            self._bases = self._all_bases()
        elif self._stood is not self.state.units:
            self._bases = self._after(self._bases, self._stood)
            self._stood = self.state.units
        return self._bases

    def _after(self, bases: Bases, then: dict[str, UnitState]) -> Bases:
        """The bases of an earlier moment, those that have moved since where they are now."""
        now = self.state.units
        changed = compress(now, map(is_not, now.values(), then.values()))
        moved = {
            unit_id: self._base(self.setup.figures[unit_id], now[unit_id])
            for unit_id in changed
            if not _stays(then[unit_id], now[unit_id])
        }
        return bases.later(moved, now) if moved else bases

    def _all_bases(self) -> Bases:
        bases = {
            unit_id: self._base(self.setup.figures[unit_id], now)
            for unit_id, now in self.state.units.items()
        }
        return Bases({unit_id: base for unit_id, base in bases.items() if base})

    def base(self, figure: Figure, now: UnitState) -> Base:
        """The base of a unit in a state; raises ValueError for none on the table."""
        known = self.bases.by_unit.get(figure.id) if now is self.state.units[figure.id] else None
        base = known or self._base(figure, now)
        if base is None:
            raise ValueError(f"{figure.id} is not on the table")
        return base

    def _base(self, figure: Figure, now: UnitState) -> Base | None:
        if now.at is None or now.gone:
            return None
        outline = figure.shape.outline(now.at, now.facing)
        cruising = now.level == "cruising"
        water, elevation = self.table.water_at(now.at), self.table.elevation_at(now.at)
        floats = (figure.unit.speed_mode or "foot") in FLOATING_MODES
        return Base(
            *(figure.id, now.at, outline, outline.box(), figure.shape.length / 2),
            type=figure.unit.type,
            cruising=cruising,
            submerged=water is not None and water.kind == "deep_water" and not floats,
            elevation=elevation.id if elevation and not cruising else None,
            water=water.kind if water and not cruising else None,
        )

    @of_a_moment
    def standing(self, team: str) -> list[Piece]:
        """The units of a team on the table, captives of others included."""
        figures, teams = self.setup.figures, self.setup.team_of
        return [
            self.piece(unit_id)
            for unit_id, now in self.state.units.items()
            if now.at is not None
            and not now.gone
            and teams[now.owner or figures[unit_id].owner] == team
        ]

    def touching(self, unit_id: str) -> tuple[str, ...]:
        """The units a unit touches, in file order; none where it is not on the table."""
        return self.bases.touching(unit_id) if unit_id in self.bases.by_unit else ()

    @kept
    def on_table(self) -> list[Piece]:
        """Every unit with a place on the table."""
        return [self.piece(unit_id) for unit_id in self.bases.by_unit]

    @of_a_moment
    def of(self, player: str) -> list[Piece]:
        """The units a player controls, captives aside, passengers included."""
        return [self.piece(unit_id) for unit_id in self.roster.led_by(player)]

    def owned_by(self, player: str) -> list[Piece]:
        """The units of a player that are in the game, captives of others included."""
        return [self.piece(unit_id) for unit_id in self.roster.owned_by(player)]

    @of_a_moment
    def rolling(self, player: str) -> list[Piece]:
        """The units a player controls that something may make roll as his turn starts."""
        led, outfits = self.roster.led_by(player), self.outfits
        return [self.piece(name) for name in led if outfits[name].may_have("start_of_turn")]

    @of_a_moment
    def opponents_of(self, team: str) -> list[Piece]:
        """The units of other teams on the table, captives included."""
        figures, teams, units = self.setup.figures, self.setup.team_of, self.state.units
        return [
            self.piece(unit_id)
            for unit_id in self.bases.by_unit
            if teams[units[unit_id].owner or figures[unit_id].owner] != team
        ]

    def held_from(self, player: str) -> list[Piece]:
        """The units of a player that others hold captive."""
        units = self.state.units
        return [
            self.piece(unit_id)
            for unit_id in self.roster.owned_by(player)
            if units[unit_id].captive_of is not None
        ]

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

    def line(self, shooter: Piece, target: Piece) -> LineOfFire:
        """The line of fire from one unit to another (AOD-LOF-001)."""
        ends = (shooter.id, target.id)
        line = self.bases.line(ends)
        if line is None:
            others = [base for base in self.bases if base.id not in ends]
            line = self._line(shooter.base, target.base, others)
            self.bases.keep_line(ends, line)
        return line

    def line_to_point(self, shooter: Piece, at: Point) -> LineOfFire:
        """The line of fire to a point of the ground, read as one to infantry or a vehicle.

        A base over the point is no obstacle, as a target's own base is none.
        """
        elevation = self.table.elevation_at(at)
        outline = Outline(at, at, 0.0)
        spot = Base(
            "", at, outline, outline.box(), 0.0, elevation=elevation.id if elevation else None
        )
        others = [
            base for base in self.bases if base.id != shooter.id and not base.outline.holds(at)
        ]
        return self._line(shooter.base, spot, others)

    def _line(self, shooter: Base, target: Base, others: list[Base]) -> LineOfFire:
        return line_of_fire(self.table, shooter, target, others, _reading(self.setup))


@of_a_moment
def _weathered(setup: Setup, laid: tuple[Terrain, ...], conditions: tuple[str, ...]) -> Table:
    """The table with terrain laid on it, as conditions make it in their order (AOD-PC-006)."""
    abilities, table = abilities_of(setup), setup.table.with_terrain(laid)
    terrain = list(table.terrain)
    for condition in map(abilities.condition, conditions):
        changed = [condition.terrain(element) for element in terrain]
        terrain = [element for element in changed if element is not None]
    return msgspec.structs.replace(table, terrain=tuple(terrain))


@of_a_moment
def _reading(setup: Setup) -> Reading:
    rulings = setup.rulings
    return Reading(
        over_small_bases=rulings["mech_vs_small_blocked_by"] == "mech_bases",
        elevated_by_type=rulings["elevated_bases_filtered_by_type_table"],
        over_elevations=not rulings["elevation_blocks_cruising_lof"],
        out_of_any_depth=rulings["own_hindering_exempt_depth"] == "whole_element",
    )


def _stays(then: UnitState, now: UnitState) -> bool:
    """Whether a unit's base is where it was."""
    return (
        now.at == then.at
        and now.facing == then.facing
        and now.level == then.level
        and now.gone == then.gone
    )
