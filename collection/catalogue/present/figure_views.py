"""Figures as pages show them, from the catalogue in memory: no row of the database is read."""

from django.urls import reverse

from collection.catalogue import game
from collection.catalogue.present import values
from collection.catalogue.present.catalogue_words import MECHS, TYPES, WITHOUT_DIAL
from collection.catalogue.present.silhouettes import drawing, mark
from collection.common.kept import kept_by_object
from collection.common.language import Words, language


def figure_view(unit: game.Unit, *, has_page: bool = True) -> values.FigureView:
    """A figure with its picture and dial; one that a list describes itself has no page."""
    return _figure_view(unit, has_page, language())


@kept_by_object(2048)
def _figure_view(unit: game.Unit, has_page: bool, _language: str) -> values.FigureView:
    return values.FigureView(
        id=unit.id,
        name=unit.full_name,
        drawing=drawing(unit),
        mark=mark(unit),
        kind=kind(unit),
        url=reverse("collection:figure", args=[unit.id]) if has_page else "",
        variant=unit.variant or "",
        rank=unit.rank_mark or "",
        mode=unit.speed_mode or "",
        points=unit.points,
        dial=game.dial(unit),
    )


def kind(unit: game.Unit) -> Words:
    """The type in words: a 'Mech's with its class; of most figures without dial only the type."""
    if not unit.known:
        return WITHOUT_DIAL[unit.type]
    return MECHS.get(unit.mech_class or "", TYPES[unit.type])
