"""What never changes in a skirmish: table, players, figures, build total, rulings."""

from functools import cached_property
from typing import Any

import msgspec

from rules.age_of_destruction.records.alliances import Alliances
from rules.age_of_destruction.records.bases import Shape
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.units import Unit, Weapon
from rules.age_of_destruction.table.terrain import Table
from rules.core.geometry import Polygon
from rules.core.tally import Tally

#: One order for every full step of the build total (AOD-TURN-004).
POINTS_AN_ORDER = 150


class Grant(msgspec.Struct, frozen=True, gc=False):
    """A card that works on a unit: gear at the value it sits on, a pilot at none ("")."""

    value: str
    card: Card


class Figure(msgspec.Struct, frozen=True, dict=True):
    """One unit of the game. `front` and `rear` are the degrees of its arcs (AOD-FACING-001).

    `cards` are all it carries; `grants` those that do more than change a value.
    `faction` is the effective one: printed, recruited or contracted (AOD-MERC-009), None for a
    mercenary; `contracted` says that a contract gave it. `worth` are its points with gear, pilot
    and recruitment (AOD-CARD-017, AOD-VICT-004).
    """

    id: str
    owner: str
    unit: Unit
    shape: Shape
    front: float
    rear: float
    cards: tuple[Card, ...] = ()
    grants: tuple[Grant, ...] = ()
    faction: str | None = None
    contracted: bool = False
    worth: Tally = Tally()

    @cached_property
    def value(self) -> int:
        """The points it is worth."""
        return self.worth.total

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """Its weapons by slot."""
        return {weapon.slot: weapon for weapon in self.unit.weapons}

    def slot_of(self, value: str) -> str:
        """Where equipment at a value belongs: the value, or the range type of the weapon."""
        return self._range_types.get(value, value)

    @cached_property
    def _range_types(self) -> dict[str, str]:
        weapons = reversed(self.unit.weapons)
        return {weapon.damage_value: weapon.range_type for weapon in weapons}


class PlayedCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card of a whole battle group. `faction`: a contract's choice (AOD-MERC-002); `cancels`: the
    card a planetary condition cancels by choice (AOD-CARD-010)."""

    card: Card
    faction: str | None = None
    cancels: str = ""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat. `edge`: the side of the table ("south", "north", "west", "east"); `zone`: the
    deployment zone of a scenario of its own, in place of the one along the edge."""

    id: str
    team: str
    edge: str = ""
    cards: tuple[PlayedCard, ...] = ()
    zone: Polygon = ()


class Limits(msgspec.Struct, frozen=True):
    """When a game ends at the latest: after a number of turns, or of minutes (AOD-END-003)."""

    turns: int | None = None
    minutes: int | None = None


class Setup(msgspec.Struct, frozen=True, dict=True):
    """Everything agreed before the first turn; players in seating order.

    `alliances` are those of the release that is played (AOD-ALLY-007). `abilities` say what
    equipment, cards and factions do; they are only carried here, and `moment.abilities` knows them.
    `asks_where_it_costs`: nobody is asked to switch off what works for nothing. `real_table`: the
    figures stand on a table of the players' own, who say how (AOD-CONTACT-005).
    """

    table: Table
    players: tuple[Player, ...]
    figures: dict[str, Figure]
    build_total: int
    rulings: dict[str, Any]
    alliances: Alliances
    abilities: object
    limits: Limits = Limits()
    asks_where_it_costs: bool = False
    real_table: bool = False

    @property
    def orders_a_turn(self) -> int:
        """The order pool of every turn (AOD-TURN-004)."""
        return self.build_total // POINTS_AN_ORDER

    def player(self, name: str) -> Player:
        """A player by name."""
        return self._seats[name]

    @cached_property
    def _seats(self) -> dict[str, Player]:
        return {player.id: player for player in self.players}

    def team(self, player: str) -> str:
        """The team of a player."""
        return self.team_of[player]

    @cached_property
    def team_of(self) -> dict[str, str]:
        """The teams by player."""
        return {player.id: player.team for player in self.players}

    def allied(self, player: str, one: str, other: str) -> bool:
        """Whether two factions stand together in a player's group, by a House or Grand Alliance or
        by a card of his (AOD-ALLY-005, AOD-FORM-003)."""
        cards = next(p.cards for p in self.players if p.id == player)
        by_card = any(
            played.card.type == "SA" and {one, other} <= set(played.card.factions)
            for played in cards
        )
        return by_card or self.alliances.kind(one, other) is not None

    @cached_property
    def teams(self) -> tuple[str, ...]:
        """The teams in seating order; a player alone is a team of one (AOD-UNIT-028)."""
        return tuple(dict.fromkeys(player.team for player in self.players))

    def members(self, team: str) -> tuple[str, ...]:
        """The players of a team."""
        return tuple(player.id for player in self.players if player.team == team)

    def after(self, player: str) -> list[str]:
        """The players clockwise, beginning with the one after a player (AOD-TURN-001)."""
        seats = [p.id for p in self.players]
        index = seats.index(player) + 1
        return seats[index:] + seats[:index]
