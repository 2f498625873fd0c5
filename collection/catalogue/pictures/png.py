"""Pictures as pixels, by Pillow."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders

from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import (
    Box,
    Disc,
    Line,
    Picture,
    Polygon,
    Region,
    Sector,
    Text,
    on_circle,
)
from collection.common.letters import drawable

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

#: How many times larger a picture is drawn before it is scaled down, for smooth edges.
SMOOTHING = 2
#: Letters are measured in one size; wider ones are in proportion.
MEASURED_SIZE = 100
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def write_png(
    picture: Picture, inks: Mapping[str, Ink], *, scale: float = 1.0, colours: int = 0
) -> bytes:
    """The picture on white, `scale` pixels a unit; with so many `colours` at most, if not 0."""
    from PIL import Image, ImageDraw

    factor = scale * SMOOTHING
    size = (round(picture.width * factor), round(picture.height * factor))
    image = Image.new("RGB", size, "white")
    canvas = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _draw(image, canvas, shape, inks[shape.role], factor)
    smooth = image.resize(
        (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS
    )
    if colours:
        smooth = smooth.quantize(colours, dither=Image.Dither.NONE)
    file = BytesIO()
    smooth.save(file, "PNG", optimize=True)
    return file.getvalue()


def width_of(words: str, size: float, *, bold: bool) -> float:
    """How wide words are in a size."""
    measured = _font(bold=bold, size=MEASURED_SIZE).getlength(drawable(words))
    return measured * size / MEASURED_SIZE


def shortened(words: str, size: float, room: float, *, bold: bool) -> str:
    """As many of the words as there is room for, with an ellipsis where some are left out; ""
    where not even that fits."""
    if width_of(words, size, bold=bold) <= room:
        return words
    fitting = bisect_left(
        range(len(words)),
        True,
        key=lambda length: width_of(f"{words[: length + 1]}…", size, bold=bold) > room,
    )
    kept = f"{words[:fitting].rstrip()}…"
    return kept if width_of(kept, size, bold=bold) <= room else ""


def _draw(image: "Image", canvas: "ImageDraw", shape: Any, ink: Ink, factor: float) -> None:
    fill, outline = ink.fill or None, ink.stroke or None
    width = max(round(ink.width * factor), 1)
    match shape:
        case Text(turn=turn) if turn:
            _write_turned(image, shape, ink, factor)
        case Text():
            place = (shape.x * factor, shape.y * factor)
            font = _font(bold=ink.bold, size=round(shape.size * factor))
            words, anchor = drawable(shape.words), ANCHORS[shape.anchor]
            canvas.text(place, words, fill=fill, font=font, anchor=anchor)
        case Box():
            x, y = shape.x * factor, shape.y * factor
            corner = (x + shape.width * factor, y + shape.height * factor)
            canvas.rounded_rectangle(
                ((x, y), corner), shape.radius * factor, fill=fill, outline=outline, width=width
            )
        case Polygon():
            points = [(x * factor, y * factor) for x, y in shape.points]
            canvas.polygon(points, fill=fill, outline=outline, width=width)
        case Region():
            _fill_odd(image, shape, ink, factor)
        case Disc():
            canvas.circle((shape.x * factor, shape.y * factor), shape.radius * factor, fill=fill)
        case Line():
            points = [(x * factor, y * factor) for x, y in shape.points]
            width = max(round(shape.width * factor), 1) if shape.width else width
            canvas.line(points, fill=outline, width=width, joint="curve")
        case Sector():
            points = [(x * factor, y * factor) for x, y in _rim(shape)]
            canvas.polygon(points, fill=fill, outline=outline, width=width)


def _fill_odd(image: "Image", region: Region, ink: Ink, factor: float) -> None:
    """Paint where an odd number of outlines overlap."""
    from PIL import Image, ImageChops, ImageDraw

    odd = Image.new("1", image.size)
    for outline in region.outlines:
        one = Image.new("1", image.size)
        ImageDraw.Draw(one).polygon([(x * factor, y * factor) for x, y in outline], fill=1)
        odd = ImageChops.logical_xor(odd, one)
    image.paste(ink.fill, mask=odd)


def _write_turned(image: "Image", text: Text, ink: Ink, factor: float) -> None:
    """Words turned about their middle."""
    from PIL import Image, ImageDraw

    font = _font(bold=ink.bold, size=round(text.size * factor))
    words = drawable(text.words)
    side = round(font.getlength(words) + 2 * text.size * factor)
    drawn = Image.new("L", (side, side))
    ImageDraw.Draw(drawn).text((side / 2, side / 2), words, fill=255, font=font, anchor="mm")
    turned = drawn.rotate(-text.turn, Image.Resampling.BICUBIC)
    corner = (round(text.x * factor - side / 2), round(text.y * factor - side / 2))
    image.paste(ink.fill, corner, turned)


def _rim(sector: Sector) -> list[tuple[float, float]]:
    """A ring's sector as a polygon with a corner every degree."""
    angles = [sector.start + step for step in range(int(sector.end - sector.start) + 1)]
    angles.append(sector.end)
    outer = [on_circle(sector.x, sector.y, sector.outer, angle) for angle in angles]
    return outer + [on_circle(sector.x, sector.y, sector.inner, a) for a in reversed(angles)]


@cache
def _font(*, bold: bool, size: int) -> "FreeTypeFont":
    from PIL import ImageFont

    file = finders.find(f"fonts/Lato-{'Bold' if bold else 'Regular'}.ttf")
    return ImageFont.truetype(str(file), size)
