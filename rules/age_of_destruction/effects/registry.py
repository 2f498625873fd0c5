"""Where abilities say at which place of the records they work; a place is taken once."""

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar

from rules.age_of_destruction.moment.abilities import Abilities
from rules.age_of_destruction.moment.ability import (
    Ability,
    CardText,
    Equipment,
    GroupText,
    HeatEffect,
)
from rules.age_of_destruction.moment.conditions import Condition


class RuleBookAbilities(Abilities):
    """Those of the rule book, of which every process has its own: they travel by their name."""

    def __reduce__(self) -> str:
        return "ABILITIES"


#: The abilities of the game as the rule book has them; complete once the package is imported.
ABILITIES = RuleBookAbilities()

K = TypeVar("K", bound=Hashable)
_Ability = TypeVar("_Ability", bound=type[Ability])
_Text = TypeVar("_Text", bound=type[CardText])
_GroupText = TypeVar("_GroupText", bound=type[GroupText])
_Equipment = TypeVar("_Equipment", bound=type[Equipment])
_Effect = TypeVar("_Effect", bound=type[HeatEffect])
_Condition = TypeVar("_Condition", bound=type[Condition])


class Named(Protocol):
    """Whatever is registered."""

    @property
    def name(self) -> str:
        """Its name."""


N = TypeVar("N", bound=Named)


def _take(places: dict[K, N], place: K, taker: N) -> None:
    """Put something in its place; raises ValueError for a place taken."""
    if place in places:
        raise ValueError(f"{place} is taken by {places[place].name}")
    places[place] = taker


def equipment(kind: _Equipment) -> _Equipment:
    """Register a piece of special equipment under its slot and colour."""
    _take(ABILITIES.equipment, (kind.slot, kind.color), kind())
    return kind


def heat_effect(kind: _Effect) -> _Effect:
    """Register a square of the heat dial under its slot and colour."""
    _take(ABILITIES.heat_effects, (kind.slot, kind.color), kind())
    return kind


def card_text(card_id: str) -> Callable[[_Text], _Text]:
    """Register the text of a gear card or a unique pilot."""

    def register(text: _Text) -> _Text:
        _take(ABILITIES.texts, card_id, text())
        return text

    return register


def group_text(card_id: str) -> Callable[[_GroupText], _GroupText]:
    """Register the text of a card of a whole battle group."""

    def register(text: _GroupText) -> _GroupText:
        _take(ABILITIES.group_texts, card_id, text())
        return text

    return register


def condition(card_id: str) -> Callable[[_Condition], _Condition]:
    """Register a planetary condition under its card."""

    def register(kind: _Condition) -> _Condition:
        _take(ABILITIES.conditions, card_id, kind())
        return kind

    return register


def of_faction(faction: str) -> Callable[[_Ability], _Ability]:
    """Register an ability with its faction, which may have several."""

    def register(kind: _Ability) -> _Ability:
        own = ABILITIES.factions.get(faction, ())
        ABILITIES.factions[faction] = (*own, kind())
        return kind

    return register
