"""Dial cards on paper, nine a page, with marks to cut along."""

import io
from collections.abc import Iterator, Sequence

from django.utils.translation import ngettext
from reportlab.lib import pagesizes
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports.dial_card import HEIGHT, INKS, WIDTH, copies, dial_cards, note_card
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import BOLD, REGULAR
from armybuilder.groups.exports.pdf import SIZES, new_canvas
from armybuilder.groups.exports.sheet import Sheet
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Text

COLUMNS, ROWS = 3, 3
#: The colours of the inks as reportlab wants them.
COLOURS = {
    colour: HexColor(colour) for ink in INKS.values() for colour in (ink.fill, ink.stroke) if colour
}
UNIT = 0.1 * mm
#: More would take long to draw and nobody's table has them.
MOST_CARDS = 90
#: How far below the middle of its letters a line of text stands, as a share of its size.
BELOW_MIDDLE = 0.36


def render(sheets: Sequence[Sheet], options: Options) -> bytes:
    """A card for every figure of the lists, two where its cards need the room."""
    written = io.BytesIO()
    canvas = new_canvas(written, sheets, options.paper)
    page_width, page_height = pagesizes.landscape(SIZES[options.paper])
    left = (page_width - COLUMNS * WIDTH * UNIT) / 2
    bottom = (page_height - ROWS * HEIGHT * UNIT) / 2
    cards = list(_cards(sheets, base_values=options.base_values))
    for number, card in enumerate(cards):
        place = number % (COLUMNS * ROWS)
        if number and place == 0:
            canvas.showPage()
        canvas.saveState()
        row, column = divmod(place, COLUMNS)
        x = left + column * WIDTH * UNIT
        y = bottom + (ROWS - 1 - row) * HEIGHT * UNIT
        canvas.translate(x, y)
        canvas.scale(UNIT, UNIT)
        _draw(canvas, card)
        canvas.restoreState()
    canvas.showPage()
    canvas.save()
    return written.getvalue()


def _cards(sheets: Sequence[Sheet], *, base_values: bool) -> Iterator[Picture]:
    shown, left_out = copies(sheets, MOST_CARDS)
    for sheet, copy in shown:
        yield from dial_cards(sheet, copy, base_values=base_values)
    if left_out:
        message = ngettext(
            "%(count)s more card is left out.", "%(count)s more cards are left out.", left_out
        )
        yield note_card(message % {"count": left_out})


def _draw(canvas: Canvas, picture: Picture) -> None:
    """Draw a picture upwards from where the canvas stands."""
    canvas.setLineJoin(1)
    for shape in picture.shapes:
        ink = INKS[shape.role]
        fill, stroke = _set(canvas, ink)
        match shape:
            case Text():
                canvas.setFont(BOLD if ink.bold else REGULAR, shape.size)
                baseline = picture.height - shape.y - BELOW_MIDDLE * shape.size
                draw = {
                    "start": canvas.drawString,
                    "middle": canvas.drawCentredString,
                    "end": canvas.drawRightString,
                }[shape.anchor]
                draw(shape.x, baseline, shape.words)
            case Box():
                y = picture.height - shape.y - shape.height
                place = (shape.x, y, shape.width, shape.height)
                if shape.radius:
                    canvas.roundRect(*place, shape.radius, stroke=stroke, fill=fill)
                else:
                    canvas.rect(*place, stroke=stroke, fill=fill)
            case Polygon() | Line():
                path = canvas.beginPath()
                for corner, (x, y) in enumerate(shape.points):
                    (path.lineTo if corner else path.moveTo)(x, picture.height - y)
                if isinstance(shape, Polygon):
                    path.close()
                canvas.drawPath(path, stroke=stroke, fill=fill)


def _set(canvas: Canvas, ink: Ink) -> tuple[int, int]:
    """Take an ink; whether it fills and whether it strokes."""
    if ink.fill:
        canvas.setFillColor(COLOURS[ink.fill])
    if ink.stroke:
        canvas.setStrokeColor(COLOURS[ink.stroke])
        canvas.setLineWidth(ink.width)
    return int(bool(ink.fill)), int(bool(ink.stroke))
