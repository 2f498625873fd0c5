"""The ways units have just gone, for the table to show."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.skirmishes.present.beginnings import Document
from armybuilder.systems.age_of_destruction.present.shapes import outline
from armybuilder.systems.age_of_destruction.present.tables import Table
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class Trail:
    """One unit's way."""

    unit: str
    points: str


def trails(table: Table, happened: list[Document]) -> tuple[Trail, ...]:
    """The ways gone in one step, of units that are still on the table."""
    return tuple(_trails(table, happened))


def _trails(table: Table, happened: list[Document]) -> Iterator[Trail]:
    depth = table.field.table.depth
    standing = {piece.id for piece in table.field.on_table}
    for event in aod.read_events(happened):
        if isinstance(event, aod.Moved) and event.unit in standing:
            yield Trail(event.unit, outline(event.path, depth))
