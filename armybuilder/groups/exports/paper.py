"""Drawing on paper: fonts, wrapped text, signs, and blocks that flow over pages.

All measures are points, y grows upwards as PDF has it. Nothing here relies on colour.
"""

import functools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.colors import white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from armybuilder.groups.exports.qr_code import modules
from armybuilder.groups.exports.words import harmless
from collection.common.letters import drawable

# A paragraph could fetch pictures; an empty list would allow every host.
rl_config.trustedHosts = ["nowhere.invalid"]
rl_config.trustedSchemes = ["data"]

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
REGULAR, BOLD = "Lato", "Lato-Bold"
LONGEST_TEXT = 400
LONGEST_TYPED = 80
ALIGNMENTS: dict[str, Literal[0, 1, 2]] = {"left": 0, "center": 1, "right": 2}
SHADE = 0.9


@functools.cache
def register_fonts() -> None:
    """Make Lato known to reportlab, once a process."""
    for name in (REGULAR, BOLD):
        file = "Lato-Regular.ttf" if name == REGULAR else "Lato-Bold.ttf"
        pdfmetrics.registerFont(TTFont(name, str(FONTS / file)))


@functools.cache
def _style(size: float, bold: bool, align: str) -> ParagraphStyle:
    register_fonts()
    return ParagraphStyle(
        f"{size}-{bold}-{align}",
        fontName=BOLD if bold else REGULAR,
        fontSize=size,
        leading=size * 1.2,
        alignment=ALIGNMENTS[align],
        splitLongWords=1,
    )


def _drawable(text: str) -> str:
    """Anybody's text on one line, in letters the font has."""
    return drawable(harmless(text))


class Text:
    """A text wrapped to a width. Whoever wrote it, it is drawn as it reads and never as markup.

    Most texts fit on one line and are drawn at once; a paragraph costs far more.
    """

    def __init__(
        self,
        text: str,
        width: float,
        *,
        size: float = 8,
        bold: bool = False,
        align: str = "left",
        longest: int = LONGEST_TEXT,
    ) -> None:
        shown = _drawable(text)
        if len(shown) > longest:
            shown = shown[: longest - 1] + "…"
        style = _style(size, bold, align)
        self.width = width
        self._line, self._style = shown, style
        self._paragraph: Paragraph | None = None
        self.height: float = style.leading
        if pdfmetrics.stringWidth(shown, style.fontName, size) > width:
            self._paragraph = Paragraph(escape(shown), style)
            _width, self.height = self._paragraph.wrap(width, 10_000)

    def draw(self, canvas: Canvas, x: float, top: float) -> None:
        """Draw with the upper left corner at a place."""
        if self._paragraph:
            self._paragraph.drawOn(canvas, x, top - self.height)
            return
        canvas.setFont(self._style.fontName, self._style.fontSize)
        baseline = top - self._style.fontSize
        if self._style.alignment == ALIGNMENTS["left"]:
            canvas.drawString(x, baseline, self._line)
        elif self._style.alignment == ALIGNMENTS["center"]:
            canvas.drawCentredString(x + self.width / 2, baseline, self._line)
        else:
            canvas.drawRightString(x + self.width, baseline, self._line)


@dataclass(frozen=True)
class Block:
    """Something of full width that stays on one page. `draw` gets the canvas and the upper edge.

    `leads`: it must not be the last on a page.
    """

    height: float
    draw: Callable[[Canvas, float], None]
    leads: bool = False


def paginate(
    blocks: Sequence[Block], rooms: Callable[[int], float], closing: float, tail: int
) -> list[list[Block]]:
    """Blocks dealt to pages; `rooms` tells a page's height, the last keeps `closing` free.

    When there is no room for the closing, up to `tail` last blocks go with it to a new page.
    """
    pages: list[list[Block]] = [[]]
    used = 0.0
    for index, block in enumerate(blocks):
        needed = block.height
        if block.leads and index + 1 < len(blocks):
            needed += blocks[index + 1].height
        if pages[-1] and used + needed > rooms(len(pages) - 1):
            pages.append([])
            used = 0.0
        pages[-1].append(block)
        used += block.height
    if used + closing > rooms(len(pages) - 1):
        pages.append(_carried(pages[-1], rooms(len(pages)) - closing, tail))
    return pages


def _carried(page: list[Block], free: float, tail: int) -> list[Block]:
    """Take the last blocks off a page, as many as there is room for, but never all."""
    carried: list[Block] = []
    while len(page) > 1 and len(carried) < tail and page[-1].height <= free:
        carried.insert(0, page.pop())
        free -= carried[0].height
    return carried


def chevrons(canvas: Canvas, x: float, top: float, count: int) -> None:
    """One to three chevrons, one above the other, in the middle of the room three need."""
    half, rise, step = 1.5 * mm, 0.8 * mm, 1.1 * mm
    top -= (3 - count) * step / 2
    canvas.setLineWidth(1)
    for number in range(count):
        base = top - rise - number * step
        path = canvas.beginPath()
        path.moveTo(x, base)
        path.lineTo(x + half, base + rise)
        path.lineTo(x + 2 * half, base)
        canvas.drawPath(path)


def star(canvas: Canvas, x: float, top: float) -> None:
    """The star of a unique figure."""
    radius = 1.5 * mm
    path = canvas.beginPath()
    for corner in range(10):
        angle = math.pi / 2 + corner * math.pi / 5
        reach = radius if corner % 2 == 0 else radius * 0.4
        point = (x + radius + reach * math.cos(angle), top - radius + reach * math.sin(angle))
        (path.lineTo if corner else path.moveTo)(*point)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)


def qr_code(canvas: Canvas, x: float, top: float, side: float, content: str) -> None:
    """A QR code with its quiet zone in a square."""
    rows = modules(content)
    module = side / len(rows)
    path = canvas.beginPath()
    for number, row in enumerate(rows):
        for column, dark in enumerate(row):
            if dark:
                path.rect(x + column * module, top - (number + 1) * module, module, module)
    canvas.drawPath(path, stroke=0, fill=1)


def on_one_line(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """A text cut off, with an ellipsis, where a line of some width ends."""
    font = _style(size, bold, "left").fontName
    shown = _drawable(text)
    if pdfmetrics.stringWidth(shown, font, size) <= width:
        return shown
    while shown and pdfmetrics.stringWidth(f"{shown}…", font, size) > width:
        shown = shown[:-1]
    return f"{shown.rstrip()}…"


def fitting(
    text: str, width: float, sizes: Sequence[float], *, bold: bool = False
) -> tuple[str, float]:
    """A text and the first of some sizes at which it stands on one line of some width; at the last
    one it is cut off."""
    font, shown = _style(sizes[0], bold, "left").fontName, _drawable(text)
    for size in sizes:
        if pdfmetrics.stringWidth(shown, font, size) <= width:
            return shown, size
    return on_one_line(text, width, sizes[-1], bold=bold), sizes[-1]


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text as lines of some width."""
    font = _style(size, False, "left").fontName
    return [
        on_one_line(line, width, size) for line in simpleSplit(_drawable(text), font, size, width)
    ]


def shade(canvas: Canvas, x: float, top: float, width: float, height: float) -> None:
    """A light grey ground that prints on any printer."""
    canvas.setFillGray(SHADE)
    canvas.rect(x, top - height, width, height, stroke=0, fill=1)
    canvas.setFillGray(0)


def text_field(
    canvas: Canvas, key: str, told: str, x: float, y: float, width: float, height: float
) -> None:
    """A field to be filled in at the screen, its lower left corner at (x, y); readers are told what
    it is for. Its letters are the viewer's own, since forms of PDF take no other."""
    form = canvas.acroForm
    place: dict[str, Any] = {"x": x, "y": y, "width": width, "height": height}
    form.textfield(
        **place,
        name=f"{key}-{len(form.fields) + 1}",
        tooltip=harmless(told),
        fontSize=8,
        borderWidth=0,
        fillColor=white,
        fieldFlags="",
        maxlen=LONGEST_TYPED,
        relative=True,
    )
