"""Pictures as pixels, by Pillow."""

from collections.abc import Mapping
from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.contrib.staticfiles import finders

from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import (
    Box,
    Line,
    Picture,
    Polygon,
    Sector,
    Text,
    on_circle,
)

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

#: How many times larger a picture is drawn before it is scaled down, for smooth edges.
SMOOTHING = 2
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def write_png(picture: Picture, inks: Mapping[str, Ink], *, scale: float = 1.0) -> bytes:
    """The picture on white, `scale` pixels a unit."""
    from PIL import Image, ImageDraw

    factor = scale * SMOOTHING
    size = (round(picture.width * factor), round(picture.height * factor))
    image = Image.new("RGB", size, "white")
    canvas = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _draw(canvas, shape, inks[shape.role], factor)
    smooth = image.resize(
        (round(picture.width * scale), round(picture.height * scale)), Image.Resampling.LANCZOS
    )
    file = BytesIO()
    smooth.save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(canvas: "ImageDraw", shape: Any, ink: Ink, factor: float) -> None:
    fill, outline = ink.fill or None, ink.stroke or None
    width = max(round(ink.width * factor), 1)
    match shape:
        case Text():
            place = (shape.x * factor, shape.y * factor)
            font = _font(bold=ink.bold, size=round(shape.size * factor))
            canvas.text(place, shape.words, fill=fill, font=font, anchor=ANCHORS[shape.anchor])
        case Box():
            x, y = shape.x * factor, shape.y * factor
            corner = (x + shape.width * factor, y + shape.height * factor)
            canvas.rounded_rectangle(
                ((x, y), corner), shape.radius * factor, fill=fill, outline=outline, width=width
            )
        case Polygon():
            points = [(x * factor, y * factor) for x, y in shape.points]
            canvas.polygon(points, fill=fill, outline=outline, width=width)
        case Line():
            points = [(x * factor, y * factor) for x, y in shape.points]
            canvas.line(points, fill=outline, width=width, joint="curve")
        case Sector():
            points = [(x * factor, y * factor) for x, y in _rim(shape)]
            canvas.polygon(points, fill=fill, outline=outline, width=width)


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
