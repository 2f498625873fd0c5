"""Dials as picture files, at addresses that stay."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from collection.catalogue import game, selectors
from collection.catalogue.pictures.card import DialCard, dial_card
from collection.catalogue.pictures.inks import PRINT
from collection.catalogue.pictures.png import write_png
from collection.catalogue.pictures.shapes import Picture
from collection.catalogue.pictures.svg import write_svg_file
from collection.catalogue.present.catalogue_words import own_name
from collection.catalogue.present.rows import figure_name, figure_type
from collection.common.language import language
from collection.common.limits import limited

#: Goes up whenever the same dial is drawn differently.
DRAWING = 2
#: Pixels a tenth of a millimetre: for screens, and for print at 300 dots an inch and more.
SCALES = {"": 1.0, "print": 1.5}


def _mark(request: HttpRequest, figure_id: str, **_more: Any) -> str | None:
    """Differs when the catalogue, the language or the drawing does."""
    version = selectors.current_version(game.catalogued(request))
    if version is None:
        return None
    size = request.GET.get("size", "")
    return f'"{version.digest[-16:]}-{DRAWING}-{language()}-{size if size in SCALES else ""}"'


@require_safe
@cache_control(public=True, max_age=3600)
@condition(etag_func=_mark)
def dial_svg(request: HttpRequest, figure_id: str) -> HttpResponse:
    """A figure's dial card as an SVG file."""
    card = _card(game.catalogued(request), figure_id)
    document = write_svg_file(dial_card(card), PRINT, title=card.title)
    return HttpResponse(document, content_type="image/svg+xml")


@require_safe
@cache_control(public=True, max_age=3600)
@condition(etag_func=_mark)
@limited("browse")
def dial_png(request: HttpRequest, figure_id: str) -> HttpResponse:
    """A figure's dial card as pixels; `?size=print` is for 88 by 63 mm on paper."""
    picture: Picture = dial_card(_card(game.catalogued(request), figure_id))
    scale = SCALES.get(request.GET.get("size", ""), 1.0)
    return HttpResponse(write_png(picture, PRINT, scale=scale), content_type="image/png")


def _card(system: str, figure_id: str) -> DialCard:
    figure = selectors.find_figure(system, figure_id)
    unit = game.catalogue().unit(figure.catalogue_id) if figure else None
    dial = game.dial(unit) if unit else None
    if figure is None or dial is None:
        raise Http404(figure_id)
    details = (
        figure.catalogue_id,
        figure.variant,
        str(figure_type(figure)),
        own_name(figure.faction) if figure.faction else "",
    )
    return DialCard(
        title=figure_name(figure),
        subtitle=" · ".join(detail for detail in details if detail),
        points="" if figure.points is None else str(figure.points),
        vent="" if dial.vent is None else _("Vent rating %(vent)s") % {"vent": dial.vent},
        dial=dial,
    )
