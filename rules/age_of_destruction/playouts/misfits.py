"""Orders made from others by changing a part; most of them are refused, for every reason."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.age_of_destruction.orders import KINDS, SPECIAL_ATTACKS, read_order
from rules.age_of_destruction.orders.base import Order
from rules.core.codec import Unreadable
from rules.core.dice import SeededDice
from rules.core.naming import tag_of
from rules.core.orders import write_order

#: Parts put into orders that have none of their kind, or other ones.
PARTS: tuple[Mapping[str, Any], ...] = (
    {"mode": "indirect"},
    {"mode": "artillery", "markers": [[10.0, 10.0]]},
    {"mode": "artillery", "markers": [[99.0, 10.0], [10.0, 10.0]], "targets": []},
    {"weapon": "secondary"},
    {"capture": True},
    {"repair": True},
    {"run": True},
    {"off": ["Jump Jets"]},
    {"on": ["Pulse"]},
    {"split": {"red1": 9}},
    {"targets": []},
    {"markers": [[10.0, 10.0]]},
    {"legs": [{"travel": [[15.0, 15.0]]}]},
    {"legs": [{"travel": [[99.0, 15.0]]}]},
    {"legs": [{"level": "cruising"}]},
    {"legs": [{"level": "ground"}]},
    {"legs": [{"shoot": {"targets": ["red1"]}}]},
    {"kind": "close"},
    {"kind": "ranged"},
    {"path": [[15.0, 15.0]]},
    *(stray for kind in KINDS for stray in kind.strays),
)
#: Misfits made of every order.
SAMPLE = 3
#: Orders that name a target and a path.
STRIKES = tuple(tag_of(kind) for kind in SPECIAL_ATTACKS)
#: What an order of another kind takes over.
COMMON = ("order", "unit", "target", "path", "facing", "at", "piece", "minutes", "player")


def misfits(order: Order, units: list[str], chance: SeededDice) -> Iterator[Order]:
    """Some orders like another one, each with one thing changed."""
    written = write_order(order)
    for _ in range(SAMPLE):
        changed = _changed(written, units, chance)
        try:
            yield read_order(changed)
        except Unreadable:
            continue


def _changed(written: dict[str, Any], units: list[str], chance: SeededDice) -> dict[str, Any]:
    """An order with another unit, target or members, or with a part put in."""
    one, other, third = (units[chance.below(len(units))] for _ in range(3))
    mixed: tuple[Mapping[str, Any], ...] = (
        {"unit": one},
        {"target": one},
        {"targets": [one]},
        {"targets": [one, other]},
        {"unit": one, "members": [one, other]},
        {"unit": one, "members": [one, other, third]},
        {"unit": one, "member_legs": {other: [{"rotate": 90.0}]}},
        {"unit": one, "legs": [{"board": [other]}]},
        {"unit": one, "legs": [{"disembark": [{"unit": other, "at": [5.0, 5.0], "facing": 0}]}]},
        {"unit": one, "legs": [{"captive": {"at": [5.0, 5.0], "facing": 0}}]},
        {"unit": "nobody"},
    )
    parts = (*mixed, *PARTS)
    changed = {**written, **parts[chance.below(len(parts))]}
    if changed["order"] == written["order"]:
        return changed
    target = {"target": other} if changed["order"] in STRIKES else {}
    return target | {key: value for key, value in changed.items() if key in COMMON}
