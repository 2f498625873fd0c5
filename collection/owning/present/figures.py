"""The catalogue's rows with what their reader has of each figure."""

from dataclasses import replace
from typing import Any

from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.owning.selectors.holdings import Amounts, amounts_of_figures

COLUMNS = ("owned", "wanted")


def with_amounts(
    owner: Any, figures: list[Figure], rows: tuple[values.PieceRow, ...]
) -> tuple[values.PieceRow, ...]:
    """Rows of some figures with what a person has of them; one query."""
    held = amounts_of_figures(owner, [figure.pk for figure in figures])
    return tuple(
        _filled(row, held.get(figure.pk)) for figure, row in zip(figures, rows, strict=True)
    )


def _filled(row: values.PieceRow, held: Amounts | None) -> values.PieceRow:
    if held is None:
        return replace(row, owned_in="")
    numbers = {**row.numbers, "wanted": held.wanted or None}
    owned, free = held.owned or None, held.free or None
    return replace(row, owned=owned, free=free, owned_in="", numbers=numbers)
