"""Properties of play: what is legal is carried out, and a mirrored table gives mirrored answers."""

import random
from itertools import permutations
from typing import Any

import pytest

from rules.age_of_destruction.orders import read_order
from rules.age_of_destruction.orders.base import Order
from rules.age_of_destruction.play.rules import advance, explain, legal_orders
from rules.core.dice import SeededDice
from rules.core.orders import write_order
from rules.tests.skirmishes import Json, read
from rules.tests.test_play_playouts import position

WIDTH = 36


def mirrored(value: Any, key: str = "") -> Any:
    """The same with left and right exchanged."""
    if key in ("facing", "rotate") and value is not None:
        return -value % 360
    if key in ("at", "polygon", "travel", "path", "access") and value is not None:
        if value and isinstance(value[0], (int, float)):
            return [WIDTH - value[0], value[1]]
        return [[WIDTH - x, y] for x, y in value]
    if isinstance(value, dict):
        return {name: mirrored(inner, name) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [mirrored(inner) for inner in value]
    return value


def tried(seed: int) -> list[tuple[Json, Order]]:
    """Legal orders of a position and broken versions of them."""
    start = position(seed)
    data = read(start)
    chance = random.Random(seed)
    legal = legal_orders(data.setup, data.state, "red")
    sample = chance.sample(legal, min(30, len(legal)))
    orders = [(start, order) for order in sample]
    for order in sample:
        written, other = write_order(order), f"b{chance.randrange(7)}"
        if "unit" in written:
            orders.append((start, read_order(written | {"unit": other})))
    return orders


@pytest.mark.parametrize("seed", range(3))
def test_a_mirrored_table_gives_mirrored_answers(seed: int) -> None:
    for start, order in tried(seed):
        data, image = read(start), read(mirrored(start))
        reflected = read_order(mirrored(write_order(order)))
        plain = {v.code for v in explain(data.setup, data.state, order)}
        assert {v.code for v in explain(image.setup, image.state, reflected)} == plain
        if plain:
            continue
        after, _ = advance(data.setup, data.state, order, SeededDice(seed))
        other, _ = advance(image.setup, image.state, reflected, SeededDice(seed))
        for name, unit in after.units.items():
            twin = other.units[name]
            assert (unit.click, unit.heat, unit.tokens) == (twin.click, twin.heat, twin.tokens)
            if unit.at is not None:
                assert twin.at == pytest.approx((WIDTH - unit.at[0], unit.at[1]))


@pytest.mark.parametrize("seed", range(3))
def test_every_listed_order_is_carried_out(seed: int) -> None:
    data = read(position(seed))
    for order in legal_orders(data.setup, data.state, "red"):
        assert explain(data.setup, data.state, order) == ()
        after, happened = advance(data.setup, data.state, order, SeededDice(seed))
        assert happened
        assert after != data.state
    assert legal_orders(data.setup, data.state, "blue") == []


@pytest.mark.parametrize("seed", range(3))
def test_the_orders_that_can_be_counted_are_listed_just_when_they_are_legal(seed: int) -> None:
    """Vents, direct shots at one target and close attacks, tried with every unit at every other."""
    data = read(position(seed))
    close_up = data.state.with_unit("b2", at=(13.0, 6.5))
    listed = [write_order(order) for order in legal_orders(data.setup, close_up, "red")]
    known = {_essence(order) for order in listed}
    units = list(data.setup.figures)
    tried: list[Json] = [{"order": "vent", "unit": unit} for unit in units]
    for unit, target in permutations(units, 2):
        for slot in ("primary", "secondary"):
            aim = {"unit": unit, "weapon": slot}
            tried += [
                {"order": "ranged", "targets": [target]} | aim,
                {"order": "close", "target": target} | aim,
            ]
    legal = {
        _essence(order) for order in tried if not explain(data.setup, close_up, read_order(order))
    }
    assert legal == {essence for essence in known if essence is not None}
    assert {essence[0] for essence in legal if essence} >= {"vent", "ranged"}


def _essence(order: Json) -> tuple[Any, ...] | None:
    """What tells counted orders apart; None for orders of other kinds."""
    kind = order["order"]
    single = len(order.get("targets", ())) == 1 and order.get("mode", "direct") == "direct"
    plain = kind == "vent" or (kind == "ranged" and single)
    attack = kind == "close" and not (order.get("repair") or order.get("capture"))
    if not (plain or attack) or order.get("members"):
        return None
    targets = tuple(order.get("targets", ())) or (order.get("target"),)
    return (kind, order["unit"], targets, order.get("weapon", "primary"))
