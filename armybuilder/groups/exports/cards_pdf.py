"""Dial cards on paper, nine a page, to be cut along their edges."""

import io
from collections.abc import Iterator, Sequence

from django.utils.translation import ngettext
from reportlab.lib import pagesizes
from reportlab.lib.units import mm

from armybuilder.groups.exports.dial_card import HEIGHT, INKS, WIDTH, copies, dial_cards, note_card
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.pdf import SIZES, new_canvas
from armybuilder.groups.exports.shapes_pdf import draw
from armybuilder.groups.exports.sheet import Sheet
from collection.catalogue.pictures.shapes import Picture

COLUMNS, ROWS = 3, 3
UNIT = 0.1 * mm
#: More would take long to draw and nobody's table has them.
MOST_CARDS = 90


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
        draw(canvas, card, INKS)
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
