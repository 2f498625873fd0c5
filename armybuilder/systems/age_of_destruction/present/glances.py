"""A unit at a glance: the card that shows while somebody points at it."""

from dataclasses import dataclass, replace

from armybuilder.systems.age_of_destruction.present.panels import (
    FigureRow,
    equipment,
    figure_row,
)
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.catalogue.present.dial_table import Window, window
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.values import FigureView


@dataclass(frozen=True)
class Glance:
    """A unit as it stands: its picture with the dial at its click, None while that is hidden, and
    what is in the `window`, None where nobody knows its dial."""

    row: FigureRow
    view: FigureView
    window: Window | None
    equipment: tuple[str, ...]


def glance(table: Table, unit_id: str) -> Glance | None:
    """The unit of an id at a glance; None for none of that id."""
    if unit_id not in table.state.units:
        return None
    piece = table.field.piece(unit_id)
    is_open = table.shows_dial(piece.owner)
    view = figure_view(piece.unit, has_page=False)
    turned = view.dial and replace(view.dial, current=min(piece.now.click, len(piece.unit.dial)))
    return Glance(
        row=figure_row(table, piece),
        view=replace(view, dial=turned if is_open else None),
        window=window(turned) if turned else None,
        equipment=equipment(table, piece),
    )
