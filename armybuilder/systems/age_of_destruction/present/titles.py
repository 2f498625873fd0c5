"""What an order is called, on the button that plans it and over its plan."""

from collections.abc import Sequence

from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import ORDERS, TOGETHER
from collection.common.language import Words, language
from rules import age_of_destruction as aod


def title_of(table: Table, order: aod.Order) -> Words:
    """What an order is called; "" for one that has no name of its own, such as an answer."""
    if order.form in TOGETHER and order.in_formation:
        return title(order.form, order.units, together=True)
    if isinstance(order, aod.Switch):
        names = aod.Names(table.setup, language())
        return title(order.form, [names.ability(name) for name in order.off])
    if order.form == "lead":
        return title(order.form, table.field.piece(order.units[0]).captives)
    return title(order.form, order.companions) if order.form in ORDERS else ""


def title(kind: str, units: Sequence[str], *, together: bool = False) -> Words:
    """What an order of a kind with some units is called."""
    words = (TOGETHER if together else ORDERS)[kind]
    return words % {"units": ", ".join(units)} if units else words
