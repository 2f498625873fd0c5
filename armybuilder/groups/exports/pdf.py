"""Army sheets on paper: a list on a page, or two lists side by side to be cut apart."""

import io
from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _
from reportlab.lib import pagesizes
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports import words
from armybuilder.groups.exports.army_columns import narrow, wide
from armybuilder.groups.exports.army_sheet import Layout, Leaf, leaves
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packed import pack
from armybuilder.groups.exports.paper import register_fonts
from armybuilder.groups.exports.sheet import Sheet

MARGIN = 12 * mm
HALF_MARGIN = 9 * mm
SIZES = {"a4": pagesizes.A4, "letter": pagesizes.letter}


def new_canvas(
    written: io.BytesIO, sheets: Sequence[Sheet], paper: str, *, upright: bool = False
) -> Canvas:
    """An empty document on landscape or upright paper; the same sheets give the same bytes.

    Among its properties are the packed lines of the groups, by which an import knows them again.
    """
    register_fonts()
    size = SIZES[paper] if upright else pagesizes.landscape(SIZES[paper])
    canvas = Canvas(written, pagesize=size, invariant=1, lang=sheets[0].language)
    one = len(sheets) == 1
    canvas.setTitle(words.list_name(sheets[0]) if one else _("Battle groups"))
    canvas.setSubject(sheets[0].game)
    canvas.setAuthor("")
    canvas.setCreator(settings.PRODUCT_NAME)
    canvas.setKeywords(" ".join(pack(sheet.group) for sheet in sheets))
    return canvas


def render(sheets: Sequence[Sheet], options: Options) -> bytes:
    """Each list on pages of its own."""
    written = io.BytesIO()
    canvas = new_canvas(written, sheets, options.paper)
    page_width, page_height = pagesizes.landscape(SIZES[options.paper])
    width = page_width - 2 * MARGIN
    layout = Layout(
        width=width,
        height=page_height - 2 * MARGIN,
        columns=wide(width),
        name_size=16,
        verdict_width=52 * mm,
        rows=12,
        blanks=(
            (("player", 0.3), ("event", 0.3), ("date", 0.14), ("table", 0.1), ("result", 0.16)),
        ),
    )
    for sheet in sheets:
        for leaf in leaves(sheet, layout, options):
            _place(canvas, leaf, MARGIN, MARGIN)
            canvas.showPage()
    canvas.save()
    return written.getvalue()


def render_two(sheets: Sequence[Sheet], options: Options) -> bytes:
    """Lists on half pages: different ones side by side, or a single one twice."""
    written = io.BytesIO()
    canvas = new_canvas(written, sheets, options.paper)
    page_width, page_height = pagesizes.landscape(SIZES[options.paper])
    half = page_width / 2
    width = half - 2 * HALF_MARGIN
    layout = Layout(
        width=width,
        height=page_height - 2 * HALF_MARGIN,
        columns=narrow(width),
        name_size=13,
        verdict_width=34 * mm,
        rows=9,
        blanks=(
            (("player", 0.7), ("table", 0.3)),
            (("event", 0.45), ("date", 0.25), ("result", 0.3)),
        ),
    )
    dealt = [leaf for sheet in sheets for leaf in leaves(sheet, layout, options)]
    if len(sheets) == 1:
        dealt = [leaf for leaf in dealt for _copy in range(2)]
    for number in range(0, len(dealt), 2):
        for side, leaf in enumerate(dealt[number : number + 2]):
            _place(canvas, leaf, side * half + HALF_MARGIN, HALF_MARGIN)
        _cutting_line(canvas, half, page_height)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _place(canvas: Canvas, leaf: Leaf, x: float, y: float) -> None:
    """Draw a leaf with its lower left corner at a place of the page."""
    canvas.saveState()
    canvas.translate(x, y)
    leaf(canvas)
    canvas.restoreState()


def _cutting_line(canvas: Canvas, x: float, height: float) -> None:
    canvas.saveState()
    canvas.setLineWidth(0.3)
    canvas.setDash(2, 3)
    canvas.line(x, 4 * mm, x, height - 4 * mm)
    canvas.restoreState()
