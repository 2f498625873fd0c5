"""Situations in which a piece of special equipment is used, to be played in four ways."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rules.tests.skirmishes import END, Json, Played, play

Maker = Callable[[Json], list[Json]]


@dataclass(frozen=True)
class Case:
    """One situation: `units` takes the equipment of the holder; `idle` are the dice without it.

    `order` is that in which it is used; `rest` the kind of order with which another player's
    holder switches it off in the turn before.
    """

    name: str
    value: str
    color: str
    units: Maker
    order: Json
    dice: tuple[int, ...] = ()
    idle: tuple[int, ...] = ()
    holder: str = "r1"
    optional: bool = True
    rest: str = "move"
    fields: Json = field(default_factory=dict)

    def play(self, shape: str | None, *, off: bool = False) -> Played:
        """Play it with the equipment in a shape or without it; `off`: switched off beforehand."""
        equipment = {self.value: (self.color, shape)} if shape else {}
        works = bool(shape) and not off
        order, fields = self.order, dict(self.fields)
        before: list[Json] = []
        if not works:
            order = {key: value for key, value in order.items() if key != "on"}
        if off and self.holder.startswith("r"):
            order = order | {"off": [self.name]}
        elif off:
            before = [{"order": self.rest, "unit": self.holder, "off": [self.name]}, END]
            fields["active"] = "blue"
        dice = self.dice if works else self.idle
        return play(self.units(equipment), *before, order, dice=dice, **fields)

    def was_used(self, played: Played) -> bool:
        """Whether the holder used it."""
        return (self.holder, self.name) in [
            (event.unit, event.name) for event in played.events("EquipmentUsed")
        ]


def circle_damage(played: Played) -> list[tuple[str, int]]:
    """Who was pushed for a circle, and by how much."""
    return [(e.unit, e.amount) for e in played.events("Damaged") if e.cause == "circle"]


def assert_used_by_shape(case: Case) -> None:
    """A square costs nothing, a circle one click; without it or switched off nothing is used."""
    square, circle = case.play("square"), case.play("circle")
    assert not square.refused
    assert case.was_used(square)
    assert case.was_used(circle)
    assert circle_damage(square) == []
    assert circle_damage(circle) == [(case.holder, 1)]
    assert not case.was_used(case.play(None))


def assert_switched_off(case: Case) -> None:
    """Optional equipment switched off is not used and costs nothing."""
    off: Any = case.play("circle", off=True)
    assert not case.was_used(off)
    assert circle_damage(off) == []
