"""Long-range fire in the making: what its blasts cover, where they may drift, whom they cost what,
as JSON values."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from armybuilder.skirmishes.present.beginnings import OrderUnreadable
from armybuilder.systems.age_of_destruction.present.choices import as_json
from armybuilder.systems.age_of_destruction.present.drawn import circle
from armybuilder.systems.age_of_destruction.present.queries import Query
from armybuilder.systems.age_of_destruction.present.shapes import down
from armybuilder.systems.age_of_destruction.present.tables import Table
from armybuilder.systems.age_of_destruction.present.why import short
from collection.common.chances import percent
from rules import age_of_destruction as aod

Json = dict[str, Any]

#: Markers of one order.
MOST_MARKERS = 6


def salvo(table: Table, query: Query) -> Json:
    """What `unit`, with those it fires `with`, may bring about by markers `at` places; raises
    OrderUnreadable."""
    table = table.seen
    unit, depth = query.one("unit"), table.field.table.depth
    if unit not in table.state.units or table.field.piece(unit).now.at is None:
        raise OrderUnreadable(_("There is no such unit on the table."))
    places = tuple((round(x, 3), round(depth - y, 3)) for x, y in query.points("at"))
    if not 0 < len(places) <= MOST_MARKERS or any(abs(n) > depth * 9 for p in places for n in p):
        raise OrderUnreadable(_("Say where the markers are to lie, such as 12.5,7 14,9."))
    members = tuple(query.every("with"))
    if any(name not in table.state.units for name in members):
        raise OrderUnreadable(_("These units cannot go along."))
    named = (unit, *members) if members else ()
    order = aod.Ranged(unit=unit, mode="artillery", markers=places, members=named)
    refused = table.refusals(order)
    found: Json = {
        "unit": unit,
        "order": as_json(order),
        "legal": not refused,
        "why": short(table, refused[0] if refused else None),
        "markers": [{"at": down(place, depth), "landings": []} for place in places],
        "fates": [],
    }
    return found if refused else found | _promise(table, order)


def _promise(table: Table, order: aod.Ranged) -> Json:
    try:
        ahead = aod.salvo(table.setup, table.state, order)
    except aod.TooManyWays:
        return {}
    depth = table.field.table.depth
    return {
        "markers": [
            {
                "at": down(marker, depth),
                "landings": [
                    _landing(landing, depth)
                    for landing in ahead.landings
                    if landing.marker == marker
                ],
            }
            for marker in order.markers
        ],
        "missed": percent(ahead.missed),
        "fates": list(_fates(table, ahead)),
        "says": _("Lands when your next turn begins, on whoever stands there then."),
    }


def _landing(landing: aod.Landing, depth: float) -> Json:
    return {
        "at": down(landing.at, depth),
        "drift": landing.drift,
        "radius": landing.radius,
        "d": circle(landing.at, landing.radius, depth),
        "chance": percent(landing.chance),
        "share": round(float(landing.chance), 3),
        "struck": list(landing.struck),
    }


def _fates(table: Table, ahead: aod.Salvo) -> Iterator[Json]:
    """Everybody it may cost clicks, friends and the gun too."""
    struck: dict[str, Any] = {}
    for landing in ahead.landings:
        for unit in landing.struck:
            struck[unit] = struck.get(unit, 0) + landing.chance
    for unit in dict.fromkeys((*struck, *ahead.outlook.fates)):
        fate = ahead.outlook.fates.get(unit)
        yield {
            "unit": unit,
            "chance": percent(struck[unit]) if unit in struck else "",
            "clicks": float(round(fate.expected, 2)) if fate else 0.0,
        }
