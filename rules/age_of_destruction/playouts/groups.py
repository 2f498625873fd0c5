"""Battle groups dealt from the whole catalogue: figures, gear, pilots and cards of the group."""

from typing import Any

from rules.age_of_destruction.effects import ABILITIES
from rules.age_of_destruction.playouts.deck import Deck
from rules.age_of_destruction.records.cards import Card
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit
from rules.core.dice import SeededDice

Json = dict[str, Any]

#: Figures in a group.
GROUP_SIZE = 5


class Dealer:
    """Deals figures and cards so that every one takes part before any comes again."""

    def __init__(self, catalogue: Catalogue, chance: SeededDice) -> None:
        self.chance = chance
        cards = list({card.id: card for card in catalogue.cards.values()}.values())
        figures = [unit for unit in catalogue.units.values() if unit.dial and unit.speed_mode]
        self.figures = Deck(figures, chance)
        self.gear = Deck([card for card in cards if card.is_gear], chance)
        self.pilots = Deck([card for card in cards if card.is_pilot], chance)
        self.conditions = Deck([card for card in cards if card.type == "PC"], chance)
        self.group_cards = Deck([card for card in cards if card.type in ("F", "MC", "SA")], chance)

    def group(self, player: str) -> tuple[Json, list[Json]]:
        """The cards of a player's group, and its units without places."""
        card = self.group_cards.draw()
        leader = self._figure(card.factions if card else ())
        own = (leader.faction,) if leader.faction else ()
        wanted = card.factions if card else own
        figures = [leader, *(self._figure(wanted) for _ in range(GROUP_SIZE - 1))]
        units = [
            {"id": f"{player}{number}", "owner": player, "unit": unit.id} | self._mounted(unit)
            for number, unit in enumerate(figures, start=1)
        ]
        return {"id": player, "cards": [self._played(card)] if card else []}, units

    def _figure(self, factions: tuple[str, ...]) -> Unit:
        """A figure of some factions or of none, so that formations are formed; else any."""
        friends = (*factions, None)
        joins = self.chance.below(3) > 0
        figure = self.figures.draw(lambda unit: not joins or unit.faction in friends)
        return figure or self._figure(())

    def _played(self, card: Card) -> Json:
        """A card of the group; a contract names the faction it is made with."""
        contract = card.type == "MC"
        faction = card.factions[self.chance.below(len(card.factions))] if contract else None
        return {"card": card.id} | ({"faction": faction} if faction else {})

    def _mounted(self, unit: Unit) -> Json:
        """The gear and the pilot of a 'Mech."""
        if unit.type != "mech":
            return {}
        mounted: Json = {}
        gear = self.gear.draw(lambda card: _carries(unit, card))
        if gear:
            mounted["gear"] = [_attached(unit, gear)]
        pilot = self.pilots.draw(lambda card: card.prefers(unit))
        pilot = pilot or self.pilots.draw(
            lambda card: card.fits_class(unit) and not card.preferred_mech
        )
        if pilot:
            mounted["pilot"] = {"card": pilot.id} | self._recruited(pilot)
        return mounted

    def _recruited(self, pilot: Card) -> Json:
        """The faction a gunslinger is hired for, or none; often one with abilities."""
        named = [name for name in pilot.recruitment if name != "base"]
        if not named or not self.chance.below(4):
            return {}
        able = [name for name in named if name in ABILITIES.factions]
        factions = able if able and self.chance.below(2) else named
        return {"recruit": factions[self.chance.below(len(factions))]}


def _carries(unit: Unit, card: Card) -> bool:
    """Whether gear may sit on a 'Mech of its own faction (AOD-GEAR-007, AOD-GEAR-009)."""
    if not card.fits_class(unit) or card.required_factions not in ((), (unit.faction,)):
        return False
    return bool(card.fitting_weapons(unit)) or card.attaches_to in ("speed", "attack", "defense")


def _attached(unit: Unit, card: Card) -> Json:
    weapons = card.fitting_weapons(unit)
    return {"card": card.id} | ({"weapon": weapons[-1].slot} if weapons else {})
