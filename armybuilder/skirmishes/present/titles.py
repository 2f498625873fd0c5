"""What an order is called, on the button that plans it and over its plan."""

from collections.abc import Sequence
from typing import Any

from armybuilder.skirmishes.present.tables import Table
from armybuilder.skirmishes.present.words import ORDERS, TOGETHER
from collection.common.language import Words, language
from rules import age_of_destruction as aod

#: What an order gives away of its kind, by its tag: a field, and the kind for a value of it.
_BY_FIELD = {
    "ranged": ("mode", {"indirect": "indirect", "artillery": "artillery"}),
    "assault": ("kind", {"ranged": "assault_ranged", "close": "assault_close"}),
    "deploy": ("level", {"cruising": "deploy_cruising"}),
}
#: The kinds of moves by what one of their legs does.
_BY_LEG = {
    "level": "level",
    "shoot": "flight_shot",
    "board": "board",
    "disembark": "disembark",
    "captive": "lead",
}


def title_of(table: Table, order: aod.Order) -> Words:
    """What an order is called; "" for one that has no name of its own, such as an answer."""
    written = aod.write_order(order)
    kind, members = kind_of(written), written.get("members", ())
    if kind in TOGETHER and members:
        return title(kind, members, together=True)
    if isinstance(order, aod.Switch):
        names = aod.Names(table.setup, language())
        return title(kind, [names.ability(name) for name in order.off])
    if kind == "lead":
        return title(kind, table.field.piece(written["unit"]).captives)
    return title(kind, members or _taken_along(written)) if kind in ORDERS else ""


def title(kind: str, units: Sequence[str], *, together: bool = False) -> Words:
    """What an order of a kind with some units is called."""
    words = (TOGETHER if together else ORDERS)[kind]
    return words % {"units": ", ".join(units)} if units else words


def kind_of(order: dict[str, Any]) -> str:
    """The kind of a written order, as options name theirs."""
    tag: str = order["order"]
    if tag == "move":
        return _kind_of_move(order)
    if tag == "close":
        return _kind_of_close(order)
    if tag == "deploy" and order.get("aboard"):
        return "deploy_aboard"
    name, kinds = _BY_FIELD.get(tag, ("", {}))
    return kinds.get(order.get(name, ""), tag)


def _kind_of_move(order: dict[str, Any]) -> str:
    if order.get("members"):
        return "march"
    if order.get("run"):
        return "run"
    done = (_BY_LEG[name] for leg in order.get("legs", ()) for name in leg if name in _BY_LEG)
    return next(done, "move")


def _kind_of_close(order: dict[str, Any]) -> str:
    if repair := order.get("repair"):
        return "repair_by_die" if repair == "die" else "repair_by_value"
    return "capture" if order.get("capture") else "close"


def _taken_along(order: dict[str, Any]) -> list[str]:
    """The passengers of a move, the transport of a deployment."""
    if order.get("aboard"):
        return [order["aboard"]]
    legs = order.get("legs", ())
    landed = [landing["unit"] for leg in legs for landing in leg.get("disembark", ())]
    return [*landed, *(name for leg in legs for name in leg.get("board", ()))]
