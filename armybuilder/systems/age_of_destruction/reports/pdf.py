"""A battle report on paper, with the curve of the battle and a picture of each turning point."""

import io
from collections.abc import Iterator

from django.conf import settings
from django.utils.translation import gettext as _
from reportlab.lib import pagesizes
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from armybuilder.groups.exports.paper import Block, Text, paginate, register_fonts
from armybuilder.groups.exports.words import harmless
from armybuilder.systems.age_of_destruction.present.aftermath import Turned
from armybuilder.systems.age_of_destruction.present.curve import BOTTOM, Curve
from armybuilder.systems.age_of_destruction.present.report import Report
from armybuilder.systems.age_of_destruction.present.scene_picture import HEIGHT, PRINTED, WIDTH
from armybuilder.systems.age_of_destruction.reports.text import told_line, winner_line
from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import Box, Line, Picture, Polygon, Shape

PAGE_WIDTH, PAGE_HEIGHT = pagesizes.A4
MARGIN = 16 * mm
ROOM = PAGE_WIDTH - 2 * MARGIN
PICTURE = 62 * mm
GAP = 3 * mm
FOOT = 8 * mm
LONGEST = 1200
#: How the lines of the sides are broken, so that they differ without colour.
DASHES: dict[int, tuple[int, ...]] = {1: (), 2: (5, 3), 3: (1, 2), 4: (7, 2, 1, 2)}


def render(report: Report) -> bytes:
    """The report on A4; the same report gives the same bytes."""
    register_fonts()
    written = io.BytesIO()
    canvas = Canvas(written, pagesize=pagesizes.A4, invariant=1, lang=report.language)
    canvas.setTitle(harmless(report.title))
    canvas.setSubject(_("Battle report"))
    canvas.setAuthor("")
    canvas.setCreator(settings.PRODUCT_NAME)
    height = PAGE_HEIGHT - 2 * MARGIN - FOOT
    pages = paginate(list(_blocks(report)), lambda _number: height, 0, 0)
    for number, blocks in enumerate(pages, start=1):
        top = PAGE_HEIGHT - MARGIN
        for block in blocks:
            block.draw(canvas, top)
            top -= block.height
        _foot(canvas, report, number, len(pages))
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _foot(canvas: Canvas, report: Report, number: int, count: int) -> None:
    page = _("page %(page)s of %(pages)s") % {"page": number, "pages": count}
    Text(page, ROOM, size=7, align="right").draw(canvas, MARGIN, MARGIN)
    Text(report.link, ROOM * 0.8, size=7).draw(canvas, MARGIN, MARGIN)


def _blocks(report: Report) -> Iterator[Block]:
    yield _text(winner_line(report), size=22, bold=True)
    yield _text(harmless(report.title), size=11)
    yield _text(report.end.says, size=10, after=1 * mm)
    yield _text(report.end.after, size=8, after=GAP)
    for condition in report.end.conditions:
        points = ", ".join(f"{side.name} {total}" for side, total in condition.totals)
        yield _text(f"{condition.name}: {points}")
    for camp in report.left.camps:
        yield _text(harmless(str(camp.name)), size=11, bold=True, before=GAP, leads=True)
        yield _text(camp.told)
        for fallen in camp.fallen:
            yield _text(f"{fallen.name}: {fallen.state}, {fallen.points}", indent=4 * mm)
    if report.left.curve:
        yield _heading(_("Points still standing"))
        yield _curve(report.left.curve)
    if report.left.turned:
        yield _heading(_("What decided it"))
        yield from map(_turned, report.left.turned)
    if report.end.best:
        yield _heading(_("Clicks dealt to opponents"))
        for deed in report.end.best:
            yield _text(f"{deed.dealt}  {deed.name}")
    for chapter in report.chapters:
        yield _heading(harmless(chapter.title))
        for episode in chapter.episodes:
            great = episode.weight == "great"
            yield _text(told_line(episode), size=9 if great else 8, bold=great)


def _heading(title: str) -> Block:
    return _text(title, size=12, bold=True, before=GAP, after=1 * mm, leads=True)


def _text(
    words: str,
    *,
    size: float = 8.5,
    bold: bool = False,
    before: float = 0,
    after: float = 0.6 * mm,
    indent: float = 0,
    leads: bool = False,
) -> Block:
    text = Text(words, ROOM - indent, size=size, bold=bold, longest=LONGEST)

    def draw(canvas: Canvas, top: float) -> None:
        text.draw(canvas, MARGIN + indent, top - before)

    return Block(before + text.height + after, draw, leads)


def _turned(turned: Turned) -> Block:
    """A turning point with its picture at the right."""
    room = ROOM - PICTURE - GAP if turned.picture else ROOM
    head = Text(f"{turned.number}. {turned.turn} ({turned.costs})", room, size=9, bold=True)
    told = Text(turned.text, room, size=9, longest=LONGEST)
    words = head.height + told.height
    drawn = PICTURE * HEIGHT / WIDTH if turned.picture else 0.0

    def draw(canvas: Canvas, top: float) -> None:
        head.draw(canvas, MARGIN, top)
        told.draw(canvas, MARGIN, top - head.height)
        if turned.picture:
            _picture(canvas, turned.picture, PAGE_WIDTH - MARGIN - PICTURE, top)

    return Block(max(words, drawn) + GAP, draw)


def _picture(canvas: Canvas, picture: Picture, x: float, top: float) -> None:
    """A picture of shapes with its upper left corner at a place."""
    scale = PICTURE / picture.width
    canvas.saveState()
    canvas.translate(x, top)
    canvas.scale(scale, -scale)
    frame = canvas.beginPath()
    frame.rect(0, 0, picture.width, picture.height)
    canvas.clipPath(frame, stroke=0, fill=0)
    for shape in picture.shapes:
        _shape(canvas, shape, PRINTED[shape.role])
    canvas.restoreState()


def _shape(canvas: Canvas, shape: Shape, ink: Ink) -> None:
    if ink.fill:
        canvas.setFillColor(HexColor(ink.fill))
    if ink.stroke:
        canvas.setStrokeColor(HexColor(ink.stroke))
        canvas.setLineWidth(ink.width)
    path = canvas.beginPath()
    if isinstance(shape, Box):
        path.rect(shape.x, shape.y, shape.width, shape.height)
    elif isinstance(shape, Polygon | Line):
        path.moveTo(*shape.points[0])
        for point in shape.points[1:]:
            path.lineTo(*point)
        if isinstance(shape, Polygon):
            path.close()
    filled = bool(ink.fill) and not isinstance(shape, Line)
    canvas.drawPath(path, stroke=int(bool(ink.stroke)), fill=int(filled))


def _curve(curve: Curve) -> Block:
    """The curve over the whole width, its numbers at the right."""
    scale = ROOM / curve.width
    height = curve.height * scale

    def draw(canvas: Canvas, top: float) -> None:
        canvas.saveState()
        canvas.translate(MARGIN, top)
        for level in curve.levels:
            canvas.setStrokeGray(0.8)
            canvas.setLineWidth(0.5)
            y = -level.at * scale
            canvas.line(curve.left * scale, y, curve.right * scale, y)
            Text(level.label, (curve.left - 8) * scale, size=7, align="right").draw(
                canvas, 0, y + 4
            )
        for turn in curve.turns:
            Text(turn.label, 40, size=7, align="center").draw(
                canvas, turn.at * scale - 20, -(BOTTOM + 8) * scale
            )
        canvas.setStrokeGray(0)
        for line in curve.lines:
            _curve_line(canvas, line.points, line.dash, scale)
            label = f"{line.end}  {line.name}"
            Text(label, ROOM, size=7, bold=True).draw(
                canvas, (curve.right - 60) * scale, -line.label_at * scale + 12
            )
        canvas.restoreState()

    return Block(height + GAP, draw)


def _curve_line(canvas: Canvas, points: str, dash: int, scale: float) -> None:
    places = [tuple(map(float, pair.split(","))) for pair in points.split()]
    canvas.setLineWidth(1.4)
    canvas.setDash(list(DASHES[dash]))
    path = canvas.beginPath()
    path.moveTo(places[0][0] * scale, -places[0][1] * scale)
    for x, y in places[1:]:
        path.lineTo(x * scale, -y * scale)
    canvas.drawPath(path)
    canvas.setDash()
