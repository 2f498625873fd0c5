"""Games by lot from the ready-made scenarios: how they are dealt, and what is rare in them."""

from collections.abc import Mapping
from typing import Any

from rules.core.dice import SeededDice
from rules.core.playouts import Manner, Written

LAST_TURN = 6


def traits(order: Written) -> list[str]:
    """What is rare about an order: its kind, then its legs and results."""
    kind = str(order["order"])
    legs = [f"{kind}.{field}" for leg in order.get("legs", ()) for field in leg]
    result = [f"{kind}.{order['result']}"] if "result" in order else []
    return [kind, *legs, *result]


def deal(position: Mapping[str, Any], chance: SeededDice) -> dict[str, Any]:
    """A position with a last turn, its questions put or not, as the lot has it."""
    return (
        {"turn_limit": LAST_TURN} | dict(position) | {"prompts": ("auto", "ask")[chance.below(2)]}
    )


MANNER = Manner(traits=traits)
