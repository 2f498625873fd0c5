"""Situations in which the text of a gear card or a pilot matters, to be played in four ways."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.age_of_destruction.effects import ABILITIES
from rules.tests.skirmishes import Json, Played, catalogue, play

Maker = Callable[[Json], list[Json]]


@dataclass(frozen=True)
class Edge:
    """What differs at the boundary, where the text just does not matter any more, or just does."""

    seen: Any
    dice: tuple[int, ...] | None = None
    units: Maker | None = None
    order: Json | None = None
    fields: Json = field(default_factory=dict)


@dataclass(frozen=True)
class CardCase:
    """One situation: `units` takes what carries the card; `seen` is what is looked at, `worth` what
    it shows with the card and `plain` without; `idle` are the dice without it.

    `off_by` are the ways in which the text is put out of work: "off" in the order, "salvage",
    "other_mech", "other_weapon".
    """

    card: str
    units: Maker
    order: Json
    look: Callable[[Played], Any]
    worth: Any
    plain: Any
    edge: Edge
    dice: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    off_by: tuple[str, ...] = ("off",)
    answers: tuple[Json, ...] = ()
    fields: Json = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the text."""
        return ABILITIES.texts[self.card].name

    def with_card(self) -> Played:
        """The card at work."""
        orders = (self.order, *self.answers)
        return play(self.units(self._carried()), *orders, dice=self.dice, **self.fields)

    def without(self) -> Played:
        """Nobody has the card."""
        return play(self.units({}), self._plain_order(), dice=self.idle, **self.fields)

    def suppressed(self, how: str) -> Played:
        """The card is there and does not work."""
        carried, order = self._carried(), self._plain_order()
        if how == "off":
            order = order | {"off": [self.name]}
        elif how == "salvage":
            carried |= {"equipment": {"attack": ("black", "square")}}
        elif how == "other_mech":
            carried |= {"id": "X-1"}
        else:
            carried["gear"][0]["weapon"] = "secondary"
        return play(self.units(carried), order, dice=self.idle, **self.fields)

    def at_edge(self) -> Played:
        """The boundary."""
        edge = self.edge
        units, order = edge.units or self.units, edge.order or self.order
        dice = self.dice if edge.dice is None else edge.dice
        orders = (order, *self.answers)
        return play(units(self._carried()), *orders, dice=dice, **(self.fields | edge.fields))

    def _carried(self) -> Json:
        card = catalogue().card(self.card)
        assert card is not None
        if card.is_gear:
            return {"gear": [{"card": self.card}]}
        return {"id": card.preferred_mech, "pilot": {"card": self.card}}

    def _plain_order(self) -> Json:
        return {key: value for key, value in self.order.items() if key != "on"}


def assert_four_ways(case: CardCase) -> None:
    """With the card, without it, out of work and at its boundary."""
    assert case.look(case.with_card()) == case.worth
    assert case.look(case.without()) == case.plain
    for how in case.off_by:
        assert (how, case.look(case.suppressed(how))) == (how, case.plain)
    assert case.look(case.at_edge()) == case.edge.seen
