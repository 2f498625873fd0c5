"""The packing list on paper: a picture, a name and a box to tick for everything."""

import io
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports import words
from armybuilder.groups.exports.options import Options
from armybuilder.groups.exports.packing import Packed, Shelf, shelves
from armybuilder.groups.exports.paper import BOLD, Block, Text, paginate
from armybuilder.groups.exports.pdf import SIZES, new_canvas
from armybuilder.groups.exports.shapes_pdf import draw
from armybuilder.groups.exports.sheet import Sheet
from armybuilder.groups.exports.sleeve_card import inks_of
from collection.catalogue.pictures.drawings import line_up, standing
from collection.catalogue.pictures.shapes import Box, Picture

MARGIN = 14 * mm
LINE, CARD_LINE, HEADING, TITLE = 16 * mm, 9 * mm, 11 * mm, 19 * mm
TICK, TICK_STEP = 4.5 * mm, 5.5 * mm
#: Where the boxes end and the picture begins, and where the words begin.
PICTURE, WORDS = 36 * mm, 60 * mm
PICTURE_WIDTH, PICTURE_HEIGHT = 200.0, 140.0
UNIT = 0.1 * mm


def render(sheets: Sequence[Sheet], options: Options) -> bytes:
    """Each list on pages of its own, upright."""
    written = io.BytesIO()
    canvas = new_canvas(written, sheets, options.paper, upright=True)
    page_width, page_height = SIZES[options.paper]
    width, height = page_width - 2 * MARGIN, page_height - 2 * MARGIN
    for sheet in sheets:
        for page in paginate(list(_blocks(sheet, width)), lambda _number: height, 0, 0):
            top = page_height - MARGIN
            canvas.saveState()
            canvas.translate(MARGIN, 0)
            for block in page:
                block.draw(canvas, top)
                top -= block.height
            canvas.restoreState()
            canvas.showPage()
    canvas.save()
    return written.getvalue()


def _blocks(sheet: Sheet, width: float) -> Iterator[Block]:
    places = shelves(sheet)
    yield _title(sheet, sum(shelf.count for shelf in places), width)
    for shelf in places:
        if len(places) > 1 or shelf.place:
            yield _heading(shelf, width)
        for thing in shelf.things:
            yield _line(thing, width)


def _title(sheet: Sheet, count: int, width: float) -> Block:
    name = Text(words.list_name(sheet), width, size=16, bold=True, longest=60)
    told = ngettext("Packing list: %(count)s thing", "Packing list: %(count)s things", count)
    below = Text(told % {"count": count}, width, size=9)

    def drawn(canvas: Canvas, top: float) -> None:
        name.draw(canvas, 0, top)
        below.draw(canvas, 0, top - 8 * mm)

    return Block(TITLE, drawn, leads=True)


def _heading(shelf: Shelf, width: float) -> Block:
    text = Text(shelf.place or _("Place not noted"), width, size=11, bold=True, longest=90)

    def drawn(canvas: Canvas, top: float) -> None:
        text.draw(canvas, 0, top - 3.5 * mm)
        canvas.setLineWidth(1.2)
        canvas.setStrokeGray(0)
        canvas.line(0, top - HEADING + 1 * mm, width, top - HEADING + 1 * mm)

    return Block(HEADING, drawn, leads=True)


def _line(thing: Packed, width: float) -> Block:
    height = LINE if thing.drawing else CARD_LINE
    room = width - WORDS
    name = Text(thing.name, room, size=11, bold=True, longest=70)
    facts = Text(thing.facts, room, size=8, longest=110)

    def drawn(canvas: Canvas, top: float) -> None:
        canvas.setStrokeGray(0)
        canvas.setFillGray(0)
        canvas.setLineWidth(0.8)
        canvas.setDash([])
        _ticks(canvas, thing, top - (height + TICK) / 2)
        if thing.drawing:
            _picture(canvas, thing, top - height + 1 * mm)
        canvas.setFillGray(0)
        begin = top - (height - name.height - facts.height) / 2
        name.draw(canvas, WORDS, begin)
        facts.draw(canvas, WORDS, begin - name.height)
        canvas.setStrokeGray(0.7)
        canvas.setLineWidth(0.4)
        canvas.line(0, top - height, width, top - height)

    return Block(height, drawn)


def _ticks(canvas: Canvas, thing: Packed, y: float) -> None:
    """A box for each of a few; one and the number where there are many."""
    for number in thing.ticks:
        canvas.rect(number * TICK_STEP, y, TICK, TICK)
    if thing.many:
        canvas.setFont(BOLD, 11)
        canvas.drawString(TICK_STEP + 1 * mm, y + 1 * mm, f"× {thing.count}")


def _picture(canvas: Canvas, thing: Packed, bottom: float) -> None:
    """The figure on its ground, in ink and the second colour."""
    row = line_up([(thing.drawing, thing.kind)])
    scale = min((PICTURE_HEIGHT - 8) / row.height, PICTURE_WIDTH / row.width)
    left = (PICTURE_WIDTH - row.width * scale) / 2
    shapes = standing(row.figures[0], "spot", left, PICTURE_HEIGHT - 5, scale)
    ground = Box("ink", 0, PICTURE_HEIGHT - 5, PICTURE_WIDTH, 3)
    canvas.saveState()
    canvas.translate(PICTURE, bottom)
    canvas.scale(UNIT, UNIT)
    draw(canvas, Picture(PICTURE_WIDTH, PICTURE_HEIGHT, (*shapes, ground)), inks_of(thing.mark))
    canvas.restoreState()
