"""Sleeve cards on paper, nine a page edge to edge, with marks in the margin to cut along."""

import io
from collections.abc import Sequence

from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.paper import REGULAR
from armybuilder.groups.exports.pdf import SIZES, new_canvas
from armybuilder.groups.exports.shapes_pdf import draw
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.sleeve_card import HEIGHT, WIDTH, inks_of, sleeve_cards

COLUMNS, ROWS = 3, 3
UNIT = 0.1 * mm
#: More would take long to draw and nobody's table has them.
MOST_CARDS = 90
#: How far a cutting mark is from the cards, and how long it is.
MARK_GAP, MARK_LENGTH = 1 * mm, 4 * mm


def render(sheets: Sequence[Sheet], options: Options) -> bytes:
    """Every figure and every card of the lists, on upright paper."""
    written = io.BytesIO()
    canvas = new_canvas(written, sheets, options.paper, upright=True)
    page_width, page_height = SIZES[options.paper]
    left = (page_width - COLUMNS * WIDTH * UNIT) / 2
    bottom = (page_height - ROWS * HEIGHT * UNIT) / 2
    cards, left_out = sleeve_cards(sheets, MOST_CARDS)
    for first in range(0, max(len(cards), 1), COLUMNS * ROWS):
        for place, card in enumerate(cards[first : first + COLUMNS * ROWS]):
            row, column = divmod(place, COLUMNS)
            canvas.saveState()
            canvas.translate(
                left + column * WIDTH * UNIT, bottom + (ROWS - 1 - row) * HEIGHT * UNIT
            )
            canvas.scale(UNIT, UNIT)
            draw(canvas, card.picture, inks_of(card.mark))
            canvas.restoreState()
        _cutting_marks(canvas, left, bottom)
        if left_out and first + COLUMNS * ROWS >= len(cards):
            message = ngettext(
                "%(count)s more card is left out.", "%(count)s more cards are left out.", left_out
            )
            canvas.setFont(REGULAR, 8)
            canvas.drawString(left, bottom / 3, message % {"count": left_out})
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _cutting_marks(canvas: Canvas, left: float, bottom: float) -> None:
    """A short line in the margin at both ends of every cut."""
    right, top = left + COLUMNS * WIDTH * UNIT, bottom + ROWS * HEIGHT * UNIT
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(0)
    canvas.setDash([])
    for column in range(COLUMNS + 1):
        x = left + column * WIDTH * UNIT
        canvas.line(x, bottom - MARK_GAP, x, bottom - MARK_GAP - MARK_LENGTH)
        canvas.line(x, top + MARK_GAP, x, top + MARK_GAP + MARK_LENGTH)
    for row in range(ROWS + 1):
        y = bottom + row * HEIGHT * UNIT
        canvas.line(left - MARK_GAP, y, left - MARK_GAP - MARK_LENGTH, y)
        canvas.line(right + MARK_GAP, y, right + MARK_GAP + MARK_LENGTH, y)
