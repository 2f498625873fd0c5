"""Pictures as SVG: on pages coloured by the style sheet, as files by inks of their own."""

from collections.abc import Mapping, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from collection.catalogue.pictures.inks import Ink
from collection.catalogue.pictures.shapes import (
    Box,
    Disc,
    Line,
    Picture,
    Polygon,
    Region,
    Sector,
    Shape,
    Text,
)


def write_svg(picture: Picture, *, description: str, css_class: str) -> SafeString:
    """An <svg> element for a page, announced to screen readers by its description."""
    return format_html(
        '<svg class="{}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>',
        css_class,
        _number(picture.width),
        _number(picture.height),
        description,
        drawn(picture),
    )


def drawn(picture: Picture) -> SafeString:
    """What is in a picture; of one that is nothing but plain boxes, those of one role together."""
    boxes = [each for each in picture.shapes if isinstance(each, Box) and not each.radius]
    if len(boxes) < len(picture.shapes):
        return format_html_join("", "{}", ((_element(each),) for each in picture.shapes))
    by_role: dict[str, list[Box]] = {}
    for box in boxes:
        by_role.setdefault(box.role, []).append(box)
    paths = ((role, _boxes_path(these)) for role, these in by_role.items())
    return format_html_join("", '<path class="pic-{}" d="{}"/>', paths)


def write_svg_file(picture: Picture, inks: Mapping[str, Ink], *, title: str) -> str:
    """An SVG document that needs no style sheet but its own."""
    style = "".join(f".pic-{role}{{{ink.css}}}" for role, ink in inks.items())
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}"'
        ' font-family="Lato, sans-serif" role="img"><title>{2}</title><style>{3}</style>{4}</svg>',
        _number(picture.width),
        _number(picture.height),
        title,
        mark_safe(style),  # noqa: S308 - the inks are the program's own
        format_html_join("", "{}", ((_element(shape),) for shape in picture.shapes)),
    )


def _element(shape: Shape) -> SafeString:
    match shape:
        case Box():
            return format_html(
                '<rect class="pic-{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>',
                shape.role,
                *map(_number, (shape.x, shape.y, shape.width, shape.height, shape.radius)),
            )
        case Sector():
            return format_html('<path class="pic-{}" d="{}"/>', shape.role, _sector_path(shape))
        case Polygon():
            points = _points(shape.points)
            return format_html('<polygon class="pic-{}" points="{}"/>', shape.role, points)
        case Region():
            path = "".join(f"M{_points(outline)}Z" for outline in shape.outlines)
            return format_html(
                '<path class="pic-{}" d="{}" fill-rule="evenodd"/>', shape.role, path
            )
        case Line():
            points, width = _points(shape.points), _attribute("stroke-width", shape.width)
            return format_html(
                '<polyline class="pic-{}" points="{}"{}/>', shape.role, points, width
            )
        case Disc():
            place = map(_number, (shape.x, shape.y, shape.radius))
            return format_html(
                '<circle class="pic-{}" cx="{}" cy="{}" r="{}"/>', shape.role, *place
            )
        case Text():
            return _text(shape)


def _text(text: Text) -> SafeString:
    x, y = _number(text.x), _number(text.y)
    turn = f"rotate({_number(text.turn)} {x} {y})" if text.turn else ""
    return format_html(
        '<text class="pic-{}" x="{}" y="{}" font-size="{}"'
        ' text-anchor="{}" dominant-baseline="central"{}>{}</text>',
        text.role,
        x,
        y,
        _number(text.size),
        text.anchor,
        format_html(' transform="{}"', turn) if turn else "",
        text.words,
    )


def _attribute(name: str, value: float) -> SafeString:
    """An attribute; nothing for 0."""
    return format_html(' {}="{}"', name, _number(value)) if value else SafeString("")


def _boxes_path(boxes: Sequence[Box]) -> str:
    """Boxes one after another, each placed from the one before: bars of one height read alike,
    which is short once compressed."""
    path, x, y = "", 0.0, 0.0
    for box in boxes:
        width, height = _number(box.width), _number(box.height)
        path += f"m{_number(box.x - x)} {_number(box.y - y)}h{width}v{height}h-{width}z"
        x, y = box.x, box.y
    return path


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _sector_path(sector: Sector) -> str:
    outer_start, outer_end, inner_end, inner_start = (
        f"{_number(x)} {_number(y)}" for x, y in sector.corners()
    )
    large = int(sector.end - sector.start > 180)
    outer, inner = _number(sector.outer), _number(sector.inner)
    return (
        f"M{outer_start}A{outer} {outer} 0 {large} 1 {outer_end}"
        f"L{inner_end}A{inner} {inner} 0 {large} 0 {inner_start}Z"
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
