"""Event formats: reading and bounding their restrictions, and the figures they leave.

Restrictions are the `event` object of a battle-group/1 document without its name and title.
"""

from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

import rules
from armybuilder.groups.present.groups import refuse_control_characters, refuse_large_event, unfit
from collection.catalogue.game import catalogue
from rules import age_of_destruction as aod

Event = dict[str, Any]
#: What a format may say beside its name and title.
RESTRICTION_KEYS = tuple(k for k in aod.EventFormat.__struct_fields__ if k not in ("name", "title"))

#: The formats every installation knows, as people call them.
STANDARD_TITLES = {
    "standard-300": _("Standard, 300 points"),
    "standard-450": _("Standard, 450 points"),
    "standard-600": _("Standard, 600 points"),
    "unrestricted": _("Unrestricted"),
}

#: Among the factions of a format, the bases without any: the value and what people call it.
WITHOUT_SYMBOL = (aod.MERCENARY, _("no symbol (mercenary)"))


def fit_restrictions(data: Any) -> Event:
    """Restrictions as `rules` writes them, without what says nothing; raises Unfit."""
    event = _read(data)
    refuse_large_event(event, "$")
    written = _written_out(event)
    refuse_control_characters(written)
    return written


def known_formats() -> dict[str, Event]:
    """The formats every installation knows, by name, each written out in full."""
    return {
        name: {"name": name, "title": event.title, **_written_out(event)}
        for name, event in aod.EVENTS.items()
    }


def event_in(document: dict[str, Any]) -> Event | None:
    """The format of a group, written out in full; None for the rule book alone."""
    event = document.get("event")
    if not event:
        return None
    return known_formats()[event] if isinstance(event, str) else dict(event)


def figures_under(event: Event) -> frozenset[str]:
    """The ids of the catalogue's figures that a format admits."""
    return _figures_under(rules.canonical_json(event).decode(), catalogue())


@lru_cache(maxsize=32)
def _figures_under(event: str, known: aod.Catalogue) -> frozenset[str]:
    read = _read(rules.parse_json(event))
    return frozenset(unit.id for unit in known.units.values() if read.admits(unit))


def _written_out(event: aod.EventFormat) -> Event:
    """The restrictions of a format, without what it is called."""
    bare = aod.write_event(msgspec.structs.replace(event, name="", title=""))
    return bare if isinstance(bare, dict) else {}


def _read(data: Any) -> aod.EventFormat:
    try:
        rules.refuse_unwritable(data)
        return aod.parse_event(data)
    except rules.Unreadable as error:
        raise unfit(error) from error
