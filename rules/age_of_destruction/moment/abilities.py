"""Every ability of the game by the place that records name it at, handed in with the set-up."""

from collections.abc import Iterator

from rules.age_of_destruction.moment.ability import (
    Ability,
    CardText,
    Equipment,
    GroupText,
    HeatEffect,
)
from rules.age_of_destruction.moment.conditions import Condition
from rules.age_of_destruction.state.setup import Setup

#: A slot ("speed", "attack", "defense" or a range type) and a colour.
Place = tuple[str, str]


class UnknownAbility(LookupError):
    """A record shows equipment, a heat effect or a card that nobody has written; `what` is its slot
    and colour, or its id."""

    def __init__(self, what: str) -> None:
        super().__init__(f"nobody has written what {what} does")
        self.what = what


class Abilities:
    """What equipment and heat do by slot and colour, cards by their id, factions by name."""

    def __init__(self) -> None:
        self.equipment: dict[Place, Equipment] = {}
        self.heat_effects: dict[Place, HeatEffect] = {}
        self.texts: dict[str, CardText] = {}
        self.group_texts: dict[str, GroupText] = {}
        self.factions: dict[str, tuple[Ability, ...]] = {}
        self.conditions: dict[str, Condition] = {}

    def equipment_at(self, slot: str, color: str) -> Equipment:
        """The special equipment of a slot in a colour; raises UnknownAbility."""
        try:
            return self.equipment[slot, color]
        except KeyError:
            raise UnknownAbility(f"{slot}: {color}") from None

    def heat_effect_at(self, slot: str, color: str) -> HeatEffect:
        """What a square of a heat dial means at a slot; raises UnknownAbility."""
        try:
            return self.heat_effects[slot, color]
        except KeyError:
            raise UnknownAbility(f"{slot}: {color}") from None

    def condition(self, card_id: str) -> Condition:
        """What a planetary condition does; raises UnknownAbility."""
        try:
            return self.conditions[card_id]
        except KeyError:
            raise UnknownAbility(card_id) from None

    def __iter__(self) -> Iterator[Ability]:
        """Everything a unit may have: equipment, texts of cards, abilities of factions."""
        yield from (*self.equipment.values(), *self.texts.values(), *self.group_texts.values())
        for abilities in self.factions.values():
            yield from abilities


def abilities_of(setup: Setup) -> Abilities:
    """The abilities a game is played with; raises TypeError where the set-up brings none."""
    if not isinstance(setup.abilities, Abilities):
        raise TypeError(f"a set-up brings Abilities, not {setup.abilities!r}")
    return setup.abilities
