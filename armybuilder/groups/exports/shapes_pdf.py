"""Pictures drawn on paper, shape by shape."""

from collections.abc import Mapping
from functools import cache

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports.paper import BOLD, REGULAR
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Region, Text
from collection.common.letters import drawable

#: How far below the middle of its letters a line of text stands, as a share of its size.
BELOW_MIDDLE = 0.36
#: What reportlab calls filling what an odd number of outlines lie around.
EVEN_ODD = 0

colour_of = cache(HexColor)


def draw(canvas: Canvas, picture: Picture, inks: Mapping[str, Ink]) -> None:
    """Draw a picture upwards from where the canvas stands, in its own units."""
    canvas.setLineJoin(1)
    for shape in picture.shapes:
        ink = inks[shape.role]
        width = shape.width if isinstance(shape, Line) and shape.width else ink.width
        fill, stroke = _set(canvas, ink, width)
        match shape:
            case Text():
                canvas.setFont(BOLD if ink.bold else REGULAR, shape.size)
                baseline = picture.height - shape.y - BELOW_MIDDLE * shape.size
                write = {
                    "start": canvas.drawString,
                    "middle": canvas.drawCentredString,
                    "end": canvas.drawRightString,
                }[shape.anchor]
                write(shape.x, baseline, drawable(shape.words))
            case Box():
                y = picture.height - shape.y - shape.height
                place = (shape.x, y, shape.width, shape.height)
                if shape.radius:
                    canvas.roundRect(*place, shape.radius, stroke=stroke, fill=fill)
                else:
                    canvas.rect(*place, stroke=stroke, fill=fill)
            case Polygon() | Line() | Region():
                outlines = shape.outlines if isinstance(shape, Region) else (shape.points,)
                path = canvas.beginPath()
                for outline in outlines:
                    for corner, (x, y) in enumerate(outline):
                        (path.lineTo if corner else path.moveTo)(x, picture.height - y)
                    if not isinstance(shape, Line):
                        path.close()
                canvas.drawPath(path, stroke=stroke, fill=fill, fillMode=EVEN_ODD)


def _set(canvas: Canvas, ink: Ink, width: float) -> tuple[int, int]:
    """Take an ink; whether it fills and whether it strokes."""
    if ink.fill:
        canvas.setFillColor(colour_of(ink.fill))
    if ink.stroke:
        canvas.setStrokeColor(colour_of(ink.stroke))
        canvas.setLineWidth(width)
        canvas.setLineCap(1 if ink.dots else 0)
        canvas.setDash([0, ink.dots] if ink.dots else [])
    return int(bool(ink.fill)), int(bool(ink.stroke))
