"""Starts of games in the scenario/1 format: set-ups of whole battle groups, battles under way, and
crowds amid terrain."""

from typing import Any

from rules.age_of_destruction.army.battle_group import SYSTEM
from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.play.scenario import FORMAT
from rules.age_of_destruction.playouts.groups import Dealer
from rules.age_of_destruction.playouts.places import KINDS, SIDE, Places, landscape, pool
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.core.dice import SeededDice

Json = dict[str, Any]

#: Who plays with whom: teams by player.
SEATINGS: tuple[Json, ...] = (
    {"red": "red", "blue": "blue"},
    {"red": "red", "blue": "blue", "green": "green"},
    {"red": "south", "blue": "north", "green": "south", "gold": "north"},
    {"red": "red", "blue": "blue", "green": "green", "gold": "gold"},
)
#: How games are limited, in turn.
LIMITS: tuple[Json, ...] = ({}, {"turn_limit": 12}, {"time_limit": 60})
TIME_ENDINGS = ("turn", "round", "order")


class Deals:
    """One start after the other: a set-up, a battle under way, one in a crowd, and so on."""

    def __init__(self, catalogue: Catalogue, chance: SeededDice) -> None:
        self.catalogue = catalogue
        self.chance = chance
        self.dealer = Dealer(catalogue, chance)
        self.number = 0

    def next(self) -> Json:
        """The next start; every question of its game is asked."""
        number, seats = self.number, SEATINGS[self.number % len(SEATINGS)]
        self.number += 1
        groups = [self.dealer.group(player) for player in seats]
        players = [player | {"team": seats[player["id"]]} for player, _ in groups]
        units = [unit for _, own in groups for unit in own]
        start = {
            "format": FORMAT,
            "system": SYSTEM,
            "build_total": 450 + 150 * self.chance.below(3),
            "prompts": "ask",
            "players": players,
            "table": {"width": SIDE, "depth": SIDE},
            "rulings": {"time_limit_finish": TIME_ENDINGS[number % len(TIME_ENDINGS)]},
            **LIMITS[number % len(LIMITS)],
        }
        if number % 3 == 0:
            return start | self._set_up(units)
        return start | self._battle(units, players, crowded=number % 3 == 2)

    def _conditions(self) -> list[Json]:
        """One or two planetary conditions; the one that may cancel any cancels the other."""
        drawn = [self._condition() for _ in range(1 + self.chance.below(2))]
        others = [card for card in drawn if card != drawn[0]]
        chosen = {"cancels": others[0]} if others else {}
        card = self.catalogue.card(drawn[0])
        first = {"card": drawn[0]} | (chosen if card and card.cancels_any_one else {})
        return [first, *({"card": other} for other in others)]

    def _condition(self) -> str:
        """The id of the next planetary condition of the deck."""
        card = self.dealer.conditions.draw()
        return card.id if card else ""

    def _set_up(self, units: list[Json]) -> Json:
        drawn = tuple(KINDS[self.chance.below(len(KINDS))] for _ in range(4))
        return {
            "stage": "setup",
            "units": units,
            "pool": pool(drawn),
            "conditions": self._conditions(),
        }

    def _battle(self, units: list[Json], players: list[Json], *, crowded: bool) -> Json:
        """Units all over the table, some hurt, hot, aboard or captive; in a crowd, most of
        them stand in its middle, side by side with friends."""
        terrain = landscape(self.chance)
        places = Places(terrain, self.catalogue, self.chance, crowded=crowded)
        conditions = self._conditions()
        may_cruise = not any(ABILITIES.conditions[card["card"]].grounds for card in conditions)
        placed: list[Json] = []
        for unit in units:
            figure = self.catalogue.units[unit["unit"]]
            cruising = may_cruise and figure.speed_mode == "vtol" and self.chance.below(2) == 0
            here = self._aboard(figure, unit, placed) or _on_table(figure, unit, places, cruising)
            if here:
                placed.append(unit | here | self._worn(figure))
        return {
            "units": placed,
            "terrain": terrain,
            "conditions": conditions,
            "active": players[self.chance.below(len(players))]["id"],
        }

    def _aboard(self, figure: Unit, unit: Json, placed: list[Json]) -> Json | None:
        """Infantry begins aboard a transport of its player where one stands and is empty."""
        for other in placed:
            carrier = self.catalogue.units[other["unit"]]
            taken = any(rider.get("aboard") == other["id"] for rider in placed)
            if (
                figure.type == "infantry"
                and carrier.is_transport
                and other["owner"] == unit["owner"]
                and not taken
                and other.get("click", 1) == 1
            ):
                return {"aboard": other["id"]}
        return None

    def _worn(self, figure: Unit) -> Json:
        """How far its dials have been turned already."""
        worn: Json = {}
        if not figure.is_transport and self.chance.below(2):
            worn["click"] = 1 + self.chance.below(max(1, len(figure.dial) * 2 // 3))
        if figure.heat_dial and self.chance.below(3) == 0:
            worn["heat"] = self.chance.below(len(figure.heat_dial))
        return worn


def _on_table(figure: Unit, unit: Json, places: Places, cruising: bool) -> Json | None:
    place = places.place(figure, unit["owner"], cruising=cruising)
    return place and place | ({"level": "cruising"} if cruising else {})
