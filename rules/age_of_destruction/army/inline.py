"""Figures a list brings along: unofficial, and never believed where the catalogue knows better."""

import msgspec

from rules.age_of_destruction.army.battle_group import Entry
from rules.age_of_destruction.records.catalogue import Catalogue
from rules.age_of_destruction.records.units import Unit


def record_of(entry: Entry, catalogue: Catalogue) -> Unit | None:
    """The catalogue's record of the number an inline figure carries; None for any other entry."""
    return catalogue.unit_numbered(entry.inline.collector) if entry.inline else None


def figure_of(entry: Entry, catalogue: Catalogue) -> Unit | None:
    """The figure of an entry: the catalogue's; an inline one where the catalogue has no such
    number, or for what a record that is not complete leaves open."""
    inline = entry.inline
    if inline is None:
        return catalogue.unit(entry.unit)
    record = record_of(entry, catalogue)
    return inline if record is None else _by_its_record(inline, record)


def _by_its_record(inline: Unit, record: Unit) -> Unit:
    """Who does not say what a figure serves leaves that as open as the record does."""
    points = inline.points if record.points is None else record.points
    if record.known or record.type != inline.type:
        return msgspec.structs.replace(record, points=points)
    return msgspec.structs.replace(
        inline,
        id=record.id,
        name=record.name,
        points=points,
        unique=record.unique or inline.unique,
        status=inline.status if inline.faction or inline.label else record.status,
    )
