"""The figures of a game as a list: each with its picture and its life."""

from dataclasses import dataclass, replace

from armybuilder.systems.age_of_destruction.present.panels import FigureRow, figure_rows
from armybuilder.systems.age_of_destruction.present.tables import Table
from collection.catalogue.present.dial_table import starting_click
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.values import FigureView
from rules import age_of_destruction as aod


@dataclass(frozen=True)
class FigureLine:
    """A unit in one line. Of a hidden dial the view has none, and `taken` counts the clicks that
    everybody has seen it lose. `stands`: whether it is on the table."""

    row: FigureRow
    view: FigureView
    stands: bool
    taken: int


def figure_lines(table: Table) -> tuple[FigureLine, ...]:
    """Every unit of the game, seat by seat."""
    return tuple(_line(table, row, table.field.piece(row.id)) for row in figure_rows(table))


def _line(table: Table, row: FigureRow, piece: aod.Piece) -> FigureLine:
    view = figure_view(piece.unit, has_page=piece.unit.id in table.pages)
    dial = view.dial
    shown = replace(dial, current=row.click) if dial and table.shows_dial(row.seat) else None
    return FigureLine(
        row=row,
        view=replace(view, dial=shown),
        stands=piece.now.at is not None and not piece.now.gone,
        taken=max(row.click - starting_click(dial), 0) if dial else 0,
    )
