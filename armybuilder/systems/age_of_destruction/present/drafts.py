"""Orders in the making: from the fields of an address to the order they mean."""

import json
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.systems.age_of_destruction.present.queries import LONGEST_ORDER, Query
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.words import UNDRAFTABLE, ground_title
from rules import age_of_destruction as aod

Order = dict[str, Any]


@dataclass(frozen=True)
class _Said(Query):
    """What a query says about an order, terrain by the names it has on the page."""

    terrain: tuple[aod.Terrain, ...]

    def element(self, name: str) -> aod.Terrain:
        """The element of an id, or the only one of a title; raises OrderUnreadable."""
        called = name.lower()
        found = [element for element in self.terrain if element.id.lower() == called] or [
            element
            for element in self.terrain
            if str(ground_title(element.id, element.kind)).lower() == called
        ]
        if len(found) != 1:
            raise OrderUnreadable(
                _("On the table “%(name)s” means nothing, or several things.") % {"name": name[:40]}
            )
        return found[0]


def draft(table: Table, query: Query) -> Order | None:
    """The order a query means as parsed JSON, None for none; raises OrderUnreadable.

    Either `order` holds it whole, or `do` names its form, `unit` who is ordered, and other fields
    the rest. `off`, `on` ("Pulse" or "Streak=B2") and `more` settle the details of both.
    """
    said = _Said(query.fields, table.field.table.terrain)
    order = _whole(query) if query.one("order") else _drafted(table, said)
    return order and aod.settled(order, said)


def _whole(query: Query) -> Order:
    text = query.one("order")
    if len(text) > LONGEST_ORDER:
        raise OrderUnreadable(_("This order is too long."))
    try:
        order = json.loads(text)
    except ValueError as error:
        raise OrderUnreadable(_("This is no order.")) from error
    if not isinstance(order, dict):
        raise OrderUnreadable(_("This is no order."))
    return order


def _drafted(table: Table, said: _Said) -> Order | None:
    try:
        return aod.draft(table.field, said)
    except aod.Undraftable as error:
        raise OrderUnreadable(UNDRAFTABLE[error.code] % {"unit": error.name}) from error
