"""What an order is called, on the button that plans it and over its plan."""

from collections.abc import Sequence

from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.common.language import language
from rules import age_of_destruction as aod


def title_of(table: Table, order: aod.Order) -> str:
    """What an order is called; "" for one that has no name of its own, such as an answer."""
    form = aod.FORMS.get(order.form)
    if form and form.together and order.in_formation:
        return title(order.form, order.units, together=True)
    if isinstance(order, aod.Switch):
        names = aod.Names(table.setup, language())
        return title(order.form, [names.ability(name) for name in order.off])
    if order.form == "lead":
        return title(order.form, table.field.piece(order.units[0]).captives)
    return title(order.form, order.companions) if form and form.label else ""


def title(kind: str, units: Sequence[str] = (), *, together: bool = False) -> str:
    """What an order of a kind with some units is called; raises KeyError for a kind without a name
    of its own."""
    form = aod.FORMS[kind]
    label = form.together if together else form.label
    if label is None:
        raise KeyError(kind)
    return label.in_language(language()).format(units=", ".join(units))
