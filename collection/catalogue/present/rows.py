"""Figures as rows of a piece table."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from collection.catalogue import game
from collection.catalogue.models import Figure
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_words import MECHS, TYPES, WITHOUT_DIAL, faction_value
from collection.catalogue.present.figure_views import figure_view
from collection.catalogue.present.words import PIECE_COLUMNS
from collection.common.answers import address
from collection.common.language import Words
from collection.common.paths import path_to

NUMBER_COLUMNS = ("speed", "attack", "defense", "damage", "clicks", "reach")
ENTERED = values.Provenance("entered", _("Owners entered this, or some of it, on this site."))
NO_POINTS = values.Provenance("unknown", _("No source we know of has the points."))


def figure_number(figure: Figure) -> str:
    """Set and number as printed; a block shows its first and last number: "DA-073…074"."""
    if figure.last_number:
        return f"{figure.set.code}-{figure.number}…{figure.last_number}"
    return figure.catalogue_id


def figure_name(figure: Figure) -> str:
    """The name, with the name in quotes of a unique figure."""
    return f"{figure.name} “{figure.nickname}”" if figure.nickname else figure.name


def figure_url(figure: Figure) -> str:
    """Where the figure is shown."""
    return path_to("collection:figure", figure.catalogue_id)


def figure_type(figure: Figure) -> Words:
    """The type in words: a 'Mech's with its class; of most figures without dial only the type."""
    if figure.status != Figure.Status.COMPLETE:
        return WITHOUT_DIAL[figure.type]
    return MECHS.get(figure.mech_class, TYPES[figure.type])


def piece_row(
    figure: Figure, known: game.Catalogue, *, with_picture: bool = False, with_pick: bool = False
) -> values.PieceRow:
    """One figure as a row."""
    unit = known.unit(figure.catalogue_id)
    lacks_points = figure.status == Figure.Status.COMPLETE and figure.points is None
    marks = {"points": NO_POINTS} if lacks_points else {}
    if figure.entered:
        marks["name"] = ENTERED
    return values.PieceRow(
        number=figure_number(figure),
        name=figure_name(figure),
        url=figure_url(figure),
        drawer_url=figure_url(figure),
        points=figure.points,
        variant=figure.variant,
        faction=faction_value(figure.faction),
        faction_known=figure.faction is not None or figure.status == Figure.Status.COMPLETE,
        rank=figure.rank,
        type=figure_type(figure),
        mode=figure.speed_mode,
        equipment=game.equipment(unit) if unit else (),
        figure=figure_view(unit) if unit and with_picture else None,
        numbers={column: getattr(figure, column) for column in NUMBER_COLUMNS},
        marks=marks,
        pick=figure.catalogue_id if with_pick else "",
    )


def piece_columns(keys: Iterable[str]) -> tuple[values.Column, ...]:
    """Columns of a piece table that cannot be ordered by."""
    return tuple(values.Column(key, PIECE_COLUMNS[key]) for key in keys)


def in_order(
    columns: Iterable[values.Column], orders: Container[str], chosen: Mapping[str, Any], here: str
) -> tuple[values.Column, ...]:
    """The columns, those that can be ordered by with the address that does, the other way round
    where it does already."""
    return tuple(_ordering(each, chosen, here) if each.key in orders else each for each in columns)


def _ordering(column: values.Column, chosen: Mapping[str, Any], here: str) -> values.Column:
    order = chosen.get("order", "number")
    turned = f"-{column.key}" if order == column.key else column.key
    url = address(here, {**chosen, "order": "" if turned == "number" else turned})
    if order.removeprefix("-") != column.key:
        return replace(column, order_url=url)
    return replace(
        column, order_url=url, ordered="descending" if order.startswith("-") else "ascending"
    )
